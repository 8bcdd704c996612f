import Console
import Postgres

/// SQL on users; `UserColumnQueries.swift` has the statements that name their fields. Row-level security adds the
/// tenant to every statement.
enum UserQueries {
    // MARK: Lists

    /// The ids of users whose text contains all of the words, at most `most`.
    static func matches(_ words: SearchedWords, most: Int) -> SQL {
        "select array(select found.id from find_users_by_words(\(words.all), \(most)) as found (id)) as ids"
    }

    /// The ids of users whose text contains similarly spelt words, the most similar first.
    static func near(_ words: [String], most: Int) -> SQL {
        "select array(select found.id from find_users_near(\(words), \(most)) as found (id)) as ids"
    }

    /// The patterns are computed once and not for each row: so they are in a subquery.
    static func holds(_ words: SearchedWords) -> SQL {
        words.all.count == 1
            ? "\(text) like any ((select search_patterns(\(words.all)))::text[])"
            : "\(text) like all ((select search_patterns(\(words.all)))::text[])"
    }

    /// The searched text of a user, as in the index `users_found`.
    private static let text: SQL = "(' ' || coalesce(users.found_as, users.search_text) || ' ')"

    /// The number of matches, for conditions on counted fields. `isOfStatus`: they are on the status alone, of which
    /// each has a number of its own, and not one of thousands of combinations.
    static func countStored(_ conditions: [SQL], isOfStatus: Bool) -> SQL {
        """
        select coalesce(sum(users.n), 0)::bigint as n from \(isOfStatus ? "user_status_counts" : "user_counts" as SQL) as users
        where \(SQL.joined(conditions, by: " and "))
        """
    }

    /// Users by their references, with the number of the way in which each was found.
    static func referred(_ ways: [SQL]) -> SQL {
        SQL.joined(
            ways.enumerated().map { number, way in
                "(select \(number)::bigint as way, found.user_id from (\(way)) as found (user_id) limit 50)"
            }, by: " union all ")
    }

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

    /// Counts at most `limit` rows.
    static func count(_ conditions: [SQL], limit: Int) -> SQL {
        "select count(*) as n from (select from users where \(SQL.joined(conditions, by: " and ")) limit \(limit)) as matching"
    }

    static func countAll(_ conditions: [SQL]) -> SQL {
        "select count(*) as n from users where \(SQL.joined(conditions, by: " and "))"
    }

    /// Some users with that id, or whose text contains the words: for a quick search, in no order.
    static func some(_ words: SearchedWords, id: ID?, most: Int) -> SQL {
        let ids: SQL =
            id.map { "select \($0)::uuid" }
            ?? "select found.id from find_users_by_words(\(words.all), \(most)) as found (id)"
        return
            "select users.id, users.name, users.email, users.status from users where users.id in (\(ids)) and users.status <> 'deleted' limit \(most)"
    }

    /// Those of the ids that are in lists, in the given order.
    static func some(among ids: [ID]) -> SQL {
        """
        select users.id, users.name, users.email, users.status from users where users.id = any(\(ids)) and users.status <> 'deleted'
        order by array_position(\(ids), users.id)
        """
    }

    /// The ids of users with that former address.
    static func formerly(_ email: String) -> SQL {
        "select former_emails.user_id from former_emails where former_emails.email = fold_text(\(email))"
    }

    static func called(_ number: PhoneNumber.Searched) -> SQL {
        "select found.id from find_users_by_phone(\(number.beginnings), \(number.ends), 50) as found (id)"
    }

    /// The user with exactly that id in the company's own systems.
    static func external(_ id: String) -> SQL {
        "select users.id from users where users.external_id = \(id) and users.external_id <> ''"
    }

    static func ofDevice(_ id: ID) -> SQL {
        "select user_devices.user_id from user_devices where user_devices.id = \(id) and user_devices.removed_at is null"
    }

    // MARK: One user

    /// The last suspension and the last deletion of the user.
    static func statusGiven(_ id: ID, zone: String) -> SQL {
        """
        select distinct on (audit_events.action) audit_events.action, audit_events.actor_name,
            audit_events.at at time zone \(zone) as local_at
        from audit_events
        where audit_events.object_id = \(id) and audit_events.object_kind = 'user' and audit_events.object_id is not null
            and audit_events.action in (\(AuditAction.userSuspended.id), \(AuditAction.userDeleted.id))
        order by audit_events.action, audit_events.sequence desc
        """
    }

    /// With the removed ones that a legal hold keeps, if `withRemoved`: the latest 20 of both.
    static func devices(_ id: ID, withRemoved: Bool, zone: String) -> SQL {
        """
        select user_devices.id, user_devices.platform, user_devices.model, user_devices.app_version,
            user_devices.seen_at at time zone \(zone) as seen, user_devices.removed_at is not null as is_removed
        from user_devices where user_devices.user_id = \(id) and (\(withRemoved) or user_devices.removed_at is null)
        order by user_devices.removed_at is not null, user_devices.seen_at desc limit 20
        """
    }

    static func consents(_ id: ID, zone: String) -> SQL {
        """
        select user_consents.purpose, user_consents.text_version, user_consents.source, user_consents.granted,
            user_consents.at at time zone \(zone) as given
        from user_consents where user_consents.user_id = \(id) order by user_consents.at desc limit 50
        """
    }

    static func lastSeen(_ id: ID) -> SQL {
        """
        select user_devices.seen_at as at, user_devices.model as what from user_devices
        where user_devices.user_id = \(id) and user_devices.removed_at is null
        order by user_devices.seen_at desc limit \(AppEvents.most)
        """
    }

    static func lastConsents(_ id: ID, granted: Bool) -> SQL {
        """
        select user_consents.at, user_consents.purpose as what from user_consents
        where user_consents.user_id = \(id) and user_consents.granted = \(granted)
        order by user_consents.at desc limit \(AppEvents.most)
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

    /// Names for the audit trail, of the users that still exist.
    static func names(_ ids: [ID]) -> SQL { "select users.id, users.name from users where users.id = any(\(ids))" }
}
