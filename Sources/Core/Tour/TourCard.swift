import Console
import HTML
import Postgres
import Templates
import Web

/// The first steps of a new admin, each with its link and whether it is done.
struct TourCard: HomeCard {
    static let needs = Permission.seeHome
    static let samples: [[HomePart]] = [[.aside(TourPage.sample)], [.aside(TourPage.sampleDone)]]

    private static let all = [
        FirstStep(Strings.tour_find_user, path: "users", needs: .seeUsers, actions: [.userViewed]),
        FirstStep(
            Strings.tour_publish, path: "texts", needs: .publishCatalogue, actions: [.entryPublished, .entryScheduled]),
        FirstStep(
            Strings.tour_export, path: "users", needs: .exportUsers, actions: [.usersExported, .listExported]),
    ]
    private static let last = FirstStep(
        Strings.tour_invite, path: "admins", needs: .manageAdmins, actions: [.adminInvited])

    private let steps: [FirstStep]
    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        let own = services.declarations.firstSteps.filter { $0.place.includes(actor.tenant) }.map(\.value)
        let steps = ((own.isEmpty ? Self.all : own) + [Self.last]).filter { actor.may($0.needs) }
        self.steps = steps
        statements = actor.id.map { [TourQueries.steps(of: $0, steps.map { $0.actions.map(\.id) })] } ?? []
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        // An admin who has ended the tour has no card.
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
    /// Returns which of the steps the admin has done in this tenant; no row if they have ended the tour. An operator,
    /// who is no member, ends it once for all tenants.
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

    /// Returns one row for a member.
    static func end(of admin: ID, now: Timestamp) -> SQL {
        """
        update memberships set tour_ended_at = \(now)
        where memberships.tenant_id = current_tenant() and memberships.admin_id = \(admin)
        """
    }
}

/// Ends the tour permanently.
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
