import Console
import Glibc
import Postgres

/// The memory of this process, as the kernel reports it.
package enum ProcessMemory {
    /// The resident set in bytes, from /proc/self/statm; 0 on systems without it.
    package static var residentBytes: Int {
        let text = SmallFile.text("/proc/self/statm") ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
