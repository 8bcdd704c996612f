import Console
import Postgres

/// SQL that makes the users of one demo tenant on the server, a chunk of numbers at a time. Number `count` is the
/// newest. Everything is drawn from hashes of the number; see `Draw`.
struct UserDemoQueries {
    let tenant: ID
    let count: Int
    let seed: Int64
    let now: Timestamp
    let pool: CulturePool
    let recipe: FactRecipe
    let roles: [String]
    let plans: [String]
    /// True if the newest users get names that break naive code.
    let isNasty: Bool

    static let domains = [
        "example.org", "example.com", "example.net", "mail.example", "post.example", "correo.example", "pochta.example",
    ]
    static let reasons = [
        "Spam reported by other users", "Chargeback", "Sharing the account with others", "Abusive messages",
        "Suspected takeover: password reset needed", "Asked for by the guardian", "Payment failed three times",
        "Fake profile",
    ]

    /// The number of newest users with nasty names; in a small tenant, half of the users keep plain names.
    var hostile: Int { isNasty ? min(HostileNames.all.count, (count + 1) / 2) : 0 }

    /// A power of ten above the count: the numbers in e-mail addresses are scattered below it, each used once.
    var handles: Int {
        var power = 1000
        while power <= count { power *= 10 }
        return power
    }

    func insert(_ numbers: ClosedRange<Int>) -> SQL {
        """
        insert into users (tenant_id, id, email, name, status, role, plan, country, language, zone, platform, created_at,
            seen_at, renews_at, status_reason, phone, external_id, facts)
        select \(tenant), \(Draw.id(at: "drawn.created_at", "drawn.fifth", "drawn.sixth")),
            coalesce(nasty.email, \(email)), coalesce(nasty.name, \(name)),
            drawn.status, \(Draw.one(of: roles, bounds: Draw.falling(roles.count, ratio: 24), by: "(drawn.fourth & 1048575)")),
            drawn.plan, place.country,
            case when (drawn.fourth >> 20) & 15 = 0 then 'en' else (\(pool.languages))[drawn.culture] end, place.zone,
            drawn.platform, drawn.created_at,
            case when drawn.status = 'pending' or drawn.seen < 0.04 then 'epoch'
                else \(now) - least(drawn.age, case when drawn.seen < 0.28 then drawn.recency
                    when drawn.seen < 0.62 then drawn.recency * 7 else drawn.age * drawn.recency * drawn.recency end)
                    * interval '24 hours' end,
            case when drawn.plan <> \(plans.first ?? "free") and drawn.status <> 'deleted'
                then greatest(\(now) + interval '1 hour', drawn.created_at + interval '11 minutes' + case when (drawn.fourth >> 34) & 3 = 0 and drawn.plan <> 'trial'
                    then make_interval(years => 1 + date_part('year', age(\(now), drawn.created_at + interval '11 minutes'))::integer)
                    else make_interval(months => 1 + date_part('year', age(\(now), drawn.created_at + interval '11 minutes'))::integer * 12
                        + date_part('month', age(\(now), drawn.created_at + interval '11 minutes'))::integer) end) end,
            case when drawn.status = 'suspended' then \(Draw.one(of: Self.reasons, by: "((drawn.fourth >> 36) & 1048575)")) else '' end,
            \(phone), case when (drawn.sixth >> 40) & 7 < 5 then 'CRM-' || drawn.n * 61803 % \(handles) else '' end,
            \(recipe.sql(seed: seed))
        from (\(drawn(numbers))) as drawn
        join unnest(\(pool.givenNames), \(pool.givenHandles)) with ordinality as given (name, handle, position)
            on given.position = drawn.given
        join unnest(\(pool.familyNames), \(pool.familyHandles)) with ordinality as family (name, handle, position)
            on family.position = drawn.family
        left join unnest(\(pool.familyNames)) with ordinality as second (name, position)
            on second.position = drawn.second
        join unnest(\(pool.countries), \(pool.zones)) with ordinality as place (country, zone, position)
            on place.position = drawn.place
        left join unnest(\(hostilePeople.map(\.name)), \(hostilePeople.map(\.email)))
            with ordinality as nasty (name, email, position) on nasty.position = \(count) - drawn.n + 1
        """
    }

    private var hostilePeople: [HostileNames.Person] { Array(HostileNames.all.prefix(hostile)) }

    /// One user in sixteen writes the name in Latin letters, whatever the script.
    private var name: SQL {
        """
        case when drawn.style = 0 then initcap(given.handle) || ' ' || initcap(family.handle)
            when (\(pool.orders))[drawn.culture] = 'joined' then family.name || given.name
            when (\(pool.orders))[drawn.culture] = 'familyFirst' then family.name || ' ' || given.name
            else given.name || ' ' || family.name || coalesce(' ' || second.name, '') end
        """
    }

    /// Handles contain letters only, so the number after them makes the address unique.
    private var email: SQL {
        """
        case when drawn.style < 9 then given.handle || '.' when drawn.style < 12 then left(given.handle, 1) || '.'
            when drawn.style < 14 then given.handle || '_' else given.handle end || family.handle
            || drawn.n * 61803 % \(handles) || '@' || \(Draw.one(of: Self.domains, bounds: Draw.falling(Self.domains.count, ratio: 1.8), by: "((drawn.fifth >> 40) & 1048575)"))
        """
    }

    /// Three users in four have given a number, of those that are set aside for films: 555 01xx in North America, and the
    /// ranges of Ofcom, the Bundesnetzagentur, Arcep, PTS and ACMA. Elsewhere people have one of North America.
    private var phone: SQL {
        let digits: SQL = "(drawn.sixth >> 20) & 1048575"
        return """
            case when (drawn.sixth >> 44) & 3 = 0 then ''
                when place.country = 'GB' then '+447700900' || lpad(((\(digits)) % 1000)::text, 3, '0')
                when place.country = 'DE' then '+493023125' || lpad(((\(digits)) % 1000)::text, 3, '0')
                when place.country = 'FR' then '+3363998' || lpad(((\(digits)) % 10000)::text, 4, '0')
                when place.country = 'SE' then '+46701740' || (605 + (\(digits)) % 95)::text
                when place.country = 'AU' then '+61491570' || (156 + (\(digits)) % 3)::text
                else '+1' || (array['202', '212', '303', '312', '404', '415', '503', '617', '702', '808'])[1 + (\(digits)) % 10]
                    || '55501' || lpad((((\(digits)) / 10) % 100)::text, 2, '0') end
            """
    }

    /// Makes the draws of each number, in three layers separated by `offset 0`, so that each is computed once.
    private func drawn(_ numbers: ClosedRange<Int>) -> SQL {
        """
        select aged.*,
            \(now) - aged.age * interval '24 hours' as created_at,
            (\(pool.given.starts))[aged.slot]
                + floor((\(pool.given.sizes))[aged.slot] * power(((aged.first >> 20) & 1048575) / 1048576.0::float8, 1.3))::bigint as given,
            (\(pool.family.starts))[aged.slot]
                + floor((\(pool.family.sizes))[aged.slot] * power(((aged.first >> 40) & 1048575) / 1048576.0::float8, 1.3))::bigint as family,
            case when (aged.second_draw & 1048575) % 1000 < (\(pool.secondFamily))[aged.culture] then
                (\(pool.family.starts))[aged.slot] + ((aged.sixth & 1048575) * (\(pool.family.sizes))[aged.slot] >> 20) end as second,
            (\(pool.place.starts))[aged.culture]
                + (((aged.second_draw >> 20) & 1048575) * (\(pool.place.sizes))[aged.culture] >> 20) as place,
            (array['active', 'pending', 'suspended', 'deleted'])[width_bucket(aged.third & 1048575, \(Draw.bounds([92, 4, 3, 1])))] as status,
            \(Draw.one(of: plans, bounds: Draw.falling(plans.count, ratio: 4), by: "((aged.third >> 20) & 1048575)")) as plan,
            (array['android', 'ios', 'web'])[width_bucket((aged.third >> 40) & 1048575, \(Draw.bounds([56, 33, 11])))] as platform,
            ((aged.second_draw >> 40) & 1048575) / 1048576.0::float8 as seen,
            ((aged.fifth >> 20) & 1048575) / 1048576.0::float8 as recency,
            (aged.fifth >> 16) & 15 as style
        from (\(aged(numbers))) as aged
        offset 0
        """
    }

    /// How many days ago the user joined. Sign-ups grow exponentially; then each moment is moved a little, so that
    /// Sundays and evenings are busier and no two days are alike. Users with nasty names are distributed evenly among
    /// the newest.
    private func aged(_ numbers: ClosedRange<Int>) -> SQL {
        // Four other users join between two of them.
        let spacing = min(1, 4 * Self.growth / Double(max(1, count)))
        return """
            select hashed.*, width_bucket(hashed.first & 1048575, \(pool.bounds)) as culture,
                2 * width_bucket(hashed.first & 1048575, \(pool.bounds)) - ((hashed.first >> 60) & 1)::integer as slot,
                case when hashed.n > \(count - hostile) then (\(count) - hashed.n + 0.5) * \(spacing)
                else least(abs(hashed.even
                    - 0.25 * sin((hashed.day - hashed.even) * 2 * pi() / 7) + 0.09 * cos((hashed.day - hashed.even) * 2 * pi())
                    - 0.2 * ((hashint8extended(floor(hashed.day - hashed.even)::bigint, \(seed)) & 1048575) / 1048576.0::float8 - 0.5)),
                    \(Self.span)) end as age
            from (
                select series.n, hashint8extended(series.n, \(seed + 1)) as first, hashint8extended(series.n, \(seed + 2)) as second_draw,
                    hashint8extended(series.n, \(seed + 3)) as third, hashint8extended(series.n, \(seed + 4)) as fourth,
                    hashint8extended(series.n, \(seed + 5)) as fifth, hashint8extended(series.n, \(seed + 6)) as sixth,
                    \(Double(now.microseconds) / 86_400_000_000) as day,
                    -\(Self.growth) * ln(1 - (\(count) - series.n + (hashint8extended(series.n, \(seed + 7)) & 1048575) / 1048576.0::float8)
                        / \(count) * (1 - exp(-\(Self.span) / \(Self.growth)))) as even
                from generate_series(\(numbers.lowerBound), \(numbers.upperBound)) as series (n)
                offset 0
            ) as hashed
            offset 0
            """
    }

    /// Days in which the number of sign-ups a day grows by e, and days since the first.
    private static let growth = 300.0
    private static let span = 1095.0
}
