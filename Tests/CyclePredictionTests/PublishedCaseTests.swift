import CyclePrediction
import Testing

/// What is printed in the literature, with where.
@Suite struct `Published cases` {
    /// Day 1 of the current cycle is the day after the last of these lengths; nothing else is logged.
    private func current(after lengths: [Int], _ rules: PredictionRules = .standard) throws -> (Day, Prediction) {
        var start = try #require(Day("2026-01-01"))
        var periods = [start...start.advanced(by: 4)]
        for length in lengths {
            start = start.advanced(by: length)
            periods.append(start...start.advanced(by: 4))
        }
        return (start, Prediction(CycleLog(periods: periods), rules: rules, today: start.advanced(by: 5)))
    }

    private func days(_ range: ClosedRange<Day>, from start: Day) -> ClosedRange<Int> {
        (start.distance(to: range.lowerBound) + 1)...(start.distance(to: range.upperBound) + 1)
    }

    /// Ogino's luteal lengths, with three days before ovulation and none after it.
    private var calendarMethod: PredictionRules {
        var rules = PredictionRules()
        (rules.shortestLuteal, rules.lutealLength, rules.longestLuteal) = (11, 13, 15)
        (rules.fertileDaysBefore, rules.fertileDaysAfter, rules.irregularMargin) = (3, 0, 0)
        return rules
    }

    /// fphandbook.org, chapter 17: of six cycles the shortest had 27 days, the longest 31: days 9 to 20.
    @Test func `CY4: the calendar method's example in WHO's Family Planning Global Handbook is found`() throws {
        let (start, prediction) = try current(after: [28, 27, 30, 29, 31, 28], calendarMethod)
        #expect(days(try #require(prediction.cycles.last?.fertile?.possible), from: start) == 9...20)
    }

    /// Mayo Clinic, Rhythm method, "What you can expect": shortest 26, longest 32: days 8 to 21.
    @Test func `CY4: the calendar method's example of the Mayo Clinic is found`() throws {
        let (start, prediction) = try current(after: [29, 26, 28, 32, 30, 29], calendarMethod)
        #expect(days(try #require(prediction.cycles.last?.fertile?.possible), from: start) == 8...21)
    }

    /// Haeberle, Human Sexuality, the table of the calendar method: the shortest cycle less 18, the longest less 11.
    @Test(arguments: [(21, 3, 10), (24, 6, 13), (28, 10, 17), (32, 14, 21), (36, 18, 25)])
    func `CY4: the table of the calendar method holds for equal cycles`(length: Int, first: Int, last: Int) throws {
        let (start, prediction) = try current(after: Array(repeating: length, count: 6), calendarMethod)
        #expect(days(try #require(prediction.cycles.last?.fertile?.possible), from: start) == first...last)
    }

    /// Arévalo, Sinai, Jennings (Contraception 1999;60:357): for cycles of 26 to 32 days the fertile days are 8 to 19.
    @Test func `CY4: the possible window holds the days of the Standard Days Method`() throws {
        let (start, prediction) = try current(after: [26, 32, 29, 28, 30, 27])
        let possible = days(try #require(prediction.cycles.last?.fertile?.possible), from: start)
        #expect(possible.contains(8) && possible.contains(19))
    }

    /// Wilcox, Dunson, Baird (BMJ 2000;321:1259): on every day from 6 to 21 at least one in ten was in the fertile window.
    @Test func `CY4: the range of a regular cycle of 28 days holds days 6 to 21, not the guideline's 10 to 17 alone`()
        throws
    {
        let (start, prediction) = try current(after: Array(repeating: 28, count: 6))
        let possible = days(try #require(prediction.cycles.last?.fertile?.possible), from: start)
        #expect(possible.lowerBound <= 6 && possible.upperBound >= 21)
        #expect(days(try #require(prediction.cycles.last?.fertile?.likely), from: start) == 9...15)
    }

    /// Wilcox, Weinberg, Baird (N Engl J Med 1995;333:517): conceptions by the day before ovulation, of one act in the window: none
    /// six days before, 1, 4, 1, 10, 13, 5 from five days before to the day itself, none after.
    @Test func `CY4: every day on which a conception was seen lies in the likely window around ovulation`() throws {
        let (_, prediction) = try current(after: Array(repeating: 28, count: 6))
        let cycle = try #require(prediction.cycles.last)
        let ovulation = try #require(cycle.ovulation).likely
        let window = try #require(cycle.fertile).likely
        for (before, conceptions) in [(6, 0), (5, 1), (4, 4), (3, 1), (2, 10), (1, 13), (0, 5)] {
            #expect(window.contains(ovulation.advanced(by: -before)) == (conceptions > 0), "\(before) days before")
        }
    }

    /// Bull et al. (npj Digital Medicine 2019;2:83): the luteal phase lasts 7 to 17 days in 95 % of cycles.
    @Test func `CY4: of a past cycle of 30 days ovulation lies 7 to 17 days before its end`() throws {
        let (start, prediction) = try current(after: [30])
        let ovulation = try #require(prediction.cycles.first?.ovulation)
        let lastDay = start.advanced(by: -1)
        #expect(ovulation.latest.distance(to: lastDay) == 7 && ovulation.earliest.distance(to: lastDay) == 17)
    }
}
