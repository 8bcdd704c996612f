import Console
import Glibc
import Postgres

/// What the kernel says about this process.
package enum ProcessMemory {
    /// Resident set in bytes, from /proc/self/statm; 0 where there is none.
    package static var residentBytes: Int {
        let text = SmallFile.text("/proc/self/statm") ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
