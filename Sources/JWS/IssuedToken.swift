import FoundationEssentials
import JWTKit

/// A token that an issuer of OpenID Connect has signed, verified by the keys which the issuer publishes (RFC 7517). Which claims count is
/// not decided here.
///
/// The token names its algorithm, and that decides nothing: RS256 is verified by RSA keys alone and ES256 by keys on P-256 alone, each
/// of which is public; everything else is refused.
package enum IssuedToken {
    package enum Problem: Error, Equatable {
        /// No token, or one too long to be one.
        case malformed
        /// None of those that are taken; `none` is one of these.
        case algorithm
        case badKeys
        /// Signed by a key that is not among them: there may be newer ones.
        case unknownKey
        case untrusted
    }

    /// Issuers write a few hundred bytes.
    private static let longest = 16_384

    private struct Header: Decodable {
        var alg: String
        var kid: String?
        var crit: [String]?
    }

    /// Members that a set may hold as it likes; a key that can't be read is none of ours.
    private struct Key: Decodable {
        var kty: String
        var kid: String?
        var use: String?
        var alg: String?
        var n: String?
        var e: String?
        var crv: String?
        var x: String?
        var y: String?

        func isFor(_ header: Header) -> Bool {
            let fits = header.alg == "RS256" ? kty == "RSA" && n != nil && e != nil : kty == "EC" && crv == "P-256"
            return fits && (use ?? "sig") == "sig" && (alg ?? header.alg) == header.alg
                && (header.kid == nil || kid == header.kid)
        }
    }

    private struct KeySet: Decodable {
        struct Element: Decodable {
            var key: Key?
            init(from decoder: any Decoder) throws { key = try? Key(from: decoder) }
        }
        var keys: [Element]

        init?(_ text: [UInt8]) {
            guard let read = try? JSONDecoder().decode(Self.self, from: Data(text)) else { return nil }
            self = read
        }
    }

    /// True for a set of JSON Web Keys, of whatever sort they are.
    package static func isKeySet(_ text: [UInt8]) -> Bool { KeySet(text) != nil }

    /// What was signed, as it stands: JSON. `keys` is a set of JSON Web Keys.
    package static func payload(of token: String, keys: String) async throws(Problem) -> [UInt8] {
        guard token.utf8.count <= longest, let bytes = CompactText.part(0, of: token),
            let header = try? JSONDecoder().decode(Header.self, from: Data(bytes)),
            let payload = CompactText.payload(of: token)
        else { throw .malformed }
        guard ["RS256", "ES256"].contains(header.alg) else { throw .algorithm }
        // Of critical extensions none is understood.
        guard header.crit == nil else { throw .malformed }
        guard let set = KeySet(Array(keys.utf8)) else { throw .badKeys }
        let fitting = set.keys.compactMap(\.key).filter { $0.isFor(header) }
        // Of several nobody could say which is meant.
        guard fitting.count == 1 else { throw .unknownKey }
        let verifier = try await verifier(fitting[0], kid: header.kid)
        do { _ = try await verifier.verify(token, as: Anything.self) } catch { throw .untrusted }
        return payload
    }

    /// It knows this one key, for its own algorithm.
    private static func verifier(_ key: Key, kid: String?) async throws(Problem) -> JWTKeyCollection {
        let kid = kid.map { JWKIdentifier(string: $0) }
        do {
            if key.kty == "RSA" {
                // Shorter ones are guessed.
                guard let modulus = key.n, let exponent = key.e,
                    let length = CompactText.decode(modulus[...])?.drop(while: { $0 == 0 }).count, length >= 256
                else { throw Problem.badKeys }
                let rsa = try Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)
                return await JWTKeyCollection().add(rsa: rsa, digestAlgorithm: .sha256, kid: kid)
            }
            let point = try ES256PublicKey(parameters: (x: key.x ?? "", y: key.y ?? ""))
            return await JWTKeyCollection().add(ecdsa: point, kid: kid)
        } catch { throw .badKeys }
    }
}
