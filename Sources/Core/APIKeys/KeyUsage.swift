import HTML
import Postgres
import Templates

/// How a key was used: a picture of its days, one of each endpoint's days, and the numbers behind them.
enum KeyUsage {
    static let days = 30
    /// Columns of the table behind the pictures; the rest of the endpoints has its sums.
    private static let mostColumns = 8

    struct Endpoint {
        var name: String
        /// By day, the oldest first.
        var requests = Array(repeating: 0, count: KeyUsage.days)
        var errors = 0
    }

    /// In the order of the rows, which is the busiest first.
    static func endpoints(_ rows: Rows) throws -> [Endpoint] {
        var all: [Endpoint] = []
        for row in rows {
            let name = try row.text("endpoint")
            if all.last?.name != name { all.append(Endpoint(name: name)) }
            all[all.count - 1].requests[days - 1 - (try row.int("number"))] = try row.int("requests")
            all[all.count - 1].errors += try row.int("errors")
        }
        return all
    }

    /// A picture of 720 by 190; nil when there is nothing to draw.
    static func chart(_ rows: Rows, _ endpoints: [Endpoint], _ language: Language) throws -> KeyUsageChart? {
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
        func points(_ values: [Int]) -> String { line(values, top: top, width: 720, height: 190) }
        let (numbers, dates) = (NumberStyle(language), DateStyle(language))
        let columns = endpoints.prefix(mostColumns)
        return KeyUsageChart(
            requests: points(days.map(\.requests)), errors: points(days.map(\.errors)), topLabel: numbers.integer(top),
            middleLabel: numbers.integer(top / 2), firstDay: dates.dayMonth(first.day), lastDay: dates.dayMonth(last.day),
            summary: Strings.key_use_summary(requests: requests, days: days.count, errors: errors),
            columns: columns.map(\.name),
            days: days.enumerated().reversed().map { index, day in
                KeyUseRow(
                    label: dates.date(day.day), requests: numbers.integer(day.requests), errors: numbers.integer(day.errors),
                    cells: columns.map { numbers.integer($0.requests[index]) })
            })
    }

    /// A small picture of each, on a scale of its own: the sums beside it say how much it is.
    static func rows(_ endpoints: [Endpoint], _ language: Language) -> [KeyEndpointRow] {
        let numbers = NumberStyle(language)
        return endpoints.map { endpoint in
            KeyEndpointRow(
                name: endpoint.name, requests: numbers.integer(endpoint.requests.reduce(0, +)), errors: numbers.integer(endpoint.errors),
                points: line(endpoint.requests, top: max(1, endpoint.requests.max() ?? 0), width: 120, height: 24))
        }
    }

    private static func line(_ values: [Int], top: Int, width: Double, height: Double) -> String {
        func fixed(_ value: Double) -> String {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(abs(tenths % 10))"
        }
        return values.enumerated().map { index, value in
            fixed(width * Double(index) / Double(max(1, values.count - 1))) + "," + fixed(height - height * Double(value) / Double(top))
        }.joined(separator: " ")
    }
}
