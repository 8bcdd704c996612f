import Console
import Postgres

/// All SQL on plans and their templates. Row-level security adds the tenant to every statement.
enum PlanQueries {
    /// Number of a day, 0 is 1970-01-01.
    private static let columns: SQL = """
        sessions.id, (sessions.day - date '1970-01-01')::bigint as day, sessions.place, sessions.title, sessions.detail,
        sessions.minutes, sessions.ticked_at, sessions.tracker, sessions.version
        """

    private static func date(_ day: Int) -> SQL { "(date '1970-01-01' + \(day)::integer)" }

    /// In order.
    static func days(of goal: ID, _ from: Int, _ until: Int) -> SQL {
        """
        select \(columns) from fitness_sessions as sessions
        where sessions.goal_id = \(goal) and sessions.day between \(date(from)) and \(date(until))
        order by sessions.day, sessions.place, sessions.id
        """
    }

    static func from(_ day: Int, of goal: ID) -> SQL {
        """
        select \(columns) from fitness_sessions as sessions where sessions.goal_id = \(goal) and sessions.day >= \(date(day))
        order by sessions.day, sessions.place, sessions.id
        """
    }

    static func one(_ id: ID, of goal: ID) -> SQL {
        "select \(columns) from fitness_sessions as sessions where sessions.id = \(id) and sessions.goal_id = \(goal)"
    }

    static func first(of goal: ID) -> SQL {
        """
        select (min(sessions.day) - date '1970-01-01')::bigint as day from fitness_sessions as sessions
        where sessions.goal_id = \(goal)
        """
    }

    static func count(of goal: ID) -> SQL {
        "select count(*) as n from fitness_sessions as sessions where sessions.goal_id = \(goal)"
    }

    /// The number of the day that it is for a user at a time: in their own zone, or in the other one as long as nobody has told theirs.
    static func today(of user: ID, now: Timestamp, elsewhere zone: String) -> SQL {
        """
        select ((\(now)::timestamptz at time zone case when users.zone <> 'UTC' or users.zone_chosen then users.zone else \(zone)::text end)::date
            - date '1970-01-01')::bigint as day
        from users where users.id = \(user)
        """
    }

    static func today(zone: String) -> SQL {
        "select ((now() at time zone \(zone))::date - date '1970-01-01')::bigint as day"
    }

    // MARK: Changes

    /// Adds each session after those that its day has already. `batch`: what adds several at once and can be undone.
    static func add(_ sessions: [NewSession], goal: ID, user: ID, tenant: ID, batch: ID? = nil) -> SQL {
        """
        insert into fitness_sessions (tenant_id, id, goal_id, user_id, day, place, title, detail, minutes, run_id)
        select \(tenant), given.id, \(goal), \(user), date '1970-01-01' + given.day::integer,
            coalesce((select max(others.place) from fitness_sessions as others
                where others.goal_id = \(goal) and others.day = date '1970-01-01' + given.day::integer), -1) + given.number,
            given.title, given.detail, nullif(given.minutes, 0)::integer, \(batch)::uuid
        from unnest(\(sessions.map(\.id)), \(sessions.map { Int64($0.day) }), \(sessions.map(\.title)), \(sessions.map(\.detail)),
            \(sessions.map { Int64($0.minutes ?? 0) })) with ordinality as given (id, day, title, detail, minutes, number)
        """
    }

    /// Undoing what planned a session leaves an edited one: its version says so.
    static func edit(_ id: ID, title: String, detail: String, minutes: Int?) -> SQL {
        """
        update fitness_sessions set title = \(title), detail = \(detail), minutes = \(minutes),
            version = fitness_sessions.version + 1
        where fitness_sessions.id = \(id)
        """
    }

    static func delete(_ id: ID) -> SQL { "delete from fitness_sessions where fitness_sessions.id = \(id)" }

    /// Stores new days and places, and with them the old ones for the undoing of this move.
    static func move(_ sessions: [PlannedSession], as move: ID, now: Timestamp) -> SQL {
        """
        update fitness_sessions set day = date '1970-01-01' + given.day::integer, place = given.place::integer,
            move_id = \(move), moved_at = \(now), moved_from = fitness_sessions.day, moved_place = fitness_sessions.place,
            moved_with = \(sessions.count), version = fitness_sessions.version + 1
        from unnest(\(sessions.map(\.id)), \(sessions.map { Int64($0.day) }), \(sessions.map { Int64($0.place) })) as given (id, day, place)
        where fitness_sessions.id = given.id
        """
    }

    /// The sessions that no other move has moved since.
    static func moved(_ move: ID, of goal: ID, since: Timestamp) -> SQL {
        """
        select \(columns), (sessions.moved_from - date '1970-01-01')::bigint as moved_from, sessions.moved_with
        from fitness_sessions as sessions
        where sessions.goal_id = \(goal) and sessions.move_id = \(move) and sessions.moved_at >= \(since)
        order by sessions.day, sessions.place, sessions.id
        """
    }

    static func undo(_ sessions: [ID], of move: ID) -> SQL {
        """
        update fitness_sessions set day = fitness_sessions.moved_from, place = fitness_sessions.moved_place, move_id = null,
            moved_at = null, moved_from = null, moved_place = null, moved_with = null, version = fitness_sessions.version + 1
        where fitness_sessions.id = any(\(sessions)) and fitness_sessions.move_id = \(move)
        """
    }

    /// How many sessions of a batch are there still, and the first of their days. Runs over many goals have an undo of their own.
    static func batch(_ batch: ID, of goal: ID) -> SQL {
        """
        select count(*) as n, (min(sessions.day) - date '1970-01-01')::bigint as day from fitness_sessions as sessions
        where sessions.goal_id = \(goal) and sessions.run_id = \(batch)
            and not exists (select from fitness_plan_runs as runs where runs.id = \(batch))
        """
    }

    static func tick(_ id: ID, at now: Timestamp?, by tracker: TrackerSource? = nil) -> SQL {
        """
        update fitness_sessions set ticked_at = \(now), tracker = \(tracker?.rawValue), version = fitness_sessions.version + 1
        where fitness_sessions.id = \(id) and (fitness_sessions.ticked_at is null) = (\(now)::timestamptz is not null)
        """
    }

    /// Of a ticked session: by which other activity it is ticked now.
    static func retick(_ id: ID, at now: Timestamp, by tracker: TrackerSource) -> SQL {
        """
        update fitness_sessions set ticked_at = \(now), tracker = \(tracker.rawValue), version = fitness_sessions.version + 1
        where fitness_sessions.id = \(id) and fitness_sessions.ticked_at is not null
        """
    }

    // MARK: Templates

    static func templates(of entry: ID) -> SQL {
        """
        select templates.id, templates.name, count(sessions.place) as sessions from fitness_templates as templates
        left join fitness_template_sessions as sessions on sessions.template_id = templates.id
        where templates.entry_id = \(entry) group by templates.tenant_id, templates.id, templates.name order by templates.name collate "und-x-icu"
        """
    }

    static func template(_ id: ID) -> SQL {
        "select templates.entry_id, templates.name from fitness_templates as templates where templates.id = \(id)"
    }

    static func sessions(of template: ID) -> SQL {
        """
        select sessions.day_offset, sessions.title, sessions.detail, sessions.minutes from fitness_template_sessions as sessions
        where sessions.template_id = \(template) order by sessions.place
        """
    }

    static func named(_ name: String, of entry: ID) -> SQL {
        """
        select templates.id from fitness_templates as templates
        where templates.entry_id = \(entry) and lower(templates.name) = lower(\(name)::text)
        """
    }

    static func addTemplate(_ id: ID, tenant: ID, entry: ID, name: String, now: Timestamp) -> SQL {
        """
        insert into fitness_templates (tenant_id, id, entry_id, name, created_at) values (\(tenant), \(id), \(entry), \(name), \(now))
        """
    }

    /// The sessions of some days, from the first of them on.
    static func fillTemplate(_ id: ID, tenant: ID, from goal: ID, _ first: Int, _ last: Int) -> SQL {
        """
        insert into fitness_template_sessions (tenant_id, template_id, place, day_offset, title, detail, minutes)
        select \(tenant), \(id), row_number() over (order by sessions.day, sessions.place, sessions.id) - 1,
            sessions.day - \(date(first)), sessions.title, sessions.detail, sessions.minutes
        from fitness_sessions as sessions
        where sessions.goal_id = \(goal) and sessions.day between \(date(first)) and \(date(last))
        """
    }

    static func deleteTemplate(_ id: ID) -> SQL {
        "delete from fitness_templates where fitness_templates.id = \(id)"
    }
}

/// A session that is not stored yet.
struct NewSession: Sendable {
    let id: ID
    var day: Int
    var title: String
    var detail: String
    var minutes: Int?

    /// How many they are and on which day the first of them is, for the audit trail.
    static func recorded(_ sessions: [NewSession]) -> [AuditEvent.Change] {
        [.init("sessions", new: String(sessions.count))]
            + (sessions.map(\.day).min().map { [.init("day", new: Session.iso($0))] } ?? [])
    }
}
