import HTML
import Postgres
import Templates
import Web

/// How a report's picture and lines follow each other in time.
package enum ReportUnit: Sendable {
    case day, month

    package var heading: StringKey { self == .day ? Strings.home_day : Strings.finance_month }

    /// `2026-03-31`, or the label of a `CalendarMonth`, on a picture's axis and in a table.
    package func place(_ label: String, _ language: Language) -> Chart.Place {
        guard self == .day, let day = LocalTime(day: label) else {
            let month = DateStyle(language).month(label)
            return Chart.Place(month, month)
        }
        return Chart.Place(DateStyle(language).dayMonth(day), DateStyle(language).date(day))
    }
}

/// The days that a report is asked about, by the clock of the tenant's zone.
package struct ReportPeriod: Sendable {
    /// Ten years, and the days that leap years add.
    private static let mostDays = 3_660
    /// Up to so many days a picture has a place for each.
    private static let mostPlaces = 120

    /// `yyyy-mm-dd`, whichever calendar it was typed in; what is no day stays as it was typed.
    package private(set) var from: String
    package private(set) var until: String
    package let zone: String
    fileprivate let language: Language
    private let now: LocalTime
    package private(set) var errors: [String: LocalText] = [:]
    private var days = 0

    /// The days where no others are asked for.
    package enum Usual: Sendable {
        /// So many up to today.
        case days(Int)
        /// From the first of the month, in the calendar of the page's language, up to today.
        case thisMonth
    }

    /// So many days up to today where no others are asked for.
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
        String(LocalTime(microseconds: dayNumber * 86_400_000_000).iso.prefix(10))
    }

    // MARK: Other periods

    /// What a period is held against.
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

    /// The period that this one is held against; nil for none. The same days of another month are as many as that month has.
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

    /// Today alone: where other periods begin.
    package var today: ReportPeriod { days(from: now.dayNumber, until: now.dayNumber) }
    package var monthSoFar: ReportPeriod { lastMonths(1) }

    /// The whole month before the one that the period ends in.
    package var lastMonth: ReportPeriod {
        let last = (LocalTime(day: until) ?? now).dayNumber
        let end = CalendarMonth(of: last, in: language).firstDay - 1
        return days(from: CalendarMonth(of: end, in: language).firstDay, until: end)
    }

    package func lastDays(_ count: Int) -> ReportPeriod {
        let last = (LocalTime(day: until) ?? now).dayNumber
        return days(from: last - count + 1, until: last)
    }

    /// The last months, the one that the period ends in among them.
    package func lastMonths(_ count: Int) -> ReportPeriod {
        guard let last = LocalTime(day: until)?.dayNumber else { return self }
        return days(from: CalendarMonth(of: back(last, months: count - 1), in: language).firstDay, until: last)
    }

    /// Each month of the period, cut to it.
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
        // The last day of a month is the last of the other, so that whole months stay whole.
        let isLast = CalendarMonth(of: day + 1, in: language) != month
        return isLast ? next - 1 : min(other.firstDay + day - month.firstDay, next - 1)
    }

    /// The last day or month is not over yet, or the period cuts it short.
    package func endsWithin(_ unit: ReportUnit) -> Bool {
        guard let last = LocalTime(day: until)?.dayNumber else { return false }
        if last >= now.dayNumber { return true }
        return unit == .month && CalendarMonth(of: last + 1, in: language) == CalendarMonth(of: last, in: language)
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

    /// The label of the month in which a day is, as text.
    package func month(of day: SQL) -> SQL { Months(self, until: until).label(of: day) }

    /// Each month from the first day's to the one that is running, with its number from 1 on.
    package var monthsUntilToday: SQL { Months(self, until: String(now.iso.prefix(10))).spans }

    /// Two parts of a `with`: `spans`, each day or month with its number from 1 on, and `starts`, an array
    /// of when they begin. Where a moment stands among those (`number(of:)`) is found in a tenth of the
    /// time that its day in a zone takes.
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
        starts = months.map { String(LocalTime(microseconds: $0.firstDay * 86_400_000_000).iso.prefix(10)) }
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
