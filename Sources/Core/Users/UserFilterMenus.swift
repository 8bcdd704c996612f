import HTML
import Templates

/// The chips above the list. Every value is a link to the list narrowed by it.
enum UserFilterMenus {
    static func all(
        _ filter: UserFilter, base: Link, _ language: Language, facets: UserFacets.Values, roles: [String]
    ) -> [FilterMenu] {
        func menu(
            _ label: StringKey, _ name: String, _ path: WritableKeyPath<UserFilter, String> & Sendable, _ values: [(String, String)]
        ) -> FilterMenu {
            let now = filter[keyPath: path]
            let clear = filter.link(base) { $0[keyPath: path] = "" }
            return FilterMenu(
                label: LocalText(label), chosen: now.isEmpty ? nil : values.first { $0.0 == now }?.1 ?? now, clear: clear,
                options: values.map { value, words in
                    .init(label: words, link: clear.with(query: [(name, value)]), isChosen: value == now)
                })
        }
        func days(_ label: StringKey, _ path: WritableKeyPath<UserFilter, Int> & Sendable) -> FilterMenu {
            let now = filter[keyPath: path]
            func words(_ days: Int) -> String { Strings.filter_days(days: days).resolve(in: language) }
            return FilterMenu(
                label: LocalText(label), chosen: now == 0 ? nil : words(now), clear: filter.link(base) { $0[keyPath: path] = 0 },
                options: [1, 7, 30, 90, 365].map { value in
                    .init(label: words(value), link: filter.link(base) { $0[keyPath: path] = value }, isChosen: value == now)
                })
        }
        return [
            menu(Strings.user_status, "status", \.status, UserFilter.statuses.map { ($0, UserWords.status($0).text.resolve(in: language)) }),
            menu(Strings.user_plan, "plan", \.plan, facets.plans.map { ($0, UserWords.plan($0, language)) }),
            menu(Strings.user_country, "country", \.country, facets.countries.filter { !$0.isEmpty }.map { ($0, $0) }),
            menu(Strings.user_platform, "platform", \.platform, UserFilter.platforms.map { ($0, UserWords.platform($0, language)) }),
            menu(Strings.user_language, "language", \.language, Languages.known.map { ($0.code, $0.name) }),
            menu(Strings.user_role, "role", \.role, roles.map { ($0, $0) }),
            days(Strings.user_seen, \.seen),
            days(Strings.user_created, \.created),
        ]
    }

    /// The filter in words, for the export page and the trail's reader.
    static func words(_ filter: UserFilter, _ language: Language) -> [String] {
        var menus = all(filter, base: "/", language, facets: .init(plans: [filter.plan], countries: []), roles: [])
            .compactMap { menu in menu.chosen.map { "\(menu.label.resolve(in: language)): \($0)" } }
        if !filter.search.isEmpty { menus.insert("“\(filter.search)”", at: 0) }
        return menus
    }
}
