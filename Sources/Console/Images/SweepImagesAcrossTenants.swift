import Postgres

/// Deletes pictures to which nothing has referred for a day: those of forms that were never submitted, and replaced
/// ones. If pictures are not where they belong, it queues a job that moves them.
package struct SweepImagesAcrossTenants {
    package let services: Services

    package init(services: Services) {
        self.services = services
    }

    package struct Swept: Sendable {
        package var gone = 0
        /// The names of objects that no row names any more.
        package var objects: [String] = []
        /// The number of images outside the database if no store is configured.
        package var unreachable = 0
    }

    /// Each tenant has a transaction of its own, so that one that fails or waits does not block the others.
    @discardableResult
    package func sweep(on connection: Connection, now: Timestamp) throws -> Swept {
        let tenants = try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
            try tx.rows(ImageQueries.tenants).map { try $0.id("id") }
        }
        var swept = Swept()
        for tenant in tenants {
            let done = try services.logger.oneByOne("images not swept", of: tenant, on: connection) {
                try connection.inTenant(tenant) { tx in
                    let rows = try tx.rows(ImageQueries.sweep(at: now))
                    try MoveImages.addIfNeeded(in: tx, services)
                    if services.imageStore == nil {
                        swept.unreachable += try tx.first(ImageQueries.count)?.int("outside") ?? 0
                    }
                    return try rows.map { try $0.idOrNil("object") }
                }
            }
            guard let gone = done else { continue }
            swept.gone += gone.count
            swept.objects += gone.compactMap { $0.map { ImageStore.name($0, of: tenant) } }
        }
        return swept
    }

    /// The same, followed by the requests to the store. Their failures are repaired when orphans are searched.
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
