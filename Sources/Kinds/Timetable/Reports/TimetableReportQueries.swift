import Console
import Postgres

/// All SQL of the reports on the published timetable. Row-level security adds the tenant.
enum TimetableReportQueries {
    private static func isIn(_ day: SQL, _ period: ReportPeriod) -> SQL {
        "\(day) between \(period.from)::date and \(period.until)::date"
    }

    /// A part of a `with`: each published lesson on each of its days, as it takes place. A moved lesson counts on its new
    /// day, whatever its original day. A lesson that takes place once has its day, whatever its weeks and the holidays say.
    private static func held(_ period: ReportPeriod) -> SQL {
        """
        planned as (
            select timetable_days.day, timetable_published.lesson_id, timetable_published.kind,
                timetable_published.teacher_ids, timetable_published.room_id, timetable_published.starts,
                timetable_published.ends
            from timetable_days
            join timetable_published on timetable_published.term_id = timetable_days.term_id
                and timetable_published.weekday = timetable_days.weekday and timetable_published.until_version is null
                and timetable_published.weeks & (1 << (timetable_days.week - 1)) <> 0
                and timetable_days.day between timetable_published.first_day and timetable_published.last_day
                and timetable_published.first_day < timetable_published.last_day
            where \(isIn("timetable_days.day", period))
            union all
            select timetable_published.first_day, timetable_published.lesson_id, timetable_published.kind,
                timetable_published.teacher_ids, timetable_published.room_id, timetable_published.starts,
                timetable_published.ends
            from timetable_published
            where timetable_published.until_version is null
                and timetable_published.first_day = timetable_published.last_day
                and \(isIn("timetable_published.first_day", period))
        ), held as (
            select planned.day, planned.kind,
                case when cardinality(coalesce(timetable_exceptions.teacher_ids, '{}')) > 0 then timetable_exceptions.teacher_ids
                    else planned.teacher_ids end as teacher_ids,
                coalesce(timetable_exceptions.room_id, planned.room_id) as room_id, planned.starts, planned.ends
            from planned
            left join timetable_exceptions on timetable_exceptions.lesson_id = planned.lesson_id
                and timetable_exceptions.day = planned.day
            where coalesce(timetable_exceptions.kind, '') not in ('cancelled', 'moved')
            union all
            select timetable_exceptions.new_day, timetable_published.kind,
                case when cardinality(timetable_exceptions.teacher_ids) > 0 then timetable_exceptions.teacher_ids
                    else timetable_published.teacher_ids end,
                coalesce(timetable_exceptions.room_id, timetable_published.room_id), timetable_exceptions.starts,
                timetable_exceptions.ends
            from timetable_exceptions
            join timetable_published on timetable_published.lesson_id = timetable_exceptions.lesson_id
                and timetable_published.until_version is null
            where timetable_exceptions.kind = 'moved' and \(isIn("timetable_exceptions.new_day", period))
                and \(ExceptionQueries.isOnOwnDay("timetable_exceptions", "timetable_published"))
        )
        """
    }

    private static let hours: SQL = "round(coalesce(sum(held.ends - held.starts), 0) / 60.0)::bigint"

    /// The values for a teacher or a day: lessons, hours, and lessons by type.
    private static let load: SQL = """
        array[count(*), \(hours), count(*) filter (where held.kind = 'lecture'), count(*) filter (where held.kind = 'practice'),
            count(*) filter (where held.kind = 'lab'), count(*) filter (where held.kind not in ('lecture', 'practice', 'lab'))]
        """

    static func load(_ period: ReportPeriod, unnamed: String) -> SQL {
        """
        with \(held(period))
        select coalesce(timetable_teachers.name, \(unnamed)) as label, \(load) as values
        from held left join lateral unnest(held.teacher_ids) as taught (id) on true
        left join timetable_teachers on timetable_teachers.id = taught.id
        group by timetable_teachers.id, timetable_teachers.name
        order by sum(held.ends - held.starts) desc, 1 limit 5000
        """
    }

    static func along(_ unit: ReportUnit, _ period: ReportPeriod) -> SQL {
        """
        with \(period.spans(unit)), \(held(period)), counted as (
            select \(ReportPeriod.number(of: "(held.day::timestamp at time zone \(period.zone))")) as number,
                array[count(*), \(hours)] as sums
            from held group by 1
        )
        select spans.label, coalesce(counted.sums, '{0,0}'::bigint[]) as values
        from spans left join counted on counted.number = spans.number order by spans.number
        """
    }

    /// The usual starts and ends of lessons, term by term.
    struct Bells {
        var terms: [ID] = []
        var starts: [Int64] = []
        var ends: [Int64] = []
    }

    /// A part of a `with`: the usual times of each teaching day except Sundays.
    private static func slots(_ bells: Bells, _ period: ReportPeriod, at time: Int?) -> SQL {
        let only: SQL = time.map { " and bell.starts = \($0)" } ?? ""
        return """
            slots as (
                select timetable_days.day, bell.starts, bell.ends
                from timetable_days join unnest(\(bells.terms)::uuid[], \(bells.starts)::bigint[], \(bells.ends)::bigint[]) as bell (term, starts, ends)
                    on bell.term = timetable_days.term_id
                where timetable_days.weekday < 7 and \(isIn("timetable_days.day", period))\(only)
            )
            """
    }

    /// Returns lessons, hours, and the percentage of usual times that are taken.
    static func rooms(_ bells: Bells, _ period: ReportPeriod, building: String) -> SQL {
        """
        with \(held(period)), \(slots(bells, period, at: nil)), taken as (
            select held.room_id, count(distinct (slots.day, slots.starts)) as n
            from slots join held on held.day = slots.day and held.starts < slots.ends and slots.starts < held.ends
            group by held.room_id
        ), used as (
            select held.room_id, count(*) as lessons, \(hours) as hours from held where held.room_id is not null group by held.room_id
        )
        select timetable_rooms.name as label, array[coalesce(used.lessons, 0), coalesce(used.hours, 0),
            round(100.0 * coalesce(taken.n, 0) / greatest((select count(*) from slots), 1))::bigint] as values
        from timetable_rooms
        left join used on used.room_id = timetable_rooms.id left join taken on taken.room_id = timetable_rooms.id
        where \(isOf(building))
        order by coalesce(used.hours, 0) desc, timetable_rooms.name collate "und-x-icu", timetable_rooms.id limit 5000
        """
    }

    private static func isOf(_ building: String) -> SQL {
        "(\(building) = '' or timetable_rooms.building = \(building))"
    }

    /// A part of a `with`: each room at each usual time at which it is free.
    private static func free(_ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String) -> SQL {
        """
        \(held(period)), \(slots(bells, period, at: time)), free as (
            select slots.day, slots.starts, timetable_rooms.id, timetable_rooms.name, timetable_rooms.capacity
            from slots cross join timetable_rooms
            where \(isOf(building)) and not exists (select from held where held.room_id = timetable_rooms.id
                and held.day = slots.day and held.starts < slots.ends and slots.starts < held.ends)
        )
        """
    }

    /// Returns the free rooms and their seats, by day and time.
    static func freeByTime(_ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String) -> SQL {
        """
        with \(free(bells, period, at: time, building: building))
        select to_char(slots.day, 'YYYY-MM-DD') || to_char(make_interval(mins => slots.starts::integer), ' HH24:MI') as label,
            array[count(free.id), coalesce(sum(free.capacity), 0)::bigint] as values
        from slots left join free on free.day = slots.day and free.starts = slots.starts
        group by slots.day, slots.starts order by slots.day, slots.starts
        """
    }

    /// Returns for each room the number of times at which it is free, out of all. Rooms that are never free are left
    /// out.
    static func freeByRoom(_ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String) -> SQL {
        """
        with \(free(bells, period, at: time, building: building))
        select free.name as label, array[count(*), (select count(*) from slots), max(free.capacity)::bigint] as values
        from free group by free.id, free.name order by count(*) desc, free.name collate "und-x-icu", free.id limit 5000
        """
    }

    static func freeAlong(_ unit: ReportUnit, _ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String)
        -> SQL
    {
        """
        with \(period.spans(unit)), \(free(bells, period, at: time, building: building)), counted as (
            select \(ReportPeriod.number(of: "(free.day::timestamp at time zone \(period.zone))")) as number, count(*) as n
            from free group by 1
        )
        select spans.label, array[coalesce(counted.n, 0)] as values
        from spans left join counted on counted.number = spans.number order by spans.number
        """
    }

    static let buildings: SQL = """
        select array(select distinct timetable_rooms.building from timetable_rooms where timetable_rooms.building <> ''
            order by 1 limit 200) as values
        """
}
