import Synchronization

/// A stand-in for the card provider: like Stripe, it refunds once per idempotency key. It records its requests.
package final class TestCardServer: Sendable {
    private struct Refund: Sendable {
        var key: String
        var charge: String
        var name: String
    }

    private struct State: Sendable {
        var asked: [String] = []
        var refunds: [Refund] = []
        var refusal: (status: Int, code: String)?
        var refusalToEnd: (status: Int, code: String)?
        var losesAnswers = false
        var forgetsKeys = false
    }

    private let listener: TestListener
    private let state = Mutex(State())

    package var address: String { "http://127.0.0.1:\(listener.port)" }
    /// The method, path and form of each request.
    package var asked: [String] { state.withLock { $0.asked } }
    /// The number of refunds.
    package var refunds: Int { state.withLock { $0.refunds.count } }
    /// Its response to a refund instead of success.
    package var refusal: (status: Int, code: String)? {
        get { state.withLock { $0.refusal } }
        set { state.withLock { $0.refusal = newValue } }
    }
    /// Its response to ending a subscription instead of success.
    package var refusalToEnd: (status: Int, code: String)? {
        get { state.withLock { $0.refusalToEnd } }
        set { state.withLock { $0.refusalToEnd = newValue } }
    }
    /// It refunds, but the response is lost.
    package var losesAnswers: Bool {
        get { state.withLock { $0.losesAnswers } }
        set { state.withLock { $0.losesAnswers = newValue } }
    }
    /// A day has passed: it has forgotten the idempotency keys.
    package var forgetsKeys: Bool {
        get { state.withLock { $0.forgetsKeys } }
        set { state.withLock { $0.forgetsKeys = newValue } }
    }

    package init() throws {
        listener = try TestListener()
        listener.accept { [weak self] client in self?.answer(client) }
    }

    deinit { listener.stop() }

    private func answer(_ client: Int32) {
        guard let request = TestRequest(from: client) else { return }
        let (status, text) = state.withLock { Self.answer(request, &$0) }
        TestRequest.reply(status, Array(text.utf8), to: client)
    }

    private static func answer(_ request: TestRequest, _ state: inout State) -> (Int, String) {
        let body = String(decoding: request.body, as: UTF8.self)
        state.asked.append("\(request.method) \(request.target) \(body)")
        if request.target.hasPrefix("/v1/invoices/") { return (200, "{\"payment_intent\":\"pi_of_invoice\"}") }
        if request.method == "DELETE" {
            return state.refusalToEnd.map { ($0.status, error($0.code)) } ?? (200, "{\"status\":\"canceled\"}")
        }
        if request.method == "GET" {
            let charge = request.target.split(separator: "?").last?.split(separator: "&").first ?? ""
            let those = state.refunds.filter { $0.charge == charge }.map { refund in
                let id = refund.key.split(separator: "-").dropFirst(2).joined(separator: "-")
                return "{\"id\":\"\(refund.name)\",\"status\":\"succeeded\",\"metadata\":{\"roost_refund\":\"\(id)\"}}"
            }
            return (200, "{\"data\":[\(those.joined(separator: ","))]}")
        }
        if let refusal = state.refusal { return (refusal.status, error(refusal.code)) }
        let key = request.header("idempotency-key") ?? ""
        let known = state.forgetsKeys ? nil : state.refunds.first { $0.key == key }
        let refund =
            known
            ?? Refund(
                key: key, charge: String(body.split(separator: "&").first ?? ""),
                name: "re_\(state.refunds.count + 1)")
        if known == nil { state.refunds.append(refund) }
        if state.losesAnswers { return (500, "") }
        return (200, "{\"id\":\"\(refund.name)\",\"status\":\"succeeded\"}")
    }

    private static func error(_ code: String) -> String { "{\"error\":{\"code\":\"\(code)\"}}" }
}
