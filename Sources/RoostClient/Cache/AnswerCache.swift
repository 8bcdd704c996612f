import Foundation

/// Caches responses with their ETags, one file each, in a folder of one user. The least recently used one is evicted.
///
/// Nothing here is essential: what can't be read or written is fetched again.
actor AnswerCache {
    struct Entry: Sendable {
        let tag: String
        let body: Data
        /// The last time at which the server confirmed it, by the device's clock.
        let at: Date
    }

    private struct Known {
        var bytes: Int
        var used: Date
    }

    private struct Head: Codable {
        let call: String
        let tag: String
    }

    private let folder: URL
    private let most: Int
    private let now: @Sendable () -> Date
    /// The entries by file name; nil before the folder was read.
    private var known: [String: Known]?
    private(set) var bytes = 0

    init(_ folder: URL, most: Int, now: @escaping @Sendable () -> Date) {
        (self.folder, self.most, self.now) = (folder, most, now)
    }

    func entry(of call: PreparedCall) -> Entry? {
        open()
        let name = Self.name(call)
        guard known?[name] != nil else { return nil }
        let file = folder.appendingPathComponent(name)
        guard let all = try? Data(contentsOf: file), let end = all.firstIndex(of: UInt8(ascii: "\n")),
            let head = try? JSONDecoder().decode(Head.self, from: all[..<end]), head.call == call.path
        else {
            drop(name)
            return nil
        }
        let at = (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate
        known?[name]?.used = now()
        return Entry(tag: head.tag, body: Data(all[all.index(after: end)...]), at: at ?? now())
    }

    func keep(_ body: Data, tag: String, of call: PreparedCall) {
        open()
        let name = Self.name(call)
        guard var all = try? JSONEncoder().encode(Head(call: call.path, tag: tag)) else { return }
        all.append(UInt8(ascii: "\n"))
        all += body
        drop(name)
        // A response that is a large part of the limit would evict all others.
        guard all.count <= most / 2 else { return }
        while bytes + all.count > most, let oldest = known?.min(by: { $0.value.used < $1.value.used })?.key {
            drop(oldest)
        }
        do {
            try DurableFile.makeFolder(folder)
            try all.write(to: folder.appendingPathComponent(name), options: .atomic)
            known?[name] = Known(bytes: all.count, used: now())
            bytes += all.count
        } catch {
            drop(name)
        }
    }

    /// Called when the server has confirmed the response. The file's time stores that for the next run of the app.
    func confirm(_ call: PreparedCall) {
        let file = folder.appendingPathComponent(Self.name(call))
        try? FileManager.default.setAttributes([.modificationDate: now()], ofItemAtPath: file.path)
    }

    func removeAll() {
        try? FileManager.default.removeItem(at: folder)
        (known, bytes) = (nil, 0)
    }

    private func open() {
        guard known == nil else { return }
        var found: [String: Known] = [:]
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)
        for file in files ?? [] {
            // A file that a kill left half-written has another name.
            guard file.pathExtension == "answer", let values = try? file.resourceValues(forKeys: Set(keys)),
                let size = values.fileSize
            else {
                try? FileManager.default.removeItem(at: file)
                continue
            }
            found[file.lastPathComponent] = Known(bytes: size, used: values.contentModificationDate ?? now())
            bytes += size
        }
        known = found
    }

    private func drop(_ name: String) {
        guard let gone = known?.removeValue(forKey: name) else { return }
        bytes -= gone.bytes
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    private static func name(_ call: PreparedCall) -> String {
        Base64URL.encode(SHA256.hash(Array(call.path.utf8))) + ".answer"
    }
}
