import Crypto
import CryptoExtras
import JSON

/// How a token is signed (RFC 7518, 3.1).
package enum TokenAlgorithm: String, CaseIterable, Sendable {
    case es256 = "ES256"
    /// Only for ID tokens of apps that know nothing else.
    case rs256 = "RS256"
}

/// A key that signs JSON Web Tokens (RFC 7519) with ES256 or RS256 (RFC 7518, 3.3 and 3.4).
package struct TokenKey: Sendable {
    private enum Key: Sendable {
        case point(P256.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey)
    }

    package let id: String
    private let key: Key

    /// A key for ES256.
    package static func make(id: String) -> TokenKey { TokenKey(id: id, key: .point(P256.Signing.PrivateKey())) }

    /// A key of 2048 bits takes a tenth of a second for RS256.
    package static func make(id: String, for algorithm: TokenAlgorithm) throws -> TokenKey {
        switch algorithm {
        case .es256: make(id: id)
        case .rs256: TokenKey(id: id, key: .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)))
        }
    }

    /// nil if these are not the 32 bytes of a key for ES256, or the DER of one for RS256.
    package init?(id: String, raw: [UInt8], for algorithm: TokenAlgorithm = .es256) {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PrivateKey(rawRepresentation: raw) else { return nil }
            self.init(id: id, key: .point(key))
        case .rs256:
            guard let key = try? _RSA.Signing.PrivateKey(derRepresentation: raw) else { return nil }
            self.init(id: id, key: .rsa(key))
        }
    }

    /// As others hand keys out. nil: no private key on P-256 in PEM.
    package init?(id: String, pem: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.init(id: id, key: .point(key))
    }

    private init(id: String, key: Key) {
        self.id = id
        self.key = key
    }

    package var algorithm: TokenAlgorithm {
        switch key {
        case .point: .es256
        case .rsa: .rs256
        }
    }

    /// 32 bytes, or DER; seal them before they are stored.
    package var raw: [UInt8] {
        switch key {
        case .point(let key): Array(key.rawRepresentation)
        case .rsa(let key): Array(key.derRepresentation)
        }
    }

    package var verifying: VerifyingKey {
        switch key {
        case .point(let key): VerifyingKey(id: id, key: .point(key.publicKey))
        case .rsa(let key): VerifyingKey(id: id, key: .rsa(key.publicKey))
        }
    }

    /// `type` becomes the header's `typ`, so that a token is not accepted for another purpose (RFC 8725, 3.11).
    package func sign(_ claims: JSONText, type: String) throws -> String {
        let header = JSONText.object([
            ("alg", .string(algorithm.rawValue)), ("typ", .string(type)), ("kid", .string(id)),
        ])
        let signed = Base64.url.encode(header.bytes) + "." + Base64.url.encode(claims.bytes)
        return signed + "." + Base64.url.encode(try signature(of: Array(signed.utf8)))
    }

    private func signature(of bytes: [UInt8]) throws -> [UInt8] {
        switch key {
        case .point(let key): Array(try key.signature(for: bytes).rawRepresentation)
        // The padding that RS256 is defined by.
        case .rsa(let key): Array(try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }
}

/// The public half, which is no secret.
package struct VerifyingKey: Sendable {
    fileprivate enum Key: Sendable {
        case point(P256.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    package let id: String
    private let key: Key

    /// nil if these are not the 64 bytes of a point on the curve, or the DER of a key for RS256.
    package init?(id: String, raw: [UInt8], for algorithm: TokenAlgorithm = .es256) {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: raw) else { return nil }
            self.init(id: id, key: .point(key))
        case .rs256:
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: raw) else { return nil }
            self.init(id: id, key: .rsa(key))
        }
    }

    fileprivate init(id: String, key: Key) {
        self.id = id
        self.key = key
    }

    /// X and Y, 64 bytes; or DER.
    package var raw: [UInt8] {
        switch key {
        case .point(let key): Array(key.rawRepresentation)
        case .rsa(let key): Array(key.derRepresentation)
        }
    }

    /// The key as a JSON Web Key (RFC 7517).
    package var json: JSONText {
        switch key {
        case .point:
            return .object([
                ("kty", "EC"), ("crv", "P-256"), ("use", "sig"), ("alg", "ES256"), ("kid", .string(id)),
                ("x", .string(Base64.url.encode(raw.prefix(32)))), ("y", .string(Base64.url.encode(raw.suffix(32)))),
            ])
        case .rsa(let key):
            guard let numbers = try? key.getKeyPrimitives() else { return .null }
            return .object([
                ("kty", "RSA"), ("use", "sig"), ("alg", "RS256"), ("kid", .string(id)),
                ("n", .string(Base64.url.encode(Array(numbers.modulus)))),
                ("e", .string(Base64.url.encode(Array(numbers.publicExponent)))),
            ])
        }
    }

    /// Only ES256: Roost reads no token that is signed otherwise.
    func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard case .point(let key) = key,
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}
