/// Derives past cycles and the next ones from a log. It is pure: the same log, rules and day give the same prediction
/// everywhere.
///
/// It is an estimate, only as good as the log, and no contraceptive: see `Note` for what a person must be told with
/// it.
///
/// - The next period follows the last after as many days as the counted cycles lasted: the median is likely, the
///   shortest and the longest limit the range. Each later cycle adds the same to both ends, so the range grows.
/// - Ovulation by the calendar is counted back from the next period by the luteal length; its range combines the
///   luteal range with that of the cycles (the calendar method of Ogino and Knaus in general form: with luteal
///   lengths of 11 to 15 days, three days before and none after it is "the shortest less 18, the longest less 11" of
///   WHO's Family Planning: A Global Handbook for Providers).
/// - A complete temperature shift or mucus peak replaces the calendar for its own cycle, and the next period is
///   counted from it.
/// - Nothing is predicted for a day that has passed: a period that has not come is expected from today on. If its
///   whole range has passed and no sign tells of ovulation, that may be still to come, so the window stays open and the
///   range of the next period reaches to the longest luteal length from today.
public struct Prediction: Hashable, Sendable {
    public let today: Day
    public let rules: PredictionRules
    public let statistics: CycleStatistics
    /// Oldest first; `today` is in the last one.
    public let cycles: [RecordedCycle]
    /// The next cycles, soonest first. Empty if no period is logged, or none for so long that nothing can be
    /// predicted.
    public let upcoming: [UpcomingCycle]
    public let notes: [Note]

    /// A cycle that began with a logged period.
    public struct RecordedCycle: Hashable, Sendable {
        public let period: ClosedRange<Day>
        /// Nil for the current cycle.
        public let length: Int?
        public let shift: TemperatureShift?
        public let peak: MucusPeak?
        /// Nil if nothing can be estimated: the cycle is too long to have been logged completely.
        public let ovulation: Estimate?
        public let fertile: FertileWindow?
        /// A complete sign determined ovulation, not the calendar.
        public let isBySigns: Bool

        public var start: Day { period.lowerBound }
    }

    /// A cycle that has not begun.
    public struct UpcomingCycle: Hashable, Sendable {
        public let start: Estimate
        public let ovulation: Estimate
        public let fertile: FertileWindow
    }

    /// Notes that must be shown with the days.
    public enum Note: Hashable, Sendable {
        case noPeriod
        /// Fewer cycles are known than a prediction needs; the ranges are at least as wide as the rules'.
        case tooLittleData(known: Int, needed: Int)
        case irregular(shortest: Int, longest: Int)
        /// This number of cycles were too short or too long to be counted: a period was probably not logged.
        case cyclesLeftOut(Int)
        /// The period is this number of days later than the range.
        case late(Int)
        /// The last period was this number of days ago; nothing is predicted.
        case noRecentPeriod(Int)
        /// In the current cycle temperature and mucus contradict each other.
        case signsDisagree
        /// The temperature has begun to rise; the rule is not fulfilled yet.
        case shiftUnfinished(Day)
        /// Temperatures are logged, ovulation is due by the calendar, and no shift is seen: the window stays open.
        case noShiftSeen
        /// This number of temperatures of the current cycle are out of bounds and not used.
        case temperaturesOutOfBounds(Int)
    }

    /// Ignores entries after `today`. Predicts at most 12 cycles.
    public init(_ log: CycleLog, rules: PredictionRules = .standard, today: Day, cycles count: Int = 3) {
        let maker = PredictionMaker(log, rules, today, count: min(max(count, 0), 12))
        self.today = today
        self.rules = rules
        statistics = maker.statistics
        cycles = maker.cycles
        upcoming = maker.upcoming
        notes = maker.notes
    }
}
