import CyclePrediction
import Testing

/// What holds for every log.
@Suite struct `Every prediction` {
    private func histories(_ count: Int = 300) -> [(UInt64, RandomHistory)] {
        (0..<UInt64(count)).map { ($0 + 1_000_000, RandomHistory(seed: $0 + 1_000_000)) }
    }

    @Test func `CY4: is the same for the same log, however the log was filled`() {
        for (seed, history) in histories(150) {
            let again = CycleLog(Dictionary(uniqueKeysWithValues: history.log.entries.reversed().map { ($0, $1) }))
            #expect(
                Prediction(history.log, rules: history.rules, today: history.today)
                    == Prediction(again, rules: history.rules, today: history.today), "seed \(seed)")
        }
    }

    @Test func `CY4: has its likely day within its range, and the likely window within the possible one`() {
        for (seed, history) in histories() {
            let prediction = Prediction(history.log, rules: history.rules, today: history.today)
            let windows = prediction.cycles.compactMap(\.fertile) + prediction.upcoming.map(\.fertile)
            for window in windows {
                #expect(window.possible.lowerBound <= window.likely.lowerBound, "seed \(seed)")
                #expect(window.possible.upperBound >= window.likely.upperBound, "seed \(seed)")
            }
            for cycle in prediction.cycles {
                guard let ovulation = cycle.ovulation else { continue }
                #expect(ovulation.range.contains(ovulation.likely) && ovulation.earliest >= cycle.start, "seed \(seed)")
            }
        }
    }

    @Test func `CY4: predicts no period for a day that has passed`() {
        for (seed, history) in histories() {
            let prediction = Prediction(history.log, rules: history.rules, today: history.today)
            #expect(prediction.upcoming.allSatisfy { $0.start.earliest >= history.today }, "seed \(seed)")
            let past = (1...60).map { prediction.marks(on: history.today.advanced(by: -$0)) }
            #expect(past.allSatisfy { $0.isDisjoint(with: [.periodLikely, .periodPossible]) }, "seed \(seed)")
        }
    }

    @Test func `CY4: grows less certain with each later cycle`() {
        for (seed, history) in histories() {
            let upcoming = Prediction(history.log, rules: history.rules, today: history.today, cycles: 6).upcoming
            for (one, next) in zip(upcoming, upcoming.dropFirst()) {
                #expect(next.start.range.count >= one.start.range.count, "seed \(seed)")
                #expect(next.start.likely > one.start.likely, "seed \(seed)")
            }
        }
    }

    @Test func `CY4: doesn't see entries after today`() {
        for (seed, history) in histories(200) {
            let seen = CycleLog(history.log.entries.filter { $0.key <= history.today })
            #expect(
                Prediction(seen, rules: history.rules, today: history.today)
                    == Prediction(history.log, rules: history.rules, today: history.today), "seed \(seed)")
        }
    }

    @Test func `CY4: of the same cycles moved by some days is the same, moved by as many`() {
        for (seed, history) in histories(150) {
            let moved = CycleLog(
                Dictionary(uniqueKeysWithValues: history.log.entries.map { ($0.advanced(by: 1461), $1) }))
            let one = Prediction(history.log, rules: history.rules, today: history.today)
            let other = Prediction(moved, rules: history.rules, today: history.today.advanced(by: 1461))
            #expect(one.statistics == other.statistics, "seed \(seed)")
            #expect(
                one.upcoming.map { $0.start.likely.advanced(by: 1461) } == other.upcoming.map(\.start.likely),
                "seed \(seed)")
        }
    }

    @Test func `CY4: with one more irregular cycle is no narrower`() throws {
        let start = Day(number: 20_000)
        func width(_ lengths: [Int]) throws -> Int {
            var day = start
            var periods = [day...day]
            for length in lengths {
                day = day.advanced(by: length)
                periods.append(day...day)
            }
            return try #require(Prediction(CycleLog(periods: periods), today: day).upcoming.first).start.range.count
        }
        var dice = Dice(7)
        for _ in 0..<300 {
            let lengths = (0..<6).map { _ in dice.roll(24...33) }
            let longer = try #require(lengths.max()) + dice.roll(1...20)
            #expect(try width(lengths + [longer]) > width(lengths))
        }
    }

    /// The range is no decoration: with cycles that are alike it holds the next one at least as often as it says.
    @Test func `CY4: says a chance that the next period comes within its range, and keeps it`() throws {
        var dice = Dice(11)
        var said = 0
        var kept = 0
        var count = 0
        for _ in 0..<300 {
            let cycles = dice.roll(4...12)
            let lengths = (0...cycles).map { _ in 27 + dice.roll(0...3) + dice.roll(0...3) }
            var day = Day(number: 20_000)
            var periods = [day...day]
            for length in lengths.dropLast() {
                day = day.advanced(by: length)
                periods.append(day...day)
            }
            let prediction = Prediction(CycleLog(periods: periods), today: day)
            guard let chance = prediction.statistics.chance, let next = prediction.upcoming.first,
                let length = lengths.last
            else { continue }
            count += 1
            said += chance
            if next.start.range.contains(day.advanced(by: length)) { kept += 1 }
        }
        #expect(count == 300 && kept * 100 >= said)
    }
}
