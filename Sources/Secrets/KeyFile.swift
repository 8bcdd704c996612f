import Crypto
import Glibc

/// A text file with one master key per line, 32 bytes in base64, the current one first; mode 0600 or stricter.
package enum KeyFile {
    private static let longest = 4_096

    /// Reads all keys. A symbolic link is followed (mounted secrets are links); the file itself must be regular.
    package static func read(_ path: String) throws(KeyFileError) -> [SymmetricKey] {
        var text = try contents(of: path)
        defer { wipe(&text) }
        var keys: [SymmetricKey] = []
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let trimmed = line.filter {
                $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\t")
            }
            guard !trimmed.isEmpty else { continue }
            guard var bytes = Base64.padded.decode(trimmed) else { throw .notBase64(path, line: index + 1) }
            defer { wipe(&bytes) }
            guard bytes.count == 32 else { throw .wrongLength(path, line: index + 1, bytes: bytes.count) }
            keys.append(SymmetricKey(data: bytes))
        }
        guard !keys.isEmpty else { throw .empty(path) }
        return keys
    }

    /// Creates a file with one new key, mode 0600, and syncs it to disk before it returns. Never overwrites.
    package static func create(_ path: String, using random: inout some RandomNumberGenerator) throws(KeyFileError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw errno == EEXIST ? .exists(path) : .unreadable(path, errno: errno) }
        defer { close(file) }
        var key = randomBytes(32, using: &random)
        var text = Array((Base64.padded.encode(key) + "\n").utf8)
        defer {
            wipe(&key)
            wipe(&text)
        }
        // The file has 45 bytes, so a short write means that the disk is full.
        guard write(file, text, text.count) == text.count, fsync(file) == 0 else {
            let code = errno
            unlink(path)
            throw .unreadable(path, errno: code)
        }
    }

    /// Properties that differ after a file was replaced or written to: device, inode, size, time of change in
    /// nanoseconds.
    struct Mark: Sendable, Equatable {
        let device: UInt
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// nil if there is no such file.
    static func mark(_ path: String) -> Mark? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Mark(
            device: UInt(status.st_dev), inode: UInt(status.st_ino), size: Int(status.st_size),
            seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
    }

    /// Replaces the file's keys with these, the current one first: atomically for concurrent readers, and synced to
    /// disk before it returns. A link is refused: its target belongs to another program.
    package static func replace(_ path: String, with keys: [SymmetricKey]) throws(KeyFileError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw errno == ENOENT ? .missing(path) : .unreadable(path, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notReplaceable(path) }
        let fresh = path + ".new"
        unlink(fresh)
        let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o700)
        guard file >= 0 else { throw .unreadable(fresh, errno: errno) }
        defer { close(file) }
        var text: [UInt8] = []
        defer { wipe(&text) }
        for key in keys { text += Array((key.withUnsafeBytes { Base64.padded.encode(Array($0)) } + "\n").utf8) }
        guard fchown(file, status.st_uid, status.st_gid) == 0, write(file, text, text.count) == text.count,
            fsync(file) == 0,
            rename(fresh, path) == 0
        else {
            let code = errno
            unlink(fresh)
            throw .unreadable(path, errno: code)
        }
        let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    private static func contents(of path: String) throws(KeyFileError) -> [UInt8] {
        // O_NONBLOCK: a pipe without a writer would block the start-up for ever.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw errno == ENOENT ? .missing(path) : .unreadable(path, errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
        guard status.st_mode & 0o077 == 0 else { throw .tooOpen(path, mode: status.st_mode & 0o777) }
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        defer { wipe(&bytes) }
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .unreadable(path, errno: errno) }
            if got == 0 { break }
            count += got
        }
        guard count <= longest else { throw .tooLarge(path) }
        return Array(bytes[..<count])
    }
}
