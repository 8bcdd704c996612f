import Glibc

/// The number of files and sockets that this process may have open.
package enum Descriptors {
    /// The number that the server needs besides connections: for the database, files, assets and a command.
    package static let reserve = 256

    /// Raises the soft limit, which is 1,024 on most systems, to `wanted` or as far as the hard limit allows. Returns
    /// the new limit.
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
