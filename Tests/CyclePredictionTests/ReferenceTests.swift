import CyclePrediction
import Foundation
import Testing

/// The library beside `reference.py`, which shares no line with it.
@Suite struct `The reference in Python` {
    @Test func `CY4: 200 random histories are predicted as the reference predicts them, to the day`() throws {
        let count = 200
        let folder = FileManager.default.temporaryDirectory.appending(path: "cycle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var lines = Data()
        for seed in 0..<UInt64(count) {
            lines += try JSONSerialization.data(withJSONObject: Self.line(RandomHistory(seed: seed))) + [0x0A]
        }
        let file = folder.appending(path: "cases.jsonl")
        try lines.write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "reference.py")
        process.arguments = ["python3", script.path, file.path]
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(String(decoding: said, as: UTF8.self) == "\(count) cases, 0 differ\n")
    }

    private static func line(_ history: RandomHistory) throws -> [String: Any] {
        let prediction = Prediction(history.log, rules: history.rules, today: history.today)
        let from = history.today.number - 100
        return [
            "today": history.today.number, "from": from,
            "rules": try JSONSerialization.jsonObject(with: JSONEncoder().encode(history.rules)),
            "log": history.log.entries.map { day, entry -> [Any] in
                [
                    day.number, entry.flow.rawValue, entry.temperature?.hundredths ?? NSNull(), entry.isDisturbed,
                    entry.mucus?.rawValue ?? NSNull(),
                ]
            },
            "said": [
                "statistics": statistics(prediction.statistics),
                "cycles": prediction.cycles.map(cycle),
                "upcoming": prediction.upcoming.map {
                    [estimate($0.start), estimate($0.ovulation), window($0.fertile)]
                },
                "notes": prediction.notes.map(note),
                "marks": (0..<200).map { prediction.marks(on: Day(number: from + $0)).rawValue },
            ] as [String: Any],
        ]
    }

    private static func statistics(_ known: CycleStatistics) -> [Any] {
        [
            known.lengths, known.shortest, known.usual, known.longest, known.hasTooLittleData, known.isIrregular,
            known.margin, known.chance ?? NSNull(),
        ]
    }

    private static func cycle(_ cycle: Prediction.RecordedCycle) -> [Any] {
        let shift: [Any]? = cycle.shift.map {
            [$0.first.number, $0.completed?.number ?? NSNull(), $0.lastLow.number, $0.coverLine.hundredths]
        }
        let peak: [Any]? = cycle.peak.map { [$0.day.number, $0.isConfirmed] }
        return [
            range(cycle.period), cycle.length ?? NSNull(), shift ?? NSNull(), peak ?? NSNull(),
            cycle.ovulation.map(estimate) ?? NSNull(), cycle.fertile.map(window) ?? NSNull(), cycle.isBySigns,
        ]
    }

    private static func range(_ days: ClosedRange<Day>) -> [Int] { [days.lowerBound.number, days.upperBound.number] }
    private static func window(_ window: FertileWindow) -> [[Int]] { [range(window.likely), range(window.possible)] }
    private static func estimate(_ estimate: Estimate) -> [Int] {
        [estimate.earliest.number, estimate.likely.number, estimate.latest.number]
    }

    private static func note(_ note: Prediction.Note) -> [Any] {
        switch note {
        case .noPeriod: ["noPeriod"]
        case .tooLittleData(let known, let needed): ["tooLittleData", known, needed]
        case .irregular(let shortest, let longest): ["irregular", shortest, longest]
        case .cyclesLeftOut(let count): ["cyclesLeftOut", count]
        case .late(let days): ["late", days]
        case .noRecentPeriod(let days): ["noRecentPeriod", days]
        case .signsDisagree: ["signsDisagree"]
        case .shiftUnfinished(let day): ["shiftUnfinished", day.number]
        case .noShiftSeen: ["noShiftSeen"]
        case .temperaturesOutOfBounds(let count): ["temperaturesOutOfBounds", count]
        }
    }
}
