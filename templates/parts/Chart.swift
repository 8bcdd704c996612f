import HTML

/// Numbers along days, months or names: a picture of 720 by 190 that is stretched to
/// its place, and the same as a table.
package struct Chart: Sendable {
    package enum Form: Sendable { case lines, bars }

    /// How a series looks. The dashes tell a second line from the first without colours.
    package enum Tone: String, Sendable {
        case main = "series"
        case other = "series other"
        case faults = "series faults"
    }

    /// One name on the horizontal axis: a short one for the axis, and the whole for the table.
    package struct Place: Sendable {
        package var short: String
        package var label: String

        package init(_ short: String, _ label: String) {
            self.short = short
            self.label = label
        }
    }

    package struct Series: Sendable {
        package var label: LocalText
        /// One for each place. What is below nothing is drawn as nothing; the table has it.
        package var values: [Int]
        package var tone: Tone

        package init(_ label: LocalText, _ values: [Int], tone: Tone = .main) {
            self.label = label
            self.values = values
            self.tone = tone
        }

        package var style: String { tone.rawValue }
    }

    /// A column that only the table has; its name is a code.
    package struct Column: Sendable {
        package var name: String
        package var values: [Int]

        package init(_ name: String, _ values: [Int]) {
            self.name = name
            self.values = values
        }
    }

    package struct Line: Sendable {
        package var style: String
        package var points: String
        /// Empty where the space below a line stays white.
        package var area: String
    }

    package struct Bars: Sendable {
        package var style: String
        package var path: String
    }

    package struct Row: Sendable {
        package var label: String
        package var cells: [String]
    }

    package var summary: LocalText
    /// What stands along the horizontal axis: the day, the month.
    package var heading: LocalText
    package var series: [Series]
    package var columns: [Column]
    package var lines: [Line]
    package var bars: [Bars]
    package var topLabel: String
    package var middleLabel: String
    /// Under the axis, evenly spread; the first and the last stand at its ends.
    package var ticks: [String]
    /// The newest first, or as the places come.
    package var rows: [Row]
    /// Each tick stands under its own bar.
    package var isEach: Bool

    private static let width = 720.0
    private static let height = 190.0

    /// nil when there is nothing to draw. `write` puts a number into the words of the page's language, `onAxis` the
    /// same in fewer. A line through one place is none, so one place has bars.
    package init?(
        _ form: Form, summary: LocalText, heading: LocalText, places: [Place], series: [Series], columns: [Column] = [],
        isNewestFirst: Bool = true, write: @escaping (Int) -> String, onAxis: ((Int) -> String)? = nil
    ) {
        guard !places.isEmpty, series.allSatisfy({ $0.values.count == places.count }),
            series.contains(where: { $0.values.contains { $0 != 0 } })
        else { return nil }
        let top = Self.top(series.flatMap(\.values).max() ?? 0)
        (self.summary, self.heading, self.series, self.columns) = (summary, heading, series, columns)
        (topLabel, middleLabel) = ((onAxis ?? write)(top), (onAxis ?? write)(top / 2))
        if form == .lines, places.count > 1 {
            lines = series.map { series in
                let points = Self.points(series.values, top: top, width: Self.width, height: Self.height)
                return Line(
                    style: series.style, points: points, area: series.tone == .main ? "0,190 \(points) 720,190" : "")
            }
            bars = []
        } else {
            lines = []
            bars = series.enumerated().map { index, one in
                Bars(style: one.style, path: Self.bars(one.values, top: top, number: index, of: series.count))
            }
        }
        // What has no order has no middle either: as long as they fit, each bar has its name.
        isEach =
            !isNewestFirst && form == .bars
            && (2...(places.allSatisfy { $0.short.count < 4 } ? 24 : 8)).contains(places.count)
        ticks =
            places.count < 3 || isEach
            ? places.map(\.short) : [places[0].short, places[places.count / 2].short, places[places.count - 1].short]
        rows = (isNewestFirst ? places.indices.reversed() : Array(places.indices)).map { at in
            Row(
                label: places[at].label,
                cells: series.map { write($0.values[at]) } + columns.map { write($0.values[at]) })
        }
    }

    /// The foot of the scale, in the digits of the page's language.
    package var zero: Int { 0 }
    package var wideClass: String { "wide" + (ticks.count == 1 ? " single" : isEach ? " each" : "") }

    /// A round number above the highest, which can be halved.
    private static func top(_ highest: Int) -> Int {
        let highest = max(4, highest)
        var unit = 1
        while highest / unit >= 10 { unit *= 10 }
        return (highest / (2 * unit) + 1) * 2 * unit
    }

    private static func fixed(_ value: Double) -> String {
        // Not `rounded`: that would want libm.
        let tenths = Int(value * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// From edge to edge; small pictures beside a number are drawn by this as well.
    package static func points(_ values: [Int], top: Int, width: Double, height: Double) -> String {
        values.enumerated().map { index, value in
            fixed(width * Double(index) / Double(max(1, values.count - 1))) + ","
                + fixed(height - height * Double(max(0, value)) / Double(top))
        }.joined(separator: " ")
    }

    /// Of several series, each place's bars stand side by side.
    private static func bars(_ values: [Int], top: Int, number: Int, of count: Int) -> String {
        let room = width / Double(values.count)
        let breadth = min(room * 0.72, 120) / Double(count)
        return values.enumerated().filter { $0.element > 0 }.map { index, value in
            let left = room * (Double(index) + 0.5) - breadth * Double(count) / 2 + breadth * Double(number)
            let tall = height * Double(value) / Double(top)
            return
                "M\(fixed(left)) \(fixed(height))V\(fixed(height - tall))H\(fixed(left + breadth * 0.92))V\(fixed(height))Z"
        }.joined()
    }

    package static var sample: Chart? {
        let counts = (0..<90).map { 40 + ($0 * 37) % 23 + $0 / 3 - ($0 % 7 > 4 ? 18 : 0) }
        return Chart(
            .lines, summary: Strings.home_signups_summary(total: counts.reduce(0, +), days: 90),
            heading: LocalText(Strings.home_day),
            places: counts.indices.map { Place("\($0 + 1) Aug", "Day \($0 + 1) <&>") },
            series: [
                Series(LocalText(Strings.home_count), counts),
                Series(LocalText(Strings.key_errors), counts.map { $0 / 12 }, tone: .faults),
            ],
            columns: [Column("GET /v1/users", counts)], write: { String($0) })
    }

    package static var sampleBars: Chart? {
        Chart(
            .bars, summary: Strings.home_signups_summary(total: 18, days: 90),
            heading: LocalText(Strings.finance_month),
            places: ["2026-09", "2026-10", "2026-11"].map { Place($0, $0) },
            series: [
                Series(LocalText(Strings.finance_gross), [3, 10, 5]),
                Series(LocalText(Strings.finance_refunds), [0, 2, -1], tone: .other),
            ], write: { String($0) })
    }
}
