import Console
import Core
import Crypto
import HTTPTypes
import JSON
import NIOCore
import Postgres
import Secrets
import Synchronization
import Web

/// Stands for an issuer of OpenID Connect, on a server of its own under TLS: discovery, published keys, codes, ID tokens. It is as strict
/// with us as Google and Apple are, and lies only where a test says so.
package final class TestIssuer: Sendable {
    package enum Style: Sendable {
        /// RS256, the secret in the form, PKCE.
        case google
        /// RS256, a signed token in place of the secret, no PKCE, the answer by a form.
        case apple
        /// ES256, the secret in the header, PKCE, answers that name the issuer.
        case plain
    }

    /// Somebody with an account there.
    package struct Person: Sendable {
        package var subject: String
        package var email: String?
        package var isVerified: Bool
        package var name: String?

        package init(_ subject: String = unique(), email: String? = nil, isVerified: Bool = true, name: String? = nil) {
            (self.subject, self.email, self.isVerified, self.name) = (subject, email, isVerified, name)
        }
    }

    /// How it signs what it gives out next.
    package enum Signing: Sendable {
        case properly
        /// `alg` is none, and there is no signature.
        case notAtAll
        /// An HMAC, for which the published key is the secret.
        case byPublicKey
        /// By a key that it never published, under the name of one that it did.
        case byAnotherKey
    }

    private enum Key: Sendable {
        case rsa(id: String, TestRSA)
        case point(id: String, P256.Signing.PrivateKey)

        var id: String {
            switch self {
            case .rsa(let id, _), .point(let id, _): id
            }
        }

        func published() throws -> JSONText {
            switch self {
            case .rsa(let id, let key):
                .object([("kid", .string(id)), ("use", "sig"), ("alg", "RS256")] + (try key.members()))
            case .point(let id, let key): TokenKey(id: id, pem: key.pemRepresentation)?.verifying.json ?? .null
            }
        }
    }

    private struct Grant: Sendable {
        var person: Person
        var request: Query
    }

    private struct State: Sendable {
        var keys: [Key] = []
        var grants: [String: Grant] = [:]
        var asked: [String] = []
        var signing = Signing.properly
        var claims: [(String, JSONText)] = []
        var document: [(String, JSONText)] = []
        var answers: [String: @Sendable () -> WebResponse] = [:]
    }

    package let style: Style
    package let clientID: String
    package let secret = Token.random().text
    /// Of the team, as Apple has it; in PEM.
    package let teamKey = P256.Signing.PrivateKey().pemRepresentation
    private let server: TestServer
    private let place: Place
    private let state: Mutex<State>

    /// Known once the server runs; its routes ask for it.
    private final class Place: Sendable {
        let issuer = Mutex<TestIssuerAnswers?>(nil)
    }

    package var issuer: String { "https://127.0.0.1:\(server.port)" }
    /// As an operator names it.
    package var port: Int { server.port }

    package init(_ style: Style, by authority: TestAuthority, clientID: String = "client-\(unique())") async throws {
        (self.style, self.clientID, place) = (style, clientID, Place())
        let files = try authority.certify()
        let place = place
        let routes = [
            ("GET", "/.well-known/openid-configuration"), ("GET", "/keys"), ("POST", "/token"), ("GET", "/authorize"),
        ].map { method, path in
            WebServer.Route(method == "GET" ? .get : .post, path) { request in
                place.issuer.withLock { $0 }?.answer(path, request) ?? .text("", status: .serviceUnavailable)
            }
        }
        server = try await TestServer(
            routes: routes, change: { ($0.certificate, $0.privateKey) = (files.certificate, files.key) })
        state = Mutex(State())
        try rotate()
        place.issuer.withLock { $0 = TestIssuerAnswers { [weak self] in self?.answer($0, $1) ?? .text("") } }
    }

    package func stop() async { await server.stop() }

    /// Signs with a new key from now on; the earlier ones are published no more.
    package func rotate() throws {
        let key: Key =
            style == .plain ? .point(id: unique(), P256.Signing.PrivateKey()) : .rsa(id: unique(), try TestRSA())
        state.withLock { $0.keys = [key] }
    }

    package var signing: Signing {
        get { state.withLock { $0.signing } }
        set { state.withLock { $0.signing = newValue } }
    }

    /// Claims that it writes in place of what is true.
    package var claims: [(String, JSONText)] {
        get { state.withLock { $0.claims } }
        set { state.withLock { $0.claims = newValue } }
    }

    /// What it says about itself in place of what is true.
    package var document: [(String, JSONText)] {
        get { state.withLock { $0.document } }
        set { state.withLock { $0.document = newValue } }
    }

    /// How often each of its addresses was asked, in order.
    package var asked: [String] { state.withLock { $0.asked } }

    /// Answers at that path as it is told; nil: as it should.
    package func answer(at path: String, by answer: (@Sendable () -> WebResponse)?) {
        state.withLock { $0.answers[path] = answer }
    }

    /// Somebody signs in at the address to which the browser was sent; what the browser brings back.
    package func signIn(_ person: Person, at address: String) throws -> [(String, String)] {
        guard let start = address.firstIndex(of: "?"), address.hasPrefix(issuer + "/authorize?") else {
            throw DatabaseError.unavailable("the browser was sent to \(address)")
        }
        return authorize(person, Query(urlEncoded: Array(address[address.index(after: start)...].utf8)))
    }

    private func authorize(_ person: Person, _ request: Query) -> [(String, String)] {
        let code = Token.random().text
        state.withLock { $0.grants[code] = Grant(person: person, request: request) }
        var answer = [("code", code), ("state", request["state"] ?? "")]
        if style == .plain { answer.append(("iss", issuer)) }
        if style == .apple, let name = person.name {
            answer.append(("user", "{\"name\":{\"firstName\":\"\(name)\",\"lastName\":\"\"}}"))
        }
        return answer
    }

    // MARK: What it answers

    private func answer(_ path: String, _ request: WebRequest) -> WebResponse {
        let told = state.withLock { state in
            state.asked.append(path)
            return state.answers[path]
        }
        if let told { return told() }
        do {
            switch path {
            case "/keys":
                let keys = try state.withLock { $0.keys }.map { try $0.published() }
                return .json(.object([("keys", .array(keys))]))
            case "/token": return try token(request)
            case "/authorize":
                let back = authorize(Person(email: "person@example.com"), request.query)
                let query = TestBrowser.encoded(back)
                return WebResponse(
                    status: .found, headers: [.location: "\(request.query["redirect_uri"] ?? "")?\(query)"])
            default: return .json(published)
            }
        } catch {
            return .json(.object([("error", "server_error")]), status: .internalServerError)
        }
    }

    private var published: JSONText {
        let methods: [JSONText] = style == .plain ? ["client_secret_basic"] : ["client_secret_post"]
        let usual: [(String, JSONText)] = [
            ("issuer", .string(issuer)), ("authorization_endpoint", .string(issuer + "/authorize")),
            ("token_endpoint", .string(issuer + "/token")), ("jwks_uri", .string(issuer + "/keys")),
            ("token_endpoint_auth_methods_supported", .array(methods)),
            ("authorization_response_iss_parameter_supported", .bool(style == .plain)),
        ]
        return .object(Self.changed(usual, by: document))
    }

    private static func changed(
        _ usual: [(String, JSONText)], by told: [(String, JSONText)]
    ) -> [(String, JSONText)] {
        usual.filter { name, _ in !told.contains { $0.0 == name } } + told.filter { $0.1 != .null }
    }

    private func token(_ request: WebRequest) throws -> WebResponse {
        let form = request.form
        func refused(_ code: String) -> WebResponse {
            .json(.object([("error", .string(code))]), status: .badRequest)
        }
        guard isClient(request) else { return refused("invalid_client") }
        guard form["grant_type"] == "authorization_code", let code = form["code"],
            let grant = state.withLock({ $0.grants.removeValue(forKey: code) }),
            form["redirect_uri"] == grant.request["redirect_uri"], form["redirect_uri"] != nil
        else { return refused("invalid_grant") }
        if let challenge = grant.request["code_challenge"] {
            let verifier = form["code_verifier"] ?? ""
            guard verifier.utf8.count >= 43, Base64.url.encode(MAC.sha256(Array(verifier.utf8))) == challenge else {
                return refused("invalid_grant")
            }
        } else if style != .apple {
            return refused("invalid_grant")
        }
        return .json(
            .object([
                ("access_token", "unused"), ("token_type", "Bearer"), ("expires_in", 3600),
                ("id_token", .string(try identity(grant, now: request.now))),
            ]))
    }

    private func isClient(_ request: WebRequest) -> Bool {
        let form = request.form
        switch style {
        case .google: return form["client_id"] == clientID && form["client_secret"] == secret
        case .plain:
            let pair = Base64.padded.encode(Array("\(clientID):\(secret)".utf8))
            return request.headers[.authorization] == "Basic \(pair)" && form["client_secret"] == nil
        case .apple:
            guard form["client_id"] == clientID, let text = form["client_secret"],
                let proof = SignedClaims(text, type: "jwt"),
                let key = TokenKey(id: "KEY1234567", pem: teamKey)?.verifying, let claims = proof.claims(by: key)
            else { return false }
            return claims["iss"]?.text == "TEAM123456" && claims["sub"]?.text == clientID
                && claims["aud"]?.text == issuer && (claims["exp"]?.int).map { Int64($0) > request.now.seconds } == true
        }
    }

    private func identity(_ grant: Grant, now: Timestamp) throws -> String {
        let person = grant.person
        var claims: [(String, JSONText)] = [
            ("iss", .string(issuer)), ("aud", .string(clientID)), ("sub", .string(person.subject)),
            ("iat", .int(Int(now.seconds))), ("exp", .int(Int(now.seconds) + 600)),
        ]
        if let nonce = grant.request["nonce"] { claims.append(("nonce", .string(nonce))) }
        if let email = person.email {
            // Apple writes it as a text.
            claims += [
                ("email", .string(email)),
                ("email_verified", style == .apple ? .string("\(person.isVerified)") : .bool(person.isVerified)),
            ]
        }
        if style != .apple, let name = person.name { claims.append(("name", .string(name))) }
        let (signing, key, told) = state.withLock { ($0.signing, $0.keys[0], $0.claims) }
        return try signed(.object(Self.changed(claims, by: told)), key, signing)
    }

    private func signed(_ claims: JSONText, _ key: Key, _ signing: Signing) throws -> String {
        let proper = if case .rsa = key { "RS256" } else { "ES256" }
        let algorithm =
            switch signing {
            case .notAtAll: "none"
            case .byPublicKey: "HS256"
            case .properly, .byAnotherKey: proper
            }
        let header = JSONText.object([("alg", .string(algorithm)), ("kid", .string(key.id)), ("typ", "JWT")])
        let text = Base64.url.encode(header.bytes) + "." + Base64.url.encode(claims.bytes)
        let bytes = Array(text.utf8)
        let signature: [UInt8]
        switch (signing, key) {
        case (.notAtAll, _): signature = []
        case (.byPublicKey, .rsa(_, let key)):
            signature = MAC.hmac(bytes, key: SymmetricKey(data: try key.publicPEM()))
        case (.byPublicKey, .point(_, let key)):
            signature = MAC.hmac(bytes, key: SymmetricKey(data: Array(key.publicKey.pemRepresentation.utf8)))
        case (.byAnotherKey, .rsa): signature = try TestRSA().sign(bytes)
        case (.byAnotherKey, .point):
            signature = Array(try P256.Signing.PrivateKey().signature(for: bytes).rawRepresentation)
        case (.properly, .rsa(_, let key)): signature = try key.sign(bytes)
        case (.properly, .point(_, let key)): signature = Array(try key.signature(for: bytes).rawRepresentation)
        }
        return text + "." + Base64.url.encode(signature)
    }
}

/// What a server's routes call, which are there before the issuer is.
struct TestIssuerAnswers: Sendable {
    let answer: @Sendable (String, WebRequest) -> WebResponse

    init(_ answer: @escaping @Sendable (String, WebRequest) -> WebResponse) { self.answer = answer }
}
