import Postgres
import Secrets
import Synchronization

/// The keys that seal tenants' values. Each tenant has a key of its own, and gets the next one when that is 90 days
/// old or has sealed 2³¹ values; the installation counts as a tenant. Keys are stored in the database, wrapped by the
/// master key, and made when they are first needed. They are read and counted on a connection of their own: the
/// caller is mostly in a transaction, and a sealed value must open even if that is rolled back.
///
/// A process caches a key for a minute, so a new key is in use everywhere within that time; `Resealing` relies on it.
package final class DataKeys: ValueSealing {
    package static let oldestDays: Int64 = 90
    /// Nonces are random: after 2³¹ uses two equal ones are still unlikely.
    package static let mostUses: Int64 = 1 << 31
    /// The version of the installation's key, which earlier sealed the values of all tenants.
    package static let sharedVersion: UInt32 = 1
    /// Uses are reserved in batches, before they happen: a killed process loses no count.
    private static let reserved: Int64 = 4096
    /// The most keys of each sort in memory.
    package static let mostHeld = 4096

    private struct Current {
        let key: DataKey
        var usesLeft: Int64
        let until: ContinuousClock.Instant
    }

    private struct Name: Hashable {
        let tenant: ID
        let version: UInt32
    }

    private struct Held {
        var current: [ID: Current] = [:]
        var known: [Name: DataKey] = [:]
    }

    private let root: DataKey
    private let keyring: Keyring
    private let heldFor: Duration
    private let held = Mutex(Held())
    private let line: KeyLine

    /// `connect` opens a connection as the application's role.
    package init(
        root: DataKey, keyring: Keyring, heldSeconds: Int = 60, connect: @escaping @Sendable () throws -> Connection
    ) {
        self.root = root
        self.keyring = keyring
        heldFor = .seconds(heldSeconds)
        line = KeyLine(connect)
    }

    /// The number of keys in memory.
    package var heldCount: (current: Int, known: Int) { held.withLock { ($0.current.count, $0.known.count) } }

    package func seal(_ plaintext: [UInt8], _ place: AssociatedData) throws -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return try seal(plaintext, place, using: &random)
    }

    package func seal(
        _ plaintext: [UInt8], _ place: AssociatedData, using random: inout some RandomNumberGenerator
    ) throws -> [UInt8] {
        try current(of: Self.owner(of: place)).seal(plaintext, place, using: &random)
    }

    package func open(_ sealed: [UInt8], _ place: AssociatedData) throws -> [UInt8] {
        let version = try DataKey.version(of: sealed)
        if version == Self.sharedVersion { return try root.open(sealed, place) }
        return try key(Name(tenant: Self.owner(of: place), version: version)).open(sealed, place)
    }

    /// Places without a tenant belong to the installation.
    private static func owner(of place: AssociatedData) -> ID {
        place.tenant.count == 16 ? place.tenant.withUnsafeBytes { ID(bytes: $0) } : Tenant.installation.id
    }

    // MARK: The key that seals

    private func current(of tenant: ID) throws -> DataKey {
        if let key = use(tenant) { return key }
        return try line.perform { connection in
            // A caller that waited finds the key that the previous one fetched.
            if let key = use(tenant) { return key }
            let key = try reserve(tenant, connection)
            held.withLock { held in
                if held.current.count >= Self.mostHeld { held.current.removeAll() }
                held.current[tenant] = Current(key: key, usesLeft: Self.reserved - 1, until: .now + heldFor)
            }
            return key
        }
    }

    private func use(_ tenant: ID) -> DataKey? {
        held.withLock { held in
            guard let current = held.current[tenant], current.usesLeft > 0, .now < current.until else { return nil }
            held.current[tenant]?.usesLeft -= 1
            return current.key
        }
    }

    /// Returns the tenant's newest key; makes one if none may still be used.
    private func reserve(_ tenant: ID, _ connection: Connection) throws -> DataKey {
        try connection.inTenant(tenant) { tx in
            if let row = try tx.first(
                TenantKeyQueriesAcrossTenants.reserve(Self.reserved, Self.oldestDays, Self.mostUses))
            {
                return try unwrapped(row, of: tenant)
            }
            try replace(in: tx)
            guard
                let row = try tx.first(
                    TenantKeyQueriesAcrossTenants.reserve(Self.reserved, Self.oldestDays, Self.mostUses))
            else { throw DatabaseError.unavailable("the tenant's key was replaced meanwhile") }
            return try unwrapped(row, of: tenant)
        }
    }

    /// Makes the next key. If two processes do so at once, the second waits for the first, and uses its key.
    private func replace(in tx: borrowing TenantTransaction) throws {
        try tx.execute(TenantKeyQueriesAcrossTenants.alone)
        // Another process may have made a key first.
        guard
            try tx.first(TenantKeyQueriesAcrossTenants.fresh(Self.oldestDays, Self.mostUses - Self.reserved)) == nil
        else { return }
        let last = try tx.first(TenantKeyQueriesAcrossTenants.newest)?.int("version") ?? Int(Self.sharedVersion)
        try add(version: UInt32(last + 1), in: tx)
    }

    private func add(version: UInt32, in tx: borrowing TenantTransaction) throws {
        var random = SystemRandomNumberGenerator()
        let key = DataKey.make(version: version, using: &random)
        let wrapped = try keyring.wrap(key, .tenantKey(version: Int(version), of: tx.tenant), using: &random)
        try tx.execute(TenantKeyQueriesAcrossTenants.supersede)
        try tx.execute(TenantKeyQueriesAcrossTenants.add(version: Int(version), wrapped))
    }

    /// Makes the tenant's next key, whatever the age of the present one; returns its version. Other processes use it
    /// within a minute.
    package func renew(_ tenant: ID) throws -> Int {
        defer { held.withLock { $0.current[tenant] = nil } }
        return try line.perform { connection in
            try connection.inTenant(tenant) { tx in
                try tx.execute(TenantKeyQueriesAcrossTenants.alone)
                let last = try tx.first(TenantKeyQueriesAcrossTenants.newest)?.int("version") ?? Int(Self.sharedVersion)
                try add(version: UInt32(last + 1), in: tx)
                return last + 1
            }
        }
    }

    /// Returns the version that seals now; makes or replaces the key if that is due.
    package func currentVersion(of tenant: ID) throws -> Int {
        held.withLock { $0.current[tenant] = nil }
        return Int(try current(of: tenant).version)
    }

    // MARK: Keys that open

    private func key(_ name: Name) throws -> DataKey {
        if let key = held.withLock({ $0.known[name] }) { return key }
        return try line.perform { connection in
            let key = try connection.inTenant(name.tenant, .readOnly) { tx in
                guard let row = try tx.first(TenantKeyQueriesAcrossTenants.key(version: Int(name.version))) else {
                    throw SealError.noKey(name.version)
                }
                return try unwrapped(row, of: name.tenant)
            }
            held.withLock { held in
                if held.known.count >= Self.mostHeld { held.known.removeAll() }
                held.known[name] = key
            }
            return key
        }
    }

    private func unwrapped(_ row: Row, of tenant: ID) throws -> DataKey {
        try keyring.unwrap(
            try row.bytes("wrapped"), .tenantKey(version: try row.int("version"), of: tenant))
    }
}

/// A connection that is opened when it is first needed and then kept open; one caller at a time uses it.
private final class KeyLine: @unchecked Sendable {
    private let connect: @Sendable () throws -> Connection
    private let turn = Mutex(())
    /// Only the caller whose turn it is may access it.
    private var connection: Connection?

    init(_ connect: @escaping @Sendable () throws -> Connection) { self.connect = connect }

    func perform<T: Sendable>(_ body: (Connection) throws -> T) throws -> T {
        try turn.withLock { _ in
            if let opened = connection {
                do { return try attempt(opened, body) } catch DatabaseError.unavailable where connection == nil {
                    // PostgreSQL has been restarted meanwhile.
                }
            }
            let made = try connect()
            connection = made
            return try attempt(made, body)
        }
    }

    private func attempt<T>(_ made: Connection, _ body: (Connection) throws -> T) throws -> T {
        defer { if !made.settle() { connection = nil } }
        return try body(made)
    }
}

/// All SQL on tenants' keys.
package enum TenantKeyQueriesAcrossTenants {
    /// Returns no row if no key may still be used.
    static func reserve(_ uses: Int64, _ days: Int64, _ most: Int64) -> SQL {
        """
        update tenant_keys set uses = tenant_keys.uses + \(uses)
        where tenant_keys.superseded_at is null and tenant_keys.uses + \(uses) <= \(most)
            and tenant_keys.made_at > clock_timestamp() - make_interval(days => \(days)::integer)
        returning tenant_keys.version, tenant_keys.wrapped
        """
    }

    /// Locks until the end of the transaction against others that make a key for the same tenant.
    static let alone: SQL = "select pg_advisory_xact_lock(hashtext('tenant_keys'), hashtext(current_tenant()::text))"

    static func fresh(_ days: Int64, _ most: Int64) -> SQL {
        """
        select tenant_keys.version from tenant_keys
        where tenant_keys.superseded_at is null and tenant_keys.uses <= \(most)
            and tenant_keys.made_at > clock_timestamp() - make_interval(days => \(days)::integer)
        """
    }

    static let newest: SQL =
        "select max(tenant_keys.version) as version from tenant_keys having max(tenant_keys.version) is not null"

    static let supersede: SQL =
        "update tenant_keys set superseded_at = clock_timestamp() where tenant_keys.superseded_at is null"

    static func add(version: Int, _ wrapped: [UInt8]) -> SQL {
        "insert into tenant_keys (tenant_id, version, wrapped) values (current_tenant(), \(version), \(wrapped))"
    }

    static func key(version: Int) -> SQL {
        "select tenant_keys.version, tenant_keys.wrapped from tenant_keys where tenant_keys.version = \(version)"
    }

    // MARK: Sealing again

    /// Returns the tenants that have work to do; the installation may be one of them.
    package static func due(days: Int64, uses: Int64, seconds: Int64) -> SQL {
        "select due.id from tenants_with_due_keys(\(days), \(uses), \(seconds)) as due (id)"
    }

    package static let state: SQL = """
        select tenant_keys.version, tenant_keys.passed_at is not null as has_passed,
            tenant_keys.made_at < clock_timestamp() - interval '1 hour' as is_settled,
            -- After a restore transactions may count from another number: then it is set anew.
            tenant_keys.fence is not null and tenant_keys.fence < pg_snapshot_xmax(pg_current_snapshot())::text::bigint as is_fenced,
            coalesce(tenant_keys.fence < pg_snapshot_xmin(pg_current_snapshot())::text::bigint, false) as is_over,
            (select count(*) from tenant_keys as earlier where earlier.superseded_at is not null) as earlier
        from tenant_keys where tenant_keys.superseded_at is null
        """

    package static func passed(version: Int) -> SQL {
        "update tenant_keys set passed_at = clock_timestamp() where tenant_keys.version = \(version)"
    }

    package static func fence(version: Int) -> SQL {
        "update tenant_keys set fence = pg_current_xact_id()::text::bigint where tenant_keys.version = \(version)"
    }

    package static func clean(version: Int) -> SQL {
        "update tenant_keys set clean_at = clock_timestamp() where tenant_keys.version = \(version)"
    }

    package static func removeEarlier(than version: Int) -> SQL {
        "delete from tenant_keys where tenant_keys.version < \(version)"
    }

    /// Returns the keys of every tenant, for `roost keys` and `roost doctor`.
    package static let all: SQL = """
        select every.tenant_id, every.slug, every.version, every.made_at, every.uses, every.superseded_at, every.clean_at
        from all_tenant_keys() as every
        """
}

extension AssociatedData {
    package static func tenantKey(version: Int, of tenant: ID) -> AssociatedData {
        AssociatedData(
            tenant: tenant.bytes, table: "tenant_keys", column: "wrapped",
            row: withUnsafeBytes(of: UInt32(truncatingIfNeeded: version).bigEndian) { Array($0) })
    }
}
