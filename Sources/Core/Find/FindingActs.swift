import Console
import HTML
import Postgres
import Templates
import Web

/// What is said to be done, and to whom: "suspend sofia". Its item leads to the user's page with the act's form open.
struct FindingActs: Sendable {
    private struct Act: Sendable {
        let label: StringKey
        let icon: String
        let needs: Permission
        /// Where the page has its form.
        let place: String
    }

    private static let all = [
        Act(label: Strings.user_suspend, icon: "pause", needs: .suspendUsers, place: "suspend"),
        Act(label: Strings.user_delete, icon: "trash", needs: .deleteUsers, place: "delete"),
        Act(label: Strings.user_edit, icon: "edit", needs: .editUsers, place: "edit"),
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

    func item(_ name: String, _ user: Link, _ language: Language) -> FindItem {
        FindItem(
            Strings.find_act(act: LocalText(act.label), name: name).resolve(in: language), hint: "", icon: act.icon,
            link: act.place == "edit" ? "\(user)/edit" : user.with(fragment: act.place))
    }
}
