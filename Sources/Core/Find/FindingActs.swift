import Console
import HTML
import Postgres
import Templates
import Web

/// What is said to be done, and to whom: "suspend sofia". Its item leads to where the act's form is open.
struct FindingActs: Sendable {
    /// Where the act has its form.
    private enum Place: Sendable {
        /// A menu of the user's page.
        case menu(String)
        case page(String)
        /// The page of the payment that the user made last; who paid nothing has no such act.
        case lastPayment
    }

    private struct Act: Sendable {
        let label: StringKey
        let icon: String
        let needs: Permission
        let place: Place
    }

    private static let all = [
        Act(label: Strings.user_suspend, icon: "pause", needs: .suspendUsers, place: .menu("suspend")),
        Act(label: Strings.user_delete, icon: "trash", needs: .deleteUsers, place: .menu("delete")),
        Act(label: Strings.user_edit, icon: "edit", needs: .editUsers, place: .page("edit")),
        Act(label: Strings.refund_now, icon: "undo", needs: .refundPayments, place: .lastPayment),
    ]

    private let act: Act
    let words: SearchedWords

    /// nil for a text that begins with no act, in the person's language or in English, or names nobody after it.
    init?(_ text: String, for actor: Actor) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].count > 2 else { return nil }
        let verb = parts[0].lowercased()
        let found = Self.all.first { act in
            actor.may(act.needs)
                && [actor.language, .en].contains { act.label.resolve(in: $0).lowercased().hasPrefix(verb) }
        }
        guard let found else { return nil }
        (act, words) = (found, SearchedWords(String(parts[1])))
    }

    /// An item for each of the users to whom it can be done.
    func items(_ users: Rows, in tx: borrowing TenantTransaction, by actor: Actor) throws -> [FindItem] {
        let payments = try lastPayments(users.map { try $0.id("id") }, in: tx)
        return try users.compactMap { row in
            let id = try row.id("id")
            let user = actor.link("users/\(id)")
            let link: Link
            switch act.place {
            case .menu(let name): link = user.with(fragment: name)
            case .page(let name): link = "\(user)/\(name)"
            case .lastPayment:
                guard let payment = payments[id] else { return nil }
                link = actor.link("users/\(id)/payments/\(payment)/refund")
            }
            let name = try row.text("name").isEmpty ? row.text("email") : row.text("name")
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
