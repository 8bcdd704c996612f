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

    /// Adds the entry and publishes it.
    package func add(to tenant: Tenant, by actor: Actor, in tx: borrowing TenantTransaction) throws {
        guard let declaration = Declarations.current.catalogue(catalogue) else { return }
        let (id, content) = (ID.make(at: actor.now), content)
        try tx.execute(CatalogueQueries.add(id, tenant: tenant.id, catalogue: catalogue, key: key, now: actor.now))
        try tx.execute(
            CatalogueQueries.addDraft(
                id, tenant: tenant.id, number: 1, content, name: declaration.entryName(content, tenant.languages),
                languages: declaration.complete(content, tenant.languages), by: actor))
        try tx.execute(CatalogueQueries.publish(id, from: nil, by: actor))
    }
}
