import Glibc

/// How many files and sockets this process may have open.
package enum Descriptors {
    /// What the server needs besides connections: the database's, files, the assets' and a command's.
    package static let reserve = 256

    /// Raises the soft limit, which is 1,024 on most systems, to as much as `wanted` where the hard one lets it. The limit then.
    @discardableResult
    package static func raise(to wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        if limit.rlim_cur < rlim_t(wanted) {
            var raised = limit
            raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
