import Console
import Postgres

/// SQL for users' own calls. Row-level security restricts each statement to the user's own rows.
enum MeQueries {
    static let profile: SQL = """
        select users.id, users.email, users.name, users.phone, users.language, users.zone, users.created_at, users.version,
            accounts.confirmed_at is not null as is_confirmed, \(PrivacyQueries.deletionRequested) as deletion_requested_at
        from users left join accounts on accounts.user_id = users.id where users.id = current_person()
        """

    static let lockProfile: SQL =
        "select users.name, users.phone, users.country, users.language, users.zone, users.language_chosen, users.zone_chosen from users where users.id = current_person() for no key update"

    /// A language or time zone that is `nil` is not chosen, and stays.
    static func saveProfile(name: String, phone: String, language: String?, zone: String?) -> SQL {
        """
        update users set name = \(name), phone = \(phone), language = coalesce(\(language)::text, users.language),
            zone = coalesce(\(zone)::text, users.zone),
            language_chosen = users.language_chosen or \(language)::text is not null,
            zone_chosen = users.zone_chosen or \(zone)::text is not null, version = users.version + 1
        where users.id = current_person()
        """
    }

    // MARK: Sessions

    /// Returns the newest first. The condition on `user_id` is for the index, and is a second wall beside row-level
    /// security.
    static func sessions(of user: ID, now: Timestamp) -> SQL {
        """
        select account_sessions.id, account_sessions.app_id, account_sessions.created_at, account_sessions.refreshed_at,
            device.id as device_id, device.platform, device.model
        from account_sessions
        left join lateral (select user_devices.id, user_devices.platform, user_devices.model from user_devices
            where user_devices.session_id = account_sessions.id order by user_devices.seen_at desc limit 1) as device on true
        where account_sessions.user_id = \(user) and account_sessions.ended_at is null and account_sessions.expires_at > \(now)
        order by account_sessions.refreshed_at desc, account_sessions.id limit 100
        """
    }

    static func endSession(_ id: ID, of user: ID, now: Timestamp) -> SQL {
        """
        update account_sessions set ended_at = \(now), ended_because = 'signed_out'
        where account_sessions.id = \(id) and account_sessions.user_id = \(user) and account_sessions.ended_at is null
        """
    }

    // MARK: Devices

    static func devices(of user: ID) -> SQL {
        """
        select user_devices.id, user_devices.platform, user_devices.model, user_devices.app_version, user_devices.language,
            user_devices.zone, user_devices.push_token <> '' as has_push, user_devices.session_id, user_devices.seen_at
        from user_devices where user_devices.user_id = \(user) and user_devices.removed_at is null
        order by user_devices.seen_at desc, user_devices.id limit 100
        """
    }

    static func countDevices(of user: ID, but id: ID) -> SQL {
        """
        select count(*) as n from user_devices
        where user_devices.user_id = \(user) and user_devices.id <> \(id) and user_devices.removed_at is null
        """
    }

    /// The push token leaves any other device that had it, whosever that is: `take_push_token`. A device that was removed,
    /// and whose row a legal hold keeps, is there again.
    static func saveDevice(_ id: ID, _ device: DeviceInput, of user: UserCaller, now: Timestamp) -> SQL {
        """
        insert into user_devices (tenant_id, user_id, id, platform, model, app_version, push_token, language, zone, session_id,
            seen_at, created_at)
        values (current_tenant(), \(user.id), \(id), \(device.platform), \(device.model), \(device.version), \(device.pushToken ?? ""),
            \(device.language), \(device.zone), \(user.session), \(now), \(now))
        on conflict (tenant_id, user_id, id) do update set platform = excluded.platform, model = excluded.model,
            app_version = excluded.app_version, push_token = excluded.push_token, language = excluded.language,
            zone = excluded.zone, session_id = excluded.session_id, seen_at = excluded.seen_at, removed_at = null
        """
    }

    /// Stores with the user what the device says, where the list of users shows it and filters by it: the platform, and
    /// the language and time zone unless they were chosen. An empty one says nothing.
    static func followDevice(_ device: DeviceInput, of user: ID) -> SQL {
        """
        update users set platform = told.platform, language = told.language, zone = told.zone,
            version = users.version + (told.language <> users.language or told.zone <> users.zone)::int
        from (select present.id, \(device.platform)::text as platform,
                case when present.language_chosen or \(device.userLanguage)::text = '' then present.language
                    else \(device.userLanguage)::text end as language,
                case when present.zone_chosen or \(device.zone)::text = '' then present.zone else \(device.zone)::text end as zone
            from users as present where present.id = \(user)) as told
        where users.id = told.id and (users.platform, users.language, users.zone) <> (told.platform, told.language, told.zone)
        """
    }

    static func sessionOfDevice(_ id: ID, of user: ID) -> SQL {
        """
        select user_devices.session_id, user_devices.model from user_devices
        where user_devices.id = \(id) and user_devices.user_id = \(user) and user_devices.removed_at is null
        for update
        """
    }

    /// If a legal hold on the user keeps the row, the device is gone all the same for everybody but those who keep the
    /// hold, and nothing is sent to it any more. Its row goes with the hold: `forgetRemoved`.
    static func forgetDevice(_ id: ID, of user: ID, now: Timestamp, in tx: borrowing TenantTransaction) throws {
        try tx.execute(detachDevice(id, of: user, now: now))
        try tx.execute(removeDevice(id, of: user))
    }

    /// Deletes what a hold kept of a user's removed devices, after its end.
    static func forgetRemoved(of user: ID) -> SQL {
        "delete from user_devices where user_devices.user_id = \(user) and user_devices.removed_at is not null"
    }

    private static func detachDevice(_ id: ID, of user: ID, now: Timestamp) -> SQL {
        """
        update user_devices set push_token = '', session_id = null, removed_at = \(now)
        where user_devices.id = \(id) and user_devices.user_id = \(user)
        """
    }

    private static func removeDevice(_ id: ID, of user: ID) -> SQL {
        "delete from user_devices where user_devices.id = \(id) and user_devices.user_id = \(user)"
    }
}
