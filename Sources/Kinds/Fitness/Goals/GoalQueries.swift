import Console
import Core
import Postgres

/// All SQL on single goals, their sponsors and their weights. Row-level security adds the tenant to every statement.
enum GoalQueries {
    private static let columns: SQL = """
        fitness_goals.id, fitness_goals.user_id, fitness_goals.entry_id, fitness_goals.entry_version, entry.key,
        fitness_goals.answers::text as answers, fitness_goals.state, fitness_goals.percent, fitness_goals.rule,
        fitness_goals.rule_start, fitness_goals.rule_target, fitness_goals.reward, fitness_goals.reward_minor,
        fitness_goals.reward_currency, fitness_goals.plan_is_whole, fitness_goals.proposed_at, fitness_goals.accepted_at,
        fitness_goals.version
        """

    static func one(_ id: ID) -> SQL {
        """
        select \(columns) from fitness_goals join catalogue_entries as entry on entry.id = fitness_goals.entry_id
        where fitness_goals.id = \(id)
        """
    }

    /// For the audit log: a goal is called after its recipient.
    static func names(_ ids: [ID]) -> SQL {
        """
        select fitness_goals.id, coalesce(nullif(users.name, ''), users.email) as name
        from fitness_goals join users on users.id = fitness_goals.user_id where fitness_goals.id = any(\(ids))
        """
    }

    /// For the search for anything: goals of recipients whose name or e-mail has the words, the one in progress first.
    static func found(_ words: [String], most: Int) -> SQL {
        """
        select coalesce(nullif(users.name, ''), users.email) as label,
            coalesce((\(EntryNames.now("fitness_goals.entry_id"))), entry.key) as hint, 'fitness-goals/' || fitness_goals.id as path
        from find_users_by_words(\(words), 1000) as matching (id) join users on users.id = matching.id and users.status <> 'deleted'
        join fitness_goals on fitness_goals.user_id = users.id
        join catalogue_entries as entry on entry.id = fitness_goals.entry_id
        order by (fitness_goals.state = 'in_progress') desc, fitness_goals.changed_at desc, fitness_goals.id limit \(most)
        """
    }

    /// Locks the goal until the transaction ends, so that its steps are taken one after another.
    static func lock(_ id: ID) -> SQL {
        """
        select \(columns) from fitness_goals join catalogue_entries as entry on entry.id = fitness_goals.entry_id
        where fitness_goals.id = \(id) for update of fitness_goals
        """
    }

    static func ofUser(_ user: ID) -> SQL {
        """
        select \(columns) from fitness_goals join catalogue_entries as entry on entry.id = fitness_goals.entry_id
        where fitness_goals.user_id = \(user) order by fitness_goals.created_at desc, fitness_goals.id desc limit 200
        """
    }

    /// The only one, if there is one.
    static func inProgress(of user: ID) -> SQL {
        """
        select \(columns) from fitness_goals join catalogue_entries as entry on entry.id = fitness_goals.entry_id
        where fitness_goals.user_id = \(user) and fitness_goals.state = 'in_progress'
        """
    }

    /// The goals that a sponsor was asked to back, the newest first.
    static func backed(by user: ID, after id: ID?, limit: Int) -> SQL {
        """
        select \(columns), coalesce(people.name, '') as recipient
        from fitness_backings as mine
        join fitness_goals on fitness_goals.id = mine.goal_id and fitness_goals.proposed_at is not null
        join catalogue_entries as entry on entry.id = fitness_goals.entry_id
        left join fitness_parties() as people on people.goal_id = fitness_goals.id and people.id = fitness_goals.user_id
        where mine.user_id = \(user) and (\(id)::uuid is null or mine.goal_id < \(id))
        order by mine.goal_id desc limit \(limit)
        """
    }

    static func backings(of goals: [ID], naming: Naming = .everybody) -> SQL {
        """
        select fitness_backings.goal_id, fitness_backings.user_id, coalesce(people.name, '') as name,
            \(naming.email) as email, coalesce(groups.key, '') as group_key,
            (\(EntryNames.all("groups.id"))) as group_names, fitness_backings.answer, fitness_backings.comment, wanted.key as wanted,
            (\(EntryNames.all("wanted.id"))) as wanted_names,
            fitness_backings.reward_state, fitness_backings.reward_note, fitness_backings.dispute_note
        from fitness_backings
        \(naming.join) \(naming.people) as people on \(naming.isParty("fitness_backings"))
        left join fitness_group_members as members on members.user_id = fitness_backings.user_id
        left join catalogue_entries as groups on groups.id = members.group_id
        left join catalogue_entries as wanted on wanted.id = fitness_backings.wanted_id
        where fitness_backings.goal_id = any(\(goals))
        order by fitness_backings.goal_id, people.name, fitness_backings.user_id
        """
    }

    /// The role of the user who calls.
    static let role: SQL = "select users.role from users where users.id = current_person()"
    static let lockRole: SQL = "select users.role from users where users.id = current_person() for no key update"

    static func choose(_ role: UserRole) -> SQL {
        "update users set role = \(role.rawValue), version = users.version + 1 where users.id = current_person()"
    }

    /// Returns the sponsors whom the caller may see, by their privacy levels.
    static func shownSponsors(after id: ID?, limit: Int) -> SQL {
        """
        select found.id, found.name, groups.key as group_key from fitness_sponsors(null, \(id), \(limit)) as found
        left join catalogue_entries as groups on groups.id = found.group_id order by found.id
        """
    }

    /// Returns those of the users who may be asked as sponsors.
    static func sponsors(_ ids: [ID]) -> SQL {
        "select found.id from fitness_sponsors(\(ids), null, \(ids.count)) as found"
    }

    /// Locks the recipient before a goal of theirs becomes in progress, so that no two do at once.
    static func lockRecipient(_ user: ID) -> SQL {
        "select users.id from users where users.id = \(user) for no key update"
    }

    static func another(inProgressOf user: ID, than goal: ID) -> SQL {
        """
        select fitness_goals.id from fitness_goals
        where fitness_goals.user_id = \(user) and fitness_goals.state = 'in_progress' and fitness_goals.id <> \(goal)
        """
    }

    static func counts(of user: ID) -> SQL {
        """
        select count(*) as n,
            count(*) filter (where fitness_goals.state = any(\(GoalState.allCases.filter(\.isOpen).map(\.rawValue)))) as open
        from fitness_goals where fitness_goals.user_id = \(user)
        """
    }

    /// A goal type with the version that is named, or else the one that apps get now.
    static func type(_ key: String, version: Int?) -> SQL {
        """
        select entry.id, entry.retired_at is not null as is_retired, live.number as live_number, asked.number, asked.content
        from \(CatalogueQueries.all)
        left join catalogue_versions as asked on asked.entry_id = entry.id and asked.published_from <= now()
            and asked.number = coalesce(\(version), live.number)
        where entry.catalogue = \(Goals.catalogue.path) and entry.key = \(key)
        """
    }

    /// Returns the published goal types, in the catalogue's order.
    static func types(limit: Int) -> SQL {
        """
        select entry.key, live.number, live.content from \(CatalogueQueries.all)
        where entry.catalogue = \(Goals.catalogue.path) and entry.retired_at is null and live.number is not null
        order by entry.position, entry.key limit \(limit)
        """
    }

    /// Returns the published pop-ups and windows of the app, in the catalogue's order.
    static func popups(limit: Int) -> SQL {
        """
        select entry.key, live.number, live.content from \(CatalogueQueries.all)
        where entry.catalogue = \(Popups.catalogue.path) and entry.retired_at is null and live.number is not null
        order by entry.position, entry.key limit \(limit)
        """
    }

    static func content(of entry: ID, version: Int) -> SQL {
        """
        select catalogue_versions.content from catalogue_versions
        where catalogue_versions.entry_id = \(entry) and catalogue_versions.number = \(version)
        """
    }

    // MARK: Changes

    static func add(_ id: ID, tenant: ID, user: ID, _ draft: GoalDraft.Checked, now: Timestamp) -> SQL {
        """
        insert into fitness_goals
            (tenant_id, id, user_id, entry_id, entry_version, answers, state, reward, reward_minor, reward_currency, created_at, changed_at)
        values (\(tenant), \(id), \(user), \(draft.entry), \(draft.version), \(draft.answersText)::jsonb, 'draft',
            \(draft.reward.text), \(draft.reward.sum?.minor), \(draft.reward.sum?.currency.code), \(now), \(now))
        """
    }

    static func amend(_ id: ID, _ draft: GoalDraft.Checked, now: Timestamp) -> SQL {
        """
        update fitness_goals set entry_id = \(draft.entry), entry_version = \(draft.version),
            answers = \(draft.answersText)::jsonb, reward = \(draft.reward.text), reward_minor = \(draft.reward.sum?.minor),
            reward_currency = \(draft.reward.sum?.currency.code), changed_at = \(now), version = fitness_goals.version + 1
        where fitness_goals.id = \(id)
        """
    }

    static func answer(_ id: ID, _ answers: FormAnswers, now: Timestamp) -> SQL {
        """
        update fitness_goals set answers = \(String(decoding: answers.json.bytes, as: UTF8.self))::jsonb, changed_at = \(now),
            version = fitness_goals.version + 1
        where fitness_goals.id = \(id)
        """
    }

    /// Writes what a step made of the goal. A goal that is proposed once more is accepted anew.
    static func save(_ goal: Goal, now: Timestamp) -> SQL {
        """
        update fitness_goals set state = \(goal.state.rawValue), percent = \(goal.percent), rule = \(goal.rule.kind.rawValue),
            rule_start = \(goal.rule.start), rule_target = \(goal.rule.target), plan_is_whole = \(goal.rule.isPlanWhole),
            changed_at = \(now),
            proposed_at = case when \(goal.state.rawValue)::text = 'proposed' and fitness_goals.state <> 'proposed'
                then \(now) else fitness_goals.proposed_at end,
            accepted_at = case when \(goal.state.rawValue)::text = 'in_progress'
                then coalesce(fitness_goals.accepted_at, \(now)) else fitness_goals.accepted_at end,
            ended_at = case when \(goal.state.isOpen) then null else coalesce(fitness_goals.ended_at, \(now)) end,
            version = fitness_goals.version + 1
        where fitness_goals.id = \(goal.id)
        """
    }

    /// Removes the sponsors that the goal no longer names.
    static func removeSponsors(of goal: ID, except kept: [ID]) -> SQL {
        "delete from fitness_backings where fitness_backings.goal_id = \(goal) and fitness_backings.user_id <> all(\(kept))"
    }

    /// Removes the sponsors who were named in an amended goal and never asked: they have no part in how it ends.
    static func removeUnasked(of goal: ID) -> SQL {
        "delete from fitness_backings where fitness_backings.goal_id = \(goal) and fitness_backings.answer = 'asked'"
    }

    static func ask(_ sponsors: [ID], goal: ID, tenant: ID) -> SQL {
        """
        insert into fitness_backings (tenant_id, goal_id, user_id, answer)
        select \(tenant), \(goal), asked.id, 'asked' from unnest(\(sponsors)) as asked (id)
        on conflict (tenant_id, goal_id, user_id)
        do update set answer = 'asked', answered_at = null, comment = '', wanted_id = null
        """
    }

    static func askAgain(of goal: ID) -> SQL {
        """
        update fitness_backings set answer = 'asked', answered_at = null, comment = '', wanted_id = null
        where fitness_backings.goal_id = \(goal)
        """
    }

    static func answer(_ goal: ID, by user: ID, _ answer: SponsorAnswer, comment: String, wanted: ID?, now: Timestamp)
        -> SQL
    {
        """
        update fitness_backings set answer = \(answer.rawValue), answered_at = \(now), comment = \(comment), wanted_id = \(wanted)
        where fitness_backings.goal_id = \(goal) and fitness_backings.user_id = \(user)
        """
    }

    /// What the rewards of a goal become with its state, as `RewardState.after` has it.
    static func setRewards(of goal: ID, _ states: [(user: ID, state: RewardState)], now: Timestamp) -> SQL {
        let due: SQL =
            "case when given.state not in ('none', 'promised') then coalesce(fitness_backings.due_at, \(now)) end"
        let since: SQL = "case when given.state = 'given' then coalesce(fitness_backings.given_at, \(now)) end"
        return """
            update fitness_backings set reward_state = given.state, due_at = \(due), given_at = \(since),
                reward_steps = fitness_backings.reward_steps || \(RewardQueries.step("given.state", due: due, since, now))
            from unnest(\(states.map(\.user)), \(states.map(\.state.rawValue))) as given (id, state)
            where fitness_backings.goal_id = \(goal) and fitness_backings.user_id = given.id
                and fitness_backings.reward_state <> given.state
            """
    }

    /// True if admins have yet to see the goal. One that is over needs nobody's look any more.
    static let isNew: SQL = """
        (fitness_goals.seen_at is null and fitness_goals.proposed_at is not null
            and fitness_goals.state = any(\(GoalState.allCases.filter(\.isOpen).map(\.rawValue))))
        """

    static func acknowledge(_ goal: ID, now: Timestamp) -> SQL {
        "update fitness_goals set seen_at = \(now) where fitness_goals.id = \(goal) and fitness_goals.seen_at is null"
    }

    // MARK: What a percent follows from

    static func weigh(_ goal: ID, of user: ID, tenant: ID, day: String, grams: Int) -> SQL {
        """
        insert into fitness_weights (tenant_id, goal_id, user_id, day, grams)
        values (\(tenant), \(goal), \(user), \(day)::text::date, \(grams))
        on conflict (tenant_id, goal_id, day) do update set grams = excluded.grams
        """
    }

    /// Ticks and weights of days that have begun nowhere count for nothing, whoever stored them.
    static func progress(of goal: ID, now: Timestamp) -> SQL {
        let last: SQL = "(date '1970-01-01' + \(TickTime.lastDay(now))::integer)"
        return """
            select
                (select count(*) from fitness_sessions as sessions where sessions.goal_id = \(goal)) as planned,
                (select count(sessions.ticked_at) from fitness_sessions as sessions
                    where sessions.goal_id = \(goal) and sessions.day <= \(last)) as ticked,
                (select weights.grams from fitness_weights as weights where weights.goal_id = \(goal) and weights.day <= \(last)
                    order by weights.day desc limit 1) as grams
            """
    }

    /// For the last of what a user did; with the content of the type of goal.
    static func lastSet(by user: ID) -> SQL {
        """
        select goal.created_at as at, type.content as what from fitness_goals as goal
        join catalogue_versions as type on type.entry_id = goal.entry_id and type.number = goal.entry_version
        where goal.user_id = \(user) order by goal.created_at desc limit \(AppEvents.most)
        """
    }

    static func lastEnded(of user: ID) -> SQL {
        """
        select goal.ended_at as at, type.content as what from fitness_goals as goal
        join catalogue_versions as type on type.entry_id = goal.entry_id and type.number = goal.entry_version
        where goal.user_id = \(user) and goal.ended_at is not null order by goal.ended_at desc limit \(AppEvents.most)
        """
    }
}
