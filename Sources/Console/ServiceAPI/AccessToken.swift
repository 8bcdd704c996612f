import JSON
import Postgres
import Secrets

/// The claims of a user's access token (RFC 9068) that this server has signed.
package struct AccessToken: Sendable {
    package static let type = "at+jwt"
    /// The accepted difference of clocks, in seconds.
    package static let skew: Int64 = 30

    package let tenant: ID
    package let user: ID
    package let session: ID
    package let app: ID
    package let scopes: [String]
    package let authenticated: Timestamp
    package let issuer: String

    package init(
        tenant: ID, user: ID, session: ID, app: ID, scopes: [String], authenticated: Timestamp, issuer: String
    ) {
        self.tenant = tenant
        self.user = user
        self.session = session
        self.app = app
        self.scopes = scopes
        self.authenticated = authenticated
        self.issuer = issuer
    }

    /// nil if `key` has not signed it, if it has another audience, or if it has expired. The caller must check that
    /// it belongs to the key's tenant, and names that tenant's issuer.
    package init?(_ token: SignedClaims, by key: VerifyingKey, audience: String, now: Timestamp) {
        guard let claims = token.claims(by: key), claims["aud"]?.text == audience, let issuer = claims["iss"]?.text,
            let issued = claims["iat"]?.int, let expires = claims["exp"]?.int,
            Int64(issued) <= now.seconds + Self.skew, now.seconds < Int64(expires) + Self.skew,
            let tenant = claims["tenant"]?.text.flatMap({ ID($0) }), let user = claims["sub"]?.text.flatMap({ ID($0) }),
            let session = claims["sid"]?.text.flatMap({ ID($0) }),
            let app = claims["client_id"]?.text.flatMap({ ID($0) }), let authenticated = claims["auth_time"]?.int
        else { return nil }
        self.init(
            tenant: tenant, user: user, session: session, app: app,
            scopes: claims["scope"]?.text?.split(separator: " ").map(String.init) ?? [],
            authenticated: Timestamp(microseconds: Int64(authenticated) * 1_000_000), issuer: issuer)
    }
}
