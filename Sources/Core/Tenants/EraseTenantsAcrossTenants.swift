import Postgres

/// Carries out the deletions whose day has come, a few thousand rows a transaction: a kill loses no more than that, and
/// the next process goes on. Two processes at once take turns at the tenant's row.
struct EraseTenantsAcrossTenants {
    static let rowsAtOnce = 5000

    let services: Services

    /// One step of one tenant; false when there is nothing to do.
    func step(on connection: Connection) throws -> Bool {
        let due = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.first(TenantQueriesAcrossTenants.toErase)?.id("id")
        }
        guard let due else { return false }
        try connection.inTenant(due) { tx in
            guard let row = try tx.first(TenantQueriesAcrossTenants.erase(rows: Self.rowsAtOnce)), try row.int("gone") == 0 else { return }
            // Recorded where it can still be found, and at the end of the tenant's own chain.
            let event = AuditEvent(.tenantDeleted, on: .tenant, due)
            try services.trail.append(event, by: .system(), in: tx)
            _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(Tenant.installation.id))
            try services.trail.append(
                AuditEvent(.tenantDeleted, on: .tenant, due), by: .system(),
                in: TenantTransaction(entered: Tenant.installation.id, on: connection))
        }
        return true
    }
}
