import Console
import HTML
import JSON
import Postgres
import Templates

/// The answers of a submission, by the key of the question.
package struct FormAnswers: Sendable, Equatable {
    /// The prefix of an answer's field in the submission's event, before the question's key.
    static let fieldPrefix = "answer."

    private(set) var values: [String: JSONText]

    /// A question without an answer may be missing or null.
    package init(_ given: JSONText) {
        values = [:]
        guard case .object(let members) = given else { return }
        for (key, value) in members where value != .null { values[key] = value }
    }

    /// Reads stored answers.
    package init(stored json: String) { self.init((try? JSONReader.read(Array(json.utf8))) ?? .null) }

    package subscript(key: String) -> JSONText? { values[key] }

    /// The same with another answer to one question.
    package func setting(_ key: String, to value: JSONText) -> FormAnswers {
        var answers = self
        answers.values[key] = value
        return answers
    }

    package var json: JSONText { .object(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }

    package static func == (a: FormAnswers, b: FormAnswers) -> Bool { a.json == b.json }

    /// Returns what makes them invalid as answers to these questions, by JSON pointer.
    package func faults(_ fields: [FormField], at pointer: String) -> [BodyFault] {
        let strange = values.keys.sorted().filter { key in !fields.contains { $0.key == key } }.map {
            BodyFault("\(pointer)/\(BodyFault.escaped($0))", "This version has no such question.")
        }
        return strange
            + fields.compactMap { field -> BodyFault? in
                let place = "\(pointer)/\(field.key)"
                guard let value = values[field.key] else {
                    return field.isRequired && isApplicable(field, among: fields)
                        ? BodyFault(place, "This question must be answered.") : nil
                }
                guard isApplicable(field, among: fields) else {
                    return BodyFault(place, "Who answers so is not asked this.")
                }
                return field.fault(value).map { BodyFault(place, $0) }
            }
    }

    /// Returns true if a user with these answers is asked this question. Only earlier questions decide, so the
    /// recursion ends.
    package func isApplicable(_ field: FormField, among fields: [FormField]) -> Bool {
        guard let wanted = field.shownIf else { return true }
        let earlier = fields.prefix { $0.key != field.key }
        guard let other = earlier.first(where: { $0.key == wanted.key }) else { return true }
        guard isApplicable(other, among: Array(earlier)) else { return false }
        return switch values[other.key] {
        case .string(let text): text == wanted.value
        case .array(let all): all.contains { $0.text == wanted.value }
        case .bool(let isYes): (isYes ? "yes" : "no") == wanted.value
        default: false
        }
    }

    /// Returns the old and new value of each changed answer, for the audit trail. They are personal, so sealed.
    package func changes(from old: FormAnswers?) -> [AuditEvent.Change] {
        Set(values.keys).union(old.map { Set($0.values.keys) } ?? []).sorted().compactMap { key in
            let (before, after) = (old?.values[key], values[key])
            guard before != after else { return nil }
            return .init(
                Self.fieldPrefix + key, old: before.map(Self.text), new: after.map(Self.text), isPersonal: true)
        }
    }

    /// Returns a changed answer in the words of the question that asked for it; nil for any other change, and for a
    /// question that is none of these.
    package static func words(
        _ change: AuditEvent.Change, _ fields: [FormField], _ language: Language
    ) -> TrailEntry.FieldChange? {
        guard change.field.hasPrefix(fieldPrefix),
            let field = fields.first(where: { $0.key == change.field.dropFirst(fieldPrefix.count) })
        else { return nil }
        func words(_ text: String) -> String { field.words(text, language) }
        return .init(label: field.label, old: change.old.map(words), new: change.new.map(words))
    }

    /// Returns an answer of an event in words as far as it says itself what it is: yes and no, days, several choices.
    static func words(_ text: String, _ language: Language) -> String {
        switch text {
        case "true", "false":
            return LocalText(text == "true" ? Strings.form_yes : Strings.form_no).resolve(in: language)
        case _ where text.first == "[":
            guard case .array(let all) = try? JSONReader.read(Array(text.utf8)) else { return text }
            return all.map(Self.text).joined(in: language)
        default: return LocalTime(day: text).map { DateStyle(language).date($0) } ?? text
        }
    }

    private static func text(_ value: JSONText) -> String { value.text ?? String(decoding: value.bytes, as: UTF8.self) }
}
