import HTML
import Templates

/// Statistics in the form that pages show, and how each was computed.
struct NumbersText {
    private let text: GradeText
    private let numbers: NumberStyle

    init(_ language: Language) {
        text = GradeText(language)
        numbers = NumberStyle(language)
    }

    /// For an assignment's points.
    func points(_ statistics: Statistics) -> [Fact] { facts(statistics) { text.tenths($0) } }

    /// For totals, whose tenths are tenths of a percent.
    func percents(_ statistics: Statistics) -> [Fact] { facts(statistics) { text.percent(Percent(tenths: $0)) } }

    private func facts(_ statistics: Statistics, _ word: (Int) -> String) -> [Fact] {
        [
            Fact(LocalText(Strings.gradebook_counted), numbers.integer(statistics.count)),
            Fact(LocalText(Strings.gradebook_mean), word(statistics.mean)),
            Fact(LocalText(Strings.gradebook_median), word(statistics.median)),
            Fact(LocalText(Strings.gradebook_spread), word(statistics.spread)),
            Fact(LocalText(Strings.gradebook_least), word(statistics.least)),
            Fact(LocalText(Strings.gradebook_greatest), word(statistics.greatest)),
        ]
    }

    /// With the numbers from which they were computed.
    func how(thousandths: [Int], isPercent: Bool) -> NumbersHow {
        let sorted = thousandths.sorted()
        func word(_ value: Int) -> String {
            isPercent ? text.percent(Percent(tenths: value / 100)) : text.points(Points(thousandths: value))
        }
        guard !sorted.isEmpty else { return NumbersHow(lines: []) }
        let count = numbers.integer(sorted.count)
        let middle =
            sorted.count % 2 == 1
            ? [sorted[sorted.count / 2]] : [sorted[sorted.count / 2 - 1], sorted[sorted.count / 2]]
        return NumbersHow(lines: [
            .init(
                label: LocalText(Strings.gradebook_mean),
                how: Strings.gradebook_how_mean(
                    sum: isPercent
                        ? text.percent(Percent(tenths: sorted.reduce(0, +) / 100)) : word(sorted.reduce(0, +)),
                    count: count)),
            .init(
                label: LocalText(Strings.gradebook_median),
                how: middle.count == 1
                    ? Strings.gradebook_how_middle(value: word(middle[0]))
                    : Strings.gradebook_how_middles(one: word(middle[0]), two: word(middle[1]))),
            .init(
                label: LocalText(Strings.gradebook_spread),
                how: Strings.gradebook_how_spread(
                    squares: squares(sorted, isPercent: isPercent), count: count,
                    sum: text.points(Points(thousandths: sorted.reduce(0, +))))),
            .init(
                label: LocalText(Strings.gradebook_least),
                how: Strings.gradebook_how_least(count: count, value: word(sorted[0]))),
            .init(
                label: LocalText(Strings.gradebook_greatest),
                how: Strings.gradebook_how_greatest(count: count, value: word(sorted[sorted.count - 1]))),
        ])
    }

    /// The sum of the squares, exactly. Percentages are whole tenths, whose squares have fewer places. The greatest
    /// percentage, of a grade of 100,000 out of 0.001, has a square of 27 digits.
    private func squares(_ thousandths: [Int], isPercent: Bool) -> String {
        let (unit, places) = isPercent ? (100, 2) : (1, 6)
        let sum = thousandths.reduce(Int128(0)) { $0 + Int128($1 / unit) * Int128($1 / unit) }
        let digits = String(sum)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        var decimals = padded.suffix(places)
        while decimals.last == "0" { decimals = decimals.dropLast() }
        return text.plain(padded.dropLast(places) + (decimals.isEmpty ? "" : ".\(decimals)"))
    }

    func chart(_ distribution: Distribution, summary: LocalText) -> Chart? {
        Chart(
            .bars, summary: summary, heading: LocalText(Strings.gradebook_share),
            places: (0..<Distribution.steps).map { step in
                let label = numbers.percent(Double(step) / 10)
                return Chart.Place(numbers.integer(step * 10), step == Distribution.steps - 1 ? "≥ \(label)" : label)
            },
            series: [.init(LocalText(Strings.gradebook_students), distribution.counts)], isNewestFirst: false
        ) { numbers.integer($0) }
    }
}
