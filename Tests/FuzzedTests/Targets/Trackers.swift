// modules: Sheets
// files: Sources/Kinds/Fitness/Trackers/TrackerFile.swift
// files: Sources/Kinds/Fitness/Trackers/GPXReader.swift
// files: Sources/Kinds/Fitness/Trackers/TCXReader.swift
// files: Sources/Kinds/Fitness/Trackers/HealthExportReader.swift
// files: Sources/Kinds/Fitness/Trackers/TrackTime.swift
// files: Sources/Kinds/Fitness/Trackers/ReadActivity.swift
// files: Sources/Kinds/Fitness/Trackers/ActivityKind.swift
import Console

@testable import Fitness

/// GPX, TCX and the export of Apple Health, in pieces; and what is told of them to the process that stores it. The first byte chooses.
enum Trackers: Fuzzed {
    static let name = "trackers"
    static let longest = 8_192

    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let file = Array(bytes.dropFirst())
        guard first % 4 < 3 else {
            var answers = TrackAnswers()
            _ = try? answers.add(file)
            return
        }
        let told = try told(TrackerFormat.allCases[Int(first % 4)], file, piece: file.count + 1)
        let inPieces = try self.told(TrackerFormat.allCases[Int(first % 4)], file, piece: 1 + Int(first / 4))
        try Broken.unless(told == inPieces, "pieces change nothing")
    }

    private static func told(_ format: TrackerFormat, _ file: [UInt8], piece: Int) throws -> [TrackAnswers.Answer] {
        guard var reader = TrackerFileReader(format: format.rawValue) else { return [] }
        var (answers, all, at) = (TrackAnswers(), [TrackAnswers.Answer](), 0)
        func take(_ bytes: [UInt8]) throws {
            do { all += try answers.add(bytes) } catch { throw Broken(what: "what is told is understood") }
        }
        while at < file.count {
            let end = min(at + piece, file.count)
            try take(file[at..<end].withUnsafeBytes { reader.read($0) })
            at = end
        }
        try take(reader.finish())
        return all
    }
}
