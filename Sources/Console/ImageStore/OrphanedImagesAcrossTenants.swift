import Postgres

/// Deletes objects that no row names: those that a crash left between the store and the database, and those of
/// deleted tenants.
///
/// The store is read in order, and each name is looked up. Three rules ensure that no object is deleted that a row
/// names, or will name: a name is used for one upload only; after the upload there is one hour to name the object,
/// which the database enforces (`ImageQueries.leave`); and objects younger than a day are skipped.
package struct OrphanedImagesAcrossTenants: Sendable {
    private static let days: Int64 = 1

    package let store: ImageStore
    package let services: Services

    package init(store: ImageStore, services: Services) {
        self.store = store
        self.services = services
    }

    /// Returns how many objects were deleted, of one tenant or of all.
    @discardableResult
    package func remove(of tenant: ID? = nil, now: Timestamp) async throws -> Int {
        let start = tenant.map { "\($0)/" } ?? ""
        var (gone, strangers) = (0, 0)
        var last: String?
        repeat {
            let listed = try await store.objects.list(start, after: last)
            last = listed.last
            for (tenant, objects) in Self.byTenant(listed.names) {
                guard let known = try await known(objects, of: tenant) else {
                    strangers += objects.count
                    continue
                }
                for object in objects
                where !known.named.contains(object)
                    && (known.isDeleted || Self.age(object, at: now) > Self.days * 86400)
                {
                    try await store.objects.delete(ImageStore.name(object, of: tenant))
                    gone += 1
                }
            }
        } while last != nil
        if gone > 0 {
            services.logger.info(
                "objects without an image were deleted from the image store", metadata: ["objects": "\(gone)"])
        }
        if strangers > 0 {
            services.logger.warning(
                "the image store holds objects of tenants that are not here: they are left; each installation wants a place of its own",
                metadata: ["objects": "\(strangers)"])
        }
        return gone
    }

    /// Names of another form are not ours.
    private static func byTenant(_ names: [String]) -> [ID: [ID]] {
        names.reduce(into: [:]) { found, name in
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let tenant = ID(parts[0]), let object = ID(parts[1]) else { return }
            found[tenant, default: []].append(object)
        }
    }

    private struct Known: Sendable {
        var isDeleted: Bool
        var named: Set<ID>
    }

    /// Returns nil if there is no such tenant.
    private func known(_ objects: [ID], of tenant: ID) async throws -> Known? {
        // `roost doctor` uses such objects to test the store.
        if tenant == Tenant.installation.id { return Known(isDeleted: false, named: []) }
        return try await services.database.perform(.background) { connection in
            try connection.inTenant(tenant, .readOnly) { tx in
                try tx.first(ImageQueries.named(objects)).map {
                    Known(isDeleted: try $0.bool("is_deleted"), named: Set(try $0.ids("named")))
                }
            }
        }
    }

    /// Returns seconds: a UUIDv7 contains the time at which it was made.
    private static func age(_ object: ID, at now: Timestamp) -> Int64 { now.seconds - Int64(object.high >> 16) / 1000 }
}
