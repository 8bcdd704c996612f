import Console
import HTML
import Postgres
import Templates

/// The user's consents, and the withdrawn ones.
struct UserConsentsCard: UserCard {
    static let needs = Permission.seeUsers
    static let section = UserSection.privacy
    static let samples: [any Page] = [ConsentsCard.sample, ConsentsCard([])]

    let statements: [SQL]

    init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
        statements = [UserQueries.consents(shown.id, zone: actor.tenant.zone)]
    }

    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
    {
        let language = actor.language
        return ConsentsCard(
            try rows[0].map {
                UserConsent(
                    purpose: UserWords.purpose(try $0.text("purpose"), language), isGranted: try $0.bool("granted"),
                    version: NumberStyle(language).integer(try $0.int("text_version")), source: try $0.text("source"),
                    at: DateStyle(language).dateTime(LocalTime(microseconds: Int(try $0.localTime("given")))))
            })
    }
}
