import Console
import HTML
import Templates
import Web

/// The filters of lists in words, for the audit log, which stores them as addresses have them:
/// `list=payments&test=no&currency=USD · list=users/segments`, a `q` alone for a text that was searched for.
enum FilterWords {
    static func words(_ stored: String, _ language: Language) -> String {
        stored.components(separatedBy: " · ").map { one($0, language) }.joined(separator: " · ")
    }

    private static func one(_ filter: String, _ language: Language) -> String {
        var items: [(name: String, value: String)] = filter.split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (halves[0], halves.count > 1 ? halves[1] : "")
        }
        guard !items.isEmpty else { return filter }
        func say(_ key: StringKey) -> String { LocalText(key).resolve(in: language) }
        let path = items.first { $0.name == "list" }?.value
        items.removeAll { $0.name == "list" }
        var words: [String] = []
        let searches = items.contains { $0.name == "q" }
        items.removeAll { $0.name == "q" }
        if let path { words.append(title(path).map(say) ?? path) }
        if searches { words.append(say(Strings.audit_filter_search)) }
        if let list = Declarations.current.lists.first(where: { $0.path == path }) {
            let address = ListAddress(list, Query(items))
            var actor = Actor.script("audit")
            actor.language = language
            words += address.words(actor)
            if address.sort != list.usualSort {
                words.append(Strings.list_sorted_by(column: LocalText(address.sortColumn.label)).resolve(in: language))
            }
            let known = Set(list.filters.map(\.name) + ["sort", "from", "until"])
            items.removeAll { known.contains($0.name) }
        } else if path == nil || path == "users" {
            words += UserFilterMenus.words(UserFilter(Query(items)), language)
            let known = Set(UserFields.menus.map(\.name))
            items.removeAll { known.contains($0.name) }
        }
        // What a page is of: one class, one import.
        words += items.map { name, value in
            "\(ObjectKind(id: name.replacing("_", with: "-")).map { say($0.label) } ?? ObjectKind(id: name).map { say($0.label) } ?? label(name, language)): \(value)"
        }
        return words.joined(separator: language == .fa ? "، " : ", ")
    }

    private static func label(_ name: String, _ language: Language) -> String {
        AuditWords(kind: ObjectKind.users.id, language: language).label(name)
    }

    /// Of a list, or of what stands below one: `users/segments`.
    private static func title(_ path: String) -> StringKey? {
        if let known = Declarations.current.listTitle(path) { return known }
        return switch path {
        case "users/segments": Strings.segments_title
        case "users/entitlements": Strings.plans_entitlements_title
        default: path.split(separator: "/").first.flatMap { Declarations.current.listTitle(String($0)) }
        }
    }
}
