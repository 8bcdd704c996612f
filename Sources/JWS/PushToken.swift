import FoundationEssentials
import JWTKit

/// Identifies the sender of a push of Google's Pub/Sub: an OpenID Connect token in its Authorization header.
package struct PushToken: Sendable {
    package enum Problem: Error, Equatable {
        case badKeys
        /// It is not signed by one of the keys, has expired, or is not meant for us.
        case untrusted
    }

    private struct Claims: JWTPayload {
        var iss: IssuerClaim
        var aud: AudienceClaim
        var exp: ExpirationClaim
        var email: String?
        var emailVerified: Bool?

        enum CodingKeys: String, CodingKey {
            case iss, aud, exp, email
            case emailVerified = "email_verified"
        }

        func verify(using algorithm: some JWTAlgorithm) throws { try exp.verifyNotExpired() }
    }

    /// Returns the account that sent it, for this audience. `keys` is a set of JSON Web Keys (RFC 7517).
    package static func sender(of token: String, audience: String, keys: String) async throws(Problem) -> String {
        let known = JWTKeyCollection()
        do { try await known.add(jwksJSON: keys) } catch { throw .badKeys }
        let claims: Claims
        do { claims = try await known.verify(token, as: Claims.self) } catch { throw .untrusted }
        guard let email = sender(claims, audience) else { throw .untrusted }
        return email
    }

    /// Returns the account that a token names, whoever signed it: nil if no key could make it good for this audience. It needs
    /// no keys, so a stranger's token costs no request for them.
    package static func claimedSender(of token: String, audience: String) async -> String? {
        guard let claims = try? await JWTKeyCollection().unverified(token, as: Claims.self),
            (try? claims.exp.verifyNotExpired()) != nil
        else { return nil }
        return sender(claims, audience)
    }

    private static func sender(_ claims: Claims, _ audience: String) -> String? {
        guard ["https://accounts.google.com", "accounts.google.com"].contains(claims.iss.value),
            claims.aud.value.contains(audience), claims.emailVerified == true
        else { return nil }
        return claims.email
    }
}
