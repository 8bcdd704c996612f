import Synchronization

/// Stands for the place where cards are taken: gives money back once a name, as Stripe does, and keeps what it was asked.
package final class TestCardServer: Sendable {
    private struct State: Sendable {
        var asked: [String] = []
        var refunds: [String: String] = [:]
        var refusal: (status: Int, code: String)?
    }

    private let listener: TestListener
    private let state = Mutex(State())

    package var address: String { "http://127.0.0.1:\(listener.port)" }
    /// Method, path and form of each.
    package var asked: [String] { state.withLock { $0.asked } }
    /// How many times money went back.
    package var refunds: Int { state.withLock { $0.refunds.count } }
    /// What it says to a refund instead of yes.
    package var refusal: (status: Int, code: String)? {
        get { state.withLock { $0.refusal } }
        set { state.withLock { $0.refusal = newValue } }
    }

    package init() throws {
        listener = try TestListener()
        listener.accept { [weak self] client in self?.answer(client) }
    }

    deinit { listener.stop() }

    private func answer(_ client: Int32) {
        guard let request = TestRequest(from: client) else { return }
        let body = String(decoding: request.body, as: UTF8.self)
        let key =
            request.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("idempotency-key:") }
            .map { String($0.dropFirst(16)) } ?? ""
        let (status, text) = state.withLock { state -> (Int, String) in
            state.asked.append("\(request.method) \(request.target) \(body)")
            if request.target.hasPrefix("/v1/invoices/") { return (200, "{\"payment_intent\":\"pi_of_invoice\"}") }
            if request.method == "DELETE" { return (200, "{\"status\":\"canceled\"}") }
            if let refusal = state.refusal { return (refusal.status, "{\"error\":{\"code\":\"\(refusal.code)\"}}") }
            let name = state.refunds[key] ?? "re_\(state.refunds.count + 1)"
            state.refunds[key] = name
            return (200, "{\"id\":\"\(name)\",\"status\":\"succeeded\"}")
        }
        TestRequest.reply(status, Array(text.utf8), to: client)
    }
}
