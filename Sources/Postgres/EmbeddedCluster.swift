import CPQ
import Glibc

/// A private PostgreSQL in a data directory: checksums on, a Unix socket only, mode 0700, started and stopped with
/// Roost.
///
/// If root starts Roost, PostgreSQL runs as `postgres`, since it refuses to run as root. After a Roost that was
/// killed, the orphaned postmaster of this directory is shut down in order before the new one starts.
package final class EmbeddedCluster: @unchecked Sendable {
    package static let majorVersion = "15"
    package let directory: String
    private let socketDirectory: String
    private let bin: String
    /// The PostgreSQL program that was started, and the one that replaced it with the time at which that was last
    /// seen to change.
    private var program: Program?
    private var replaced: (by: Program, at: UInt64)?
    private let settings: [String: String]
    /// Seconds.
    private let patience: Int
    private var lock: Int32 = -1
    private var postmaster: pid_t = 0
    private let condition = Condition()
    private var exited = false

    private var cluster: String { directory + "/postgres" }
    private var log: String { directory + "/postgres.log" }

    /// Returns the connection string of the database `name` for `user`, its owner by default, over the socket.
    package func connectionString(database name: String = "roost", user: String = "roost_owner") -> String {
        Self.connectionString(socketDirectory, database: name, user: user)
    }

    /// Returns the connection string of a cluster in `directory` that another process runs; nil if none answers.
    package static func running(in directory: String, user: String = "roost_owner") -> String? {
        let place = socketDirectory(for: directory)
        guard (try? SocketDirectory.check(place)) != nil else { return nil }
        let owner = connectionString(place, database: "roost", user: "roost_owner")
        guard (try? Connection(owner)) != nil else { return nil }
        return connectionString(place, database: "roost", user: user)
    }

    /// libpq compares the server's user with the socket directory's owner, so that another user's server is not
    /// trusted.
    private static func connectionString(_ socketDirectory: String, database name: String, user: String) -> String {
        let peer = SocketDirectory.owner(socketDirectory).map { " requirepeer='\($0)'" } ?? ""
        return "host='\(socketDirectory)' dbname='\(name)' user='\(user)'\(peer)"
    }

    /// Starts the cluster in `directory`, and creates it first if it does not exist. Throws a `Problem`. `isCommand`
    /// tells another process that finds the directory in use that it helps to wait a moment. `patience`: the seconds
    /// that a started server may keep silent.
    package init(
        directory: String, isCommand: Bool = false, settings: [String: String] = [:], binaries: String? = nil,
        patience: Int = 60
    ) throws {
        self.directory = directory
        self.patience = patience
        guard let bin = binaries ?? Self.binaries else { throw Problem.notInstalled }
        if getuid() == 0, getpwnam("postgres") == nil { throw Problem.noUnprivilegedUser }
        self.settings = settings
        self.bin = bin
        socketDirectory = try Self.prepare(directory)
        try takeLock(isCommand: isCommand)
        do {
            try create()
            try clearOrphan()
            try startInTheEnd()
            try bootstrap()
        } catch {
            stop()
            throw error
        }
    }

    deinit { if lock >= 0 { close(lock) } }

    /// setpriv (util-linux) switches to the user without a login session, and requests SIGINT when Roost dies. Roost
    /// may have started as another user than root since root created the cluster.
    private var asUser: [String] {
        guard getuid() == 0, let entry = getpwnam("postgres") else { return ["setpriv", "--pdeathsig=INT", "--"] }
        let (user, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
        return ["setpriv", "--reuid=\(user)", "--regid=\(group)", "--clear-groups", "--pdeathsig=INT", "--"]
    }

    private static let binaries: String? = {
        let place = "/usr/lib/postgresql/\(majorVersion)/bin"
        return access(place + "/postgres", X_OK) == 0 ? place : nil
    }()

    private static func prepare(_ directory: String) throws -> String {
        try makeDirectory(directory, mode: 0o711)
        let place = socketDirectory(for: directory)
        try makeDirectory(place, mode: 0o700)
        try SocketDirectory.check(place)
        return place
    }

    /// A socket's path may have 107 bytes, so for a deep directory the socket is in /tmp, under a hash (FNV-1a) of
    /// the directory's name.
    private static func socketDirectory(for directory: String) -> String {
        let near = directory + "/socket"
        if near.utf8.count <= 90 { return near }
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in directory.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        return "/tmp/roost-\(getuid())-" + String(hash, radix: 36)
    }

    private static func makeDirectory(_ path: String, mode: mode_t) throws {
        var parents = ""
        for part in path.split(separator: "/") {
            parents += "/" + part
            let made = mkdir(parents, parents == path ? mode : 0o755)
            if made != 0, errno != EEXIST {
                if errno == ENOSPC { throw Problem.noSpace(directory: path) }
                throw Problem.io("can't make the directory \(parents): \(String(cString: strerror(errno)))")
            }
        }
    }

    private func takeLock(isCommand: Bool) throws {
        lock = open(directory + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            if errno == ENOSPC { throw Problem.noSpace(directory: directory) }
            throw Problem.io("can't write in \(directory): \(String(cString: strerror(errno)))")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let byCommand = SmallFile.text(directory + "/lock")?.hasPrefix("command") ?? false
            throw Problem.inUse(directory: directory, byCommand: byCommand)
        }
        let holder = isCommand ? "command\n" : "server\n"
        ftruncate(lock, 0)
        _ = holder.withCString { write(lock, $0, strlen($0)) }
    }

    private func create() throws {
        if let version = SmallFile.text(cluster + "/PG_VERSION") {
            guard version.trimmed == Self.majorVersion else {
                throw Problem.otherVersion(directory: cluster, found: version.trimmed, wanted: Self.majorVersion)
            }
            return
        }
        // A directory without PG_VERSION belongs to something else: a creation that was interrupted leaves only
        // `making`, which is renamed when it is complete.
        if access(cluster, F_OK) == 0 { throw Problem.foreign(directory: cluster) }
        let making = directory + "/postgres.making"
        _ = try Subprocess.run(["rm", "-rf", making], output: log)
        try Self.makeDirectory(making, mode: 0o700)
        try own(making)
        try own(socketDirectory)
        let made = try Subprocess.run(
            asUser + [
                bin + "/initdb", "-D", making, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8",
                "--data-checksums", "--no-instructions",
            ], output: log)
        guard made == 0 else {
            let why = problem("initdb")
            _ = try? Subprocess.run(["rm", "-rf", making], output: log)
            throw why
        }
        guard rename(making, cluster) == 0 else { throw Problem.io("can't rename \(making)") }
    }

    private func own(_ path: String) throws {
        guard getuid() == 0, let entry = getpwnam("postgres") else { return }
        guard chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0 else {
            throw Problem.io("can't give \(path) to postgres: \(String(cString: strerror(errno)))")
        }
    }

    /// After kill -9 of Roost its postmaster may still run, or its pid file may name an unrelated process.
    private func clearOrphan() throws {
        guard let text = SmallFile.text(cluster + "/postmaster.pid"),
            let line = text.split(separator: "\n").first, let pid = pid_t(line)
        else { return }
        // The process is ours only if its working directory is this cluster: never signal an unrelated process that
        // reuses the pid.
        func isOurs() -> Bool {
            var target = [CChar](repeating: 0, count: 4096)
            let length = readlink("/proc/\(pid)/cwd", &target, 4095)
            guard length > 0 else { return false }
            var mine = [CChar](repeating: 0, count: 4097)
            guard realpath(cluster, &mine) != nil else { return false }
            return strcmp(target, mine) == 0
        }
        guard isOurs() else {
            unlink(cluster + "/postmaster.pid")
            return
        }
        kill(pid, SIGINT)
        for attempt in 0..<300 where isOurs() {
            if attempt == 100 { kill(pid, SIGQUIT) }
            usleep(50_000)
        }
        if isOurs() {
            throw Problem.failed(step: "stopping the PostgreSQL that a killed Roost left behind (pid \(pid))", log: "")
        }
    }

    private func start() throws {
        try own(socketDirectory)
        try SocketDirectory.check(socketDirectory)
        var values = [
            "listen_addresses": "", "unix_socket_directories": socketDirectory, "unix_socket_permissions": "0700",
            "max_connections": "60", "shared_buffers": "256MB", "work_mem": "16MB", "maintenance_work_mem": "256MB",
            "effective_cache_size": "1GB", "random_page_cost": "1.1", "jit": "off", "wal_compression": "on",
            "max_wal_size": "2GB", "checkpoint_timeout": "15min", "log_timezone": "UTC", "timezone": "UTC",
            "password_encryption": "scram-sha-256", "logging_collector": "off", "log_min_messages": "warning",
            // The details of errors quote values: "Key (email)=(…) already exists".
            "log_error_verbosity": "terse",
        ]
        values.merge(settings) { _, given in given }
        let flags = values.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
        let logStart = SmallFile.size(log)
        program = Program(bin)
        // pdeathsig is bound to the thread that started the child, so this thread waits until the child has ended.
        let started = condition.locked { () -> Bool in
            startThread(named: "postmaster") { [self] in
                let pid =
                    (try? Subprocess.start(asUser + [bin + "/postgres", "-D", cluster] + flags, output: log)) ?? -1
                condition.locked {
                    postmaster = pid
                    exited = pid < 0
                    condition.broadcast()
                }
                guard pid > 0 else { return }
                _ = Subprocess.wait(pid)
                condition.locked {
                    exited = true
                    condition.broadcast()
                }
            }
            while postmaster == 0 { condition.wait(milliseconds: 50) }
            return !exited
        }
        guard started else { throw problem("starting", from: logStart) }
        guard try waitForAnswer(from: logStart) else {
            throw problem("starting (it did not answer within \(patience) seconds)", from: logStart)
        }
    }

    /// Returns false if the server keeps silent for longer than `patience`. One that answers that it isn't ready yet
    /// recovers from a crash: that takes as long as there is to do since the last checkpoint, and to stop it would mean
    /// to begin anew, each time.
    private func waitForAnswer(from logStart: Int) throws -> Bool {
        let address = connectionString(database: "postgres", user: "postgres")
        var heard = monotonicNanoseconds()
        var pause: UInt32 = 20_000
        while monotonicNanoseconds() - heard < UInt64(patience) * 1_000_000_000 {
            if condition.locked({ exited }) { throw problem("starting", from: logStart) }
            if (try? Connection(address)) != nil { return true }
            if PQping(address) == PQPING_REJECT { heard = monotonicNanoseconds() }
            usleep(pause)
            // Each refusal is a line in its log.
            pause = min(pause * 2, 500_000)
        }
        return false
    }

    /// Creates the owner's role and the database, once. The owner is no superuser, so row-level security applies to
    /// it too.
    private func bootstrap() throws {
        let connection = try Connection(connectionString(database: "postgres", user: "postgres"))
        let state = try connection.send(
            """
            select exists (select from pg_roles where rolname = 'roost_owner') as role,
                   exists (select from pg_database where datname = 'roost') as database
            """
        ).rows()
        guard let row = state.first else { return }
        if try !row.bool("role") { try connection.script("create role roost_owner login createrole createdb") }
        if try !row.bool("database") { try connection.script("create database roost owner roost_owner") }
    }

    /// Fast shutdown: PostgreSQL ends running statements and writes the shutdown checkpoint.
    package func stop() {
        shutDown()
        if lock >= 0 {
            close(lock)
            lock = -1
        }
    }

    private func shutDown() {
        condition.locked {
            guard postmaster > 0, !exited else { return }
            kill(postmaster, SIGINT)
            var waited = 0
            while !exited {
                condition.wait(milliseconds: 100)
                waited += 1
                if waited == 600 { kill(postmaster, SIGQUIT) }
            }
        }
    }

    package enum Healing: Equatable, Sendable {
        case nothing
        /// PostgreSQL ended by itself: it was killed, or ran out of memory.
        case ended
        /// Its packages were upgraded. New backends would load new libraries into the old server, and every write
        /// would fail.
        case replaced
    }

    /// Restarts PostgreSQL if it must, and returns the reason. Call it every half second.
    package func heal() throws -> Healing {
        let isDead = condition.locked { exited }
        guard isDead || isReplaced() else { return .nothing }
        if !isDead { shutDown() }
        replaced = nil
        try clearOrphan()
        try startInTheEnd()
        return isDead ? .ended : .replaced
    }

    /// True if the program on the disk differs from the running one, has not changed for three seconds, and can be
    /// started.
    private func isReplaced() -> Bool {
        guard let now = Program(bin), let program, now.isOther(than: program) else {
            replaced = nil
            return false
        }
        if replaced?.by != now { replaced = (now, monotonicNanoseconds()) }
        guard let replaced, monotonicNanoseconds() - replaced.at > 3_000_000_000 else { return false }
        return (try? Subprocess.run([bin + "/postgres", "--version"], output: "/dev/null")) == 0
    }

    /// The properties of PostgreSQL's files that change when its packages are upgraded.
    private struct Program: Equatable {
        private var inode: UInt
        private var changedAt: Int
        /// Of the directory of its libraries, which an upgrade unpacks one after another.
        private var librariesChangedAt: Int

        /// nil if the program does not exist: an upgrade is under way.
        init?(_ bin: String) {
            var info = stat()
            guard stat(bin + "/postgres", &info) == 0 else { return nil }
            (inode, changedAt) = (UInt(info.st_ino), info.st_mtim.tv_sec)
            guard stat(bin + "/../lib", &info) == 0 else { return nil }
            librariesChangedAt = info.st_mtim.tv_sec
        }

        func isOther(than other: Program) -> Bool { inode != other.inode || changedAt != other.changedAt }
    }

    /// Retries for some seconds. A postmaster that was killed leaves backends, which hold its shared memory until
    /// they notice, and one that is just ending still has its socket.
    private func startInTheEnd() throws {
        for attempt in 1... {
            condition.locked {
                postmaster = 0
                exited = false
            }
            let logStart = SmallFile.size(log)
            do {
                return try start()
            } catch {
                let text = String(decoding: Array((SmallFile.text(log) ?? "").utf8).dropFirst(logStart), as: UTF8.self)
                let passes = ["already exists", "still in use", "is being used"].contains { text.contains($0) }
                if !passes || attempt == 50 { throw error }
                usleep(200_000)
                try clearOrphan()
            }
        }
    }

    /// The postmaster's pid, for tests that kill it.
    package var pid: Int32 { condition.locked { postmaster } }

    package var isRunning: Bool { condition.locked { postmaster > 0 && !exited } }

    private func problem(_ step: String, from start: Int = 0) -> Problem {
        let text = SmallFile.text(log) ?? ""
        let tail = String(decoding: Array(text.utf8).dropFirst(start).suffix(1500), as: UTF8.self)
        if tail.contains("No space left on device") { return .noSpace(directory: directory) }
        return .failed(step: step, log: tail.trimmed)
    }
}
