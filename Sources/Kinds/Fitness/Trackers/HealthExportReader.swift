import Postgres
import Sheets

/// `export.xml` of Apple Health: gigabytes of measurements, and among them the workouts, which alone are looked at. Phones before 2022
/// wrote distance and energy as attributes, later ones as elements below.
final class HealthExportReader: TrackHandler {
    var output = TrackOutput()

    private var hasRoot = false
    private var workout: HealthWorkout?

    func began(_ name: XMLName, _ attributes: XMLAttributes) throws(SheetProblem) {
        guard hasRoot else {
            guard name == "HealthData" else { throw output.refuse(.notThisFormat) }
            hasRoot = true
            return
        }
        if name == "Workout" {
            workout = HealthWorkout { attributes[$0] }
        } else if workout != nil, name == "WorkoutStatistics" {
            workout?.add(
                attributes["type"] ?? "", sum: attributes["sum"], average: attributes["average"],
                unit: attributes["unit"] ?? "")
        }
    }

    func text(_ utf8: UnsafeRawBufferPointer) {}

    func ended(_ name: XMLName) {
        guard name == "Workout", let workout else { return }
        // One invalid workout among thousands is skipped.
        output.add(try? workout.activity.get())
        self.workout = nil
    }
}

/// A workout of Apple Health, from its export or from an app that reads it on the phone: both name its parts alike.
struct HealthWorkout {
    private let kind: ActivityKind
    private let start: TrackTime?
    private let end: TrackTime?
    private var metres: Measured
    private var kilocalories: Measured
    private var beats: Measured = .none

    /// A measured value in the unit that is stored.
    private enum Measured {
        case none
        case value(Double)
        /// No number, or of a unit that is not known: 5 could be metres or miles.
        case wrong

        init(_ text: String?, _ unit: String, _ units: [String: Double]) {
            guard let text else {
                self = .none
                return
            }
            guard let value = TrackNumber.amount(text), let factor = units[unit] else {
                self = .wrong
                return
            }
            self = .value(value * factor)
        }
    }

    private static let metres: [String: Double] = ["m": 1, "km": 1000, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048]
    private static let kilocalories: [String: Double] = ["kcal": 1, "Cal": 1, "cal": 0.001, "kJ": 1 / 4.184]

    /// `attribute`: of the names that Apple gives them.
    init(_ attribute: (StaticString) -> String?) {
        kind = ActivityKind(word: attribute("workoutActivityType") ?? "")
        start = attribute("startDate").flatMap { TrackTime($0) }
        end = attribute("endDate").flatMap { TrackTime($0) }
        metres = Measured(attribute("totalDistance"), attribute("totalDistanceUnit") ?? "", Self.metres)
        kilocalories = Measured(
            attribute("totalEnergyBurned"), attribute("totalEnergyBurnedUnit") ?? "", Self.kilocalories)
    }

    mutating func add(_ type: String, sum: String?, average: String?, unit: String) {
        if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
            metres = Measured(sum, unit, Self.metres)
        } else if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
            kilocalories = Measured(sum, unit, Self.kilocalories)
        } else if type == "HKQuantityTypeIdentifierHeartRate" {
            beats = Measured(average, unit, ["count/min": 1])
        }
    }

    var activity: Result<ReadActivity, ActivityFault> {
        guard let start, let end else { return .failure(.badTime) }
        let seconds = Int(end.at.seconds - start.at.seconds)
        guard ReadActivity.seconds.contains(seconds) else { return .failure(.badDuration) }
        var values: [Int?] = []
        for measured in [metres, kilocalories, beats] {
            switch measured {
            case .none: values.append(nil)
            case .wrong: return .failure(.badNumber)
            case .value(let value):
                guard let whole = ReadActivity.whole(value) else { return .failure(.badNumber) }
                values.append(whole)
            }
        }
        return .success(
            ReadActivity(
                kind: kind, startedAt: start.at, seconds: seconds, offset: start.offset, metres: values[0],
                kilocalories: values[1], beats: values[2]))
    }
}
