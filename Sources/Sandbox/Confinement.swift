import CSandbox
import Glibc

/// The limits of a process that reads an uploaded file. It reads the whole file, then sets its limits and gives up
/// its system calls, and only then interprets the first byte.
package struct Confinement: Sendable, Equatable {
    /// Bytes of address space, in addition to what the process uses when it has read its input.
    package var memory: Int
    /// Seconds of processor time.
    package var seconds: Int

    package init(memory: Int, seconds: Int) {
        self.memory = memory
        self.seconds = seconds
    }

    package enum Problem: Error {
        case noLimit(Int32)
        case noFilter(Int32)
        case tooLong
    }

    /// Reads the whole input, of at most `most` bytes. Afterwards the process can only compute, write to its output,
    /// and end.
    package func read(upTo most: Int) throws(Problem) -> [UInt8] {
        try Self.endWithParent()
        let input = try Self.read(upTo: most)
        try confine(reads: false)
        return input
    }

    /// For an input of any length: behind it the process can do the same, and read its input on (`piece`).
    package func begin() throws(Problem) {
        try Self.endWithParent()
        try confine(reads: true)
    }

    private static func endWithParent() throws(Problem) {
        if case let status = roost_end_with_parent(), status != 0 { throw .noLimit(status) }
        // Where memory runs out, it is this process that the kernel takes.
        write("1000", to: "/proc/self/oom_score_adj")
    }

    private func confine(reads: Bool) throws(Problem) {
        // libzip tells the time of day of a part, for which the C library reads its zone's file: once, and it is done here.
        tzset()
        try limit(RLIMIT_AS, Self.addressSpace() + memory)
        try limit(RLIMIT_CPU, seconds)
        try limit(RLIMIT_FSIZE, 0)
        try limit(RLIMIT_CORE, 0)
        try limit(RLIMIT_NOFILE, 3)
        if case let status = roost_confine(reads ? 1 : 0), status != 0 { throw .noFilter(status) }
    }

    /// The next bytes of the input, as many as there are room for in `buffer`; 0 at its end.
    package static func piece(_ buffer: inout [UInt8]) -> Int {
        while true {
            let count = Glibc.read(0, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return max(0, count)
        }
    }

    /// Writes all bytes: a pipe accepts only as many as it has room for.
    package static func answer(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                // The reader has closed the pipe.
                guard count > 0 else { _exit(1) }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func limit(_ what: __rlimit_resource, _ value: Int) throws(Problem) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        guard setrlimit(__rlimit_resource_t(what.rawValue), &limit) == 0 else { throw .noLimit(errno) }
    }

    private static func read(upTo most: Int) throws(Problem) -> [UInt8] {
        var input: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 262_144)
        while true {
            let count = Glibc.read(0, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return input }
            guard input.count + count <= most else { throw .tooLong }
            input += buffer[..<count]
        }
    }

    /// Returns the bytes of address space that the process uses now, its input included.
    private static func addressSpace() -> Int {
        var text = [UInt8](repeating: 0, count: 64)
        let file = open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let count = Glibc.read(file, &text, text.count)
        let pages = Int(String(decoding: text[..<max(0, count)].prefix { $0 != 0x20 }, as: UTF8.self)) ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func write(_ text: String, to path: String) {
        let file = open(path, O_WRONLY)
        guard file >= 0 else { return }
        _ = Glibc.write(file, text, text.utf8.count)
        close(file)
    }
}
