import Console
import HTML
import JSON
import Postgres
import Templates

/// A question, as one version of the questionnaire asks it.
package struct FormField: Sendable {
    static let longestText = 4000

    package var key: String
    package var kind: FormSchema.Kind
    package var isRequired: Bool
    var unit: String
    var least: ExactNumber?
    var greatest: ExactNumber?
    /// The question is shown only if that earlier question has that answer.
    var shownIf: (key: String, value: String)?
    var choices: [(value: String, words: String)]
    /// Of a field for a file.
    package var accepts: [UserFile.Kind]
    /// The same for a browser.
    package var accept: String { accepts.flatMap(\.types).joined(separator: ",") }
    /// Bytes of such a file, as it is stored.
    package var largest: Int
    package var label: String

    /// Returns the questions of a version. Their labels are in that language, or else in the first of `languages` that
    /// has one.
    package static func all(of content: Content, _ language: String, _ languages: [String]) -> [FormField] {
        (1..<(content.count(of: FormSchema.group.name) + 1)).compactMap { place in
            let prefix = "\(FormSchema.group.name).\(place)."
            let key = content[prefix + "key"]
            guard !key.isEmpty, let kind = FormSchema.Kind(rawValue: content[prefix + "kind"]) else { return nil }
            func local(_ name: String) -> String {
                content.text(prefix + name, language, languages + Language.allCases.map(\.rawValue))
            }
            let label = local("label")
            return FormField(
                key: key, kind: kind, isRequired: content[prefix + "required"] == "yes",
                unit: FormSchema.unit(content, prefix, language, languages + Language.allCases.map(\.rawValue)),
                least: ExactNumber(content[prefix + "least"]), greatest: ExactNumber(content[prefix + "greatest"]),
                shownIf: FormSchema.condition(content[prefix + "show_if"]),
                choices: FormSchema.choices(
                    content, prefix, language, languages + Language.allCases.map(\.rawValue)),
                accepts: UserFile.Kind.accepted(content[prefix + "accepts"]),
                largest: FormSchema.largestBytes(content[prefix + "largest"]), label: label.isEmpty ? key : label)
        }
    }

    // MARK: For programs

    /// Returns why the value is no valid answer to this question. In English: programs and their developers read it.
    package func fault(_ value: JSONText) -> String? {
        switch kind {
        case .text:
            guard let text = value.text, text.columnLength <= Self.longestText, !text.utf8.contains(0),
                !text.trimmingSpaces.isEmpty
            else {
                return "A text of 1 to \(Self.longestText) characters."
            }
            return nil
        case .number:
            guard let number = Self.number(value) else { return "A number of at most 15 digits, without an exponent." }
            if let least, number < least.value { return "A number from \(least.text) on." }
            if let greatest, number > greatest.value { return "A number up to \(greatest.text)." }
            return nil
        case .choice:
            return value.text.map { text in choices.contains { $0.value == text } } == true
                ? nil : "One of \(Self.some(choices.map(\.value)))."
        case .several:
            let texts = value.elements.compactMap(\.text)
            guard case .array(let all) = value, texts.count == all.count, Set(texts).count == texts.count,
                texts.allSatisfy({ text in choices.contains { $0.value == text } })
            else { return "An array of different ones of \(Self.some(choices.map(\.value)))." }
            return texts.isEmpty && isRequired ? "One of these at least: \(Self.some(choices.map(\.value)))." : nil
        case .day:
            return value.text.map { $0.utf8.count == 10 && LocalTime(day: $0) != nil } == true
                ? nil : "A day like 2026-11-22."
        case .yes:
            if case .bool = value { return nil }
            return "true or false."
        case .file:
            return value.text.flatMap { ID($0) } == nil
                ? "The id of a file that the user has uploaded, as POST /v1/me/files has answered it." : nil
        }
    }

    private static func some(_ values: [String]) -> String {
        values.prefix(20).joined(separator: ", ") + (values.count > 20 ? " …" : "")
    }

    /// Returns nil if a numeric column could not store the number exactly.
    static func number(_ value: JSONText) -> Double? {
        let text: String
        switch value {
        case .int(let whole): text = String(whole)
        case .number(let written): text = written
        default: return nil
        }
        let digits = text.utf8.filter { (48...57).contains($0) }.count
        guard digits <= 15, text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 }) else { return nil }
        return Double(text)
    }

    // MARK: For people

    /// Returns the answer in the reader's language. A value that no longer fits the question is shown as it was given.
    package func words(_ value: JSONText, _ language: Language) -> String {
        switch (kind, value) {
        case (.yes, .bool(let isYes)):
            return LocalText(isYes ? Strings.form_yes : Strings.form_no).resolve(in: language)
        case (.number, _):
            let number = Self.words(number: value, language)
            return unit.isEmpty ? number : "\(number) \(unit)"
        case (.choice, .string(let text)): return words(choice: text)
        case (.several, .array(let all)):
            return all.compactMap(\.text).map { words(choice: $0) }.joined(in: language)
        // Its id says nothing to a person; a page that can open it shows a fact.
        case (.file, .string): return LocalText(Strings.schema_file).resolve(in: language)
        case (.day, .string(let text)): return LocalTime(day: text).map { DateStyle(language).date($0) } ?? text
        case (_, .string(let text)): return text
        default: return String(decoding: value.bytes, as: UTF8.self)
        }
    }

    /// The same of an answer as an event of the audit log has it.
    func words(_ stored: String, _ language: Language) -> String {
        switch kind {
        case .text, .choice, .day, .file: words(JSONText.string(stored), language)
        case .number, .several, .yes:
            words((try? JSONReader.read(Array(stored.utf8))) ?? .string(stored), language)
        }
    }

    // MARK: For simulations

    /// Of a choice, as they are stored.
    package var values: [String] { choices.map(\.value) }

    /// A whole number that is an answer, where the bounds leave room for one.
    package var some: Int { Int((least?.value ?? greatest?.value ?? 10).rounded(.up)) }

    /// The same as a fact; a file is opened where `base` leads.
    package func fact(
        _ value: JSONText?, _ files: [ID: UserFile], at base: Link, _ language: Language
    ) -> Fact {
        let label = Strings.catalogue_named(name: label)
        guard kind == .file, let id = value?.text.flatMap({ ID($0) }), let file = files[id] else {
            return Fact(label, value.map { words($0, language) } ?? "")
        }
        return Fact(label, file.words(language), link: "\(base)/files/\(id)")
    }

    func words(choice value: String) -> String { choices.first { $0.value == value }?.words ?? value }

    /// Keeps the number of decimal places that was given.
    private static func words(number value: JSONText, _ language: Language) -> String {
        switch value {
        case .int(let whole): return NumberStyle(language).integer(whole)
        case .number(let text):
            let parts = text.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let units = Int(parts[0] + parts[1]) else { return text }
            // The whole part alone would lose the sign of "-0.5".
            return NumberStyle(language).fixed(units, places: parts[1].utf8.count)
        default: return String(decoding: value.bytes, as: UTF8.self)
        }
    }
}
