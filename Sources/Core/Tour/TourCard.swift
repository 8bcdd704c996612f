import Console
import HTML
import Postgres
import Templates
import Web

/// What somebody new tries first, each step with its way there and whether it was done.
struct TourCard: HomeCard {
    static let needs = Permission.seeHome
    static let samples: [[HomePart]] = [[.aside(TourPage.sample)], [.aside(TourPage.sampleDone)]]

    private struct Step {
        var label: StringKey
        var path: String
        var needs: Permission
        var actions: [AuditAction]
    }

    private static let all = [
        Step(label: Strings.tour_find_user, path: "users", needs: .seeUsers, actions: [.userViewed]),
        Step(
            label: Strings.tour_publish, path: "texts", needs: .publishCatalogue,
            actions: [.entryPublished, .entryScheduled]),
        Step(
            label: Strings.tour_export, path: "users", needs: .exportUsers,
            actions: [.usersExported, .listExported]),
        Step(label: Strings.tour_invite, path: "admins", needs: .manageAdmins, actions: [.adminInvited]),
    ]

    private let steps: [Step]
    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        let steps = Self.all.filter { actor.may($0.needs) && (actor.tenant.holdsPeople || $0.path != "users") }
        self.steps = steps
        statements = actor.id.map { [TourQueries.steps(of: $0, steps.map { $0.actions.map(\.id) })] } ?? []
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        // Whoever ended it has none any more.
        guard !steps.isEmpty, let row = rows.first?.first else { return [] }
        let done = try row.ints("done")
        return [
            .aside(
                TourPage(
                    steps: zip(steps, done).map {
                        .init(label: LocalText($0.label), link: actor.link($0.path), isDone: $1 == 1)
                    }, guide: actor.guideLink(), end: actor.link("tour/end"), csrf: actor.session?.csrf ?? ""))
        ]
    }
}

enum TourQueries {
    /// Which of the steps the admin has done in this tenant; no row for somebody who doesn't want to know. An operator, who is no member,
    /// says so once for all tenants.
    static func steps(of admin: ID, _ steps: [[String]]) -> SQL {
        let done: [SQL] = steps.map { actions in
            """
            (select exists (select from audit_events where audit_events.actor_id = \(admin)
                and audit_events.action = any(\(actions))))::integer
            """
        }
        let all: SQL = done.isEmpty ? "'{}'" : "array[\(SQL.joined(done, by: ", "))]"
        return """
            select \(all)::bigint[] as done from admins
            left join memberships on memberships.tenant_id = current_tenant() and memberships.admin_id = admins.id
            where admins.id = \(admin) and case when memberships.admin_id is null then admins.is_operator and admins.tour_ended_at is null
                else memberships.tour_ended_at is null end
            """
    }

    static func endForOperator(_ admin: ID, now: Timestamp) -> SQL {
        "update admins set tour_ended_at = \(now) where admins.id = \(admin) and admins.is_operator"
    }

    /// One row for a member.
    static func end(of admin: ID, now: Timestamp) -> SQL {
        """
        update memberships set tour_ended_at = \(now)
        where memberships.tenant_id = current_tenant() and memberships.admin_id = \(admin)
        """
    }
}

/// Sends the tour away, for good.
struct EndTour: Changing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        if try tx.execute(TourQueries.end(of: admin, now: actor.now)) == 0 {
            try tx.execute(TourQueries.endForOperator(admin, now: actor.now))
        }
        return Change(
            AuditEvent(.tourEnded, on: .tenant, tx.tenant, name: actor.tenant.name),
            next: .to(actor.link(""), flash: Strings.tour_ended))
    }
}
