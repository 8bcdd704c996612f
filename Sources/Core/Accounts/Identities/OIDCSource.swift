import Console
import HTML
import JSON
import JWS
import Postgres
import Secrets
import Web

/// An OpenID Connect issuer: Google, Apple, or one that the tenant names. The code becomes an ID token, which is
/// accepted if one of the issuer's published keys has signed it for this tenant and this flow.
struct OIDCSource: IdentitySource {
    let issuer: String
    private let settings: IdentitySettings
    private let access: IdentityAccess
    private let now: Timestamp

    init(_ settings: IdentitySettings, issuer: String, _ access: IdentityAccess, now: Timestamp) {
        (self.settings, self.issuer, self.access, self.now) = (settings, issuer, access, now)
    }

    private var isApple: Bool { settings.provider == .apple }

    func authorization(_ secrets: FlowSecrets, back: String, language: Language) async throws(IdentityProblem) -> Link {
        let document = try await IssuerDocument.read(issuer, access, now: now)
        guard let link = Link(externalHTTPS: document.authorization) else {
            throw .unreachable("the authorization endpoint of \(issuer) is no address by TLS")
        }
        var query = [
            ("response_type", "code"), ("client_id", settings["client_id"]), ("redirect_uri", back),
            ("state", secrets.state), ("nonce", secrets.nonce),
            ("scope", isApple ? "openid email name" : "openid email profile"),
        ]
        if isApple {
            // Apple tells e-mail and name in no other way.
            query.append(("response_mode", "form_post"))
        } else {
            query += [
                ("code_challenge", secrets.challenge), ("code_challenge_method", "S256"), ("ui_locales", language.code),
            ]
        }
        // People who share a device can choose an account.
        if settings.provider == .google { query.append(("prompt", "select_account")) }
        return link.with(query: query)
    }

    func identity(
        _ answer: IdentityAnswer, _ secrets: FlowSecrets, back: String
    ) async throws(IdentityProblem) -> ProvenIdentity {
        let document = try await IssuerDocument.read(issuer, access, now: now)
        // Of several issuers, none may answer for another (RFC 9207, 2.4).
        guard answer.issuer.map({ $0 == issuer }) ?? !document.namesIssuer else {
            throw .untrusted("the answer is of another issuer than \(issuer)")
        }
        let token = try await token(answer.code, secrets, back: back, document)
        let claims = try await claims(of: token, document)
        let checked = try IdentityClaims(
            claims, issuer: issuer, clientID: settings["client_id"], nonce: secrets.nonce, now: now)
        var identity = checked.identity
        if identity.name.isEmpty { identity.name = LineText.plain(answer.name) }
        identity.runsMailbox =
            isApple && checked.isEmailVerified && identity.email.lowercased().hasSuffix(IdentityProvider.appleRelay)
        return identity
    }

    // MARK: The code

    private func token(
        _ code: String, _ secrets: FlowSecrets, back: String, _ document: IssuerDocument
    ) async throws(IdentityProblem) -> String {
        var form = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", back)]
        if !isApple { form.append(("code_verifier", secrets.verifier)) }
        let (clientID, secret) = (settings["client_id"], try clientSecret())
        var headers: [(String, String)] = []
        if document.takesSecretInForm {
            form += [("client_id", clientID), ("client_secret", secret)]
        } else {
            // Both are encoded before they are joined (RFC 6749, 2.3.1).
            let pair = [clientID, secret].map { text in
                String(decoding: Query([(name: "", value: text)]).urlEncoded.dropFirst(), as: UTF8.self)
            }.joined(separator: ":")
            headers.append(("authorization", "Basic " + Base64.padded.encode(Array(pair.utf8))))
        }
        let (status, body) = try await access.ask(document.token, headers: headers, form: form)
        guard status == 200, let told = try? JSONReader.read(body), let token = told["id_token"]?.text else {
            throw .untrusted("\(issuer) gave no ID token for the code, and answered \(status)")
        }
        return token
    }

    /// Apple accepts a token that the key signs, in place of a secret. It is made for this call only.
    private func clientSecret() throws(IdentityProblem) -> String {
        guard isApple else { return settings["client_secret"] }
        guard let key = TokenKey(id: settings["key_id"], pem: settings["private_key"]),
            let text = try? key.sign(
                .object([
                    ("iss", .string(settings["team_id"])), ("iat", .int(Int(now.seconds))),
                    ("exp", .int(Int(now.seconds + 300))), ("aud", .string(issuer)),
                    ("sub", .string(settings["client_id"])),
                ]), type: "JWT")
        else { throw .unreachable("the key for Apple can't be read") }
        return text
    }

    // MARK: The token

    /// Issuers change their keys at any time: if a key is unknown or can't be read, the document is requested once
    /// more.
    private func claims(of token: String, _ document: IssuerDocument) async throws(IdentityProblem) -> JSONText {
        var payload: [UInt8]
        do {
            do {
                payload = try await IssuedToken.payload(of: token, keys: try await keys(document))
            } catch IssuedToken.Problem.unknownKey, IssuedToken.Problem.badKeys {
                payload = try await IssuedToken.payload(of: token, keys: try await keys(document, isNew: true))
            }
        } catch let problem as IdentityProblem {
            throw problem
        } catch {
            throw .untrusted("the ID token of \(issuer): \(error)")
        }
        guard case .object(let members)? = try? JSONReader.read(payload, deepest: 8) else {
            throw .untrusted("the ID token of \(issuer) holds no object")
        }
        return .object(members)
    }

    private func keys(_ document: IssuerDocument, isNew: Bool = false) async throws(IdentityProblem) -> String {
        try await access.document(document.keys, isNew: isNew, now: now) {
            IssuedToken.isKeySet($0) ? String(decoding: $0, as: UTF8.self) : nil
        }
    }
}
