import Postgres
import Sheets

/// Garmin's Training Center XML: an activity has laps, and each lap its time, its metres, its kilocalories and its heart rate. Those of a
/// lap's points count where an exporter writes none for the lap: the time of the last point, and its metres since the activity began.
final class TCXReader: TrackHandler {
    var output = TrackOutput()

    private enum Element {
        case activity, id, lap, seconds, metres, kilocalories, heart, beats, latitude, longitude, point, time, way,
            other
    }

    private var hasRoot = false
    private var stack: [Element] = []
    private var points = 0
    private var text = TrackText()
    private var activity: Activity?

    private struct Activity {
        var kind: ActivityKind
        var first: TrackTime?
        var end: Timestamp?
        var metres: Double?
        /// Those of the last point that tells them.
        var way: Double?
        var kilocalories: Double?
        /// The heart's beats of all laps that tell them, and how many seconds these lasted.
        var beats = 0.0
        var beaten = 0.0
        var lap = Lap()
    }

    private struct Lap {
        var start: TrackTime?
        var seconds = 0.0
        /// The time of its last point.
        var last: Timestamp?
        var beats: Double?
    }

    func began(_ name: XMLName, _ attributes: XMLAttributes) throws(SheetProblem) {
        guard hasRoot else {
            guard name == "TrainingCenterDatabase" else { throw output.refuse(.notThisFormat) }
            hasRoot = true
            return stack.append(.other)
        }
        let element = element(name)
        stack.append(element)
        text = TrackText()
        switch element {
        case .activity: activity = Activity(kind: ActivityKind(word: attributes["Sport"] ?? ""))
        case .lap:
            guard let start = attributes["StartTime"].flatMap({ TrackTime($0) }) else {
                throw output.refuse(.badTime)
            }
            activity?.lap = Lap(start: start)
            if activity?.first.map({ start.at < $0.at }) ?? true { activity?.first = start }
        case .point:
            points += 1
            guard points <= GPXReader.mostPoints else { throw output.refuse(.tooManyPoints) }
        default: break
        }
    }

    /// Names mean something in their own place alone: points have metres as well.
    private func element(_ name: XMLName) -> Element {
        switch stack.last {
        case .activity: name == "Lap" ? .lap : name == "Id" ? .id : .other
        case .lap:
            name == "TotalTimeSeconds"
                ? .seconds
                : name == "DistanceMeters"
                    ? .metres : name == "Calories" ? .kilocalories : name == "AverageHeartRateBpm" ? .heart : .other
        case .heart: name == "Value" ? .beats : .other
        case .point: name == "Time" ? .time : name == "DistanceMeters" ? .way : .other
        default:
            name == "Activity"
                ? .activity
                : name == "Trackpoint"
                    ? .point : name == "LatitudeDegrees" ? .latitude : name == "LongitudeDegrees" ? .longitude : .other
        }
    }

    func text(_ utf8: UnsafeRawBufferPointer) throws(SheetProblem) {
        switch stack.last {
        case .seconds, .metres, .kilocalories, .beats, .latitude, .longitude, .time, .way:
            guard text.add(utf8) else { throw output.refuse(.intricate) }
        default: break
        }
    }

    func ended(_ name: XMLName) throws(SheetProblem) {
        switch stack.popLast() {
        case .seconds: activity?.lap.seconds = try amount()
        case .metres:
            let sum = try amount() + (activity?.metres ?? 0)
            activity?.metres = sum
        case .kilocalories:
            let sum = try amount() + (activity?.kilocalories ?? 0)
            activity?.kilocalories = sum
        case .beats: activity?.lap.beats = try amount()
        case .time:
            if let at = TrackTime(text.string)?.at {
                let last = max(activity?.lap.last ?? at, at)
                activity?.lap.last = last
            }
        case .way: if let way = TrackNumber.amount(text.string) { activity?.way = way }
        case .latitude: try place(90)
        case .longitude: try place(180)
        case .lap: endLap()
        case .activity:
            output.add(activity.flatMap { made($0) })
            activity = nil
        default: break
        }
    }

    private func amount() throws(SheetProblem) -> Double {
        guard let value = TrackNumber.amount(text.string) else { throw output.refuse(.badNumber) }
        return value
    }

    private func place(_ most: Double) throws(SheetProblem) {
        guard let value = TrackNumber.read(text.string), abs(value) <= most else { throw output.refuse(.badPlace) }
    }

    private func endLap() {
        guard let lap = activity?.lap, let start = lap.start else { return }
        let seconds = lap.seconds > 0 ? lap.seconds : max(0, Double((lap.last ?? start.at).seconds - start.at.seconds))
        guard seconds <= Double(ReadActivity.seconds.upperBound) else { return }
        let lapEnd = start.at.adding(seconds: Int64(seconds.rounded()))
        let end = max(activity?.end ?? lapEnd, lapEnd)
        activity?.end = end
        if let beats = lap.beats {
            activity?.beats += beats * seconds
            activity?.beaten += seconds
        }
    }

    private func made(_ activity: Activity) -> ReadActivity? {
        guard let first = activity.first, let end = activity.end else { return nil }
        let seconds = Int(end.seconds - first.at.seconds)
        guard ReadActivity.seconds.contains(seconds) else { return nil }
        return ReadActivity(
            kind: activity.kind, startedAt: first.at, seconds: seconds, offset: first.offset,
            metres: (activity.metres ?? activity.way).flatMap { ReadActivity.whole($0) },
            kilocalories: activity.kilocalories.flatMap { ReadActivity.whole($0) },
            beats: activity.beaten > 0 ? ReadActivity.whole(activity.beats / activity.beaten) : nil)
    }
}
