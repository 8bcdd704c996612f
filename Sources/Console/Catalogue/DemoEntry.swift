import Postgres

/// An entry that a demo tenant shows in its app, as an admin would have written it.
package struct DemoEntry: Sendable {
    /// A catalogue's path: `goals`.
    package var catalogue: String
    package var key: String
    /// A text for each field, by its name with the language: `name.fa`.
    package var values: [String: String]

    package init(_ catalogue: String, _ key: String, _ values: [String: String]) {
        self.catalogue = catalogue
        self.key = key
        self.values = values
    }

    package var content: Content {
        var content = Content()
        for (name, text) in values { content[name] = text }
        return content
    }

    /// Adds it, published, as its author and whoever published it did in the past. nil where there is no such catalogue.
    package func publish(
        _ load: DemoLoad, by author: Actor, publishedBy publisher: Actor, in tx: borrowing TenantTransaction
    ) throws -> ID? {
        let tenant = load.tenant
        guard let declaration = Declarations.current.catalogue(catalogue) else { return nil }
        let (id, content) = (ID.make(at: author.now), content)
        let name = declaration.entryName(content, tenant.languages)
        try tx.execute(CatalogueQueries.add(id, tenant: tenant.id, catalogue: catalogue, key: key, now: author.now))
        try tx.execute(
            CatalogueQueries.addDraft(
                id, tenant: tenant.id, number: 1, content, name: name,
                languages: declaration.complete(content, tenant.languages), by: author))
        try tx.execute(CatalogueQueries.publish(id, from: publisher.now, by: publisher))
        load.diary.note(
            AuditEvent(
                .entryAdded, on: .entry, id, name: name,
                changes: [.init("key", new: key)] + content.changes(from: nil)), by: author)
        load.diary.note(
            AuditEvent(.entryPublished, on: .entry, id, name: name, changes: [.init("version", new: "1")]),
            by: publisher)
        return id
    }

    /// A draft that its author has sent to review: the second version of the entry that is published, or something new.
    package func sendToReview(
        _ load: DemoLoad, publishedAs published: ID?, by author: Actor, in tx: borrowing TenantTransaction
    ) throws {
        let tenant = load.tenant
        guard let declaration = Declarations.current.catalogue(catalogue) else { return }
        let content = content
        let name = declaration.entryName(content, tenant.languages)
        let id = published ?? ID.make(at: author.now)
        let number = published == nil ? 1 : 2
        if published == nil {
            try tx.execute(
                CatalogueQueries.add(id, tenant: tenant.id, catalogue: catalogue, key: key, now: author.now))
        }
        try tx.execute(
            CatalogueQueries.addDraft(
                id, tenant: tenant.id, number: number, content, name: name,
                languages: declaration.complete(content, tenant.languages), by: author))
        try tx.execute(CatalogueQueries.setState(id, .review))
        load.diary.note(
            published == nil
                ? AuditEvent(
                    .entryAdded, on: .entry, id, name: name,
                    changes: [.init("key", new: key)] + content.changes(from: nil))
                : AuditEvent(.entryDraftSaved, on: .entry, id, name: name), by: author)
        load.diary.note(
            AuditEvent(
                .entrySentToReview, on: .entry, id, name: name, changes: [.init("version", new: String(number))]),
            by: author)
    }
}
