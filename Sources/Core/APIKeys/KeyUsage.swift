import Console
import HTML
import Postgres
import Templates

/// The usage of a key: a chart of its days, a small chart of each endpoint's days, and a table of their numbers.
enum KeyUsage {
    static let days = 30
    /// The most columns in the table of the charts; the other endpoints share one column with their sums.
    private static let mostColumns = 8

    struct Endpoint {
        var name: String
        /// By day, the oldest first.
        var requests = Array(repeating: 0, count: KeyUsage.days)
        var errors = 0
    }

    /// Returns the endpoints in the order of the rows: the busiest first.
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

    /// Returns nil if there is nothing to draw.
    static func chart(_ rows: Rows, _ endpoints: [Endpoint], _ language: Language) throws -> Chart? {
        var days: [(day: LocalTime, requests: Int, errors: Int)] = []
        for row in rows {
            days.append(
                (LocalTime(microseconds: Int(try row.localTime("day"))), try row.int("requests"), try row.int("errors"))
            )
        }
        let (requests, errors) = (days.reduce(0) { $0 + $1.requests }, days.reduce(0) { $0 + $1.errors })
        let (numbers, dates) = (NumberStyle(language), DateStyle(language))
        return Chart(
            .lines, summary: Strings.key_use_summary(requests: requests, days: days.count, errors: errors),
            heading: LocalText(Strings.home_day),
            places: days.map { Chart.Place(dates.dayMonth($0.day), dates.date($0.day)) },
            series: [
                Chart.Series(LocalText(Strings.key_requests), days.map(\.requests)),
                Chart.Series(LocalText(Strings.key_errors), days.map(\.errors), tone: .faults),
            ],
            columns: endpoints.prefix(mostColumns).map { Chart.Column($0.name, $0.requests) }, write: numbers.integer)
    }

    /// A small chart of each endpoint, each on its own scale: the sums beside it show the size.
    static func rows(_ endpoints: [Endpoint], _ language: Language) -> [KeyEndpointRow] {
        let numbers = NumberStyle(language)
        return endpoints.map { endpoint in
            KeyEndpointRow(
                name: endpoint.name, requests: numbers.integer(endpoint.requests.reduce(0, +)),
                errors: numbers.integer(endpoint.errors),
                points: ChartDrawing.points(
                    endpoint.requests, top: max(1, endpoint.requests.max() ?? 0), width: 120, height: 24))
        }
    }
}
