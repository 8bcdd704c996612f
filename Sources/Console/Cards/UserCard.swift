import HTML
import Postgres
import Templates

/// What a feature adds to the page of one user (`Feature.userCards`). The page makes one for each request of somebody who has the
/// permission, in the tenants that the feature is in.
package protocol UserCard: Sendable {
    static var needs: Permission { get }
    static var section: UserSection { get }
    /// Made-up cards: as they mostly are, with nothing to show, with the content that breaks pages. Tests print them.
    static var samples: [any Page] { get }
    init(_ shown: ShownUser, for actor: Actor, _ services: Services)
    /// Travel together with those of all other cards, so that a card more costs no round trip more.
    var statements: [SQL] { get }
    /// `rows`: one for each statement, in their order. nil shows nothing.
    func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> (any Page)?
}

/// Where a card stands on the page of a user: sections follow each other as they are written here, cards of one section as
/// the features do.
package enum UserSection: Sendable, CaseIterable {
    /// What they have and what they paid.
    case money
    /// What they do in the app: here is the place of most cards of kinds.
    case activity
    case devices
    /// What they agreed to.
    case privacy
    /// Beside the others: what admins wrote down.
    case notes
    /// Beside the others: what was done to them, and who looked.
    case history

    package var isAside: Bool { self == .notes || self == .history }
}

/// The user whose page it is.
package struct ShownUser: Sendable {
    /// A form of a card that could not be saved: the page is the answer, and has what was typed.
    package struct Refused: Sendable {
        /// The card that shows the form.
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

    /// What was typed into the form of that card, and what is wrong with it.
    package func refused(_ card: any UserCard.Type) -> Refused? { refused.flatMap { $0.card == card ? $0 : nil } }
}

extension Declarations {
    /// In the order of their sections.
    package func userCards(for actor: Actor) -> [any UserCard.Type] {
        let shown = userCards.filter { $0.place.includes(actor.tenant) && actor.may($0.value.needs) }.map(\.value)
        return UserSection.allCases.flatMap { section in shown.filter { $0.section == section } }
    }
}
