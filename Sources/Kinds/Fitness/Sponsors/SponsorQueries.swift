import Console
import Core
import HTML
import Postgres

/// All SQL on sponsors and their groups. Row-level security adds the tenant to every statement.
enum SponsorQueries {
    /// For a filter: the sponsors who were ever asked, by name. They are read from one to the next in the index, since a few sponsors back
    /// very many goals; where there are more of them than a menu can hold, it has some.
    static let choices: SQL = """
        with recursive next_asked as (
            (select backings.user_id from fitness_backings as backings order by backings.user_id limit 1)
            union all
            select (select backings.user_id from fitness_backings as backings where backings.user_id > next_asked.user_id
                order by backings.user_id limit 1)
            from next_asked where next_asked.user_id is not null
        ), asked as materialized (select next_asked.user_id from next_asked where next_asked.user_id is not null limit 2000)
        select users.id::text as value, coalesce(nullif(users.name, ''), users.email) as words
        from asked join users on users.id = asked.user_id
        where not \(UserName.isErased("users.email")) order by users.name collate "und-x-icu", users.id limit 500
        """

    /// For the search for anything: sponsors whose name or e-mail has the words, with their group.
    static func found(_ words: [String], most: Int) -> SQL {
        """
        select coalesce(nullif(users.name, ''), users.email) as label,
            coalesce((\(EntryNames.now("members.group_id"))), '') as hint, 'fitness-sponsors/' || users.id as path
        from find_users_by_words(\(words), 5000) as matching (id) join users on users.id = matching.id and users.status <> 'deleted'
        left join fitness_group_members as members on members.user_id = users.id
        where \(isSponsor) order by lower(users.name), users.id limit \(most)
        """
    }

    /// For the audit log; an erased sponsor has no name.
    static func names(_ ids: [ID]) -> SQL { "select users.id, users.name from users where users.id = any(\(ids))" }

    static func one(_ id: ID) -> SQL {
        """
        select users.name, users.email, users.status = 'active' as is_reader, members.group_id,
            (select count(*) from fitness_backings as backings
                join fitness_goals on fitness_goals.id = backings.goal_id and fitness_goals.proposed_at is not null
                where backings.user_id = users.id and backings.answer = 'asked' and fitness_goals.state in ('proposed', 'in_progress'))
                as waiting,
            (select count(*) from fitness_backings as backings
                join fitness_goals on fitness_goals.id = backings.goal_id and fitness_goals.state = 'in_progress'
                where backings.user_id = users.id and backings.answer = 'accepted') as followed,
            (select count(*) from fitness_backings as backings
                where backings.user_id = users.id and backings.reward_state = 'due') as due
        from users left join fitness_group_members as members on members.user_id = users.id
        where users.id = \(id) and \(isSponsor)
        """
    }

    /// True for a user who chose the role, or who was asked before choosing another.
    static let isSponsor: SQL = """
        (users.role = 'sponsor' or exists (select from fitness_backings as own where own.user_id = users.id))
        """

    /// The newest goals that a sponsor was asked to back.
    static func goals(of id: ID) -> SQL {
        """
        select fitness_goals.id, users.name, users.email, fitness_goals.state, fitness_goals.percent, backings.answer,
            backings.reward_state, fitness_goals.reward, fitness_goals.reward_minor, fitness_goals.reward_currency
        from fitness_backings as backings
        join fitness_goals on fitness_goals.id = backings.goal_id and fitness_goals.proposed_at is not null
        join users on users.id = fitness_goals.user_id
        where backings.user_id = \(id) order by fitness_goals.changed_at desc, fitness_goals.id desc limit 50
        """
    }

    // MARK: Groups

    /// In the catalogue's order.
    static func groups(language: Language) -> SQL {
        """
        select entry.id, entry.key, coalesce((\(EntryNames.now("entry.id", in: language))), entry.key) as name, live.image_id,
            (select count(*) from fitness_group_members as members where members.group_id = entry.id) as members
        from \(CatalogueQueries.all)
        where entry.catalogue = \(Categories.catalogue.path) and (entry.retired_at is null or exists (
            select from fitness_group_members as members where members.group_id = entry.id))
        order by entry.position, entry.key
        """
    }

    static func group(_ id: ID, language: Language) -> SQL {
        """
        select entry.id, entry.key, coalesce((\(EntryNames.now("entry.id", in: language))), entry.key) as name, live.image_id, entry.retired_at is not null as is_retired
        from \(CatalogueQueries.all) where entry.id = \(id) and entry.catalogue = \(Categories.catalogue.path)
        """
    }

    static func members(of group: ID, limit: Int) -> SQL {
        """
        select users.id, users.name, users.email from fitness_group_members as members
        join users on users.id = members.user_id
        where members.group_id = \(group) order by users.name collate "und-x-icu", users.id limit \(limit)
        """
    }

    static func sponsor(_ email: String) -> SQL {
        """
        select users.id from users_by_email(\([email.lowercased()])) as found join users on users.id = found.id
        where users.status <> 'deleted' and \(isSponsor) limit 1
        """
    }

    static func isThere(_ user: ID) -> SQL {
        "select users.id from users where users.id = \(user) and users.status <> 'deleted' and \(isSponsor)"
    }

    /// Returns the sponsor if mail may be sent to them.
    static func reader(_ user: ID) -> SQL {
        """
        select users.name, users.email, users.language from users
        where users.id = \(user) and users.status = 'active' and \(isSponsor)
        """
    }

    /// `language`: of the group's name.
    static func membership(of user: ID, language: Language = .en) -> SQL {
        """
        select entry.key, members.group_id, coalesce((\(EntryNames.now("entry.id", in: language))), entry.key) as name
        from fitness_group_members as members join catalogue_entries as entry on entry.id = members.group_id
        where members.user_id = \(user)
        """
    }

    static func join(_ user: ID, _ group: ID, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into fitness_group_members (tenant_id, user_id, group_id, joined_at) values (\(tenant), \(user), \(group), \(now))
        on conflict (tenant_id, user_id) do update set group_id = excluded.group_id, joined_at = excluded.joined_at
        """
    }

    static func leave(_ user: ID) -> SQL {
        "delete from fitness_group_members where fitness_group_members.user_id = \(user)"
    }
}
