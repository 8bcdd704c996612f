import Console
import Postgres

/// Erases those again who are on the list of erased people and are there all the same, since older data came back: with a tenant's
/// file, with a restored copy of the database.
package struct ReplayErasuresAcrossTenants {
    package struct Done: Sendable {
        package var erased: [ID] = []
        /// Whom a legal hold keeps, which came back with them.
        package var held: [ID] = []
        /// Of the list, of any tenant that was looked at.
        package var known = 0
        /// Numbers of lines of the list that name nobody.
        package var strange: [Int] = []

        package init() {}
    }

    private let erasure: Erasure
    private let list: ErasedPeople

    package init(_ declarations: Declarations, keys: InstallationKeys, trail: AuditTrail, list: ErasedPeople) {
        erasure = Erasure(declarations, keys: keys, trail: trail, list: list)
        self.list = list
    }

    /// nil: those of all tenants.
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

    /// nil: the tenant or the person isn't there, or the person is erased as they should be.
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
