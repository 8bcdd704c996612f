import Console
import Core
import Postgres

/// Goals as people set them over months: some done, some given up, one in progress, with sponsors who answer, comment and owe.
enum FitnessDemo: DemoRows {
    /// Types of goals by their keys, the commonest first.
    private static let types = ["weight_loss", "muscle", "marathon", "own", "triathlon", "ironman"]
    private static let rewards = [
        "Новые кроссовки", "Абонемент в бассейн", "Поездка на выходные", "Билеты на матч", "Спортивные часы",
        "Велошлем",
        "Ужин в ресторане", "Скидка на страховой полис",
    ]
    private static let aims = [
        "Каждый день 10 000 шагов", "Подтянуться десять раз", "Сесть на шпагат", "Месяц без сладкого",
        "Ходить в бассейн дважды в неделю",
    ]
    private static let comments = [
        "Сегодня шло легко, прибавил круг.", "Дождь, но всё равно вышла.", "Колено побаливает, завтра отдых.",
        "Первая неделя без пропусков!", "Было тяжело, но сделал.", "Спасибо за поддержку!", "Завтра встаю в шесть.",
    ]
    private static let cheers = [
        "Так держать!", "Молодец, горжусь тобой.", "Не торопись, береги колено.", "Осталось совсем немного.",
        "Отличная неделя!", "Жду на финише.",
    ]
    private static let refusals = [
        "Слишком быстро. Начните с меньшего.", "Лучше выбрать другую цель.",
        "Давайте сначала похудение, потом марафон.",
    ]

    static let sessions = [
        "Лёгкий бег 5 км", "Интервалы 8 × 400 м", "Плавание 1 км", "Велосипед 20 км", "Силовая тренировка",
        "Растяжка и йога", "Длинная пробежка 12 км", "Ходьба 10 000 шагов",
    ]

    private static let habits = [
        "Пейте воду между приёмами пищи.", "Ужинайте не позже чем за три часа до сна.",
        "Овощи или фрукты — пять раз в день.",
        "Меньше соли и сахара.", "Завтракайте каждый день.",
    ]
    private static let dishes = [
        "Овсянка с ягодами", "Гречка с курицей", "Овощной суп", "Творог и яблоко", "Рыба с рисом", "Омлет из двух яиц",
        "Салат с фасолью", "Запечённые овощи и индейка",
    ]

    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let (tenant, seed) = (load.tenant.id, load.seed)
        try tx.execute(groups(tenant, seed))
        try tx.execute(goals(load))
        try tx.execute(sponsors(tenant, seed))
        try tx.execute(weights(tenant, seed))
        try tx.execute(plans(load))
        try tx.execute(templates(load))
        for statement in runs(load) + activities(load) { try tx.execute(statement) }
        try tx.execute(foods(load))
        try tx.execute(confirmations(tenant, seed))
        try tx.execute(percents(tenant))
        try tx.execute(steps(tenant))
        try tx.execute(ticks(load))
        try tx.execute(talk(load))
        try tx.execute(likes(tenant, seed))
        load.progress("\(load.kind.demo.slug): goals with their feeds")
    }

    static func draw(_ id: SQL, _ seed: Int64) -> SQL { "(uuid_hash_extended(\(id), \(seed)) & 1048575)" }

    /// Five sponsors in six are in a group.
    private static func groups(_ tenant: ID, _ seed: Int64) -> SQL {
        """
        insert into fitness_group_members (tenant_id, user_id, group_id, joined_at)
        select \(tenant), users.id, groups.ids[1 + \(draw("users.id", seed + 1)) % cardinality(groups.ids)], users.created_at
        from users
        cross join (
            select array_agg(catalogue_entries.id order by catalogue_entries.position) as ids from catalogue_entries
            where catalogue_entries.tenant_id = \(tenant) and catalogue_entries.catalogue = 'categories'
        ) as groups
        where users.tenant_id = \(tenant) and users.role = 'sponsor' and users.status <> 'deleted'
            and \(draw("users.id", seed + 2)) % 6 <> 0 and groups.ids is not null
        """
    }

    /// What was filled in, by the goal type's form.
    private static let answers: SQL = """
        case drawn.type
            when 'weight_loss' then jsonb_build_object(
                'sports', (array['["running"]', '["swimming"]', '["running", "cycling"]', '["swimming", "cycling"]'])[1 + drawn.luck % 4]::jsonb,
                'target', (68000 + drawn.luck % 400 * 100 - drawn.luck % 9 * 1000) / 1000)
            when 'muscle' then jsonb_build_object(
                'equipment', (array['["body"]', '["body", "bar"]', '["dumbbells"]', '["gym"]'])[1 + drawn.luck % 4]::jsonb)
            when 'own' then jsonb_build_object('text', \(Draw.one(of: aims, by: "drawn.luck")))
            else jsonb_build_object('day', (drawn.ends + interval '40 days')::date::text, 'before', drawn.luck % 2 = 0)
        end
        """

    /// Up to three for each recipient, one after another over the time since they came, each of some weeks; only the last is open.
    private static func goals(_ load: DemoLoad) -> SQL {
        let (tenant, seed, now) = (load.tenant.id, load.seed, load.now)
        return """
            insert into fitness_goals
                (tenant_id, id, user_id, entry_id, entry_version, answers, state, percent, rule, rule_start, rule_target, plan_is_whole, reward,
                reward_minor, reward_currency, created_at, changed_at, proposed_at, accepted_at, ended_at, seen_at)
            select \(tenant), drawn.id, drawn.user_id, entry.id, 1, \(answers), drawn.state,
                case when drawn.state = 'done' then 100 when drawn.state = 'in_progress' then least(5 + drawn.luck % 90, 3 + drawn.days)
                    when drawn.state = 'given_up' then least(5 + drawn.luck % 55, 3 + drawn.days) else 0 end,
                case when drawn.type = 'weight_loss' then 'weight' when drawn.type in ('marathon', 'triathlon', 'ironman') then 'ticks'
                    else 'hand' end,
                case when drawn.type = 'weight_loss' then 72000 + drawn.luck % 400 * 100 end,
                case when drawn.type = 'weight_loss' then 68000 + drawn.luck % 400 * 100 - drawn.luck % 9 * 1000 end,
                drawn.type in ('marathon', 'triathlon', 'ironman') and drawn.state = 'done', \(Draw.one(of: rewards, by: "drawn.luck")),
                case when drawn.luck % 3 <> 0 then (2 + drawn.luck % 60) * 50000 end,
                case when drawn.luck % 3 <> 0 then \(load.tenant.currency) end,
                drawn.began,
                case drawn.state when 'draft' then drawn.began when 'proposed' then drawn.began + interval '20 minutes'
                    when 'rejected' then drawn.answered when 'in_progress' then drawn.ends else drawn.ends end,
                case when drawn.state <> 'draft' then drawn.began + interval '20 minutes' end,
                case when drawn.state in ('in_progress', 'done', 'given_up') then drawn.answered end,
                case when drawn.state in ('done', 'given_up', 'withdrawn', 'cancelled') then drawn.ends end,
                case when drawn.began < \(now)::timestamptz - interval '2 days' then drawn.began + interval '1 day' end
            from (
                select turns.*, md5(turns.user_id::text || turns.turn)::uuid as id,
                    turns.start + turns.span * 0.05 as began, turns.start + turns.span * 0.15 as answered,
                    turns.start + turns.span * 0.9 as ends, (extract(epoch from turns.span) / 86400)::integer as days,
                    \(Draw.one(of: types, bounds: Draw.falling(types.count, ratio: 1.5), by: "turns.luck")) as type,
                    case
                        when turns.turn < turns.turns then
                            (array['done', 'done', 'done', 'given_up', 'done', 'withdrawn', 'done', 'rejected'])[1 + turns.luck / 7 % 8]
                        when turns.luck / 5 % 12 = 4 and turns.span < interval '28 days' then 'in_progress'
                        else (array['in_progress', 'in_progress', 'proposed', 'in_progress', 'done', 'in_progress', 'in_progress',
                            'rejected', 'in_progress', 'draft', 'proposed', 'cancelled'])[1 + turns.luck / 5 % 12]
                    end as state
                from (
                    select users.id as user_id, turn, counted.turns,
                        (hashint8extended(uuid_hash_extended(users.id, \(seed + 3)), turn) & 1048575) as luck,
                        users.created_at + (\(now)::timestamptz - users.created_at) * ((turn - 1)::float8 / counted.turns) as start,
                        (\(now)::timestamptz - users.created_at) * (1.0::float8 / counted.turns) as span
                    from users
                    cross join lateral (
                        select least(1 + \(draw("users.id", seed + 4)) % 3,
                            greatest(1, (extract(epoch from \(now)::timestamptz - users.created_at) / 86400 / 35)::integer)) as turns
                    ) as counted
                    cross join lateral generate_series(1, counted.turns) as turn
                    where users.tenant_id = \(tenant) and users.role <> 'sponsor' and users.status <> 'deleted'
                        and users.created_at < \(now)::timestamptz - interval '3 days' and \(draw("users.id", seed + 5)) % 10 < 7
                ) as turns
            ) as drawn
            join catalogue_entries as entry
                on entry.tenant_id = \(tenant) and entry.catalogue = 'goals' and entry.key = drawn.type
            """
    }

    /// One for each goal, and for a third of them another, who often has not answered yet.
    private static func sponsors(_ tenant: ID, _ seed: Int64) -> SQL {
        """
        insert into fitness_backings
            (tenant_id, goal_id, user_id, answer, answered_at, comment, reward_state, due_at, given_at, dispute_note)
        select \(tenant), made.goal_id, made.user_id, made.answer,
            case when made.answer <> 'asked' then made.first_answer + interval '5 hours' * (made.place - 1) end,
            case when made.answer = 'rejected' then \(Draw.one(of: refusals, by: "made.luck")) else '' end,
            made.reward, case when made.reward in ('due', 'given', 'disputed') then made.ended_at end,
            case when made.reward in ('given', 'disputed') then made.ended_at + interval '3 hours' end,
            case when made.reward = 'disputed' then 'Обещали больше.' else '' end
        from (
            select answered.*,
                case
                    when answered.answer <> 'accepted' then 'none' when answered.state = 'in_progress' then 'promised'
                    when answered.state = 'done' then
                        (array['given', 'given', 'due', 'given', 'given', 'due', 'given', 'disputed'])[1 + answered.luck % 8]
                    else 'none'
                end as reward
            from (
                select goals.id as goal_id, goals.state, goals.ended_at,
                    coalesce(goals.accepted_at, case when goals.state = 'rejected' then goals.changed_at end,
                        goals.proposed_at + interval '7 hours') as first_answer,
                    sponsors.ids[1 + (goals.luck + place) % cardinality(sponsors.ids)] as user_id, place, goals.luck,
                    case
                        when goals.state in ('draft', 'proposed', 'withdrawn', 'cancelled') then 'asked'
                        when goals.state = 'rejected' then 'rejected' when place = 1 then 'accepted'
                        else (array['accepted', 'asked', 'rejected'])[1 + goals.luck % 3]
                    end as answer
                from (
                    select fitness_goals.id, fitness_goals.state, fitness_goals.ended_at, fitness_goals.proposed_at,
                        fitness_goals.accepted_at, fitness_goals.changed_at, \(draw("fitness_goals.id", seed + 6)) as luck
                    from fitness_goals where fitness_goals.tenant_id = \(tenant)
                ) as goals
                cross join (
                    select array_agg(users.id order by users.id) as ids from users
                    where users.tenant_id = \(tenant) and users.role = 'sponsor' and users.status <> 'deleted'
                ) as sponsors
                cross join lateral generate_series(1, case when goals.luck % 3 = 0 then 2 else 1 end) as place
                where cardinality(sponsors.ids) > 2
            ) as answered
        ) as made
        """
    }

    /// Once a week, from the start towards as much as the percent says, which the last one reaches.
    private static func weights(_ tenant: ID, _ seed: Int64) -> SQL {
        """
        insert into fitness_weights (tenant_id, goal_id, user_id, day, grams)
        select \(tenant), goals.id, goals.user_id, week::date,
            goals.rule_start - round((goals.rule_start - goals.rule_target) * goals.percent / 100.0
                * (extract(epoch from week - goals.accepted_at) / greatest(1, extract(epoch from goals.until - goals.accepted_at))))
        from (
            select fitness_goals.id, fitness_goals.user_id, fitness_goals.rule_start, fitness_goals.rule_target, fitness_goals.percent,
                fitness_goals.accepted_at, fitness_goals.changed_at as until
            from fitness_goals
            where fitness_goals.tenant_id = \(tenant) and fitness_goals.rule = 'weight' and fitness_goals.accepted_at is not null
        ) as goals
        cross join lateral (
            select generate_series(goals.accepted_at, goals.until - interval '2 days', interval '7 days') as week
            union all select goals.until
        ) as weighed
        on conflict do nothing
        """
    }

    /// A session every other day, up to three weeks ahead; of those that are over four in five were done, of a goal that is done all.
    private static func plans(_ load: DemoLoad) -> SQL {
        let (tenant, now) = (load.tenant.id, load.now)
        return """
            insert into fitness_sessions (tenant_id, id, goal_id, user_id, day, place, title, minutes, ticked_at)
            select \(tenant), md5(planned.goal_id::text || planned.day)::uuid, planned.goal_id, planned.user_id, planned.day::date, 0,
                \(Draw.one(of: sessions, by: "planned.luck")), 30 + planned.luck % 5 * 15,
                case when planned.day < \(now)::timestamptz - interval '1 day' and (planned.luck % 5 <> 0 or planned.state = 'done')
                    then planned.day + interval '19 hours' end
            from (
                select goals.id as goal_id, goals.user_id, goals.state, days.day,
                    (hashint8extended(uuid_hash_extended(goals.id, \(load.seed + 10)), days.number) & 1048575) as luck
                from fitness_goals as goals
                cross join lateral generate_series(
                    date_trunc('day', goals.accepted_at),
                    least(coalesce(goals.ended_at, \(now)::timestamptz + interval '21 days'), goals.accepted_at + interval '150 days'),
                    interval '2 days') with ordinality as days (day, number)
                where goals.tenant_id = \(tenant) and goals.accepted_at is not null
            ) as planned
            """
    }

    /// For goals in progress: some advice for every day, and something for each of the days around today.
    private static func foods(_ load: DemoLoad) -> SQL {
        let (tenant, now) = (load.tenant.id, load.now)
        return """
            insert into fitness_foods (tenant_id, id, goal_id, user_id, day, meal, text, created_at, ticked_at)
            select \(tenant), md5('food' || advised.goal_id::text || advised.number)::uuid, advised.goal_id, advised.user_id, advised.day,
                case when advised.day is null then 'any' else (array['breakfast', 'lunch', 'dinner'])[1 + advised.luck % 3] end,
                case when advised.day is null then \(Draw.one(of: habits, by: "advised.luck"))
                    else \(Draw.one(of: dishes, by: "advised.luck")) end,
                advised.accepted_at,
                case when advised.day < \(now)::timestamptz::date and advised.luck % 4 <> 0
                    then advised.day::timestamptz + interval '20 hours' end
            from (
                select goals.id as goal_id, goals.user_id, goals.accepted_at, places.number,
                    case when places.number > 1 then (\(now)::timestamptz + (places.number - 10) * interval '1 day')::date end as day,
                    (hashint8extended(uuid_hash_extended(goals.id, \(load.seed + 11)), places.number) & 1048575) as luck
                from fitness_goals as goals cross join lateral generate_series(0, 16) as places (number)
                where goals.tenant_id = \(tenant) and goals.state = 'in_progress' and goals.accepted_at is not null
            ) as advised
            """
    }

    /// Half of the recipients confirm what asks for it.
    private static func confirmations(_ tenant: ID, _ seed: Int64) -> SQL {
        """
        insert into fitness_confirmations (tenant_id, goal_id, entry_id, user_id, ticked_at)
        select \(tenant), goals.id, entry.id, goals.user_id, goals.accepted_at + interval '2 days'
        from fitness_goals as goals join catalogue_entries as entry
            on entry.tenant_id = \(tenant) and entry.catalogue = 'recommendations'
        where goals.tenant_id = \(tenant) and goals.state = 'in_progress' and goals.accepted_at is not null
            and goals.accepted_at < goals.changed_at - interval '2 days' and \(draw("goals.id", seed + 12)) % 2 = 0
            and exists (select from catalogue_versions as held
                where held.tenant_id = \(tenant) and held.entry_id = entry.id and held.content like '%"confirm":"yes"%')
        """
    }

    /// Of goals in progress whose percent is counted from ticks.
    private static func percents(_ tenant: ID) -> SQL {
        """
        update fitness_goals set percent = counted.percent
        from (
            select sessions.goal_id, least(99, count(sessions.ticked_at) * 100 / count(*))::integer as percent
            from fitness_sessions as sessions where sessions.tenant_id = \(tenant) group by sessions.goal_id
        ) as counted
        where fitness_goals.tenant_id = \(tenant) and fitness_goals.id = counted.goal_id and fitness_goals.rule = 'ticks'
            and fitness_goals.state = 'in_progress'
        """
    }

    /// The ticks of the last two months.
    private static func ticks(_ load: DemoLoad) -> SQL {
        """
        insert into fitness_posts (tenant_id, id, goal_id, act, role, user_id, text, tracker, activity, metres, seconds, done_at, posted_at)
        select \(load.tenant.id), md5('tick' || sessions.id::text)::uuid, sessions.goal_id, 'tick', 'recipient', sessions.user_id,
            sessions.title, told.source, told.kind, told.metres, told.seconds, told.started_at + told.seconds * interval '1 second',
            sessions.ticked_at
        from fitness_sessions as sessions
        left join fitness_activities as told on told.tenant_id = sessions.tenant_id and told.session_id = sessions.id
        where sessions.tenant_id = \(load.tenant.id) and sessions.ticked_at > \(load.now)::timestamptz - interval '60 days'
        """
    }

    /// The posts of the steps that led to where each goal is.
    private static func steps(_ tenant: ID) -> SQL {
        """
        insert into fitness_posts (tenant_id, id, goal_id, act, role, user_id, text, percent, posted_at, sponsor_id)
        select \(tenant), md5(steps.goal_id::text || steps.act || coalesce(steps.user_id::text, ''))::uuid, steps.goal_id, steps.act,
            steps.role, steps.user_id, steps.text, steps.percent, steps.at, steps.sponsor_id
        from (
            select goals.id as goal_id, 'propose' as act, 'recipient' as role, goals.user_id, '' as text, null::integer as percent,
                goals.proposed_at as at, null::uuid as sponsor_id
            from fitness_goals as goals where goals.tenant_id = \(tenant) and goals.proposed_at is not null
            union all
            select backings.goal_id, case backings.answer when 'accepted' then 'accept' else 'reject' end, 'sponsor', backings.user_id,
                backings.comment, null, backings.answered_at, null
            from fitness_backings as backings where backings.tenant_id = \(tenant) and backings.answer <> 'asked'
            union all
            select goals.id, ended.act, case when ended.act in ('set_percent', 'cancel') then 'admin' else 'recipient' end,
                case when ended.act in ('set_percent', 'cancel') then null else goals.user_id end,
                case ended.act when 'tick' then 'Длинная пробежка 12 км' when 'set_percent' then 'По дневнику тренировок.' else '' end,
                case when goals.state = 'done' then 100 end, goals.ended_at, null
            from fitness_goals as goals
            cross join lateral (
                select case
                    when goals.state = 'done' then case goals.rule when 'weight' then 'weigh' when 'ticks' then 'tick' else 'set_percent' end
                    when goals.state = 'given_up' then 'give_up' when goals.state = 'withdrawn' then 'withdraw' else 'cancel' end as act
            ) as ended
            where goals.tenant_id = \(tenant) and goals.ended_at is not null
            union all
            select backings.goal_id, 'give_reward', 'sponsor', backings.user_id, '', null, backings.given_at, backings.user_id
            from fitness_backings as backings where backings.tenant_id = \(tenant) and backings.given_at is not null
            union all
            select backings.goal_id, 'dispute_reward', 'recipient', goals.user_id, backings.dispute_note, null,
                backings.given_at + interval '2 hours', backings.user_id
            from fitness_backings as backings
            join fitness_goals as goals on goals.tenant_id = backings.tenant_id and goals.id = backings.goal_id
            where backings.tenant_id = \(tenant) and backings.reward_state = 'disputed'
        ) as steps
        on conflict do nothing
        """
    }

    /// What recipients and sponsors say while a goal is in progress.
    private static func talk(_ load: DemoLoad) -> SQL {
        let tenant = load.tenant.id
        return """
            insert into fitness_posts (tenant_id, id, goal_id, act, role, user_id, text, posted_at)
            select \(tenant), md5(said.goal_id::text || 'comment' || said.number)::uuid, said.goal_id, 'comment', said.role,
                case said.role when 'sponsor' then said.sponsor else said.recipient end,
                case said.role when 'sponsor' then \(Draw.one(of: cheers, by: "said.luck"))
                    else \(Draw.one(of: comments, by: "said.luck")) end, said.at
            from (
                select goals.id as goal_id, goals.user_id as recipient, backings.user_id as sponsor, number,
                    case when number % 3 = 0 then 'sponsor' else 'recipient' end as role,
                    (hashint8extended(uuid_hash_extended(goals.id, \(load.seed + 7)), number) & 1048575) as luck,
                    goals.accepted_at + (goals.changed_at - goals.accepted_at) * (number / 8.0::float8) as at
                from fitness_goals as goals
                join lateral (
                    select fitness_backings.user_id from fitness_backings
                    where fitness_backings.tenant_id = goals.tenant_id and fitness_backings.goal_id = goals.id
                        and fitness_backings.answer = 'accepted'
                    order by fitness_backings.user_id limit 1
                ) as backings on true
                cross join lateral generate_series(1, 1 + \(draw("goals.id", load.seed + 8)) % 7) as number
                where goals.tenant_id = \(tenant) and goals.accepted_at is not null
            ) as said
            """
    }

    /// A sponsor likes every other post of the recipients that they back.
    private static func likes(_ tenant: ID, _ seed: Int64) -> SQL {
        """
        insert into fitness_likes (tenant_id, post_id, user_id, liked_at)
        select \(tenant), posts.id, backings.user_id, posts.posted_at + interval '40 minutes'
        from fitness_posts as posts
        join fitness_backings as backings on backings.tenant_id = posts.tenant_id and backings.goal_id = posts.goal_id
            and backings.answer = 'accepted'
        where posts.tenant_id = \(tenant) and posts.role = 'recipient' and \(draw("posts.id", seed + 9)) % 2 = 0
        """
    }
}
