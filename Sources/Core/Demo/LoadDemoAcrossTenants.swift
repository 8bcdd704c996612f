import Console
import Postgres

/// Fills a tenant of each kind with realistic rows of its features. One transaction contains all of it: a killed load
/// leaves no rows, and no index is ever lost.
package struct DemoData {
    private let declarations: Declarations
    private let kinds: [any Kind]
    private let trail: AuditTrail
    private let keys: InstallationKeys
    private let now: Timestamp
    private let access: DemoAccess?
    private let isNasty: Bool

    /// From this number of users on, rebuilding the indexes is faster than updating them.
    private static let many = 50_000

    /// - Parameters:
    /// - access: The credentials of its admins. Without it their accounts have no password.
    ///   - isNasty: The newest users of every tenant have names that break naive code.
    package init(
        _ declarations: Declarations, kinds: [any Kind], trail: AuditTrail, keys: InstallationKeys, now: Timestamp,
        access: DemoAccess? = nil, isNasty: Bool = false
    ) {
        self.declarations = declarations
        self.kinds = kinds
        self.trail = trail
        self.keys = keys
        self.now = now
        self.access = access
        self.isNasty = isNasty
    }

    /// `connection` works as the owner of the schema, with the schema on its search path. `users` are distributed by
    /// the kinds' `demo.weight`. A tenant that has rows already stays unchanged. `progress` receives a line for each
    /// step. While a large load into an empty table runs, pages about users wait for it.
    package func load(users: Int, on connection: Connection, progress: @escaping (String) -> Void) throws -> DemoReport
    {
        let started = monotonicNanoseconds()
        var report = try connection.inTenant(Tenant.installation.id) { tx in
            // Lists are bound parameters, and a generic plan estimates ten names for each: without these settings it
            // would not hash them. (Custom plans for all statements would plan the foreign key's check again for each
            // row: a third of the time.)
            try tx.execute(
                "select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)")
            let sizes = sizes(of: users)
            let (colleagues, added) = try hire(in: tx)
            var works: [Work] = []
            for (kind, size) in zip(kinds, sizes) {
                works.append(try place(kind, size: size, colleagues, in: tx, progress))
            }
            let wanted = works.reduce(0) { $0 + $1.users }
            func fill() throws -> [DemoReport.TenantLine] { try works.map { try self.fill($0, on: connection) } }
            let isEmpty = try wanted <= Self.many || !hasUsers(anywhereOn: connection)
            let lines =
                wanted > Self.many && isEmpty
                ? try connection.rebuildingIndexes(of: "users", progress: progress, around: fill) : try fill()
            if wanted <= Self.many { try tx.execute("analyze users") }
            // Invalidates the totals of large lists that servers cache.
            try tx.execute("select pg_notify('roost_totals', '')")
            return DemoReport(tenants: lines, admins: added)
        }
        if report.users > Self.many {
            progress("vacuum")
            try connection.vacuum("users")
        }
        report.seconds = Double(monotonicNanoseconds() - started) / 1e9
        return report
    }

    /// Returns the users of each kind; for a kind without people, the number that its weight would give.
    private func sizes(of users: Int) -> [Int] {
        let people = DemoLoad.parts(of: users, weights: kinds.map { $0.holdsPeople ? $0.demo.weight : 0 })
        let whole = max(1, kinds.reduce(0) { $0 + ($1.holdsPeople ? $1.demo.weight : 0) })
        return zip(kinds, people).map { kind, part in kind.holdsPeople ? part : users * kind.demo.weight / whole }
    }

    /// A kind's tenant, and the work to be done there.
    private struct Work {
        var load: DemoLoad
        var line: DemoReport.TenantLine
        /// True if the tenant has rows already, or the slug belongs to another kind.
        var isDone = false

        var users: Int { isDone || !load.kind.holdsPeople ? 0 : load.size }
    }

    /// Finds or makes the accounts of the company's admins; also returns which of them are new.
    private func hire(in tx: borrowing TenantTransaction) throws -> (all: [DemoColleague], new: [DemoColleague]) {
        let bootstrap = BootstrapAcrossTenants(keys: keys, trail: trail, actor: .script("demo"))
        var (all, new): ([DemoColleague], [DemoColleague]) = ([], [])
        for var colleague in DemoColleague.all {
            let made = try bootstrap.add(
                BootstrapAcrossTenants.Admin(
                    email: colleague.email, name: colleague.name, language: colleague.language.code, isOperator: false,
                    passwordHash: access?.passwordHash, totpSecret: access?.totpSecret), in: tx)
            colleague.id = made.id
            all.append(colleague)
            if made.isNew { new.append(colleague) }
        }
        return (all, new)
    }

    /// Finds or makes the kind's tenant.
    private func place(
        _ kind: any Kind, size: Int, _ colleagues: [DemoColleague], in tx: borrowing TenantTransaction,
        _ progress: @escaping (String) -> Void
    ) throws -> Work {
        let demo = kind.demo
        var line = DemoReport.TenantLine(
            slug: demo.slug, isNew: false, users: 0, outcome: kind.holdsPeople ? .loaded : .holdsNobody)
        func work(_ tenant: Tenant, isDone: Bool) -> Work {
            Work(
                load: DemoLoad(
                    kind: kind, tenant: tenant, size: size, now: now, keys: keys, colleagues: colleagues,
                    isNasty: isNasty, progress: progress),
                line: line, isDone: isDone)
        }
        if let row = try tx.first(TenantQueriesAcrossTenants.bySlug(demo.slug)) {
            let tenant = try Tenant(row, id: row.id("id"), slug: demo.slug)
            let isFilled = try isFilled(tenant, on: tx.connection)
            if tenant.kind != kind.id {
                line.outcome = .taken(byKind: tenant.kind)
            } else if kind.holdsPeople, isFilled {
                line.outcome = .alreadyFull
            }
            try tx.execute(SessionQueriesAcrossTenants.setTenant(tx.tenant))
            return work(tenant, isDone: isFilled || tenant.kind != kind.id)
        }
        let tenant = Tenant(
            id: .make(at: now), slug: demo.slug, name: demo.name, kind: kind.id, holdsPeople: kind.holdsPeople,
            zone: demo.zone, currency: demo.currency, accent: demo.accent, languages: demo.languages)
        try TenantWork.insert(tenant, in: tx)
        try trail.append(
            AuditEvent(
                .tenantCreated, on: .tenant, tenant.id, name: tenant.name,
                changes: [
                    .init("slug", new: tenant.slug), .init("kind", new: tenant.kind), .init("zone", new: tenant.zone),
                ]),
            by: .script("demo"), in: tx)
        line.isNew = true
        let made = work(tenant, isDone: false)
        try inside(tenant, on: tx.connection) { inside in
            for rows in rows(for: tenant) { try rows.furnish(made.load, in: inside) }
            // If there are users, these events are recorded later, together with the users' own, in order of time.
            if size == 0 { try record(made, in: inside) }
        }
        try tx.execute(SessionQueriesAcrossTenants.setTenant(tx.tenant))
        progress("\(demo.slug): made")
        return made
    }

    private func fill(_ work: Work, on connection: Connection) throws -> DemoReport.TenantLine {
        var line = work.line
        let (load, tenant) = (work.load, work.load.tenant)
        guard !work.isDone, load.size > 0 else { return line }
        try inside(tenant, on: connection) { tx in
            for rows in rows(for: tenant) { try rows.fill(load, in: tx) }
            for rows in rows(for: tenant) { try rows.work(load, in: tx) }
            line.users = work.users
            try record(work, in: tx)
        }
        return line
    }

    private func rows(for tenant: Tenant) -> [any DemoRows.Type] {
        declarations.demos.filter { $0.place.includes(tenant) }.map(\.value)
    }

    private func inside(
        _ tenant: Tenant, on connection: Connection, _ body: (borrowing TenantTransaction) throws -> Void
    ) throws {
        try connection.send(SessionQueriesAcrossTenants.setTenant(tenant.id))
        try body(TenantTransaction(tenant: tenant.id, on: connection))
    }

    /// Records the events of the past, and that the demo was loaded now.
    private func record(_ work: Work, in tx: borrowing TenantTransaction) throws {
        for (event, actor) in work.load.diary.take() {
            let stored = try trail.stored(event, in: tx)
            try tx.execute(
                DemoTrailQueries.append(
                    event, by: actor, changes: stored.changes, sealed: stored.sealed, tenant: tx.tenant))
        }
        let entries = AuditEvent.Change("entries", new: String(work.load.kind.demoEntries.count))
        let users = AuditEvent.Change("users", new: String(work.users))
        try trail.append(
            AuditEvent(
                .demoLoaded, on: .demo,
                changes: (work.line.isNew ? [entries] : []) + (work.load.size > 0 ? [users] : [])
            ), by: .script("demo", in: work.load.tenant), in: tx)
    }

    /// Row-level security is forced for the owner, but does not apply to a superuser: so the tenant is set, and is also
    /// named in the condition.
    private func hasUsers(_ tenant: ID, on connection: Connection) throws -> Bool {
        try connection.send(SessionQueriesAcrossTenants.setTenant(tenant))
        let found = try connection.send("select exists (select from users where users.tenant_id = \(tenant)) as any")
            .rows()
        return try found.first?.bool("any") == true
    }

    /// A tenant without people has no users that would show it: its trail records that it was filled.
    private func isFilled(_ tenant: Tenant, on connection: Connection) throws -> Bool {
        if tenant.holdsPeople { return try hasUsers(tenant.id, on: connection) }
        try connection.send(SessionQueriesAcrossTenants.setTenant(tenant.id))
        let filled: SQL = """
            select exists (select from audit_events where audit_events.tenant_id = \(tenant.id)
                and audit_events.action = \(AuditAction.demoLoaded.id) and 'users' = any(audit_events.fields)) as any
            """
        return try connection.send(filled).rows().first?.bool("any") == true
    }

    private func hasUsers(anywhereOn connection: Connection) throws -> Bool {
        for row in try connection.send(TenantQueriesAcrossTenants.all).rows() {
            if try hasUsers(row.id("id"), on: connection) { return true }
        }
        return false
    }
}
