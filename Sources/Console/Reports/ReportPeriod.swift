import HTML
import Postgres
import Templates
import Web

/// How a report's picture and lines follow each other in time.
package enum ReportUnit: Sendable {
    case day, month

    package var step: SQL { self == .day ? "interval '1 day'" : "interval '1 month'" }
    package var name: SQL { self == .day ? "'day'" : "'month'" }
    package var form: SQL { self == .day ? "'YYYY-MM-DD'" : "'YYYY-MM'" }
    package var heading: StringKey { self == .day ? Strings.home_day : Strings.finance_month }

    /// `2026-03-31` or `2026-03`, as the database writes them, on a picture's axis and in a table.
    package func place(_ label: String, _ language: Language) -> Chart.Place {
        guard self == .day, let day = LocalTime(day: label) else { return Chart.Place(label, label) }
        return Chart.Place(DateStyle(language).dayMonth(day), DateStyle(language).date(day))
    }
}

/// The days that a report is asked about, by the clock of the tenant's zone.
package struct ReportPeriod: Sendable {
    /// Ten years, and the days that leap years add.
    private static let mostDays = 3_660
    /// Up to so many days a picture has a place for each.
    private static let mostPlaces = 120

    /// As typed, or what stands for nothing typed: `yyyy-mm-dd`.
    package let from: String
    package let until: String
    package let zone: String
    package private(set) var errors: [String: LocalText] = [:]
    private var days = 0

    /// So many days up to today where no others are asked for.
    package init(_ query: Query, days usual: Int, in tx: borrowing TenantTransaction, by actor: Actor) throws {
        zone = actor.tenant.zone
        let today = try tx.first(ReportQueries.today(zone: zone)).map { try $0.localTime("today") } ?? 0
        func day(_ name: String, back days: Int) -> String {
            query.trimmed(name) ?? String(LocalTime(microseconds: Int(today) - days * 86_400_000_000).iso.prefix(10))
        }
        from = day("from", back: usual - 1)
        until = day("until", back: 0)
        for (name, text) in [("from", from), ("until", until)] where LocalTime(day: text) == nil {
            errors[name] = LocalText(Strings.error_day)
        }
        guard let first = LocalTime(day: from), let last = LocalTime(day: until) else { return }
        days = last.dayNumber - first.dayNumber + 1
        if days < 1 { errors["until"] = LocalText(Strings.error_until_before) }
        if days > Self.mostDays { errors["from"] = LocalText(Strings.reports_too_long) }
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
        // A browser empties a field for days that holds anything else; what was typed stays.
        Field(
            name, label: LocalText(label), value: value, type: LocalTime(day: value) == nil ? "text" : "date",
            error: errors[name], isRequired: true,
            isLatin: true)
    }

    // MARK: SQL

    package var begins: SQL { "(\(from)::timestamp at time zone \(zone))" }
    package var ends: SQL { "((\(until)::timestamp + interval '1 day') at time zone \(zone))" }

    package func holds(_ moment: SQL) -> SQL { "\(moment) >= \(begins) and \(moment) < \(ends)" }

    /// Two parts of a `with`: `spans`, each day or month with its number from 1 on, and `starts`, an array
    /// of when they begin. Where a moment stands among those (`number(of:)`) is found in a tenth of the
    /// time that its day in a zone takes.
    package func spans(_ unit: ReportUnit) -> SQL {
        """
        spans as (
            select span.day, to_char(span.day, \(unit.form)) as label, (row_number() over (order by span.day))::int as number
            from generate_series(date_trunc(\(unit.name), \(from)::timestamp), \(until)::timestamp, \(unit.step)) as span (day)
        ), starts as (select array_agg(spans.day at time zone \(zone) order by spans.day) as moments from spans)
        """
    }

    package static func number(of moment: SQL) -> SQL { "width_bucket(\(moment), (select starts.moments from starts))" }
}

package enum ReportQueries {
    package static func today(zone: String) -> SQL { "select (now() at time zone \(zone))::date::timestamp as today" }
}
