import Foundation
import Testing

@testable import RoostClient

@Suite struct RetryTests {
    /// A client whose calls are answered by these, one after another, and then as usual.
    private func fixture(
        _ answers: [HTTPAnswer?], change: (inout ClientSettings) -> Void = { _ in }
    ) async throws -> Fixture {
        // The first call is the sign-in's.
        let fixture = try Fixture(
            FakeServer { _, number in
                guard number > 1, number - 2 < answers.count else { return nil }
                guard let answer = answers[number - 2] else { throw URLError(.networkConnectionLost) }
                return answer
            }, change: change)
        try await fixture.signIn()
        return fixture
    }

    @Test func `S6: what may succeed later is repeated with growing pauses, a write with one key`() async throws {
        let fixture = try await fixture([nil, FakeServer.problem(502, "x"), FakeServer.problem(500, "x")])
        try await fixture.client.send(ChooseMyRole(.init(role: .sponsor)))
        #expect(fixture.server.calls.count == 4)
        #expect(Set(fixture.server.calls.map(\.key)).count == 1 && fixture.server.calls[0].key != nil)
        #expect(fixture.time.pauses == [.milliseconds(375), .milliseconds(750), .milliseconds(1500)])
        #expect(fixture.server.done == [#"{"role":"sponsor"}"#])
    }

    @Test func `S6: Retry-After is obeyed, in seconds and as a date by the server's clock`() async throws {
        let answers = [
            FakeServer.problem(429, "too-many-requests", ["Retry-After": "2"]),
            FakeServer.problem(409, "still-running", ["Retry-After": "7"]),
            FakeServer.problem(
                503, "busy",
                ["Retry-After": "Sun, 06 Nov 1994 08:49:46 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"]),
        ]
        let fixture = try await fixture(answers)
        try await fixture.client.send(ChooseMyRole(.init(role: .sponsor)))
        let pauses = fixture.time.pauses.map(\.inSeconds)
        // By chance a little later. Between them stands what is left of a wait that all calls share.
        #expect(pauses.contains(3) && pauses.contains(9.5) && pauses.contains(11.5), "\(pauses)")
    }

    @Test func `S6: being told to wait is no failed attempt`() async throws {
        let busy = FakeServer.problem(429, "too-many-requests", ["Retry-After": "1"])
        let fixture = try await fixture(Array(repeating: busy, count: 12))
        try await fixture.client.send(ChooseMyRole(.init(role: .sponsor)))
        #expect(fixture.server.calls.count == 13 && fixture.server.done.count == 1)
    }

    @Test func `S6: a wait beyond the deadline is told at once`() async throws {
        let fixture = try await fixture([FakeServer.problem(503, "database-unavailable", ["Retry-After": "3600"])])
        #expect(await word { try await fixture.client.send(GetMyRole()) } == "unavailable 503 3600.0 seconds")
        #expect(fixture.time.pauses.isEmpty && fixture.server.calls.count == 1)
        // Others don't come before their time either.
        #expect(await word { try await fixture.client.send(GetMyRole()) } == "deadline")
        #expect(fixture.server.calls.count == 1)
    }

    @Test func `S6: what may be changed no more today stops no other call`() async throws {
        let fixture = try await fixture([FakeServer.problem(429, "too-many-today", ["Retry-After": "1700"])])
        #expect(
            await word { try await fixture.client.send(ChooseMyRole(.init(role: .sponsor))) }
                == "unavailable 429 1700.0 seconds")
        _ = try await fixture.client.send(GetMyRole())
        #expect(fixture.server.calls.count == 2 && fixture.time.pauses.isEmpty)
    }

    @Test func `S6: what the server refuses is not repeated`() async throws {
        for (status, type) in [
            (403, "limit-reached"), (404, "not-found"), (409, "step-not-now"), (422, "invalid-body"),
        ] {
            let fixture = try await fixture([FakeServer.problem(status, type)])
            #expect(
                await word { try await fixture.client.send(ChooseMyRole(.init(role: .sponsor))) } == "refused \(type)")
            #expect(fixture.server.calls.count == 1)
        }
        let redirected = try await fixture([HTTPAnswer(status: 302, headers: ["Location": "https://evil.example"])])
        #expect(await word { try await redirected.client.send(GetMyRole()) } == "unreadable")
        let portal = try await fixture([HTTPAnswer(status: 200, body: Data("<html>".utf8))])
        #expect(await word { try await portal.client.send(GetMyRole()) } == "unreadable")
    }

    @Test func `S6: attempts end`() async throws {
        let fixture = try await fixture(Array(repeating: FakeServer.problem(500, "x"), count: 9)) { $0.attempts = 3 }
        #expect(await word { try await fixture.client.send(GetMyRole()) } == "unavailable 500 -")
        #expect(fixture.server.calls.count == 3)
        let offline = try await self.fixture(Array(repeating: nil, count: 9)) { $0.attempts = 2 }
        #expect(await word { try await offline.client.send(GetMyRole()) } == "network")
    }

    @Test func `S6: a new token that is refused as well is not tried for ever`() async throws {
        let refusal = FakeServer.problem(401, "no-token")
        let fixture = try Fixture(
            FakeServer { call, _ in call.url.path.hasPrefix("/v1/") ? refusal : nil })
        try await fixture.signIn()
        #expect(await word { try await fixture.client.send(GetMyRole()) } == "refused no-token")
        #expect(fixture.server.calls.count == 2 && fixture.server.refreshes == 1)
    }

    @Test func `S6: deadline and cancellation end a call that hangs`() async throws {
        let fixture = try Fixture(
            FakeServer { call, _ in
                if call.url.path.hasPrefix("/v1/") { try await Task.sleep(for: .seconds(60)) }
                return nil
            })
        try await fixture.signIn()
        #expect(await word { try await fixture.client.send(GetMyRole(), deadline: .milliseconds(100)) } == "deadline")
        let task = Task { await word { try await fixture.client.send(GetMyRole()) } }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await task.value == "cancelled")
    }

    @Test func `S6: pauses grow to a limit, and chance takes up to a half away`() {
        let backoff = Backoff(first: 0.5, most: 30)
        #expect(backoff.pause(after: 1, chance: 0) == .milliseconds(250))
        #expect(backoff.pause(after: 1, chance: 1) == .milliseconds(500))
        #expect(backoff.pause(after: 4, chance: 1) == .seconds(4))
        for attempt in [7, 20, 64, 1000, .max] { #expect(backoff.pause(after: attempt, chance: 1) == .seconds(30)) }
    }

    @Test func `S6: headers that make no sense are none`() {
        let now = Date(timeIntervalSince1970: 784_111_777)
        func read(_ text: String) -> Duration? {
            HTTPAnswer(status: 503, headers: ["Retry-After": text]).retryAfter(now: now)
        }
        #expect(read("Sun, 06 Nov 1994 08:49:40 GMT") == .seconds(3))
        #expect(read("Sun, 06 Nov 1994 08:49:30 GMT") == .seconds(0))
        #expect(read(" 5 ") == .seconds(5) && read("-5") == .seconds(0) && read("99999999") == .seconds(86_400))
        for text in ["", "soon", "1e3", "Sun, 99 Foo 1994 08:49:40 GMT", "Sun, 06 Nov 1994 08:49 GMT"] {
            #expect(read(text) == nil, "\(text)")
        }
    }
}
