import Console
import Postgres

/// The statements that read or write all fields of users, as `UserFields` declares them: a new column is named here.
/// Other statements name only the fields that they need: `MeQueries` those that users change themselves,
/// `AccountQueries.addUser` those of a sign-up, `UserDemoQueries` those of invented users.
extension UserQueries {
    // MARK: The list and its file

    private static let listed: SQL = """
        users.id, users.name, users.email, users.phone, users.external_id, users.status, users.role, users.plan, users.country,
            users.language, users.platform, users.seen_at, users.created_at at time zone current_setting('roost.zone') as joined
        """

    /// The same for a subquery, whose outer `select` names the columns again.
    private static let inner: SQL = """
        users.id, users.name, users.email, users.phone, users.external_id, users.status, users.role, users.plan, users.country,
                users.language, users.platform, users.seen_at, users.created_at
        """

    /// The limit (`ListUsers.size` and one more) is a literal: if it were bound, a generic plan would not know it, so
    /// PostgreSQL would plan each page again, which takes as long as the page itself.
    static func page(_ conditions: [SQL], order: SQL) -> SQL {
        "select \(listed) from users where \(SQL.joined(conditions, by: " and ")) order by \(order) limit 51"
    }

    /// Those of the ids that match. Without `offset 0` PostgreSQL would walk the sorted index, since it expects the ids
    /// to be spread evenly: if they are all far down the list, that walk reaches them late.
    static func page(_ conditions: [SQL], among ids: [ID], order: SQL) -> SQL {
        """
        select \(listed)
        from (select \(inner)
            from users where users.id = any(\(ids)) and \(SQL.joined(conditions, by: " and ")) offset 0) as users
        order by \(order) limit 51
        """
    }

    /// The same if few users match, wherever in the order: it finds all of them, combination by combination, and sorts
    /// them.
    static func few(_ conditions: [SQL], beyond: [SQL], order: SQL) -> SQL {
        """
        select \(listed)
        from (select \(inner)
            from (select users.country, users.plan, users.status, users.platform, users.language, users.role
                from user_counts as users where \(SQL.joined(conditions, by: " and ")) group by 1, 2, 3, 4, 5, 6 having sum(users.n) > 0
                offset 0) as fitting
            join users on users.country = fitting.country and users.plan = fitting.plan and users.status = fitting.status
                and users.platform = fitting.platform and users.language = fitting.language and users.role = fitting.role
            offset 0) as users
        where \(SQL.joined(beyond.isEmpty ? ["true"] : beyond, by: " and ")) order by \(order) limit 51
        """
    }

    /// The distance that a search walks along the sorted index.
    enum Walk: Sendable {
        case short, long

        /// Rows; a literal like the page's limit.
        fileprivate var limit: SQL { self == .short ? "600" : "40000" }
    }

    /// The first matches among the first rows of the list: enough for a text that many rows contain.
    static func walk(_ walk: Walk, _ conditions: [SQL], holding words: SearchedWords, order: SQL) -> SQL {
        """
        select \(listed)
        from (select \(inner), users.search_text, users.found_as
            from users where \(SQL.joined(conditions, by: " and ")) order by \(order) limit \(walk.limit)) as users
        where \(holds(words)) order by \(order) limit 51
        """
    }

    /// In the order of `UserFields.file`.
    static func export(_ conditions: [SQL], order: SQL, zone: String) -> SQL {
        """
        select users.id, users.email, users.name, users.phone, users.external_id, users.status, users.role, users.plan,
            users.country, users.language, users.platform, users.created_at at time zone \(zone),
            case when users.seen_at > 'epoch' then users.seen_at at time zone \(zone) end
        from users where \(SQL.joined(conditions, by: " and ")) order by \(order)
        """
    }

    // MARK: One user

    static func one(_ id: ID, zone: String) -> SQL {
        """
        select users.id, users.email, users.name, users.phone, users.external_id, users.status, users.status_reason, users.role, users.plan,
            users.country, users.language, users.zone, users.platform, users.version, users.erased_at is not null as is_erased,
            users.created_at at time zone \(zone) as joined,
            users.seen_at, users.seen_at at time zone \(zone) as seen, users.renews_at at time zone \(zone) as renews,
            array(select facts.key from jsonb_each_text(users.facts) as facts order by facts.key) as fact_keys,
            array(select facts.value from jsonb_each_text(users.facts) as facts order by facts.key) as fact_values
        from users where users.id = \(id)
        """
    }

    /// One user for the service API, in the form of `answers`.
    static func answer(_ id: ID) -> SQL { "select \(answerColumns) from users where users.id = \(id)" }

    static func answers(_ conditions: [SQL], limit: Int) -> SQL {
        """
        select \(answerColumns) from users where \(SQL.joined(conditions, by: " and "))
        order by users.created_at, users.id limit \(limit)
        """
    }

    private static let answerColumns: SQL = """
        users.id, users.email, users.name, users.phone, users.external_id, users.status, users.role, users.plan, users.country,
        users.language, users.zone, users.platform, users.created_at, users.seen_at, users.version
        """

    static func lock(_ id: ID) -> SQL {
        """
        select users.email, users.name, users.phone, users.external_id, users.status, users.role, users.plan, users.country,
            users.language, users.zone, users.version, users.suspended_from, users.deleted_from, users.deleted_from_reason,
            users.erased_at is not null as is_erased
        from users where users.id = \(id) for update
        """
    }

    static func add(_ id: ID, tenant: ID, _ profile: UserProfile, now: Timestamp) -> SQL {
        """
        insert into users (tenant_id, id, email, name, phone, external_id, status, role, country, language, zone, created_at)
        values (\(tenant), \(id), \(profile.email), \(profile.name), \(profile.phone), \(profile.externalID), 'active',
            \(profile.role), \(profile.country), \(profile.language), \(profile.zone), \(now))
        """
    }

    static func save(_ id: ID, _ profile: UserProfile) -> SQL {
        """
        update users set email = \(profile.email), name = \(profile.name), phone = \(profile.phone),
            external_id = \(profile.externalID), role = \(profile.role), country = \(profile.country),
            language_chosen = users.language_chosen or users.language <> \(profile.language), language = \(profile.language),
            zone_chosen = users.zone_chosen or users.zone <> \(profile.zone), zone = \(profile.zone), version = version + 1
        where users.id = \(id)
        """
    }

    // MARK: Many users at once

    private static let batched: SQL = """
        users.id, users.email, lower(users.email) as folded, users.name, users.phone, users.external_id, users.status, users.role,
        users.plan, users.country, users.language, users.zone, users.version, users.deleted_from,
        users.erased_at is not null as is_erased
        """

    /// In the order of their ids, so that two batches can't deadlock.
    static func lock(_ ids: [ID]) -> SQL {
        "select \(batched) from users where users.id = any(\(ids)) order by users.id for update"
    }

    static func find(_ ids: [ID]) -> SQL { "select \(batched) from users where users.id = any(\(ids))" }

    static func add(_ users: [(id: ID, profile: UserProfile)], tenant: ID, now: Timestamp) -> SQL {
        """
        insert into users (tenant_id, id, email, name, phone, external_id, status, role, country, language, zone, created_at)
        select \(tenant), added.id, added.email, added.name, added.phone, added.external_id, 'active', added.role, added.country,
            added.language, added.zone, \(now)
        from \(values(users)) as added (id, email, name, phone, external_id, role, country, language, zone)
        order by lower(added.email)
        """
    }

    static func save(_ users: [(id: ID, profile: UserProfile)]) -> SQL {
        """
        update users set email = saved.email, name = saved.name, phone = saved.phone, external_id = saved.external_id, role = saved.role,
            country = saved.country, language_chosen = users.language_chosen or users.language <> saved.language,
            language = saved.language, zone_chosen = users.zone_chosen or users.zone <> saved.zone, zone = saved.zone,
            version = users.version + 1
        from \(values(users)) as saved (id, email, name, phone, external_id, role, country, language, zone)
        where users.id = saved.id
        """
    }

    private static func values(_ users: [(id: ID, profile: UserProfile)]) -> SQL {
        """
        unnest(\(users.map(\.id)), \(users.map(\.profile.email)), \(users.map(\.profile.name)), \(users.map(\.profile.phone)),
            \(users.map(\.profile.externalID)), \(users.map(\.profile.role)),
            \(users.map(\.profile.country)), \(users.map(\.profile.language)),
            \(users.map(\.profile.zone)))
        """
    }
}
