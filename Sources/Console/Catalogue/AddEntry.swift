import HTML
import Postgres
import Templates
import Web

/// The form for a new entry. A link may name its key.
package struct ShowNewEntry<C: Catalogued>: Viewing {
    private let key: String

    package init(_ request: WebRequest) {
        key = request.query["key"].flatMap { CatalogueEntry.isKey($0) ? $0 : nil } ?? ""
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        let languages = actor.tenant.languages
        return try ContentForm(
            catalogue: C.catalogue, form: FormValues(C.catalogue.start, of: C.catalogue, languages), key: key,
            shown: ContentForm.opening(C.catalogue, languages)
        ).page(in: tx, by: actor, services)
    }
}

/// Adds an entry, with its first draft.
package struct AddEntry<C: Catalogued>: Changing {
    package static func isList(_ field: String) -> Bool { C.catalogue.isList(field) }

    package let form: Query

    package init(_ request: WebRequest) { form = request.form }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (catalogue, languages) = (C.catalogue, actor.tenant.languages)
        var typed = FormValues(form, of: catalogue, languages)
        typed.tidy(catalogue, languages)
        let content = typed.content(of: catalogue, languages)
        var page = ContentForm(
            catalogue: catalogue, form: typed, key: form.trimmed("key") ?? "", shown: form["shown"])
        page.errors = try catalogue.errors(content, languages, in: tx)
        if page.key.isEmpty, catalogue.makesKeys { page.key = try catalogue.madeKey(content, languages, in: tx) }
        if !CatalogueEntry.isKey(page.key) {
            page.errors["key"] = LocalText(page.key.isEmpty ? Strings.error_required : Strings.error_entry_key)
        }
        guard page.errors.isEmpty else { throw Refusal.form(try page.page(in: tx, by: actor, services)) }
        let id = ID.make(at: actor.now)
        // Checked before the insert, so that the page can still be made: a violated index ends the transaction.
        if try tx.first(CatalogueQueries.byKey(page.key, of: catalogue.path)) != nil {
            page.errors["key"] = LocalText(Strings.error_entry_taken)
            throw Refusal.form(try page.page(in: tx, by: actor, services))
        }
        try tx.execute(
            CatalogueQueries.add(id, tenant: tx.tenant, catalogue: catalogue.path, key: page.key, now: actor.now))
        let name = catalogue.entryName(content, languages)
        try tx.execute(
            CatalogueQueries.addDraft(
                id, tenant: tx.tenant, number: 1, content, name: name,
                languages: catalogue.complete(content, languages), by: actor))
        return Change(
            AuditEvent(
                .entryAdded, on: .entry, id, name: name,
                changes: [.init("key", new: page.key)] + content.changes(from: nil)),
            next: .to(catalogue.next(id, more: form["more"], actor), flash: Strings.catalogue_was_added))
    }
}

extension CatalogueDeclaration {
    /// Derives a key from an entry's name that no other entry has; empty without a name.
    fileprivate func madeKey(_ content: Content, _ languages: [String], in tx: borrowing TenantTransaction) throws
        -> String
    {
        let first = languages.contains("en") ? ["en"] + languages : languages
        let words = first.lazy.map { content["\(name).\($0)"] }.first { !$0.isEmpty } ?? ""
        guard !words.isEmpty else { return "" }
        var taken: Set<String> = []
        while true {
            let key = MadeKey.of(words, otherwise: "entry", taken: taken)
            guard try tx.first(CatalogueQueries.byKey(key, of: path)) != nil else { return key }
            taken.insert(key)
        }
    }

    /// Returns the name of the input with the entry's name.
    package func nameField(_ languages: [String]) -> String {
        let field = fields.first { $0.name == name }
        return field?.isLocal == true ? "\(name).\(languages.first ?? "en")" : name
    }

    /// Returns the entry's page, or its form again if the admin asked for the advice on the text.
    package func next(_ id: ID, more: String?, _ actor: Actor) -> Link {
        let page: Link = "\(actor.link(path))/\(id)"
        return more.map { Link("\(page)/edit").with(query: [("more", $0)]) } ?? page
    }
}
