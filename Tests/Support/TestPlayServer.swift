import JSON
import Synchronization

/// Stands for Google: gives access tokens to whoever asks, refunds orders as told and says how they stand.
package final class TestPlayServer: Sendable {
    private struct State: Sendable {
        var asked: [String] = []
        var refusals: [Int] = []
        var orders: [String: String] = [:]
    }

    private let listener: TestListener
    private let state = Mutex(State())
    /// The key file of a service account.
    package let account: String

    package var address: String { "http://127.0.0.1:\(listener.port)" }
    /// Method and path of each, without what leads to the tenant's app.
    package var asked: [String] { state.withLock { $0.asked } }
    /// Statuses that it answers to the next refunds instead of yes.
    package var refusals: [Int] {
        get { state.withLock { $0.refusals } }
        set { state.withLock { $0.refusals = newValue } }
    }

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

    /// How the order stands from now on, as Google calls it.
    package func set(_ order: String, _ standing: String) { state.withLock { $0.orders[order] = standing } }

    private func answer(_ client: Int32) {
        guard let request = TestRequest(from: client) else { return }
        let (status, text) = state.withLock { Self.answer(request, &$0) }
        TestRequest.reply(status, Array(text.utf8), to: client)
    }

    private static func answer(_ request: TestRequest, _ state: inout State) -> (Int, String) {
        if request.target == "/token" { return (200, "{\"access_token\":\"access\",\"expires_in\":3600}") }
        guard let place = request.target.firstRange(of: "/orders/") else { return (404, "{}") }
        let path = request.target[place.upperBound...]
        state.asked.append("\(request.method) \(path)")
        let order = String(path.prefix { $0 != ":" && $0 != "?" })
        guard request.method == "POST" else {
            return state.orders[order].map { (200, "{\"orderId\":\"\(order)\",\"state\":\"\($0)\"}") } ?? (404, "{}")
        }
        if !state.refusals.isEmpty { return (state.refusals.removeFirst(), "{}") }
        return (200, "")
    }
}
