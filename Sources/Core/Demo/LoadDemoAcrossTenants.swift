import Console
import Postgres

/// Fills a tenant of each kind with believable people. One transaction holds all of it: a load that is killed leaves
/// nothing behind, and no index is ever lost.
package struct DemoData {
    private let kinds: [any Kind]
    private let trail: AuditTrail
    private let now: Timestamp

    private static let chunk = 100_000
    /// From here on it is quicker to make the indexes anew than to keep them up to date.
    private static let many = 50_000

    /// Whom content can be meant for, in every demo.
    private static let groups = [
        (
            key: "newcomers", name: "Newcomers", about: "Who joined within a month: they get the first advice.",
            filter: "status=active&created=30"
        ),
        (key: "premium", name: "Premium", about: "", filter: "plan=premium"),
        (key: "regulars", name: "Seen this week", about: "", filter: "seen=7"),
    ]

    package init(kinds: [any Kind], trail: AuditTrail, now: Timestamp) {
        self.kinds = kinds
        self.trail = trail
        self.now = now
    }

    /// `connection` works as the owner of the schema, with the schema on its search path. `users` are shared out by the
    /// kinds' `demo.share`. A tenant that has users is left as it is. `progress` gets a line for each step. While a
    /// large load into an empty table runs, pages about users wait for it.
    package func load(users: Int, on connection: Connection, progress: (String) -> Void) throws -> DemoReport {
        let started = monotonicNanoseconds()
        var report = try connection.inTenant(Tenant.installation.id) { tx in
            // Lists are bound, and a plan made for any values takes them for ten names long: it has to
            // hash them all the same. (Custom plans for all would plan the foreign key's check anew
            // for each row: a third of the time.)
            try tx.execute(
                "select set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true)")
            let tenants = try kinds.map { try place($0, users: users, in: tx, progress) }
            let wanted = tenants.reduce(0) { $0 + ($1.line.outcome == .loaded ? $1.count : 0) }
            func fill() throws -> [DemoReport.TenantLine] {
                try tenants.map { try fillTenant($0, on: connection, progress) }
            }
            let isEmpty = try wanted <= Self.many || !hasUsers(anywhereOn: connection)
            let lines =
                wanted > Self.many && isEmpty
                ? try connection.rebuildingIndexes(of: "users", progress: progress, around: fill) : try fill()
            if wanted <= Self.many { try tx.execute("analyze users") }
            // Servers keep the totals of large lists.
            try tx.execute("select pg_notify('roost_totals', '')")
            return DemoReport(tenants: lines)
        }
        if report.users > Self.many {
            progress("vacuum")
            try connection.vacuum("users")
        }
        report.seconds = Double(monotonicNanoseconds() - started) / 1e9
        return report
    }

    /// A kind, its tenant, and what is to happen there.
    private struct Work {
        var kind: any Kind
        var tenant: Tenant
        var count: Int
        var line: DemoReport.TenantLine
    }

    /// Finds or makes the kind's tenant.
    private func place(
        _ kind: any Kind, users: Int, in tx: borrowing TenantTransaction, _ progress: (String) -> Void
    ) throws -> Work {
        let demo = kind.demo
        let count = kind.holdsPeople ? users * demo.share / 1000 : 0
        var line = DemoReport.TenantLine(
            slug: demo.slug, isNew: false, users: 0, outcome: kind.holdsPeople ? .loaded : .holdsNobody)
        if let row = try tx.first(TenantQueriesAcrossTenants.bySlug(demo.slug)) {
            let tenant = try Tenant(row, id: row.id("id"), slug: demo.slug)
            if tenant.kind != kind.id {
                line.outcome = .taken(byKind: tenant.kind)
            } else if try hasUsers(tenant.id, on: tx.connection) {
                line.outcome = .alreadyFull
            }
            try tx.execute(SessionQueriesAcrossTenants.setTenant(tx.tenant))
            return Work(kind: kind, tenant: tenant, count: count, line: line)
        }
        let tenant = Tenant(
            id: .make(at: now), slug: demo.slug, name: demo.name, kind: kind.id, holdsPeople: kind.holdsPeople,
            zone: demo.zone,
            currency: demo.currency, accent: demo.accent, languages: demo.languages)
        try TenantWork.insert(tenant, in: tx)
        try trail.append(
            AuditEvent(
                .tenantCreated, on: .tenant, tenant.id, name: tenant.name,
                changes: [
                    .init("slug", new: tenant.slug), .init("kind", new: tenant.kind), .init("zone", new: tenant.zone),
                ]),
            by: .script("demo"), in: tx)
        // What an app shows belongs to the tenant itself, and hangs on no users.
        let inside = TenantTransaction(tenant: tenant.id, on: tx.connection)
        try inside.execute(SessionQueriesAcrossTenants.setTenant(tenant.id))
        for entry in demo.entries { try entry.add(to: tenant, by: .script("demo", in: tenant), in: inside) }
        for group in kind.holdsPeople ? Self.groups : [] {
            try inside.execute(
                SegmentQueries.add(
                    .make(at: now), tenant: tenant.id, key: group.key, name: group.name, about: group.about,
                    filter: group.filter, by: "demo", now: now))
        }
        try trail.append(
            AuditEvent(.demoLoaded, on: .demo, changes: [.init("entries", new: String(demo.entries.count))]),
            by: .script("demo", in: tenant), in: inside)
        try tx.execute(SessionQueriesAcrossTenants.setTenant(tx.tenant))
        progress("\(demo.slug): made")
        line.isNew = true
        return Work(kind: kind, tenant: tenant, count: count, line: line)
    }

    private func fillTenant(
        _ work: Work, on connection: Connection, _ progress: (String) -> Void
    ) throws -> DemoReport.TenantLine {
        var line = work.line
        guard line.outcome == .loaded, work.count > 0 else { return line }
        let demo = work.kind.demo
        let tx = TenantTransaction(tenant: work.tenant.id, on: connection)
        try tx.execute(SessionQueriesAcrossTenants.setTenant(work.tenant.id))
        let seed = Self.seed(demo.slug)
        let queries = DemoUserQueries(
            tenant: work.tenant.id, count: work.count, seed: seed, now: now, pool: CulturePool(weights: demo.cultures),
            recipe: FactRecipe(facts: work.kind.facts, samples: demo.factSamples), roles: work.kind.userRoles,
            plans: work.kind.plans)
        for first in stride(from: 1, through: work.count, by: Self.chunk) {
            line.users += try tx.execute(queries.insert(first...min(work.count, first + Self.chunk - 1)))
            progress("\(demo.slug): \(line.users) of \(work.count) users")
        }
        let details = DemoDetailQueries(tenant: work.tenant.id, seed: seed, now: now)
        try tx.execute(details.addDevices)
        try tx.execute(details.addConsents(demo.consents))
        try tx.execute(details.addNotes)
        let money = DemoMoneyQueries(tenant: work.tenant, seed: seed, now: now, entries: demo.entries)
        try tx.execute(money.addSubscriptions)
        try tx.execute(money.openShop)
        try tx.execute(money.addPayments)
        try tx.execute(money.addRefunds)
        let answers = DemoAnswerQueries(tenant: work.tenant, seed: seed, now: now)
        for entry in demo.entries where entry.catalogue == Questionnaires.catalogue.path {
            try tx.execute(answers.add(entry))
        }
        try trail.append(
            AuditEvent(.demoLoaded, on: .demo, changes: [.init("users", new: String(line.users))]),
            by: .script("demo", in: work.tenant), in: tx)
        return line
    }

    /// Row-level security is forced for the owner, and doesn't bind a superuser: the tenant is set, and named as well.
    private func hasUsers(_ tenant: ID, on connection: Connection) throws -> Bool {
        try connection.send(SessionQueriesAcrossTenants.setTenant(tenant))
        let found = try connection.send("select exists (select from users where users.tenant_id = \(tenant)) as any")
            .rows()
        return try found.first?.bool("any") == true
    }

    private func hasUsers(anywhereOn connection: Connection) throws -> Bool {
        for row in try connection.send(TenantQueriesAcrossTenants.all).rows() {
            if try hasUsers(row.id("id"), on: connection) { return true }
        }
        return false
    }

    /// The same for a slug on every run, and far from any other's: what is drawn adds up to 300 to it.
    private static func seed(_ slug: String) -> Int64 {
        slug.utf8.reduce(7) { ($0 &* 31 &+ Int64($1)) & 0xFFFF_FFFF } * 1000
    }
}
