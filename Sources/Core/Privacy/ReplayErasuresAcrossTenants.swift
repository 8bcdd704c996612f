import Console
import Postgres

/// Erases the users on the list of erased users who exist again, because older data was restored: from a tenant's file,
/// or from a copy of the database.
package struct ReplayErasuresAcrossTenants {
    package struct Done: Sendable {
        package var erased: [ID] = []
        /// Users whose legal hold was restored with them.
        package var held: [ID] = []
        /// The number of listed users of all tenants that were checked.
        package var known = 0
        /// The numbers of invalid lines in the list.
        package var strange: [Int] = []

        package init() {}
    }

    private let erasure: Erasure
    private let list: ErasedPeople

    package init(_ declarations: Declarations, keys: InstallationKeys, trail: AuditTrail, list: ErasedPeople) {
        erasure = Erasure(declarations, keys: keys, trail: trail, list: list)
        self.list = list
    }

    /// If `tenant` is nil, replays all tenants.
    package func run(_ tenant: ID? = nil, on connection: Connection) throws -> Done {
        var done = Done()
        let content = try list.content()
        done.strange = content.strange
        for line in content.lines where tenant == nil || tenant == line.tenant {
            done.known += 1
            switch try replay(line, on: connection) {
            case .done: done.erased.append(line.user)
            case .held: done.held.append(line.user)
            case .some, nil: break
            }
        }
        return done
    }

    /// Returns nil if the tenant or the person doesn't exist, or the person is erased already.
    private func replay(_ line: ErasedPeople.Line, on connection: Connection) throws -> Erasure.Step? {
        let request: ID? = try connection.inTenant(line.tenant) { tx in
            guard let row = try tx.first(CurrentTenantQuery.current),
                try tx.first(PrivacyQueries.isErased(line.user))?.bool("is_erased") == false
            else { return nil }
            let actor = try actor(row, tx.tenant)
            let (id, isNew) = try PrivacyRequest.add(.erasure, of: line.user, .replay, note: "", in: tx, by: actor)
            if isNew {
                try erasure.trail.append(try PrivacyRequest.one(id, in: tx).requested, by: actor, in: tx)
            }
            try tx.execute(PrivacyQueries.set(id, .running))
            return id
        }
        guard let request else { return nil }
        while true {
            let step = try connection.inTenant(line.tenant) { tx in
                guard let row = try tx.first(CurrentTenantQuery.current) else { throw Refusal.notFound }
                return try erasure.step(
                    try PrivacyRequest.one(request, isLocked: true, in: tx), in: tx, by: try actor(row, tx.tenant))
            }
            if step != .some { return step }
        }
    }

    private func actor(_ row: Row, _ tenant: ID) throws -> Actor {
        .script("privacy replay", in: try Tenant(row, id: tenant, slug: row.text("slug")))
    }
}
