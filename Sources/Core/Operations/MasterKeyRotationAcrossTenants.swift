import Console
import Postgres
import Secrets

/// Wraps every data key again with the current master key, a few hundred at a time, each batch in a transaction of its
/// own tenant. Pages work meanwhile, and after a kill the next run continues.
package struct MasterKeyRotationAcrossTenants {
    private static let batch = 500
    private let keyring: Keyring

    package init(keyring: Keyring) { self.keyring = keyring }

    /// Wraps again the data keys that an earlier master key wraps, and returns their number. 0: all were current.
    package func rewrapAll(_ connection: Connection) throws -> Int {
        var count = try rewrapInstallationKey(connection)
        for tenant in try tenants(connection) {
            count += try rewrapTenantKeys(of: tenant, connection)
            count += try rewrapSubjectKeys(of: tenant, connection)
        }
        return count
    }

    /// Returns the number of data keys that an earlier master key wraps.
    package func countEarlier(_ connection: Connection) throws -> Int {
        var count = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try installationKeys(in: tx).filter { try !keyring.isCurrent($0.wrapped) }.count
        }
        for tenant in try tenants(connection) {
            count += try connection.inTenant(tenant, .readOnly) { tx in
                try tenantKeys(in: tx).filter { try !keyring.isCurrent($0.wrapped) }.count
            }
            try eachBatch(of: tenant, connection, .readOnly) { rows, _ in
                count += try rows.filter { try !keyring.isCurrent($0.wrapped) }.count
            }
        }
        return count
    }

    private func tenants(_ connection: Connection) throws -> [ID] {
        try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            [Tenant.installation.id] + (try tx.rows(TenantQueriesAcrossTenants.all).map { try $0.id("id") })
        }
    }

    // MARK: The installation's own key

    private func installationKeys(in tx: borrowing TenantTransaction) throws -> [(version: Int, wrapped: [UInt8])] {
        try tx.rows(
            "select installation_keys.version::bigint as version, installation_keys.wrapped from installation_keys"
        )
        .map { (try $0.int("version"), try $0.bytes("wrapped")) }
    }

    private func rewrapInstallationKey(_ connection: Connection) throws -> Int {
        var random = SystemRandomNumberGenerator()
        return try connection.inTenant(Tenant.installation.id) { tx in
            var count = 0
            for key in try installationKeys(in: tx) where try !keyring.isCurrent(key.wrapped) {
                let wrapped = try keyring.rewrap(key.wrapped, .installationKey(version: key.version), using: &random)
                try tx.execute(
                    """
                    update installation_keys set wrapped = \(wrapped)
                    where installation_keys.version = \(key.version) and installation_keys.wrapped = \(key.wrapped)
                    """)
                count += 1
            }
            return count
        }
    }

    // MARK: The keys of tenants

    private func tenantKeys(in tx: borrowing TenantTransaction) throws -> [(version: Int, wrapped: [UInt8])] {
        try tx.rows("select tenant_keys.version, tenant_keys.wrapped from tenant_keys").map {
            (try $0.int("version"), try $0.bytes("wrapped"))
        }
    }

    private func rewrapTenantKeys(of tenant: ID, _ connection: Connection) throws -> Int {
        var random = SystemRandomNumberGenerator()
        return try connection.inTenant(tenant) { tx in
            var count = 0
            for key in try tenantKeys(in: tx) where try !keyring.isCurrent(key.wrapped) {
                let wrapped = try keyring.rewrap(
                    key.wrapped, .tenantKey(version: key.version, of: tenant), using: &random)
                count += try tx.execute(
                    """
                    update tenant_keys set wrapped = \(wrapped)
                    where tenant_keys.version = \(key.version) and tenant_keys.wrapped = \(key.wrapped)
                    """)
            }
            return count
        }
    }

    // MARK: The keys of people

    private typealias SubjectKey = (subject: ID, wrapped: [UInt8])

    private func rewrapSubjectKeys(of tenant: ID, _ connection: Connection) throws -> Int {
        var random = SystemRandomNumberGenerator()
        var count = 0
        try eachBatch(of: tenant, connection, .readWrite) { rows, tx in
            for row in rows where try !keyring.isCurrent(row.wrapped) {
                let wrapped = try keyring.rewrap(row.wrapped, .subjectKey(row.subject, of: tenant), using: &random)
                // The statements share a round trip. A key that was destroyed meanwhile stays destroyed.
                try tx.send(
                    """
                    update subject_keys set wrapped = \(wrapped)
                    where subject_keys.subject_id = \(row.subject) and subject_keys.wrapped = \(row.wrapped)
                    """)
                count += 1
            }
        }
        return count
    }

    private func eachBatch(
        of tenant: ID, _ connection: Connection, _ mode: Connection.Mode,
        _ body: ([SubjectKey], borrowing TenantTransaction) throws -> Void
    ) throws {
        var after = Tenant.installation.id
        while true {
            let last = try connection.inTenant(tenant, mode) { tx -> ID? in
                let rows: [SubjectKey] = try tx.rows(
                    """
                    select subject_keys.subject_id, subject_keys.wrapped from subject_keys
                    where subject_keys.subject_id > \(after) order by subject_keys.subject_id limit \(Self.batch)
                    """
                ).map { (try $0.id("subject_id"), try $0.bytes("wrapped")) }
                try body(rows, tx)
                return rows.count < Self.batch ? nil : rows.last?.subject
            }
            guard let last else { return }
            after = last
        }
    }
}

extension AssociatedData {
    package static func installationKey(version: Int) -> AssociatedData {
        AssociatedData(
            tenant: [], table: "installation_keys", column: "wrapped", row: [UInt8(truncatingIfNeeded: version)])
    }
}
