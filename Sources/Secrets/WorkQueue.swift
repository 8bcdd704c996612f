import Glibc
import Synchronization

/// The threads of a `WorkGate` and what waits for them. The threads keep it alive, not the gate: so the gate can end.
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
    // One post per submitted job and one per thread at the end; a thread that finds nothing waits again.
    // A semaphore is made to be shared by its address, hence the `unsafe`.
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
            // At start-up, with nothing from outside involved: a machine without a thread to spare can't serve.
            precondition(code == 0, "no thread for password hashes: errno \(code)")
            pthread_detach(thread)
        }
    }

    /// What waits is still done; then the threads end.
    func stop() {
        state.withLock { $0.stopped = true }
        for _ in 0..<width { sem_post(posts) }
    }

    var waitingNow: Int { state.withLock { $0.jobs.count } }
    var workingNow: Int { state.withLock { $0.working } }

    func submit(_ job: Job) {
        let refusal: (any Error)? = state.withLock { state in
            if job.cancelled.isSet { return CancellationError() }
            // Jobs that a free thread is about to take count as taken.
            guard state.working + state.jobs.count < width + waiting else { return WorkGate.Refusal.overloaded }
            state.jobs.append(job)
            return nil
        }
        if let refusal { job.refuse(refusal) } else { sem_post(posts) }
    }

    /// Frees the places of clients that went away, so that a flood of aborted requests does not fill the queue.
    func dropCancelled() {
        let dropped = state.withLock { state in
            // Each flag is read once: one that flips meanwhile is found by its own call.
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
