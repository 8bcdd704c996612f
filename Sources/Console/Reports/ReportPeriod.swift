import HTML
import Postgres
import Templates
import Web

/// The unit of time of a report's picture and lines.
package enum ReportUnit: Sendable {
    case day, month

    package var heading: StringKey { self == .day ? Strings.home_day : Strings.finance_month }

    /// Returns `2026-03-31`, or the label of a `CalendarMonth`, in words for the picture's axis and for a table.
    package func place(_ label: String, _ language: Language) -> Chart.Place {
        guard self == .day, let day = LocalTime(day: label) else {
            let month = DateStyle(language).month(label)
            return Chart.Place(month, month)
        }
        return Chart.Place(DateStyle(language).dayMonth(day), DateStyle(language).date(day))
    }
}

/// The days of a report, in the tenant's zone.
package struct ReportPeriod: Sendable {
    /// Ten years, with the days that leap years add.
    private static let mostDays = 3_660
    /// Up to this number of days, a picture has one place per day.
    private static let mostPlaces = 120

    /// `yyyy-mm-dd`, whichever calendar it was typed in; a text that is no day stays as typed.
    package private(set) var from: String
    package private(set) var until: String
    package let zone: String
    fileprivate let language: Language
    private let now: LocalTime
    package private(set) var errors: [String: LocalText] = [:]
    private var days = 0

    /// The default days.
    package enum Usual: Sendable {
        /// This number of days up to today.
        case days(Int)
        /// From the first day of the month, in the calendar of the page's language, up to today.
        case thisMonth
    }

    /// The default is this number of days up to today.
    package init(_ query: Query, days usual: Int, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        try self.init(query, usual: .days(usual), in: tx, by: actor)
    }

    package init(_ query: Query, usual: Usual, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        zone = actor.tenant.zone
        let now = try tx.first(ReportQueries.today(zone: zone)).map { Int(try $0.localTime("today")) } ?? 0
        let language = actor.language
        let today = LocalTime(microseconds: now)
        (self.language, self.now) = (language, today)
        func day(_ name: String, back days: Int) -> String {
            guard let typed = query.trimmed(name) else { return Self.text(today.dayNumber - days) }
            return TypedDay.iso(typed) ?? typed
        }
        let back =
            switch usual {
            case .days(let days): days - 1
            case .thisMonth: today.dayNumber - CalendarMonth(of: today.dayNumber, in: language).firstDay
            }
        from = day("from", back: back)
        until = day("until", back: 0)
        for (name, text) in [("from", from), ("until", until)] where LocalTime(day: text) == nil {
            errors[name] = LocalText(Strings.error_day)
        }
        guard let first = LocalTime(day: from), let last = LocalTime(day: until) else { return }
        days = last.dayNumber - first.dayNumber + 1
        if days < 1 { errors["until"] = LocalText(Strings.error_until_before) }
        if days > Self.mostDays { errors["from"] = LocalText(Strings.reports_too_long) }
    }

    private static func text(_ dayNumber: Int) -> String {
        LocalTime(dayNumber: dayNumber).isoDay
    }

    // MARK: Other periods

    /// The period with which another one is compared.
    package enum Comparison: String, CaseIterable, Sendable {
        case none, previous, month, year

        package var label: StringKey {
            switch self {
            case .none: Strings.reports_compare_none
            case .previous: Strings.reports_compare_previous
            case .month: Strings.reports_compare_month
            case .year: Strings.reports_compare_year
            }
        }
    }

    /// Returns the period with which this one is compared; nil for none. The same days of another month are at most
    /// as many as that month has.
    package func compared(_ comparison: Comparison) -> ReportPeriod? {
        guard isGood, let first = LocalTime(day: from)?.dayNumber, let last = LocalTime(day: until)?.dayNumber else {
            return nil
        }
        switch comparison {
        case .none: return nil
        case .previous: return days(from: first - days, until: first - 1)
        case .month: return days(from: back(first, months: 1), until: back(last, months: 1))
        case .year: return days(from: back(first, months: 12), until: back(last, months: 12))
        }
    }

    /// Only today: the base of other periods.
    package var today: ReportPeriod { days(from: now.dayNumber, until: now.dayNumber) }
    package var monthSoFar: ReportPeriod { lastMonths(1) }

    /// The whole month before the one in which the period ends.
    package var lastMonth: ReportPeriod {
        let last = (LocalTime(day: until) ?? now).dayNumber
        let end = CalendarMonth(of: last, in: language).firstDay - 1
        return days(from: CalendarMonth(of: end, in: language).firstDay, until: end)
    }

    package func lastDays(_ count: Int) -> ReportPeriod {
        let last = (LocalTime(day: until) ?? now).dayNumber
        return days(from: last - count + 1, until: last)
    }

    /// Returns the last months, including the one in which the period ends.
    package func lastMonths(_ count: Int) -> ReportPeriod {
        guard let last = LocalTime(day: until)?.dayNumber else { return self }
        return days(from: CalendarMonth(of: back(last, months: count - 1), in: language).firstDay, until: last)
    }

    /// Returns each month of the period, cut at its ends.
    package var eachMonth: [(label: String, period: ReportPeriod)] {
        guard isGood, let first = LocalTime(day: from), let last = LocalTime(day: until) else { return [] }
        return CalendarMonth.months(from: first, until: last, in: language).map { month in
            let next = CalendarMonth(of: month.firstDay + 31, in: language).firstDay
            return (
                month.label,
                days(from: max(month.firstDay, first.dayNumber), until: min(next - 1, last.dayNumber))
            )
        }
    }

    private func days(from first: Int, until last: Int) -> ReportPeriod {
        var period = self
        (period.from, period.until, period.days) = (Self.text(first), Self.text(last), last - first + 1)
        period.errors = [:]
        return period
    }

    private func back(_ day: Int, months: Int) -> Int {
        let month = CalendarMonth(of: day, in: language)
        var other = month
        for _ in 0..<months { other = CalendarMonth(of: other.firstDay - 1, in: language) }
        let next = CalendarMonth(of: other.firstDay + 31, in: language).firstDay
        // The last day of a month corresponds to the last day of the other, so that whole months stay whole.
        let isLast = CalendarMonth(of: day + 1, in: language) != month
        return isLast ? next - 1 : min(other.firstDay + day - month.firstDay, next - 1)
    }

    /// True if the last day or month is not over yet, or if the period ends within it.
    package func endsWithin(_ unit: ReportUnit) -> Bool {
        guard let last = LocalTime(day: until)?.dayNumber else { return false }
        if last >= now.dayNumber { return true }
        return unit == .month && CalendarMonth(of: last + 1, in: language) == CalendarMonth(of: last, in: language)
    }

    /// The first day of a period that has not begun.
    package var notBegun: LocalTime? {
        LocalTime(day: from).flatMap { isGood && $0.dayNumber > now.dayNumber ? $0 : nil }
    }

    /// Without the days to come, of which nothing is known.
    package var untilToday: ReportPeriod {
        guard let first = LocalTime(day: from), let last = LocalTime(day: until),
            first.dayNumber <= now.dayNumber, last.dayNumber > now.dayNumber
        else { return self }
        return days(from: first.dayNumber, until: now.dayNumber)
    }

    /// Returns how many of its days or months have begun: those to come are no places of a picture, where they would look
    /// like days without anything.
    package func begun(_ unit: ReportUnit) -> Int {
        let past = untilToday
        return unit == .day ? past.days : past.eachMonth.count
    }

    package var isGood: Bool { errors.isEmpty }
    package var query: [(name: String, value: String)] { [("from", from), ("until", until)] }
    package var unit: ReportUnit { days <= Self.mostPlaces ? .day : .month }

    /// “1 Mar 2026 to 31 Mar 2026”
    package var words: LocalText {
        func words(_ text: String) -> any TextArgument {
            LocalTime(day: text).map { Formatted.date($0) } ?? text as any TextArgument
        }
        return Strings.finance_period(from: words(from), until: words(until))
    }

    package var fromField: Field { field("from", Strings.finance_from, from) }
    package var untilField: Field { field("until", Strings.finance_until, until) }

    private func field(_ name: String, _ label: StringKey, _ value: String) -> Field {
        .day(name, LocalText(label), value, language, error: errors[name], isRequired: true)
    }

    // MARK: SQL

    package var begins: SQL { "(\(from)::timestamp at time zone \(zone))" }
    package var ends: SQL { "((\(until)::timestamp + interval '1 day') at time zone \(zone))" }

    package func holds(_ moment: SQL) -> SQL { "\(moment) >= \(begins) and \(moment) < \(ends)" }

    /// Returns the label of a day's month, as text.
    package func month(of day: SQL) -> SQL { Months(self, until: until).label(of: day) }

    /// Each month from that of the first day to the current one, with its number from 1.
    package var monthsUntilToday: SQL { Months(self, until: now.isoDay).spans }

    /// Returns two parts of a `with`: `spans`, each day or month with its number from 1, and `starts`, an array of
    /// their starts. Finding the position of a time among these (`number(of:)`) takes a tenth of the time of
    /// converting it to a day in a zone.
    package func spans(_ unit: ReportUnit) -> SQL {
        let spans: SQL =
            switch unit {
            case .day:
                """
                select span.day, to_char(span.day, 'YYYY-MM-DD') as label, (row_number() over (order by span.day))::int as number
                from generate_series(\(from)::timestamp, \(until)::timestamp, interval '1 day') as span (day)
                """
            case .month: Months(self, until: until).spans
            }
        return """
            spans as (
                \(spans)
            ), starts as (select array_agg(spans.day at time zone \(zone) order by spans.day) as moments from spans)
            """
    }

    package static func number(of moment: SQL) -> SQL { "width_bucket(\(moment), (select starts.moments from starts))" }
}

/// The months of a period, in the calendar of the page's language: Persian months don't begin with Gregorian ones.
private struct Months {
    private let starts: [String]
    private let labels: [String]

    init(_ period: ReportPeriod, until last: String) {
        let months =
            LocalTime(day: period.from).flatMap { first in
                LocalTime(day: last).map { CalendarMonth.months(from: first, until: $0, in: period.language) }
            } ?? []
        starts = months.map { LocalTime(dayNumber: $0.firstDay).isoDay }
        labels = months.map(\.label)
    }

    var spans: SQL {
        """
        select span.day::timestamp as day, span.label, span.number::int as number
        from unnest(\(starts)::text[], \(labels)::text[]) with ordinality as span (day, label, number)
        """
    }

    func label(of day: SQL) -> SQL {
        "(\(labels)::text[])[width_bucket(\(day)::timestamp, \(starts)::text[]::timestamp[])]"
    }
}

enum ReportQueries {
    static func today(zone: String) -> SQL { "select (now() at time zone \(zone))::date::timestamp as today" }
}
