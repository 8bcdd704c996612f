import Crypto

/// One data key, or the keys of all tenants.
package protocol ValueSealing: Sendable {
    func seal(_ plaintext: [UInt8], _ associatedData: AssociatedData) throws -> [UInt8]
    func open(_ sealed: [UInt8], _ associatedData: AssociatedData) throws -> [UInt8]
}

/// The key that seals a tenant's (or an erasable person's) values. The database stores it wrapped by the master key;
/// destroying it erases the values that it sealed.
package struct DataKey: ValueSealing {
    package static let length = 32

    /// Counts up from 1 with each replacement of a tenant's key.
    package let version: UInt32
    let key: SymmetricKey

    package init(version: UInt32, bytes: [UInt8]) throws(SealError) {
        guard bytes.count == Self.length else { throw .keyLength(bytes.count) }
        self.version = version
        key = SymmetricKey(data: bytes)
    }

    package static func make(version: UInt32, using random: inout some RandomNumberGenerator) -> DataKey {
        DataKey(version: version, key: SymmetricKey(data: randomBytes(length, using: &random)))
    }

    private init(version: UInt32, key: SymmetricKey) {
        self.version = version
        self.key = key
    }

    /// The sealed form is 33 bytes longer than the plaintext.
    package func seal(
        _ plaintext: [UInt8], _ associatedData: AssociatedData, using random: inout some RandomNumberGenerator
    ) throws(SealError) -> [UInt8] {
        try Sealed.seal(plaintext, key: key, version: version, associatedData, using: &random)
    }

    /// With the system's random numbers.
    package func seal(_ plaintext: [UInt8], _ associatedData: AssociatedData) throws(SealError) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return try seal(plaintext, associatedData, using: &random)
    }

    package func open(_ sealed: [UInt8], _ associatedData: AssociatedData) throws(SealError) -> [UInt8] {
        try Sealed.open(sealed, key: key, version: version, associatedData)
    }

    /// Returns the version of the tenant's key that opens this value.
    package static func version(of sealed: [UInt8]) throws(SealError) -> UInt32 {
        try Sealed.version(of: sealed)
    }
}
