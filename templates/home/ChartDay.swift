import HTML

/// A row of the table behind a chart.
package struct ChartDay: Sendable {
    package var day: String
    package var count: String

    package init(day: String, count: String) {
        self.day = day
        self.count = count
    }
}
