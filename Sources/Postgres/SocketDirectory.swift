import Glibc

/// The directory of the private cluster's socket. A user who can write there could put another server in its place,
/// and a user who can open it signs in without a password.
enum SocketDirectory {
    /// Throws unless the path is a directory, not a link, of a trusted user, with mode 0700.
    static func check(_ path: String) throws(EmbeddedCluster.Problem) {
        var info = stat()
        guard lstat(path, &info) == 0 else { throw .io("\(path): \(String(cString: strerror(errno)))") }
        let mode = info.st_mode & 0o7777
        guard info.st_mode & S_IFMT == S_IFDIR, mode == 0o700, isTrusted(info.st_uid) else {
            throw .socketDirectory(path)
        }
    }

    /// Trusted users: root, this process's user and, if that is root, the user that runs PostgreSQL.
    private static func isTrusted(_ user: uid_t) -> Bool {
        if user == 0 || user == geteuid() { return true }
        guard geteuid() == 0, let postgres = getpwnam("postgres") else { return false }
        return user == postgres.pointee.pw_uid
    }

    /// Returns the name of the owner; nil if the owner has no name, which happens in containers.
    static func owner(_ path: String) -> String? {
        var info = stat()
        guard lstat(path, &info) == 0, let entry = getpwuid(info.st_uid) else { return nil }
        return String(cString: entry.pointee.pw_name)
    }
}
