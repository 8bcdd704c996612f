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

    /// The listed users who exist again.
    package struct Returned: Sendable {
        package var lines: [ErasedPeople.Line] = []
        /// Those of them whom a legal hold keeps: it was restored with them.
        package var held: Set<ID> = []
        /// Those of them whose erasure waits for the hold's end already: nothing is to be done or recorded again.
        fileprivate var waiting: Set<ID> = []
        package var known = 0
        package var strange: [Int] = []
    }

    /// Says who came back, and changes nothing. If `tenant` is nil, asks about all tenants: a list is long, and hardly
    /// anybody of it is there, so users are looked up in batches.
    package func returned(_ id: ID? = nil, on connection: Connection) throws -> Returned {
        let content = try list.content()
        var returned = Returned()
        returned.strange = content.strange
        for (tenant, lines) in Dictionary(grouping: content.lines, by: \.tenant)
            .sorted(by: { $0.key.description < $1.key.description }) where tenant == id ?? tenant
        {
            returned.known += lines.count
            for start in stride(from: 0, to: lines.count, by: Self.atOnce) {
                let users = lines[start..<min(start + Self.atOnce, lines.count)].map(\.user)
                try connection.inTenant(tenant, .readOnly) { tx in
                    for row in try tx.rows(PrivacyQueries.returned(users)) {
                        let user = try row.id("id")
                        returned.lines.append(.init(tenant: tenant, user: user))
                        guard try row.bool("is_held") else { continue }
                        returned.held.insert(user)
                        if try row.bool("is_waiting") { returned.waiting.insert(user) }
                    }
                }
            }
        }
        return returned
    }

    private static let atOnce = 10_000

    /// If `tenant` is nil, replays all tenants.
    package func run(_ tenant: ID? = nil, on connection: Connection) throws -> Done {
        var done = Done()
        let returned = try returned(tenant, on: connection)
        (done.known, done.strange) = (returned.known, returned.strange)
        for line in returned.lines {
            if returned.waiting.contains(line.user) {
                done.held.append(line.user)
                continue
            }
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
            let step: Erasure.Step? = try connection.inTenant(line.tenant) { tx in
                guard let row = try tx.first(CurrentTenantQuery.current) else { throw Refusal.notFound }
                let work = try PrivacyRequest.one(request, isLocked: true, in: tx)
                // Another process that starts at the same time has finished it.
                guard work.state == .running else { return nil }
                return try erasure.step(work, in: tx, by: try actor(row, tx.tenant))
            }
            if step != .some { return step }
        }
    }

    private func actor(_ row: Row, _ tenant: ID) throws -> Actor {
        .script("privacy replay", in: try Tenant(row, id: tenant, slug: row.text("slug")))
    }
}
