import Console
import Postgres

/// All SQL on users. Row-level security adds the tenant to every statement.
enum UserQueries {
    // MARK: Lists

    /// Ids whose name or e-mail is like one of the patterns, at most `most`.
    static func matches(_ patterns: [String], most: Int) -> SQL {
        "select array(select found.id from find_users(\(patterns), \(most)) as found (id)) as ids"
    }

    static func holds(_ patterns: [String]) -> SQL { "users.search_text like any (\(patterns))" }

    static func order(_ sort: UserFilter.Sort, reversed: Bool) -> SQL {
        switch (sort, reversed) {
        case (.newest, false), (.oldest, true): "users.created_at desc, users.id desc"
        case (.oldest, false), (.newest, true): "users.created_at, users.id"
        case (.seen, false), (.unseen, true): "users.seen_at desc, users.id desc"
        case (.unseen, false), (.seen, true): "users.seen_at, users.id"
        case (.name, false), (.nameDown, true): "users.name collate \"und-x-icu\", users.id"
        case (.nameDown, false), (.name, true): "users.name collate \"und-x-icu\" desc, users.id desc"
        case (.email, false), (.emailDown, true): "lower(users.email), users.id"
        case (.emailDown, false), (.email, true): "lower(users.email) desc, users.id desc"
        }
    }

    /// Rows beyond the user `mark` in that order. The mark's own values stay out of the address: they are looked up.
    static func beyond(_ mark: ID, _ sort: UserFilter.Sort, reversed: Bool) -> SQL {
        let falling = sort.isDescending != reversed
        return switch sort {
        case .newest, .oldest:
            falling
                ? "(users.created_at, users.id) < ((select mark.created_at from users as mark where mark.id = \(mark)), \(mark))"
                : "(users.created_at, users.id) > ((select mark.created_at from users as mark where mark.id = \(mark)), \(mark))"
        case .seen, .unseen:
            falling
                ? "(users.seen_at, users.id) < ((select mark.seen_at from users as mark where mark.id = \(mark)), \(mark))"
                : "(users.seen_at, users.id) > ((select mark.seen_at from users as mark where mark.id = \(mark)), \(mark))"
        case .name, .nameDown:
            falling
                ? "(users.name collate \"und-x-icu\", users.id) < ((select mark.name from users as mark where mark.id = \(mark)), \(mark))"
                : "(users.name collate \"und-x-icu\", users.id) > ((select mark.name from users as mark where mark.id = \(mark)), \(mark))"
        case .email, .emailDown:
            falling
                ? "(lower(users.email), users.id) < ((select lower(mark.email) from users as mark where mark.id = \(mark)), \(mark))"
                : "(lower(users.email), users.id) > ((select lower(mark.email) from users as mark where mark.id = \(mark)), \(mark))"
        }
    }

    private static let columns: SQL = """
        users.id, users.name, users.email, users.status, users.role, users.plan, users.country, users.language,
            users.platform, users.seen_at, users.created_at at time zone current_setting('roost.zone') as joined
        """

    /// The limit (`ListUsers.size` and one more) is a literal: bound, it is unknown to a plan made for any values, so
    /// PostgreSQL would make a new plan for each page, which takes as long as the page itself.
    static func page(_ conditions: [SQL], order: SQL) -> SQL {
        "select \(columns) from users where \(SQL.joined(conditions, by: " and ")) order by \(order) limit 51"
    }

    /// Those of the ids that fit, without `offset 0` a walk along the sorted index: it would meet them late when they
    /// stand together far down, and PostgreSQL takes them to be spread evenly.
    static func page(_ conditions: [SQL], among ids: [ID], order: SQL) -> SQL {
        """
        select \(columns)
        from (select users.id, users.name, users.email, users.status, users.role, users.plan, users.country, users.language,
                users.platform, users.seen_at, users.created_at
            from users where users.id = any(\(ids)) and \(SQL.joined(conditions, by: " and ")) offset 0) as users
        order by \(order) limit 51
        """
    }

    /// How far along the sorted index a search walks.
    enum Walk: Sendable {
        case short, long

        /// Rows; a literal as the page's limit is.
        fileprivate var limit: SQL { self == .short ? "3000" : "40000" }
    }

    /// The first matches among the first rows of the list: enough for a text that many rows hold.
    static func walk(_ walk: Walk, _ conditions: [SQL], holding patterns: [String], order: SQL) -> SQL {
        """
        select \(columns)
        from (select users.id, users.name, users.email, users.status, users.role, users.plan, users.country, users.language,
                users.platform, users.seen_at, users.created_at, users.search_text
            from users where \(SQL.joined(conditions, by: " and ")) order by \(order) limit \(walk.limit)) as users
        where \(holds(patterns)) order by \(order) limit 51
        """
    }

    /// At most `limit` are counted.
    static func count(_ conditions: [SQL], limit: Int) -> SQL {
        "select count(*) as n from (select from users where \(SQL.joined(conditions, by: " and ")) limit \(limit)) as matching"
    }

    static func countAll(_ conditions: [SQL]) -> SQL {
        "select count(*) as n from users where \(SQL.joined(conditions, by: " and "))"
    }

    /// The values of a column that occur, commonest left out of account: a walk from one value to the next in the
    /// index, 40 steps at most, whatever the table's size.
    static let plans = DistinctValues.of("users.plan", in: "users", most: 40)
    static let countries = DistinctValues.of("users.country", in: "users", most: 250)

    static func export(_ conditions: [SQL], order: SQL, zone: String) -> SQL {
        """
        select users.id, users.email, users.name, users.status, users.role, users.plan, users.country, users.language,
            users.platform, users.created_at at time zone \(zone),
            case when users.seen_at > 'epoch' then users.seen_at at time zone \(zone) end
        from users where \(SQL.joined(conditions, by: " and ")) order by \(order)
        """
    }

    /// Some users whose id it is or whose name or e-mail is like one of the patterns: for
    /// finding at a glance, in no order.
    static func some(_ patterns: [String], id: ID?, most: Int) -> SQL {
        let ids: SQL =
            id.map { "select \($0)::uuid" } ?? "select found.id from find_users(\(patterns), \(most)) as found (id)"
        return
            "select users.id, users.name, users.email from users where users.id in (\(ids)) and users.status <> 'deleted' limit \(most)"
    }

    // MARK: One user

    static func one(_ id: ID, zone: String) -> SQL {
        """
        select users.id, users.email, users.name, users.status, users.status_reason, users.role, users.plan,
            users.country, users.language, users.zone, users.platform, users.version,
            users.created_at at time zone \(zone) as joined,
            users.seen_at, users.seen_at at time zone \(zone) as seen, users.renews_at at time zone \(zone) as renews,
            array(select facts.key from jsonb_each_text(users.facts) as facts order by facts.key) as fact_keys,
            array(select facts.value from jsonb_each_text(users.facts) as facts order by facts.key) as fact_values
        from users where users.id = \(id)
        """
    }

    /// One user for the service API, as `answers` has them.
    static func answer(_ id: ID) -> SQL { "select \(answerColumns) from users where users.id = \(id)" }

    static func answers(_ conditions: [SQL], limit: Int) -> SQL {
        """
        select \(answerColumns) from users where \(SQL.joined(conditions, by: " and "))
        order by users.created_at, users.id limit \(limit)
        """
    }

    private static let answerColumns: SQL = """
        users.id, users.email, users.name, users.status, users.role, users.plan, users.country, users.language, users.zone,
        users.platform, users.created_at, users.seen_at, users.version
        """

    static func lock(_ id: ID) -> SQL {
        """
        select users.email, users.name, users.status, users.role, users.plan, users.country, users.language, users.zone,
            users.version, users.suspended_from, users.deleted_from, users.deleted_from_reason
        from users where users.id = \(id) for update
        """
    }

    static func devices(_ id: ID, zone: String) -> SQL {
        """
        select user_devices.platform, user_devices.model, user_devices.app_version,
            user_devices.seen_at at time zone \(zone) as seen
        from user_devices where user_devices.user_id = \(id) order by user_devices.seen_at desc limit 20
        """
    }

    static func consents(_ id: ID, zone: String) -> SQL {
        """
        select user_consents.purpose, user_consents.text_version, user_consents.source, user_consents.granted,
            user_consents.at at time zone \(zone) as given
        from user_consents where user_consents.user_id = \(id) order by user_consents.at desc limit 50
        """
    }

    static func notes(_ id: ID, zone: String) -> SQL {
        """
        select user_notes.author_name, user_notes.body, user_notes.at at time zone \(zone) as written
        from user_notes where user_notes.user_id = \(id) order by user_notes.at desc limit 50
        """
    }

    static func add(_ id: ID, tenant: ID, _ profile: UserProfile, now: Timestamp) -> SQL {
        """
        insert into users (tenant_id, id, email, name, status, role, country, language, zone, created_at)
        values (\(tenant), \(id), \(profile.email), \(profile.name), 'active', \(profile.role), \(profile.country),
            \(profile.language), \(profile.zone), \(now))
        """
    }

    static func save(_ id: ID, _ profile: UserProfile) -> SQL {
        """
        update users set email = \(profile.email), name = \(profile.name), role = \(profile.role),
            country = \(profile.country), language = \(profile.language), zone = \(profile.zone), version = version + 1
        where users.id = \(id)
        """
    }

    static func setStatus(_ id: ID, _ status: String, reason: String) -> SQL {
        """
        update users set status = \(status), status_reason = \(reason), version = version + 1 where users.id = \(id)
        """
    }

    static func addNote(_ id: ID, tenant: ID, note: ID, by actor: Actor, body: String) -> SQL {
        """
        insert into user_notes (tenant_id, user_id, id, author_id, author_name, body, at)
        values (\(tenant), \(id), \(note), \(actor.id), \(actor.name), \(body), \(actor.now))
        """
    }

    /// Names for the audit trail, of the users that still are.
    static func names(_ ids: [ID]) -> SQL { "select users.id, users.name from users where users.id = any(\(ids))" }
}
