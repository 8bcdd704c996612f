import Console
import Postgres

/// SQL on users; `UserColumnQueries.swift` has the statements that name their fields. Row-level security adds the tenant to every statement.
enum UserQueries {
    // MARK: Lists

    /// Ids whose name or e-mail is like one of the patterns, at most `most`.
    static func matches(_ patterns: [String], most: Int) -> SQL {
        "select array(select found.id from find_users(\(patterns), \(most)) as found (id)) as ids"
    }

    static func holds(_ patterns: [String]) -> SQL { "users.search_text like any (\(patterns))" }

    static func order(_ sort: UserFilter.Sort) -> KeysetOrder {
        let value: SQL =
            switch sort {
            case .newest, .oldest: "users.created_at"
            case .seen, .unseen: "users.seen_at"
            case .name, .nameDown: "users.name collate \"und-x-icu\""
            case .email, .emailDown: "lower(users.email)"
            }
        return KeysetOrder(by: value, "users.id", from: "users", isFalling: sort.isDescending)
    }

    /// At most `limit` are counted.
    static func count(_ conditions: [SQL], limit: Int) -> SQL {
        "select count(*) as n from (select from users where \(SQL.joined(conditions, by: " and ")) limit \(limit)) as matching"
    }

    static func countAll(_ conditions: [SQL]) -> SQL {
        "select count(*) as n from users where \(SQL.joined(conditions, by: " and "))"
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
