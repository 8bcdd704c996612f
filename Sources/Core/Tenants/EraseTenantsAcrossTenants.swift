import Console
import Postgres

/// Carries out due deletions, a few thousand rows per transaction: a kill loses one batch at most, and the next process
/// continues. Two processes at once wait for each other at the tenant's row.
struct EraseTenantsAcrossTenants {
    static let rowsAtOnce = 5000

    let services: Services

    enum Step: Equatable {
        case nothing
        case some
        /// Only that tenant's audit trail is left.
        case last(ID)
    }

    /// Deletes everything that is due, and then the finished tenants' pictures in the object store.
    func run() async throws {
        while !Task.isCancelled {
            switch try await services.database.perform(.background, { try step(on: $0) }) {
            case .nothing: return
            case .some: break
            case .last(let tenant):
                guard let store = services.imageStore else { break }
                do {
                    try await OrphanedImagesAcrossTenants(store: store, services: services).remove(
                        of: tenant, now: .now)
                } catch {
                    // The regular search for leftovers finds them again.
                    services.logger.error(
                        "images of a deleted tenant are still in the store",
                        metadata: ["tenant": "\(tenant)", "cause": "\(error)"])
                }
            }
        }
    }

    /// Runs one step of one tenant.
    func step(on connection: Connection) throws -> Step {
        let due = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.first(TenantQueriesAcrossTenants.toErase)?.id("id")
        }
        guard let due else { return .nothing }
        return try connection.inTenant(due) { tx in
            guard let row = try tx.first(TenantQueriesAcrossTenants.erase(rows: Self.rowsAtOnce)),
                try row.int("gone") == 0
            else { return .some }
            // Recorded in the installation's trail, where it can still be found, and at the end of the tenant's own
            // chain.
            try tx.execute(ErasureTraces.leave)
            let event = AuditEvent(.tenantDeleted, on: .tenant, due)
            try services.trail.append(event, by: .system(), in: tx)
            _ = try tx.rows(SessionQueriesAcrossTenants.setTenant(Tenant.installation.id))
            try services.trail.append(
                AuditEvent(.tenantDeleted, on: .tenant, due), by: .system(),
                in: TenantTransaction(tenant: Tenant.installation.id, on: connection))
            return .last(due)
        }
    }
}
