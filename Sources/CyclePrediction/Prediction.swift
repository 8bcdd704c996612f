/// What a log says about past cycles and the next ones. Pure: the same log, rules and day give the same prediction everywhere.
///
/// It is an estimate, only as good as what was logged, and no contraceptive: see `Note` for what a person must be told with it.
///
/// - The next period comes as many days after the last as the counted cycles lasted: the median is likely, the shortest and the
///   longest bound the range. Each later cycle adds the same to both ends, so the range grows.
/// - Ovulation by the calendar is counted back from the next period by the luteal length, with the luteal range added to the cycles'
///   (the calendar method of Ogino and Knaus in general form: with luteal lengths of 11 to 15 days, three days before and none
///   after it is "the shortest less 18, the longest less 11" of WHO's Family Planning: A Global Handbook for Providers).
/// - A complete temperature shift or mucus peak replaces the calendar for its own cycle, and the next period is counted from it.
public struct Prediction: Hashable, Sendable {
    public let today: Day
    public let rules: PredictionRules
    public let statistics: CycleStatistics
    /// Oldest first; the last one is the cycle that `today` is in.
    public let cycles: [RecordedCycle]
    /// The next cycles, soonest first. Empty if no period is logged, or none for so long that nothing can be said.
    public let upcoming: [UpcomingCycle]
    public let notes: [Note]

    /// A cycle that began with a logged period.
    public struct RecordedCycle: Hashable, Sendable {
        public let period: ClosedRange<Day>
        /// Nil for the current one.
        public let length: Int?
        public let shift: TemperatureShift?
        public let peak: MucusPeak?
        /// Nil if nothing can be said: a cycle too long to have been logged whole.
        public let ovulation: Estimate?
        public let fertile: FertileWindow?
        /// Ovulation is known by a complete sign, not by the calendar.
        public let isBySigns: Bool

        public var start: Day { period.lowerBound }
    }

    /// A cycle that has not begun.
    public struct UpcomingCycle: Hashable, Sendable {
        public let start: Estimate
        public let ovulation: Estimate
        public let fertile: FertileWindow
    }

    /// What must be said beside the days.
    public enum Note: Hashable, Sendable {
        case noPeriod
        /// Fewer cycles are known than a prediction needs; the ranges are the rules'.
        case tooLittleData(known: Int, needed: Int)
        case irregular(shortest: Int, longest: Int)
        /// So many cycles were too short or too long to be counted: a period was probably not logged.
        case cyclesLeftOut(Int)
        /// The period is later than the range by so many days.
        case late(Int)
        /// The last period is so many days ago that nothing is predicted.
        case noRecentPeriod(Int)
        /// In the current cycle temperature and mucus say different things.
        case signsDisagree
        /// The temperature has begun to rise; the rule is not fulfilled yet.
        case shiftUnfinished(Day)
        /// Temperatures are taken, ovulation is due by the calendar, and no shift is seen: the window stays open.
        case noShiftSeen
        /// So many temperatures of the current cycle lie outside of the bounds and are not used.
        case temperaturesOutOfBounds(Int)
    }

    /// Entries after `today` are not looked at. At most 12 cycles are predicted.
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
