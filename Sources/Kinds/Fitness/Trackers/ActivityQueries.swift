import Console
import Postgres

/// All SQL on activities and on files that bring them. Row-level security adds the tenant to every statement, and in calls of users the
/// user.
enum ActivityQueries {
    private static let columns: SQL = """
        activities.id, activities.source, activities.kind, activities.started_at, activities.seconds::bigint as seconds,
        activities.day::text as day, activities.metres::bigint as metres, activities.kilocalories::bigint as kilocalories,
        activities.beats::bigint as beats, activities.duplicate_of, activities.session_id, sessions.goal_id,
        coalesce(sessions.title, '') as session
        """
    private static let tables: SQL =
        "fitness_activities as activities left join fitness_sessions as sessions on sessions.id = activities.session_id"

    static func count(of user: ID) -> SQL {
        "select count(*) as n from fitness_activities as activities where activities.user_id = \(user)"
    }

    /// Adds the activities that are not stored yet. `zone` decides the day if the source names no zone.
    static func add(
        _ new: [(id: ID, read: ReadActivity)], of user: ID, from source: TrackerSource, tenant: ID, zone: String,
        now: Timestamp
    ) -> SQL {
        let none = Int64.min
        func numbers(_ value: (ReadActivity) -> Int?) -> [Int64] {
            new.map { value($0.read).map { Int64($0) } ?? none }
        }
        return """
            insert into fitness_activities (tenant_id, id, user_id, source, source_key, kind, started_at, seconds, day, metres,
                kilocalories, beats, created_at)
            select \(tenant), given.id, \(user), \(source.rawValue), given.key, given.kind, given.started_at, given.seconds,
                case when given.zone_offset = \(none) then (given.started_at at time zone \(zone))::date
                    else (given.started_at at time zone 'UTC' + make_interval(secs => given.zone_offset::double precision))::date end,
                nullif(given.metres, \(none)), nullif(given.kilocalories, \(none)), nullif(given.beats, \(none)), \(now)
            from (
                select listed.id, listed.key, listed.kind, listed.seconds, listed.zone_offset, listed.metres, listed.kilocalories,
                    listed.beats, timestamptz 'epoch' + make_interval(secs => listed.started / 1000000)
                        + listed.started % 1000000 * interval '1 microsecond' as started_at
                from unnest(\(new.map(\.id)), \(new.map(\.read.key)), \(new.map(\.read.kind.rawValue)),
                    \(new.map(\.read.startedAt.microseconds)), \(numbers { $0.seconds }), \(numbers { $0.offset }),
                    \(numbers { $0.metres }), \(numbers { $0.kilocalories }), \(numbers { $0.beats }))
                    as listed (id, key, kind, started, seconds, zone_offset, metres, kilocalories, beats)
            ) as given
            on conflict (tenant_id, user_id, source, source_key) do nothing
            returning fitness_activities.id, (fitness_activities.day - date '1970-01-01')::bigint as day
            """
    }

    /// Returns activities that are no duplicates and lasted at some time between these moments.
    static func firsts(of user: ID, _ from: Timestamp, _ until: Timestamp) -> SQL {
        """
        select activities.id, activities.kind, activities.started_at, activities.seconds::bigint as seconds
        from fitness_activities as activities
        where activities.user_id = \(user) and activities.duplicate_of is null and activities.removed_at is null
            and activities.started_at between \(from.adding(seconds: -Int64(ReadActivity.seconds.upperBound))) and \(until)
            and activities.started_at + activities.seconds * interval '1 second' >= \(from)
        order by activities.started_at, activities.id
        """
    }

    static func duplicates(_ pairs: [(id: ID, first: ID)]) -> SQL {
        """
        update fitness_activities set duplicate_of = given.first
        from unnest(\(pairs.map(\.id)), \(pairs.map(\.first))) as given (id, first) where fitness_activities.id = given.id
        """
    }

    static func match(_ id: ID, with session: ID, now: Timestamp) -> SQL {
        """
        update fitness_activities set session_id = \(session), matched_at = \(now) where fitness_activities.id = \(id)
        """
    }

    static func unmatch(_ id: ID, now: Timestamp) -> SQL {
        """
        update fitness_activities set session_id = null, matched_at = null, unmatched_at = \(now) where fitness_activities.id = \(id)
        """
    }

    /// Unmatches the activity of a session that was unticked.
    static func unmatch(session: ID, now: Timestamp) -> SQL {
        """
        update fitness_activities set session_id = null, matched_at = null, unmatched_at = \(now)
        where fitness_activities.session_id = \(session)
        """
    }

    /// Removes the activity; the row itself says that its source has told of it before.
    static func remove(_ id: ID, now: Timestamp) -> SQL {
        """
        update fitness_activities set removed_at = \(now), session_id = null, matched_at = null, duplicate_of = null, metres = null,
            kilocalories = null, beats = null
        where fitness_activities.id = \(id) and fitness_activities.removed_at is null
        returning fitness_activities.source
        """
    }

    static func duplicate(of id: ID) -> SQL {
        """
        select activities.id from fitness_activities as activities
        where activities.duplicate_of = \(id) and activities.removed_at is null limit 1
        """
    }

    /// What was the same as that activity is one of its own again.
    static func free(duplicatesOf id: ID) -> SQL {
        """
        update fitness_activities set duplicate_of = null
        where fitness_activities.duplicate_of = \(id) and fitness_activities.removed_at is null
        returning fitness_activities.id, fitness_activities.source, fitness_activities.kind, fitness_activities.started_at,
            fitness_activities.seconds::bigint as seconds, fitness_activities.metres::bigint as metres,
            (fitness_activities.day - date '1970-01-01')::bigint as day, fitness_activities.unmatched_at is not null as is_unmatched
        """
    }

    /// Returns the activity's user, whose row is locked before the activity's: adding activities locks in the same order.
    static func user(of id: ID) -> SQL {
        """
        select activities.user_id from fitness_activities as activities where activities.id = \(id) and activities.removed_at is null
        """
    }

    static func matched(_ id: ID) -> SQL {
        """
        select activities.user_id, sessions.id as session_id, sessions.goal_id, sessions.title,
            (sessions.day - date '1970-01-01')::bigint as day, sessions.minutes
        from fitness_activities as activities join fitness_sessions as sessions on sessions.id = activities.session_id
        where activities.id = \(id) for update of activities
        """
    }

    /// The newest first, those before a mark.
    static func all(of user: ID, before mark: PostMark?, limit: Int) -> SQL {
        let behind: SQL = mark.map { "(activities.started_at, activities.id) < (\($0.at), \($0.id))" } ?? "true"
        return """
            select \(columns) from \(tables) where activities.user_id = \(user) and activities.removed_at is null and \(behind)
            order by activities.started_at desc, activities.id desc limit \(limit)
            """
    }

    /// Returns the goal of the session that the activity has ticked; no row if it has ticked none.
    static func goal(of id: ID) -> SQL {
        """
        select sessions.goal_id from fitness_activities as activities
        join fitness_sessions as sessions on sessions.id = activities.session_id where activities.id = \(id)
        """
    }

    /// Returns the newest activities for a page. `user` is an id, or a statement that finds one.
    static func latest(of user: SQL, zone: String, limit: Int) -> SQL {
        """
        select \(columns), activities.started_at at time zone \(zone) as started from \(tables)
        where activities.user_id = (\(user)) and activities.removed_at is null
        order by activities.started_at desc, activities.id desc limit \(limit)
        """
    }

    // MARK: Files in pieces

    static func addUpload(_ id: ID, _ format: TrackerFormat, of user: ID, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into fitness_activity_uploads (tenant_id, id, user_id, format, state, created_at, grown_at)
        values (\(tenant), \(id), \(user), \(format.rawValue), 'open', \(now), \(now))
        """
    }

    private static let upload: SQL = """
        uploads.id, uploads.user_id, uploads.format, uploads.state, uploads.bytes, uploads.pieces, uploads.pieces_read, uploads.found,
        uploads.added, uploads.duplicates, uploads.matched, uploads.skipped, uploads.problem
        """

    static func upload(_ id: ID) -> SQL {
        "select \(upload) from fitness_activity_uploads as uploads where uploads.id = \(id)"
    }

    static func lockUpload(_ id: ID) -> SQL {
        "select \(upload) from fitness_activity_uploads as uploads where uploads.id = \(id) for update"
    }

    static func unfinishedUploads(of user: ID) -> SQL {
        """
        select \(upload) from fitness_activity_uploads as uploads
        where uploads.user_id = \(user) and uploads.state in ('open', 'waiting') for update
        """
    }

    static let uploadBytes: SQL = "select fitness_upload_bytes() as bytes"

    static func addPiece(_ number: Int, _ sealed: [UInt8], of upload: ID, tenant: ID) -> SQL {
        """
        insert into fitness_activity_pieces (tenant_id, upload_id, number, content) values (\(tenant), \(upload), \(number), \(sealed))
        """
    }

    static func grow(_ upload: ID, bytes: Int, now: Timestamp) -> SQL {
        """
        update fitness_activity_uploads set bytes = fitness_activity_uploads.bytes + \(bytes),
            pieces = fitness_activity_uploads.pieces + 1, grown_at = \(now)
        where fitness_activity_uploads.id = \(upload)
        """
    }

    static func wait(_ upload: ID) -> SQL {
        "update fitness_activity_uploads set state = 'waiting' where fitness_activity_uploads.id = \(upload)"
    }

    static func piece(_ number: Int, of upload: ID) -> SQL {
        """
        select pieces.content from fitness_activity_pieces as pieces where pieces.upload_id = \(upload) and pieces.number = \(number)
        """
    }

    static func move(_ upload: ID, piecesRead: Int, _ counts: ActivityCounts) -> SQL {
        """
        update fitness_activity_uploads set pieces_read = \(piecesRead), found = \(counts.found), added = \(counts.added),
            duplicates = \(counts.duplicates), matched = \(counts.matched), skipped = \(counts.skipped)
        where fitness_activity_uploads.id = \(upload) and fitness_activity_uploads.state = 'waiting'
        """
    }

    static func end(_ upload: ID, _ fault: ActivityFault?, now: Timestamp) -> SQL {
        """
        update fitness_activity_uploads set state = \(fault == nil ? "done" : "failed"), problem = \(fault?.rawValue ?? ""),
            finished_at = \(now)
        where fitness_activity_uploads.id = \(upload)
        """
    }

    static func deletePieces(of upload: ID) -> SQL {
        "delete from fitness_activity_pieces where fitness_activity_pieces.upload_id = \(upload)"
    }

    static let forget: SQL = "select forget_activity_uploads()"
}
