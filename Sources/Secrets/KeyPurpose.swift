import Crypto

/// What a key is derived for. Two purposes never share a key; a new purpose is a new case, and a case's text never
/// changes.
package enum KeyPurpose: String, Sendable, CaseIterable {
    case csrf = "roost/1/csrf"
    case checkpoints = "roost/1/checkpoints"
    case recoveryCodes = "roost/1/recovery-codes"
    case apiKeys = "roost/1/api-keys"
    case archives = "roost/1/archives"
    case statements = "roost/1/statements"
}

extension DataKey {
    /// HKDF-SHA-256 of this key. Derive from one data key kept for that alone, not from the master key: replacing
    /// the master key would otherwise make every stored recovery code and API key worthless.
    package func derived(for purpose: KeyPurpose) -> SymmetricKey {
        MAC.hkdf(key, info: purpose.rawValue)
    }

    /// Signs audit checkpoints: Ed25519, its seed derived. The public half belongs outside the database.
    package func checkpointSigner() throws -> Curve25519.Signing.PrivateKey { try signer(for: .checkpoints) }

    /// Ed25519, its seed derived.
    package func signer(for purpose: KeyPurpose) throws -> Curve25519.Signing.PrivateKey {
        let seed = derived(for: purpose).withUnsafeBytes { Array($0) }
        return try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    }
}
