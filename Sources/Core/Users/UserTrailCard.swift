import Console
import HTML
import Postgres
import Templates

/// The user's latest audit events.
struct UserTrailCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.history
    static let samples: [any Page] = [TrailCard.sample, TrailCard.sampleEmpty]

    private let id: ID
    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        id = shown.id
        statements = [ObjectTrail.statement(of: id, kinds: [.user], by: actor)]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        try ObjectTrail.card(Strings.user_trail, rows[0], of: id, in: tx, by: actor, services)
    }
}
