import Postgres

/// Takes away pictures that nothing has referred to for a day: of forms that were never sent, and those that others replaced.
struct SweepImagesAcrossTenants {
    private static let tenants: SQL = "select owner.id from tenants_with_images() as owner (id)"

    /// Each tenant in a transaction of its own, so that one that fails or waits holds up nobody else's. Returns how many went.
    @discardableResult
    static func sweep(on connection: Connection, now: Timestamp) throws -> Int {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in try tx.rows(Self.tenants).map { try $0.id("id") } }
        return try tenants.reduce(0) { sum, tenant in
            try sum + connection.inTenant(tenant) { try $0.first(ImageQueries.sweep(at: now))?.int("gone") ?? 0 }
        }
    }
}
