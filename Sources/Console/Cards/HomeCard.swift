import Postgres
import Templates

/// A feature's part of a tenant's home page (`Feature.homeCards`). The page makes one for each request of an admin
/// with the permission, in the tenants that have the feature.
package protocol HomeCard: Sendable {
    static var needs: Permission { get }
    /// Invented parts: typical ones, empty ones, and ones with content that breaks pages. Tests print them.
    static var samples: [[HomePart]] { get }
    init(for actor: Actor, _ services: Services)
    /// Sent together with those of all other cards, so that another card needs no additional round trip.
    var statements: [SQL] { get }
    /// `rows`: one result for each statement, in their order. Parts of the same type appear in the order of the
    /// features.
    func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [HomePart]
}

extension Declarations {
    package func homeCards(for actor: Actor) -> [any HomeCard.Type] {
        homeCards.filter { $0.place.includes(actor.tenant) && actor.may($0.value.needs) }.map(\.value)
    }
}
