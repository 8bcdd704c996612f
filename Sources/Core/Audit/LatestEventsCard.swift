import Console
import HTML
import Postgres
import Templates

/// The tenant's latest audit events.
struct LatestEventsCard: HomeCard {
    static let needs = Permission.seeAudit
    static let samples: [[HomePart]] = [[.aside(TrailCard.sample)], [.aside(TrailCard.sampleEmpty)]]
    private static let most = 8

    let statements: [SQL]

    init(for actor: Actor, _ services: Services) {
        statements = [
            AuditQueries.latest(
                [AuditQueries.notReading] + AuditWall.conditions(for: actor), zone: actor.tenant.zone, limit: Self.most)
        ]
    }

    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
    {
        let reader = AuditReader(trail: services.trail, actor: actor, showsObject: true)
        return [
            .aside(
                TrailCard(
                    title: LocalText(Strings.home_latest), entries: try reader.entries(rows[0], in: tx),
                    whole: actor.link("audit").with(query: [("reads", "hidden")])))
        ]
    }
}
