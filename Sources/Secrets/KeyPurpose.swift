import Crypto

/// The purpose that a key is derived for. Two purposes never share a key; a new purpose is a new case, and the text
/// of a case never changes.
package enum KeyPurpose: String, Sendable, CaseIterable {
    case csrf = "roost/1/csrf"
    case checkpoints = "roost/1/checkpoints"
    case recoveryCodes = "roost/1/recovery-codes"
    case apiKeys = "roost/1/api-keys"
    case archives = "roost/1/archives"
    case statements = "roost/1/statements"
}

extension DataKey {
    /// HKDF-SHA-256 of this key. Derive from a data key that has no other use, not from the master key: otherwise
    /// replacing the master key would invalidate every stored recovery code and API key.
    package func derived(for purpose: KeyPurpose) -> SymmetricKey {
        MAC.hkdf(key, info: purpose.rawValue)
    }

    /// Signs audit checkpoints: Ed25519 with a derived seed. Store the public half outside the database.
    package func checkpointSigner() throws -> Curve25519.Signing.PrivateKey { try signer(for: .checkpoints) }

    /// Ed25519 with a derived seed.
    package func signer(for purpose: KeyPurpose) throws -> Curve25519.Signing.PrivateKey {
        let seed = derived(for: purpose).withUnsafeBytes { Array($0) }
        return try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    }
}
