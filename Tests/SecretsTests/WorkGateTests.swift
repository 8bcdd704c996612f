import Glibc
import Synchronization
import Testing

@testable import Secrets

@Suite struct WorkGateTests {
    final class Meter: Sendable {
        let now = Atomic(0)
        let most = Atomic(0)
        let done = Atomic(0)

        func work() {
            let running = now.add(1, ordering: .sequentiallyConsistent).newValue
            most.max(running, ordering: .sequentiallyConsistent)
            usleep(2_000)
            now.subtract(1, ordering: .sequentiallyConsistent)
            done.add(1, ordering: .sequentiallyConsistent)
        }
    }

    /// Holds the gate's threads until it is let go, or for 30 s: a failing test must end.
    final class Latch: Sendable {
        let open = Atomic(false)
        func wait() { for _ in 0..<60_000 where !open.load(ordering: .sequentiallyConsistent) { usleep(500) } }
        func release() { open.store(true, ordering: .sequentiallyConsistent) }
    }

    func until(_ condition: () -> Bool) async throws {
        for _ in 0..<30_000 {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("waited 30 s in vain")
    }

    @Test(arguments: [1, 2, 3]) func `never more run at once than the gate is wide`(width: Int) async throws {
        let gate = WorkGate(width: width, waiting: 100)
        let meter = Meter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<60 { group.addTask { try await gate.run { meter.work() } } }
            try await group.waitForAll()
        }
        #expect(meter.most.load(ordering: .sequentiallyConsistent) == width)
        #expect(meter.done.load(ordering: .sequentiallyConsistent) == 60)
    }

    @Test func `as made at start-up it is as wide as the machine has cores`() {
        #expect(WorkGate.cores == sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    @Test func `32 wait, the 33rd is refused at once, and afterwards there is room again`() async throws {
        let gate = WorkGate(width: 2)
        let latch = Latch()
        let running = (0..<2).map { _ in Task { try await gate.run { latch.wait() } } }
        try await until { gate.working == 2 }
        let waiting = (0..<32).map { number in Task { try await gate.run { number } } }
        try await until { gate.waiting == 32 }
        await #expect(throws: WorkGate.Refusal.overloaded) { try await gate.run {} }
        latch.release()
        for task in running { try await task.value }
        var numbers: [Int] = []
        for task in waiting { numbers.append(try await task.value) }
        #expect(numbers == Array(0..<32))
        #expect(try await gate.run { "room" } == "room")
    }

    @Test func `who goes away while waiting frees the place`() async throws {
        let gate = WorkGate(width: 1, waiting: 1)
        let latch = Latch()
        let running = Task { try await gate.run { latch.wait() } }
        try await until { gate.working == 1 }
        let gone = Task { try await gate.run { Issue.record("ran although cancelled") } }
        try await until { gate.waiting == 1 }
        gone.cancel()
        await #expect(throws: CancellationError.self) { try await gone.value }
        #expect(gate.waiting == 0)
        let next = Task { try await gate.run { 7 } }
        latch.release()
        try await running.value
        #expect(try await next.value == 7)
    }

    @Test func `cancelled before it began, it never runs`() async {
        let gate = WorkGate(width: 1)
        let task = Task<Void, any Error> {
            while !Task.isCancelled { await Task.yield() }
            _ = try await gate.run { Issue.record("ran although cancelled") }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `an error of the work comes out as it is`() async {
        let gate = WorkGate(width: 1)
        await #expect(throws: PasswordHashError.unreadable) { _ = try await gate.run { try PasswordHash(phc: "x") } }
    }

    @Test func `the threads end with the gate`() async throws {
        weak var queue: WorkQueue?
        do {
            let made = WorkQueue(width: 3, waiting: 1)
            made.start()
            queue = made
            made.stop()
        }
        try await until { queue == nil }
        #expect(queue == nil)
    }
}
