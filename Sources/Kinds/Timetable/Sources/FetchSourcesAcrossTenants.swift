import Console
import Core
import Postgres

/// Queues sources that are due, each in one transaction with its next time: so none is lost and none is queued twice,
/// however many servers run this.
enum FetchSourcesAcrossTenants {
    static func sweep(on connection: Connection, _ services: Services, now: Timestamp) throws {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows(TenantQueriesAcrossTenants.all).map { try $0.id("id") }
        }
        for tenant in tenants {
            try services.logger.oneByOne("timetable not queued to fetch", of: tenant, on: connection) {
                try connection.inTenant(tenant) { tx in
                    guard let row = try tx.first(CurrentTenantQuery.current), try row.text("kind") == "timetable",
                        try !row.bool("is_archived"), let source = try tx.first(SourceQueries.take(now: now))
                    else { return }
                    try Jobs.add(
                        SourceWork(tenant: tenant, id: try source.id("id")), in: tx, by: .system(now: now), services)
                }
            }
        }
    }
}
