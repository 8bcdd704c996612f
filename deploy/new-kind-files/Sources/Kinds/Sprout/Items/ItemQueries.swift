import Console
import Postgres

/// All SQL on items. Row-level security adds the tenant to every statement.
enum ItemQueries {
    static func one(_ id: ID) -> SQL {
        """
        select sprout_items.id, sprout_items.name, sprout_items.state, sprout_items.note, sprout_items.user_id, sprout_items.version
        from sprout_items where sprout_items.id = \(id)
        """
    }

    /// Held until the transaction's end.
    static func lock(_ id: ID) -> SQL {
        """
        select sprout_items.id, sprout_items.name, sprout_items.state, sprout_items.note, sprout_items.user_id, sprout_items.version
        from sprout_items where sprout_items.id = \(id) for update
        """
    }

    static func named(_ names: [String]) -> SQL {
        """
        select sprout_items.id, sprout_items.name, sprout_items.state, sprout_items.note, sprout_items.user_id, sprout_items.version
        from sprout_items where lower(sprout_items.name) = any (\(names.map { $0.lowercased() }))
        """
    }

    static func add(_ id: ID, tenant: ID, _ item: Item, now: Timestamp) -> SQL {
        """
        insert into sprout_items (tenant_id, id, name, state, note, user_id, created_at, changed_at)
        values (\(tenant), \(id), \(item.name), \(item.state.rawValue), \(item.note), \(item.owner), \(now), \(now))
        """
    }

    static func save(_ id: ID, _ item: Item, now: Timestamp) -> SQL {
        """
        update sprout_items set name = \(item.name), state = \(item.state.rawValue), note = \(item.note),
            user_id = \(item.owner), version = sprout_items.version + 1, changed_at = \(now)
        where sprout_items.id = \(id) returning sprout_items.version
        """
    }

    /// The user with that e-mail.
    static func owner(_ email: String) -> SQL {
        "select found.id from users_by_email(\([email.lowercased()])) as found limit 1"
    }

    static func email(of user: ID) -> SQL { "select users.email from users where users.id = \(user)" }

    /// The newest ones of a user.
    static func ofUser(_ user: ID) -> SQL {
        """
        select sprout_items.name, sprout_items.state from sprout_items
        where sprout_items.user_id = \(user) order by sprout_items.id desc limit 10
        """
    }

    static let open: SQL = "select count(*) as n from sprout_items where sprout_items.state = 'open'"

    static func delete(_ id: ID) -> SQL { "delete from sprout_items where sprout_items.id = \(id)" }

    /// Those that nobody touched for a year.
    static func closeOld(now: Timestamp) -> SQL {
        """
        update sprout_items set state = 'done', version = sprout_items.version + 1, changed_at = \(now)
        where sprout_items.state = 'open' and sprout_items.changed_at < \(now)::timestamptz - interval '1 year'
        """
    }

    /// By state, for the report.
    static func states(_ period: ReportPeriod) -> SQL {
        """
        select sprout_items.state as label, array[count(*)] as values from sprout_items
        where \(period.holds("sprout_items.created_at")) group by 1 order by 1
        """
    }

    static func along(_ unit: ReportUnit, _ period: ReportPeriod) -> SQL {
        """
        with \(period.spans(unit)), added as (
            select \(ReportPeriod.number(of: "sprout_items.created_at")) as number, count(*) as n
            from sprout_items where \(period.holds("sprout_items.created_at")) group by 1
        )
        select spans.label, array[coalesce(added.n, 0)] as values
        from spans left join added on added.number = spans.number order by spans.number
        """
    }
}
