import Glibc
import Synchronization

/// Limits how many long computations run at a time, on threads of its own: password hashes, images.
///
/// So a flood of sign-ins neither slows the requests of signed-in users (the cooperative pool stays free) nor uses
/// unlimited memory (64 MiB a hash): at most `waiting` jobs wait, and the next is refused while that is cheap.
package final class WorkGate: Sendable {
    package enum Refusal: Error, Sendable, Equatable, CustomStringConvertible {
        /// The response is 503 with Retry-After.
        case overloaded

        package var description: String {
            "more sign-ins or images at once than this machine can work on: refused with 503; if it is no attack, add cores or processes"
        }
    }

    private let queue: WorkQueue

    /// One hash per core, and 32 that wait: three seconds of work on two cores. A process makes one gate at start-up.
    package init(width: Int = WorkGate.cores, waiting: Int = 32) {
        queue = WorkQueue(width: max(1, width), waiting: waiting)
        queue.start()
    }

    deinit { queue.stop() }

    /// The machine's cores. It ignores a container's CPU quota: pass `width` if that is smaller.
    package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Runs `work` on one of the gate's threads. Throws `Refusal.overloaded` if the queue is full, what `work`
    /// throws, or `CancellationError` if the task was cancelled before the work began (the client disconnected).
    package func run<T: Sendable>(_ work: @Sendable @escaping () throws -> T) async throws -> T {
        let cancelled = WorkQueue.Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (answer: CheckedContinuation<T, any Error>) in
                queue.submit(
                    WorkQueue.Job(
                        cancelled: cancelled,
                        run: { answer.resume(with: Result { try work() }) },
                        refuse: { answer.resume(throwing: $0) }))
            }
        } onCancel: {
            cancelled.flag.store(true, ordering: .sequentiallyConsistent)
            queue.dropCancelled()
        }
    }

    /// For the metrics.
    package var waiting: Int { queue.waitingNow }
    package var working: Int { queue.workingNow }
}
