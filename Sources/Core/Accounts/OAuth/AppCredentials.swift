import Console
import HTTPTypes
import Postgres
import Secrets
import Web

/// The credentials by which an app authenticates (RFC 6749, 2.3): in the header or in the form, never in both.
struct AppCredentials: Sendable {
    private let id: String
    private let secret: String?
    let byHeader: Bool

    init(_ request: WebRequest) throws {
        let form = request.form
        if let twice = form.repeated.min() { throw OAuthProblem(.invalidRequest, "\(twice) comes more than once") }
        guard let header = request.headers[.authorization] else {
            (id, secret, byHeader) = (form["client_id"] ?? "", form["client_secret"], false)
            return
        }
        byHeader = true
        guard header.prefix(6).lowercased() == "basic ", let bytes = Base64.padded.decode(header.dropFirst(6).utf8),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { throw OAuthProblem(.invalidClient, "the Authorization header is none of the scheme Basic") }
        func decoded(_ part: ArraySlice<UInt8>) -> String {
            Query(urlEncoded: Array("part=".utf8) + part)["part"] ?? ""
        }
        (id, secret) = (decoded(bytes[..<colon]), decoded(bytes[(colon + 1)...]))
        guard form["client_secret"] == nil, form["client_id"].map({ $0 == id }) ?? true else {
            throw OAuthProblem(.invalidRequest, "the app says twice which it is")
        }
    }

    /// Returns the authenticated app. An app with a secret must send it; one without must send none.
    func app(in tx: borrowing TenantTransaction) throws -> AccountApp {
        let problem = OAuthProblem(.invalidClient, "there is no such app, or its secret is another")
        guard let app = try AccountApp.named(id, in: tx) else { throw problem }
        if app.secretHash == nil {
            guard secret?.isEmpty ?? true else { throw problem }
        } else {
            guard let secret, app.hasSecret(secret) else { throw problem }
        }
        return app
    }
}
