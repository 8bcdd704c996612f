import Crypto
import HTTPTypes
import JSON
import Secrets
import Synchronization
import Web

/// Stands for Facebook, under TLS: codes become tokens, and tokens say of which app and of whom they are.
package final class TestGraph: Sendable {
    private struct Grant: Sendable {
        var person: TestIssuer.Person
        var back: String
    }

    private final class State: Sendable {
        let grants = Mutex<[String: Grant]>([:])
        let tokens = Mutex<[String: TestIssuer.Person]>([:])
        /// Of which app tokens say to be; nil: of the one that asked.
        let otherApp = Mutex<String?>(nil)
    }

    package let app = "1234567890"
    package let secret = Token.random().text
    private let server: TestServer
    private let state: State

    package var port: Int { server.port }
    package var address: String { "https://127.0.0.1:\(server.port)/v23.0" }

    /// Whoever's token it is, it says to be of that app.
    package func pretend(_ app: String?) { state.otherApp.withLock { $0 = app } }

    package init(by authority: TestAuthority) async throws {
        let files = try authority.certify()
        let state = State()
        self.state = state
        let (app, secret) = (app, secret)
        let routes = [
            WebServer.Route(.post, "/v23.0/oauth/access_token") { Self.token($0, state, app, secret) },
            WebServer.Route(.get, "/v23.0/debug_token") { Self.debug($0, state, app, secret) },
            WebServer.Route(.get, "/v23.0/me") { Self.me($0, state, secret) },
        ]
        server = try await TestServer(
            routes: routes, change: { ($0.certificate, $0.privateKey) = (files.certificate, files.key) })
    }

    /// What the browser brings back.
    package func signIn(_ person: TestIssuer.Person, at address: String) -> [(String, String)] {
        let query = Query(urlEncoded: Array(address.drop { $0 != "?" }.dropFirst().utf8))
        let code = Token.random().text
        state.grants.withLock { $0[code] = Grant(person: person, back: query["redirect_uri"] ?? "") }
        return [("code", code), ("state", query["state"] ?? "")]
    }

    private static let refused = WebResponse.json(.object([("error", "refused")]), status: .badRequest)

    private static func token(_ request: WebRequest, _ state: State, _ app: String, _ secret: String) -> WebResponse {
        let form = request.form
        guard form["client_id"] == app, form["client_secret"] == secret, let code = form["code"],
            let grant = state.grants.withLock({ $0.removeValue(forKey: code) }), form["redirect_uri"] == grant.back
        else { return refused }
        let token = Token.random().text
        state.tokens.withLock { $0[token] = grant.person }
        return .json(.object([("access_token", .string(token)), ("token_type", "bearer")]))
    }

    private static func debug(_ request: WebRequest, _ state: State, _ app: String, _ secret: String) -> WebResponse {
        guard request.query["access_token"] == "\(app)|\(secret)", let token = request.query["input_token"],
            let person = state.tokens.withLock({ $0[token] })
        else { return refused }
        let told = state.otherApp.withLock { $0 } ?? app
        return .json(
            .object([
                (
                    "data",
                    .object([("app_id", .string(told)), ("is_valid", true), ("user_id", .string(person.subject))])
                )
            ]))
    }

    private static func me(_ request: WebRequest, _ state: State, _ secret: String) -> WebResponse {
        guard let token = request.query["access_token"], let person = state.tokens.withLock({ $0[token] }),
            request.query["appsecret_proof"]
                == Hex.encode(MAC.hmac(Array(token.utf8), key: SymmetricKey(data: Array(secret.utf8))))
        else { return refused }
        var members: [(String, JSONText)] = [("id", .string(person.subject)), ("name", .string(person.name ?? "Zoë"))]
        if let email = person.email { members.append(("email", .string(email))) }
        return .json(.object(members))
    }
}
