import HTML
import Templates

/// The parts of an entry in its form: cards, tables, choices.
extension FormInputs {
    func group(_ group: ContentGroup) -> EntryGroup {
        let count = values.count(of: group.name)
        let isFull = count >= group.most
        var made = EntryGroup(
            name: group.name, title: LocalText(group.title),
            count: count == 0 ? "" : NumberStyle(language).integer(count),
            add: LocalText(group.add), adds: [])
        if let cards = group.cards {
            let keys = values.keys(of: group, languages)
            made.cards = keys.enumerated().map { card($1, $0 + 1, of: group, cards, keys) }
            if !isFull {
                made.adds = group.kinds.map { kind in
                    var button = act("\(group.name).add.\(kind.value)", LocalText(kind.label), icon: "plus")
                    button.isChip = true
                    return button
                }
            }
        } else {
            made.heads = group.fields.map { LocalText($0.label) }
            made.rows = values.rows(of: group.name).map { row($0, of: group) }
            if !isFull { made.adds = [act("\(group.name).add", LocalText(group.add), icon: "plus")] }
        }
        return made
    }

    // MARK: Cards

    private func card(_ key: String, _ place: Int, of group: ContentGroup, _ cards: PartCards, _ keys: [String])
        -> EntryCard
    {
        let id = "\(group.name).\(place)"
        let part = id + "."
        let shown = form.shown.isEmpty ? languages.first ?? "en" : form.shown
        let label = ([shown] + languages).lazy.map { values["\(part)\(cards.label).\($0)"] }.first { !$0.isEmpty }
        let title = label ?? (key.isEmpty ? group.heading(place).resolve(in: language) : key)
        let kind = group.kinds.first { $0.value == values[part + cards.kind] }
        var (inputs, hidden): ([EntryInput], [HiddenValue]) = ([], [HiddenValue(part + "was", key)])
        for field in group.fields.sorted(by: { order($0, cards) < order($1, cards) }) {
            if group.asks(field, values, part) {
                inputs += self.inputs(field, part, key, place, of: group, cards, keys)
            } else {
                hidden += self.hidden(field, part)
            }
            for other in Languages.codes where field.isLocal && !languages.contains(other) {
                let name = "\(part)\(field.name).\(other)"
                if !values[name].isEmpty { hidden.append(HiddenValue(name, values[name])) }
            }
        }
        let isWrong = inputs.contains { $0.problem != nil }
        let isOpen = isWrong || !values[part + "open"].isEmpty
        hidden.append(HiddenValue(part + "open", isOpen ? "yes" : ""))
        return EntryCard(
            id: id, place: String(place),
            icon: ButtonIcon(sprite: assets.icons, name: Self.icons[kind?.value ?? ""] ?? "note"), title: title,
            kind: kind.map { words($0.label) } ?? "—", note: cards.note(values, part, language, languages),
            isOpen: isOpen, hidden: hidden, inputs: inputs,
            acts: moves(id, place, of: keys.count, called: title, glyphs: false))
    }

    /// The icons by kind of part.
    private static let icons = [
        "text": "text", "number": "report", "choice": "goal", "several": "check", "day": "clock", "yes": "check",
        "file": "archive",
    ]

    /// Texts for people come first; keys for programs come last.
    private func order(_ field: ContentField, _ cards: PartCards) -> Int {
        if field.name == cards.key { return 3 }
        if field.isLocal && !field.isChoices { return 0 }
        return field.name == cards.kind ? 1 : 2
    }

    private func moves(_ id: String, _ place: Int, of count: Int, called name: String, glyphs: Bool = true) -> [FormAct]
    {
        var acts: [FormAct] = []
        if place > 1 { acts.append(act(id + ".up", Strings.catalogue_up_one(name: name), glyph: "↑")) }
        if place < count { acts.append(act(id + ".down", Strings.catalogue_down_one(name: name), glyph: "↓")) }
        var away = act(id + ".remove", Strings.catalogue_remove_one(name: name), glyph: glyphs ? "×" : nil)
        away.isDanger = true
        return acts + [away]
    }

    private func inputs(
        _ field: ContentField, _ part: String, _ key: String, _ place: Int, of group: ContentGroup,
        _ cards: PartCards, _ keys: [String]
    ) -> [EntryInput] {
        let name = part + field.name
        if field.isLocal, !field.isChoices {
            return languages.compactMap { own in
                let label =
                    languages.count > 1
                    ? Strings.catalogue_in_language(field: LocalText(field.label), language: Languages.name(of: own))
                    : LocalText(field.label)
                var input = plain(field, "\(name).\(own)", own, label, isGrouped: true)
                input?.language = own
                input?.isAway = isAway(own)
                return input
            }
        }
        if field.name == cards.kind { return [kindChoice(field, name, part)] }
        if field.name == cards.key {
            guard var input = plain(field, name, nil, LocalText(field.label), isGrouped: true) else { return [] }
            input.line?.placeholder = key
            input.line?.isRequired = false
            return [input]
        }
        return switch field.form {
        case .choices: [EntryInput(choices: choiceRows(field, name))]
        case .condition: [condition(field, name, place, of: group, keys)]
        case .value(_, let choices): [value(field, name, part, part + choices, cards)]
        default: plain(field, name, nil, LocalText(field.label), isGrouped: true).map { [$0] } ?? []
        }
    }

    private func kindChoice(_ field: ContentField, _ name: String, _ part: String) -> EntryInput {
        guard let choice = plain(field, name, nil, LocalText(field.label), isGrouped: true)?.choice else {
            return EntryInput()
        }
        var focused = choice
        focused.hasFocus = form.focus == name
        return EntryInput(
            kind: KindChoice(
                focused, change: act("\(part)kind", LocalText(Strings.catalogue_change_kind))))
    }

    private func condition(
        _ field: ContentField, _ name: String, _ place: Int, of group: ContentGroup, _ keys: [String]
    ) -> EntryInput {
        let stored = values[name]
        var all = [(value: "", words: words(Strings.schema_always))]
        all += FormSchema.conditions(values, before: place, of: group, keys, language, languages)
        // A condition on a field that is gone or is now below stays visible, with its error beside it.
        if !all.contains(where: { $0.value == stored }) { all.append((stored, stored)) }
        return menu(name, LocalText(field.label), all)
    }

    /// Yes or no, a number, or one of the choices beside it.
    private func value(
        _ field: ContentField, _ name: String, _ part: String, _ list: String, _ cards: PartCards
    ) -> EntryInput {
        let label = LocalText(field.label)
        switch FormSchema.Kind(rawValue: values[part + cards.kind]) {
        case .yes:
            return menu(name, label, [("yes", words(Strings.form_yes)), ("no", words(Strings.form_no))])
        case .choice:
            let keys = values.keys(ofChoices: list, languages).filter { !$0.isEmpty }
            let stored = values[name]
            let gone = stored.isEmpty || keys.contains(stored) ? [] : [stored]
            return menu(name, label, ([""] + keys + gone).map { ($0, $0.isEmpty ? "—" : $0) })
        case .number:
            let line = Field(
                name, label: label, value: values[name], error: form.errors[name], inputMode: "numeric",
                isRequired: true, isLatin: true)
            return EntryInput(line: line)
        default:
            return plain(field, name, nil, label, isGrouped: true) ?? EntryInput()
        }
    }

    /// Fields of other kinds are carried in hidden fields: an admin who changes the kind back finds their values
    /// again.
    private func hidden(_ field: ContentField, _ part: String) -> [HiddenValue] {
        let list = part + field.name
        let names =
            field.isChoices && values.count(of: list) > 0
            ? values.rows(of: list).flatMap { row in
                (["key", "was"] + (field.isLocal ? languages : [])).map { "\(list).\(row).\($0)" }
            } : field.names(languages).map { part + $0 }
        return names.map { HiddenValue($0, values[$0]) }
    }

    // MARK: Choices

    private func choiceRows(_ field: ContentField, _ list: String) -> ChoiceRows {
        let own = field.isLocal ? languages : []
        let keys = values.keys(ofChoices: list, languages)
        let hasFirst = own.first.map { first in
            values.rows(of: list).filter { !values["\(list).\($0).\(first)"].isEmpty }
        }
        let rows = zip(values.rows(of: list), keys).map { row, key -> EntryRow in
            let id = "\(list).\(row)"
            var cells = own.map { language -> EntryCell in
                let name = "\(id).\(language)"
                var cell = EntryCell(
                    name, label: Strings.catalogue_choice_in(number: row, language: Languages.name(of: language)),
                    value: values[name])
                cell.language = language
                cell.hasFocus = form.focus == name
                return cell
            }
            var last = EntryCell(
                "\(id).key", label: Strings.catalogue_choice_key(number: row), value: values["\(id).key"])
            (last.isLatin, last.placeholder, last.hasFocus) = (true, key, form.focus == last.name)
            last.hidden = [HiddenValue("\(id).was", key)]
            cells.append(last)
            let name = own.first.map { values["\(id).\($0)"] }.flatMap { $0.isEmpty ? nil : $0 } ?? key
            return EntryRow(id: id, cells: cells, acts: moves(id, row, of: keys.count, called: name))
        }
        let pasted = Field(
            "\(list).paste", label: LocalText(Strings.catalogue_pasted), value: values["\(list).paste"],
            hint: LocalText(Strings.catalogue_paste_hint))
        let errors = (own.isEmpty ? [list] : own.map { "\(list).\($0)" }).compactMap { name in
            form.errors[name].map { error in
                ChoiceRows.Fault(
                    id: name, text: error,
                    field: rows.isEmpty
                        ? "act-\(list).add"
                        : "\(list).1.\(own.isEmpty ? "key" : String(name.dropFirst(list.count + 1)))")
            }
        }
        return ChoiceRows(
            list: list, label: LocalText(field.label),
            heads: own.map { language in
                let missing = hasFirst?.count { values["\(list).\($0).\(language)"].isEmpty } ?? 0
                return .init(
                    Strings.catalogue_named(name: Languages.name(of: language)),
                    gap: missing > 0 ? Strings.catalogue_language_missing(count: missing) : nil)
            } + [.init(LocalText(Strings.catalogue_key))],
            rows: rows, errors: errors,
            add: act("\(list).add", LocalText(Strings.catalogue_add_choice), icon: "plus"), pasted: Area(pasted),
            paste: act("\(list).paste", LocalText(Strings.catalogue_paste_add)))
    }

    // MARK: Tables

    private func row(_ place: Int, of group: ContentGroup) -> EntryRow {
        let id = "\(group.name).\(place)"
        let heading = group.heading(place)
        let cells = group.fields.map { field -> EntryCell in
            let name = "\(id).\(field.name)"
            var cell = EntryCell(
                name, label: Strings.catalogue_cell(row: heading, column: LocalText(field.label)),
                value: values[name], error: form.errors[name])
            cell.isLatin = field.isLatin
            cell.hasFocus = form.focus == name
            switch field.form {
            case .choice(let all):
                cell.menu = options([("", "—")] + all.map { ($0.value, words($0.label)) }, values[name])
            case .currency: cell.list = EntryFormPage.currencies
            case .amount, .decimal: cell.mode = "decimal"
            default: break
            }
            return cell
        }
        return EntryRow(
            id: id, cells: cells,
            acts: moves(
                id, place, of: values.count(of: group.name), called: heading.resolve(in: language)))
    }
}
