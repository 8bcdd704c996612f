import HTML
import Templates

/// An activity as a post of a feed has it: numbers, which are written in the reader's language and units.
struct TrackedActivity: Sendable {
    let source: TrackerSource
    let kind: ActivityKind
    let metres: Int?
    let seconds: Int?

    /// `5.2 km · 31 minutes`, in miles for whoever measures so.
    /// `count`: how many the entry gathers, before their sums; nil for one.
    static func words(
        metres: Int?, seconds: Int?, count: Int? = nil, _ language: Language, in units: Measures.Units = .metric
    ) -> String {
        let number = NumberStyle(language)
        var parts: [LocalText] = []
        if let count, count > 1 { parts.append(Strings.fitness_activities_gathered(count: count)) }
        if let metres, metres >= 10 {
            if units == .imperial {
                // A mile is 1609.344 metres.
                parts.append(
                    Strings.fitness_miles(count: number.fixed((metres * 100_000 + 804_672) / 1_609_344, places: 2)))
            } else if metres < 1000 {
                parts.append(Strings.fitness_metres(count: number.integer(metres)))
            } else {
                parts.append(Strings.fitness_kilometres(count: number.fixed((metres + 50) / 100, places: 1)))
            }
        }
        if let seconds { parts.append(Strings.fitness_minutes(count: max(1, (seconds + 30) / 60))) }
        return parts.map { $0.resolve(in: language) }.joined(in: language)
    }
}
