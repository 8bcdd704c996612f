/// How strong bleeding was. Spotting is not a period.
public enum Flow: Int, Sendable, CaseIterable, Comparable {
    case none, spotting, light, medium, heavy

    public static func < (one: Flow, other: Flow) -> Bool { one.rawValue < other.rawValue }
}

/// The cervical mucus of a day, from the least fertile quality to the most.
public enum Mucus: Int, Sendable, CaseIterable, Comparable {
    case dry, sticky, creamy
    /// Watery, or a wet feeling.
    case wet
    /// Clear and stretchy, like raw egg white.
    case stretchy

    public static func < (one: Mucus, other: Mucus) -> Bool { one.rawValue < other.rawValue }
}

/// The log of one day.
public struct DayEntry: Hashable, Sendable {
    public var flow: Flow
    public var temperature: Temperature?
    /// Fever, a short night, alcohol, another thermometer: the temperature is shown but not used.
    public var isDisturbed: Bool
    public var mucus: Mucus?

    public init(
        flow: Flow = .none, temperature: Temperature? = nil, isDisturbed: Bool = false, mucus: Mucus? = nil
    ) {
        self.flow = flow
        self.temperature = temperature
        self.isDisturbed = isDisturbed
        self.mucus = mucus
    }
}

/// The whole log of one person. The order in which days are entered doesn't matter.
public struct CycleLog: Hashable, Sendable {
    public var entries: [Day: DayEntry]

    public init(_ entries: [Day: DayEntry] = [:]) { self.entries = entries }

    /// A log of periods only: each of their days has bleeding.
    public init(periods: [ClosedRange<Day>]) {
        entries = [:]
        for period in periods { for day in period { entries[day] = DayEntry(flow: .medium) } }
    }

    public subscript(day: Day) -> DayEntry {
        get { entries[day] ?? DayEntry() }
        set { entries[day] = newValue }
    }

    /// Returns the periods up to and including `today`: bleeding of at least light flow, with gaps of at most two
    /// days. Bleeding that begins fewer than `least` days after the last period began belongs to that cycle and
    /// begins no new one, however long it lasts.
    func periods(until today: Day, least: Int) -> [ClosedRange<Day>] {
        var periods: [ClosedRange<Day>] = []
        for bleeding in bleedings(until: today)
        where periods.last.map({ $0.lowerBound.distance(to: bleeding.lowerBound) >= least }) ?? true {
            periods.append(bleeding)
        }
        return periods
    }

    private func bleedings(until today: Day) -> [ClosedRange<Day>] {
        var bleedings: [ClosedRange<Day>] = []
        for day in entries.filter({ $0.value.flow >= .light && $0.key <= today }).keys.sorted() {
            if let last = bleedings.last, last.upperBound.distance(to: day) <= 3 {
                bleedings[bleedings.count - 1] = last.lowerBound...day
            } else {
                bleedings.append(day...day)
            }
        }
        return bleedings
    }
}
