extension PredictionRules {
    /// Each setting by its name in a bundle, so that a form, a comparison and a file can iterate over all of them.
    public enum Setting: String, Sendable, CaseIterable {
        case cycleLength, shortestCycle, longestCycle
        case lutealLength, shortestLuteal, longestLuteal
        case fertileDaysBefore, fertileDaysAfter, periodLength
        case cyclesUsed, cyclesNeeded, irregularFrom, irregularMargin, leastCycle, greatestCycle
        case leastTemperature, greatestTemperature, shift, peakMucus

        /// The range that a setting may have at all.
        public var bounds: ClosedRange<Int> {
            switch self {
            case .cycleLength, .shortestCycle, .longestCycle: 15...60
            case .lutealLength, .shortestLuteal, .longestLuteal: 5...25
            case .fertileDaysBefore: 3...10
            case .fertileDaysAfter: 0...5
            case .periodLength: 1...14
            case .cyclesUsed: 3...36
            case .cyclesNeeded: 2...12
            case .irregularFrom: 2...30
            case .irregularMargin: 0...14
            case .leastCycle: 8...20
            case .greatestCycle: 45...180
            case .leastTemperature: 3500...3650
            case .greatestTemperature: 3680...3800
            case .shift: 10...50
            case .peakMucus: Mucus.creamy.rawValue...Mucus.stretchy.rawValue
            }
        }

        public var path: WritableKeyPath<PredictionRules, Int> & Sendable {
            switch self {
            case .cycleLength: \.cycleLength
            case .shortestCycle: \.shortestCycle
            case .longestCycle: \.longestCycle
            case .lutealLength: \.lutealLength
            case .shortestLuteal: \.shortestLuteal
            case .longestLuteal: \.longestLuteal
            case .fertileDaysBefore: \.fertileDaysBefore
            case .fertileDaysAfter: \.fertileDaysAfter
            case .periodLength: \.periodLength
            case .cyclesUsed: \.cyclesUsed
            case .cyclesNeeded: \.cyclesNeeded
            case .irregularFrom: \.irregularFrom
            case .irregularMargin: \.irregularMargin
            case .leastCycle: \.leastCycle
            case .greatestCycle: \.greatestCycle
            case .leastTemperature: \.leastTemperature
            case .greatestTemperature: \.greatestTemperature
            case .shift: \.shift
            case .peakMucus: \.peakMucus
            }
        }
    }
}
