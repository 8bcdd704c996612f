import Console
import Postgres

/// SQL for what hangs on the newest users of a demo tenant: devices, consents, notes.
struct UserDetailDemoQueries {
    let tenant: ID
    let seed: Int64
    let now: Timestamp
    /// Who writes notes.
    let authors: [DemoColleague]

    /// How many users get them: enough to click through, without tripling the load.
    static let most = 2000

    static let devices: [(platform: String, model: String)] = [
        ("ios", "iPhone 12"), ("ios", "iPhone 13"), ("ios", "iPhone 13 mini"), ("ios", "iPhone 14 Pro"),
        ("ios", "iPhone 15"),
        ("ios", "iPhone 16"), ("ios", "iPhone SE (2022)"), ("ios", "iPad Air (M2)"),
        ("android", "Samsung Galaxy S23"), ("android", "Samsung Galaxy A54"), ("android", "Samsung Galaxy A15"),
        ("android", "Xiaomi Redmi Note 12"), ("android", "Xiaomi 14"), ("android", "Google Pixel 7a"),
        ("android", "Google Pixel 9"),
        ("android", "HUAWEI nova 11"), ("android", "OnePlus Nord 3"), ("android", "motorola moto g84"),
        ("web", "Chrome on Windows"), ("web", "Safari on macOS"), ("web", "Firefox on Linux"),
        ("web", "Edge on Windows"),
    ]
    static let notes = [
        "Asked how to move the account to a new phone; sent the guide.",
        "Refund for October agreed on the phone. Reference in the billing system.",
        "Wants the app in Arabic. Told that it is planned.",
        "Escribió dos veces por el mismo problema: no llegan los avisos.\nResuelto al desactivar el ahorro de batería.",
        "Пишет, что письма попадают в спам. Попросили добавить адрес в контакты.",
        "Careful: shares the device with a family member.",
        "Good bug report, with a screen recording. Not reproduced on Android 14 yet.",
    ]

    /// UUIDv7 sorts by time, so the primary key finds the newest even while the other indexes are away. The owner of a
    /// private cluster is a superuser, whom row-level security doesn't bind: hence the tenant.
    private var newest: SQL {
        """
        (select users.id, users.platform, users.created_at, users.seen_at, uuid_hash_extended(users.id, \(seed)) as draw
        from users where users.tenant_id = \(tenant) order by users.id desc limit \(Self.most)) as newest
        """
    }

    var addDevices: SQL {
        """
        insert into user_devices (tenant_id, user_id, id, platform, model, app_version, seen_at)
        select \(tenant), made.user_id, \(Draw.id(at: "made.seen_at", "made.draw", "(made.draw # made.number)")), made.platform, made.model,
            '4.' || (9 - made.number * 2) || '.' || (made.draw & 7), made.seen_at
        from (
            select newest.id as user_id, newest.draw # hashint8extended(device.number, \(seed)) as draw, device.number, newest.platform,
                (models.names)[1 + (((newest.draw >> 20) & 1048575) + device.number * 5) % cardinality(models.names)] as model,
                greatest(newest.created_at, newest.seen_at - (device.number - 1) * interval '19 days') as seen_at
            from \(newest)
            join (
                select known.platform, array_agg(known.model order by known.model) as names
                from unnest(\(Self.devices.map(\.platform)), \(Self.devices.map(\.model))) as known (platform, model)
                group by known.platform
            ) as models on models.platform = newest.platform
            cross join generate_series(1, 3) as device (number)
            where device.number <= 1 + (newest.draw & 15) / 7
        ) as made
        """
    }

    func addConsents(_ purposes: [String]) -> SQL {
        """
        insert into user_consents (tenant_id, user_id, id, purpose, text_version, source, granted, at)
        select \(tenant), newest.id,
            \(Draw.id(at: "newest.created_at", "(newest.draw >> 8)", "(newest.draw # hashint8extended(asked.position, \(seed)))")),
            asked.purpose, 2 + (newest.draw & 1), case newest.platform when 'web' then 'web' else 'app' end,
            case asked.purpose when 'terms' then true when 'marketing' then (newest.draw >> 4) & 7 < 3 else (newest.draw >> 7) & 7 < 6 end,
            least(newest.created_at + asked.position * interval '7 seconds', \(now))
        from \(newest)
        cross join unnest(\(purposes)) with ordinality as asked (purpose, position)
        """
    }

    /// One in twenty.
    var addNotes: SQL {
        """
        insert into user_notes (tenant_id, user_id, id, author_id, author_name, body, at)
        select \(tenant), made.user_id, \(Draw.id(at: "made.at", "(made.draw >> 12)", "made.draw")), (\(authors.map(\.id)))[made.author],
            (\(authors.map(\.name)))[made.author],
            \(Draw.one(of: Self.notes, by: "((made.draw >> 40) & 1048575)")), made.at
        from (
            select newest.id as user_id, newest.draw, 1 + ((newest.draw >> 20) & 1048575) * \(authors.count) / 1048576 as author,
                newest.created_at + (\(now) - newest.created_at) * ((newest.draw & 1023) / 1024.0::float8) as at
            from \(newest) where abs(newest.draw % 20) = 7
        ) as made
        """
    }
}
