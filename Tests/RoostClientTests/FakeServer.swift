import Foundation
import Testing

@testable import RoostClient

/// A server in memory. It gives tokens as the real one does, each refresh token once, and does each write once, by its idempotency
/// key. What a test wants otherwise it says in `answer`.
final class FakeServer: Transport, @unchecked Sendable {
    struct Seen: Sendable {
        let call: HTTPCall
        var path: String { call.url.path }
        var key: String? { call.headers["Idempotency-Key"] }
    }

    private let lock = NSLock()
    private var seenCalls: [Seen] = []
    private var refreshToken = 0
    private var accepted: Set<String> = []
    private var answers: [String: HTTPAnswer] = [:]
    private var doneBodies: [String] = []
    private var isOver = false
    private let answer: @Sendable (HTTPCall, Int) async throws -> HTTPAnswer?

    static let user = UUID(uuidString: "01a2051e-5c1e-7c3a-9d0e-2f6b8a1c4e55") ?? UUID()

    /// `answer`: in place of what the server would say, or nil. The number counts its calls from 1, those for tokens included.
    init(_ answer: @escaping @Sendable (HTTPCall, Int) async throws -> HTTPAnswer? = { _, _ in nil }) {
        self.answer = answer
    }

    var seen: [Seen] { lock.withLock { seenCalls } }
    var calls: [Seen] { seen.filter { $0.path.hasPrefix("/v1/") } }
    var refreshes: Int {
        seen.count {
            $0.call.body.map { String(decoding: $0, as: UTF8.self) }?.contains("grant_type=refresh_token") == true
        }
    }
    /// The bodies of writes that were done, in order, each once.
    var done: [String] { lock.withLock { doneBodies } }
    func endSession() { lock.withLock { isOver = true } }
    func endAccess() { lock.withLock { accepted = [] } }

    func perform(_ call: HTTPCall) async throws -> HTTPAnswer {
        let number = lock.withLock {
            seenCalls.append(Seen(call: call))
            return seenCalls.count
        }
        if let told = try await answer(call, number) { return told }
        return usual(call)
    }

    /// What the server says when nothing is the matter.
    func usual(_ call: HTTPCall) -> HTTPAnswer {
        lock.withLock {
            if call.url.path.hasSuffix("/token") { return token(call) }
            if call.url.path.hasSuffix("/revocation") {
                isOver = true
                return HTTPAnswer(status: 200)
            }
            guard accepted.contains(call.headers["Authorization"] ?? "") else { return Self.problem(401, "no-token") }
            guard let key = call.headers["Idempotency-Key"] else {
                return HTTPAnswer(status: 200, headers: ["ETag": "\"1\""], body: Data(#"{"role":"sponsor"}"#.utf8))
            }
            if var known = answers[key] {
                known.headers["idempotency-replayed"] = "true"
                return known
            }
            doneBodies.append(String(decoding: call.body ?? Data(), as: UTF8.self))
            answers[key] = HTTPAnswer(status: 204)
            return HTTPAnswer(status: 204)
        }
    }

    private func token(_ call: HTTPCall) -> HTTPAnswer {
        let form = String(decoding: call.body ?? Data(), as: UTF8.self)
        let isCode = form.contains("grant_type=authorization_code")
        guard isCode || !isOver && form.contains("refresh_token=refresh-\(refreshToken)&") else {
            isOver = true
            return HTTPAnswer(status: 400, body: Data(#"{"error":"invalid_grant","error_description":"used"}"#.utf8))
        }
        if isCode { isOver = false }
        refreshToken += 1
        let access = Self.access(refreshToken)
        accepted.insert("Bearer \(access)")
        let body =
            #"{"access_token":"\#(access)","token_type":"Bearer","expires_in":600,"refresh_token":"refresh-\#(refreshToken)","scope":""}"#
        return HTTPAnswer(status: 200, body: Data(body.utf8))
    }

    /// Looks like a token; the number makes it another one.
    static func access(_ number: Int) -> String {
        let claims = Base64URL.encode(Array(#"{"sub":"\#(user.inPath)","n":\#(number)}"#.utf8))
        return "e30.\(claims).c2ln"
    }

    static func problem(_ status: Int, _ type: String, _ headers: [String: String] = [:]) -> HTTPAnswer {
        let body = #"{"type":"/problems/\#(type)","title":"T","status":\#(status),"detail":"D","request_id":"r1"}"#
        return HTTPAnswer(
            status: status, headers: headers.merging(["Content-Type": "application/problem+json"]) { a, _ in a },
            body: Data(body.utf8))
    }
}

/// A clock that a test moves, and pauses that take no time.
final class FakeTime: @unchecked Sendable {
    private let lock = NSLock()
    private var time = Date(timeIntervalSince1970: 1_795_000_000)
    private var taken: [Duration] = []

    var now: Date { lock.withLock { time } }
    var pauses: [Duration] { lock.withLock { taken } }
    func advance(_ seconds: TimeInterval) { lock.withLock { time += seconds } }

    var environment: ClientEnvironment {
        ClientEnvironment(
            now: { self.now },
            pause: { pause in
                self.lock.withLock { self.taken.append(pause) }
                try Task.checkCancellation()
                await Task.yield()
            }, chance: { 0.5 })
    }
}

/// A client of a fake server, with a folder that goes with it.
final class Fixture: Sendable {
    let server: FakeServer
    let time = FakeTime()
    let store = MemoryTokenStore()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("roost-client-\(UUID().uuidString)")
    let settings: ClientSettings
    let client: RoostClient

    init(_ server: FakeServer = FakeServer(), change: (inout ClientSettings) -> Void = { _ in }) throws {
        self.server = server
        var settings = try ClientSettings(
            issuer: "https://roost.example/accounts/roosterme", clientID: "app", redirect: "com.example.app:/back",
            folder: folder)
        // A machine on which all tests run at once takes its time.
        settings.deadline = .seconds(600)
        change(&settings)
        self.settings = settings
        client = RoostClient(settings, tokens: store, transport: server, environment: time.environment)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// As the same app does when it starts again.
    func restarted() -> RoostClient {
        RoostClient(settings, tokens: store, transport: server, environment: time.environment)
    }

    func signIn(_ client: RoostClient? = nil) async throws {
        let client = client ?? self.client
        let attempt = try client.beginSignIn()
        try await client.finishSignIn(attempt, callback: Self.callback(attempt))
    }

    static func callback(_ attempt: SignInAttempt, _ changed: [(String, String?)] = []) throws -> URL {
        var form = [("code", "c"), ("state", attempt.state), ("iss", "https://roost.example/accounts/roosterme")]
        for (name, value) in changed {
            form.removeAll { $0.0 == name }
            if let value { form.append((name, value)) }
        }
        return try #require(URL(string: attempt.redirect + "?" + FormText.encode(form)))
    }
}

/// How many seeds a test goes through: few beside all others, many where time is no matter.
func rounds(_ usual: UInt64, full: UInt64) -> UInt64 {
    ProcessInfo.processInfo.environment["ROOST_FULL"] == nil ? usual : full
}

/// A call that failed, by its word.
func word(_ work: () async throws -> Void) async -> String {
    do {
        try await work()
        return "done"
    } catch CallFault.signedOut {
        return "signed out"
    } catch CallFault.refused(let problem) {
        return "refused \(problem.type)"
    } catch CallFault.unavailable(let problem, let retryAfter) {
        return "unavailable \(problem.status) \(retryAfter.map { "\($0)" } ?? "-")"
    } catch CallFault.network {
        return "network"
    } catch CallFault.deadline {
        return "deadline"
    } catch CallFault.unreadable {
        return "unreadable"
    } catch is CancellationError {
        return "cancelled"
    } catch {
        return "\(error)"
    }
}
