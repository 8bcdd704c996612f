import Foundation

/// Writes files that must survive a kill.
enum DurableFile {
    static func makeFolder(_ folder: URL) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #if canImport(Darwin)
            // Data of this device's sign-in must not be part of a backup from which another device starts.
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var folder = folder
            try folder.setResourceValues(values)
        #endif
    }

    /// Replaces the file's bytes: it has the old or the new ones, whenever the process ends. Only its owner may read
    /// it.
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
            // fsync alone leaves the bytes in the drive's own memory.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(descriptor) == 0 else { throw FileFault(errno) }
    }

    /// Writes the folder to the disk, which contains the file's name.
    static func flushFolder(of file: URL) throws {
        let descriptor = open(file.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        // Without the folder there is no entry that could be lost.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fsync(descriptor)
    }
}

/// An error of the system, as `strerror` explains it.
public struct FileFault: Error, Sendable, Equatable, CustomStringConvertible {
    public let code: Int32

    init(_ code: Int32) { self.code = code }

    public var description: String { String(cString: strerror(code)) }
}
