import Console
import Core
import Postgres

/// What trackers may tell, and files: for the tests that walk all routes and tables.
enum ExampleActivity {
    /// An activity of Strava's, under an id that nothing else has.
    static func strava(_ word: String) -> String {
        #"{"source":"strava","activities":[{"id":"\#(word)","sport_type":"Run","start_date":"2026-11-20T05:30:00Z","utc_offset":10800,"elapsed_time":1912,"distance":5203.4}]}"#
    }

    /// A track of two points.
    static let track = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="examples"><trk><type>running</type><trkseg>
        <trkpt lat="55.7558" lon="37.6173"><time>2026-11-20T05:30:00Z</time></trkpt>
        <trkpt lat="55.7658" lon="37.6173"><time>2026-11-20T05:36:00Z</time></trkpt>
        </trkseg></trk></gpx>

        """.utf8)

    /// Adds an activity that has ticked that session.
    static func matched(with workout: ID, _ values: ExampleValues, in tx: borrowing TenantTransaction) throws -> ID {
        try tx.execute(PlanQueries.tick(workout, at: .now, by: .strava))
        try tx.execute(ActivityQueries.unmatch(session: workout, now: .now))
        let id = ID.make()
        try tx.execute(
            """
            insert into fitness_activities (tenant_id, id, user_id, source, source_key, kind, started_at, seconds, day, session_id,
                matched_at, created_at)
            select \(tx.tenant), \(id), sessions.user_id, 'strava', \("\(values.objectsWord)-\(id)".prefix(80).description), 'run',
                timestamptz '2026-11-24 05:30:00Z', 1800, sessions.day, sessions.id, now(), now()
            from fitness_sessions as sessions where sessions.id = \(workout)
            """)
        return id
    }

    /// A document that the goal's answers name.
    static func file(of goal: ID, _ values: ExampleValues, in tx: borrowing TenantTransaction) throws -> ID {
        let id = ID.make()
        let content = UserFilesFeature.document(values.objectsWord)
        let sealed = try values.seal(content, UserFile.place(id, tenant: tx.tenant))
        try tx.execute(
            """
            insert into user_files (tenant_id, id, user_id, media_type, bytes, content, created_at)
            select \(tx.tenant), \(id), fitness_goals.user_id, 'application/pdf', \(content.count), \(sealed), now()
            from fitness_goals where fitness_goals.id = \(goal)
            """)
        try tx.execute(GoalFileQueries.name([id], in: goal, tenant: tx.tenant))
        return id
    }

    /// The start of a file in pieces: the only one of its user that is not at its end.
    static func upload(_ values: ExampleValues, in tx: borrowing TenantTransaction) throws -> ID {
        let id = ID.make()
        try tx.execute(
            """
            update fitness_activity_uploads set state = 'done', finished_at = now()
            where fitness_activity_uploads.user_id = \(values.user) and fitness_activity_uploads.state in ('open', 'waiting')
            """)
        try tx.execute(
            """
            insert into fitness_activity_uploads (tenant_id, id, user_id, format, state, bytes, pieces, created_at)
            values (\(tx.tenant), \(id), \(values.user), 'gpx', 'open', \(track.count), 1, now())
            """)
        let sealed = try values.seal(track, ActivityUpload.place(0, of: id, tenant: tx.tenant))
        try tx.execute(ActivityQueries.addPiece(0, sealed, of: id, tenant: tx.tenant))
        return id
    }
}
