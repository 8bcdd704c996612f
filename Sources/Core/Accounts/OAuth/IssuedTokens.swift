import Console
import JSON
import Postgres
import Secrets

/// The contents of access tokens and ID tokens.
enum IssuedTokens {
    /// The term of an access token and of an ID token.
    static let seconds: Int64 = 600

    /// Makes an access token by RFC 9068.
    static func access(
        _ facts: AccessToken, by key: TokenKey, audience: String, now: Timestamp
    ) throws -> String {
        try key.sign(
            .object([
                ("iss", .string(facts.issuer)), ("aud", .string(audience)), ("sub", .string(facts.user.description)),
                ("client_id", .string(facts.app.description)), ("tenant", .string(facts.tenant.description)),
                ("sid", .string(facts.session.description)), ("scope", .string(facts.scopes.joined(separator: " "))),
                ("iat", .int(Int(now.seconds))), ("exp", .int(Int(now.seconds + seconds))),
                ("auth_time", .int(Int(facts.authenticated.seconds))),
                ("jti", .string(Token.random().text)),
            ]), type: AccessToken.type)
    }

    /// Makes an ID token by OpenID Connect Core, 2. `claims` are those of the granted scopes.
    static func identity(
        _ facts: AccessToken, nonce: String?, access: String, claims: [(String, JSONText)], by key: TokenKey,
        now: Timestamp
    ) throws -> String {
        let half = MAC.sha256(Array(access.utf8)).prefix(16)
        return try key.sign(
            .object(
                [
                    ("iss", .string(facts.issuer)), ("aud", .string(facts.app.description)),
                    ("sub", .string(facts.user.description)), ("sid", .string(facts.session.description)),
                    ("iat", .int(Int(now.seconds))), ("exp", .int(Int(now.seconds + seconds))),
                    ("auth_time", .int(Int(facts.authenticated.seconds))),
                    ("at_hash", .string(Base64.url.encode(half))),
                ] + (nonce.map { [("nonce", .string($0))] } ?? []) + claims), type: "JWT")
    }

    /// Returns the claims about the user that the scopes allow (OpenID Connect Core, 5.4). `row` comes from
    /// `OAuthQueries.person`.
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
}
