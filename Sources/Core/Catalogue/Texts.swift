import Console
import HTML
import Postgres
import Templates

/// Every window, message and label of an app, by key.
package enum Texts: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: "texts", title: Strings.texts_title, icon: "text", add: Strings.texts_add,
        empty: (Strings.texts_empty, Strings.texts_empty_advice),
        fields: [
            ContentField("text", Strings.texts_text, .area(most: 4000), isLocal: true, isRequired: true),
            ContentField(
                "headline", Strings.texts_headline, .line(most: 200), hint: Strings.texts_headline_hint, isLocal: true),
            ContentField("limit", Strings.texts_limit, .number(1...4000), hint: Strings.texts_limit_hint),
            ContentField("where", Strings.texts_where, .line(most: 200), hint: Strings.texts_where_hint),
        ],
        name: "text",
        check: { content, languages in
            var errors = tooLong(content, languages)
            errors.merge(placeholders(content, languages)) { kept, _ in kept }
            return errors
        },
        preview: CatalogueDeclaration.showing("headline", "text"))

    private static func tooLong(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        guard let limit = Int(content["limit"]) else { return [:] }
        var errors: [String: LocalText] = [:]
        for language in languages where content["text.\(language)"].count > limit {
            errors["text.\(language)"] = Strings.error_text_limit(
                count: content["text.\(language)"].count, limit: limit)
        }
        return errors
    }

    /// An app fills in what stands in braces: each language has the same of them as the first.
    private static func placeholders(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        guard let first = languages.first else { return [:] }
        var errors: [String: LocalText] = [:]
        for field in ["text", "headline"] {
            let model = content["\(field).\(first)"]
            guard let wanted = names(in: model) else {
                errors["\(field).\(first)"] = Strings.error_braces(example: "{name}")
                continue
            }
            for language in languages.dropFirst() {
                let text = content["\(field).\(language)"]
                guard !text.isEmpty else { continue }
                guard let found = names(in: text) else {
                    errors["\(field).\(language)"] = Strings.error_braces(example: "{name}")
                    continue
                }
                if let lost = wanted.subtracting(found).sorted().first, !model.isEmpty {
                    errors["\(field).\(language)"] = Strings.error_placeholder_missing(name: "{\(lost)}")
                } else if let strange = found.subtracting(wanted).sorted().first {
                    errors["\(field).\(language)"] = Strings.error_placeholder_unknown(
                        name: "{\(strange)}", language: Languages.name(of: first))
                }
            }
        }
        return errors
    }

    /// The names in braces; nil when a brace stands alone or holds no name.
    static func names(in text: String) -> Set<String>? {
        var names: Set<String> = []
        var open: String?
        for character in text {
            switch (character, open) {
            case ("{", nil): open = ""
            case ("{", _), ("}", nil): return nil
            case ("}", let name?):
                guard let first = name.first, first.isASCII, first.isLetter, name.count <= 40,
                    name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
                else { return nil }
                names.insert(name)
                open = nil
            case (_, .some): open!.append(character)
            default: break
            }
        }
        return open == nil ? names : nil
    }
}
