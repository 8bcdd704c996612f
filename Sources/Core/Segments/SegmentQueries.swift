import Console
import Postgres
import Templates

/// All SQL on segments. Row-level security adds the tenant to every statement.
enum SegmentQueries {
    private static let columns: SQL = """
        segments.id, segments.key, segments.name, segments.about, segments.filter, segments.version, segments.changed_by,
            segments.changed_at at time zone (select tenants.zone from tenants where tenants.id = current_tenant()) as changed
        """

    /// For a field whose value is the key of a segment.
    static let keys = KnownKeys(
        all:
            "select segments.key, segments.name from segments order by segments.name collate \"und-x-icu\", segments.id",
        find: { byKey($0) }, hold: { hold($0) }, none: Strings.segments_all_users, missing: Strings.error_segment)

    static let all: SQL = "select \(columns) from segments order by segments.name collate \"und-x-icu\", segments.id"

    static func one(_ id: ID) -> SQL { "select \(columns) from segments where segments.id = \(id)" }

    /// Locks the row until the transaction ends.
    static func lock(_ id: ID) -> SQL { "select segments.id from segments where segments.id = \(id) for update" }

    /// Returns a row if a segment has that key. It can't be deleted until the transaction ends.
    static func hold(_ key: String) -> SQL {
        "select segments.id from segments where segments.key = \(key) for key share"
    }

    static func byKey(_ key: String) -> SQL { "select segments.id from segments where segments.key = \(key)" }

    static func add(
        _ id: ID, tenant: ID, key: String, name: String, about: String, filter: String, by author: String,
        now: Timestamp
    ) -> SQL {
        """
        insert into segments (tenant_id, id, key, name, about, filter, created_at, changed_at, changed_by)
        values (\(tenant), \(id), \(key), \(name), \(about), \(filter), \(now), \(now), \(author))
        """
    }

    static func save(_ id: ID, name: String, about: String, filter: String, by actor: Actor) -> SQL {
        """
        update segments set name = \(name), about = \(about), filter = \(filter), version = segments.version + 1,
            changed_at = \(actor.now), changed_by = \(actor.name)
        where segments.id = \(id)
        """
    }

    static func delete(_ id: ID) -> SQL { "delete from segments where segments.id = \(id)" }

    /// The content that uses the segment of that key: drafts, scheduled and live versions, but not earlier ones.
    /// Content is JSON with escaped quotes in its texts, so no text can match the member.
    static func uses(of key: String) -> SQL {
        """
        select distinct on (entry.id) entry.id, entry.key, held.name
        from catalogue_entries as entry
        join catalogue_versions as held on held.entry_id = entry.id
        where entry.catalogue = \(Recommendations.catalogue.path) and position('"segment":"' || \(key) || '"' in held.content) > 0
            and (held.state <> 'published' or held.published_from > now() or held.number = (
                select current.number from catalogue_versions as current
                where current.entry_id = entry.id and current.published_from <= now()
                order by current.published_from desc, current.number desc limit 1))
        order by entry.id, held.number desc limit 100
        """
    }

    /// Returns one row for an existing user, with the keys of the segments whose conditions they meet.
    static func of(_ user: ID, _ segments: [(key: String, conditions: [SQL])]) -> SQL {
        let tests = segments.map { segment -> SQL in
            "case when \(SQL.joined(segment.conditions, by: " and ")) then \(segment.key)::text end"
        }
        let keys: SQL = tests.isEmpty ? "'{}'::text[]" : "array_remove(array[\(SQL.joined(tests, by: ", "))], null)"
        return "select \(keys) as keys from users where users.id = \(user) and users.status <> 'deleted'"
    }

}
