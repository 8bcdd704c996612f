import Postgres

/// The number of images in each place, for all tenants.
package struct ImageCountAcrossTenants: Sendable {
    package private(set) var inDatabase = 0
    package private(set) var inStore = 0

    package init(on connection: Connection) throws {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows(ImageQueries.tenants).map { try $0.id("id") }
        }
        for tenant in tenants {
            guard let row = try connection.inTenant(tenant, .readOnly, { try $0.first(ImageQueries.count) }) else {
                continue
            }
            inDatabase += try row.int("here")
            inStore += try row.int("outside")
        }
    }
}
