import HTML
import Postgres
import Templates

/// How a key was used: a picture of its days with the numbers behind it, and the endpoints it called.
enum KeyUsage {
    static let days = 30

    /// A picture of 720 by 190; nil when there is nothing to draw.
    static func chart(_ rows: Rows, _ language: Language) throws -> KeyUsageChart? {
        var days: [(day: LocalTime, requests: Int, errors: Int)] = []
        for row in rows {
            days.append((LocalTime(microseconds: Int(try row.localTime("day"))), try row.int("requests"), try row.int("errors")))
        }
        let (requests, errors) = (days.reduce(0) { $0 + $1.requests }, days.reduce(0) { $0 + $1.errors })
        guard requests > 0, let first = days.first, let last = days.last else { return nil }
        // The axis ends at a round number above the highest day.
        let highest = max(4, days.map(\.requests).max() ?? 0)
        var unit = 1
        while highest / unit >= 10 { unit *= 10 }
        let top = (highest / (2 * unit) + 1) * 2 * unit
        func fixed(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(abs(tenths % 10))"
        }
        func points(_ value: KeyPath<(day: LocalTime, requests: Int, errors: Int), Int>) -> String {
            days.enumerated().map { index, day in
                fixed(720 * Double(index) / Double(max(1, days.count - 1))) + ","
                    + fixed(190 - 190 * Double(day[keyPath: value]) / Double(top))
            }.joined(separator: " ")
        }
        let (numbers, dates) = (NumberStyle(language), DateStyle(language))
        return KeyUsageChart(
            requests: points(\.requests), errors: points(\.errors), topLabel: numbers.integer(top),
            middleLabel: numbers.integer(top / 2), firstDay: dates.dayMonth(first.day), lastDay: dates.dayMonth(last.day),
            summary: Strings.key_use_summary(requests: requests, days: days.count, errors: errors),
            days: days.reversed().map {
                KeyUseRow(
                    label: dates.date($0.day), requests: numbers.integer($0.requests), errors: numbers.integer($0.errors))
            })
    }

    static func endpoints(_ rows: Rows, _ language: Language) throws -> [KeyUseRow] {
        let numbers = NumberStyle(language)
        return try rows.map {
            KeyUseRow(
                label: try $0.text("endpoint"), requests: numbers.integer(try $0.int("requests")),
                errors: numbers.integer(try $0.int("errors")))
        }
    }
}
