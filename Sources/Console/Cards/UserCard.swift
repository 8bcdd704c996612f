import HTML
import Postgres
import Templates

/// A feature's part of the page of one user (`Feature.userCards`). The page makes one for each request of an admin
/// with the permission, in the tenants that have the feature.
package protocol UserCard: Sendable {
    static var needs: Permission { get }
    static var section: UserSection { get }
    /// Invented cards: typical ones, empty ones, and ones with content that breaks pages. Tests print them.
    static var samples: [any Page] { get }
    init(_ shown: ShownUser, for actor: Actor, _ services: Services)
    /// Sent together with those of all other cards, so that another card needs no additional round trip.
    var statements: [SQL] { get }
    /// `rows`: one result for each statement, in their order. If it returns nil, nothing is shown.
    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
}

/// The section of a card on the page of a user. Sections are in the order of these cases, cards of one section in the
/// order of the features.
package enum UserSection: Sendable, CaseIterable {
    /// What they bought and paid.
    case money
    /// What they do in the app: most cards of kinds belong here.
    case activity
    case devices
    /// What they agreed to.
    case privacy
    /// In the side column: notes of admins.
    case notes
    /// In the side column: changes to the user, and who read their page.
    case history

    package var isAside: Bool { self == .notes || self == .history }
}

/// The user whose page it is.
package struct ShownUser: Sendable {
    /// A form of a card that could not be saved: the response is the page with the typed values.
    package struct Refused: Sendable {
        /// The card with the form.
        package var card: any UserCard.Type
        package var typed: [String: String]
        /// By field.
        package var errors: [String: LocalText]

        package init(_ card: any UserCard.Type, typed: [String: String], errors: [String: LocalText]) {
            self.card = card
            self.typed = typed
            self.errors = errors
        }
    }

    package let id: ID
    private let refused: Refused?

    package init(_ id: ID, refused: Refused? = nil) {
        self.id = id
        self.refused = refused
    }

    /// Returns what was typed into the form of that card, and its errors.
    package func refused(_ card: any UserCard.Type) -> Refused? { refused.flatMap { $0.card == card ? $0 : nil } }
}

extension Declarations {
    /// In the order of their sections.
    package func userCards(for actor: Actor) -> [any UserCard.Type] {
        let shown = userCards.filter { $0.place.includes(actor.tenant) && actor.may($0.value.needs) }.map(\.value)
        return UserSection.allCases.flatMap { section in shown.filter { $0.section == section } }
    }
}
