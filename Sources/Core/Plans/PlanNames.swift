import Console
import HTML
import Postgres

/// What plans are called, beside their keys: a reader gets the name of the newest version that was published, in their
/// language. A plan that was never published, and one of an app's own, has its key.
enum PlanNames {
    /// The content of the newest published version, as `newest`, of the entry `entry`.
    private static let newest: SQL = """
        lateral (
            select held.name, held.content from catalogue_versions as held
            where held.entry_id = entry.id and held.state = 'published' and held.published_from <= now()
            order by held.published_from desc, held.number desc limit 1) as newest
        """

    /// The choices of a filter by plan, as rows of `value` and `words`: also plans that are not sold any more, since what
    /// was sold has them.
    @Sendable static func choices(_ actor: Actor) -> SQL {
        let known = UserWords.plans(actor.language)
        return """
            select entry.key as value, coalesce(known.words,
                nullif(newest.content::json ->> \("name.\(actor.language.rawValue)"), ''), newest.name, entry.key) as words
            from catalogue_entries as entry left join \(newest) on true
            left join unnest(\(known.map(\.key)), \(known.map(\.words))) as known (key, words) on known.key = entry.key
            where entry.catalogue = 'plans' order by entry.position, entry.key limit 100
            """
    }

    /// For a row of a list: the names of the plan with that key in all languages, for `words`. Null without any.
    static func all(_ key: SQL) -> SQL {
        """
        (select (select json_object_agg(part.key, part.value)::text from json_each_text(newest.content::json) as part
                where part.key like 'name.%')
            from catalogue_entries as entry cross join \(newest)
            where entry.catalogue = 'plans' and entry.key = \(key))
        """
    }

    /// What `all` found, in the reader's language.
    static func words(_ key: String, _ names: String?, _ actor: Actor) -> String {
        let known = UserWords.plan(key, actor.language)
        guard known == key, let names else { return known }
        let words = Content(json: names).text("name", actor.language.rawValue, actor.tenant.languages)
        return words.isEmpty ? key : words
    }
}
