import JSON
import Postgres
import Secrets

/// What a user's access token says (RFC 9068), once it is known that this server has signed it.
package struct AccessToken: Sendable {
    package static let type = "at+jwt"
    /// By how much clocks may differ, in seconds.
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

    /// nil for one that `key` has not signed, that is for somebody else, or that is over. Whether it is of the tenant that has the
    /// key, and names that tenant's issuer, is for the caller to say.
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
