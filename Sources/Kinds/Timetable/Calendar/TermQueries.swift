import Postgres

/// All SQL on terms, holidays and the days computed from them. Row-level security adds the tenant.
enum TermQueries {
    static let ids: SQL = "select timetable_terms.id from timetable_terms order by timetable_terms.first_day"

    private static let columns: SQL = """
        select timetable_terms.id, timetable_terms.name, timetable_terms.bells, timetable_terms.first_week,
            extract(epoch from timetable_terms.days_made_at)::bigint as days_made,
            (timetable_terms.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_terms.last_day - date '1970-01-01')::bigint as last_day
        from timetable_terms
        """

    static let all: SQL = columns + " order by timetable_terms.first_day desc, timetable_terms.id"

    static let lastBells: SQL =
        "select timetable_terms.bells from timetable_terms order by timetable_terms.first_day desc, timetable_terms.id limit 1"

    /// Returns the newest terms, and that one in any case.
    static func names(_ shown: ID, most: Int) -> SQL {
        """
        select found.id, found.name from (
            select timetable_terms.id, timetable_terms.name, timetable_terms.first_day from timetable_terms
            order by timetable_terms.id = \(shown) desc, timetable_terms.first_day desc, timetable_terms.id limit \(most)
        ) as found
        order by found.first_day desc, found.id
        """
    }

    /// Returns the other terms that have days of that one, the earliest first.
    static func overlapping(_ id: ID, most: Int) -> SQL {
        """
        select other.name from timetable_terms as this join timetable_terms as other on other.id <> this.id
            and other.first_day <= this.last_day and other.last_day >= this.first_day
        where this.id = \(id) order by other.first_day, other.id limit \(most)
        """
    }

    static func one(_ id: ID) -> SQL { columns + " where timetable_terms.id = \(id)" }

    /// Returns the term of that day; between two terms the next one, after the last term that one.
    static func current(_ day: Int) -> SQL {
        columns + """
             order by timetable_terms.last_day < \(day.sqlDay),
                case when timetable_terms.last_day < \(day.sqlDay) then \(day.sqlDay) - timetable_terms.last_day
                    else timetable_terms.first_day - \(day.sqlDay) end, timetable_terms.id limit 1
            """
    }

    /// Returns the terms that may have a lesson on one of those days, exams and moved lessons included: `Term.examDays`.
    static func near(_ days: ClosedRange<Int>) -> SQL {
        columns + """
             where timetable_terms.first_day <= \((days.upperBound + Term.examMargin).sqlDay)
                and timetable_terms.last_day >= \((days.lowerBound - Term.examMargin).sqlDay)
            order by timetable_terms.first_day, timetable_terms.id limit 20
            """
    }

    /// Returns holidays that fall in any week of the term.
    static func holidays(_ days: ClosedRange<Int>) -> SQL {
        """
        select timetable_holidays.name, timetable_holidays.is_counted,
            (timetable_holidays.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_holidays.last_day - date '1970-01-01')::bigint as last_day
        from timetable_holidays
        where timetable_holidays.last_day >= \((days.lowerBound - 7).sqlDay)
            and timetable_holidays.first_day <= \((days.upperBound + 7).sqlDay)
        order by timetable_holidays.first_day, timetable_holidays.id
        """
    }

    static func days(_ term: ID) -> SQL {
        """
        select (timetable_days.day - date '1970-01-01')::bigint as day, timetable_days.weekday::bigint as weekday,
            timetable_days.week::bigint as week
        from timetable_days where timetable_days.term_id = \(term) order by timetable_days.day
        """
    }

    static func forgetDays(_ term: ID) -> SQL { "delete from timetable_days where timetable_days.term_id = \(term)" }

    static func addDays(_ term: ID, tenant: ID, _ days: [TermCalendar.TeachingDay]) -> SQL {
        """
        insert into timetable_days (tenant_id, term_id, day, weekday, week)
        select \(tenant), \(term), date '1970-01-01' + made.day::integer, made.weekday::integer, made.week::integer
        from unnest(\(days.map { Int64($0.day) }), \(days.map { Int64($0.weekday) }), \(days.map { Int64($0.week) }))
            as made (day, weekday, week)
        """
    }

    static func noteDays(_ term: ID) -> SQL {
        "update timetable_terms set days_made_at = now() where timetable_terms.id = \(term)"
    }

    /// Computes the clashes of a term's lessons again, since they follow from the days.
    static func findClashes(_ term: ID) -> SQL {
        """
        select timetable_find_clashes(array(
            select timetable_lessons.id from timetable_lessons where timetable_lessons.term_id = \(term)))::text as done
        """
    }
}
