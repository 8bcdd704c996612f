import CyclePrediction
import Foundation
import Testing

/// A published data set: the 1,665 cycles of 159 women of a randomised trial, ovulation estimated by a monitor of hormones in 1,515 of them.
///
/// Fehring RJ, Schneider M, Raviele K, Rodriguez D, Pruszynski J: Randomized comparison of two Internet-supported
/// fertility-awareness-based methods of family planning. Contraception 2013;88:24–30. The data: FedCycleData071012, Marquette University,
/// epublications.marquette.edu/data_nfp/7. `fehring-2013.txt` has a line of it for each woman: the length of each cycle, and after a
/// slash the estimated day of ovulation.
@Suite struct `A published data set` {
    private struct Cycle {
        let length: Int
        /// From 1, the first day of the period; nil where the monitor saw no peak.
        let ovulation: Int?
    }

    private let women: [[Cycle]]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "fehring-2013.txt")
        women = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            try line.split(separator: " ").map { text in
                let parts = text.split(separator: "/")
                return Cycle(
                    length: try #require(Int(parts[0])), ovulation: parts.count > 1 ? try #require(Int(parts[1])) : nil)
            }
        }
        // As the paper has them.
        #expect(women.count == 159 && women.joined().count == 1665)
    }

    /// What is predicted on day 6 of each cycle from the periods before it, of women with so many cycles before it; nothing else is logged.
    private func predicted(after known: ClosedRange<Int>) -> [(cycle: Cycle, start: Day, prediction: Prediction)] {
        women.flatMap { cycles in
            cycles.indices.filter { known.contains($0) }.map { index in
                var start = Day(number: 20_000)
                var periods = [start...start.advanced(by: 4)]
                for cycle in cycles[..<index] {
                    start = start.advanced(by: cycle.length)
                    periods.append(start...start.advanced(by: 4))
                }
                return (cycles[index], start, Prediction(CycleLog(periods: periods), today: start.advanced(by: 5)))
            }
        }
    }

    private func share(_ parts: [Bool]) -> Double { Double(parts.count { $0 }) / Double(max(parts.count, 1)) }

    @Test func `CY4: of measured luteal phases 95 of 100 are within the standard rules' bounds`() {
        let rules = PredictionRules.standard
        let luteal = women.joined().compactMap { cycle in cycle.ovulation.map { cycle.length - $0 } }
        #expect(luteal.count == 1515)
        let share = share(luteal.map { (rules.shortestLuteal...rules.longestLuteal).contains($0) })
        #expect(share >= 0.949, "\(share)")
        // Most cycles are within two days of the usual length.
        #expect(abs(luteal.sorted()[luteal.count / 2] - rules.lutealLength) <= 2)
    }

    @Test func `CY4: the ranges of women with six cycles or more hold what came, as often as they say`() {
        let all = predicted(after: 6...1000)
        let periods = share(
            all.compactMap { cycle, start, prediction in
                prediction.upcoming.first.map { next in
                    (next.start.earliest...next.start.latest).contains(start.advanced(by: cycle.length))
                }
            })
        let ovulations = share(
            all.compactMap { cycle, start, prediction in
                guard let day = cycle.ovulation, let found = prediction.cycles.last?.ovulation else { return nil }
                return (found.earliest...found.latest).contains(start.advanced(by: day - 1))
            })
        let fertile = share(
            all.compactMap { cycle, start, prediction in
                guard let day = cycle.ovulation, let found = prediction.cycles.last?.fertile else { return nil }
                return found.possible.contains(start.advanced(by: day - 1))
                    && found.possible.contains(start.advanced(by: max(day - 6, 0)))
            })
        #expect(all.count == 861)
        // 88 of 100 periods, and nearly every ovulation with its fertile days.
        #expect(periods >= 0.87 && ovulations >= 0.99 && fertile >= 0.99, "\(periods) \(ovulations) \(fertile)")
        let said = all.compactMap(\.prediction.statistics.chance)
        let mean = Double(said.reduce(0, +)) / Double(max(1, said.count))
        #expect(!said.isEmpty && mean <= periods * 100, "\(said.count) of \(all.count) say \(mean)")
    }

    @Test func `CY4: with fewer cycles known the range is no less honest, and it is said that they are few`() {
        let all = predicted(after: 1...2)
        let periods = share(
            all.compactMap { cycle, start, prediction in
                prediction.upcoming.first.map { next in
                    (next.start.earliest...next.start.latest).contains(start.advanced(by: cycle.length))
                }
            })
        #expect(all.count == 283 && periods >= 0.95, "\(all.count) \(periods)")
        #expect(
            all.allSatisfy { one in
                one.prediction.notes.contains { if case .tooLittleData = $0 { true } else { false } }
            })
    }
}
