import Postgres

/// All SQL on catalogues. Row-level security adds the tenant to every statement.
package enum CatalogueQueries {
    /// The entries of all catalogues with the version that apps get, the draft and the scheduled version, each with
    /// the columns that lists show. `entry` is the row.
    package static let all: SQL = """
        catalogue_entries as entry
        left join lateral (
            select held.number, held.name, held.languages, held.content, held.published_from, held.changed_at, held.image_id
            from catalogue_versions as held
            where held.entry_id = entry.id and held.published_from <= now()
            order by held.published_from desc, held.number desc limit 1) as live on true
        left join lateral (
            select held.number, held.state, held.name, held.languages, held.changed_at, held.image_id
            from catalogue_versions as held where held.entry_id = entry.id and held.state <> 'published' limit 1) as draft on true
        left join lateral (
            select held.number, held.name, held.languages, held.published_from, held.changed_at, held.image_id
            from catalogue_versions as held where held.entry_id = entry.id and held.published_from > now()
            order by held.published_from, held.number limit 1) as coming on true
        """

    package static func one(_ id: ID, of catalogue: String, zone: String) -> SQL {
        """
        select entry.id, entry.key, entry.position, entry.retired_at is not null as is_retired, live.number as live_number,
            coming.number as coming_number, coming.published_from at time zone \(zone) as coming_from
        from \(all) where entry.id = \(id) and entry.catalogue = \(catalogue)
        """
    }

    /// Locks the entry until the end of the transaction: changes of one entry happen one after another.
    package static func lock(_ id: ID, of catalogue: String) -> SQL {
        """
        select catalogue_entries.key, catalogue_entries.retired_at is not null as is_retired from catalogue_entries
        where catalogue_entries.id = \(id) and catalogue_entries.catalogue = \(catalogue) for update
        """
    }

    /// Returns the versions, the newest first.
    package static func versions(_ id: ID, zone: String) -> SQL {
        """
        select held.number, held.state, held.content, held.revision, held.published_from, held.changed_by, held.published_by, held.authors,
            held.changed_at at time zone \(zone) as changed, held.published_from at time zone \(zone) as holds_from
        from catalogue_versions as held where held.entry_id = \(id) order by held.number desc limit 200
        """
    }

    package static func byKey(_ key: String, of catalogue: String) -> SQL {
        """
        select catalogue_entries.id from catalogue_entries
        where catalogue_entries.catalogue = \(catalogue) and catalogue_entries.key = \(key)
        """
    }

    /// Converts a wall-clock time of that zone to a point in time.
    package static func moment(_ local: String, zone: String) -> SQL {
        "select \(local)::timestamp at time zone \(zone) as moment"
    }

    package static func add(_ id: ID, tenant: ID, catalogue: String, key: String, now: Timestamp) -> SQL {
        """
        insert into catalogue_entries (tenant_id, id, catalogue, key, position, created_at)
        select \(tenant), \(id), \(catalogue), \(key), coalesce(max(catalogue_entries.position), 0) + 1, \(now)
        from catalogue_entries where catalogue_entries.catalogue = \(catalogue)
        """
    }

    /// Adds a draft; an entry has at most one.
    package static func addDraft(
        _ entry: ID, tenant: ID, number: Int, _ content: Content, name: String, languages: [String], by actor: Actor
    ) -> SQL {
        """
        insert into catalogue_versions (tenant_id, entry_id, number, state, content, name, languages, changed_by, changed_at, image_id, authors)
        values (\(tenant), \(entry), \(number), 'draft', \(content.json), \(name), \(languages), \(actor.name), \(actor.now), \(content.picture), \([actor.id].compactMap { $0 }))
        """
    }

    package static func saveDraft(_ entry: ID, _ content: Content, name: String, languages: [String], by actor: Actor)
        -> SQL
    {
        """
        update catalogue_versions set content = \(content.json), name = \(name), languages = \(languages), state = 'draft',
            image_id = \(content.picture), revision = catalogue_versions.revision + 1, changed_by = \(actor.name), changed_at = \(actor.now),
            authors = case when \(actor.id) is null or \(actor.id) = any (catalogue_versions.authors) then catalogue_versions.authors
                else catalogue_versions.authors || \(actor.id)::uuid end
        where catalogue_versions.entry_id = \(entry) and catalogue_versions.state <> 'published'
        """
    }

    package static func setState(_ entry: ID, _ state: ContentVersion.State) -> SQL {
        """
        update catalogue_versions set state = \(state.rawValue)
        where catalogue_versions.entry_id = \(entry) and catalogue_versions.state <> 'published'
        """
    }

    /// nil: publishes it now, by the database's clock, which also decides what is current.
    package static func publish(_ entry: ID, from moment: Timestamp?, by actor: Actor) -> SQL {
        """
        update catalogue_versions set state = 'published', published_from = coalesce(\(moment), now()), published_by = \(actor.name)
        where catalogue_versions.entry_id = \(entry) and catalogue_versions.state <> 'published'
        """
    }

    /// Turns a scheduled version into a draft again.
    package static func unschedule(_ entry: ID, number: Int, now: Timestamp) -> SQL {
        """
        update catalogue_versions set state = 'draft', published_from = null, published_by = ''
        where catalogue_versions.entry_id = \(entry) and catalogue_versions.number = \(number)
            and catalogue_versions.published_from > \(now)
        """
    }

    package static func deleteDraft(_ entry: ID) -> SQL {
        "delete from catalogue_versions where catalogue_versions.entry_id = \(entry) and catalogue_versions.state <> 'published'"
    }

    package static func delete(_ entry: ID) -> SQL {
        "delete from catalogue_entries where catalogue_entries.id = \(entry)"
    }

    package static func setRetired(_ entry: ID, at time: Timestamp?) -> SQL {
        "update catalogue_entries set retired_at = \(time) where catalogue_entries.id = \(entry)"
    }

    /// Swaps the entry with the one above or below; changes no row if there is none.
    package static func move(_ entry: ID, of catalogue: String, isUp: Bool) -> SQL {
        let sign = isUp ? 1 : -1
        return """
            with moved as (
                select catalogue_entries.id, catalogue_entries.position from catalogue_entries
                where catalogue_entries.id = \(entry)
            ), neighbour as (
                select other.id, other.position from catalogue_entries as other cross join moved
                where other.catalogue = \(catalogue) and other.id <> moved.id
                    and (other.position * \(sign)::int, other.id::text) < (moved.position * \(sign)::int, moved.id::text)
                order by other.position * \(sign)::int desc, other.id::text desc limit 1
            )
            update catalogue_entries set position = case catalogue_entries.id when moved.id then neighbour.position else moved.position end
            from moved, neighbour where catalogue_entries.id in (moved.id, neighbour.id)
            """
    }

    /// Returns the entries of a catalogue that can be chosen, with key and current name.
    package static func choices(of catalogue: String) -> SQL {
        """
        select entry.key, coalesce(live.name, draft.name, coming.name) as name from \(all)
        where entry.catalogue = \(catalogue) and entry.retired_at is null order by entry.position, entry.key limit 500
        """
    }

    /// Returns what apps get now, and when the next scheduled change takes effect.
    package static let published: SQL = """
        select entry.catalogue, entry.key, live.number, live.content, live.published_from, coming.published_from as next
        from \(all) where entry.retired_at is null and (live.number is not null or coming.number is not null)
        order by entry.catalogue, entry.position, entry.key
        """

    package static let touch: SQL =
        "update tenants set catalogue_stamp = tenants.catalogue_stamp + 1 where tenants.id = current_tenant()"

    package static let stamp: SQL =
        "select tenants.catalogue_stamp, tenants.languages from tenants where tenants.id = current_tenant()"

    /// By catalogue, for catalogues with any.
    package static let countInReview: SQL = """
        select entry.catalogue, count(*) as n from catalogue_versions as version
        join catalogue_entries as entry on entry.id = version.entry_id and entry.retired_at is null
        where version.state = 'review' group by entry.catalogue order by entry.catalogue
        """
}
