import CyclePrediction
import Testing

/// Three over six with its exceptions (Arbeitsgruppe NFP, Sensiplan), mucus and both together.
@Suite struct `Signs of one cycle` {
    private let start = Day(number: 20_000)

    /// Temperatures from day 1 in hundredths, mucus from day 1; nil where nothing was logged.
    private func predict(
        _ temperatures: [Int?], mucus: [Mucus?] = [], disturbed: Set<Int> = []
    ) -> Prediction {
        var log = CycleLog(periods: [start...start.advanced(by: 4)])
        for (offset, hundredths) in temperatures.enumerated() {
            log[start.advanced(by: offset)].temperature = hundredths.map(Temperature.init(hundredths:))
            log[start.advanced(by: offset)].isDisturbed = disturbed.contains(offset + 1)
        }
        for (offset, quality) in mucus.enumerated() { log[start.advanced(by: offset)].mucus = quality }
        return Prediction(log, today: start.advanced(by: max(temperatures.count, mucus.count) - 1))
    }

    private func shift(_ temperatures: [Int?], disturbed: Set<Int> = []) -> TemperatureShift? {
        predict(temperatures, disturbed: disturbed).cycles.last?.shift
    }

    private func day(_ number: Int) -> Day { start.advanced(by: number - 1) }
    private let six: [Int?] = [3650, 3645, 3650, 3640, 3650, 3645]

    /// The worked example of temperaturabasale.it: six up to 36.50, then 36.60, 36.60, 36.70.
    @Test func `CY4: three higher, the third by 0.2: ovulation was about the day before the first`() throws {
        let prediction = predict(six + [3660, 3660, 3670])
        let found = try #require(prediction.cycles.last?.shift)
        #expect(found.first == day(7) && found.completed == day(9) && found.coverLine.hundredths == 3650)
        #expect(prediction.cycles.last?.ovulation?.likely == day(6))
        #expect(prediction.cycles.last?.isBySigns == true)
    }

    @Test func `CY4: a third that is higher by less than 0.2 waits for a fourth that is higher at all`() {
        #expect(shift(six + [3660, 3660, 3665])?.completed == nil)
        #expect(shift(six + [3660, 3660, 3665, 3655])?.completed == day(10))
        #expect(shift(six + [3660, 3660, 3665, 3650])?.completed == nil)
    }

    @Test func `CY4: one of the three may fall to the line, then the next must be higher by 0.2`() {
        #expect(shift(six + [3660, 3650, 3670])?.completed == nil)
        #expect(shift(six + [3660, 3650, 3660, 3665])?.completed == nil)
        #expect(shift(six + [3660, 3650, 3660, 3670])?.completed == day(10))
        #expect(shift(six + [3660, 3645, 3670, 3670])?.completed == day(10))
        #expect(shift(six + [3660, 3660, 3650, 3670])?.completed == day(10))
        #expect(shift(six + [3660, 3660, 3650, 3665])?.completed == nil)
    }

    @Test func `CY4: five before are too few, and a fever counts neither before nor after`() {
        #expect(shift(six.dropLast() + [3660, 3660, 3670])?.completed == nil)
        #expect(shift(six + [3710, 3660, 3660, 3670], disturbed: [7])?.first == day(8))
        #expect(shift(six + [3710, 3645, 3650, 3640], disturbed: [7]) == nil)
    }

    @Test func `CY4: temperatures are compared as charted, to 0.05 degrees`() {
        #expect(shift(six + [3652, 3660, 3670])?.first == day(8))
        #expect(shift(six + [3653, 3660, 3668])?.completed == day(9))
    }

    @Test func `CY4: missing days before the rise move the earliest ovulation back to the last low day`() {
        let gap: [Int?] = [nil, nil, nil, nil, nil]
        let prediction = predict(six + gap + [3660, 3660, 3670])
        #expect(prediction.cycles.last?.ovulation?.earliest == day(6))
        #expect(prediction.cycles.last?.ovulation?.likely == day(11))
    }

    @Test func `CY4: values beyond 36.1 to 37.2 degrees or 97 to 99 Fahrenheit aren't used, and that is said`() {
        let prediction = predict(six + [3780, 3540, 3660, 3660, 3670])
        #expect(prediction.notes.contains(.temperaturesOutOfBounds(2)))
        #expect(prediction.cycles.last?.shift?.first == day(9))
        let fahrenheit = [9700, 9900].map { Temperature(fahrenheitHundredths: $0).charted.hundredths }
        #expect(fahrenheit == [3610, 3720])
        #expect(Temperature(fahrenheitHundredths: 9770) == Temperature(hundredths: 3650))
    }

    @Test func `CY4: the peak is the last day of the best mucus, known after three days of lesser quality`() {
        let dry = [Mucus?](repeating: .dry, count: 8)
        let peak = predict([], mucus: dry + [.creamy, .wet, .stretchy, .stretchy, .sticky, .dry, .dry]).cycles.last
        #expect(
            peak?.peak
                == predict([], mucus: dry + [.creamy, .wet, .stretchy, .stretchy, .creamy, .dry, .dry]).cycles.last?
                .peak)
        #expect(peak?.peak?.day == day(12) && peak?.peak?.isConfirmed == true)
        #expect(peak?.ovulation?.likely == day(12) && peak?.isBySigns == true)
        let two = predict([], mucus: dry + [.stretchy, .dry, .dry]).cycles.last
        #expect(two?.peak?.isConfirmed == false && two?.isBySigns == false)
        let missing = predict([], mucus: dry + [.stretchy, .dry, nil, .dry]).cycles.last
        #expect(missing?.peak?.isConfirmed == false)
        #expect(predict([], mucus: dry + [.creamy, .dry, .dry, .dry]).cycles.last?.peak == nil)
    }

    @Test func `CY4: both signs together narrow the range; signs that exclude each other widen it and are said`() throws
    {
        let rise = six + six + [3660, 3665, 3675]
        let dry = [Mucus?](repeating: .dry, count: 7)
        let together = predict(rise, mucus: dry + [.wet, .stretchy, .dry, .dry, .dry])
        let alone = try #require(predict(rise).cycles.last?.ovulation)
        let both = try #require(together.cycles.last?.ovulation)
        #expect(both.range.count < alone.range.count && alone.range.contains(both.earliest))
        #expect(!together.notes.contains(.signsDisagree))
        let apart = predict(rise, mucus: [.stretchy, .dry, .dry, .dry] + dry)
        #expect(apart.notes.contains(.signsDisagree))
        #expect(try #require(apart.cycles.last?.ovulation).range.count > alone.range.count)
    }

    @Test func `CY4: the window stays open until the rule is complete`() throws {
        let cycle = try #require(predict(six + [3660, 3660, 3665, 3655]).cycles.last)
        #expect(try #require(cycle.fertile).possible.upperBound == day(10))
        let unfinished = predict(six + [3660, 3660])
        #expect(unfinished.notes.contains(.shiftUnfinished(day(7))))
    }
}
