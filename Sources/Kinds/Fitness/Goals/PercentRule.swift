import HTML
import Postgres
import Templates

/// How the percent of a goal is found. It is a whole number from 0 to 100, and never above what was done.
enum PercentRule: Sendable, Equatable {
    enum Kind: String, CaseIterable, Sendable {
        case hand, ticks, sessions, weight

        var label: StringKey {
            switch self {
            case .hand: Strings.fitness_rule_hand
            case .ticks: Strings.fitness_rule_ticks
            case .sessions: Strings.fitness_rule_sessions
            case .weight: Strings.fitness_rule_weight
            }
        }
    }

    case hand
    /// The ticked share of what is planned. Plans grow month by month, so the last tick makes 99 percent until an admin says that the plan
    /// is whole.
    case ticks(isPlanWhole: Bool)
    /// Ticked sessions, out of so many.
    case sessions(Int)
    /// Grams at the start and those aimed at, which may be more or less.
    case weight(from: Int, to: Int)

    init(kind: String, start: Int?, target: Int?, isPlanWhole: Bool) {
        switch (Kind(rawValue: kind), start, target) {
        case (.ticks, _, _): self = .ticks(isPlanWhole: isPlanWhole)
        case (.sessions, _, let target?): self = .sessions(target)
        case (.weight, let start?, let target?): self = .weight(from: start, to: target)
        default: self = .hand
        }
    }

    var kind: Kind {
        switch self {
        case .hand: .hand
        case .ticks: .ticks
        case .sessions: .sessions
        case .weight: .weight
        }
    }

    var start: Int? { if case .weight(let from, _) = self { from } else { nil } }

    var target: Int? {
        switch self {
        case .sessions(let target), .weight(_, let target): target
        case .hand, .ticks: nil
        }
    }

    var isPlanWhole: Bool { self == .ticks(isPlanWhole: true) }

    /// What there is to count.
    struct Progress: Sendable {
        var planned = 0
        var ticked = 0
        /// The newest one.
        var grams: Int?

        init(planned: Int = 0, ticked: Int = 0, grams: Int? = nil) {
            (self.planned, self.ticked, self.grams) = (planned, ticked, grams)
        }

        init(_ row: Row) throws {
            self.init(
                planned: try row.int("planned"), ticked: try row.int("ticked"), grams: try row.intOrNil("grams"))
        }
    }

    /// nil: the rule says nothing, so the percent stays.
    func percent(_ progress: Progress) -> Int? {
        switch self {
        case .hand: return nil
        case .ticks(let isPlanWhole):
            guard progress.planned > 0 else { return nil }
            return min(isPlanWhole ? 100 : 99, progress.ticked * 100 / progress.planned)
        case .sessions(let target): return min(100, progress.ticked * 100 / target)
        case .weight(let from, let to):
            guard let grams = progress.grams else { return nil }
            return max(0, min(100, (from - grams) * 100 / (from - to)))
        }
    }

    /// The rule in a sentence.
    func words(_ language: Language) -> LocalText {
        func kilograms(_ grams: Int) -> String { NumberStyle(language).fixed((grams + 50) / 100, places: 1) }
        return switch self {
        case .hand: LocalText(Strings.fitness_rule_hand_words)
        case .ticks(let isPlanWhole):
            LocalText(isPlanWhole ? Strings.fitness_rule_ticks_whole_words : Strings.fitness_rule_ticks_words)
        case .sessions(let target): Strings.fitness_rule_sessions_words(count: target)
        case .weight(let from, let to):
            Strings.fitness_rule_weight_words(from: kilograms(from), to: kilograms(to))
        }
    }
}
