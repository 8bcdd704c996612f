import HTML

/// One line of a form: label, input, hint, and what is wrong with what was typed.
package struct Field: Sendable {
    package var name: String
    package var label: LocalText
    package var value: String
    package var type: String
    package var hint: LocalText?
    package var error: LocalText?
    package var autocomplete: String
    package var inputMode: String
    package var isRequired: Bool
    /// True for the field the caret should stand in when the page opens.
    package var hasFocus: Bool
    /// Left to right whatever the page's direction: e-mails, codes, ids.
    package var isLatin: Bool
    /// Sets fields of one name apart on a page with several forms; only ids carry it.
    package var idPrefix = ""
    /// Of what is typed here, when that is not the page's.
    package var language = ""
    /// What is stored when nothing is typed.
    package var placeholder = ""
    /// What may be picked instead of typed.
    package var picks: Picks?
    /// What is said of the text itself; areas alone print it.
    package var advice: LocalText?

    package init(
        _ name: String, label: LocalText, value: String = "", type: String = "text", hint: LocalText? = nil,
        error: LocalText? = nil, autocomplete: String = "off", inputMode: String = "text", isRequired: Bool = false,
        hasFocus: Bool = false, isLatin: Bool = false
    ) {
        self.name = name
        self.label = label
        self.value = value
        self.type = type
        self.hint = hint
        self.error = error
        self.autocomplete = autocomplete
        self.inputMode = inputMode
        self.isRequired = isRequired
        self.hasFocus = hasFocus
        self.isLatin = isLatin
    }

    /// A day. `value` is `2026-11-20`, or what was typed and is no day: a browser's own date field would empty that. The native
    /// field knows the Gregorian calendar alone, so a Persian page has a text field for Jalali days.
    package static func day(
        _ name: String, _ label: LocalText, _ value: String, _ language: Language, hint: LocalText? = nil,
        error: LocalText? = nil, isRequired: Bool = false
    ) -> Field {
        let isNative = language != .fa && (value.isEmpty || TypedDay.iso(value) == value)
        return Field(
            name, label: label, value: TypedDay.field(value, in: language), type: isNative ? "date" : "text",
            hint: hint ?? (language == .fa ? LocalText(Strings.form_day_hint) : nil), error: error,
            isRequired: isRequired, isLatin: true)
    }

    /// A day and a time in a zone. `value` is `2026-11-20T18:00`, or what was typed; see `day`.
    package static func moment(
        _ name: String, _ label: LocalText, _ value: String, zone: String, _ language: Language,
        error: LocalText? = nil,
        isRequired: Bool = false
    ) -> Field {
        let isNative = language != .fa && (value.isEmpty || TypedTime.iso(value) == value)
        return Field(
            name, label: label, value: TypedTime.field(value, in: language), type: isNative ? "datetime-local" : "text",
            hint: isNative ? Strings.form_zone_hint(zone: zone) : Strings.form_moment_hint(zone: zone), error: error,
            isRequired: isRequired, isLatin: true)
    }

    package var id: String { idPrefix + name }
    package var hasLanguage: Bool { !language.isEmpty }
    /// Of what is typed. A text that begins with a placeholder or a number has the direction of its language all the same.
    package var direction: String { hasLanguage ? Language.direction(of: language) : "auto" }
    package var hasDirection: Bool { hasLanguage || hasValue }
    package var hasPicks: Bool { picks != nil }
    package var hasPlaceholder: Bool { !placeholder.isEmpty }
    package var hasValue: Bool { !value.isEmpty }
    package var isWrong: Bool { error != nil }
    package var isDescribed: Bool { error != nil || hint != nil || advice != nil }

    package var describedBy: String {
        [
            error == nil ? nil : id + "-error", hint == nil ? nil : id + "-hint", advice == nil ? nil : id + "-advice",
        ].compactMap { $0 }.joined(separator: " ")
    }

    /// What the Enter key of a phone says: passwords and codes are the last thing asked.
    package var enterKeyHint: String { type == "password" || autocomplete == "one-time-code" ? "go" : "next" }

    package var problem: ErrorSummary.Line? {
        error.map { ErrorSummary.Line(field: id, label: label, error: $0) }
    }

    package func prefixed(_ prefix: String) -> Field {
        var field = self
        field.idPrefix = prefix
        return field
    }
}
