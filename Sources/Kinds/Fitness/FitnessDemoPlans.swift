import Console
import Core
import Postgres

/// Templates of plans, one that was applied to many goals lately, and what trackers recorded of the sessions that were done.
extension FitnessDemo {
    /// Two of four weeks for each type of goal, a session every other day.
    static func templates(_ load: DemoLoad) -> SQL {
        let (tenant, now) = (load.tenant.id, load.now)
        return """
            with made as (
                insert into fitness_templates (tenant_id, id, entry_id, name, created_at)
                select \(tenant), md5('template' || entry.id || parts.number)::uuid, entry.id, parts.name,
                    \(now)::timestamptz - interval '120 days'
                from catalogue_entries as entry
                cross join (values (1, 'Четыре недели: начало'), (2, 'Четыре недели: в полную силу')) as parts (number, name)
                where entry.tenant_id = \(tenant) and entry.catalogue = 'goals'
                returning fitness_templates.id, fitness_templates.name
            )
            insert into fitness_template_sessions (tenant_id, template_id, place, day_offset, title, detail, minutes)
            select \(tenant), drawn.id, drawn.place, drawn.place * 2, \(Draw.one(of: sessions, by: "drawn.luck")), '',
                30 + drawn.luck % 5 * 15
            from (
                select made.id, places.place,
                    (hashint8extended(uuid_hash_extended(made.id, \(load.seed + 13)), places.place) & 1048575) as luck
                from made cross join lateral generate_series(0, 13) as places (place)
            ) as drawn
            """
    }

    /// Three days ago a manager filled the plans of all goals of one type that are in progress: the sessions since then are the template's.
    static func runs(_ load: DemoLoad) -> [SQL] {
        let tenant = load.tenant.id
        let actor = load.actor(.manager, at: load.moment(daysAgo: 3))
        let run: SQL = "md5('run' || \(tenant)::text)::uuid"
        return [
            """
            insert into fitness_plan_runs (tenant_id, id, template_id, name, entry_id, first_day, scope, skips_planned, state, position,
                total, done, created_by, created_name, created_at, asked_by, asked_name, asked_address, asked_request, finished_at,
                undo_until, expires_at)
            select \(tenant), \(run), templates.id, templates.name, templates.entry_id, (\(actor.now)::timestamptz)::date, 'in_progress',
                false, 'done', goals.n, goals.n, goals.n, \(actor.id), \(actor.name), \(actor.now), \(actor.id), \(actor.name),
                \(actor.address), \(actor.requestID), \(actor.now)::timestamptz + interval '4 seconds',
                \(actor.now)::timestamptz + interval '24 hours', \(actor.now)::timestamptz + interval '14 days'
            from fitness_templates as templates
            join catalogue_entries as entry on entry.tenant_id = \(tenant) and entry.id = templates.entry_id and entry.key = 'muscle'
            cross join lateral (
                select count(*) as n from fitness_goals as goals where goals.tenant_id = \(tenant) and goals.entry_id = entry.id
                    and goals.state = 'in_progress' and goals.accepted_at < \(actor.now)
            ) as goals
            where templates.tenant_id = \(tenant) and goals.n > 0 order by templates.name limit 1
            """,
            """
            with planned as (
                update fitness_sessions as sessions set run_id = \(run), title = template.title, minutes = template.minutes
                from (
                    select held.id, runs.template_id, row_number() over (partition by held.goal_id order by held.day) - 1 as place
                    from fitness_plan_runs as runs
                    join fitness_goals as goals on goals.tenant_id = \(tenant) and goals.entry_id = runs.entry_id
                        and goals.state = 'in_progress' and goals.accepted_at < runs.created_at
                    join fitness_sessions as held on held.tenant_id = \(tenant) and held.goal_id = goals.id
                        and held.day >= runs.first_day and held.ticked_at is null
                    where runs.tenant_id = \(tenant) and runs.id = \(run)
                ) as found
                join fitness_template_sessions as template on template.tenant_id = \(tenant) and template.template_id = found.template_id
                    and template.place = found.place
                where sessions.tenant_id = \(tenant) and sessions.id = found.id
                returning sessions.goal_id
            )
            insert into fitness_plan_run_goals (tenant_id, run_id, number, goal_id, state, sessions)
            select \(tenant), \(run), row_number() over (order by goals.id), goals.id, 'done',
                (select count(*) from planned where planned.goal_id = goals.id)
            from fitness_plan_runs as runs
            join fitness_goals as goals on goals.tenant_id = \(tenant) and goals.entry_id = runs.entry_id
                and goals.state = 'in_progress' and goals.accepted_at < runs.created_at
            where runs.tenant_id = \(tenant) and runs.id = \(run)
            """,
        ]
    }

    /// What a session is, by its title in Russian.
    private static let kind: SQL = """
        case when sessions.title like '%бег%' or sessions.title like '%пробежка%' or sessions.title like 'Интервалы%' then 'run'
            when sessions.title like 'Плавание%' then 'swim' when sessions.title like 'Велосипед%' then 'ride'
            when sessions.title like 'Ходьба%' then 'walk' when sessions.title like 'Силовая%' then 'strength' else 'yoga' end
        """

    /// Of every third recipient: the sessions of the last two months that were done, as a watch told them; they say by what they were ticked.
    static func activities(_ load: DemoLoad) -> [SQL] {
        let (tenant, now) = (load.tenant.id, load.now)
        return [
            """
            insert into fitness_activities (tenant_id, id, user_id, source, source_key, kind, started_at, seconds, day, metres, kilocalories,
                beats, session_id, matched_at, created_at)
            select \(tenant), md5('activity' || done.id::text)::uuid, done.user_id,
                (array['strava', 'apple_health', 'gpx'])[1 + \(draw("done.user_id", load.seed + 14)) / 3 % 3], done.id::text, done.kind,
                done.ticked_at - (done.seconds + 600) * interval '1 second', done.seconds, done.day,
                case done.kind when 'run' then done.seconds * 27 / 10 when 'ride' then done.seconds * 55 / 10
                    when 'swim' then done.seconds * 6 / 10 when 'walk' then done.seconds * 14 / 10 end,
                done.seconds / 60 * (6 + done.luck % 6), 105 + done.luck % 50, done.id, done.ticked_at, done.ticked_at
            from (
                select sessions.id, sessions.user_id, sessions.day, sessions.ticked_at, \(kind) as kind, drawn.luck,
                    coalesce(sessions.minutes, 45) * 60 + drawn.luck % 420 - 120 as seconds
                from fitness_sessions as sessions
                cross join lateral (select \(draw("sessions.id", load.seed + 15)) as luck) as drawn
                where sessions.tenant_id = \(tenant) and sessions.ticked_at > \(now)::timestamptz - interval '60 days'
                    and \(draw("sessions.user_id", load.seed + 14)) % 3 = 0 and drawn.luck % 4 <> 0
            ) as done
            """,
            """
            update fitness_sessions as sessions set tracker = activities.source
            from fitness_activities as activities
            where sessions.tenant_id = \(tenant) and activities.tenant_id = \(tenant) and activities.session_id = sessions.id
            """,
        ]
    }
}
