import Console
import HTML
import Postgres
import Secrets
import Web

/// An app's authorization request (RFC 6749, 4.1.1; OAuth 2.1: PKCE always, with S256 only).
struct AuthorizationRequest: Sendable {
    /// The limit in bytes of the query that is passed from page to page.
    private static let longest = 4000

    let app: AccountApp
    let redirect: RedirectAddress
    let scopes: [AccountScope]
    let challenge: String
    let state: String?
    let nonce: String?
    let hint: String
    /// The query as received, without the language of the pages.
    let query: Query

    /// An error that must not be sent to the redirect address, since it is not known to be the app's. The page shows it
    /// to the person.
    enum Untrusted: Error { case app, address, tooLong }

    /// An error that is sent to the app at its redirect address.
    struct Refused: Error {
        let problem: OAuthProblem
        let redirect: RedirectAddress
        let state: String?
    }

    init(_ query: Query, in tx: borrowing TenantTransaction) throws {
        let query = Query(query.items.filter { $0.name != "lang" })
        guard query.urlEncoded.count <= Self.longest else { throw Untrusted.tooLong }
        // If a parameter has two values, it is unclear which one was registered.
        guard !query.repeated.contains("client_id"), let app = try AccountApp.named(query["client_id"] ?? "", in: tx)
        else { throw Untrusted.app }
        guard !query.repeated.contains("redirect_uri"), let redirect = app.redirect(query["redirect_uri"] ?? "") else {
            throw Untrusted.address
        }
        (self.app, self.redirect, self.query) = (app, redirect, query)
        let state = query.repeated.contains("state") ? nil : query["state"]
        self.state = state
        func refused(_ code: OAuthProblem.Code, _ why: String) -> Refused {
            Refused(problem: OAuthProblem(code, why), redirect: redirect, state: state)
        }
        if let twice = query.repeated.min() { throw refused(.invalidRequest, "\(twice) comes more than once") }
        if query["request"] != nil { throw refused(.requestNotSupported, "requests as tokens are not read") }
        if query["request_uri"] != nil { throw refused(.requestURINotSupported, "requests are not fetched") }
        guard query["response_type"] == "code" else {
            throw refused(.unsupportedResponseType, "response_type has to be code")
        }
        if let mode = query["response_mode"], mode != "query" {
            throw refused(.invalidRequest, "response_mode can only be query")
        }
        guard query["code_challenge_method"] == "S256" else {
            throw refused(.invalidRequest, "code_challenge_method has to be S256")
        }
        guard let challenge = query["code_challenge"], challenge.utf8.count == 43,
            Base64.url.decode(challenge.utf8) != nil
        else { throw refused(.invalidRequest, "code_challenge has to be the SHA-256 of the verifier, in base64url") }
        self.challenge = challenge
        if let nonce = query["nonce"], nonce.columnLength > 500 { throw refused(.invalidRequest, "nonce is too long") }
        nonce = query["nonce"]
        scopes = AccountScope.read(query["scope"] ?? "")
        // No sign-in is stored here: each request requires the password.
        if query["prompt"]?.split(separator: " ").contains("none") == true {
            throw refused(.loginRequired, "the person has to sign in")
        }
        hint = query["login_hint"] ?? ""
    }

    /// The link to which the browser is redirected with a code or an error. `iss` tells apps with several issuers which
    /// one sent the response (RFC 9207).
    static func answer(
        _ redirect: RedirectAddress, _ members: [(String, String)], state: String?, issuer: String
    ) -> String {
        redirect.link(members + (state.map { [("state", $0)] } ?? []) + [("iss", issuer)])
    }
}

extension AuthorizationRequest.Refused {
    func location(issuer: String) -> String {
        AuthorizationRequest.answer(
            redirect, [("error", problem.code.rawValue), ("error_description", problem.why)], state: state,
            issuer: issuer)
    }
}
