import Foundation

/// The endpoints of the issuer that an app calls itself: token and revocation (RFC 6749, RFC 7009).
struct TokenEndpoint: Sendable {
    let settings: ClientSettings
    let transport: any Transport
    let environment: ClientEnvironment

    enum Outcome: Sendable {
        case given(Tokens)
        /// OAuth's word for it, and a sentence.
        case refused(String, String)
        case unavailable(Problem, retryAfter: Duration?)
    }

    func exchange(_ code: String, _ attempt: SignInAttempt) async throws -> Outcome {
        try await ask([
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", attempt.redirect),
            ("code_verifier", attempt.verifier),
        ])
    }

    func refresh(_ tokens: Tokens) async throws -> Outcome {
        try await ask([("grant_type", "refresh_token"), ("refresh_token", tokens.refresh)])
    }

    /// Ends the session at the server's side.
    func revoke(_ tokens: Tokens) async throws {
        let answer = try await post("revocation", [("token", tokens.refresh)])
        guard answer.status == 200 else { throw CallFault.unavailable(Problem(answer), retryAfter: nil) }
    }

    private func ask(_ form: [(String, String)]) async throws -> Outcome {
        let now = environment.now()
        let answer = try await post("token", form)
        if answer.status == 200 { return .given(try Tokens(answer.body, settings, now: now)) }
        struct Refusal: Decodable {
            let error: String
            let errorDescription: String?
        }
        let told = try? JSON.oauth.decode(Refusal.self, from: answer.body)
        if let told, told.error != "temporarily_unavailable", answer.status < 500, answer.status != 429 {
            return .refused(told.error, told.errorDescription ?? "")
        }
        let problem = told.map {
            Problem(type: $0.error, title: "No tokens", status: answer.status, detail: $0.errorDescription ?? "")
        }
        return .unavailable(problem ?? Problem(answer), retryAfter: answer.retryAfter(now: environment.now()))
    }

    private func post(_ path: String, _ form: [(String, String)]) async throws -> HTTPAnswer {
        guard let url = URL(string: "\(settings.issuer)/\(path)") else { throw SettingsFault.issuer }
        return try await transport.perform(
            HTTPCall(
                "POST", url,
                headers: ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"],
                body: Data(FormText.encode(form + [("client_id", settings.clientID)]).utf8)))
    }
}
