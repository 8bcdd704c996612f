import Foundation
import Support
import Testing

@testable import RoostClient

@Suite struct QueueTests {
    private func call(_ number: Int) -> CommentGoal {
        CommentGoal(goal: FakeServer.user, CommentGoal.Body(text: "\(number)"))
    }

    private static func bodies(_ numbers: [Int]) -> [String] { numbers.map { #"{"text":"\#($0)"}"# } }

    /// What is opened again after a kill: nothing of the process is left but its files.
    private func queue(_ fixture: Fixture, limits: QueueLimits = QueueLimits()) async throws -> OfflineQueue {
        try await fixture.restarted().queue(limits: limits)
    }

    @Test func `S6: calls made offline are sent in their order after a kill, each once`() async throws {
        let isOffline = Switch(true)
        let fixture = try Fixture(
            FakeServer { call, _ in
                if isOffline.isOn, call.url.path.hasPrefix("/v1/") { throw URLError(.notConnectedToInternet) }
                return nil
            })
        try await fixture.signIn()
        do {
            let queue = try await queue(fixture)
            for number in 0..<5 { try await queue.add(call(number)) }
            #expect(await word { try await queue.drain() } == "network")
        }
        isOffline.isOn = false
        let queue = try await queue(fixture)
        #expect(await queue.waiting.count == 5)
        try await queue.drain()
        #expect(await queue.waiting.isEmpty)
        #expect(fixture.server.done == Self.bodies(Array(0..<5)))
    }

    @Test func `S6: killed at any moment, nothing is lost and nothing done twice`() async throws {
        for seed in 0..<rounds(4, full: 100) {
            var random = SeededRandom(seed)
            let fate = Fate(seed: seed &+ 1000)
            let fixture = try Fixture(
                FakeServer { call, _ in
                    guard call.url.path.hasPrefix("/v1/") else { return nil }
                    // Nothing arrives, or the answer doesn't.
                    if fate.comes(1, in: 5) { throw URLError(.cannotConnectToHost) }
                    if fate.comes(1, in: 4) {
                        _ = fate.server?.usual(call)
                        throw URLError(.networkConnectionLost)
                    }
                    return nil
                })
            fate.server = fixture.server
            try await fixture.signIn()
            var added: [Int] = []
            for number in 0..<30 {
                let queue = try await queue(fixture)
                for part in 0..<Int.random(in: 0...2, using: &random) {
                    try await queue.add(call(number * 10 + part))
                    added.append(number * 10 + part)
                }
                if Bool.random(using: &random) { _ = await word { try await queue.drain() } }
                fixture.time.advance(Double(Int.random(in: 0...600, using: &random)))
                // A kill in the middle of a write leaves a part of a line.
                if Bool.random(using: &random) { try self.tear(fixture, &random) }
            }
            let queue = try await queue(fixture)
            for _ in 0..<500 where await !queue.waiting.isEmpty { _ = await word { try await queue.drain() } }
            #expect(fixture.server.done == Self.bodies(added), "seed \(seed)")
            #expect(queue.damaged == 0)
            #expect(await queue.failed.isEmpty)
        }
    }

    /// Puts a part of a record that nobody was told about behind the file's end.
    private func tear(_ fixture: Fixture, _ random: inout SeededRandom) throws {
        let file = try #require(
            FileManager.default.enumerator(at: fixture.folder, includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL }.first { $0.pathExtension == "queue" })
        let line = Journal.line(try JSON.encoder.encode(QueueRecord.done(UUID())))
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: line.prefix(Int.random(in: 1..<line.count, using: &random)))
        try handle.close()
    }

    @Test func `S6: what the server refuses is reported, kept for the app, and not sent again`() async throws {
        let fixture = try Fixture(
            FakeServer { call, _ in
                call.body == Data(#"{"text":"1"}"#.utf8) ? FakeServer.problem(409, "step-not-now") : nil
            })
        try await fixture.signIn()
        var id = UUID()
        do {
            let queue = try await queue(fixture)
            var events = await queue.events().makeAsyncIterator()
            for number in 0..<3 {
                let added = try await queue.add(call(number))
                if number == 1 { id = added }
            }
            try await queue.drain()
            var told: [String] = []
            for _ in 0..<3 {
                switch await events.next() {
                case .done: told.append("done")
                case .failed(let failed): told.append("failed \(failed.id == id)")
                case nil: told.append("over")
                }
            }
            #expect(told == ["done", "failed true", "done"])
        }
        let queue = try await queue(fixture)
        let failed = try #require(await queue.failed.first)
        #expect(failed.id == id && failed.name == "commentGoal" && failed.content == Data(#"{"text":"1"}"#.utf8))
        guard case .refused(let problem) = failed.reason else { throw CallFault.deadline }
        #expect(problem.type == "step-not-now")
        try await queue.drain()
        #expect(fixture.server.calls.count == 3 && fixture.server.done == Self.bodies([0, 2]))
        try await queue.forget(id)
        #expect(await queue.failed.isEmpty)
    }

    @Test func `S6: a queue takes no more than its limits, in calls and in bytes`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let queue = try await queue(fixture, limits: QueueLimits(calls: 3, bytes: 10_000))
        for number in 0..<3 { try await queue.add(call(number)) }
        await #expect(throws: QueueFault.full) { try await queue.add(call(3)) }
        try await queue.drain()
        let long = CommentGoal(goal: FakeServer.user, CommentGoal.Body(text: String(repeating: "x", count: 6000)))
        try await queue.add(long)
        await #expect(throws: QueueFault.full) { try await queue.add(long) }
        #expect(await queue.waiting.count == 1)
    }

    @Test func `S6: a queue is its user's own`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let queue = try await queue(fixture)
        try await queue.add(call(1))
        let other = Tokens(
            access: FakeServer.access(7), refresh: "r", accessEnds: fixture.time.now + 600, user: UUID(),
            issuer: fixture.settings.issuer, clientID: "app")
        fixture.store.save(other)
        let client = fixture.restarted()
        #expect(try await client.queue().waiting.isEmpty)
        // Signed out, what waits stays; signed in as the same, it goes.
        fixture.store.remove()
        await #expect(throws: CallFault.self) { try await fixture.restarted().queue() }
        #expect(fixture.server.done.isEmpty)
    }

    @Test func `S6: a sign-in that ends keeps what waits, and a sign-out that forgets removes it`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let queue = try await fixture.client.queue()
        try await queue.add(call(1))
        fixture.server.endSession()
        fixture.time.advance(601)
        #expect(await word { try await queue.drain() } == "signed out")
        try await fixture.signIn()
        try await queue.drain()
        #expect(fixture.server.done == Self.bodies([1]))
        try await queue.add(call(2))
        try await fixture.client.signOut(forgetting: true)
        await #expect(throws: QueueFault.closed) { try await queue.add(call(3)) }
        try await fixture.signIn()
        #expect(try await fixture.client.queue().waiting.isEmpty)
    }

    @Test func `S6: whose outcome nobody can ask for any more is the app's to decide, unless twice is as once`()
        async throws
    {
        let isOffline = Switch(true)
        let fixture = try Fixture(
            FakeServer { call, _ in
                if isOffline.isOn, call.url.path.hasPrefix("/v1/") { throw URLError(.timedOut) }
                return nil
            })
        try await fixture.signIn()
        let queue = try await fixture.client.queue()
        try await queue.add(ChooseMyRole(.init(role: .sponsor)))
        #expect(await word { try await queue.drain() } == "network")
        isOffline.isOn = false
        fixture.time.advance(30 * 3600)
        try await queue.drain()
        #expect(fixture.server.done == [#"{"role":"sponsor"}"#], "a PUT is sent again")
        try await queue.add(call(1))
        isOffline.isOn = true
        #expect(await word { try await queue.drain() } == "network")
        isOffline.isOn = false
        fixture.time.advance(30 * 3600)
        try await queue.drain()
        #expect(await queue.failed.map(\.reason) == [.doubtful])
        #expect(fixture.server.done.count == 1)
    }

    @Test func `S6: a call that surely never left may wait for weeks`() async throws {
        let isOffline = Switch(true)
        let fixture = try Fixture(
            FakeServer { call, _ in
                if isOffline.isOn, call.url.path.hasPrefix("/v1/") { throw URLError(.notConnectedToInternet) }
                return nil
            })
        try await fixture.signIn()
        do {
            let queue = try await queue(fixture)
            try await queue.add(call(1))
            #expect(await word { try await queue.drain() } == "network")
        }
        fixture.time.advance(20 * 86_400)
        isOffline.isOn = false
        try await queue(fixture).drain()
        #expect(fixture.server.done == Self.bodies([1]))
    }

    /// One PUT that gets `answer` each time, and a comment behind it; both tried for two hours. `others`: what reads get.
    private func troubled(
        _ answer: HTTPAnswer, others: HTTPAnswer? = nil
    ) async throws -> (fixture: Fixture, queue: OfflineQueue) {
        let fixture = try Fixture(
            FakeServer { call, _ in
                if call.method == "PUT" { return answer }
                return call.method == "GET" ? others : nil
            })
        try await fixture.signIn()
        do {
            let queue = try await queue(fixture)
            try await queue.add(ChooseMyRole(.init(role: .sponsor)))
            try await queue.add(call(1))
        }
        for turn in 0..<24 {
            // An app that is opened and closed again each time.
            let queue = try await queue(fixture)
            _ = await word { try await queue.drain() }
            if turn < 9 { #expect(await queue.waiting.count == 2) }
            fixture.time.advance(300)
        }
        return (fixture, try await queue(fixture))
    }

    @Test(arguments: [
        FakeServer.problem(500, "x"), FakeServer.problem(503, "x", ["Retry-After": "1"]), HTTPAnswer(status: 502),
        HTTPAnswer(status: 307, headers: ["location": "https://elsewhere.example/"]),
    ])
    func `S6: a call that gets nothing but faults is put aside, and those behind it go on`(_ answer: HTTPAnswer)
        async throws
    {
        let (fixture, queue) = try await troubled(answer)
        #expect(await queue.waiting.isEmpty)
        let failed = await queue.failed
        #expect(failed.map(\.name) == ["chooseMyRole"])
        guard case .failing(let problem)? = failed.first?.reason else { throw CallFault.deadline }
        #expect(problem.status == answer.status || problem.type == "unreadable")
        #expect(fixture.server.done == Self.bodies([1]))
        // Over an hour, with the five minutes between two of them, and asked for once.
        #expect(fixture.server.calls.count { $0.call.method == "PUT" } == 13)
        #expect(fixture.server.calls.count { $0.call.method == "GET" } == 1)
    }

    @Test(arguments: [FakeServer.problem(500, "x"), HTTPAnswer(status: 302), HTTPAnswer(status: 403)])
    func `S6: while the server answers nobody, everything waits as long as it takes`(_ others: HTTPAnswer) async throws
    {
        let (fixture, queue) = try await troubled(FakeServer.problem(500, "x"), others: others)
        #expect(await queue.waiting.count == 2)
        #expect(await queue.failed.isEmpty)
        #expect(fixture.server.done.isEmpty)
    }

    @Test func `S6: whoever is asked to come more slowly is not put aside`() async throws {
        let (fixture, queue) = try await troubled(FakeServer.problem(429, "too-many-requests"))
        #expect(await queue.waiting.count == 2)
        #expect(await queue.failed.isEmpty)
        #expect(fixture.server.done.isEmpty)
    }

    @Test func `S6: what runs sends what is added, waits after failures, and ends when it is cancelled`() async throws {
        let trouble = Counted(3)
        let fixture = try Fixture(
            FakeServer { call, _ in
                guard call.url.path.hasPrefix("/v1/"), trouble.take() else { return nil }
                return FakeServer.problem(500, "x")
            })
        try await fixture.signIn()
        let queue = try await fixture.client.queue()
        let running = Task { await queue.run() }
        let events = await queue.events()
        for number in 0..<4 { try await queue.add(call(number)) }
        var count = 0
        for await event in events {
            guard case .done = event else { continue }
            count += 1
            if count == 4 { break }
        }
        #expect(fixture.server.done == Self.bodies(Array(0..<4)))
        #expect(fixture.time.pauses == [.milliseconds(750), .milliseconds(1500), .seconds(3)])
        running.cancel()
        await running.value
    }

    @Test func `S6: the file of a queue that is used for years stays small`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let queue = try await fixture.client.queue()
        for number in 0..<250 {
            try await queue.add(call(number))
            try await queue.drain()
        }
        let file = try #require(
            FileManager.default.enumerator(at: fixture.folder, includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL }.first { $0.pathExtension == "queue" })
        #expect(try Data(contentsOf: file).count < 100_000)
        #expect(fixture.server.done.count == 250)
    }
}

final class Switch: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Bool
    init(_ value: Bool) { self.value = value }
    var isOn: Bool {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}

final class Counted: @unchecked Sendable {
    private let lock = NSLock()
    private var left: Int
    init(_ left: Int) { self.left = left }
    /// True as often as was said.
    func take() -> Bool {
        lock.withLock {
            left -= 1
            return left >= 0
        }
    }
}

/// Chance that is the same for the same seed.
final class Fate: @unchecked Sendable {
    private let lock = NSLock()
    private var random: SeededRandom
    weak var server: FakeServer?
    init(seed: UInt64) { random = SeededRandom(seed) }
    func comes(_ times: Int, in all: Int) -> Bool { lock.withLock { Int.random(in: 0..<all, using: &random) < times } }
}
