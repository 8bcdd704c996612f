import FoundationEssentials
import JWTKit

/// The assertion with which a service account gets an access token (RFC 7523).
package struct AccountAssertion: Sendable {
    package enum Problem: Error, Equatable { case badKey }

    private struct Claims: JWTPayload {
        var iss: String
        var scope: String
        var aud: String
        var iat: Int64
        var exp: Int64

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private let email: String
    private let key: Insecure.RSA.PrivateKey

    /// `key`: an RSA key in PEM.
    package init(email: String, key: String) throws(Problem) {
        self.email = email
        do { self.key = try Insecure.RSA.PrivateKey(pem: key) } catch { throw .badKey }
    }

    /// Valid for an hour from `now`, in seconds since 1970.
    package func text(scope: String, audience: String, now: Int64) async throws(Problem) -> String {
        let keys = await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256)
        do {
            return try await keys.sign(Claims(iss: email, scope: scope, aud: audience, iat: now, exp: now + 3600))
        } catch { throw .badKey }
    }
}
