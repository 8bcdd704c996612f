import JSON
import Synchronization

/// A stand-in for Google: gives access tokens to every caller, refunds orders as the test says, and returns their
/// state.
package final class TestPlayServer: Sendable {
    private struct State: Sendable {
        var asked: [String] = []
        var refusals: [Int] = []
        var orders: [String: String] = [:]
        var bodies: [String: String] = [:]
        var keys: (status: Int, body: String) = (404, "")
        var keysAsked = 0
    }

    private let listener: TestListener
    private let state = Mutex(State())
    /// The key file of a service account.
    package let account: String

    package var address: String { "http://127.0.0.1:\(listener.port)" }
    /// The method and path of each request, without the prefix of the tenant's app.
    package var asked: [String] { state.withLock { $0.asked } }
    /// The statuses with which it answers the next refunds instead of success.
    package var refusals: [Int] {
        get { state.withLock { $0.refusals } }
        set { state.withLock { $0.refusals = newValue } }
    }

    /// Its response to a request for its signing keys, at `/certs`.
    package var keys: (status: Int, body: String) {
        get { state.withLock { $0.keys } }
        set { state.withLock { $0.keys = newValue } }
    }
    /// How often its signing keys were asked for.
    package var keysAsked: Int { state.withLock { $0.keysAsked } }

    package init() throws {
        let file = JSONText.object([
            ("client_email", .string("reader@project.iam.gserviceaccount.com")),
            ("private_key", .string(try TestRSA().pem)),
        ])
        account = String(decoding: file.bytes, as: UTF8.self)
        listener = try TestListener()
        listener.accept { [weak self] client in self?.answer(client) }
    }

    deinit { listener.stop() }

    /// Sets the state of the order, by Google's name.
    package func set(_ order: String, _ standing: String) { state.withLock { $0.orders[order] = standing } }

    /// Sets the whole order, as JSON.
    package func set(_ order: String, body: String) { state.withLock { $0.bodies[order] = body } }

    private func answer(_ client: Int32) {
        guard let request = TestRequest(from: client) else { return }
        let (status, text) = state.withLock { Self.answer(request, &$0) }
        TestRequest.reply(status, Array(text.utf8), to: client)
    }

    private static func answer(_ request: TestRequest, _ state: inout State) -> (Int, String) {
        if request.target == "/token" { return (200, "{\"access_token\":\"access\",\"expires_in\":3600}") }
        if request.target == "/certs" {
            state.keysAsked += 1
            return state.keys
        }
        guard let place = request.target.firstRange(of: "/orders/") else { return (404, "{}") }
        let path = request.target[place.upperBound...]
        state.asked.append("\(request.method) \(path)")
        let order = String(path.prefix { $0 != ":" && $0 != "?" })
        guard request.method == "POST" else {
            if let body = state.bodies[order] { return (200, body) }
            return state.orders[order].map { (200, "{\"orderId\":\"\(order)\",\"state\":\"\($0)\"}") } ?? (404, "{}")
        }
        if !state.refusals.isEmpty { return (state.refusals.removeFirst(), "{}") }
        return (200, "")
    }
}
