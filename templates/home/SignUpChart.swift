import HTML

/// Sign-ups by day as points of a picture of 720 by 190, and as a table.
package struct SignUpChart: Sendable {
    package var points: String
    package var area: String
    package var topLabel: String
    package var middleLabel: String
    package var firstDay: String
    package var lastDay: String
    package var summary: LocalText
    package var days: [ChartDay]

    package init(
        points: String, area: String, topLabel: String, middleLabel: String, firstDay: String, lastDay: String,
        summary: LocalText, days: [ChartDay]
    ) {
        self.points = points
        self.area = area
        self.topLabel = topLabel
        self.middleLabel = middleLabel
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.summary = summary
        self.days = days
    }

    /// The foot of the scale, in the digits of the page's language.
    package var zero: Int { 0 }

    package static var sample: SignUpChart {
        let counts = (0..<90).map { 40 + ($0 * 37) % 23 + $0 / 3 - ($0 % 7 > 4 ? 18 : 0) }
        let points = counts.enumerated().map { "\($0.offset * 720 / 89),\(190 - $0.element * 190 / 100)" }
            .joined(separator: " ")
        return SignUpChart(
            points: points, area: "0,190 \(points) 720,190", topLabel: "100", middleLabel: "50", firstDay: "23 Aug",
            lastDay: "20 Nov", summary: Strings.home_signups_summary(total: counts.reduce(0, +), days: 90),
            days: counts.enumerated().map { ChartDay(day: "Day \($0.offset + 1)", count: "\($0.element)") })
    }
}
