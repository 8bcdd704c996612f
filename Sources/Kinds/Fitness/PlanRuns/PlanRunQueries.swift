import Console
import Postgres

/// All SQL on runs and their goals. Row-level security adds the tenant to every statement.
enum PlanRunQueries {
    private static let columns: SQL = """
        runs.id, runs.template_id, runs.name, runs.entry_id, (runs.first_day - date '1970-01-01')::bigint as first_day, runs.scope,
        runs.group_id, runs.skips_planned, runs.state, runs.gathered_to, runs.position, runs.total, runs.due, runs.already, runs.unfit,
        runs.done, runs.changed, runs.undone, runs.kept, runs.created_name, runs.created_at, runs.asked_by, runs.asked_name,
        runs.asked_address, runs.asked_request, runs.undo_until
        """

    private static func date(_ day: Int) -> SQL { "(date '1970-01-01' + \(day)::integer)" }

    static func one(_ id: ID) -> SQL { "select \(columns) from fitness_plan_runs as runs where runs.id = \(id)" }

    static func lock(_ id: ID) -> SQL {
        "select \(columns) from fitness_plan_runs as runs where runs.id = \(id) for update"
    }

    static func latest(_ limit: Int) -> SQL {
        "select \(columns) from fitness_plan_runs as runs order by runs.created_at desc limit \(limit)"
    }

    static func add(
        _ id: ID, tenant: ID, template: ID, name: String, entry: ID, day: Int, _ scope: PlanRun.Scope, group: ID?,
        skipsPlanned: Bool, by actor: Actor, expiresAt: Timestamp
    ) -> SQL {
        """
        insert into fitness_plan_runs (tenant_id, id, template_id, name, entry_id, first_day, scope, group_id, skips_planned, state,
            created_by, created_name, created_at, asked_by, asked_name, asked_address, asked_request, expires_at)
        values (\(tenant), \(id), \(template), \(name), \(entry), \(date(day)), \(scope.rawValue), \(group), \(skipsPlanned), 'gathering',
            \(actor.id), \(actor.name), \(actor.now), \(actor.id), \(actor.name), \(actor.address), \(actor.requestID), \(expiresAt))
        """
    }

    /// How many sessions a template has, and how many days after its first one the last is.
    static func template(_ id: ID) -> SQL {
        """
        select count(*) as n, coalesce(max(sessions.day_offset), 0)::bigint as last
        from fitness_template_sessions as sessions where sessions.template_id = \(id)
        """
    }

    // MARK: Gathering

    private static func isPlanned(_ goal: SQL, from day: Int, days: Int) -> SQL {
        """
        exists (select from fitness_sessions as planned where planned.goal_id = \(goal)
            and planned.day between \(date(day)) and \(date(day + days)))
        """
    }

    static func isPlanned(_ goal: ID, from day: Int, days: Int) -> SQL {
        "select \(isPlanned("\(goal)", from: day, days: days)) as is_planned"
    }

    /// The next goals that are meant, by id, numbered after `total`: what they are, counted, and the last one's id.
    static func gather(_ run: PlanRun, tenant: ID, sessions: Int, days: Int, limit: Int) -> SQL {
        let beyond: SQL = run.gatheredTo.map { "goals.id > \($0)" } ?? "true"
        let grouped: SQL =
            run.group.map {
                """
                goals.id in (select backings.goal_id from fitness_backings as backings
                    join fitness_group_members as members on members.user_id = backings.user_id where members.group_id = \($0))
                """
            } ?? "true"
        return """
            with found as (
                select goals.id, case
                    when \(run.skipsPlanned) and \(isPlanned("goals.id", from: run.firstDay, days: days)) then 'already'
                    when (select count(*) from fitness_sessions as held where held.goal_id = goals.id) + \(sessions) > \(Session.most)
                        then 'unfit'
                    else 'due' end as state
                from fitness_goals as goals
                where goals.entry_id = \(run.entry) and goals.state = any(\(run.scope.states.map(\.rawValue))) and \(beyond)
                    and \(grouped)
                order by goals.id limit \(limit)
            ), added as (
                insert into fitness_plan_run_goals (tenant_id, run_id, number, goal_id, state)
                select \(tenant), \(run.id), \(run.total) + row_number() over (order by found.id), found.id, found.state from found
                returning fitness_plan_run_goals.number, fitness_plan_run_goals.goal_id, fitness_plan_run_goals.state
            )
            select count(*) as total, count(*) filter (where added.state = 'due') as due,
                count(*) filter (where added.state = 'already') as already, count(*) filter (where added.state = 'unfit') as unfit,
                (array_agg(added.goal_id order by added.number desc))[1] as last
            from added
            """
    }

    static func gathered(_ id: ID, to last: ID, total: Int, due: Int, already: Int, unfit: Int) -> SQL {
        """
        update fitness_plan_runs as runs set gathered_to = \(last), total = runs.total + \(total), due = runs.due + \(due),
            already = runs.already + \(already), unfit = runs.unfit + \(unfit)
        where runs.id = \(id)
        """
    }

    static func isReady(_ id: ID) -> SQL {
        "update fitness_plan_runs set state = 'ready' where fitness_plan_runs.id = \(id)"
    }

    // MARK: Working

    /// Moves the run into a state with work to do, on behalf of the admin who asked for it.
    static func transition(_ id: ID, _ state: UndoableState, by actor: Actor) -> SQL {
        """
        update fitness_plan_runs set state = \(state.rawValue), position = 0, asked_by = \(actor.id), asked_name = \(actor.name),
            asked_address = \(actor.address), asked_request = \(actor.requestID)
        where fitness_plan_runs.id = \(id)
        """
    }

    static func end(_ id: ID, _ state: UndoableState) -> SQL {
        """
        update fitness_plan_runs as runs set state = \(state.rawValue), finished_at = clock_timestamp(),
            undo_until = coalesce(runs.undo_until, clock_timestamp() + make_interval(hours => \(PlanRun.undoHours)::int))
        where runs.id = \(id)
        """
    }

    /// Returns the next members in that state, after that number.
    static func next(_ state: UndoableMember, of id: ID, after: Int, limit: Int) -> SQL {
        """
        select members.number, members.goal_id, members.sessions::bigint as sessions from fitness_plan_run_goals as members
        where members.run_id = \(id) and members.state = \(state.rawValue) and members.number > \(after)
        order by members.number limit \(limit)
        """
    }

    struct Settled {
        var number: Int
        var state: UndoableMember
        var sessions: Int
    }

    static func settle(_ members: [Settled], of id: ID) -> SQL {
        """
        update fitness_plan_run_goals set state = settled.state, sessions = settled.sessions
        from unnest(\(members.map { Int64($0.number) }), \(members.map(\.state.rawValue)), \(members.map { Int64($0.sessions) }))
            as settled (number, state, sessions)
        where fitness_plan_run_goals.run_id = \(id) and fitness_plan_run_goals.number = settled.number
        """
    }

    /// Takes the position and the counts along with the settled goals.
    static func moveRun(_ id: ID, to position: Int, done: Int, changed: Int) -> SQL {
        """
        update fitness_plan_runs as runs set position = \(position), due = runs.due - \(done + changed), done = runs.done + \(done),
            changed = runs.changed + \(changed)
        where runs.id = \(id)
        """
    }

    static func moveUndo(_ id: ID, to position: Int, undone: Int, kept: Int) -> SQL {
        """
        update fitness_plan_runs as runs set position = \(position), done = runs.done - \(undone + kept),
            undone = runs.undone + \(undone), kept = runs.kept + \(kept)
        where runs.id = \(id)
        """
    }

    /// The template's sessions into a goal's plan, after what their days have already.
    static func fill(_ goal: ID, of user: ID, from template: ID, _ day: Int, run: ID, tenant: ID) -> SQL {
        """
        insert into fitness_sessions (tenant_id, id, goal_id, user_id, day, place, title, detail, minutes, run_id)
        select \(tenant), gen_random_uuid(), \(goal), \(user), \(date(day)) + sessions.day_offset,
            coalesce((select max(held.place) from fitness_sessions as held
                where held.goal_id = \(goal) and held.day = \(date(day)) + sessions.day_offset), -1) + 1 + sessions.place,
            sessions.title, sessions.detail, sessions.minutes, \(run)
        from fitness_template_sessions as sessions where sessions.template_id = \(template)
        """
    }

    /// What nobody ticked, moved or edited since. Moves are asked for by themselves: those of earlier days changed no version.
    static func empty(_ goal: ID, run: ID) -> SQL {
        """
        delete from fitness_sessions
        where fitness_sessions.goal_id = \(goal) and fitness_sessions.run_id = \(run) and fitness_sessions.ticked_at is null
            and fitness_sessions.move_id is null and fitness_sessions.version = 1
        """
    }

    // MARK: Showing

    static func goals(_ state: UndoableMember, of id: ID, _ keyset: Keyset<Int>) -> SQL {
        let order = KeysetOrder(by: "members.number")
        let those: [SQL] =
            ["members.run_id = \(id)", "members.state = \(state.rawValue)"] + order.beyond(keyset)
        return """
            select members.number, members.goal_id, members.sessions::bigint as sessions, users.name, users.email,
                fitness_goals.state, held.n as held, held.ticked, held.moved
            from fitness_plan_run_goals as members join fitness_goals on fitness_goals.id = members.goal_id
            join users on users.id = fitness_goals.user_id
            left join lateral (
                select count(*) as n, count(sessions.ticked_at) as ticked,
                    count(*) filter (where sessions.ticked_at is null and sessions.move_id is not null) as moved
                from fitness_sessions as sessions
                where \(state == .kept) and sessions.goal_id = members.goal_id and sessions.run_id = members.run_id
            ) as held on true
            where \(SQL.joined(those, by: " and ")) order by \(order.sql(keyset)) limit \(keyset.limit)
            """
    }

    /// Deletes expired runs of all tenants.
    static let deleteOld: SQL = "select forget_plan_runs() as forgotten"
}
