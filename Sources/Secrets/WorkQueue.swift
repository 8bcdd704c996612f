import Glibc
import Synchronization

/// The threads of a `WorkGate` and their queue. The threads hold a reference to it, not to the gate: so the gate can
/// be released.
final class WorkQueue: Sendable {
    /// Set when the caller's task is cancelled, which may be before the job is submitted.
    final class Cancellation: Sendable {
        let flag = Atomic(false)
        var isSet: Bool { flag.load(ordering: .sequentiallyConsistent) }
    }

    struct Job: Sendable {
        var cancelled: Cancellation
        var run: @Sendable () -> Void
        var refuse: @Sendable (any Error) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var working = 0
        var stopped = false
    }

    private let width: Int
    private let waiting: Int
    private let state = Mutex(State())
    // One post per submitted job and one per thread at the end; a thread that finds no job waits again. A semaphore
    // is shared by its address, hence the `unsafe`.
    private nonisolated(unsafe) let posts = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init(width: Int, waiting: Int) {
        self.width = width
        self.waiting = waiting
        sem_init(posts, 0, 0)
    }

    deinit {
        sem_destroy(posts)
        posts.deallocate()
    }

    func start() {
        for _ in 0..<width {
            var thread = pthread_t()
            let me = Unmanaged.passRetained(self)
            let code = pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    Unmanaged<WorkQueue>.fromOpaque(context).takeRetainedValue().work()
                    return nil
                }, me.toOpaque())
            // This happens at start-up, without input from outside: a machine without a free thread can't serve.
            precondition(code == 0, "no thread for password hashes: errno \(code)")
            pthread_detach(thread)
        }
    }

    /// The threads finish waiting jobs, then end.
    func stop() {
        state.withLock { $0.stopped = true }
        for _ in 0..<width { sem_post(posts) }
    }

    var waitingNow: Int { state.withLock { $0.jobs.count } }
    var workingNow: Int { state.withLock { $0.working } }

    func submit(_ job: Job) {
        let refusal: (any Error)? = state.withLock { state in
            if job.cancelled.isSet { return CancellationError() }
            // Jobs that a free thread is about to start count as started.
            guard state.working + state.jobs.count < width + waiting else { return WorkGate.Refusal.overloaded }
            state.jobs.append(job)
            return nil
        }
        if let refusal { job.refuse(refusal) } else { sem_post(posts) }
    }

    /// Removes jobs of clients that disconnected, so that a flood of aborted requests does not fill the queue.
    func dropCancelled() {
        let dropped = state.withLock { state in
            // Each flag is read once: if one is set meanwhile, its own call finds it.
            var dropped: [Job] = []
            state.jobs.removeAll { job in
                guard job.cancelled.isSet else { return false }
                dropped.append(job)
                return true
            }
            return dropped
        }
        for job in dropped { job.refuse(CancellationError()) }
    }

    private func work() {
        while true {
            while sem_wait(posts) != 0 {}  // EINTR
            let (job, stopped) = state.withLock { state -> (Job?, Bool) in
                guard !state.jobs.isEmpty else { return (nil, state.stopped) }
                state.working += 1
                return (state.jobs.removeFirst(), false)
            }
            if stopped { return }
            guard let job else { continue }
            job.run()
            state.withLock { $0.working -= 1 }
        }
    }
}
