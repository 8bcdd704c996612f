import Foundation

/// A file that is only appended to: one line for each record, with a checksum. An appended record survives a kill; a
/// line that a kill cut off, or whose bytes have changed, is ignored.
///
/// Only one object opens it at a time: another process gets `JournalFault.inUse`.
final class Journal {
    private let file: URL
    private let lock: FileLock
    private var descriptor: Int32
    /// The bytes of whole lines.
    private(set) var bytes = 0
    /// True if a part of a line may follow them.
    private var isTorn = false
    /// Counts lines in the middle of the file whose checksum is wrong.
    private(set) var damaged = 0

    /// The records that the file had when it was opened, in order.
    private(set) var found: [Data] = []

    init(_ file: URL) throws {
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        self.file = file
        lock = try FileLock(file.appendingPathExtension("lock"))
        descriptor = open(file.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFault(errno) }
        do {
            try read()
            try DurableFile.flushFolder(of: file)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private func read() throws {
        let all = try Data(contentsOf: file)
        var start = all.startIndex
        while let end = all[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if let record = Self.record(all[start..<end]) { found.append(record) } else { damaged += 1 }
            start = all.index(after: end)
        }
        bytes = start - all.startIndex
        // Bytes after the last line end were being written when the process ended; no caller was told that they are
        // stored.
        if bytes < all.count {
            try cut()
            try DurableFile.flush(descriptor)
        }
    }

    /// Frees the memory of the records that were read.
    func forgetFound() { found = [] }

    /// Appends the whole record or nothing of it. When it returns, the record is on the disk; with `isDurable` false it
    /// survives a kill of the process, but perhaps not a loss of power.
    func append(_ record: Data, isDurable: Bool = true) throws {
        let line = Self.line(record)
        if isTorn { try cut() }
        isTorn = true
        do {
            try DurableFile.write(line, to: descriptor)
            if isDurable { try DurableFile.flush(descriptor) }
        } catch {
            try? cut()
            throw error
        }
        (bytes, isTorn) = (bytes + line.count, false)
    }

    /// Cuts off what was written of a record that failed: otherwise it would damage the next one.
    private func cut() throws {
        guard ftruncate(descriptor, off_t(bytes)) == 0 else { throw FileFault(errno) }
        isTorn = false
    }

    /// Replaces the file's records by these.
    func replace(with records: [Data]) throws {
        var lines = Data()
        for record in records { lines += Self.line(record) }
        try DurableFile.replace(file, with: lines)
        let new = open(file.path, O_RDWR | O_APPEND | O_CLOEXEC)
        guard new >= 0 else { throw FileFault(errno) }
        close(descriptor)
        (descriptor, bytes, isTorn) = (new, lines.count, false)
    }

    // MARK: Lines

    /// Eight hex digits, a space, the record, a line end. No record contains a line end: they are JSON.
    static func line(_ record: Data) -> Data {
        let sum = String(CheckSum.of(record), radix: 16)
        return Data((String(repeating: "0", count: 8 - sum.count) + sum + " ").utf8) + record
            + Data([UInt8(ascii: "\n")])
    }

    static func record(_ line: Data) -> Data? {
        guard line.count > 9, let sum = UInt32(String(decoding: line.prefix(8), as: UTF8.self), radix: 16) else {
            return nil
        }
        let record = Data(line.dropFirst(9))
        return CheckSum.of(record) == sum ? record : nil
    }
}

public enum JournalFault: Error, Sendable {
    /// Another process, or another client of this one, has opened the file.
    case inUse
}

/// A lock on a file. The system releases it when the process ends, for whatever reason.
private final class FileLock {
    private let descriptor: Int32

    init(_ file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFault(errno) }
        // A released client holds it until its last task has ended, and a child process until it has become another
        // program: both take a moment.
        var patience = 25
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard patience > 0 else {
                close(descriptor)
                throw JournalFault.inUse
            }
            patience -= 1
            usleep(20_000)
        }
    }

    deinit { close(descriptor) }
}

/// CRC-32 as in zip files: it detects damage, not manipulation.
enum CheckSum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }

    static func of(_ data: Data) -> UInt32 {
        ~data.reduce(UInt32.max) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    }
}
