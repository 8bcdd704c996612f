import Crypto

/// The public half of a passkey, as authenticators write it (COSE, RFC 9053): ES256 on P-256, or EdDSA with Ed25519.
package struct PasskeyKey: Sendable, Equatable {
    /// The algorithms that we request from authenticators, the most common one first, as COSE's numbers.
    package static let algorithms = [-7, -8]

    private enum Key: Sendable {
        case es256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
    }

    private let key: Key
    let algorithm: Int64
    /// The bytes as the authenticator sent them and as tables store them.
    package let stored: [UInt8]

    package init(_ stored: [UInt8]) throws(PasskeyProblem) { try self.init(CBOR(stored), stored: stored) }

    /// Accepts exactly the members that the key's kind has, and a point that is on its curve.
    init(_ value: CBOR, stored: [UInt8]) throws(PasskeyProblem) {
        guard case .map(let members) = value, case .int(let algorithm)? = value[.int(3)] else { throw .keyKind }
        self.stored = stored
        self.algorithm = algorithm
        switch (value[.int(1)], algorithm, value[.int(-1)], value[.int(-2)], value[.int(-3)]) {
        case (.int(2), -7, .int(1), .bytes(let x), .bytes(let y))
        where members.count == 5 && x.count == 32 && y.count == 32:
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else { throw .keyKind }
            self.key = .es256(key)
        case (.int(1), -8, .int(6), .bytes(let x), nil) where members.count == 4 && x.count == 32:
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x) else { throw .keyKind }
            self.key = .ed25519(key)
        default: throw .keyKind
        }
    }

    /// ES256 signatures are ASN.1, those of Ed25519 64 bytes.
    func isValid(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch key {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        case .ed25519(let key): return key.isValidSignature(signature, for: bytes)
        }
    }

    package static func == (a: PasskeyKey, b: PasskeyKey) -> Bool { a.stored == b.stored }
}
