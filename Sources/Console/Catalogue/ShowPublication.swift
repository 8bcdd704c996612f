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
            changes: catalogue.words(draft.content.changes(from: entry.live?.content), actor.language),
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
    /// The changes in words.
    package func words(_ changes: [AuditEvent.Change], _ language: Language) -> [TrailEntry.FieldChange] {
        changes.map { change in
            .init(
                label: label(change.field, language),
                old: change.old.map { CatalogueWords.value($0, of: change.field, language) },
                new: change.new.map { CatalogueWords.value($0, of: change.field, language) })
        }
    }
}
