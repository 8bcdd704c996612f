import Console
import HTML
import Postgres
import Templates

/// Every window title, message and label of an app, by key.
package enum Texts: Catalogued {
    package static let list = catalogue.list

    package static let catalogue = CatalogueDeclaration(
        path: MessageTrigger.catalogue, title: Strings.texts_title, icon: "text", add: Strings.texts_add,
        empty: (Strings.texts_empty, Strings.texts_empty_advice),
        fields: [
            ContentField(
                "text", Strings.texts_text, .area(most: 4000), isLocal: true, isRequired: true,
                hasPlaceholders: true),
            ContentField(
                "headline", Strings.texts_headline, .line(most: 200), hint: Strings.texts_headline_hint, isLocal: true,
                hasPlaceholders: true),
            ContentField("limit", Strings.texts_limit, .number(1...4000), hint: Strings.texts_limit_hint),
            ContentField("where", Strings.texts_where, .line(most: 200), hint: Strings.texts_where_hint),
        ],
        name: "text",
        related: [
            .init(label: Strings.apps_words_preview, icon: "phone", needs: .editCatalogue, place: .people) {
                actor, entry in
                HostedWords.Page(rawValue: entry.key).map { PreviewHostedWords.link($0, actor) }
            }
        ],
        check: { content, languages in
            var errors = tooLong(content, languages)
            errors.merge(placeholders(content, languages)) { kept, _ in kept }
            return errors
        },
        preview: { content, language in
            (
                headline: Placeholders.filled(content["headline.\(language)"], language),
                text: Placeholders.filled(content["text.\(language)"], language)
            )
        })

    private static func tooLong(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        guard let limit = Int(content["limit"]) else { return [:] }
        var errors: [String: LocalText] = [:]
        for language in languages where content["text.\(language)"].count > limit {
            errors["text.\(language)"] = Strings.error_text_limit(
                count: content["text.\(language)"].count, limit: limit)
        }
        return errors
    }

    /// An app replaces the placeholders in braces: each language must have the same ones as the first.
    private static func placeholders(_ content: Content, _ languages: [String]) -> [String: LocalText] {
        guard let first = languages.first else { return [:] }
        var errors: [String: LocalText] = [:]
        for field in ["text", "headline"] {
            let model = content["\(field).\(first)"]
            guard let wanted = Placeholders.names(in: model) else {
                errors["\(field).\(first)"] = Strings.error_braces(example: "{name}")
                continue
            }
            for language in languages.dropFirst() {
                let text = content["\(field).\(language)"]
                guard !text.isEmpty else { continue }
                guard let found = Placeholders.names(in: text) else {
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
}
