import Crypto
import Synchronization

/// The master keys: they wrap data keys, and nothing else. They are stored in a file outside the database.
///
/// The file's first key wraps; all of them unwrap. A process reloads a changed file while it runs (`reloadIfChanged`,
/// and by itself when it reads a value under a key it does not know), so the master key can be replaced under load.
/// `MasterKeyRotation` adds a new key to the file, then moves it to the front, then wraps every data key anew
/// (`rewrap`); only after that may the earlier key be removed.
package final class Keyring: Sendable {
    private struct MasterKey: Sendable {
        /// Derived from the key, so that key files need no numbers. It takes the place of a data key's version.
        let id: UInt32
        let key: SymmetricKey

        init(_ key: SymmetricKey) {
            self.key = key
            id = MAC.hkdf(key, info: "roost/1/master-key-id", length: 4).withUnsafeBytes {
                UInt32(bigEndianBytes: $0)
            }
        }
    }

    private struct State: Sendable {
        var keys: [MasterKey]
        /// The mark of the file from which the keys were read.
        var mark: KeyFile.Mark?
    }

    /// nil for keys that come from no file.
    private let path: String?
    private let state: Mutex<State>

    /// `KeyFile` lists what is refused.
    package init(keyFile path: String) throws(KeyFileError) {
        let mark = KeyFile.mark(path)
        let keys = try KeyFile.read(path)
        self.path = path
        state = Mutex(State(keys: keys.map(MasterKey.init), mark: mark))
    }

    /// The keys are 32 bytes each.
    package init(current: SymmetricKey, earlier: [SymmetricKey] = []) {
        path = nil
        state = Mutex(State(keys: ([current] + earlier).map(MasterKey.init), mark: nil))
    }

    /// Reloads the keys if the file has changed. If the file can't be read, throws and keeps the present keys.
    /// Returns true if it changed.
    @discardableResult
    package func reloadIfChanged() throws(KeyFileError) -> Bool {
        guard let path else { return false }
        let mark = KeyFile.mark(path)
        guard mark != state.withLock({ $0.mark }) else { return false }
        let keys = try KeyFile.read(path).map(MasterKey.init)
        state.withLock { $0 = State(keys: keys, mark: mark) }
        return true
    }

    private var keys: [MasterKey] { state.withLock { $0.keys } }
    private var current: MasterKey { keys[0] }

    /// Ids that identify master keys without revealing them, for logs and `roost keys`: shown as eight hex digits.
    package var ids: [UInt32] { keys.map(\.id) }

    package static func id(of key: SymmetricKey) -> UInt32 { MasterKey(key).id }

    package func wrap(
        _ dataKey: DataKey, _ associatedData: AssociatedData, using random: inout some RandomNumberGenerator
    ) throws(SealError) -> [UInt8] {
        var bytes = dataKey.key.withUnsafeBytes { Array($0) }
        defer { wipe(&bytes) }
        let current = current
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

    /// Returns the same data key wrapped by the current master key: one row at a time, so a rotation can stop and
    /// continue.
    package func rewrap(
        _ wrapped: [UInt8], _ associatedData: AssociatedData, using random: inout some RandomNumberGenerator
    ) throws(SealError) -> [UInt8] {
        try wrap(try unwrap(wrapped, associatedData), associatedData, using: &random)
    }

    /// Returns false if the value must be rewrapped before the earlier master key is removed.
    package func isCurrent(_ wrapped: [UInt8]) throws(SealError) -> Bool {
        try Sealed.version(of: wrapped) == current.id
    }

    /// Returns a value for the database that only this key file opens. It is made at installation, and again after a
    /// rotation.
    package func makeKeyCheck(using random: inout some RandomNumberGenerator) throws(SealError) -> [UInt8] {
        let current = current
        return try Sealed.seal(Self.checkText, key: current.key, version: current.id, Self.checkPlace, using: &random)
    }

    /// Call it at start-up, before anything is read or sealed: throws unless this key file belongs to this database.
    package func verify(keyCheck: [UInt8]) throws(SealError) {
        guard try open(keyCheck, Self.checkPlace) == Self.checkText else { throw .tampered }
    }

    private func open(_ sealed: [UInt8], _ associatedData: AssociatedData) throws(SealError) -> [UInt8] {
        let id = try Sealed.version(of: sealed)
        var found = keys.first { $0.id == id }
        if found == nil, (try? reloadIfChanged()) == true { found = keys.first { $0.id == id } }
        guard let master = found else { throw .wrongKey(sealedUnder: id, tried: ids) }
        return try Sealed.open(sealed, key: master.key, version: id, associatedData)
    }

    private static let checkText = Array("the key file belongs to this database".utf8)
    private static let checkPlace = AssociatedData(tenant: [], table: "key_check", column: "sealed", row: [])
}
