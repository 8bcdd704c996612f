import HTML
import Postgres
import Templates
import Web

/// Shows the form of a new entry again with all typed values, changed by one of its own buttons. Nothing is saved.
package struct ShapeNewEntry<C: Catalogued>: Viewing {
    private let form: Query

    package init(_ request: WebRequest) { form = request.form }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        var page = ContentForm(
            catalogue: C.catalogue, form: FormValues(form, of: C.catalogue, actor.tenant.languages),
            key: form.trimmed("key") ?? "")
        return try page.shaped(by: form, in: tx, by: actor, services)
    }
}

/// The same for a draft.
package struct ShapeDraft<C: Catalogued>: Viewing {
    private let id: ID
    private let form: Query

    package init(_ request: WebRequest) throws {
        id = try request.id("entry")
        form = request.form
    }

    package func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        _ = try CatalogueEntry.read(id, of: C.catalogue, in: tx, by: actor)
        var page = ContentForm(
            catalogue: C.catalogue, form: FormValues(form, of: C.catalogue, actor.tenant.languages),
            opened: (id, Int(form["revision"] ?? "") ?? 0, Content(json: form["was"] ?? "")))
        return try page.shaped(by: form, in: tx, by: actor, services)
    }
}

extension ContentForm {
    fileprivate mutating func shaped(
        by form: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> any Page {
        let languages = actor.tenant.languages
        shown = form["shown"].flatMap { languages.contains($0) ? $0 : nil } ?? ""
        // A button that the form does not have changes nothing.
        let change = FormChange(form["act"] ?? "", of: catalogue, languages) ?? .preview
        apply(change, languages, currency: actor.tenant.currency)
        return try page(in: tx, by: actor, services)
    }
}
