import HTML

/// The form of an entry's content. Saved, it is a draft: apps get it when it is published.
package struct EntryFormPage: Sendable {
    package var frame: Frame
    package var action: Link
    /// Where buttons post that change the form and save nothing.
    package var shaping: Link
    /// `public/editor.js`
    package var script: Link
    /// The language whose texts are in sight; empty: all.
    package var shown: String
    package var tabs: [LanguageTab]
    /// For a new entry only.
    package var key: Field?
    package var sections: [EntryInputs]
    package var groups: [EntryGroup]
    /// How often the draft had been saved, and what it held.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var cancel: Link
    /// Texts are judged: whoever writes may save, and stay to read what is said of them.
    package var hasAdvice: Bool
    package var phones: PhoneCard

    /// What the cells of currencies pick from; none without such cells.
    package var picks: Picks?
    package static let currencies = "currencies"

    package init(
        frame: Frame, action: Link, shaping: Link, script: Link, shown: String = "", tabs: [LanguageTab] = [],
        key: Field?, sections: [EntryInputs], groups: [EntryGroup],
        hidden: [HiddenValue], conflict: Conflict?, cancel: Link, hasAdvice: Bool = false, phones: PhoneCard,
        picks: Picks? = nil
    ) {
        self.picks = picks
        self.phones = phones
        self.frame = frame
        self.action = action
        self.shaping = shaping
        self.script = script
        self.shown = shown
        self.tabs = tabs
        self.key = key
        self.sections = sections
        self.groups = groups
        self.hidden = hidden
        self.conflict = conflict
        self.cancel = cancel
        self.hasAdvice = hasAdvice
    }

    package var errors: ErrorSummary? {
        ErrorSummary(
            [key?.problem] + sections.flatMap(\.problems) + groups.flatMap(\.problems))
    }

    package static var sample: EntryFormPage {
        var persian = Field(
            "text.fa", label: LocalText(Strings.texts_text), value: "{name}، وقت بیداری است",
            error: Strings.error_text_limit(count: 190, limit: 140))
        persian.language = "fa"
        persian.advice = Strings.catalogue_named(name: "14 <words>")
        let frame = Frame.sample("Add a text", at: "text")
        var text = EntryInput(area: Area(persian))
        text.counter = .init(
            id: "text.fa-count", words: Strings.catalogue_count_of(count: 190, limit: 140), isOver: true)
        text.inserts = [
            FormAct(
                "insert.text.fa.name", Strings.catalogue_named(name: "{name}"), action: "/t/rooster-me/texts/form")
        ]
        return EntryFormPage(
            frame: frame, action: "/t/rooster-me/texts", shaping: "/t/rooster-me/texts/form",
            script: "/assets/editor.js",
            tabs: [
                LanguageTab(
                    language: "", label: LocalText(Strings.catalogue_all_languages), isOn: true, gap: nil),
                LanguageTab(
                    language: "fa", label: Strings.catalogue_named(name: "فارسی"), isOn: false,
                    gap: Strings.catalogue_language_missing(count: 2)),
            ],
            key: Field(
                "key", label: LocalText(Strings.catalogue_key), value: "Wake <up>",
                hint: LocalText(Strings.catalogue_key_hint),
                error: LocalText(Strings.error_entry_key), isRequired: true, isLatin: true),
            sections: [
                EntryInputs(
                    title: nil,
                    inputs: [EntryInput(line: Field("limit", label: LocalText(Strings.texts_limit), value: "140"))]),
                EntryInputs(
                    title: "English", language: "en",
                    inputs: [
                        EntryInput(
                            area: Area(
                                Field(
                                    "text.en", label: LocalText(Strings.texts_text),
                                    value: "{name}, \"rise\" & shine <b>", isRequired: true)))
                    ]),
                EntryInputs(title: "فارسی", language: "fa", isAway: true, inputs: [text]),
            ],
            groups: [.sampleCards(frame), .sampleRows],
            hidden: [HiddenValue("was", "{\"text.en\":\"<&>\"}")],
            conflict: .sample(Strings.catalogue_merge), cancel: "/t/rooster-me/texts", hasAdvice: true,
            phones: PhoneCard(PhonePreview.samples),
            picks: Picks([.init(value: "EUR", words: "Euro <€>")], names: "currency"))
    }
}

extension EntryGroup {
    fileprivate static func act(_ act: String, _ label: LocalText, _ glyph: String? = nil) -> FormAct {
        FormAct(act, label, action: "/t/rooster-me/texts/form", glyph: glyph)
    }

    fileprivate static func sampleCards(_ frame: Frame) -> EntryGroup {
        var cell = EntryCell(
            "fields.1.choices.1.en", label: Strings.catalogue_choice_in(number: 1, language: "English"),
            value: "Every <day>")
        cell.language = "en"
        cell.hidden = [HiddenValue("fields.1.choices.1.was", "every_day")]
        var key = EntryCell("fields.1.choices.1.key", label: Strings.catalogue_choice_key(number: 1), value: "")
        (key.isLatin, key.placeholder) = (true, "every_day")
        let pasted = Field(
            "fields.1.choices.paste", label: LocalText(Strings.catalogue_pasted),
            hint: LocalText(Strings.catalogue_paste_hint))
        let choices = ChoiceRows(
            list: "fields.1.choices", label: LocalText(Strings.schema_choices),
            heads: [
                .init(
                    Strings.catalogue_named(name: "English"), gap: Strings.catalogue_language_missing(count: 1)),
                .init(LocalText(Strings.catalogue_key)),
            ],
            rows: [
                EntryRow(
                    id: "fields.1.choices.1", cells: [cell, key],
                    acts: [
                        act("fields.1.choices.1.remove", Strings.catalogue_remove_one(name: "\"Every\" <day>"), "×")
                    ])
            ],
            hidden: [],
            errors: [
                .init(
                    id: "fields.1.choices.fa", text: Strings.error_choices_differ(language: "English"),
                    field: "fields.1.choices.1.en")
            ],
            add: act("fields.1.choices.add", LocalText(Strings.catalogue_add_choice)), pasted: Area(pasted),
            paste: act("fields.1.choices.paste", LocalText(Strings.catalogue_paste_add)))
        let kind = Choice(
            "fields.1.kind", label: LocalText(Strings.schema_kind),
            options: [.init(value: "choice", label: "Single choice", isSelected: true)])
        var add = act("fields.add.text", LocalText(Strings.schema_text))
        (add.isChip, add.icon) = (true, frame.icon("plus"))
        return EntryGroup(
            name: "fields", title: LocalText(Strings.schema_title), count: "1",
            cards: [
                EntryCard(
                    id: "fields.1", place: "1", icon: frame.icon("goal"), title: "How \"often\" <?>",
                    kind: "Single choice", note: "1 choice", isOpen: true,
                    hidden: [HiddenValue("fields.1.was", "often")],
                    inputs: [
                        EntryInput(
                            kind: KindChoice(
                                kind, change: act("fields.1.kind", LocalText(Strings.catalogue_change_kind)))),
                        EntryInput(
                            ticks: Ticks(
                                "goals", label: LocalText(Strings.recommendations_goals),
                                ticks: [
                                    .init(
                                        value: "run", label: Strings.catalogue_named(name: "Run <fast>"), isOn: true)
                                ])),
                        EntryInput(choices: choices),
                    ],
                    acts: [act("fields.1.up", Strings.catalogue_up_one(name: "How <often>"), "↑")])
            ], add: LocalText(Strings.schema_add), adds: [add])
    }

    fileprivate static var sampleRows: EntryGroup {
        var period = EntryCell("prices.1.period", label: LocalText(Strings.plans_period), value: "month")
        period.menu = [.init(value: "month", label: "Monthly <m>", isSelected: true)]
        return EntryGroup(
            name: "prices", title: LocalText(Strings.plans_prices_title), count: "1",
            heads: [LocalText(Strings.plans_amount), LocalText(Strings.plans_period)],
            rows: [
                EntryRow(
                    id: "prices.1",
                    cells: [
                        EntryCell(
                            "prices.1.amount", label: LocalText(Strings.plans_amount), value: "9.9 <",
                            error: LocalText(Strings.error_required)), period,
                    ], acts: [act("prices.1.remove", Strings.catalogue_remove_one(name: "<1>"), "×")])
            ], add: LocalText(Strings.plans_add_price), adds: [act("prices.add", LocalText(Strings.plans_add_price))])
    }
}
