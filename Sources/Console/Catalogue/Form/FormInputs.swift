import HTML
import Templates
import Web

/// Makes the inputs of an entry's form from its declaration and its values.
struct FormInputs {
    let form: ContentForm
    let choices: [String: [(value: String, words: String)]]
    /// The reader's language.
    let language: Language
    let languages: [String]
    let shaping: Link
    let assets: AssetLinks

    var values: FormValues { form.form }

    func words(_ key: StringKey) -> String { LocalText(key).resolve(in: language) }

    func isAway(_ language: String?) -> Bool { language.map { !form.shown.isEmpty && form.shown != $0 } ?? false }

    // MARK: The entry's own fields

    var tabs: [LanguageTab] {
        guard languages.count > 1 else { return [] }
        let gaps = values.gaps(form.catalogue, languages)
        let all = LanguageTab(
            language: "", label: LocalText(Strings.catalogue_all_languages), isOn: form.shown.isEmpty, gap: nil)
        return [all]
            + languages.map { language in
                let count = gaps[language] ?? 0
                return LanguageTab(
                    language: language, label: Strings.catalogue_named(name: Languages.name(of: language)),
                    isOn: form.shown == language,
                    gap: count > 0 ? Strings.catalogue_language_missing(count: count) : nil)
            }
    }

    var sections: [EntryInputs] {
        let fields = form.catalogue.fields
        let own = EntryInputs(
            title: nil, inputs: fields.filter { !$0.isLocal }.compactMap { input($0, $0.name, nil) })
        return
            ([own]
            + languages.map { language in
                EntryInputs(
                    title: Languages.name(of: language), language: language, isAway: isAway(language),
                    inputs: fields.filter(\.isLocal).compactMap { input($0, "\($0.name).\(language)", language) })
            }).filter { !$0.inputs.isEmpty }
    }

    // MARK: One input

    /// Makes the input of a field that is not in a group; `name` is the name of the input.
    func input(_ field: ContentField, _ name: String, _ own: String?) -> EntryInput? {
        guard var input = plain(field, name, own, LocalText(field.label), isGrouped: false) else { return nil }
        guard let own else { return input }
        input.inserts = inserts(field, own)
        input.insertsID = field.hasPlaceholders ? name + "-inserts" : nil
        input.counter = counter(field, name)
        return input
    }

    /// The placeholders of the first language are offered for the others; for the first itself, the common ones as
    /// well.
    private func inserts(_ field: ContentField, _ own: String) -> [FormAct] {
        guard field.hasPlaceholders, let first = languages.first else { return [] }
        let used = (Placeholders.names(in: values["\(field.name).\(first)"]) ?? []).sorted()
        let offered = own == first ? used + Placeholders.common.filter { !used.contains($0) } : used
        return offered.map { name in
            var button = act("insert.\(field.name).\(own).\(name)", Strings.catalogue_named(name: "{\(name)}"))
            button.isChip = true
            return button
        }
    }

    /// The length of a text, and how much room an app has for it.
    private func counter(_ field: ContentField, _ name: String) -> EntryInput.Counter? {
        guard field.hasPlaceholders else { return nil }
        let limit = field.name == form.catalogue.name ? Int(values["limit"]) : nil
        let count = values[name].count
        return EntryInput.Counter(
            id: name + "-count",
            words: limit.map { Strings.catalogue_count_of(count: count, limit: $0) }
                ?? Strings.catalogue_count(count: count), isOver: limit.map { count > $0 } ?? false)
    }

    func plain(_ field: ContentField, _ name: String, _ own: String?, _ label: LocalText, isGrouped: Bool)
        -> EntryInput?
    {
        let text = values[name]
        let (hint, error) = (field.hint.map { LocalText($0) }, form.errors[name])
        // The other languages are translated from the first, so only the first is required.
        let isRequired = field.isRequired && (own == nil || own == languages.first)
        func line(_ mode: String = "text", isLatin: Bool = false) -> EntryInput {
            var line = Field(
                name, label: label, value: text, hint: hint, error: error, inputMode: mode, isRequired: isRequired,
                hasFocus: form.focus == name, isLatin: field.isLatin || isLatin)
            line.language = own ?? ""
            return EntryInput(line: line)
        }
        switch field.form {
        case .line, .value, .condition, .choices: return line()
        case .area:
            var area = Field(
                name, label: label, value: text, hint: hint, error: error, isRequired: isRequired,
                isLatin: field.isLatin)
            area.language = own ?? ""
            area.hasFocus = form.focus == name
            area.advice = text.isEmpty ? nil : field.advice?(text, own ?? "")
            return EntryInput(area: Area(area, rows: 4))
        case .number: return line("numeric", isLatin: true)
        case .amount, .decimal: return line("decimal", isLatin: true)
        case .currency: return line(isLatin: true)
        case .day:
            return EntryInput(line: .day(name, label, text, language, hint: hint, error: error, isRequired: isRequired))
        case .tick:
            let options = [("", Strings.form_no), ("yes", Strings.form_yes)]
            return menu(name, label, options.map { ($0, words($1)) }, hint: hint)
        case .choice(let all):
            let empty = isRequired && !isGrouped ? [] : [(value: "", words: "—")]
            return menu(name, label, empty + all.map { ($0.value, words($0.label)) }, hint: hint)
        case .picture: return nil
        case .known(let declared):
            let known = choices[field.name] ?? []
            guard !known.isEmpty || !text.isEmpty else { return nil }
            let gone = text.isEmpty || known.contains { $0.value == text } ? [] : [(value: text, words: text)]
            return menu(name, label, [("", words(declared.none))] + known + gone, hint: hint)
        case .keys(let other):
            let chosen = text.split(separator: " ").map(String.init)
            // A chosen value that no longer exists stays visible, so that it can be removed.
            let known = choices[other] ?? []
            let gone = chosen.filter { key in !known.contains { $0.value == key } }.map { (value: $0, words: $0) }
            guard !known.isEmpty || !gone.isEmpty else { return nil }
            let ticks = (known + gone).map { one in
                Ticks.Tick(
                    value: one.value, label: Strings.catalogue_named(name: one.words), isOn: chosen.contains(one.value))
            }
            return EntryInput(ticks: Ticks(name, label: label, ticks: ticks, error: error, showsValues: true))
        }
    }

    func menu(_ name: String, _ label: LocalText, _ all: [(value: String, words: String)], hint: LocalText? = nil)
        -> EntryInput
    {
        EntryInput(
            choice: Choice(
                name, label: label, options: options(all, values[name]), hint: hint, error: form.errors[name])
        )
    }

    func options(_ all: [(value: String, words: String)], _ chosen: String) -> [Choice.Option] {
        all.map { Choice.Option(value: $0.value, label: $0.words, isSelected: $0.value == chosen) }
    }

    func act(_ act: String, _ label: LocalText, glyph: String? = nil, icon: String? = nil) -> FormAct {
        var button = FormAct(
            act, label, action: shaping, glyph: glyph,
            icon: icon.map { ButtonIcon(sprite: assets.icons, name: $0) })
        button.hasFocus = form.focus == "act-\(act)"
        return button
    }
}
