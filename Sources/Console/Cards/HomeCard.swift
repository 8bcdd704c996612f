import Postgres
import Templates

/// What a feature adds to the home page of a tenant (`Feature.homeCards`). The page makes one for each request of somebody who has
/// the permission, in the tenants that the feature is in.
package protocol HomeCard: Sendable {
    static var needs: Permission { get }
    /// Made-up parts: as they mostly are, with nothing to show, with the content that breaks pages. Tests print them.
    static var samples: [[HomePart]] { get }
    init(for actor: Actor, _ services: Services)
    /// Travel together with those of all other cards, so that a card more costs no round trip more.
    var statements: [SQL] { get }
    /// `rows`: one for each statement, in their order. Each kind of part appears in the order of the features.
    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
}

extension Declarations {
    package func homeCards(for actor: Actor) -> [any HomeCard.Type] {
        homeCards.filter { $0.place.includes(actor.tenant) && actor.may($0.value.needs) }.map(\.value)
    }
}
