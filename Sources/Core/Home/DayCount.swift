import Console
import HTML
import Postgres
import Templates

/// The figure of one day of the tenant's zone, for a chart on the home page.
struct DayCount: Sendable, Weighed {
    /// The number of days in one chart.
    static let days = 90
    /// Older figures may belong to another day: then the page counts again.
    static let mostSeconds: Int64 = 900

    var day: LocalTime
    var count: Int
    var weight: Int { 32 }

    init(_ row: Row) throws {
        day = LocalTime(microseconds: Int(try row.localTime("day")))
        count = try row.int("n")
    }

    static func chart(
        _ days: [DayCount], _ label: StringKey, _ summary: LocalText, _ language: Language,
        write: @escaping (Int) -> String, onAxis: ((Int) -> String)? = nil
    ) -> Chart? {
        let dates = DateStyle(language)
        return Chart(
            .lines, summary: summary, heading: LocalText(Strings.home_day),
            places: days.map { Chart.Place(dates.dayMonth($0.day), dates.date($0.day)) },
            series: [Chart.Series(LocalText(label), days.map(\.count))], isPartial: true, write: write,
            onAxis: onAxis)
    }
}
