import Console
import JSON
import Postgres
import Secrets

/// The claims of an ID token whose signature was checked (OpenID Connect Core, 3.1.3.7): it was issued for this tenant,
/// in this flow, and is still valid.
struct IdentityClaims {
    /// The tolerated difference of clocks, in seconds.
    private static let skew: Int64 = 30

    let identity: ProvenIdentity
    let isEmailVerified: Bool

    init(
        _ claims: JSONText, issuer: String, clientID: String, nonce: String, now: Timestamp
    ) throws(IdentityProblem) {
        func refused(_ why: String) -> IdentityProblem { .untrusted("the ID token of \(issuer): \(why)") }
        guard claims["iss"]?.text == issuer else { throw refused("of another issuer") }
        // An empty client id would match a token for nobody.
        let audience = claims["aud"]?.text.map { [$0] } ?? claims["aud"]?.elements.compactMap(\.text) ?? []
        guard !clientID.isEmpty, audience.contains(clientID) else { throw refused("for somebody else") }
        let party = claims["azp"]?.text
        guard party.map({ $0 == clientID }) ?? (audience.count == 1) else { throw refused("given to somebody else") }
        guard let end = claims["exp"]?.int, Int64(end) > now.seconds - Self.skew else { throw refused("over") }
        guard let begin = claims["iat"]?.int, Int64(begin) <= now.seconds + Self.skew,
            claims["nbf"].map({ $0.int.map { Int64($0) <= now.seconds + Self.skew } ?? false }) ?? true
        else { throw refused("not yet good") }
        guard let own = claims["nonce"]?.text, constantTimeEqual(Array(own.utf8), Array(nonce.utf8)) else {
            throw refused("of another sign-in")
        }
        let told = ProvenIdentity(
            issuer: issuer, told: claims["sub"]?.text, email: claims["email"]?.text, name: claims["name"]?.text)
        guard let told else { throw refused("about nobody") }
        identity = told
        // Apple writes the claim as a string, too.
        isEmailVerified = claims["email_verified"] == true || claims["email_verified"]?.text == "true"
    }
}
