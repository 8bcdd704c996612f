import Console
import HTML
import Postgres
import Templates
import Web

/// An action and its user in the search text: "suspend sofia". Its item links to the page with the action's form open.
struct FindingActs: Sendable {
    /// The place of the action's form.
    private enum Place: Sendable {
        /// A menu of the user's page.
        case menu(String)
        case page(String)
        /// The page of the user's last payment; a user without payments has no such action.
        case lastPayment
    }

    private struct Act: Sendable {
        let label: StringKey
        let icon: String
        let needs: Permission
        let place: Place
        /// The states of a user in which the user's page offers it; nil: in all that are found.
        var states: Set<String>?
    }

    private static let all = [
        Act(
            label: Strings.user_suspend, icon: "pause", needs: .suspendUsers, place: .menu("suspend"),
            states: ["active", "pending"]),
        Act(label: Strings.user_delete, icon: "trash", needs: .deleteUsers, place: .menu("delete")),
        Act(label: Strings.user_edit, icon: "edit", needs: .editUsers, place: .page("edit")),
        Act(label: Strings.refund_now, icon: "undo", needs: .refundPayments, place: .lastPayment),
    ]

    private let act: Act
    let words: SearchedWords

    /// Returns nil if the text does not start with an action, in the reader's language or in English, or has no name
    /// after it.
    init?(_ text: String, for actor: Actor) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].count > 2 else { return nil }
        let verb = String(parts[0]).folded
        let found = Self.all.first { act in
            actor.may(act.needs)
                && [actor.language, .en].contains { act.label.resolve(in: $0).folded.hasPrefix(verb) }
        }
        guard let found else { return nil }
        (act, words) = (found, SearchedWords(String(parts[1])))
    }

    /// Returns an item for each user on whom the action is possible.
    func items(_ users: Rows, in tx: borrowing TenantTransaction, by actor: Actor) throws -> [FindItem] {
        let payments = try lastPayments(users.map { try $0.id("id") }, in: tx)
        return try users.compactMap { row in
            let id = try row.id("id")
            let user = actor.link("users/\(id)")
            if let states = act.states, try !states.contains(row.text("status")) { return nil }
            let link: Link
            switch act.place {
            case .menu(let name): link = user.with(fragment: name)
            case .page(let name): link = "\(user)/\(name)"
            case .lastPayment:
                guard let payment = payments[id] else { return nil }
                link = actor.link("users/\(id)/payments/\(payment)/refund")
            }
            let name = UserName.shown(try row.text("name"), try row.text("email"), actor.language)
            return FindItem(
                Strings.find_act(act: LocalText(act.label), name: name).resolve(in: actor.language), hint: "",
                icon: act.icon, link: link)
        }
    }

    private func lastPayments(_ users: [ID], in tx: borrowing TenantTransaction) throws -> [ID: ID] {
        guard case .lastPayment = act.place, !users.isEmpty else { return [:] }
        let pairs = try tx.rows(PaymentQueries.last(ofUsers: users)).map {
            (try $0.id("user_id"), try $0.id("id"))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
