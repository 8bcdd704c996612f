import CyclePrediction
import Testing

/// What a person is told beside the days.
@Suite struct `What a prediction says about itself` {
    private let first = Day(number: 20_000)

    private func predict(_ lengths: [Int], daysAfter: Int = 3) -> Prediction {
        var day = first
        var periods = [day...day.advanced(by: 4)]
        for length in lengths {
            day = day.advanced(by: length)
            periods.append(day...day.advanced(by: 4))
        }
        return Prediction(CycleLog(periods: periods), today: day.advanced(by: daysAfter))
    }

    @Test func `CY4: nothing logged predicts nothing, and one period predicts the rules' range`() throws {
        let nothing = Prediction(CycleLog(), today: first)
        #expect(nothing.notes == [.noPeriod] && nothing.upcoming.isEmpty && nothing.cycles.isEmpty)
        let one = predict([])
        #expect(one.notes == [.tooLittleData(known: 0, needed: 3)])
        let next = try #require(one.upcoming.first).start
        #expect([next.earliest, next.likely, next.latest].map { first.distance(to: $0) } == [24, 28, 38])
        #expect(one.statistics.chance == nil)
    }

    @Test func `CY4: three cycles are enough, and the chance is said`() throws {
        #expect(predict([28, 30]).notes == [.tooLittleData(known: 2, needed: 3)])
        let three = predict([28, 30, 29])
        #expect(three.notes.isEmpty && three.statistics.chance == 50)
        #expect(predict(Array(repeating: 28, count: 12)).statistics.chance == 84)
    }

    @Test func `CY4: irregular cycles are said and widen the range beyond what was seen`() throws {
        let prediction = predict([24, 33, 28, 30])
        #expect(prediction.notes == [.irregular(shortest: 24, longest: 33)] && prediction.statistics.chance == nil)
        let start = try #require(prediction.cycles.last).start
        let next = try #require(prediction.upcoming.first).start
        #expect(start.distance(to: next.earliest) == 22 && start.distance(to: next.latest) == 35)
        #expect(predict([24, 31, 28, 30]).notes.isEmpty)
    }

    @Test func `CY4: a forgotten period is left out and said, and doesn't move the likely day`() {
        let prediction = predict([28, 28, 140, 28, 28])
        #expect(prediction.notes == [.cyclesLeftOut(1)] && prediction.statistics.usual == 28)
        #expect(prediction.cycles[2].fertile == nil)
    }

    @Test func `CY4: a late period is said, and after ninety days nothing is predicted`() throws {
        let late = predict([28, 28, 28], daysAfter: 33)
        #expect(late.notes == [.late(5)])
        let start = try #require(late.cycles.last).start
        let next = try #require(late.upcoming.first).start
        // From today on, up to the longest luteal length if ovulation is today.
        #expect([next.earliest, next.likely, next.latest].map { start.distance(to: $0) } == [33, 33, 51])
        #expect((28...32).allSatisfy { late.marks(on: start.advanced(by: $0)).isDisjoint(with: .periodPossible) })
        #expect((9...34).allSatisfy { late.marks(on: start.advanced(by: $0)).contains(.fertilePossible) })
        // Within the range what has passed of it is over.
        let due = try #require(predict([26, 28, 30], daysAfter: 29).upcoming.first).start
        #expect([due.earliest, due.likely, due.latest].map { start.distance(to: $0) } == [29, 29, 30])
        let long = predict([28, 28, 28], daysAfter: 91)
        #expect(long.notes == [.noRecentPeriod(91)] && long.upcoming.isEmpty)
    }

    @Test func `CY4: temperatures without a rise keep the window open`() throws {
        var log = CycleLog()
        for cycle in 0...3 { for day in 0...4 { log[first.advanced(by: cycle * 28 + day)].flow = .medium } }
        let start = first.advanced(by: 84)
        for day in 0...24 { log[start.advanced(by: day)].temperature = Temperature(hundredths: 3640) }
        let prediction = Prediction(log, today: start.advanced(by: 24))
        #expect(prediction.notes == [.noShiftSeen])
        // A rise that is not complete is said alone: “no rise” beside it would contradict it.
        log[start.advanced(by: 24)].temperature = Temperature(hundredths: 3660)
        let rising = Prediction(log, today: start.advanced(by: 24))
        #expect(rising.notes == [.shiftUnfinished(start.advanced(by: 24))])
        #expect(rising.cycles.last?.ovulation?.latest == start.advanced(by: 24))
        #expect(prediction.cycles.last?.ovulation?.latest == start.advanced(by: 24))
    }

    @Test func `CY4: a temperature at a bound in Fahrenheit is used, though charted it is below`() throws {
        var rules = PredictionRules()
        (rules.leastTemperature, rules.greatestTemperature) = (3611, 3722)
        var log = CycleLog(periods: [first...first.advanced(by: 4)])
        for day in 6...12 { log[first.advanced(by: day)].temperature = Temperature(hundredths: 3611) }
        #expect(
            Prediction(log, rules: rules, today: first.advanced(by: 12)).notes == [.tooLittleData(known: 0, needed: 3)])
    }

    @Test func `CY4: spotting is no period, and bleeding soon after one begins no cycle`() {
        var log = CycleLog(periods: [first...first.advanced(by: 3)])
        log[first.advanced(by: 8)].flow = .medium
        log[first.advanced(by: 20)].flow = .spotting
        #expect(Prediction(log, today: first.advanced(by: 25)).cycles.count == 1)
        // However long it lasts: what counts is when it began.
        for day in 8...12 { log[first.advanced(by: day)].flow = .light }
        #expect(Prediction(log, today: first.advanced(by: 25)).cycles.count == 1)
        log[first.advanced(by: 27)].flow = .light
        #expect(Prediction(log, today: first.advanced(by: 27)).cycles.count == 2)
    }

    @Test func `CY4: rules that contradict each other are named`() {
        #expect(PredictionRules.standard.problems.isEmpty)
        var rules = PredictionRules()
        (rules.shortestLuteal, rules.fertileDaysBefore) = (16, 0)
        #expect(rules.problems.map(\.setting) == [.fertileDaysBefore, .lutealLength])
        rules = PredictionRules()
        rules.longestLuteal = 24
        #expect(rules.problems.map(\.reason) == [.lutealFillsCycle])
    }

    @Test func `CY4: the month has all its days, with the logged period, the window and the next period on them`()
        throws
    {
        let prediction = predict([28, 28, 28], daysAfter: 10)
        let start = try #require(prediction.cycles.last).start
        #expect(prediction.marks(on: start).contains(.period))
        #expect(prediction.marks(on: start.advanced(by: 13)).contains(.ovulationLikely))
        #expect(prediction.marks(on: start.advanced(by: 8)).contains(.fertileLikely))
        #expect(!prediction.marks(on: start.advanced(by: 7)).contains(.fertileLikely))
        #expect(prediction.marks(on: start.advanced(by: 28)).contains([.periodLikely, .periodPossible]))
        let month = try #require(CalendarMonth(prediction, year: 2024, month: 2))
        #expect(month.days.count == 29 && month.days.first?.day.description == "2024-02-01")
        #expect(CalendarMonth(prediction, year: 2024, month: 13) == nil)
    }

    @Test func `CY4: days are those of the Gregorian calendar`() {
        #expect(Day("1970-01-01")?.number == 0 && Day("2000-02-29")?.number == 11_016)
        #expect(Day("2026-11-23")?.weekday == 1 && Day("2023-02-29") == nil && Day("1900-02-29") == nil)
        #expect(Day("2026-1-1") == nil && Day("+026-01-01") == nil)
        for number in stride(from: -300_000, through: 300_000, by: 171) {
            let day = Day(number: number)
            #expect(Day(year: day.year, month: day.month, day: day.day) == day)
        }
    }
}
