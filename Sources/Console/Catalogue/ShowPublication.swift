import HTML
import Postgres
import Templates
import Web

/// Shows the changes that publishing a draft would make, before it is done.
package struct ShowPublication<C: Catalogued>: Viewing {
    private let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("entry") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        let entry = try CatalogueEntry.read(id, of: catalogue, in: tx, by: actor)
        guard let draft = entry.draft else { throw Refusal.notFound }
        let list = actor.link(catalogue.path)
        let here: Link = "\(list)/\(id)"
        let name = catalogue.entryName(draft.content, languages)
        let form = FormValues(draft.content, of: catalogue, languages)
        let gaps = form.gaps(catalogue, languages)
        let isOwn = actor.id.map { draft.authors.contains($0) } ?? false
        let waits = isOwn ? try SecondAdmin.isChosen(.ownContent, in: tx) : false
        return EntryPublicationPage(
            frame: actor.frame(
                Strings.catalogue_publish_title(name: name), services, current: catalogue.path,
                crumb: (LocalText(catalogue.title), list)),
            changes: catalogue.words(
                draft.content.changes(from: entry.live?.content), actor.language,
                in: (entry.live?.content, draft.content), languages),
            isFirst: entry.live == nil,
            languages: languages.map { language in
                let count = gaps[language] ?? 0
                return .init(
                    name: Languages.name(of: language),
                    gap: count > 0 ? Strings.catalogue_language_missing(count: count) : nil)
            },
            missing: catalogue.missing(draft.content, languages).keys.sorted { Content.isBefore($0, $1) }
                .map { catalogue.label($0, actor.language) },
            obstacle: try catalogue.obstacle(tx, actor), waits: waits,
            action: "\(here)/publication", csrf: actor.session?.csrf ?? "", edit: "\(here)/edit", cancel: here)
    }
}

extension CatalogueDeclaration {
    /// The changes between two contents in words, as the form has them: a condition by the question and the answer that it
    /// names, choices by their words alone.
    package func words(
        _ changes: [AuditEvent.Change], _ language: Language, in contents: (old: Content?, new: Content),
        _ languages: [String]
    ) -> [TrailEntry.FieldChange] {
        let (old, new) = (
            contents.old.map { conditions(in: $0, language, languages) } ?? [:],
            conditions(in: contents.new, language, languages)
        )
        return changes.map { change in
            .init(
                label: label(change.field, language),
                old: change.old.map { value($0, of: change.field, old, language) },
                new: change.new.map { value($0, of: change.field, new, language) })
        }
    }

    private func value(
        _ text: String, of name: String, _ conditions: [String: String], _ language: Language
    ) -> String {
        let parts = name.split(separator: ".").map(String.init)
        if let group = groups.first(where: { $0.name == parts.first }), parts.count > 2,
            let field = group.fields.first(where: { $0.name == parts[2] })
        {
            switch field.form {
            case .condition: return conditions[text] ?? text
            case .choices:
                let words = FormSchema.choices(text).map(\.words)
                // A line that is none of them is shown as it was typed.
                let lines = text.split(separator: "\n").count
                if !words.isEmpty, words.count == lines { return words.joined(in: language) }
            default: break
            }
        }
        return CatalogueWords.value(text, of: name, language)
    }

    /// Every condition that a part of the content can have, in words.
    private func conditions(in content: Content, _ language: Language, _ languages: [String]) -> [String: String] {
        let form = FormValues(content, of: self, languages)
        let all = groups.filter { $0.fields.contains { if case .condition = $0.form { true } else { false } } }.flatMap
        { group in
            FormSchema.conditions(
                form, before: Int.max, of: group, form.parts(of: group).map { form[$0 + "key"] }, language, languages)
        }
        return Dictionary(all.map { ($0.value, $0.words) }) { first, _ in first }
    }
}
