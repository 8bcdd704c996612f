import HTML
import JSON
import Templates

/// The fields of a form that an app shows: those of a goal type, or the questions of a questionnaire. They are part
/// of the entry's form and its versions: an answer contains the version under which it was given.
package enum FormSchema {
    package static let most = 40

    package enum Kind: String, CaseIterable {
        case text, number, choice, several, day, yes, file

        package var label: StringKey {
            switch self {
            case .text: Strings.schema_text
            case .number: Strings.schema_number
            case .choice: Strings.schema_choice
            case .several: Strings.schema_several
            case .day: Strings.schema_day
            case .yes: Strings.schema_yes
            case .file: Strings.schema_file
            }
        }

        /// The most similar input of a browser.
        fileprivate var input: String {
            switch self {
            case .text: "text"
            case .number: "number"
            case .choice, .yes: "radio"
            case .several: "checkbox"
            case .day: "date"
            case .file: "file"
            }
        }
    }

    package static let group = ContentGroup(
        name: "fields", title: Strings.schema_title, one: Strings.schema_one,
        heading: { Strings.schema_field(number: $0) }, add: Strings.schema_add,
        fields: [
            ContentField(
                "key", Strings.schema_key, .line(most: 40), hint: Strings.schema_key_hint, isRequired: true,
                isLatin: true),
            ContentField(
                "kind", Strings.schema_kind, .choice(Kind.allCases.map { ($0.rawValue, $0.label) }), isRequired: true),
            ContentField("required", Strings.schema_required, .tick),
            ContentField(
                "unit", Strings.schema_unit, .line(most: 20), hint: Strings.schema_unit_hint,
                kinds: [Kind.number.rawValue]),
            ContentField(
                "least", Strings.schema_least, .decimal(-1_000_000_000...1_000_000_000), kinds: [Kind.number.rawValue]),
            ContentField(
                "greatest", Strings.schema_greatest, .decimal(-1_000_000_000...1_000_000_000),
                kinds: [Kind.number.rawValue]),
            ContentField(
                "accepts", Strings.schema_accepts, .choice(fileKinds), hint: Strings.schema_accepts_hint,
                kinds: [Kind.file.rawValue]),
            ContentField(
                "largest", Strings.schema_largest, .number(fileMegabytes), hint: Strings.schema_largest_hint,
                kinds: [Kind.file.rawValue]),
            ContentField(
                "show_if", Strings.schema_show_if, .condition(most: 120), hint: Strings.schema_show_if_hint,
                isLatin: true),
            ContentField("label", Strings.schema_label, .line(most: 200), isLocal: true, isRequired: true),
            ContentField("help", Strings.schema_help, .line(most: 300), isLocal: true),
            ContentField(
                "unit_words", Strings.schema_unit_words, .line(most: 20), hint: Strings.schema_unit_words_hint,
                isLocal: true, kinds: [Kind.number.rawValue]),
            ContentField(
                "choices", Strings.schema_choices, .choices(most: 4000), hint: Strings.schema_choices_hint,
                isLocal: true,
                kinds: [Kind.choice.rawValue, Kind.several.rawValue]),
        ], most: most, cards: PartCards(kind: "kind", key: "key", label: "label", note: { note($0, $1, $2, $3) }),
        examples: [
            ["key": "often", "kind": "choice", "required": "yes", "label": "…", "choices": "daily: …\nweekly: …"],
            [
                "key": "distance", "kind": "number", "unit": "km", "least": "1", "greatest": "100",
                "show_if": "often=daily", "label": "…",
            ],
        ],
        answer: { answer($0, $1, $2, $3) }, schema: schema)

    private static let schema = JSONSchema.object([
        ("key", .string), ("kind", .choice(Kind.allCases.map(\.rawValue))), ("required", .bool),
        ("unit", .nullable(.string)),
        ("least", .nullable(.number)), ("greatest", .nullable(.number)),
        ("show_if", .nullable(.object([("key", .string), ("value", .string)]))),
        ("accepts", .nullable(.choice(fileKinds.map(\.value) + ["any"]))), ("largest_bytes", .nullable(.number)),
        ("label", .string),
        ("help", .nullable(.string)),
        ("choices", .array(.object([("value", .string), ("label", .string)]))),
    ])

    private static func answer(_ content: Content, _ prefix: String, _ language: String, _ languages: [String])
        -> JSONText
    {
        func local(_ name: String) -> String { content.text(prefix + name, language, languages) }
        func some(_ text: String) -> JSONText { text.isEmpty ? .null : .string(text) }
        let shown = condition(content[prefix + "show_if"])
        let isFile = content[prefix + "kind"] == Kind.file.rawValue
        return .object([
            ("key", .string(content[prefix + "key"])), ("kind", .string(content[prefix + "kind"])),
            ("required", .bool(content[prefix + "required"] == "yes")),
            ("unit", some(unit(content, prefix, language, languages))),
            ("least", ExactNumber(content[prefix + "least"])?.json ?? .null),
            ("greatest", ExactNumber(content[prefix + "greatest"])?.json ?? .null),
            ("show_if", shown.map { .object([("key", .string($0.key)), ("value", .string($0.value))]) } ?? .null),
            (
                "accepts",
                isFile ? .string(content[prefix + "accepts"].isEmpty ? "any" : content[prefix + "accepts"]) : .null
            ),
            ("largest_bytes", isFile ? .int(largestBytes(content[prefix + "largest"])) : .null),
            ("label", .string(local("label"))), ("help", some(local("help"))),
            (
                "choices",
                .array(
                    choices(content, prefix, language, languages).map {
                        .object([("value", .string($0.value)), ("label", .string($0.words))])
                    })
            ),
        ])
    }

    /// The pattern that `isKey` checks, for programs; fields allow 40 characters.
    package static let keyPattern = "^[a-z][a-z0-9_]{0,39}$"

    /// True for a key in the form that programs use.
    package static func isKey(_ text: String) -> Bool {
        guard let first = text.utf8.first, (97...122).contains(first) else { return false }
        return text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
    }

    /// Parses one choice per line: its value, a colon, its words.
    package static func choices(_ text: String) -> [(value: String, words: String)] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1).map { String($0).trimmingSpaces }
            return parts.count == 2 && isKey(parts[0]) && !parts[1].isEmpty ? (parts[0], parts[1]) : nil
        }
    }

    /// Returns the choices of a field: all that the first language has, each in the requested language if it is
    /// translated.
    package static func choices(_ content: Content, _ prefix: String, _ language: String, _ languages: [String])
        -> [(value: String, words: String)]
    {
        let all = languages.lazy.map { choices(content["\(prefix)choices.\($0)"]) }.first { !$0.isEmpty } ?? []
        let own = choices(content["\(prefix)choices.\(language)"])
        guard !all.isEmpty else { return own }
        return all.map { choice in own.first { $0.value == choice.value } ?? choice }
    }

    /// Returns the unit of a number in that language, or else the one that is written for all languages.
    package static func unit(_ content: Content, _ prefix: String, _ language: String, _ languages: [String])
        -> String
    {
        let (own, common) = (content["\(prefix)unit_words.\(language)"], content[prefix + "unit"])
        if !own.isEmpty { return own }
        return common.isEmpty ? content.text(prefix + "unit_words", language, languages) : common
    }

    /// Returns the questions as an app shows them.
    package static func phone(_ content: Content, _ language: String, _ languages: [String]) -> [PhoneField] {
        let words = Language(code: language) ?? .en
        func say(_ key: StringKey) -> String { LocalText(key).resolve(in: words) }
        return (1..<(content.count(of: group.name) + 1)).compactMap { place in
            let prefix = "\(group.name).\(place)."
            guard let kind = Kind(rawValue: content[prefix + "kind"]) else { return nil }
            func local(_ name: String) -> String { content.text(prefix + name, language, languages) }
            let options: [PhoneField.Option] =
                switch kind {
                case .choice, .several:
                    choices(content, prefix, language, languages).map { .init(value: $0.value, words: $0.words) }
                case .yes:
                    [("yes", Strings.form_yes), ("no", Strings.form_no)].map { .init(value: $0, words: say($1)) }
                default: []
                }
            let label = local("label")
            return PhoneField(
                name: "try-\(language)-\(place)", key: content[prefix + "key"],
                label: label.isEmpty ? content[prefix + "key"] : label, help: local("help"),
                optional: say(Strings.form_optional), type: kind.input, isLong: kind == .text,
                isRequired: content[prefix + "required"] == "yes", options: options,
                unit: unit(content, prefix, language, languages),
                least: ExactNumber(content[prefix + "least"])?.text,
                greatest: ExactNumber(content[prefix + "greatest"])?.text,
                accept: kind == .file ? accept(content[prefix + "accepts"]) : nil,
                condition: condition(content[prefix + "show_if"]).map { "\($0.key)=\($0.value)" })
        }
    }

    /// Returns the conditions that a field can have: the answers of earlier fields with choices, in the stored form
    /// and in words.
    package static func conditions(
        _ form: FormValues, before place: Int, of group: ContentGroup, _ keys: [String], _ language: Language,
        _ languages: [String]
    ) -> [(value: String, words: String)] {
        func words(_ name: String, _ otherwise: String) -> String {
            languages.lazy.map { form["\(name).\($0)"] }.first { !$0.isEmpty } ?? otherwise
        }
        return zip(form.parts(of: group), keys).prefix(place - 1).flatMap { part, key -> [(String, String)] in
            guard !key.isEmpty else { return [] }
            let question = words(part + "label", key)
            let answers: [(String, String)] =
                switch Kind(rawValue: form[part + "kind"]) {
                case .choice, .several:
                    zip(form.rows(of: part + "choices"), form.keys(ofChoices: part + "choices", languages))
                        .map { ($1, words("\(part)choices.\($0)", $1)) }
                case .yes:
                    [("yes", Strings.form_yes), ("no", Strings.form_no)].map {
                        ($0, LocalText($1).resolve(in: language))
                    }
                default: []
                }
            return answers.filter { !$0.0.isEmpty }.map { value, answer in
                (
                    "\(key)=\(value)",
                    Strings.schema_only_if(question: question, answer: answer).resolve(in: language)
                )
            }
        }
    }

    /// Returns a note such as `3 choices · required`.
    private static func note(_ form: FormValues, _ part: String, _ language: Language, _ languages: [String]) -> String
    {
        var notes: [LocalText] = []
        switch Kind(rawValue: form[part + "kind"]) {
        case .choice, .several: notes.append(Strings.schema_note_choices(count: form.count(of: part + "choices")))
        case .number:
            let (least, greatest, unit) = (form[part + "least"], form[part + "greatest"], form[part + "unit"])
            if !least.isEmpty || !greatest.isEmpty {
                notes.append(Strings.catalogue_named(name: "\(least) – \(greatest)"))
            }
            if !unit.isEmpty { notes.append(Strings.catalogue_named(name: unit)) }
        default: break
        }
        if form[part + "required"] == "yes" { notes.append(LocalText(Strings.schema_note_required)) }
        if !form[part + "show_if"].isEmpty { notes.append(LocalText(Strings.schema_note_condition)) }
        return notes.map { $0.resolve(in: language) }.joined(in: language)
    }

    /// Parses `key=value`.
    package static func condition(_ text: String) -> (key: String, value: String)? {
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0).trimmingSpaces }
        return parts.count == 2 && !parts[1].isEmpty ? (parts[0], parts[1]) : nil
    }

    /// Returns errors that concern several fields.
    package static func errors(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        var errors: [String: LocalText] = [:]
        var earlier: [String: Int] = [:]
        for place in 1..<(content.count(of: group.name) + 1) {
            let prefix = "\(group.name).\(place)."
            let (key, kind) = (content[prefix + "key"], Kind(rawValue: content[prefix + "kind"]))
            if !key.isEmpty, !isKey(key) { errors[prefix + "key"] = LocalText(Strings.error_schema_key) }
            if earlier[key] != nil { errors[prefix + "key"] = LocalText(Strings.error_schema_key_taken) }
            if let least = ExactNumber(content[prefix + "least"]),
                let greatest = ExactNumber(content[prefix + "greatest"]),
                greatest < least
            {
                errors[prefix + "greatest"] = LocalText(Strings.error_greatest_less)
            }
            errors.merge(choiceErrors(content, prefix, kind, languages)) { kept, _ in kept }
            let condition = content[prefix + "show_if"]
            if !condition.isEmpty, let error = conditionError(condition, content, earlier, languages) {
                errors[prefix + "show_if"] = error
            }
            if !key.isEmpty { earlier[key] = place }
        }
        return errors
    }

    /// Every line must be one choice, and every language must have those of the first, in its order; some may still
    /// be missing.
    private static func choiceErrors(_ content: Content, _ prefix: String, _ kind: Kind?, _ languages: [String])
        -> [String: LocalText]
    {
        guard kind == .choice || kind == .several, let first = languages.first else { return [:] }
        var errors: [String: LocalText] = [:]
        let wanted = choices(content[prefix + "choices.\(first)"]).map(\.value)
        for language in languages {
            let name = prefix + "choices.\(language)"
            let text = content[name]
            let found = choices(text)
            if text.isEmpty {
                if language == first { errors[name] = LocalText(Strings.error_choices_needed) }
            } else if found.count != text.split(separator: "\n").filter({ !String($0).trimmingSpaces.isEmpty }).count {
                errors[name] = LocalText(Strings.error_choices_line)
            } else if Set(found.map(\.value)).count != found.count {
                errors[name] = LocalText(Strings.error_choices_twice)
            } else if found.map(\.value) != wanted.filter({ found.map(\.value).contains($0) }) {
                errors[name] = Strings.error_choices_differ(language: Languages.name(of: first))
            }
        }
        return errors
    }

    /// The condition of a field must name an earlier field that offers that value.
    private static func conditionError(
        _ text: String, _ content: Content, _ earlier: [String: Int], _ languages: [String]
    ) -> LocalText? {
        guard let wanted = condition(text) else { return LocalText(Strings.error_show_if) }
        guard let place = earlier[wanted.key] else { return Strings.error_show_if_key(key: wanted.key) }
        let prefix = "\(group.name).\(place)."
        switch Kind(rawValue: content[prefix + "kind"]) {
        case .choice, .several:
            let values = choices(content[prefix + "choices.\(languages.first ?? "en")"]).map(\.value)
            return values.contains(wanted.value)
                ? nil : Strings.error_show_if_value(value: wanted.value, key: wanted.key)
        case .yes:
            return ["yes", "no"].contains(wanted.value)
                ? nil : Strings.error_show_if_value(value: wanted.value, key: wanted.key)
        default: return Strings.error_show_if_value(value: wanted.value, key: wanted.key)
        }
    }
}
