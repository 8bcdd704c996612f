/// The settings of a prediction. The app gets a published version of them in a signed bundle, and uses `standard`
/// until it has one.
///
/// All lengths are in days, all temperatures in hundredths of a degree Celsius.
public struct PredictionRules: Hashable, Sendable, Codable {
    /// The length of a cycle if none is known.
    public var cycleLength = 28
    /// 90 % of adults' cycles are between these: 24 to 38 days (FIGO: Munro, Critchley, Fraser, Int J Gynecol Obstet
    /// 2018;143:393).
    public var shortestCycle = 24
    public var longestCycle = 38
    /// Days from the day after ovulation to the day before the next period. 14 is the usual figure; Bull et al. (npj
    /// Digital Medicine 2019;2:83) measured 12.4 on average in 612,613 cycles, and 7 to 17 in 95 % of them.
    public var lutealLength = 14
    public var shortestLuteal = 7
    public var longestLuteal = 17
    /// Conceptions were observed from five days before ovulation to its day (Wilcox et al., N Engl J Med
    /// 1995;333:1517). One more day is added, since the day of ovulation itself is an estimate.
    public var fertileDaysBefore = 5
    public var fertileDaysAfter = 1
    public var periodLength = 5
    /// The number of newest cycles that are counted.
    public var cyclesUsed = 12
    /// If fewer cycles are known, the range is no narrower than from `shortestCycle` to `longestCycle`, and the
    /// prediction notes that there is too little data.
    public var cyclesNeeded = 3
    /// Cycles are irregular if the longest is at least this number of days longer than the shortest (FIGO: more than
    /// 7 to 9, by age).
    public var irregularFrom = 8
    /// Days added to both ends of the range if cycles are irregular.
    public var irregularMargin = 2
    /// A cycle out of these bounds is not counted: a period was probably not logged (the bounds of Bull et al.).
    public var leastCycle = 10
    public var greatestCycle = 90
    /// Temperatures out of these bounds are not used: 36.1 to 37.2 °C, 97 to 99 °F.
    public var leastTemperature = 3610
    public var greatestTemperature = 3720
    /// The least difference between the third higher temperature and the highest of the six before.
    public var shift = 20
    /// The least fertile quality of mucus that can be a peak.
    public var peakMucus = Mucus.wet.rawValue

    public init() {}

    public static let standard = PredictionRules()

    /// Settings that contradict each other or are out of bounds, by name and in order; empty if there are none.
    public var problems: [Problem] {
        var problems: [Problem] = []
        for setting in Setting.allCases {
            let value = self[keyPath: setting.path]
            if !setting.bounds.contains(value) { problems.append(Problem(setting, .outOfBounds(setting.bounds))) }
        }
        func order(_ lower: Setting, _ upper: Setting) {
            if self[keyPath: lower.path] > self[keyPath: upper.path] {
                problems.append(Problem(upper, .lessThan(lower)))
            }
        }
        order(.shortestCycle, .cycleLength)
        order(.cycleLength, .longestCycle)
        order(.shortestLuteal, .lutealLength)
        order(.lutealLength, .longestLuteal)
        order(.leastCycle, .shortestCycle)
        order(.longestCycle, .greatestCycle)
        order(.cyclesNeeded, .cyclesUsed)
        order(.leastTemperature, .greatestTemperature)
        if longestLuteal + 1 >= shortestCycle { problems.append(Problem(.longestLuteal, .lutealFillsCycle)) }
        return problems
    }

    public struct Problem: Hashable, Sendable {
        public enum Reason: Hashable, Sendable {
            case outOfBounds(ClosedRange<Int>)
            /// It must not be less than the other setting.
            case lessThan(Setting)
            /// Ovulation would be before the cycle.
            case lutealFillsCycle
        }
        public let setting: Setting
        public let reason: Reason

        init(_ setting: Setting, _ reason: Reason) {
            self.setting = setting
            self.reason = reason
        }
    }
}
