import Foundation
import Testing

@testable import RoostClient

@Suite struct RefreshTests {
    @Test func `S6: a hundred calls with a token that is over wait for one refresh`() async throws {
        let fixture = try Fixture(
            FakeServer { call, _ in
                // The refresh takes its time, so that all hundred are waiting.
                if call.url.path.hasSuffix("/token") { try await Task.sleep(for: .milliseconds(50)) }
                return nil
            })
        try await fixture.signIn()
        for round in 1...5 {
            fixture.time.advance(601)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { try await fixture.client.send(GetMyRole()) } }
                try await group.waitForAll()
            }
            #expect(fixture.server.refreshes == round)
        }
        #expect(fixture.server.calls.count == 500)
        #expect(fixture.store.load()?.refresh == "refresh-6")
    }

    @Test func `S6: a hundred calls that the server refuses together cause one refresh`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.server.endAccess()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try await fixture.client.send(GetMyRole()) } }
            try await group.waitForAll()
        }
        #expect(fixture.server.refreshes == 1)
    }

    @Test func `S6: a caller who gives up ends nobody else's refresh`() async throws {
        let mayAnswer = Switch(false)
        let fixture = try Fixture(
            FakeServer { call, number in
                guard call.url.path.hasSuffix("/token"), number > 1 else { return nil }
                while !mayAnswer.isOn { try await Task.sleep(for: .milliseconds(5)) }
                return nil
            })
        try await fixture.signIn()
        fixture.time.advance(601)
        let impatient = Task { await word { try await fixture.client.send(GetMyRole()) } }
        let patient = Task { await word { try await fixture.client.send(GetMyRole()) } }
        try await Task.sleep(for: .milliseconds(50))
        impatient.cancel()
        // It does not wait for the refresh.
        #expect(await impatient.value == "cancelled")
        mayAnswer.isOn = true
        #expect(await patient.value == "done")
        #expect(fixture.server.refreshes == 1)
    }

    @Test func `S6: a refresh that is refused signs out, once, for all who wait`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        var states = await fixture.client.states().makeAsyncIterator()
        fixture.server.endSession()
        fixture.time.advance(601)
        let words = await withTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { await word { try await fixture.client.send(GetMyRole()) } } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(words == ["signed out"])
        #expect(await states.next() == .signedOut)
        #expect(fixture.store.load() == nil && fixture.server.calls.isEmpty)
        #expect(fixture.server.refreshes == 1)
        try await fixture.signIn()
        #expect(await states.next() == .signedIn(FakeServer.user))
        #expect(await word { try await fixture.client.send(GetMyRole()) } == "done")
    }

    @Test func `S6: a refresh without an answer is tried again, and trouble of the server signs nobody out`()
        async throws
    {
        for (trouble, expected) in [("network", "network"), ("busy", "unavailable 503 1.0 seconds")] {
            let fixture = try Fixture(
                FakeServer { call, number in
                    guard call.url.path.hasSuffix("/token"), number > 1 else { return nil }
                    if trouble == "network" { throw URLError(.timedOut) }
                    return HTTPAnswer(
                        status: 503, headers: ["Retry-After": "1"],
                        body: Data(#"{"error":"temporarily_unavailable"}"#.utf8))
                })
            try await fixture.signIn()
            fixture.time.advance(601)
            #expect(await word { try await fixture.client.send(GetMyRole()) } == expected)
            #expect(fixture.server.refreshes == 4)
            #expect(fixture.store.load()?.refresh == "refresh-1", "whoever is back online goes on")
        }
        // The second attempt is answered.
        let fixture = try Fixture(
            FakeServer { call, number in
                if call.url.path.hasSuffix("/token"), number == 2 { throw URLError(.networkConnectionLost) }
                return nil
            })
        try await fixture.signIn()
        fixture.time.advance(601)
        #expect(await word { try await fixture.client.send(GetMyRole()) } == "done")
    }

    @Test func `S6: new tokens are in the store before anybody uses them`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        fixture.time.advance(601)
        _ = try await fixture.client.send(GetMyRole())
        let next = fixture.restarted()
        #expect(await word { try await next.send(GetMyRole()) } == "done")
        #expect(fixture.server.refreshes == 1)
    }

    @Test func `S6: tokens of another app or issuer are nobody's sign-in`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let other = try ClientSettings(
            issuer: "https://roost.example/accounts/other", clientID: "app", redirect: "com.example.app:/back",
            folder: fixture.folder)
        let client = RoostClient(
            other, tokens: fixture.store, transport: fixture.server, environment: fixture.time.environment)
        #expect(try await client.user == nil)
        #expect(await word { try await client.send(GetMyRole()) } == "signed out")
    }
}
