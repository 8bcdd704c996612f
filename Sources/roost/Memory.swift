import CPosix

enum Memory {
    /// A page's buffers are freed and allocated again within a millisecond. By default, glibc returns their memory to
    /// the kernel and requests it again for nearly every page (an madvise and its page faults, seen with strace). So a
    /// few MiB stay allocated, in few arenas. Called once, at the start of `serve`.
    ///
    /// What a burst of requests has left between the blocks in use, `returnFreed` returns.
    static func keepFreed() {
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        mallopt(M_MMAP_THRESHOLD, 1 << 20)
        mallopt(M_ARENA_MAX, 4)
        // Small blocks are in each thread's own cache; fast bins would be consolidated at each large free.
        mallopt(M_MXFAST, 0)
    }

    /// Returns freed pages to the kernel, wherever in the heap they are: otherwise a server keeps for good what it used
    /// under its highest load.
    static func returnFreed() { _ = malloc_trim(0) }
}
