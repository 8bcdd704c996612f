import HTML

/// Requests and errors by day as points of a picture of 720 by 190, and as a table, with the endpoints.
package struct KeyUsageChart: Sendable {
    package var requests: String
    package var errors: String
    package var topLabel: String
    package var middleLabel: String
    package var firstDay: String
    package var lastDay: String
    package var summary: LocalText
    /// The endpoints of the table.
    package var columns: [String]
    package var days: [KeyUseRow]

    package init(
        requests: String, errors: String, topLabel: String, middleLabel: String, firstDay: String, lastDay: String,
        summary: LocalText, columns: [String], days: [KeyUseRow]
    ) {
        self.requests = requests
        self.errors = errors
        self.topLabel = topLabel
        self.middleLabel = middleLabel
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.summary = summary
        self.columns = columns
        self.days = days
    }

    package var area: String { "0,190 \(requests) 720,190" }

    /// The foot of the scale, in the digits of the page's language.
    package var zero: Int { 0 }

    package static var sample: KeyUsageChart {
        let counts = (0..<30).map { 400 + ($0 * 37) % 230 + $0 * 3 - ($0 % 7 > 4 ? 180 : 0) }
        func points(_ values: [Int]) -> String {
            values.enumerated().map { "\($0.offset * 720 / 29),\(190 - $0.element * 190 / 1000)" }.joined(separator: " ")
        }
        return KeyUsageChart(
            requests: points(counts), errors: points(counts.map { $0 / 12 }), topLabel: "1,000", middleLabel: "500",
            firstDay: "23 Oct", lastDay: "21 Nov",
            summary: Strings.key_use_summary(requests: counts.reduce(0, +), days: 30, errors: counts.reduce(0) { $0 + $1 / 12 }),
            columns: ["GET /v1/users", "PATCH /v1/users/:user"],
            days: counts.enumerated().map {
                KeyUseRow(
                    label: "Day \($0.offset + 1)", requests: "\($0.element)", errors: "\($0.element / 12)",
                    cells: ["\($0.element - 3)", "3"])
            })
    }
}
