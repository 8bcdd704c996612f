import Console
import Postgres

/// SQL for users' own calls. Row-level security restricts each statement to the user's own rows.
enum MeQueries {
    static let profile: SQL = """
        select users.id, users.email, users.name, users.phone, users.language, users.zone, users.created_at, users.version,
            accounts.confirmed_at is not null as is_confirmed, accounts.deletion_requested_at
        from users left join accounts on accounts.user_id = users.id where users.id = current_person()
        """

    static let lockProfile: SQL =
        "select users.name, users.phone, users.country, users.language, users.zone from users where users.id = current_person() for no key update"

    static func saveProfile(name: String, phone: String, language: String, zone: String) -> SQL {
        """
        update users set name = \(name), phone = \(phone), language = \(language), zone = \(zone), version = users.version + 1
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
        from user_devices where user_devices.user_id = \(user) order by user_devices.seen_at desc, user_devices.id limit 100
        """
    }

    static func countDevices(of user: ID, but id: ID) -> SQL {
        "select count(*) as n from user_devices where user_devices.user_id = \(user) and user_devices.id <> \(id)"
    }

    /// The push token moves with the device: an older device of the user with the same token loses it.
    static func saveDevice(_ id: ID, _ device: DeviceInput, of user: UserCaller, now: Timestamp) -> SQL {
        """
        with earlier as (
            update user_devices set push_token = '' where user_devices.user_id = \(user.id) and user_devices.id <> \(id)
                and user_devices.push_token = \(device.pushToken) and \(device.pushToken) <> '')
        insert into user_devices (tenant_id, user_id, id, platform, model, app_version, push_token, language, zone, session_id,
            seen_at, created_at)
        values (current_tenant(), \(user.id), \(id), \(device.platform), \(device.model), \(device.version), \(device.pushToken),
            \(device.language), \(device.zone), \(user.session), \(now), \(now))
        on conflict (tenant_id, user_id, id) do update set platform = excluded.platform, model = excluded.model,
            app_version = excluded.app_version, push_token = excluded.push_token, language = excluded.language,
            zone = excluded.zone, session_id = excluded.session_id, seen_at = excluded.seen_at
        """
    }

    /// Stores the platform of the user's device with the user, where the list of users shows it and filters by it.
    static func savePlatform(_ platform: String, of user: ID) -> SQL {
        "update users set platform = \(platform) where users.id = \(user) and users.platform <> \(platform)"
    }

    static func sessionOfDevice(_ id: ID, of user: ID) -> SQL {
        """
        select user_devices.session_id from user_devices where user_devices.id = \(id) and user_devices.user_id = \(user)
        for update
        """
    }

    static func detachDevice(_ id: ID, of user: ID) -> SQL {
        """
        update user_devices set push_token = '', session_id = null
        where user_devices.id = \(id) and user_devices.user_id = \(user)
        """
    }

    static func removeDevice(_ id: ID, of user: ID) -> SQL {
        "delete from user_devices where user_devices.id = \(id) and user_devices.user_id = \(user)"
    }

    // MARK: The end of the account

    /// Returns one row for the first request only.
    static func requestDeletion(of user: ID, now: Timestamp) -> SQL {
        """
        update accounts set deletion_requested_at = \(now)
        where accounts.user_id = \(user) and accounts.deletion_requested_at is null returning accounts.user_id
        """
    }
}
