import CPosix

enum Memory {
    /// A page's buffers are freed and wanted again within a millisecond. Left alone, glibc gives their memory back to
    /// the kernel and takes it anew for nearly every page (an madvise and its page faults, seen with strace). So a few
    /// MiB are kept, and few arenas keep them. Once, at the start of `serve`.
    static func keepFreed() {
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
        mallopt(M_ARENA_MAX, 8)
        // Small blocks live in each thread's own cache; in fast bins they would be gathered anew at each large free.
        mallopt(M_MXFAST, 0)
    }
}
