import Support
import Testing

@testable import Postgres

/// Which work keeps which waiting, and how long a slow client may hold what it has.
extension OnPostgres {
    @Suite struct LaneTests {
        private static let database = Result { try TestDatabase.make() }
        let database: TestDatabase

        init() throws { database = try Self.database.get() }

        @Test func `13.13: while every connection for downloads is held, jobs, checkpoints and pages go on`()
            async throws
        {
            let pool = database.pool(pages: 1, streams: 3)
            defer { pool.stop() }
            let done = Gate()
            let holders = (0..<3).map { _ in Task { try await pool.perform(.downloads) { _ in done.wait() } } }
            for lane in [Database.LaneName.safety, .background, .pages] {
                #expect(try await pool.perform(lane) { _ in done.isHeld })
            }
            done.open()
            for holder in holders { try await holder.value }
        }

        @Test func `13.13: while every background connection is held, checkpoints go on`() async throws {
            let pool = database.pool(pages: 1, streams: 2)
            defer { pool.stop() }
            let done = Gate()
            let holders = (0..<2).map { _ in Task { try await pool.perform(.background) { _ in done.wait() } } }
            #expect(try await pool.perform(.safety) { _ in done.isHeld })
            done.open()
            for holder in holders { try await holder.value }
        }

        @Test
        func `13.13: the query of a list that fits ends though its client reads nothing, and its memory comes back`()
            async throws
        {
            let pool = database.pool(streams: 1)
            defer { pool.stop() }
            let budget = ByteBudget(8 << 20)
            var pipe: ChunkPipe? = ChunkPipe(budget: budget)
            try await pool.perform(.downloads) { [pipe] connection in
                try connection.copyOut("select repeat('x', 1000) from generate_series(1, 2000)") {
                    try pipe?.send(Array($0))
                }
                pipe?.finish(.success(()))
            }
            #expect((1_700_000...2_000_000).contains(budget.taken))
            var size = 0
            for try await chunk in try #require(pipe) {
                size += chunk.count
                #expect(chunk.count <= ChunkPipe.slice)
            }
            #expect(size > 2_000_000)
            #expect(budget.taken == 0)

            let left = ChunkPipe(budget: budget)
            for _ in 0..<10 { try left.send([UInt8](repeating: 0, count: 100_000)) }
            #expect(budget.taken > 0)
            left.abandon()
            #expect(budget.taken == 0)
            pipe = nil
        }

        @Test func `13.13: without a budget that has room a pipe holds a few chunks, and its producer waits`()
            async throws
        {
            let budget = ByteBudget(100_000)
            let pipe = ChunkPipe(budget: budget)
            let sent = Counter()
            startThread(named: "producer") {
                for _ in 0..<50 {
                    guard (try? pipe.send([UInt8](repeating: 1, count: 50_000))) != nil else { return }
                    sent.add()
                }
                pipe.finish(.success(()))
            }
            #expect(try await eventually { sent.value == 7 })
            try await Task.sleep(for: .milliseconds(100))
            #expect(sent.value == 7)
            var size = 0
            for try await chunk in pipe { size += chunk.count }
            #expect(size == 2_500_000)
        }

        @Test func `13.13: an asynchronous producer waits without a thread, and hears that its reader is too slow`()
            async throws
        {
            let pipe = ChunkPipe(
                capacity: 1000, pace: ReaderPace(bytesPerSecond: 16_384, grace: .seconds(3)))
            let producer = Task { for _ in 0..<10 { try await pipe.give([UInt8](repeating: 1, count: 1000)) } }
            try await Task.sleep(for: .milliseconds(100))
            #expect(pipe.endIfSlow())
            try await Task.sleep(for: .seconds(4))
            #expect(!pipe.endIfSlow())
            let error = await #expect(throws: DatabaseError.self) { try await producer.value }
            #expect(error?.isReaderGone == true)
        }

        @Test func `13.13: what fails before its first byte is said by begin, and begin takes nothing away`()
            async throws
        {
            let failing = ChunkPipe()
            failing.finish(.failure(DatabaseError.exhausted))
            let error = await #expect(throws: DatabaseError.self) { try await failing.begin() }
            #expect(error?.isExhausted == true)

            let pipe = ChunkPipe()
            try pipe.send([1, 2])
            try await pipe.begin()
            try pipe.send([3])
            pipe.finish(.success(()))
            var got: [UInt8] = []
            for try await chunk in pipe { got += chunk }
            #expect(got == [1, 2, 3])
        }
    }
}

/// The arithmetic, by a clock that the test sets.
@Suite struct ReaderPaceTests {
    private func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

    /// Seconds until the reader is cut, when it takes `bytes` every `pause` seconds for an hour; nil: it never is.
    private func cut(_ bytes: Int, every pause: Double) -> Double? {
        var clock = ReaderPace.Clock(.least)
        clock.run(at: 0)
        var now = 0.0
        while now < 3600 {
            now += pause
            if clock.left(at: nanoseconds(now)) <= 0 { return now }
            var left = bytes
            while left > 0 {
                clock.took(min(left, ChunkPipe.slice), at: nanoseconds(now))
                left -= ChunkPipe.slice
            }
        }
        return nil
    }

    @Test func `13.13: a client at 150 KB a second is never cut, in whatever bursts its socket takes them`() {
        for pause in [0.1, 0.5, 1, 5, 20, 40, 59] { #expect(cut(Int(150_000 * pause), every: pause) == nil) }
    }

    @Test
    func
        `13.13: a client just above 16 KiB a second is never cut; one at half of it is, within minutes; one that stands still in one`()
    {
        #expect(cut(17_000, every: 1) == nil)
        #expect(cut(0, every: 1) == 60)
        let half = cut(8_192, every: 1)
        #expect(half.map { (60...180).contains($0) } == true)
    }

    @Test func `13.13: time in which the reader waits for rows does not count`() {
        var clock = ReaderPace.Clock(.least)
        clock.run(at: 0)
        clock.took(100, at: nanoseconds(1))
        clock.pause(at: nanoseconds(1))
        #expect(clock.left(at: nanoseconds(1000)) > 50_000_000_000)
    }
}
