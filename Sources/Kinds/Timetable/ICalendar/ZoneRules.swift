import Postgres

/// The offset of a time zone's clocks from UTC, with its changes over some years.
struct ZoneRules: Sendable {
    struct Transition: Sendable, Equatable {
        /// In seconds since 1970.
        var at: Int
        /// Seconds east of UTC, from `at` on.
        var offset: Int
    }

    /// The IANA name.
    let name: String
    /// The offset before the first transition.
    let offset: Int
    let transitions: [Transition]

    /// Read from the tenant's PostgreSQL, whose rules also convert all other times.
    init(_ name: String, days: ClosedRange<Int>, rows: (SQL) throws -> Rows) throws {
        self.name = name
        var offset: Int?
        var changed: [Int] = []
        var before = 0
        for row in try rows(Self.daily(name, days)) {
            let (day, now) = (try row.int("day"), try row.int("seconds"))
            if offset == nil { offset = now } else if now != before { changed.append(day - 1) }
            before = now
        }
        var transitions: [Transition] = []
        if !changed.isEmpty {
            var last = offset ?? 0
            for row in try rows(Self.byMinute(name, changed)) {
                let now = try row.int("seconds")
                if now != last { transitions.append(Transition(at: try row.int("at"), offset: now)) }
                last = now
            }
        }
        self.offset = offset ?? 0
        self.transitions = transitions
    }

    /// Returns the time that the zone's clocks show at a moment; both are in seconds since 1970.
    func local(_ moment: Int) -> Int { moment + (transitions.last { $0.at <= moment }?.offset ?? offset) }

    /// Returns the offset at the start of each UTC day.
    private static func daily(_ zone: String, _ days: ClosedRange<Int>) -> SQL {
        """
        select day.number as day, extract(epoch from (to_timestamp(day.number * 86400) at time zone \(zone))
            - (to_timestamp(day.number * 86400) at time zone 'UTC'))::bigint as seconds
        from generate_series(\(days.lowerBound)::bigint, \(days.upperBound)::bigint) as day (number) order by day.number
        """
    }

    /// Returns the offset at each minute of those days: since 1972 every zone has changed its clocks at a full
    /// minute.
    private static func byMinute(_ zone: String, _ days: [Int]) -> SQL {
        """
        select moment.at, extract(epoch from (to_timestamp(moment.at) at time zone \(zone))
            - (to_timestamp(moment.at) at time zone 'UTC'))::bigint as seconds
        from unnest(\(days.map { Int64($0) })) as changed (day),
            generate_series(changed.day * 86400, (changed.day + 1) * 86400, 60) as moment (at)
        order by moment.at
        """
    }
}
