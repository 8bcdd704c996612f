import Console
import HTML
import Postgres
import Templates
import Web

/// A field of a timetable's basic data: its input, and the values that can be stored.
struct BasicField: Sendable {
    enum Form: Sendable {
        case text(most: Int)
        case number(ClosedRange<Int>)
        case day
        case choice([(value: String, words: StringKey)])
        /// Rows of `value` and `words`; the choice may also be left empty.
        case found(SQL)
        case tick
    }

    let name: StaticString
    /// The same as a text, made once: files have thousands of values.
    let key: String
    let label: StringKey
    let form: Form
    let isRequired: Bool
    let hint: StringKey?

    init(_ name: StaticString, _ label: StringKey, _ form: Form, isRequired: Bool = false, hint: StringKey? = nil) {
        self.name = name
        key = "\(name)"
        self.label = label
        self.form = form
        self.isRequired = isRequired
        self.hint = hint
    }

    /// The form in which the value is stored: trimmed, with numbers in Latin digits, a day as `2026-09-01`. What is no day stays as it
    /// was typed.
    func normal(_ typed: String) -> String {
        switch form {
        case .number: typed.trimmingSpaces.latinDigits
        case .day: CalendarDay(typed: typed)?.iso ?? typed.trimmingSpaces
        case .tick: typed == "yes" ? "yes" : "no"
        default: typed.trimmingSpaces
        }
    }

    func fault(_ value: String) -> LocalText? {
        if value.isEmpty { return isRequired ? LocalText(Strings.error_required) : nil }
        switch form {
        case .text(let most): return LineText.fault(value, most: most)
        case .number(let range):
            return Int(value).map(range.contains) == true
                ? nil : Strings.error_number(least: range.lowerBound, most: range.upperBound)
        case .day: return CalendarDay(value) == nil ? LocalText(Strings.error_day) : nil
        case .choice(let choices):
            return choices.contains { $0.value == value } ? nil : LocalText(Strings.error_choice)
        case .found: return ID(value) == nil ? LocalText(Strings.error_choice) : nil
        case .tick: return nil
        }
    }

    /// The value in words, for the audit log and for a form that was saved over a newer version.
    func words(_ value: String, _ language: Language) -> String {
        switch form {
        case .day: CalendarDay(value)?.words(language) ?? value
        case .choice(let choices):
            choices.first { $0.value == value }.map { LocalText($0.words).resolve(in: language) } ?? value
        case .tick: LocalText(value == "yes" ? Strings.form_yes : Strings.form_no).resolve(in: language)
        default: value
        }
    }
}

/// The values of all fields of one row, by name.
struct BasicValues: Sendable, Equatable {
    private var values: [String: String] = [:]

    init() {}

    init(_ form: Query, _ fields: [BasicField], prefix: String = "") {
        for field in fields { self[field.key] = field.normal(form[prefix + field.key] ?? "") }
    }

    /// From a row with a text for each field.
    init(_ row: Row, _ fields: [BasicField]) throws {
        for field in fields { self[field.key] = try row.textOrNil(field.name) ?? "" }
    }

    subscript(_ name: String) -> String {
        get { values[name] ?? "" }
        set { values[name] = newValue }
    }

    func number(_ name: String) -> Int { Int(self[name]) ?? 0 }
    func isOn(_ name: String) -> Bool { self[name] == "yes" }
    func day(_ name: String) -> Int { CalendarDay(self[name])?.number ?? 0 }
    func id(_ name: String) -> ID? { ID(self[name]) }

    /// Merges what was typed over `was` with what somebody else has stored meanwhile.
    func merged(
        over was: BasicValues, with stored: BasicValues, _ fields: [BasicField], _ language: Language
    ) -> Merge<BasicValues> {
        let labels = Dictionary(fields.map { ("\($0.label.name)", $0) }) { first, _ in first }
        return Merge(
            typed: self, was: was, stored: stored, fields: fields.map { ($0.label, \BasicValues[$0.key]) },
            words: { value, label in labels["\(label.name)"]?.words(value, language) ?? value })
    }

    func changes(from old: BasicValues?, _ fields: [BasicField]) -> [AuditEvent.Change] {
        fields.compactMap { field in
            let (before, after) = (old?[field.key], self[field.key])
            guard before != after, old != nil || !after.isEmpty else { return nil }
            return .init(field.key, old: before, new: after)
        }
    }
}
