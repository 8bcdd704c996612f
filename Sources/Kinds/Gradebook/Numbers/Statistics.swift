/// The statistics of a column of numbers. Each one is computed exactly and rounded once, to tenths.
struct Statistics: Sendable, Equatable {
    let count: Int
    /// In tenths, like all that follow.
    let mean: Int
    let median: Int
    /// The standard deviation of exactly these numbers (divided by their count, not by one less).
    let spread: Int
    let least: Int
    let greatest: Int

    /// The numbers are in thousandths: points as they are, percentages as a hundred times their tenths. nil if there
    /// are none.
    init?(thousandths: [Int]) {
        guard !thousandths.isEmpty else { return nil }
        let sorted = thousandths.sorted()
        let count = sorted.count
        self.count = count
        let sum = sorted.reduce(0, +)
        func tenths(_ fraction: Fraction) -> Int { fraction.rounded(units: 10) }
        mean = tenths(Fraction(sum, over: count * 1000))
        median = tenths(
            count % 2 == 1
                ? Fraction(sorted[count / 2], over: 1000)
                : Fraction(sorted[count / 2 - 1] + sorted[count / 2], over: 2000))
        // n·Σx² − (Σx)², which is never negative.
        var squares = Natural.zero
        for value in sorted { squares = squares + Natural(value) * Natural(value) }
        let scaled: Natural = Natural(count) * squares
        let variance = Fraction(
            scaled.difference(Natural(sum) * Natural(sum)), over: Natural(count * count) * Natural(1_000_000))
        spread = variance.rootRounded(units: 10)
        (least, greatest) = (tenths(Fraction(sorted[0], over: 1000)), tenths(Fraction(sorted[count - 1], over: 1000)))
    }
}

/// The number of values in each tenth of what was possible; the last step counts everything from 90 %.
struct Distribution: Sendable, Equatable {
    static let steps = 10
    private(set) var counts = [Int](repeating: 0, count: steps)

    mutating func add(_ percent: Percent) { counts[min(percent.tenths / 100, Self.steps - 1)] += 1 }
}
