import HTML

/// One end of a list's filter by days. A browser's own date field knows the Gregorian calendar alone, so a Persian page
/// has a text field for Jalali days, as `Field.day` has.
package struct DayInput: Sendable {
    package var name: String
    package var label: LocalText
    package var value: String
    /// It is typed as text.
    package var isText: Bool

    /// `day` is `2026-11-20`, or empty.
    package init(_ name: String, _ label: StringKey, _ day: String, _ language: Language) {
        self.name = name
        self.label = LocalText(label)
        isText = language == .fa
        value = TypedDay.field(day, in: language)
    }

    package var type: String { isText ? "text" : "date" }
    /// What the browser itself takes for a day; which days there are, `TypedDay` knows.
    package var pattern: String { #"[0-9۰-۹٠-٩]{4}[\/.\-][0-9۰-۹٠-٩]{1,2}[\/.\-][0-9۰-۹٠-٩]{1,2}"# }
    package var example: String { TypedDay.field("2026-11-20", in: .fa) }
}
