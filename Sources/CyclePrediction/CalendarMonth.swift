/// The marks that the app shows on one day.
public struct DayMarks: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Logged bleeding, with the gaps of at most two days in it.
    public static let period = DayMarks(rawValue: 1)
    public static let periodLikely = DayMarks(rawValue: 2)
    public static let periodPossible = DayMarks(rawValue: 4)
    public static let fertileLikely = DayMarks(rawValue: 8)
    public static let fertilePossible = DayMarks(rawValue: 16)
    public static let ovulationLikely = DayMarks(rawValue: 32)
    /// A complete sign determined the likely day of ovulation.
    public static let ovulationBySigns = DayMarks(rawValue: 64)
    public static let today = DayMarks(rawValue: 128)
}

/// A month of the Gregorian calendar with its marks. An app with another calendar calls `Prediction.marks(on:)` for
/// each day.
public struct CalendarMonth: Hashable, Sendable {
    public struct DayCell: Hashable, Sendable {
        public let day: Day
        /// Counts from 1; nil before the first period and after the current cycle.
        public let cycleDay: Int?
        public let marks: DayMarks
    }

    public let year: Int
    public let month: Int
    /// From the first day of the month to its last.
    public let days: [DayCell]

    /// Nil if there is no such month.
    public init?(_ prediction: Prediction, year: Int, month: Int) {
        guard let first = Day(year: year, month: month, day: 1) else { return nil }
        self.year = year
        self.month = month
        days = (0..<Day.days(in: month, of: year)).map { offset in
            let day = first.advanced(by: offset)
            return DayCell(day: day, cycleDay: prediction.cycleDay(of: day), marks: prediction.marks(on: day))
        }
    }
}

extension Prediction {
    /// Counts from 1; nil before the first period and after today.
    public func cycleDay(of day: Day) -> Int? {
        guard day <= today else { return nil }
        return cycles.last { $0.start <= day }.map { $0.start.distance(to: day) + 1 }
    }

    public func marks(on day: Day) -> DayMarks {
        var marks: DayMarks = day == today ? .today : []
        for cycle in cycles {
            if cycle.period.contains(day) { marks.insert(.period) }
            if let fertile = cycle.fertile { insert(fertile, &marks, day) }
            if cycle.ovulation?.likely == day {
                marks.insert(.ovulationLikely)
                if cycle.isBySigns { marks.insert(.ovulationBySigns) }
            }
        }
        for cycle in upcoming {
            let length = usualPeriod - 1
            if (cycle.start.likely...cycle.start.likely.advanced(by: length)).contains(day) {
                marks.insert(.periodLikely)
            }
            if (cycle.start.earliest...cycle.start.latest.advanced(by: length)).contains(day) {
                marks.insert(.periodPossible)
            }
            insert(cycle.fertile, &marks, day)
            if cycle.ovulation.likely == day { marks.insert(.ovulationLikely) }
        }
        return marks
    }

    /// The median length of completed periods; the rules' length if there is none.
    public var usualPeriod: Int {
        let lengths = cycles.dropLast().suffix(rules.cyclesUsed).map { $0.period.count }.sorted()
        return lengths.isEmpty ? max(1, rules.periodLength) : lengths[lengths.count / 2]
    }

    private func insert(_ window: FertileWindow, _ marks: inout DayMarks, _ day: Day) {
        if window.likely.contains(day) { marks.insert(.fertileLikely) }
        if window.possible.contains(day) { marks.insert(.fertilePossible) }
    }
}
