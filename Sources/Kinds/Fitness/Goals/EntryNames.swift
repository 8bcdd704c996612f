import Console
import Postgres

/// What an entry of the catalogue is called now, in the tenant's first language.
enum EntryNames {
    /// A row of `name`, or none. `entry` is the entry's id.
    static func now(_ entry: SQL) -> SQL {
        """
        select held.name from catalogue_versions as held
        where held.entry_id = \(entry) and held.published_from <= now()
        order by held.published_from desc, held.number desc limit 1
        """
    }

    /// For the filter of a list: the keys of a catalogue's entries.
    static func choices(_ catalogue: String) -> SQL {
        """
        select entry.key as value, coalesce((\(now("entry.id"))), entry.key) as words from catalogue_entries as entry
        where entry.catalogue = \(catalogue) order by entry.position, entry.key limit 500
        """
    }
}
