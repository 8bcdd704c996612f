import Glibc
import Postgres

/// The user as whom a server that root started continues after it has bound its port.
///
/// With the private cluster, it is the cluster's owner, so that the server can restart PostgreSQL by itself. With an
/// external database it is the user that ROOST_USER names, else `roost`, or the owner of the data directory.
struct ServiceUser {
    let name: String
    private let id: uid_t
    private let group: gid_t

    /// Returns nil if this process does not run as root.
    static func ifRoot(_ settings: Settings) throws -> ServiceUser? {
        guard geteuid() == 0 else { return nil }
        let found: ServiceUser?
        if settings.databaseURL == nil {
            found = owner(of: settings.data + "/postgres")
        } else if let wanted = settings.user {
            guard let user = named(wanted) else {
                throw Failure("ROOST_USER is “\(wanted)”, and there is no such user")
            }
            found = user
        } else {
            found = named("roost") ?? owner(of: settings.data)
        }
        guard let found, found.id != 0 else {
            throw Failure(
                "root started Roost, which serves as another user: make one with `useradd --system roost`, or name one in ROOST_USER"
            )
        }
        return found
    }

    private init(_ entry: passwd) {
        (name, id, group) = (String(cString: entry.pw_name), entry.pw_uid, entry.pw_gid)
    }

    private static func named(_ name: String) -> ServiceUser? { getpwnam(name).map { ServiceUser($0.pointee) } }

    private static func owner(of path: String) -> ServiceUser? {
        var info = stat()
        guard stat(path, &info) == 0, let entry = getpwuid(info.st_uid) else { return nil }
        return ServiceUser(entry.pointee)
    }

    /// Hands over the files that root made in the data directory, and checks access to everything else: otherwise the
    /// server would find a fault only when it needs the file.
    func prepare(_ settings: Settings, keyFile: String) throws {
        try handOver(settings.data)
        var faults: [String] = []
        func want(_ path: String, _ mode: Int32) {
            if access(path, F_OK) == 0, !may(path, mode) { faults.append(path) }
        }
        want(keyFile, R_OK)
        for directory in [settings.checkpoints, settings.archives] where directory.hasPrefix("/") {
            want(directory, R_OK | W_OK | X_OK)
        }
        guard faults.isEmpty else {
            throw Failure(
                "root started Roost, which serves as \(name), who may not use \(faults.joined(separator: ", ")): run `chown -R \(name) \(faults.joined(separator: " "))`"
            )
        }
    }

    /// Gives up root's rights permanently, in every thread.
    func become() throws {
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(id) == 0 else {
            throw Failure("can't become \(name): \(String(cString: strerror(errno)))")
        }
        guard setuid(0) != 0, getuid() == id, geteuid() == id, getgid() == group else {
            throw Failure("\(name) could still become root")
        }
    }

    /// Checks access as this user, with the effective ids.
    private func may(_ path: String, _ mode: Int32) -> Bool {
        guard setegid(group) == 0 else { return false }
        defer { setegid(0) }
        guard seteuid(id) == 0 else { return false }
        defer { seteuid(0) }
        return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
    }

    // MARK: Handing over

    /// Files of root become this user's, except for the cluster, which belongs to PostgreSQL's user already.
    ///
    /// The user owned the directory before, and may be an attacker by now: no file is looked up twice by its path, no
    /// link is followed, and a file with a second name is left unchanged.
    private func handOver(_ directory: String) throws {
        let handle = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard handle >= 0 else {
            if errno == ENOENT { return }
            throw Failure("can't open \(directory): \(String(cString: strerror(errno)))")
        }
        try give(handle, directory)
        try handOver(handle, directory, except: ["postgres", "postgres.making"])
    }

    /// Takes `handle`, an open directory, and closes it.
    private func handOver(_ handle: Int32, _ path: String, except: Set<String> = []) throws {
        guard let listing = fdopendir(handle) else {
            close(handle)
            throw Failure("can't read \(path): \(String(cString: strerror(errno)))")
        }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != "..", !except.contains(name) else { continue }
            // O_NONBLOCK: a pipe would block the start for ever.
            let inner = openat(handle, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard inner >= 0 else { continue }
            if try give(inner, "\(path)/\(name)") { try handOver(inner, "\(path)/\(name)") } else { close(inner) }
        }
    }

    /// Returns true if it is a directory.
    @discardableResult
    private func give(_ handle: Int32, _ path: String) throws -> Bool {
        var info = stat()
        guard fstat(handle, &info) == 0 else { return false }
        let isDirectory = info.st_mode & S_IFMT == S_IFDIR
        let isPlain = info.st_mode & S_IFMT == S_IFREG && info.st_nlink == 1
        if info.st_uid == 0, isDirectory || isPlain, fchown(handle, id, group) != 0 {
            throw Failure("can't give \(path) to \(name): \(String(cString: strerror(errno)))")
        }
        return isDirectory
    }
}
