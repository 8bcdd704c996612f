import Console
import HTML
import Postgres

/// Finds the current name of a catalogue's entry: in the tenant's first language, or in the reader's if the entry has it.
enum EntryNames {
    /// A row of `name`, or none. `entry` is the entry's id.
    static func now(_ entry: SQL) -> SQL { live(entry, "held.name") }

    /// Finds the name in that language, or in the tenant's first if the entry lacks it.
    static func now(_ entry: SQL, in language: Language) -> SQL {
        live(entry, "coalesce(nullif(held.content::json ->> \("name.\(language.rawValue)"), ''), held.name) as name")
    }

    /// A row of `names`, or none: those in all languages, for `words`.
    static func all(_ entry: SQL) -> SQL {
        live(
            entry,
            """
            (select coalesce(json_object_agg(part.key, part.value), '{}')::text from json_each_text(held.content::json) as part
                where part.key like 'name.%') as names
            """)
    }

    /// What `all` found, in the reader's language.
    static func words(_ names: String?, key: String, _ actor: Actor) -> String {
        let words = names.map { Content(json: $0).text("name", actor.language.rawValue, actor.tenant.languages) } ?? ""
        return words.isEmpty ? key : words
    }

    private static func live(_ entry: SQL, _ what: SQL) -> SQL {
        """
        select \(what) from catalogue_versions as held
        where held.entry_id = \(entry) and held.published_from <= now()
        order by held.published_from desc, held.number desc limit 1
        """
    }

    /// For the audit trail: what those keys of a catalogue are called.
    static func named(_ catalogue: String) -> @Sendable ([String], Language) -> SQL {
        { keys, language in
            """
            select entry.key as value, coalesce((\(now("entry.id", in: language))), entry.key) as words from catalogue_entries as entry
            where entry.catalogue = \(catalogue) and entry.key = any(\(keys))
            """
        }
    }

    /// For the filter of a list: the keys of a catalogue's entries.
    static func choices(_ catalogue: String) -> @Sendable (Actor) -> SQL {
        { actor in
            """
            select entry.key as value, coalesce((\(now("entry.id", in: actor.language))), entry.key) as words
            from catalogue_entries as entry
            where entry.catalogue = \(catalogue) order by entry.position, entry.key limit 500
            """
        }
    }
}
