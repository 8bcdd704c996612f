import Console
import Core
import Postgres

/// Catalogue entries, in the states that routes need.
extension TestInstallation {
    /// The content of every entry made here, in any catalogue.
    package static let entryContent = #"{"name.en":"Of the table","text.en":"Of the table"}"#

    /// The further fields of an entry of that catalogue, beside a name and a text.
    package static func entryValues(_ catalogue: String) -> [(String, String)] {
        Declarations.current.features.compactMap { $0.examples.entries[catalogue] }.flatMap { $0 }.sorted {
            $0.0 < $1.0
        }
    }

    package static func entryContent(_ catalogue: String) -> String {
        var content = Content(json: entryContent)
        for (name, value) in entryValues(catalogue) { content[name] = value }
        return content.json
    }

    /// Makes an entry in the state that the route needs, with a neighbour before and after it.
    package func makeEntry(for route: Route, in tenant: Tenant, name: String = "Of the table") throws -> ID {
        let parts = route.pattern.split(separator: "/")
        let catalogue = String(parts[2])
        let end = parts.dropFirst(4).joined(separator: "/")
        if ["up", "down"].contains(end) { _ = try makeEntry(catalogue, ["published"], in: tenant) }
        let versions: [String] =
            switch end {
            case "review", "publication", "edit", "": ["draft"]
            case "review/end": ["review"]
            case "draft/deletion": ["published", "draft"]
            case "publication/end": ["published", "scheduled"]
            case "versions/:version/return", "moves": ["published", "published"]
            default: ["published"]
            }
        let content =
            end == "picture/removal" ? try drawnContent(addImage(to: tenant)) : Self.entryContent(catalogue)
        let id = try makeEntry(
            catalogue, versions, in: tenant, name: name, content: content, isRetired: end == "retirement/end")
        if end == "moves" {
            let subscriber = try addUser(Self.subscriberName, to: tenant)
            try makeSubscription(of: subscriber.id, id, key: "x", in: tenant)
        }
        if end == "down" { _ = try makeEntry(catalogue, ["published"], in: tenant) }
        return id
    }

    private func drawnContent(_ image: ID) -> String {
        String(Self.entryContent.dropLast()) + ",\"icon\":\"\(image)\"}"
    }

    /// Adds a published goal type with a picture; returns the picture's id.
    package func addPicture(to tenant: Tenant) throws -> ID {
        let image = try addImage(to: tenant)
        let entry = try makeEntry("goals", ["published"], in: tenant, content: drawnContent(image))
        try set("update catalogue_versions set image_id = \(image) where entry_id = \(entry)")
        return image
    }

    package func makeEntry(
        _ catalogue: String, _ versions: [String], in tenant: Tenant, name: String = "Of the table",
        content: String = entryContent,
        isRetired: Bool = false
    ) throws -> ID {
        let id = ID.make()
        let key = "k" + unique()
        try inTenant(tenant) { tx in
            try tx.execute(
                """
                insert into catalogue_entries (tenant_id, id, catalogue, key, position, retired_at, created_at)
                select \(tenant.id), \(id), \(catalogue), \(key), coalesce(max(position), 0) + 1, case when \(isRetired) then now() end, now()
                from catalogue_entries
                """)
            for (index, state) in versions.enumerated() {
                try tx.execute(
                    """
                    insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, published_from, changed_by, changed_at)
                    values (\(tenant.id), \(id), \(index + 1), case when \(state) in ('draft', 'review') then \(state) else 'published' end, \(content), \(name), '{en}',
                        case \(state) when 'published' then now() - make_interval(mins => \(10 - index)::int) when 'scheduled' then now() + interval '1 day' end,
                        'T', now())
                    """)
            }
        }
        return id
    }
}
