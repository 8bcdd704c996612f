import Console
import HTML
import JSON
import Postgres

/// An entry of a catalogue in the version that apps get now.
struct PublishedEntry: Sendable {
    let id: ID
    let catalogue: String
    let key: String
    let version: Int
    let name: String
    let content: Content

    init(_ row: Row) throws {
        id = try row.id("id")
        catalogue = try row.text("catalogue")
        key = try row.text("key")
        version = try row.int("number")
        name = try row.text("name")
        content = Content(json: try row.text("content"))
    }

    /// In the order that admins chose.
    static func all(of catalogue: CatalogueDeclaration, in tx: borrowing TenantTransaction) throws -> [PublishedEntry] {
        try tx.rows(ContentQueries.published(catalogue.path)).map { try PublishedEntry($0) }
    }

    /// Returns the texts of a translated field, by language.
    func texts(_ field: String, _ languages: [String]) -> JSONText {
        .object(
            languages.compactMap { language in
                let text = content["\(field).\(language)"]
                return text.isEmpty ? nil : (language, .string(text))
            })
    }
}

/// All SQL on the kind's content that catalogues do not already have. Row-level security adds the tenant.
enum ContentQueries {
    static func published(_ catalogue: String) -> SQL {
        """
        select entry.id, entry.catalogue, entry.key, live.number, live.name, live.content from \(CatalogueQueries.all)
        where entry.catalogue = \(catalogue) and entry.retired_at is null and live.number is not null
        order by entry.position, entry.key
        """
    }

    /// Counts by catalogue the entries that lack a translation; catalogues without any are absent.
    static func incomplete(_ catalogues: [String], _ languages: [String]) -> SQL {
        """
        select entry.catalogue, count(*) as n from \(CatalogueQueries.all)
        where entry.catalogue = any (\(catalogues)) and entry.retired_at is null
            and not coalesce(live.languages, coming.languages, draft.languages, '{}') @> \(languages)
        group by entry.catalogue order by entry.catalogue
        """
    }
}
