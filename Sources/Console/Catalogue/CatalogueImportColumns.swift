import HTML
import Templates

extension CatalogueDeclaration {
    /// The columns of its files: the key, the entry's own fields, and those of one part of each group.
    package func importColumns(_ languages: [String]) -> [ImportColumn] {
        let keys = ["first.example", "second.example"]
        let key = ImportColumn(
            name: "key", label: LocalText(Strings.catalogue_key), alsoCalled: ["id of the text", "identifier"],
            isRequired: true,
            examples: groups.isEmpty ? keys : [keys[0], keys[0], keys[1]], hint: LocalText(Strings.import_hint_key))
        let own = places(Content(), languages).map { name, field in
            let examples = field.examples
            return field.column(
                name, alsoCalled: field.isLocal && field.name == self.name ? [field.language(of: name)] : [],
                examples: groups.isEmpty ? examples : [examples[0], "", examples[1]])
        }
        return [key] + own + groups.flatMap { $0.columns(languages, isAlone: isAlone) }
    }

    /// True if no other column has this title: then people may leave out the group in it.
    private func isAlone(_ field: ContentField) -> Bool {
        let titles = [Strings.catalogue_key] + (fields + groups.flatMap(\.fields)).map(\.label)
        return titles.count { $0.name.description == field.label.name.description } == 1
    }
}

extension ContentGroup {
    /// The first example has two parts, the second has one.
    fileprivate func columns(_ languages: [String], isAlone: (ContentField) -> Bool) -> [ImportColumn] {
        fields.flatMap { field in
            let examples = (self.examples + self.examples.prefix(1)).map { $0[field.name] ?? "" }
            return field.names(languages).map { own in
                let titles = isAlone(field) ? Language.allCases.map { field.title(own).resolve(in: $0) } : []
                return field.column(own, of: self, alsoCalled: titles, examples: examples)
            }
        }
    }
}

extension ContentField {
    /// Returns the language of one of its names: `fa` for `text.fa`.
    fileprivate func language(of own: String) -> String { String(own.dropFirst(name.count + 1)) }

    fileprivate func title(_ own: String) -> LocalText {
        isLocal
            ? Strings.catalogue_in_language(field: LocalText(label), language: Languages.name(of: language(of: own)))
            : LocalText(label)
    }

    fileprivate func column(_ own: String, of group: ContentGroup? = nil, alsoCalled: [String] = [], examples: [String])
        -> ImportColumn
    {
        let title = title(own)
        return ImportColumn(
            name: group.map { "\($0.name).\(own)" } ?? own,
            label: group.map { Strings.import_part(part: LocalText($0.one), what: title) } ?? title,
            alsoCalled: alsoCalled,
            examples: examples, choices: choices, words: { word($0, $1) }, hint: importHint)
    }

    private var choices: [String] {
        switch form {
        case .tick: ["yes", "no"]
        case .choice(let all): all.map(\.value)
        default: []
        }
    }

    private func word(_ choice: String, _ language: Language) -> String {
        if case .choice(let all) = form, let label = all.first(where: { $0.value == choice })?.label {
            return LocalText(label).resolve(in: language)
        }
        return LocalText(choice == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
    }

    fileprivate var examples: [String] {
        switch form {
        case .line, .area: isRequired ? ["…", "…"] : ["", ""]
        case .tick: ["yes", "no"]
        case .choice(let all): [all.first?.value ?? "", all.last?.value ?? ""]
        default: ["", ""]
        }
    }

    private var importHint: LocalText {
        if let hint { return LocalText(hint) }
        return switch form {
        case .keys: LocalText(Strings.import_hint_keys)
        case .day: LocalText(Strings.import_hint_day)
        case .amount: LocalText(Strings.import_hint_amount)
        case .tick, .choice: LocalText(Strings.import_hint_choice)
        default: LocalText(Strings.import_hint_text)
        }
    }
}
