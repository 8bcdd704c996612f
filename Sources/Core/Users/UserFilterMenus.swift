import Console
import HTML
import Templates

/// The chips above the list. Every value is a link to the list narrowed by it.
enum UserFilterMenus {
    static func all(
        _ filter: UserFilter, base: Link, _ language: Language, facets: UserFacets.Values, roles: [String]
    ) -> [FilterMenu] {
        let fixed = Fixed.of(language)
        func menu(
            _ label: StringKey, _ name: String, _ path: WritableKeyPath<UserFilter, String> & Sendable,
            _ choices: [Choice]
        ) -> FilterMenu {
            menu(label, name, now: filter[keyPath: path], clear: filter.link(base) { $0[keyPath: path] = "" }, choices)
        }
        func menu(_ label: StringKey, _ name: String, now: String, clear: Link, _ choices: [Choice]) -> FilterMenu {
            FilterMenu(
                label: LocalText(label), name: name,
                chosen: now.isEmpty ? nil : choices.first { $0.value == now }?.words ?? now,
                clear: clear,
                options: choices.map { .init(label: $0.words, value: $0.value, isChosen: $0.value == now) })
        }
        func days(_ label: StringKey, _ name: String, _ path: WritableKeyPath<UserFilter, Int> & Sendable) -> FilterMenu
        {
            let now = filter[keyPath: path]
            // A number of days that the menu does not offer is said in the same words.
            let other = now == 0 || fixed.days.contains { $0.value == String(now) } ? [] : [Fixed.days(now, language)]
            return menu(
                label, name, now: now == 0 ? "" : String(now), clear: filter.link(base) { $0[keyPath: path] = 0 },
                fixed.days + other)
        }
        return [
            menu(Strings.user_status, "status", \.status, fixed.statuses),
            menu(Strings.user_plan, "plan", \.plan, facets.allPlans.map { Choice($0, UserWords.plan($0, language)) }),
            menu(
                Strings.user_country, "country", \.country,
                facets.countries.filter { !$0.isEmpty }.map { Choice($0, $0) }),
            menu(Strings.user_platform, "platform", \.platform, fixed.platforms),
            menu(Strings.user_language, "language", \.language, fixed.languages),
            menu(Strings.user_role, "role", \.role, roles.map { Choice($0, $0) }),
            days(Strings.user_seen, "seen", \.seen),
            days(Strings.user_created, "created", \.created),
        ]
    }

    /// A value as the address has it, and in the person's words.
    private struct Choice: Sendable {
        let value: String
        let words: String

        init(_ value: String, _ words: String) {
            self.value = value
            self.words = words
        }
    }

    /// The choices that are the same for every tenant, put into words once per language.
    private struct Fixed: Sendable {
        let statuses: [Choice]
        let platforms: [Choice]
        let languages: [Choice]
        let days: [Choice]

        private init(_ language: Language) {
            statuses = UserFilter.statuses.map { Choice($0, UserWords.status($0).text.resolve(in: language)) }
            platforms = UserFilter.platforms.map { Choice($0, UserWords.platform($0, language)) }
            languages = Languages.known.map { Choice($0.code, $0.name) }
            days = [1, 7, 30, 90, 365].map { Self.days($0, language) }
        }

        static func days(_ days: Int, _ language: Language) -> Choice {
            Choice(String(days), Strings.filter_days(days: days).resolve(in: language))
        }

        private static let all = Language.allCases.map { Fixed($0) }
        static func of(_ language: Language) -> Fixed { all[Language.allCases.firstIndex(of: language) ?? 0] }
    }

    /// The filter in words, for the export page and the trail's reader.
    static func words(_ filter: UserFilter, _ language: Language) -> [String] {
        var menus = all(filter, base: "/", language, facets: .init(plans: [filter.plan], countries: []), roles: [])
            .compactMap { menu in menu.chosen.map { "\(menu.label.resolve(in: language)): \($0)" } }
        if !filter.search.isEmpty { menus.insert("“\(filter.search)”", at: 0) }
        return menus
    }
}
