import Console
import HTML
import Postgres
import Templates
import Web

/// The home page: the cards of all features.
struct ShowHome: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let zone = actor.tenant.zone
        // The statements share a round trip.
        let clock = try tx.send("select \(actor.now) at time zone \(zone) as now")
        let cards = services.declarations.homeCards(for: actor).map { $0.init(for: actor, services) }
        let round = try CardRound(cards, in: tx) { $0.statements }
        let now = LocalTime(microseconds: Int(try clock.rows().first?.localTime("now") ?? 0))
        var parts: [HomePart] = []
        for (card, rows) in try round.rows() { parts += try card.parts(rows, in: tx, by: actor, services) }
        let dates = DateStyle(actor.language)
        return HomePage(
            frame: actor.frame(LocalText(Strings.menu_home), services, current: ""),
            today: "\(dates.weekday(now))\(actor.language == .fa ? "،" : ",") \(dates.dateTime(now)) (\(zone))",
            parts: parts)
    }
}
