import Glibc

/// The directory of the private cluster's socket. Whoever can write there could put a server of their own in its place, and
/// whoever can enter it signs in without a password.
enum SocketDirectory {
    /// Throws unless it is a directory, no link, of a user whom we trust, with mode 0700.
    static func check(_ path: String) throws(EmbeddedCluster.Problem) {
        var info = stat()
        guard lstat(path, &info) == 0 else { throw .io("\(path): \(String(cString: strerror(errno)))") }
        let mode = info.st_mode & 0o7777
        guard info.st_mode & S_IFMT == S_IFDIR, mode == 0o700, isTrusted(info.st_uid) else {
            throw .socketDirectory(path)
        }
    }

    /// Root, this process's user, and, for root, the one as whom PostgreSQL runs.
    private static func isTrusted(_ user: uid_t) -> Bool {
        if user == 0 || user == geteuid() { return true }
        guard geteuid() == 0, let postgres = getpwnam("postgres") else { return false }
        return user == postgres.pointee.pw_uid
    }

    /// The name of its owner; nil for one without a name, as a container may have.
    static func owner(_ path: String) -> String? {
        var info = stat()
        guard lstat(path, &info) == 0, let entry = getpwuid(info.st_uid) else { return nil }
        return String(cString: entry.pointee.pw_name)
    }
}
