import Postgres

/// Takes away pictures that nothing has referred to for a day: of forms that were never sent, and those that others
/// replaced. What is not where it belongs gets a job that moves it.
package struct SweepImagesAcrossTenants {
    package let services: Services

    package init(services: Services) {
        self.services = services
    }

    package struct Swept: Sendable {
        package var gone = 0
        /// Names of objects that no row has any more.
        package var objects: [String] = []
        /// How many images lie outside of the database, though nobody says where.
        package var unreachable = 0
    }

    /// Each tenant in a transaction of its own, so that one that fails or waits holds up nobody else's.
    @discardableResult
    package func sweep(on connection: Connection, now: Timestamp) throws -> Swept {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows(ImageQueries.tenants).map { try $0.id("id") }
        }
        var swept = Swept()
        for tenant in tenants {
            let gone = try connection.inTenant(tenant) { tx in
                let rows = try tx.rows(ImageQueries.sweep(at: now))
                try MoveImages.addIfNeeded(in: tx, services)
                if services.imageStore == nil {
                    swept.unreachable += try tx.first(ImageQueries.count)?.int("outside") ?? 0
                }
                return try rows.map { try $0.idOrNil("object") }
            }
            swept.gone += gone.count
            swept.objects += gone.compactMap { $0.map { ImageStore.name($0, of: tenant) } }
        }
        return swept
    }

    /// The same, and behind it what has to be asked of the store. What fails there is made up
    /// for when leftovers are looked for.
    package func run(now: Timestamp, findsOrphans: Bool) async throws {
        let swept = try await services.database.perform(.background) { connection in try sweep(on: connection, now: now)
        }
        if swept.unreachable > 0 {
            services.logger.error(
                "images can't be read: they lie in an image store, and ROOST_IMAGE_STORE is not set",
                metadata: ["images": "\(swept.unreachable)"])
        }
        guard let store = services.imageStore else { return }
        for name in swept.objects { try await store.objects.delete(name) }
        if findsOrphans {
            try await OrphanedImagesAcrossTenants(store: store, services: services).remove(now: now)
        }
    }
}
