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
                coalesce(timetable_exceptions.room_id, timetable_published.room_id),
                \(ExceptionQueries.starts("timetable_exceptions", "timetable_published")),
                \(ExceptionQueries.ends("timetable_exceptions", "timetable_published"))
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

    /// `building` leaves only lessons in its rooms, or in any room if it is empty; nil: all lessons.
    static func along(_ unit: ReportUnit, _ period: ReportPeriod, inRoomsOf building: String? = nil) -> SQL {
        // As an array, which is computed once: a join of lessons with rooms takes seconds where the planner knows nothing of them yet.
        let inRooms: SQL =
            building.map {
                """
                 where held.room_id = any (array(
                    select timetable_rooms.id from timetable_rooms where \(isOf($0))))
                """
            } ?? ""
        return """
            with \(period.spans(unit)), \(held(period)), counted as (
                select \(ReportPeriod.number(of: "(held.day::timestamp at time zone \(period.zone))")) as number,
                    array[count(*), \(hours)] as sums
                from held\(inRooms) group by 1
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

    /// A part of a `with`: the usual times of each teaching day except Sundays, and the rooms that are taken at each. Terms
    /// may have one time with several ends: it lasts until the last of them.
    ///
    /// Nothing here is joined by a range: lessons are spread over the usual times one by one, and what belongs to one time
    /// is grouped. A join of lessons with times, or of times with rooms, takes minutes where the planner knows nothing of
    /// the tables yet and compares all with all.
    private static func busy(_ bells: Bells, _ period: ReportPeriod, at time: Int?) -> SQL {
        let only: SQL = time.map { " and bell.starts = \($0)" } ?? ""
        return """
            \(held(period)), bells as (
                select bell.term, bell.starts, bell.ends
                from unnest(\(bells.terms)::uuid[], \(bells.starts)::bigint[], \(bells.ends)::bigint[])
                    as bell (term, starts, ends)
                where true\(only)
            ), times as (
                select array_agg(bell.starts) as starts, array_agg(bell.ends) as ends
                from (select distinct bells.starts, bells.ends from bells) as bell
            ), slots as (
                select timetable_days.day, bells.starts, max(bells.ends) as ends
                from timetable_days join bells on bells.term = timetable_days.term_id
                where timetable_days.weekday < 7 and \(isIn("timetable_days.day", period))
                group by timetable_days.day, bells.starts
            ), spots as (
                select slots.day, slots.starts, slots.ends, null::uuid as room_id, true as is_slot from slots
                union all
                select held.day, bell.starts, bell.ends, held.room_id, false
                from held cross join times cross join lateral unnest(times.starts, times.ends) as bell (starts, ends)
                where held.room_id is not null and held.starts < bell.ends and bell.starts < held.ends
            ), busy as materialized (
                select spots.day, spots.starts, array_remove(array_agg(distinct spots.room_id), null) as rooms
                from spots group by spots.day, spots.starts, spots.ends having bool_or(spots.is_slot)
            )
            """
    }

    /// Returns lessons, hours, and the percentage of usual times that are taken.
    static func rooms(_ bells: Bells, _ period: ReportPeriod, building: String) -> SQL {
        """
        with \(busy(bells, period, at: nil)), \(taken), used as materialized (
            select held.room_id, count(*) as lessons, \(hours) as hours from held where held.room_id is not null group by held.room_id
        )
        select timetable_rooms.name as label, array[coalesce(used.lessons, 0), coalesce(used.hours, 0),
            round(100.0 * coalesce(taken.n, 0) / greatest((select count(*) from busy), 1))::bigint] as values
        from timetable_rooms
        left join used on used.room_id = timetable_rooms.id left join taken on taken.room_id = timetable_rooms.id
        where \(isOf(building))
        order by coalesce(used.hours, 0) desc, timetable_rooms.name collate "und-x-icu", timetable_rooms.id limit 5000
        """
    }

    /// A part of a `with`: at how many of the usual times each room is taken.
    private static let taken: SQL = """
        taken as materialized (
            select taken.room_id, count(*) as n from busy cross join lateral unnest(busy.rooms) as taken (room_id) group by taken.room_id
        )
        """

    private static func isOf(_ building: String) -> SQL {
        "(\(building) = '' or timetable_rooms.building = \(building))"
    }

    /// A part of a `with`: how many rooms are free at each usual time, and their seats.
    private static func free(_ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String) -> SQL {
        """
        \(busy(bells, period, at: time)), whole as (
            select count(*) as rooms, coalesce(sum(timetable_rooms.capacity), 0)::bigint as seats from timetable_rooms
            where \(isOf(building))
        ), free as materialized (
            select busy.day, busy.starts, min(whole.rooms) - count(timetable_rooms.id) as rooms,
                min(whole.seats) - coalesce(sum(timetable_rooms.capacity), 0)::bigint as seats
            from busy cross join whole left join lateral unnest(busy.rooms) as taken (room_id) on true
            left join timetable_rooms on timetable_rooms.id = taken.room_id and \(isOf(building))
            group by busy.day, busy.starts
        )
        """
    }

    /// Returns the free rooms and their seats, by day and time.
    static func freeByTime(_ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String) -> SQL {
        """
        with \(free(bells, period, at: time, building: building))
        select to_char(free.day, 'YYYY-MM-DD') || to_char(make_interval(mins => free.starts::integer), ' HH24:MI') as label,
            array[free.rooms, free.seats] as values
        from free order by free.day, free.starts
        """
    }

    /// Returns for each room the number of times at which it is free, out of all. Rooms that are never free are left
    /// out.
    static func freeByRoom(_ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String) -> SQL {
        """
        with \(busy(bells, period, at: time)), \(taken), whole as (select count(*) as times from busy)
        select timetable_rooms.name as label,
            array[whole.times - coalesce(taken.n, 0), whole.times, timetable_rooms.capacity::bigint] as values
        from timetable_rooms cross join whole left join taken on taken.room_id = timetable_rooms.id
        where \(isOf(building)) and whole.times > coalesce(taken.n, 0)
        order by whole.times - coalesce(taken.n, 0) desc, timetable_rooms.name collate "und-x-icu", timetable_rooms.id limit 5000
        """
    }

    static func freeAlong(_ unit: ReportUnit, _ bells: Bells, _ period: ReportPeriod, at time: Int?, building: String)
        -> SQL
    {
        """
        with \(period.spans(unit)), \(free(bells, period, at: time, building: building)), counted as (
            select \(ReportPeriod.number(of: "(free.day::timestamp at time zone \(period.zone))")) as number,
                sum(free.rooms)::bigint as n
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
