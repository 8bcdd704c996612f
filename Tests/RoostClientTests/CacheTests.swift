import Foundation
import Support
import Testing

@testable import RoostClient

@Suite struct CacheTests {
    private func call(_ number: Int) throws -> PreparedCall {
        try PreparedCall(GetMyMeasures(units: "\(number)"), idempotencyKey: nil)
    }

    @Test func `S6: a cache stays within its bytes, keeps what is used, and is there after a restart`() async throws {
        let scratch = try Scratch()
        let time = FakeTime()
        let cache = AnswerCache(scratch.folder, most: 100_000, now: { time.now })
        var random = SeededRandom(5)
        await cache.keep(Data("wanted".utf8), tag: "\"w\"", of: try call(-1))
        for number in 0..<400 {
            time.advance(1)
            let body = Data(random.bytes(Int.random(in: 0...3000, using: &random)))
            await cache.keep(body, tag: "\"\(number)\"", of: try call(number))
            #expect(await cache.entry(of: try call(-1))?.body == Data("wanted".utf8))
            #expect(await cache.bytes <= 100_000)
        }
        #expect(await cache.entry(of: try call(0)) == nil)
        await cache.keep(Data(count: 60_000), tag: "\"x\"", of: try call(1000))
        #expect(await cache.entry(of: try call(1000)) == nil, "it would have driven out all the others")
        let files = try FileManager.default.contentsOfDirectory(
            at: scratch.folder, includingPropertiesForKeys: [.fileSizeKey])
        let sum = try files.reduce(0) { $0 + (try $1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
        let bytes = await cache.bytes
        #expect(sum == bytes)
        let later = AnswerCache(scratch.folder, most: 100_000, now: { time.now })
        #expect(await later.entry(of: try call(399))?.tag == "\"399\"")
        #expect(await later.bytes == bytes)
    }

    @Test func `S6: what lies there and is no answer is none`() async throws {
        let scratch = try Scratch()
        let cache = AnswerCache(scratch.folder, most: 100_000, now: { Date() })
        await cache.keep(Data("body".utf8), tag: "\"1\"", of: try call(1))
        let file = try #require(
            try FileManager.default.contentsOfDirectory(at: scratch.folder, includingPropertiesForKeys: nil).first)
        for broken in ["", "{}\nbody", "no line end", #"{"call":"/v1/other","tag":"1"}"# + "\nbody"] {
            try Data(broken.utf8).write(to: file)
            let next = AnswerCache(scratch.folder, most: 100_000, now: { Date() })
            #expect(await next.entry(of: try call(1)) == nil, "\(broken)")
            #expect(await next.bytes == 0)
        }
    }

    @Test func `S6: an answer that still holds comes from the cache, also when nobody can be asked`() async throws {
        let isOffline = Switch(false)
        let profile = Data(
            #"{"id":"\#(FakeServer.user.inPath)","email":"a@b.c","email_verified":true,"name":"Zoë","language":"es","time_zone":"Europe/Madrid","created_at":"2026-11-23T10:00:00Z","deletion_requested_at":null}"#
                .utf8)
        let fixture = try Fixture(
            FakeServer { call, _ in
                guard call.url.path == "/v1/me/profile" else { return nil }
                if isOffline.isOn { throw URLError(.notConnectedToInternet) }
                let isKnown = call.headers["If-None-Match"] == "\"a\""
                return HTTPAnswer(
                    status: isKnown ? 304 : 200, headers: ["ETag": "\"a\""], body: isKnown ? Data() : profile)
            })
        try await fixture.signIn()
        #expect(try await fixture.client.cached(GetMyProfile()) == nil)
        let first = try await fixture.client.response(to: GetMyProfile())
        #expect(first.answer.name == "Zoë" && first.tag == "\"a\"" && !first.isFromCache)
        #expect(
            first.answer.createdAt == Moment.read("2026-11-23T10:00:00Z") && first.answer.deletionRequestedAt == nil)
        let second = try await fixture.restarted().response(to: GetMyProfile())
        #expect(second.answer == first.answer && second.isFromCache)
        isOffline.isOn = true
        #expect(await word { try await fixture.client.send(GetMyProfile()) } == "network")
        #expect(try await fixture.client.cached(GetMyProfile())?.answer == first.answer)
        isOffline.isOn = false
        try await fixture.client.signOut()
        try await fixture.signIn()
        #expect(try await fixture.client.cached(GetMyProfile()) == nil, "a sign-out leaves nothing to read")
        _ = try await fixture.client.send(GetMyProfile())
        fixture.server.endSession()
        fixture.time.advance(601)
        #expect(await word { try await fixture.client.send(GetMyProfile()) } == "signed out")
        try await fixture.signIn()
        #expect(try await fixture.client.cached(GetMyProfile()) == nil, "nor does one by the server")
    }
}
