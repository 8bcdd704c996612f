import Glibc
import JSON
import Postgres
import Support
import Testing

@testable import Fitness

/// Files of trackers, as the reader finds them that works in a process of its own; here it works in this one.
@Suite struct TrackerFileTests {
    private struct Found: Equatable {
        var activities: [ReadActivity] = []
        var skipped: Int?
        var fault: ActivityFault?
    }

    private func read(_ bytes: [UInt8], _ format: TrackerFormat, piece: Int = 4096) throws -> Found {
        var reader = try #require(TrackerFileReader(format: format.rawValue))
        var (answers, found) = (TrackAnswers(), Found())
        func take(_ bytes: [UInt8]) throws {
            for answer in try answers.add(bytes) {
                switch answer {
                case .activity(let activity): found.activities.append(activity)
                case .end(let skipped): found.skipped = skipped
                case .refused(let fault): found.fault = fault
                }
            }
        }
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try take(bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { reader.read($0) })
        }
        try take(reader.finish())
        // One or the other, always.
        #expect((found.skipped == nil) != (found.fault == nil))
        return found
    }

    private func read(_ text: String, _ format: TrackerFormat, piece: Int = 4096) throws -> Found {
        try read(Array(text.utf8), format, piece: piece)
    }

    private func at(_ text: String) throws -> Timestamp { try #require(TrackTime(text)).at }

    // MARK: In the shape of real ones

    @Test(arguments: [1, 7, 64, 100_000]) func `FI11: GPX of Garmin and Strava is read, in pieces of any length`(
        piece: Int
    )
        throws
    {
        let garmin = try read(TrackerSamples.garminGPX, .gpx, piece: piece)
        #expect(garmin.skipped == 0)
        #expect(
            garmin.activities == [
                ReadActivity(kind: .run, startedAt: try at("2024-05-01T04:30:00Z"), seconds: 1800, metres: 2224)
            ])
        let strava = try read(TrackerSamples.stravaGPX, .gpx, piece: piece)
        #expect(
            strava.activities == [
                ReadActivity(kind: .run, startedAt: try at("2024-05-01T04:30:04Z"), seconds: 1794, metres: 2224)
            ])
    }

    @Test(arguments: [1, 100_000])
    func `FI11: TCX of Garmin is read: laps together, with their metres and not their points'`(
        piece: Int
    ) throws {
        let found = try read(TrackerSamples.garminTCX, .tcx, piece: piece)
        #expect(
            found.activities == [
                ReadActivity(
                    kind: .ride, startedAt: try at("2024-06-02T07:00:00Z"), seconds: 2401, metres: 12_500,
                    kilocalories: 300, beats: 130)
            ])
    }

    @Test(arguments: [1, 100_000])
    func
        `FI11: an export of Apple Health is read: both ways to say distance, units, and an hour that the clock skipped`(
            piece: Int
        ) throws
    {
        let found = try read(TrackerSamples.healthExport(), .appleExport, piece: piece)
        #expect(found.skipped == 0)
        #expect(
            found.activities == [
                ReadActivity(
                    kind: .run, startedAt: try at("2021-05-01T04:30:00Z"), seconds: 1830, offset: 10_800,
                    metres: 4989, kilocalories: 300),
                // From half past one to a quarter past three, of which summer time took an hour.
                ReadActivity(
                    kind: .swim, startedAt: try at("2024-03-31T00:30:00Z"), seconds: 2700, offset: 3600, metres: 1500,
                    kilocalories: 410, beats: 132),
            ])
    }

    @Test func `FI11: a workout of a unit that nobody knows, without a zone or of no length is passed over`() throws {
        func workout(_ attributes: String) -> String {
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" \(attributes)/>\n"
        }
        let times = "startDate=\"2024-05-01 07:30:00 +0300\" endDate=\"2024-05-01 08:00:00 +0300\""
        let more =
            workout("\(times) totalDistance=\"5\" totalDistanceUnit=\"furlong\"")
            + workout("\(times) totalDistance=\"NaN\" totalDistanceUnit=\"km\"")
            + workout("\(times) totalDistance=\"5\"")
            + workout("startDate=\"2024-05-01 07:30:00\" endDate=\"2024-05-01 08:00:00\"")
            + workout("startDate=\"2024-05-01 07:30:00 +0300\" endDate=\"2024-05-01 07:30:00 +0300\"")
            + workout("\(times)")
        let found = try read(TrackerSamples.healthExport(more: more), .appleExport)
        #expect(found.skipped == 5 && found.activities.count == 3 && found.activities.last?.kind == .yoga)
    }

    @Test(arguments: [1, 5, 100_000])
    func
        `FI11: what Komoot, OsmAnd, Suunto and Garmin write as GPX is read: prefixes, extensions, several tracks, points without times`(
            piece: Int
        ) throws
    {
        func activities(_ text: String, skipped: Int = 0) throws -> [ReadActivity] {
            let found = try read(text, .gpx, piece: piece)
            #expect(found.skipped == skipped && found.fault == nil)
            return found.activities
        }
        let komoot = try activities(ExporterSamples.komootGPX)
        #expect(komoot.map(\.kind) == [.other] && komoot.map(\.metres) == [2224] && komoot.map(\.seconds) == [600])
        // Nobody has walked it.
        #expect(try activities(ExporterSamples.komootPlannedGPX, skipped: 1).isEmpty)
        #expect(
            try activities(ExporterSamples.osmAndGPX) == [
                // A point without a time counts for the distance; between the segments lies a pause.
                ReadActivity(kind: .run, startedAt: try at("2025-05-01T04:30:00Z"), seconds: 2400, metres: 3336),
                ReadActivity(kind: .other, startedAt: try at("2025-05-01T06:00:00Z"), seconds: 1200, metres: 1112),
            ])
        #expect(
            try activities(ExporterSamples.suuntoGPX) == [
                ReadActivity(kind: .other, startedAt: try at("2022-02-22T18:09:02Z"), seconds: 1200, metres: 1112)
            ])
        #expect(
            try activities(ExporterSamples.movescountGPX) == [
                ReadActivity(kind: .hike, startedAt: try at("2018-05-13T14:11:03Z"), seconds: 1800, metres: 1112)
            ])
        #expect(
            try activities(ExporterSamples.garminTwoTracksGPX) == [
                ReadActivity(kind: .ride, startedAt: try at("2024-07-01T05:00:00Z"), seconds: 360, metres: 2224),
                ReadActivity(kind: .walk, startedAt: try at("2024-07-01T06:00:00Z"), seconds: 900, metres: 1112),
            ])
    }

    @Test(arguments: [1, 7, 100_000])
    func
        `FI11: what Strava and Garmin write as TCX is read: blanks before the declaration, several sports, laps without sums`(
            piece: Int
        ) throws
    {
        func activities(_ text: String) throws -> [ReadActivity] {
            let found = try read(text, .tcx, piece: piece)
            #expect(found.skipped == 0 && found.fault == nil)
            return found.activities
        }
        #expect(ExporterSamples.stravaTCX.hasPrefix("          <?xml"))
        #expect(
            try activities(ExporterSamples.stravaTCX) == [
                ReadActivity(
                    kind: .run, startedAt: try at("2020-02-22T17:19:56Z"), seconds: 1500, metres: 5012, kilocalories: 0)
            ])
        #expect(
            try activities(ExporterSamples.multiSportTCX) == [
                ReadActivity(
                    kind: .ride, startedAt: try at("2023-08-20T06:00:00Z"), seconds: 3600, metres: 30_000,
                    kilocalories: 700),
                ReadActivity(
                    kind: .run, startedAt: try at("2023-08-20T07:01:30Z"), seconds: 1200, metres: 4000,
                    kilocalories: 250),
            ])
        #expect(
            try activities(ExporterSamples.barelapsTCX) == [
                ReadActivity(kind: .ride, startedAt: try at("2026-02-06T08:00:00Z"), seconds: 1200, metres: 8400)
            ])
    }

    // MARK: Times and numbers

    @Test(
        arguments: [
            ("2024-05-01T04:30:00Z", 1_714_537_800, nil), ("2024-05-01T07:30:00+03:00", 1_714_537_800, 10_800),
            ("2024-05-01 07:30:00 +0300", 1_714_537_800, 10_800), ("2024-04-30T20:30:00-08:00", 1_714_537_800, -28_800),
            ("2024-05-01T10:15:00+05:45", 1_714_537_800, 20_700), ("2024-05-01T04:30:00.999Z", 1_714_537_800, nil),
            // Both hours of the night in which clocks go back.
            ("2024-10-27 02:30:00 +0200", 1_729_989_000, 7200), ("2024-10-27 02:30:00 +0100", 1_729_992_600, 3600),
            ("2016-12-31T23:59:60Z", 1_483_228_800, nil),
        ] as [(String, Int64, Int?)])
    func `FI11: a time is read with its zone`(text: String, seconds: Int64, offset: Int?) throws {
        let time = try #require(TrackTime(text))
        #expect(time.at.seconds == seconds && time.offset == offset)
    }

    @Test(arguments: [
        "", "2024-05-01T04:30:00", "2024-05-01", "2024-02-30T04:30:00Z", "2024-13-01T04:30:00Z", "2024-05-01T24:30:00Z",
        "2024-05-01T04:60:00Z", "2024-05-01T04:30:61Z", "2024-05-01T04:30:00.Z", "2024-05-01T04:30:00Z ",
        "٢٠٢٤-05-01T04:30:00Z",
        "2024-05-01T04:30:00+99:00", "2024-05-01T04:30:00+0300x", "-024-05-01T04:30:00Z", "2024-05-01T04:30:00+03:60",
    ])
    func `FI11: what is no time, or does not say its zone, is none`(text: String) {
        #expect(TrackTime(text) == nil)
    }

    @Test func `FI11: a number is one that everybody writes`() {
        for text in [
            "nan", "NaN", "inf", "-Infinity", "0x10", "1e999", "", "١", "1,5", String(repeating: "1", count: 81),
        ] {
            #expect(TrackNumber.read(text) == nil, "\(text)")
        }
        #expect(TrackNumber.read("-1.5e3") == -1500 && TrackNumber.amount("-1") == nil)
    }

    // MARK: Hostile ones

    @Test func `FI11: places that are not on the earth, and points without a zone, refuse the file`() throws {
        func gpx(_ attributes: String, _ time: String = "2024-05-01T04:30:00Z") -> String {
            "<gpx><trk><trkseg><trkpt \(attributes)><time>\(time)</time></trkpt></trkseg></trk></gpx>"
        }
        for wrong in [
            #"lat="90.1" lon="0""#, #"lat="0" lon="-180.001""#, #"lat="NaN" lon="0""#, #"lat="0""#, #"lat="" lon="0""#,
            #"lat="1e999" lon="0""#, #"lat="0x1" lon="0""#,
        ] {
            #expect(try read(gpx(wrong), .gpx).fault == .badPlace, "\(wrong)")
        }
        #expect(try read(gpx(#"lat="1" lon="1""#, "2024-05-01T04:30:00"), .gpx).fault == .badTime)
        #expect(try read(gpx(#"lat="1" lon="1""#, String(repeating: "2", count: 300)), .gpx).fault == .intricate)
        let tcx = TrackerSamples.garminTCX
        #expect(try read(tcx.replacing("59.93", with: "95"), .tcx).fault == .badPlace)
        #expect(try read(tcx.replacing(">10000.0<", with: ">NaN<"), .tcx).fault == .badNumber)
        #expect(try read(tcx.replacing(">250<", with: ">-250<"), .tcx).fault == .badNumber)
        #expect(
            try read(tcx.replacing("StartTime=\"2024-06-02T07:30:00.000Z\"", with: ""), .tcx).fault == .badTime)
    }

    @Test func `FI11: another format, or none, is refused as such`() throws {
        #expect(try read(TrackerSamples.garminGPX, .tcx).fault == .notThisFormat)
        #expect(try read(TrackerSamples.garminTCX, .appleExport).fault == .notThisFormat)
        #expect(try read(TrackerSamples.healthExport(), .gpx).fault == .declaresEntities)
        for nothing in ["", "{}", "%PDF-1.4", "\u{0}", "<html></html>"] {
            for format in TrackerFormat.allCases {
                let fault = try read(nothing, format).fault
                #expect(fault == .damaged || fault == .notThisFormat, "\(nothing) \(format)")
            }
        }
    }

    @Test(arguments: TrackerFormat.allCases)
    func `FI11: a billion laughs, and an attribute for every element, are refused before they grow`(
        format: TrackerFormat
    )
        throws
    {
        let laughs = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        for inside in [
            "<!ENTITY l0 \"lol\">\(laughs)", "<!ENTITY % p \"x\"> %p;", "<!ENTITY f SYSTEM \"file:///etc/passwd\">",
            "<!ATTLIST Record a CDATA \"\(String(repeating: "x", count: 5000))\">",
        ] {
            let text = "<!DOCTYPE HealthData [\(inside)]><HealthData>&l9;</HealthData>"
            #expect(try read(text, format).fault == .declaresEntities, "\(inside.prefix(20))")
        }
        let long = "<!DOCTYPE HealthData [\(String(repeating: "<!-- x -->", count: 40_000))]><HealthData/>"
        #expect(try read(long, .appleExport).fault == .intricate)
    }

    @Test
    func `FI11: a document type that declares more attributes than Apple's is refused before it slows each element`()
        throws
    {
        func file(_ attributes: Int) -> String {
            let list = (0..<attributes).map { " a\($0) CDATA #IMPLIED" }.joined()
            return
                "<!DOCTYPE HealthData [<!ATTLIST b\(list)>]><HealthData>\(String(repeating: "<b/>", count: 100))</HealthData>"
        }
        #expect(try read(file(400), .appleExport).fault == nil)
        #expect(try read(file(11_000), .appleExport).fault == .intricate)
    }

    @Test(arguments: TrackerFormat.allCases)
    func `FI11: what is nested too deep, or has an element too long, is refused`(format: TrackerFormat) throws {
        let roots = [TrackerFormat.gpx: "gpx", .tcx: "TrainingCenterDatabase", .appleExport: "HealthData"]
        let root = try #require(roots[format])
        #expect(try read("<\(root)>" + String(repeating: "<a>", count: 40), format).fault == .intricate)
        #expect(
            try read("<\(root)><a b=\"\(String(repeating: "x", count: 70_000))\"/></\(root)>", format).fault
                == .intricate)
        // A tag that never ends is not kept.
        #expect(
            try read("<\(root)><a b=\"\(String(repeating: "x", count: 400_000))", format).fault == .intricate)
    }

    @Test func `FI11: a million points are read with flat memory, and one more is too many`() throws {
        var reader = try #require(TrackerFileReader(format: "gpx"))
        var (answers, fault) = (TrackAnswers(), ActivityFault?.none)
        func feed(_ text: String) throws {
            for answer in try answers.add(Array(text.utf8).withUnsafeBytes { reader.read($0) }) {
                if case .refused(let why) = answer { fault = why }
            }
        }
        try feed("<gpx><trk><trkseg>")
        let points = String(
            repeating: "<trkpt lat=\"55.7\" lon=\"37.6\"><time>2024-05-01T04:30:00Z</time></trkpt>", count: 10_000)
        try feed(points)
        let before = Self.memory()
        for _ in 1..<(GPXReader.mostPoints / 10_000) { try feed(points) }
        // Other tests run beside this one.
        #expect(Self.memory() - before < 100_000 && fault == nil)
        try feed("<trkpt lat=\"55.7\" lon=\"37.6\"/>")
        #expect(fault == .tooManyPoints)
    }

    /// Kilobytes that the process holds.
    private static func memory() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let text = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
        return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4
    }

    private static let whole: [TrackerFormat: [UInt8]] = [
        .gpx: Array(TrackerSamples.garminGPX.utf8), .tcx: Array(TrackerSamples.garminTCX.utf8),
        .appleExport: Array(TrackerSamples.healthExport().utf8),
    ]

    @Test(arguments: TrackerFormat.allCases)
    func `FI11: a file that is cut anywhere is damaged, and what was whole before the cut is as it was`(
        format: TrackerFormat
    )
        throws
    {
        let whole = try #require(Self.whole[format])
        let all = try read(whole, format).activities
        // Behind the last element there is nothing to be missed.
        let end = try #require(whole.lastIndex(of: UInt8(ascii: ">")))
        for length in stride(from: 0, through: end, by: isFullRun ? 1 : 13) {
            let found = try read(Array(whole[..<length]), format)
            #expect(found.fault == .damaged, "\(length)")
            #expect(found.activities == Array(all.prefix(found.activities.count)), "\(length)")
        }
    }

    @Test(arguments: TrackerFormat.allCases)
    func `FI11: a file with bytes changed, cut and doubled gives sound activities or a reason, and nothing falls over`(
        format: TrackerFormat
    ) throws {
        let whole = try #require(Self.whole[format])
        var random = SeededRandom(18)
        for _ in 0..<(isFullRun ? 20_000 : 500) {
            var file = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = Int.random(in: 0..<file.count, using: &random)
                let until = min(file.count, at + Int.random(in: 1...60, using: &random))
                switch Int.random(in: 0..<4, using: &random) {
                case 0: file[at] = UInt8.random(in: 0...255, using: &random)
                case 1 where file.count > 100: file.removeSubrange(at..<until)
                case 2: file.insert(contentsOf: file[at..<until], at: at)
                default: file.insert(UInt8(ascii: "9"), at: at)
                }
            }
            for activity in try read(file, format, piece: Int.random(in: 1...5000, using: &random)).activities {
                #expect(ReadActivity.seconds.contains(activity.seconds))
                #expect(ReadActivity(line: Substring(activity.line)) == activity)
            }
        }
    }

    @Test(arguments: [
        "A run 1 2 3 4 5", "A fly 1 2 - - - -", "A run x 2 - - - -", "A run 1 2 - - - x", "B", "E", "E -1", "E x", "R",
        "A run 9223372036854775808 2 - - - -",
    ])
    func `FI11: what a reader answers that is no answer is not believed`(line: String) {
        var answers = TrackAnswers()
        #expect(throws: ActivityFault.unreadable) { try answers.add(Array((line + "\n").utf8)) }
        var endless = TrackAnswers()
        #expect(throws: ActivityFault.unreadable) { try endless.add(Array(repeating: 65, count: 5000)) }
    }

    // MARK: JSON

    private func json(_ text: String) throws -> Result<ReadActivity, ActivityFault> {
        let body = try JSONReader.read(Array(text.utf8))
        let source = try #require(body["source"]?.text.flatMap { TrackerSource(rawValue: $0) })
        let value = try #require(body["activities"]?.elements.first)
        return Result { () throws(ActivityFault) in try ActivityJSON.read(value, from: source) }
    }

    @Test func `FI11: what Strava answers and what HealthKit has are read, each with its units`() throws {
        #expect(
            try json(TrackerSamples.strava()).get()
                == ReadActivity(
                    id: "11300000001", kind: .run, startedAt: try at("2024-05-01T04:30:02Z"), seconds: 1795,
                    offset: 10_800, metres: 2232, kilocalories: 171, beats: 152))
        #expect(try json(TrackerSamples.strava(type: "Kitesurf")).get().kind == .other)
        let miles = try json(TrackerSamples.appleHealth(unit: "mi", distance: "1.5")).get()
        #expect(miles.metres == 2414 && miles.offset == 10_800 && miles.seconds == 1807 && miles.kilocalories == 171)
        #expect(try json(TrackerSamples.appleHealth(unit: "leagues")) == .failure(.badNumber))
        for (text, fault) in [
            (TrackerSamples.strava(start: "2024-05-01T04:30:02"), ActivityFault.badTime),
            (TrackerSamples.strava(seconds: "1e300"), .badNumber), (TrackerSamples.strava(seconds: "-5"), .badNumber),
            (TrackerSamples.strava(seconds: "\"NaN\""), .badNumber),
            (TrackerSamples.strava(id: "null"), .notThisFormat),
        ] {
            #expect(try json(text) == .failure(fault), "\(text)")
        }
    }

    @Test func `FI11: what Fitbit answers is read in its units, and a distance without a known unit refused`() throws {
        #expect(
            try json(TrackerSamples.fitbit()).get()
                == ReadActivity(
                    id: "8734567890123456789", kind: .run, startedAt: try at("2024-05-01T04:30:02Z"), seconds: 1795,
                    offset: 10_800, metres: 2232, kilocalories: 171, beats: 152))
        #expect(try json(TrackerSamples.fitbit(distance: "1.5", unit: "Mile")).get().metres == 2414)
        #expect(try json(TrackerSamples.fitbit(distance: "100", unit: "Yards", name: "Swim")).get().metres == 91)
        #expect(try json(TrackerSamples.fitbit(name: "Outdoor Bike")).get().kind == .ride)
        #expect(try json(TrackerSamples.fitbit(unit: "")) == .failure(.badNumber))
        #expect(try json(TrackerSamples.fitbit(distance: "-1")) == .failure(.badNumber))
        #expect(try json(TrackerSamples.fitbit(start: "2024-05-01T07:30:02")) == .failure(.badTime))
    }

    @Test func `FI11: an activity of the future, of too long ago, or that never ends makes no sense`() throws {
        let now = try at("2024-05-01T12:00:00Z")
        func fault(_ start: String, _ seconds: Int, _ change: (inout ReadActivity) -> Void = { _ in }) throws
            -> ActivityFault?
        {
            var activity = ReadActivity(kind: .run, startedAt: try at(start), seconds: seconds)
            change(&activity)
            return activity.fault(now: now)
        }
        #expect(try fault("2024-05-01T11:00:00Z", 3600) == nil && fault("2024-05-01T11:00:00Z", 4200) == nil)
        #expect(try fault("2024-05-01T11:00:00Z", 4201) == .inFuture && fault("2030-01-01T00:00:00Z", 60) == .inFuture)
        #expect(try fault("1999-12-31T23:00:00Z", 60) == .tooEarly)
        for seconds in [0, -1, 72 * 3600 + 1, 604_801, .max, .min] {
            #expect(try fault("2024-04-01T00:00:00Z", seconds) == .badDuration)
        }
        #expect(try fault("2024-04-01T00:00:00Z", 60) { $0.metres = .max } == .badNumber)
        #expect(try fault("2024-04-01T00:00:00Z", 60) { $0.offset = .min } == .badNumber)
        #expect(try fault("2024-04-01T00:00:00Z", 60) { $0.beats = 0 } == .badNumber)
    }
}
