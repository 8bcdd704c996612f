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

    /// What a place's values are, said when it is pointed at or reached by the arrow keys.
    package struct Point: Sendable {
        package var label: String
        package var values: [Value]
        /// On the far half, where what is said has its room on the other side.
        package var isLate: Bool
        /// Narrower than the others: a line's first and last stand at its ends.
        package var isEnd: Bool

        package struct Value: Sendable {
            package var style: String
            package var label: LocalText
            package var text: String
        }

        package var style: String { "point" + (isLate ? " late" : "") + (isEnd ? " end" : "") }
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
    package var drawing: ChartDrawing
    package var points: [Point]
    /// The last place is not over yet.
    package var isPartial: Bool
    /// Places that are far above all others: drawn up to the edge, so that they don't flatten the rest.
    package var cut: [String]
    package var topLabel: String
    package var middleLabel: String
    /// Under the axis, evenly spread; the first and the last stand at its ends.
    package var ticks: [String]
    /// The newest first, or as the places come.
    package var rows: [Row]
    /// Each tick stands under its own bar.
    package var isEach: Bool

    /// nil when there is nothing to draw. `write` puts a number into the words of the page's language, `onAxis` the
    /// same in fewer. A line through one place is none, so one place has bars.
    package init?(
        _ form: Form, summary: LocalText, heading: LocalText, places: [Place], series: [Series], columns: [Column] = [],
        isNewestFirst: Bool = true, isPartial: Bool = false, write: @escaping (Int) -> String,
        onAxis: ((Int) -> String)? = nil
    ) {
        guard !places.isEmpty, series.allSatisfy({ $0.values.count == places.count }),
            series.contains(where: { $0.values.contains { $0 != 0 } })
        else { return nil }
        let highest = places.indices.map { at in series.map { $0.values[at] }.max() ?? 0 }
        let scale = ChartScale(highest)
        (self.summary, self.heading, self.series, self.columns) = (summary, heading, series, columns)
        // The top says what is counted, too: a currency.
        (topLabel, middleLabel) = (write(scale.top), (onAxis ?? write)(scale.top / 2))
        self.isPartial = isPartial
        let isLines = form == .lines && places.count > 1
        drawing =
            isLines
            ? ChartDrawing(lines: series, top: scale.top, isPartial: isPartial)
            : ChartDrawing(bars: series, top: scale.top, isPartial: isPartial)
        points = places.indices.map { at in
            Point(
                label: places[at].label,
                values: series.map { .init(style: $0.style, label: $0.label, text: write($0.values[at])) },
                isLate: at * 2 > places.count, isEnd: isLines && (at == 0 || at == places.count - 1))
        }
        cut = highest.indices.filter { highest[$0] > scale.top }.map { "\(places[$0].label): \(write(highest[$0]))" }
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

    package var lines: [ChartDrawing.Line] { drawing.lines }
    package var bars: [ChartDrawing.Shape] { drawing.bars }
    package var breaks: String { drawing.breaks }
    package var hasBreaks: Bool { !cut.isEmpty }
    /// What is cut off, in one sentence.
    package var cutWords: LocalText { Strings.chart_cut(values: cut.joined(separator: "; ")) }
    package var lastLabel: String { points.last?.label ?? "" }
    package var plotClass: String { bars.isEmpty ? "points lines" : "points" }

    package static var sample: Chart? {
        let counts = (0..<90).map { $0 == 40 ? 9_000 : 40 + ($0 * 37) % 23 + $0 / 3 - ($0 % 7 > 4 ? 18 : 0) }
        return Chart(
            .lines, summary: Strings.home_signups_summary(total: counts.reduce(0, +), days: 90),
            heading: LocalText(Strings.home_day),
            places: counts.indices.map { Place("\($0 + 1) Aug", "Day \($0 + 1) <&>") },
            series: [
                Series(LocalText(Strings.home_count), counts),
                Series(LocalText(Strings.key_errors), counts.map { $0 / 12 }, tone: .faults),
            ],
            columns: [Column("GET /v1/users", counts)], isPartial: true, write: { String($0) })
    }

    package static var sampleBars: Chart? {
        Chart(
            .bars, summary: Strings.home_signups_summary(total: 18, days: 90),
            heading: LocalText(Strings.finance_month),
            places: ["2026-09", "2026-10", "2026-11"].map { Place($0, $0) },
            series: [
                Series(LocalText(Strings.finance_gross), [3, 10, 5]),
                Series(LocalText(Strings.finance_refunds), [0, 2, -1], tone: .other),
            ], isPartial: true, write: { String($0) })
    }
}
