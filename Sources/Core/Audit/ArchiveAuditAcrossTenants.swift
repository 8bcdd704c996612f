import Console
import Postgres

/// Moves events that are older than their tenant's retention into files, as `roost audit archive` does, while the
/// server runs.
package struct ArchiveAuditAcrossTenants: Sendable {
    /// Seconds after its time at which an event may be moved: the servers' clocks differ a little, and the database
    /// decides.
    private static let margin: Int64 = 3600

    private let archiving: AuditArchiving
    private let services: Services

    package init(directory: String, services: Services) {
        archiving = AuditArchiving(directory: directory, keys: services.keys, trail: services.trail)
        self.services = services
    }

    /// Moves everything that is due, a piece at a time, each in its own transaction. Returns the number of events. If
    /// one tenant's chain can't be archived, the others are archived all the same.
    @discardableResult
    package func run(now: Timestamp, piece: Int = AuditArchiving.piece) async throws -> Int {
        var moved = 0
        for tenant in try await chains() {
            do {
                while !Task.isCancelled, let count = try await next(of: tenant, now: now, piece: piece) {
                    moved += count
                }
            } catch {
                services.logger.error(
                    "audit trail not archived", metadata: ["tenant": "\(tenant.id)", "cause": "\(error)"])
            }
        }
        if moved > 0 { services.logger.info("audit events archived", metadata: ["events": "\(moved)"]) }
        return moved
    }

    private func chains() async throws -> [Tenant] {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                try [.installation]
                    + tx.rows(TenantQueriesAcrossTenants.all).map { row in
                        var tenant = Tenant.installation
                        (tenant.id, tenant.slug) = (try row.id("id"), try row.text("slug"))
                        return tenant
                    }
            }
        }
    }

    private func next(of tenant: Tenant, now: Timestamp, piece: Int) async throws -> Int? {
        try await services.database.perform(.background) { [archiving] connection in
            let days = try archiving.daysKept(of: tenant, on: connection)
            let before = now.adding(seconds: -Int64(days) * 86_400 - Self.margin)
            return try archiving.archiveNext(
                of: tenant, before: before, piece: piece, isOnlyOld: true, on: connection)?.events
        }
    }
}
