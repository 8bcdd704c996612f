import HTML
import Postgres
import Templates

/// What the search for anything finds by its name: a feature's own objects, each with a page. It is asked only for admins with the
/// permission, in tenants of the feature's place.
package struct FindSource: Sendable {
    package let title: StringKey
    package let icon: String
    package let needs: Permission
    /// Returns `label`, `hint` and `path`, the path of the object's page after `/t/SLUG/`, perhaps with a query.
    package let query: @Sendable (_ words: [String], _ most: Int) -> SQL

    /// The rows of `from` whose `text` has every word, in any case and with any accents; those whose label begins with the words come
    /// first. There are few of them: each is looked at.
    package init(
        _ title: StringKey, icon: String, needs: Permission, label: SQL, hint: SQL = "''", path: SQL, from: SQL,
        always: SQL = "true", text: SQL
    ) {
        self.title = title
        self.icon = icon
        self.needs = needs
        query = { words, most in
            """
            select \(label) as label, \(hint) as hint, \(path) as path from \(from)
            where \(always) and (select bool_and(position(fold_text(wanted.word) in sought.text) > 0)
                from unnest(\(words)) as wanted (word), (select fold_text(\(text)) as text offset 0) as sought)
            order by starts_with(fold_text(\(label)), fold_text(array_to_string(\(words), ' '))) desc, lower(\(label)), 3
            limit \(most)
            """
        }
    }

    /// Objects that are too many to look at each: `query` finds them by an index.
    package init(
        _ title: StringKey, icon: String, needs: Permission,
        query: @escaping @Sendable (_ words: [String], _ most: Int) -> SQL
    ) {
        self.title = title
        self.icon = icon
        self.needs = needs
        self.query = query
    }

    /// The entries of these catalogues, by name and key.
    static func entries(of catalogues: [CatalogueDeclaration]) -> FindSource {
        FindSource(
            Strings.guide_topic_content, icon: "text", needs: .seeCatalogue,
            label: "coalesce(live.name, draft.name, coming.name, entry.key)", hint: "entry.key",
            path: "entry.catalogue || '/' || entry.id", from: CatalogueQueries.all,
            always: "entry.catalogue = any(\(catalogues.map(\.path)))",
            text: "concat_ws(' ', live.name, draft.name, coming.name, entry.key)")
    }
}
