import Console
import HTML
import Templates

/// The filter menus above the list. Every value is a link to the list with that filter.
enum UserFilterMenus {
    static func all(
        _ filter: UserFilter, base: Link, _ language: Language, facets: UserFacets.Values, roles: [String]
    ) -> [FilterMenu] {
        UserFields.menus.map { field in
            let all = choices(of: field, language, facets, roles)
            let chosen = field.value == .time ? nil : ChosenValues(encoded: filter[field.name])
            let clear = filter.link(base) { $0[field.name] = "" }
            return FilterMenu(
                label: LocalText(field.label), name: field.name,
                chosen: words(field, filter[field.name], all, language),
                clear: clear,
                options: all.map {
                    .init(
                        label: $0.words, value: $0.value,
                        isChosen: chosen?.values.contains($0.value) ?? ($0.value == filter[field.name]))
                },
                form: form(field, filter, base, chosen, language))
        }
    }

    /// The form to choose several values, all except them, or dates.
    private static func form(
        _ field: UserField, _ filter: UserFilter, _ base: Link, _ chosen: ChosenValues?, _ language: Language
    ) -> FilterMenu.Form? {
        if field.filter?.isPresence == true { return nil }
        var others = filter
        others[field.name] = ""
        let hidden = others.query.map { HiddenValue($0.name, $0.value) }
        if let chosen {
            return FilterMenu.Form(field.name, action: base, hidden: hidden, .values(isNot: chosen.isNot))
        }
        guard case .between(let from, let until)? = ChosenDays(encoded: filter[field.name]) else {
            return FilterMenu.Form(field.name, action: base, hidden: hidden, .days(from: "", until: "", language))
        }
        return FilterMenu.Form(
            field.name, action: base, hidden: hidden, .days(from: from ?? "", until: until ?? "", language))
    }

    /// Returns the chosen values in words; nil if nothing is chosen.
    private static func words(_ field: UserField, _ value: String, _ all: [Choice], _ language: Language) -> String? {
        guard !value.isEmpty else { return nil }
        if field.value == .time { return ChosenDays(encoded: value)?.words(language) }
        let chosen = ChosenValues(encoded: value)
        let words = chosen.values.map { value in
            all.first { $0.value == value }?.words ?? field.value.words(value, language)
        }
        let list = words.joined(separator: language == .fa ? "، " : ", ")
        return chosen.isNot ? Strings.list_not(what: list).resolve(in: language) : list
    }

    private static func choices(
        of field: UserField, _ language: Language, _ facets: UserFacets.Values, _ roles: [String]
    ) -> [Choice] {
        if field.filter?.isPresence == true { return Fixed.of(language).presence }
        return switch field.value {
        case .status: Fixed.of(language).statuses
        case .platform: Fixed.of(language).platforms
        case .language: Fixed.of(language).languages
        case .time: Fixed.of(language).days
        case .role: roles.map { Choice($0, UserWords.role($0, language)) }
        case .plan: facets.allPlans.map { Choice($0, facets.plan($0, language)) }
        case .country:
            Countries.sorted((facets.found[field.name] ?? []).filter { !$0.isEmpty }, in: language)
                .map { Choice($0, Countries.name(of: $0, in: language)) }
        case .text, .id, .email, .phone, .zone:
            (facets.found[field.name] ?? []).filter { !$0.isEmpty }.map { Choice($0, $0) }
        }
    }

    /// A value as the address has it, and in the reader's words.
    private struct Choice: Sendable {
        let value: String
        let words: String

        init(_ value: String, _ words: String) {
            self.value = value
            self.words = words
        }
    }

    /// The choices that are the same for every tenant, translated once per language.
    private struct Fixed: Sendable {
        let statuses: [Choice]
        let platforms: [Choice]
        let languages: [Choice]
        let days: [Choice]
        let presence: [Choice]

        private init(_ language: Language) {
            statuses = UserValue.statuses.map { Choice($0, UserWords.status($0).text.resolve(in: language)) }
            platforms = UserValue.platforms.map { Choice($0, UserWords.platform($0, language)) }
            languages = Languages.known.map { Choice($0.code, $0.name) }
            presence = UserField.Filter.Presence.allCases.map {
                let words = $0 == .given ? Strings.filter_given : Strings.filter_missing
                return Choice($0.rawValue, LocalText(words).resolve(in: language))
            }
            days = ChosenDays.offered.map { Choice($0.encoded, $0.words(language)) }
        }

        private static let all = Language.allCases.map { Fixed($0) }
        static func of(_ language: Language) -> Fixed { all[Language.allCases.firstIndex(of: language) ?? 0] }
    }

    /// The filter in words, for the export page and for the audit trail.
    static func words(_ filter: UserFilter, _ language: Language) -> [String] {
        var menus = all(filter, base: "/", language, facets: .init(), roles: [])
            .compactMap { menu in menu.chosen.map { "\(menu.label.resolve(in: language)): \($0)" } }
        if !filter.search.isEmpty { menus.insert("“\(filter.search)”", at: 0) }
        return menus
    }
}
