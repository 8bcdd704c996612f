import Crypto

/// SHA-256, and the keyed functions based on it.
package enum MAC {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: bytes))
    }

    /// HMAC-SHA-256, 32 bytes.
    package static func hmac(_ bytes: [UInt8], key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// Compares in constant time.
    package static func isValid(_ mac: [UInt8], of bytes: [UInt8], key: SymmetricKey) -> Bool {
        constantTimeEqual(hmac(bytes, key: key), mac)
    }

    /// HKDF-SHA-256 (RFC 5869).
    package static func hkdf(_ key: SymmetricKey, salt: [UInt8] = [], info: String, length: Int = 32) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Array(info.utf8), outputByteCount: length)
    }
}
