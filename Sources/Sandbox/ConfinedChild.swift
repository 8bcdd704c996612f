import CPosix
import Glibc

/// The program that reads uploaded files in a process of its own: Roost itself, started with a command that nobody
/// types.
package struct ConfinedProgram: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// The running program, even if another one was installed in its place meanwhile.
    package static let itself = ConfinedProgram(path: "/proc/self/exe")
}

/// Why a child gave no result.
package enum ConfinedProblem: Error, Sendable, Equatable {
    case notStarted(Int32)
    /// It exceeded its time limit, and was killed.
    case silent
    /// It ended by a signal (128 and more), for example when memory or time ran out, or without a result.
    case ended(Int32)
}

/// A process that reads one file and returns its content. It has nothing but these bytes: no environment, no open
/// files and, from the first byte that it interprets, no system call that could reach anything else.
///
/// Only one thread at a time may use it; that thread waits in `read`. The process is killed when the last reference
/// to it is released.
package final class ConfinedChild {
    let process: pid_t
    private let socket: Int32
    private let deadline: Deadline
    private var isReaped = false

    /// How long the parent waits: for the whole result, or for its next piece.
    package enum Deadline: Sendable {
        case whole(seconds: Int)
        case piece(seconds: Int)
    }

    /// Hands the whole input over before it returns: the child reads all of it before it answers.
    package convenience init(
        _ program: ConfinedProgram, _ arguments: [String], input: [UInt8], within deadline: Deadline
    ) throws(ConfinedProblem) {
        try self.init(program, arguments, within: deadline)
        try send(input)
        endInput()
    }

    /// Its input comes piece by piece (`exchange`), up to `endInput`.
    package init(_ program: ConfinedProgram, _ arguments: [String], within deadline: Deadline) throws(ConfinedProblem) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .notStarted(errno)
        }
        socket = ends[0]
        self.deadline =
            switch deadline {
            case .whole(let seconds): .whole(seconds: Self.now() + seconds)
            case .piece: deadline
            }
        defer { close(ends[1]) }
        do {
            process = try Self.start([program.path] + arguments, on: ends[1])
        } catch {
            close(socket)
            throw error
        }
    }

    deinit {
        end()
        close(socket)
    }

    /// Returns the next bytes; none at the end of a complete result.
    package func read() throws(ConfinedProblem) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            try wait(for: Int16(POLLIN))
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count > 0 { return Array(buffer[..<count]) }
            let status = reap()
            guard status == 0 else { throw .ended(status) }
            return []
        }
    }

    /// Returns the whole result; throws if it is longer than `most` bytes.
    package func answer(upTo most: Int) throws(ConfinedProblem) -> [UInt8] {
        var all: [UInt8] = []
        while case let bytes = try read(), !bytes.isEmpty {
            all += bytes
            guard all.count <= most else { throw .ended(0) }
        }
        return all
    }

    private func send(_ input: [UInt8]) throws(ConfinedProblem) {
        var sent = 0
        while sent < input.count {
            try wait(for: Int16(POLLOUT))
            let count = input.withUnsafeBytes { bytes in
                Glibc.send(
                    socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw .ended(reap()) }
            sent += count
        }
    }

    package func endInput() { shutdown(socket, Int32(SHUT_WR)) }

    /// Hands a piece of the input over and returns what was answered meanwhile: neither side waits for the other to listen.
    package func exchange(_ piece: [UInt8]) throws(ConfinedProblem) -> [UInt8] {
        var (answered, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        var sent = 0
        while sent < piece.count {
            let ready = try wait(for: Int16(POLLIN | POLLOUT))
            if ready & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                if count > 0 { answered += buffer[..<count] }
                // It ends behind its input and never before.
                if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { throw .ended(reap()) }
            }
            guard ready & Int16(POLLOUT) != 0 else { continue }
            let count = piece.withUnsafeBytes { bytes in
                Glibc.send(
                    socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw .ended(reap()) }
            sent += count
        }
        return answered
    }

    /// Which of the events there are.
    @discardableResult
    private func wait(for events: Int16) throws(ConfinedProblem) -> Int16 {
        let left =
            switch deadline {
            case .whole(let end): end - Self.now()
            case .piece(let seconds): seconds
            }
        var one = pollfd(fd: socket, events: events, revents: 0)
        let count = left <= 0 ? 0 : poll(&one, 1, Int32(left) * 1000)
        guard count == 0 else { return count > 0 ? one.revents : 0 }
        end()
        throw .silent
    }

    private func end() {
        guard !isReaped else { return }
        kill(process, SIGKILL)
        _ = reap()
    }

    /// Returns its exit status; 128 plus the signal's number if a signal killed it.
    private func reap() -> Int32 {
        guard !isReaped else { return 0 }
        isReaped = true
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }

    /// Input and output are one socket. Its error output is dropped: the file may control what it contains.
    private static func start(_ command: [String], on socket: Int32) throws(ConfinedProblem) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, 0)
        posix_spawn_file_actions_adddup2(&actions, socket, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (all, none) = (sigset_t(), sigset_t())
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A process group of its own: Ctrl-C in the terminal reaches only Roost.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        // No backtrace of a crash: the program that prints it would read this process's memory.
        let environment = ["SWIFT_BACKTRACE=enable=no", "TZ=UTC0"] + (variable("LD_LIBRARY_PATH").map { [$0] } ?? [])
        var process: pid_t = 0
        let status = withPointers(command) { arguments in
            withPointers(environment) { posix_spawn(&process, command[0], &actions, &attributes, arguments, $0) }
        }
        guard status == 0 else { throw .notStarted(status) }
        return process
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { "\(name)=\(String(cString: $0))" } }
}

private func withPointers<R>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
}
