import Console
import HTML
import Postgres
import Templates
import Web

/// Shows which calendar week of a term is which of 1 to 4, so that the holidays that don't count can be checked.
struct ShowTermWeeks: Viewing {
    private let id: ID

    init(_ request: WebRequest) throws { id = try request.id("term") }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        guard let term = try Term.find(id, in: tx) else { throw Refusal.notFound }
        let today = try Today.number(in: tx)
        let holidays = try tx.rows(TermQueries.holidays(term.days)).map { row in
            (
                name: try row.text("name"), days: try row.int("first_day")...row.int("last_day"),
                isCounted: try row.bool("is_counted")
            )
        }
        let language = actor.language
        func words(_ days: ClosedRange<Int>) -> String {
            let first = CalendarDay(number: days.lowerBound).words(language)
            return days.count == 1 ? first : "\(first) – \(CalendarDay(number: days.upperBound).words(language))"
        }
        let mondays = stride(
            from: TermCalendar.monday(of: term.days.lowerBound), through: term.days.upperBound, by: 7)
        let weeks = mondays.map { monday in
            let days = (monday...monday + 6).clamped(to: term.days)
            let isCurrent = days.contains(today)
            let number = term.calendar.week(of: days.lowerBound)
            return TermWeeksPage.Week(
                label: number.map {
                    isCurrent ? Strings.timetable_week_now(week: $0) : Strings.timetable_week(week: $0)
                }
                    ?? LocalText(Strings.timetable_week_uncounted),
                days: words(days),
                holidays: holidays.filter { $0.days.overlaps(monday...monday + 6) }.map {
                    .init(name: $0.name, days: words($0.days), isLeftOut: !$0.isCounted)
                }, isCurrent: isCurrent)
        }
        return TermWeeksPage(
            frame: actor.frame(
                LocalText(Strings.timetable_term_weeks), services, current: TermData.list.path,
                crumb: (LocalText(Strings.timetable_terms), actor.link(to: TermData.list))),
            term: term.name, weeks: weeks,
            edit: actor.may(TermData.needs) ? "\(actor.link(to: TermData.list))/\(id)" : nil,
            holidays: actor.link(to: HolidayData.list))
    }

    static func link(_ term: ID, _ actor: Actor) -> Link { "\(actor.link(to: TermData.list))/\(term)/weeks" }
}
