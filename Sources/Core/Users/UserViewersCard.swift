import Console
import HTML
import Postgres
import Templates

/// The admins who have opened the user's page.
struct UserViewersCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.history
    static let samples: [any Page] = [ViewersCard.sample, ViewersCard.sampleEmpty]

    private let id: ID
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        id = shown.id
        statements = [AuditQueries.viewers(at: id, zone: actor.tenant.zone)]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let dates = DateStyle(actor.language)
        return ViewersCard(
            viewers: try rows[0].map {
                .init(
                    name: try $0.text("actor_name"), times: Strings.user_looked_times(count: try $0.int("times")),
                    last: dates.dateTime(LocalTime(microseconds: Int(try $0.localTime("last")))))
            },
            whole: actor.may(.seeAudit) ? AuditFilter(object: id, action: .userViewed).link(actor.auditLink) : nil)
    }
}
