import Console
import Postgres

/// A term as stored, with its calendar.
struct Term: Sendable {
    let id: ID
    let name: String
    let bells: Bells
    let calendar: TermCalendar
    /// When its days were last computed, in seconds since 1970.
    let daysMade: Int

    var days: ClosedRange<Int> { calendar.days }

    /// Returns the number of the calendar week from that Monday on; nil outside of the term, and if it is not counted.
    func week(from monday: Int) -> Int? {
        (monday...monday + 6).overlaps(days) ? calendar.week(of: max(monday, days.lowerBound)) : nil
    }

    /// The days that a lesson with one day can have: exams are held before and after the lessons as well.
    var examDays: ClosedRange<Int> { days.lowerBound - Self.examMargin...days.upperBound + Self.examMargin }
    static let examMargin = 60

    /// `row` as `TermQueries` selects it.
    init(_ row: Row, in tx: borrowing TenantTransaction) throws {
        id = try row.id("id")
        name = try row.text("name")
        bells = Bells(try row.text("bells")) ?? Term.usualBells
        daysMade = try row.int("days_made")
        let days = try row.int("first_day")...row.int("last_day")
        let holidays = try tx.rows(TermQueries.holidays(days)).map { row in
            TermCalendar.Holiday(
                days: try row.int("first_day")...row.int("last_day"), isCounted: try row.bool("is_counted"))
        }
        calendar = TermCalendar(days: days, firstWeek: try row.int("first_week"), holidays: holidays)
    }

    private static let usualBells = Bells(Bells.usual) ?? Bells(whole: 0..<1440)

    /// Returns nil if there is no such term.
    static func find(_ id: ID, in tx: borrowing TenantTransaction) throws -> Term? {
        try tx.first(TermQueries.one(id)).map { try Term($0, in: tx) }
    }

    /// Returns nil if there is no term at all.
    static func current(_ day: Int, in tx: borrowing TenantTransaction) throws -> Term? {
        try tx.first(TermQueries.current(day)).map { try Term($0, in: tx) }
    }
}

/// Stores the days of a term: statements on dates read them, so that the rule of the weeks is in one place.
enum TermDays {
    static func make(of term: ID, in tx: borrowing TenantTransaction) throws {
        guard let made = try Term.find(term, in: tx) else { return }
        let days = made.calendar.teachingDays
        let stored = try tx.rows(TermQueries.days(term)).map {
            TermCalendar.TeachingDay(day: try $0.int("day"), weekday: try $0.int("weekday"), week: try $0.int("week"))
        }
        // A holiday touches few terms: calendars that people subscribed to hear nothing of the others, and no clash of
        // theirs is looked for.
        guard stored != days else { return }
        try tx.execute(TermQueries.forgetDays(term))
        try tx.execute(TermQueries.addDays(term, tenant: tx.tenant, days))
        try tx.execute(TermQueries.noteDays(term))
        _ = try tx.rows(TermQueries.findClashes(term))
    }
}
