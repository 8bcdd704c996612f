import Console
import Postgres

/// Takes away files that no answer has named for a day: of forms that were never sent, and those that others replaced.
package struct SweepUserFilesAcrossTenants {
    package let services: Services

    package init(services: Services) { self.services = services }

    /// Each tenant in a transaction of its own. Returns how many went.
    @discardableResult
    package func sweep(on connection: Connection, now: Timestamp) throws -> Int {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows(UserFileQueries.tenants).map { try $0.id("id") }
        }
        return try tenants.reduce(0) { sum, tenant in
            try sum
                + (services.logger.oneByOne("files not swept", of: tenant, on: connection) {
                    try connection.inTenant(tenant) { tx in
                        try tx.first(UserFileQueries.sweep(at: now))?.int("n") ?? 0
                    }
                } ?? 0)
        }
    }
}
