import Crypto

/// The stored form of an encrypted value, AES-256-GCM: one byte for the format (1), four bytes for the key version, a
/// nonce of twelve bytes, the ciphertext, a tag of sixteen bytes.
enum Sealed {
    static let format: UInt8 = 1
    static let overhead = 1 + 4 + 12 + 16

    static func seal(
        _ plaintext: [UInt8], key: SymmetricKey, version: UInt32, _ associatedData: AssociatedData,
        using random: inout some RandomNumberGenerator
    ) throws(SealError) -> [UInt8] {
        // Nonces are random: a key is replaced after 2³¹ uses, long before two equal nonces are likely.
        let nonce = randomBytes(12, using: &random)
        do {
            let box = try AES.GCM.seal(
                plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce),
                authenticating: associatedData.encoded(keyVersion: version))
            return [format] + version.bigEndianBytes + nonce + box.ciphertext + box.tag
        } catch {
            throw .library("\(error)")
        }
    }

    /// Returns the version of the key that sealed this value.
    static func version(of sealed: [UInt8]) throws(SealError) -> UInt32 {
        guard sealed.count >= overhead else { throw .truncated }
        guard sealed[0] == format else { throw .unknownFormat(sealed[0]) }
        return UInt32(bigEndianBytes: sealed[1..<5])
    }

    static func open(
        _ sealed: [UInt8], key: SymmetricKey, version: UInt32, _ associatedData: AssociatedData
    ) throws(SealError) -> [UInt8] {
        let sealedUnder = try Self.version(of: sealed)
        guard sealedUnder == version else { throw .wrongKey(sealedUnder: sealedUnder, tried: [version]) }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed[5...])
            return Array(try AES.GCM.open(box, using: key, authenticating: associatedData.encoded(keyVersion: version)))
        } catch {
            throw .tampered
        }
    }
}
