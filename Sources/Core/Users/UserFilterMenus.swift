import Console
import HTML
import Templates

/// The chips above the list. Every value is a link to the list narrowed by it.
enum UserFilterMenus {
    static func all(
        _ filter: UserFilter, base: Link, _ language: Language, facets: UserFacets.Values, roles: [String]
    ) -> [FilterMenu] {
        UserFields.menus.map { field in
            let (now, all) = (filter[field.name], choices(of: field, language, facets, roles))
            // A number of days that the menu does not offer is said in the same words.
            let isOther = field.value == .time && !now.isEmpty && !all.contains { $0.value == now }
            let shown = isOther ? all + [Fixed.days(Int(now) ?? 0, language)] : all
            return FilterMenu(
                label: LocalText(field.label), name: field.name,
                chosen: now.isEmpty
                    ? nil : shown.first { $0.value == now }?.words ?? field.value.words(now, language),
                clear: filter.link(base) { $0[field.name] = "" },
                options: shown.map { .init(label: $0.words, value: $0.value, isChosen: $0.value == now) })
        }
    }

    private static func choices(
        of field: UserField, _ language: Language, _ facets: UserFacets.Values, _ roles: [String]
    ) -> [Choice] {
        switch field.value {
        case .status: Fixed.of(language).statuses
        case .platform: Fixed.of(language).platforms
        case .language: Fixed.of(language).languages
        case .time: Fixed.of(language).days
        case .role: roles.map { Choice($0, $0) }
        case .plan: facets.allPlans.map { Choice($0, UserWords.plan($0, language)) }
        case .country, .text, .id, .email, .zone:
            (facets.found[field.name] ?? []).filter { !$0.isEmpty }.map { Choice($0, $0) }
        }
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
            statuses = UserValue.statuses.map { Choice($0, UserWords.status($0).text.resolve(in: language)) }
            platforms = UserValue.platforms.map { Choice($0, UserWords.platform($0, language)) }
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
        var menus = all(filter, base: "/", language, facets: .init(), roles: [])
            .compactMap { menu in menu.chosen.map { "\(menu.label.resolve(in: language)): \($0)" } }
        if !filter.search.isEmpty { menus.insert("“\(filter.search)”", at: 0) }
        return menus
    }
}
