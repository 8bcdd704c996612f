import Glibc
import HTML
import Postgres
import Sheets

/// GPX 1.1, as Garmin, Strava and others export it: each track with times is an activity. Its distance is what lies between the points
/// of a segment; what lies between segments is a pause.
final class GPXReader: TrackHandler {
    static let mostPoints = 1_000_000

    var output = TrackOutput()

    private enum Wanted { case time, kind }

    private var hasRoot = false
    private var points = 0
    private var track: Track?
    private var isInPoint = false
    /// Extensions and links have words of their own, also for times and types.
    private var aside = 0
    private var wanted: Wanted?
    private var text = TrackText()

    private struct Track {
        var kind = ActivityKind.other
        var first: TrackTime?
        var last: TrackTime?
        var metres = 0.0
        var place: (latitude: Double, longitude: Double)?
    }

    func began(_ name: XMLName, _ attributes: XMLAttributes) throws(SheetProblem) {
        guard hasRoot else {
            guard name == "gpx" else { throw output.refuse(.notThisFormat) }
            hasRoot = true
            return
        }
        if name == "extensions" || name == "link" { aside += 1 }
        guard aside == 0 else { return }
        if name == "trkpt" {
            isInPoint = true
            points += 1
            guard points <= Self.mostPoints else { throw output.refuse(.tooManyPoints) }
            guard let latitude = attributes["lat"].flatMap({ TrackNumber.read($0) }), abs(latitude) <= 90,
                let longitude = attributes["lon"].flatMap({ TrackNumber.read($0) }), abs(longitude) <= 180
            else { throw output.refuse(.badPlace) }
            go(to: (latitude, longitude))
        } else if name == "trk" {
            track = Track()
        } else if name == "trkseg" {
            track?.place = nil
        } else if name == "time", isInPoint {
            begin(.time)
        } else if name == "type", track != nil, !isInPoint {
            begin(.kind)
        }
    }

    private func begin(_ what: Wanted) {
        wanted = what
        text = TrackText()
    }

    private func go(to place: (latitude: Double, longitude: Double)) {
        if let from = track?.place { track?.metres += Earth.metres(from, place) }
        track?.place = place
    }

    func text(_ utf8: UnsafeRawBufferPointer) throws(SheetProblem) {
        guard wanted != nil else { return }
        guard text.add(utf8) else { throw output.refuse(.intricate) }
    }

    func ended(_ name: XMLName) throws(SheetProblem) {
        if name == "extensions" || name == "link" {
            aside -= 1
        } else if aside > 0 {
            return
        } else if name == "trkpt" {
            isInPoint = false
        } else if name == "trk" {
            if let track { output.add(activity(track)) }
            track = nil
        } else if name == "time", wanted == .time {
            wanted = nil
            // An empty time is none: the point counts for the distance alone.
            if text.string.isEmpty { return }
            guard let time = TrackTime(text.string) else { throw output.refuse(.badTime) }
            // Trackers write points in order, but some append a late one at the end.
            if track?.first.map({ time.at < $0.at }) ?? true { track?.first = time }
            if track?.last.map({ time.at > $0.at }) ?? true { track?.last = time }
        } else if name == "type", wanted == .kind {
            wanted = nil
            track?.kind = ActivityKind(word: text.string)
        }
    }

    /// Returns nil for a track that was drawn and never walked: it has no times.
    private func activity(_ track: Track) -> ReadActivity? {
        guard let (first, last) = track.first.flatMap({ first in track.last.map { (first, $0) } }) else { return nil }
        let seconds = Int(last.at.seconds - first.at.seconds)
        guard ReadActivity.seconds.contains(seconds) else { return nil }
        return ReadActivity(
            kind: track.kind, startedAt: first.at, seconds: seconds, offset: first.offset,
            metres: ReadActivity.whole(track.metres))
    }
}

/// A short text of an element.
struct TrackText {
    /// Bytes: a time or a number is shorter.
    private static let most = 200
    private var bytes: [UInt8] = []

    /// False when it is too long for what is wanted.
    mutating func add(_ utf8: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count + utf8.count <= Self.most else { return false }
        bytes.append(contentsOf: utf8)
        return true
    }

    var string: String { String(decoding: bytes, as: UTF8.self).trimmingSpaces }
}

enum Earth {
    /// Returns the distance on a sphere with the earth's mean radius, which is exact to half a percent.
    static func metres(
        _ a: (latitude: Double, longitude: Double), _ b: (latitude: Double, longitude: Double)
    ) -> Double {
        let radian = Double.pi / 180
        let (half, side) = ((b.latitude - a.latitude) * radian / 2, (b.longitude - a.longitude) * radian / 2)
        let chord =
            sin(half) * sin(half) + cos(a.latitude * radian) * cos(b.latitude * radian) * sin(side) * sin(side)
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}
