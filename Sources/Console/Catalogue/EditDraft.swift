import HTML
import Postgres
import Templates
import Web

/// The form with the draft, or with the start of the next one.
package struct ShowDraft<C: Catalogued>: Viewing {
    package let id: ID

    package init(_ request: WebRequest) throws { id = try request.id("entry") }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let entry = try CatalogueEntry.read(id, of: C.catalogue, in: tx, by: actor)
        let languages = actor.tenant.languages
        return try ContentForm(
            catalogue: C.catalogue, form: FormValues(entry.newest, of: C.catalogue, languages),
            opened: (id, entry.draft?.revision ?? 0, entry.newest), shown: ContentForm.opening(C.catalogue, languages)
        ).page(in: tx, by: actor, services)
    }
}

/// Saves the draft, or starts one. If the stored draft was saved meanwhile, it merges field by field and shows the
/// result before anything is stored.
package struct SaveDraft<C: Catalogued>: Changing {
    package static func isList(_ field: String) -> Bool { C.catalogue.isList(field) }

    package let id: ID
    package let form: Query

    package init(_ request: WebRequest) throws {
        id = try request.id("entry")
        form = request.form
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        let entry = try CatalogueEntry.locked(id, of: catalogue, in: tx, by: actor)
        var typed = FormValues(form, of: catalogue, languages)
        typed.tidy(catalogue, languages)
        var content = typed.content(of: catalogue, languages)
        // Texts that the form does not contain are preserved, for example in a language that the tenant no longer
        // uses. In parts, the form carries them in hidden fields, since the part may have moved.
        for (name, text) in entry.newest.values
        where !catalogue.hasField(name, languages) && !typed.carries(name) { content[name] = text }
        let was = Content(json: form["was"] ?? "")
        let stored = entry.newest
        let revision = entry.draft?.revision ?? 0
        var page = ContentForm(
            catalogue: catalogue, form: typed, opened: (id, revision, stored), shown: form["shown"])
        if stored != was {
            let merge = ContentMerge(typed: content, was: was, stored: stored)
            page.form = FormValues(merge.content, of: catalogue, languages)
            page.conflict = Conflict(
                title: LocalText(Strings.catalogue_merge),
                saved: entry.draft.map {
                    Strings.merge_by(name: $0.changedBy, time: Formatted.dateTime($0.changed))
                },
                notes: merge.notes.map { note in
                    MergeNote(
                        label: Strings.catalogue_named(name: catalogue.label(note.field, actor.language)),
                        theirs: note.theirs,
                        yours: note.yours, isKept: note.isKept)
                })
            if !merge.notes.isEmpty { throw Refusal.changed(try page.page(in: tx, by: actor, services)) }
            content = merge.content
        }
        page.errors = try catalogue.errors(content, languages, in: tx)
        guard page.errors.isEmpty else { throw Refusal.form(try page.page(in: tx, by: actor, services)) }
        try catalogue.save(content, as: id, nextNumber: entry.nextNumber, in: tx, by: actor)
        return Change(
            AuditEvent(
                .entryDraftSaved, on: .entry, id, name: catalogue.entryName(content, languages),
                changes: content.changes(from: stored)),
            next: .to(catalogue.next(id, more: form["more"], actor), flash: Strings.catalogue_was_saved))
    }
}

extension CatalogueDeclaration {
    /// Saves the content as the entry's draft, or as a new one with that number. Returns true if there was one.
    @discardableResult
    package func save(
        _ content: Content, as entry: ID, nextNumber: Int, in tx: borrowing TenantTransaction, by actor: Actor
    )
        throws -> Bool
    {
        let languages = actor.tenant.languages
        let (name, complete) = (entryName(content, languages), complete(content, languages))
        if try tx.execute(CatalogueQueries.saveDraft(entry, content, name: name, languages: complete, by: actor)) == 1 {
            return true
        }
        try tx.execute(
            CatalogueQueries.addDraft(
                entry, tenant: tx.tenant, number: nextNumber, content, name: name, languages: complete, by: actor))
        return false
    }

    /// True if the form has an input for a text of this name.
    package func hasField(_ name: String, _ languages: [String]) -> Bool {
        let parts = name.split(separator: ".").map(String.init)
        if parts.count > 2, let group = groups.first(where: { $0.name == parts[0] }) {
            return group.fields.contains { field in
                field.names(languages).contains(parts.dropFirst(2).joined(separator: "."))
            }
        }
        return fields.contains { !$0.isPicture && $0.names(languages).contains(name) }
    }
}
