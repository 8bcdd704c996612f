import Foundation

/// The time at which a call must have ended.
struct Deadline: Sendable {
    let end: ContinuousClock.Instant

    init(after time: Duration) { end = .now.advanced(by: time) }

    var left: Duration { ContinuousClock.now.duration(to: end) }

    /// Runs `work`, and cancels it at the deadline: then it throws `CallFault.deadline`.
    func run<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(until: end, clock: .continuous)
                throw CallFault.deadline
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
