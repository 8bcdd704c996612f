import CPosix

enum Memory {
    /// A page's buffers are freed and allocated again within a millisecond. By default, glibc returns their memory to
    /// the kernel and requests it again for nearly every page (an madvise and its page faults, seen with strace). So a
    /// few MiB stay allocated, in few arenas. Called once, at the start of `serve`.
    static func keepFreed() {
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
        mallopt(M_ARENA_MAX, 8)
        // Small blocks are in each thread's own cache; fast bins would be consolidated at each large free.
        mallopt(M_MXFAST, 0)
    }
}
