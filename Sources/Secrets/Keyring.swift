import Crypto

/// The master keys: they wrap data keys, and nothing else. They live in a file outside the database.
///
/// The first one wraps; all of them unwrap. To replace the master key, put the new one on the file's first line, keep
/// the old one below until `isCurrent` holds for every wrapped data key (`rewrap` makes it so), then remove it.
package struct Keyring: Sendable {
    private struct MasterKey: Sendable {
        /// Derived from the key, so that nobody has to number key files. Stands where data keys have their version.
        let id: UInt32
        let key: SymmetricKey

        init(_ key: SymmetricKey) {
            self.key = key
            id = MAC.hkdf(key, info: "roost/1/master-key-id", length: 4).withUnsafeBytes {
                UInt32(bigEndianBytes: $0)
            }
        }
    }

    private let current: MasterKey
    private let earlier: [MasterKey]

    /// See `KeyFile` for what is refused.
    package init(keyFile path: String) throws(KeyFileError) {
        let keys = try KeyFile.read(path).map(MasterKey.init)
        guard let first = keys.first else { throw .empty(path) }
        current = first
        earlier = Array(keys.dropFirst())
    }

    /// The keys are 32 bytes each.
    package init(current: SymmetricKey, earlier: [SymmetricKey] = []) {
        self.current = MasterKey(current)
        self.earlier = earlier.map(MasterKey.init)
    }

    /// Eight hex digits that tell master keys apart without telling the key, for logs and `roost doctor`.
    package var ids: [UInt32] { ([current] + earlier).map(\.id) }

    package func wrap(
        _ dataKey: DataKey, _ associatedData: AssociatedData, using random: inout some RandomNumberGenerator
    ) throws(SealError) -> [UInt8] {
        var bytes = dataKey.key.withUnsafeBytes { Array($0) }
        defer { wipe(&bytes) }
        return try Sealed.seal(
            dataKey.version.bigEndianBytes + bytes, key: current.key, version: current.id, associatedData,
            using: &random)
    }

    package func unwrap(_ wrapped: [UInt8], _ associatedData: AssociatedData) throws(SealError) -> DataKey {
        var bytes = try open(wrapped, associatedData)
        defer { wipe(&bytes) }
        guard bytes.count == 4 + DataKey.length else { throw .keyLength(bytes.count - 4) }
        return try DataKey(version: UInt32(bigEndianBytes: bytes[..<4]), bytes: Array(bytes[4...]))
    }

    /// The same data key under the current master key: one row at a time, so a rotation can stop and go on.
    package func rewrap(
        _ wrapped: [UInt8], _ associatedData: AssociatedData, using random: inout some RandomNumberGenerator
    ) throws(SealError) -> [UInt8] {
        try wrap(try unwrap(wrapped, associatedData), associatedData, using: &random)
    }

    /// False: `rewrap` it before the earlier master key goes.
    package func isCurrent(_ wrapped: [UInt8]) throws(SealError) -> Bool {
        try Sealed.version(of: wrapped) == current.id
    }

    /// A value for the database that only this key file opens: made at installation, and again after a rotation.
    package func makeKeyCheck(using random: inout some RandomNumberGenerator) throws(SealError) -> [UInt8] {
        try Sealed.seal(Self.checkText, key: current.key, version: current.id, Self.checkPlace, using: &random)
    }

    /// At start-up, before anything is read or sealed: is this the key file that belongs to this database?
    package func verify(keyCheck: [UInt8]) throws(SealError) {
        guard try open(keyCheck, Self.checkPlace) == Self.checkText else { throw .tampered }
    }

    private func open(_ sealed: [UInt8], _ associatedData: AssociatedData) throws(SealError) -> [UInt8] {
        let id = try Sealed.version(of: sealed)
        guard let master = ([current] + earlier).first(where: { $0.id == id }) else {
            throw .wrongKey(sealedUnder: id, tried: ids)
        }
        return try Sealed.open(sealed, key: master.key, version: id, associatedData)
    }

    private static let checkText = Array("the key file belongs to this database".utf8)
    private static let checkPlace = AssociatedData(tenant: [], table: "key_check", column: "sealed", row: [])
}
