import Console
import Postgres
import Sheets

/// A format of files. The raw values are stored, and name the source of what was in them.
enum TrackerFormat: String, CaseIterable, Sendable {
    case gpx, tcx
    case appleExport = "apple_export"

    /// The media type of its files.
    var mediaType: String {
        switch self {
        case .gpx: "application/gpx+xml"
        case .tcx: "application/vnd.garmin.tcx+xml"
        case .appleExport: "application/vnd.apple.health-export+xml"
        }
    }

    static func of(mediaType: String) -> TrackerFormat? { allCases.first { $0.mediaType == mediaType } }

    var source: TrackerSource {
        switch self {
        case .gpx: .gpx
        case .tcx: .tcx
        case .appleExport: .appleExport
        }
    }
}

/// What activities are read from a file of trackers, in a process that can reach nothing: `roost read-stream fitness.activities gpx`. It
/// answers a line for each activity as soon as it is over, so that memory does not grow with the file.
struct TrackerFileReader: ConfinedFileReader {
    static let name = "fitness.activities"

    private let handler: any TrackHandler
    private var feed: XMLFeed?
    private var isRefused = false
    private var hasBegun = false

    init?(format: String) {
        guard let format = TrackerFormat(rawValue: format) else { return nil }
        handler =
            switch format {
            case .gpx: GPXReader()
            case .tcx: TCXReader()
            case .appleExport: HealthExportReader()
            }
        var limits = XMLFeed.Limits()
        (limits.depth, limits.attributes, limits.tag) = (32, 65_536, 131_072)
        // Apple's export says itself how it is made; what the phones of some years wrote there is 10 KB.
        limits.documentType = format == .appleExport ? 262_144 : nil
        feed = try? XMLFeed(handler, limits)
    }

    mutating func read(_ piece: UnsafeRawBufferPointer) -> [UInt8] { read(piece, isLast: false) }

    mutating func finish() -> [UInt8] {
        let last = read(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        return isRefused ? last : last + Array("E \(handler.output.skipped)\n".utf8)
    }

    private mutating func read(_ piece: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        guard !isRefused, let feed else { return [] }
        // Strava's files begin with blanks, which XML does not allow before its declaration (gpsbabel issue 371).
        let piece = hasBegun ? piece : UnsafeRawBufferPointer(rebasing: piece.drop { [9, 10, 13, 32].contains($0) })
        hasBegun = hasBegun || !piece.isEmpty
        guard hasBegun || isLast else { return [] }
        do throws(SheetProblem) {
            try feed.feed(piece, isLast: isLast)
            return Array(handler.output.take().utf8)
        } catch {
            isRefused = true
            self.feed = nil
            let fault = handler.output.fault ?? Self.fault(error)
            return Array((handler.output.take() + "R \(fault.rawValue)\n").utf8)
        }
    }

    private static func fault(_ problem: SheetProblem) -> ActivityFault {
        switch problem.reason {
        case .declaresEntities: .declaresEntities
        case .bomb: .intricate
        default: .damaged
        }
    }
}

/// What a reader of one format has found so far.
struct TrackOutput {
    private var lines = ""
    /// Activities that make no sense by themselves.
    private(set) var skipped = 0
    private(set) var fault: ActivityFault?

    mutating func add(_ activity: ReadActivity?) {
        if let activity { lines += activity.line + "\n" } else { skipped += 1 }
    }

    /// Refuses the whole file: `throw output.refuse(.badPlace)`.
    mutating func refuse(_ fault: ActivityFault) -> SheetProblem {
        self.fault = fault
        return SheetProblem(.damaged)
    }

    mutating func take() -> String {
        defer { lines = "" }
        return lines
    }
}

protocol TrackHandler: XMLHandler {
    var output: TrackOutput { get set }
}

/// What `TrackerFileReader` answers, read on the other side, where nothing of it is believed.
struct TrackAnswers {
    enum Answer: Equatable {
        case activity(ReadActivity)
        /// The file is over, and so many activities in it make no sense by themselves.
        case end(skipped: Int)
        case refused(ActivityFault)
    }

    private var rest: [UInt8] = []

    /// The lines that are whole by now.
    mutating func add(_ bytes: [UInt8]) throws(ActivityFault) -> [Answer] {
        rest += bytes
        guard let last = rest.lastIndex(of: 10) else {
            // A line is shorter than that.
            guard rest.count < 1024 else { throw .unreadable }
            return []
        }
        let lines = String(decoding: rest[..<last], as: UTF8.self)
        rest.removeSubrange(...last)
        var answers: [Answer] = []
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: " ")
            switch parts.first {
            case "A":
                guard let activity = ReadActivity(line: line) else { throw .unreadable }
                answers.append(.activity(activity))
            case "E" where parts.count == 2:
                guard let skipped = Int(parts[1]), skipped >= 0 else { throw .unreadable }
                answers.append(.end(skipped: skipped))
            case "R" where parts.count == 2:
                answers.append(.refused(ActivityFault(rawValue: String(parts[1])) ?? .unreadable))
            default: throw .unreadable
            }
        }
        return answers
    }
}
