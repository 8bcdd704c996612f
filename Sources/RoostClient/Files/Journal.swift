import Foundation

/// A file that is only appended to: a line for each record, each with its check sum. What was appended is there after a kill; a line
/// that a kill cut off is not, and neither is one whose bytes have changed.
///
/// Whoever has it is the only one: another process gets `JournalFault.inUse`.
final class Journal {
    private let file: URL
    private let lock: FileLock
    private var descriptor: Int32
    /// Of whole lines.
    private(set) var bytes = 0
    /// A part of a line may stand behind them.
    private var isTorn = false
    /// Lines in the middle of the file that were not as they had been written.
    private(set) var damaged = 0

    /// What stood in it, in order.
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
        // What is behind the last line's end was being written when the process ended, and nobody was told that it is there.
        if bytes < all.count {
            try cut()
            try DurableFile.flush(descriptor)
        }
    }

    /// Gives up the memory of what was read.
    func forgetFound() { found = [] }

    /// The whole record or nothing of it. When it returns it is on the disk; with `isDurable` false it is there after a kill of the
    /// process, but perhaps not after the device lost its power.
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

    /// Takes away what was written of a record that failed: it would spoil the next one.
    private func cut() throws {
        guard ftruncate(descriptor, off_t(bytes)) == 0 else { throw FileFault(errno) }
        isTorn = false
    }

    /// Only these are in it now.
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

    /// Eight hex digits, a space, the record, a line end. No record holds a line end: they are JSON.
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
    /// Another process, or another client of this one, has the file.
    case inUse
}

/// The system lets go of it when the process ends, however it ends.
private final class FileLock {
    private let descriptor: Int32

    init(_ file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFault(errno) }
        // A client that was let go of holds it until its last task has ended, and a child process until it has become
        // another program: a moment each.
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

/// CRC-32 as zip files have it: it finds what broke, not what somebody changed.
enum CheckSum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }

    static func of(_ data: Data) -> UInt32 {
        ~data.reduce(UInt32.max) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    }
}
