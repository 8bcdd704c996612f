import HTML
import Postgres
import Templates
import Web

/// A filter by time: the last days (`30`), not in the last days (`!90`), or from one day to another
/// (`2026-01-01..2026-03-31`, where either end may be missing), both included.
package enum ChosenDays: Hashable, Sendable {
    case last(Int)
    case notLast(Int)
    /// `yyyy-mm-dd`.
    case between(String?, String?)

    /// Ten years: longer than anybody needs, and short enough for PostgreSQL to subtract from now.
    private static let most = 3650

    package init?(encoded text: String) {
        if let range = text.firstRange(of: "..") {
            let (from, until) = (
                Self.day(String(text[..<range.lowerBound])), Self.day(String(text[range.upperBound...]))
            )
            guard from != nil || until != nil else { return nil }
            self = .between(from, until)
        } else {
            let isNot = text.hasPrefix("!")
            guard let days = Int(String(text.dropFirst(isNot ? 1 : 0)).latinDigits).map({ min(max($0, 0), Self.most) }),
                days > 0
            else {
                return nil
            }
            self = isNot ? .notLast(days) : .last(days)
        }
    }

    /// From a form or an address: a form has the two days in fields of their own, `NAME-from` and `NAME-until`.
    package init?(_ name: String, in query: Query) {
        let (from, until) = (query.trimmed("\(name)-from"), query.trimmed("\(name)-until"))
        self.init(encoded: from ?? until == nil ? query[name] ?? "" : "\(from ?? "")..\(until ?? "")")
    }

    /// A day of whichever calendar it was typed.
    private static func day(_ text: String) -> String? { TypedDay.iso(text) }

    package var encoded: String {
        switch self {
        case .last(let days): "\(days)"
        case .notLast(let days): "!\(days)"
        case .between(let from, let until): "\(from ?? "")..\(until ?? "")"
        }
    }

    /// Days are those of the tenant's zone. Rounded to whole hours, so that pages within an hour share a plan and a
    /// count.
    package func condition(_ moment: SQL, now: Timestamp) -> SQL {
        condition(
            on: moment,
            ago: { days in
                let hour = Timestamp(microseconds: now.microseconds / 3_600_000_000 * 3_600_000_000)
                return "\(hour.adding(seconds: -Int64(days) * 86400))"
            },
            // In a select of its own: under row-level security an index accepts a value, but no expression around one.
            start: { day, later in
                """
                (select (\(day)::date + \(later)::integer)::timestamp at time zone
                    (select tenants.zone from tenants where tenants.id = current_tenant()))
                """
            })
    }

    /// The same for a column of dates, which are days of that zone.
    package func condition(day column: SQL, now: Timestamp, zone: String) -> SQL {
        condition(
            on: column, ago: { "((\(now) at time zone \(zone))::date - \($0)::integer)" },
            start: { day, later in "(\(day)::date + \(later)::integer)" })
    }

    /// `start`: of the day that comes so many days later.
    private func condition(on column: SQL, ago: (Int) -> SQL, start: (String, Int) -> SQL) -> SQL {
        switch self {
        case .last(let days): "\(column) > \(ago(days))"
        case .notLast(let days): "\(column) <= \(ago(days))"
        case .between(let from?, let until?): "\(column) >= \(start(from, 0)) and \(column) < \(start(until, 1))"
        case .between(let from?, nil): "\(column) >= \(start(from, 0))"
        case .between(nil, let until?): "\(column) < \(start(until, 1))"
        case .between(nil, nil): "true"
        }
    }

    /// What a menu offers at once.
    package static let offered: [ChosenDays] = [
        .last(1), .last(7), .last(30), .last(90), .last(365), .notLast(30), .notLast(90), .notLast(365),
    ]

    package func words(_ language: Language) -> String {
        func day(_ text: String?) -> String? {
            text.flatMap { LocalTime(day: $0) }.map { DateStyle(language).date($0) }
        }
        return switch self {
        case .last(let days): Strings.filter_days(days: days).resolve(in: language)
        case .notLast(let days): Strings.filter_not_days(days: days).resolve(in: language)
        case .between(let from, let until):
            switch (day(from), day(until)) {
            case (let from?, let until?): Strings.filter_from_until(from: from, until: until).resolve(in: language)
            case (let from?, nil): Strings.filter_from(from: from).resolve(in: language)
            case (nil, let until?): Strings.filter_until(until: until).resolve(in: language)
            case (nil, nil): ""
            }
        }
    }
}
