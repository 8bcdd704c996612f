/// A day that is not known exactly: the likely day, and the range in which it is expected.
public struct Estimate: Hashable, Sendable {
    public let earliest: Day
    public let likely: Day
    public let latest: Day

    /// Moves the likely day into the range.
    init(_ earliest: Day, _ likely: Day, _ latest: Day) {
        self.earliest = earliest
        self.latest = max(earliest, latest)
        self.likely = min(max(likely, earliest), self.latest)
    }

    public var range: ClosedRange<Day> { earliest...latest }

    func notBefore(_ day: Day) -> Estimate { Estimate(max(earliest, day), max(likely, day), max(latest, day)) }
    func notAfter(_ day: Day) -> Estimate { Estimate(min(earliest, day), min(likely, day), min(latest, day)) }
}

/// Days on which conception is possible.
public struct FertileWindow: Hashable, Sendable {
    /// If ovulation is on its likely day.
    public let likely: ClosedRange<Day>
    /// If ovulation is anywhere in its range.
    public let possible: ClosedRange<Day>

    /// `open` is the day before which the signs don't end the window.
    init(_ ovulation: Estimate, _ rules: PredictionRules, from start: Day, open: Day? = nil) {
        func window(_ first: Day, _ last: Day) -> ClosedRange<Day> {
            let begin = max(start, first.advanced(by: -rules.fertileDaysBefore))
            return begin...max(begin, last.advanced(by: rules.fertileDaysAfter))
        }
        likely = window(ovulation.likely, ovulation.likely)
        let widest = window(ovulation.earliest, ovulation.latest)
        possible = widest.lowerBound...max(widest.upperBound, open ?? widest.upperBound)
    }
}
