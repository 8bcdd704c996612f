import HTML

/// The form of an entry's content. Saved, it is a draft: apps get it when it is published.
package struct EntryFormPage: Sendable {
    package var frame: Frame
    package var action: Link
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

    package init(
        frame: Frame, action: Link, key: Field?, sections: [EntryInputs], groups: [EntryGroup],
        hidden: [HiddenValue], conflict: Conflict?, cancel: Link, hasAdvice: Bool = false
    ) {
        self.hasAdvice = hasAdvice
        self.frame = frame
        self.action = action
        self.key = key
        self.sections = sections
        self.groups = groups
        self.hidden = hidden
        self.conflict = conflict
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        ErrorSummary([key?.problem] + (sections + groups.flatMap(\.items)).flatMap { $0.inputs.map(\.problem) })
    }

    package static var sample: EntryFormPage {
        var persian = Field(
            "text.fa", label: LocalText(Strings.texts_text), value: "{name}، وقت بیداری است",
            error: Strings.error_text_limit(count: 190, limit: 140))
        persian.language = "fa"
        persian.advice = Strings.catalogue_named(name: "14 <words>")
        return EntryFormPage(
            frame: .sample("Add a text", at: "text"), action: "/t/rooster-me/texts",
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
                EntryInputs(title: "فارسی", language: "fa", inputs: [EntryInput(area: Area(persian))]),
            ],
            groups: [
                EntryGroup(
                    name: "fields",
                    items: [
                        EntryInputs(
                            title: "Field 1", id: "fields.1",
                            inputs: [
                                EntryInput(
                                    choice: Choice(
                                        "fields.1.kind", label: LocalText(Strings.schema_kind),
                                        options: [.init(value: "text", label: "Text", isSelected: true)])),
                                EntryInput(
                                    ticks: Ticks(
                                        "goals", label: LocalText(Strings.recommendations_goals),
                                        ticks: [
                                            .init(
                                                value: "run", label: Strings.catalogue_named(name: "Run <fast>"),
                                                isOn: true)
                                        ])),
                            ], away: "fields.1.away")
                    ], more: LocalText(Strings.schema_add))
            ],
            hidden: [HiddenValue("was", "{\"text.en\":\"<&>\"}")],
            conflict: .sample(Strings.catalogue_merge), cancel: "/t/rooster-me/texts", hasAdvice: true)
    }
}
