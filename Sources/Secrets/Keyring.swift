import Crypto
import Synchronization

/// The master keys: they wrap data keys, and nothing else. They live in a file outside the database.
///
/// The file's first key wraps; all of them unwrap. A process takes up a changed file while it runs
/// (`reloadIfChanged`, and by itself when it meets a value under a key it does not know), so the master key can be
/// replaced under load: `MasterKeyRotation` puts a new key into the file, then first, wraps every data key anew
/// (`rewrap`), and only then may the earlier one go.
package final class Keyring: Sendable {
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

    private struct State: Sendable {
        var keys: [MasterKey]
        /// Of the file the keys were read from.
        var mark: KeyFile.Mark?
    }

    /// nil for keys that came from no file.
    private let path: String?
    private let state: Mutex<State>

    /// See `KeyFile` for what is refused.
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

    /// Takes up the keys of a file that has changed. Throws when it can't be read, and
    /// keeps those it has. True: it changed.
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

    /// Tells master keys apart without telling the key, for logs and `roost keys`: shown as eight hex digits.
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
        let current = current
        return try Sealed.seal(Self.checkText, key: current.key, version: current.id, Self.checkPlace, using: &random)
    }

    /// At start-up, before anything is read or sealed: is this the key file that belongs to this database?
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
