import Postgres

/// SQL on many entries at once. Row-level security adds the tenant to every statement.
package enum CatalogueImportQueries {
    /// Always locks in the same order, so that two imports can't deadlock.
    package static func lock(keys: [String], of catalogue: String) -> SQL {
        """
        select catalogue_entries.id from catalogue_entries
        where catalogue_entries.catalogue = \(catalogue) and catalogue_entries.key = any(\(keys)) order by catalogue_entries.id for update
        """
    }

    package static func lock(ids: [ID]) -> SQL {
        "select catalogue_entries.id from catalogue_entries where catalogue_entries.id = any(\(ids)) order by catalogue_entries.id for update"
    }

    package static func newest(keys: [String], of catalogue: String) -> SQL {
        newest("entry.key = any(\(keys))", of: catalogue)
    }

    package static func newest(ids: [ID], of catalogue: String) -> SQL {
        newest("entry.id = any(\(ids))", of: catalogue)
    }

    /// Returns the content with which the form would open: the draft, else the scheduled version, else the published
    /// one, else the last one.
    private static func newest(_ condition: SQL, of catalogue: String) -> SQL {
        """
        select entry.id, entry.key, newest.number::bigint as number, case when newest.state <> 'published' then newest.revision else 0 end::bigint
                as revision, newest.state, newest.content, told.content as published_content, last.number::bigint as last_number
        from catalogue_entries as entry
        left join lateral (
            select held.number, held.revision, held.state, held.content from catalogue_versions as held where held.entry_id = entry.id
            order by held.state <> 'published' desc, coalesce(held.published_from > now(), false) desc,
                case when held.published_from > now() then held.published_from end, held.published_from desc, held.number desc
            limit 1) as newest on true
        left join lateral (
            select held.content from catalogue_versions as held where held.entry_id = entry.id and held.state = 'published'
            order by held.published_from > now() desc, case when held.published_from > now() then held.published_from end,
                held.published_from desc, held.number desc
            limit 1) as told on true
        left join lateral (
            select max(held.number) as number from catalogue_versions as held where held.entry_id = entry.id) as last on true
        where entry.catalogue = \(catalogue) and \(condition)
        """
    }

    /// Returns the keys of all entries that are not retired.
    package static func keys(of catalogue: String) -> SQL {
        """
        select catalogue_entries.key from catalogue_entries
        where catalogue_entries.catalogue = \(catalogue) and catalogue_entries.retired_at is null
        """
    }

    /// Returns no row if the key exists already.
    package static func add(_ id: ID, tenant: ID, catalogue: String, key: String, now: Timestamp) -> SQL {
        """
        insert into catalogue_entries (tenant_id, id, catalogue, key, position, created_at)
        select \(tenant), \(id), \(catalogue), \(key), coalesce(max(catalogue_entries.position), 0) + 1, \(now)
        from catalogue_entries where catalogue_entries.catalogue = \(catalogue)
        on conflict (tenant_id, catalogue, key) do nothing
        """
    }
}
