import Crypto
import JSON

/// A key that signs JSON Web Tokens (RFC 7519) with ES256 (RFC 7518, 3.4).
package struct TokenKey: Sendable {
    package let id: String
    private let key: P256.Signing.PrivateKey

    package static func make(id: String) -> TokenKey { TokenKey(id: id, key: P256.Signing.PrivateKey()) }

    /// nil if these are not the 32 bytes of a key.
    package init?(id: String, raw: [UInt8]) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: raw) else { return nil }
        self.init(id: id, key: key)
    }

    /// As others hand keys out. nil: no private key on P-256 in PEM.
    package init?(id: String, pem: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.init(id: id, key: key)
    }

    private init(id: String, key: P256.Signing.PrivateKey) {
        self.id = id
        self.key = key
    }

    /// 32 bytes; seal them before they are stored.
    package var raw: [UInt8] { Array(key.rawRepresentation) }
    package var verifying: VerifyingKey { VerifyingKey(id: id, key: key.publicKey) }

    /// `type` becomes the header's `typ`, so that a token is not accepted for another purpose (RFC 8725, 3.11).
    package func sign(_ claims: JSONText, type: String) throws -> String {
        let header = JSONText.object([("alg", "ES256"), ("typ", .string(type)), ("kid", .string(id))])
        let signed = Base64.url.encode(header.bytes) + "." + Base64.url.encode(claims.bytes)
        let signature = try key.signature(for: Array(signed.utf8))
        return signed + "." + Base64.url.encode(signature.rawRepresentation)
    }
}

/// The public half, which is no secret.
package struct VerifyingKey: Sendable {
    package let id: String
    private let key: P256.Signing.PublicKey

    /// nil if these are not the 64 bytes of a point on the curve.
    package init?(id: String, raw: [UInt8]) {
        guard let key = try? P256.Signing.PublicKey(rawRepresentation: raw) else { return nil }
        self.init(id: id, key: key)
    }

    fileprivate init(id: String, key: P256.Signing.PublicKey) {
        self.id = id
        self.key = key
    }

    /// X and Y, 64 bytes.
    package var raw: [UInt8] { Array(key.rawRepresentation) }

    /// The key as a JSON Web Key (RFC 7517).
    package var json: JSONText {
        .object([
            ("kty", "EC"), ("crv", "P-256"), ("use", "sig"), ("alg", "ES256"), ("kid", .string(id)),
            ("x", .string(Base64.url.encode(raw.prefix(32)))), ("y", .string(Base64.url.encode(raw.suffix(32)))),
        ])
    }

    func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}
