import Console
import JSON
import JWS
import Postgres
import Secrets

/// Access and ID tokens: what stands in them, and how ours are known again.
enum IssuedTokens {
    static let accessType = "at+jwt"
    /// Of an access token and of an ID token.
    static let seconds: Int64 = 600
    /// By how much clocks may differ.
    static let skew: Int64 = 30

    /// What tokens of one session say.
    struct Facts: Sendable {
        let user: ID
        let session: ID
        let app: ID
        let scopes: [AccountScope]
        let authenticated: Timestamp
    }

    /// RFC 9068.
    static func access(
        _ facts: Facts, by key: TokenKey, issuer: String, audience: String, tenant: ID, now: Timestamp
    ) throws -> String {
        try key.sign(
            .object([
                ("iss", .string(issuer)), ("aud", .string(audience)), ("sub", .string(facts.user.description)),
                ("client_id", .string(facts.app.description)), ("tenant", .string(tenant.description)),
                ("sid", .string(facts.session.description)), ("scope", .string(facts.scopes.text)),
                ("iat", .int(Int(now.seconds))), ("exp", .int(Int(now.seconds + seconds))),
                ("auth_time", .int(Int(facts.authenticated.seconds))),
                ("jti", .string(Token.random().text)),
            ]), type: accessType)
    }

    /// OpenID Connect Core, 2. `claims` are those of the granted scopes.
    static func identity(
        _ facts: Facts, nonce: String?, access: String, claims: [(String, JSONText)], by key: TokenKey, issuer: String,
        now: Timestamp
    ) throws -> String {
        let half = MAC.sha256(Array(access.utf8)).prefix(16)
        return try key.sign(
            .object(
                [
                    ("iss", .string(issuer)), ("aud", .string(facts.app.description)),
                    ("sub", .string(facts.user.description)), ("sid", .string(facts.session.description)),
                    ("iat", .int(Int(now.seconds))), ("exp", .int(Int(now.seconds + seconds))),
                    ("auth_time", .int(Int(facts.authenticated.seconds))),
                    ("at_hash", .string(Base64.url.encode(half))),
                ] + (nonce.map { [("nonce", .string($0))] } ?? []) + claims), type: "JWT")
    }

    /// Of the person, as the scopes allow (OpenID Connect Core, 5.4). `row` is of `OAuthQueries.person`.
    static func claims(_ row: Row, _ scopes: [AccountScope]) throws -> [(String, JSONText)] {
        var claims: [(String, JSONText)] = []
        if scopes.contains(.profile) {
            claims += [
                ("name", .string(try row.text("name"))), ("locale", .string(try row.text("language"))),
                ("zoneinfo", .string(try row.text("zone"))),
            ]
        }
        if scopes.contains(.email) {
            claims += [
                ("email", .string(try row.text("email"))), ("email_verified", .bool(try row.bool("is_confirmed"))),
            ]
        }
        return claims
    }

    /// What an access token of this tenant says; nil for one that is not ours, is of another tenant, or is over.
    static func read(
        _ text: String, by keys: [VerifyingKey], issuer: String, audience: String, tenant: ID, now: Timestamp
    ) -> Facts? {
        guard let token = SignedClaims(text, type: accessType), let key = keys.first(where: { $0.id == token.keyID }),
            let claims = token.claims(by: key),
            claims["iss"]?.text == issuer, claims["aud"]?.text == audience,
            claims["tenant"]?.text == tenant.description,
            let issued = claims["iat"]?.int, let expires = claims["exp"]?.int,
            Int64(issued) <= now.seconds + skew, now.seconds < Int64(expires) + skew,
            let user = claims["sub"]?.text.flatMap({ ID($0) }), let session = claims["sid"]?.text.flatMap({ ID($0) }),
            let app = claims["client_id"]?.text.flatMap({ ID($0) }), let authenticated = claims["auth_time"]?.int
        else { return nil }
        return Facts(
            user: user, session: session, app: app, scopes: AccountScope.read(claims["scope"]?.text ?? ""),
            authenticated: Timestamp(microseconds: Int64(authenticated) * 1_000_000))
    }
}
