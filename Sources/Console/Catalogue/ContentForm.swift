import HTML
import Postgres
import Templates
import Web

extension CatalogueDeclaration {
    /// Keys of other entries are ticked, so they come as often as they are chosen.
    package func isList(_ name: String) -> Bool {
        func isThat(_ field: ContentField, _ name: String) -> Bool {
            guard case .keys = field.form else { return false }
            return field.name == name
        }
        let parts = name.split(separator: ".").map(String.init)
        return fields.contains { isThat($0, name) }
            || parts.count == 3
                && groups.contains { group in
                    group.name == parts[0] && group.fields.contains { isThat($0, parts[2]) }
                }
    }

    /// What was typed, field by field; groups that were to be taken away are gone, and those behind them move up.
    package func typed(_ form: Query, _ languages: [String]) -> Content {
        var content = Content()
        func take(_ field: ContentField, from name: String, to place: String) {
            let all = form.items.filter { $0.name == name }.map { $0.value }
            switch field.form {
            case .keys: content[list: place] = all.filter { !$0.contains(" ") }
            case .picture: break
            default: content[place] = field.kept(all.first ?? "")
            }
        }
        for field in fields { for name in field.names(languages) { take(field, from: name, to: name) } }
        for group in groups {
            var kept = 0
            for place in 1..<(group.most + 1) {
                let names = group.fields.flatMap { field in
                    field.names(languages).map { (field, "\(group.name).\(place).\($0)", $0) }
                }
                let isEmpty = names.allSatisfy { _, name, _ in (form[name] ?? "").trimmingSpaces.isEmpty }
                guard !isEmpty, form["\(group.name).\(place).away"] == nil else { continue }
                kept += 1
                for (field, name, own) in names { take(field, from: name, to: "\(group.name).\(kept).\(own)") }
            }
        }
        return content
    }
}

extension ContentField {
    /// What was typed, in the form that is stored: numbers in Latin digits, days of the Gregorian calendar, an amount with a
    /// point before what is less than one.
    package func kept(_ text: String) -> String {
        let text = text.replacing("\r\n", with: "\n").trimmingSpaces
        return switch form {
        case .number: text.latinDigits
        case .day: TypedDay.iso(text) ?? text.latinDigits
        case .amount, .decimal: String(text.latinDigits.map { [",", "٫"].contains($0) ? "." : $0 })
        case .currency: text.uppercased()
        default: text
        }
    }
}

/// The page of the form for an entry's content.
package struct ContentForm {
    package let catalogue: CatalogueDeclaration
    package var content: Content
    package var errors: [String: LocalText] = [:]
    package var conflict: Conflict?
    /// Asked for with a new entry only.
    package var key = ""
    /// nil for a new entry; for an old one the draft's saving and the content that the form was opened with.
    package var opened: (id: ID, revision: Int, was: Content)?
    /// The group of which there is to be one more than there is.
    package var more: String?

    package func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> EntryFormPage
    {
        let languages = actor.tenant.languages
        var choices: [String: [(value: String, words: String)]] = [:]
        for field in catalogue.fields + catalogue.groups.flatMap(\.fields) {
            switch field.form {
            case .keys(let other) where choices[other] == nil:
                choices[other] = try tx.rows(CatalogueQueries.choices(of: other)).map {
                    (try $0.text("key"), try $0.text("name"))
                }
            case .known(let known):
                choices[field.name] = try tx.rows(known.all).map { (try $0.text("key"), try $0.text("name")) }
            default: break
            }
        }
        func inputs(_ fields: [ContentField], _ language: String?, _ prefix: String = "") -> [EntryInput] {
            fields.filter { $0.isLocal == (language != nil) }.compactMap { field in
                input(
                    field, prefix + (language.map { "\(field.name).\($0)" } ?? field.name), language, languages,
                    choices, actor)
            }
        }
        var sections = [EntryInputs(title: nil, inputs: inputs(catalogue.fields, nil))].filter { !$0.inputs.isEmpty }
        sections += languages.map { language in
            EntryInputs(
                title: Languages.name(of: language), language: language, inputs: inputs(catalogue.fields, language))
        }.filter { !$0.inputs.isEmpty }
        let groups = catalogue.groups.map { group -> EntryGroup in
            let stored = content.count(of: group.name)
            let count = min(group.most, stored + (more == group.name ? 1 : 0))
            return EntryGroup(
                name: group.name,
                items: (1..<(count + 1)).map { place in
                    let prefix = "\(group.name).\(place)."
                    return EntryInputs(
                        title: group.heading(place).resolve(in: actor.language), id: "\(group.name).\(place)",
                        inputs: inputs(group.fields, nil, prefix)
                            + languages.flatMap { inputs(group.fields, $0, prefix) },
                        away: stored < place ? nil : "\(prefix)away")
                },
                more: count < group.most ? LocalText(group.add) : nil)
        }
        let list = actor.link(catalogue.path)
        let here = opened.map { "\(list)/\($0.id)" as Link }
        let heading = LocalText(opened == nil ? catalogue.add : Strings.catalogue_edit)
        return EntryFormPage(
            frame: actor.frame(heading, services, current: catalogue.path, crumb: (LocalText(catalogue.title), list)),
            action: here ?? list,
            key: opened != nil
                ? nil
                : Field(
                    "key", label: LocalText(Strings.catalogue_key), value: key,
                    hint: LocalText(Strings.catalogue_key_hint),
                    error: errors["key"], isRequired: true, hasFocus: true, isLatin: true),
            sections: sections, groups: groups,
            hidden: opened.map { [HiddenValue("revision", String($0.revision)), HiddenValue("was", $0.was.json)] }
                ?? [],
            conflict: conflict, cancel: here ?? list,
            hasAdvice: catalogue.fields.contains { $0.advice != nil })
    }

    private func input(
        _ field: ContentField, _ name: String, _ language: String?, _ languages: [String],
        _ choices: [String: [(value: String, words: String)]], _ actor: Actor
    ) -> EntryInput? {
        // In a group the languages stand in one box.
        let isGrouped = name.split(separator: ".").count > (language == nil ? 1 : 2)
        let label =
            isGrouped && language != nil && languages.count > 1
            ? Strings.catalogue_in_language(field: LocalText(field.label), language: Languages.name(of: language ?? ""))
            : LocalText(field.label)
        let text = content[name]
        let hint = field.hint.map { LocalText($0) }
        // The first language is what the others are translated from, so only there must something stand.
        let isRequired = field.isRequired && (language == nil || language == languages.first)
        func line(_ type: String = "text", _ mode: String = "text", isLatin: Bool = false) -> EntryInput {
            var line = Field(
                name, label: label, value: text, type: type, hint: hint, error: errors[name], inputMode: mode,
                isRequired: isRequired,
                isLatin: field.isLatin || isLatin)
            line.language = language ?? ""
            return EntryInput(line: line)
        }
        switch field.form {
        case .line: return line()
        case .area:
            var area = Field(
                name, label: label, value: text, hint: hint, error: errors[name], isRequired: isRequired,
                isLatin: field.isLatin)
            area.language = language ?? ""
            area.advice = text.isEmpty ? nil : field.advice?(text, language ?? "")
            return EntryInput(area: Area(area, rows: 4))
        case .number: return line("text", "numeric", isLatin: true)
        case .amount, .decimal: return line("text", "decimal", isLatin: true)
        case .currency: return line(isLatin: true)
        case .day:
            return EntryInput(
                line: .day(name, label, text, actor.language, hint: hint, error: errors[name], isRequired: isRequired))
        case .tick:
            let options = [("", Strings.form_no), ("yes", Strings.form_yes)].map { value, words in
                Choice.Option(
                    value: value, label: LocalText(words).resolve(in: actor.language), isSelected: text == value)
            }
            return EntryInput(choice: Choice(name, label: label, options: options, hint: hint, error: errors[name]))
        case .choice(let all):
            // In a group nothing is chosen beforehand, so that one more which nobody fills in is none.
            let empty = isRequired && !isGrouped ? [] : [Choice.Option(value: "", label: "—", isSelected: text.isEmpty)]
            let options = all.map { one in
                Choice.Option(
                    value: one.value, label: LocalText(one.label).resolve(in: actor.language),
                    isSelected: text == one.value)
            }
            return EntryInput(
                choice: Choice(name, label: label, options: empty + options, hint: hint, error: errors[name]))
        case .picture: return nil
        case .known(let declared):
            let known = choices[field.name] ?? []
            guard !known.isEmpty || !text.isEmpty else { return nil }
            let gone = text.isEmpty || known.contains { $0.value == text } ? [] : [(value: text, words: text)]
            let everybody = Choice.Option(
                value: "", label: LocalText(declared.none).resolve(in: actor.language),
                isSelected: text.isEmpty)
            let options = (known + gone).map {
                Choice.Option(value: $0.value, label: $0.words, isSelected: $0.value == text)
            }
            return EntryInput(
                choice: Choice(name, label: label, options: [everybody] + options, hint: hint, error: errors[name]))
        case .keys(let other):
            let chosen = content[list: name]
            // What was chosen and is gone meanwhile stays to be seen, and to be taken away.
            let known = choices[other] ?? []
            let gone = chosen.filter { key in !known.contains { $0.value == key } }.map { (value: $0, words: $0) }
            guard !known.isEmpty || !gone.isEmpty else { return nil }
            let ticks = (known + gone).map { one in
                Ticks.Tick(
                    value: one.value, label: Strings.catalogue_named(name: one.words), isOn: chosen.contains(one.value))
            }
            return EntryInput(ticks: Ticks(name, label: label, ticks: ticks, error: errors[name]))
        }
    }
}
