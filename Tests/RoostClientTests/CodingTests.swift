import Foundation
import Support
import Testing

@testable import RoostClient

@Suite struct CodingTests {
    @Test func `S6: times are read as the server writes them, and written so that it reads them`() {
        #expect(Moment.read("1970-01-01T00:00:00Z") == Date(timeIntervalSince1970: 0))
        #expect(Moment.read("2026-11-22T21:16:30Z") == Date(timeIntervalSince1970: 1_795_382_190))
        #expect(Moment.read("2000-02-29T12:00:00.5Z") == Date(timeIntervalSince1970: 951_825_600.5))
        for text in [
            "", "2026-11-22", "2026-11-22T21:16:30", "2026-11-22T21:16:30+01:00", "2026-13-22T21:16:30Z",
            "2026-11-22T25:16:30Z", "2026-11-22T21:16:3xZ", "2026-11-22T21:16:30.Z", "2026-11-22T21:16:30.12345678901Z",
        ] {
            #expect(Moment.read(text) == nil, "\(text)")
        }
        var random = SeededRandom(3)
        for _ in 0..<5000 {
            let milliseconds = Int.random(in: -60_000_000_000_000...240_000_000_000_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let read = Moment.read(Moment.text(date))
            #expect(read.map { abs($0.timeIntervalSince(date)) < 0.0005 } == true, "\(Moment.text(date))")
        }
    }

    @Test func `S6: what is left out, what is null and what a newer server knows`() throws {
        let body = SaveMyDevice.Body(platform: .ios, appVersion: "4.12.0")
        #expect(try JSON.encoder.encode(body) == Data(#"{"app_version":"4.12.0","platform":"ios"}"#.utf8))
        let role = try GetMyRole.answer(from: Data(#"{"role":null,"new":1}"#.utf8))
        #expect(role.role == nil)
        #expect(try JSON.encoder.encode(role) == Data(#"{"role":null}"#.utf8))
        let newer = try GetMyRole.answer(from: Data(#"{"role":"referee"}"#.utf8))
        #expect(newer.role?.rawValue == "referee" && newer.role != .sponsor)
        struct Patch: Encodable { let note: Nullable<String>? }
        #expect(try JSON.encoder.encode(Patch(note: nil)) == Data("{}".utf8))
        #expect(try JSON.encoder.encode(Patch(note: .null)) == Data(#"{"note":null}"#.utf8))
        #expect(try JSON.encoder.encode(Patch(note: .value("x"))) == Data(#"{"note":"x"}"#.utf8))
        #expect(throws: (any Error).self) { try GetMyRole.answer(from: Data(#"{"role":1}"#.utf8)) }
    }

    @Test func `S6: addresses hold ids and texts so that nothing in them divides`() throws {
        let id = try #require(UUID(uuidString: "01A2051E-5C1E-7C3A-9D0E-2F6B8A1C4E55"))
        #expect(GetGoal(goal: id).path == "/v1/me/goals/01a2051e-5c1e-7c3a-9d0e-2f6b8a1c4e55")
        #expect("a/b?c#d e".inPath == "a%2Fb%3Fc%23d%20e" && "..".inPath == "..")
        let call = try PreparedCall(ListBackedGoals(limit: 5, after: "é&=x"), idempotencyKey: nil)
        #expect(call.path == "/v1/me/backed-goals?limit=5&after=%C3%A9%26%3Dx")
        #expect(try PreparedCall(GetFeed(), idempotencyKey: nil).path == "/v1/me/feed")
    }

    @Test func `S6: any value of JSON comes back as it went`() throws {
        let value: JSONValue = [
            "text": "é\u{0}\"\n", "int": 9_007_199_254_740_993, "number": 1.5, "yes": true, "none": nil,
            "list": [1, "a", [false]], "empty": [:],
        ]
        let data = try JSON.encoder.encode(value)
        #expect(try JSON.decoder.decode(JSONValue.self, from: data) == value)
        #expect(try JSON.encoder.encode(JSON.decoder.decode(JSONValue.self, from: data)) == data)
    }

    @Test func `S6: problems of the server, and of something between`() throws {
        let told = Problem(FakeServer.problem(409, "step-not-now"))
        #expect(told.type == "step-not-now" && told.requestID == "r1" && told.status == 409)
        #expect(try JSONDecoder().decode(Problem.self, from: JSONEncoder().encode(told)) == told)
        #expect(Problem(HTTPAnswer(status: 502, body: Data("<html>".utf8))).type == "http-502")
    }
}
