import Foundation

/// What has to be there after a kill.
enum DurableFile {
    static func makeFolder(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #if canImport(Darwin)
            // What belongs to this device's sign-in has no place in a copy that another device starts from.
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var folder = folder
            try folder.setResourceValues(values)
        #endif
    }

    /// The file has the old bytes or the new ones, whenever the process ends. Its owner alone may read it.
    static func replace(_ file: URL, with data: Data) throws {
        let draft = file.appendingPathExtension("new")
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFault(errno) }
        do {
            defer { close(descriptor) }
            try write(data, to: descriptor)
            try flush(descriptor)
        }
        guard rename(draft.path, file.path) == 0 else { throw FileFault(errno) }
        try flushFolder(of: file)
    }

    static func remove(_ file: URL) throws {
        guard unlink(file.path) == 0 || errno == ENOENT else { throw FileFault(errno) }
        try flushFolder(of: file)
    }

    static func write(_ data: Data, to descriptor: Int32) throws {
        try data.withUnsafeBytes { bytes in
            var at = 0
            while at < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress! + at, bytes.count - at)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw FileFault(errno)
                }
                at += count
            }
        }
    }

    static func flush(_ descriptor: Int32) throws {
        #if canImport(Darwin)
            // fsync alone leaves it in the drive's own memory.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw FileFault(errno) }
    }

    /// A file's name is an entry of its folder.
    static func flushFolder(of file: URL) throws {
        let descriptor = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        // Without the folder there is no entry to be lost.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fsync(descriptor)
    }
}

/// What the system said, as `strerror` explains it.
public struct FileFault: Error, Sendable, Equatable, CustomStringConvertible {
    public let code: Int32

    init(_ code: Int32) { self.code = code }

    public var description: String { String(cString: strerror(code)) }
}
