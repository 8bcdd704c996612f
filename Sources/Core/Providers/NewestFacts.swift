import Console
import Postgres

/// Which of a subscription's events says how it stands: the newest by the provider's clock. Of several of one moment (Stripe counts
/// in seconds) the last in their own order. It depends on which events there are, never on when they came.
struct NewestFacts {
    struct Report: Sendable {
        var at: Timestamp
        var event: String
        var facts: SubscriptionFacts
        var isTest = false
    }

    /// The newest first.
    static func ordered(_ all: [Report]) -> [Report] {
        Dictionary(grouping: all, by: { $0.at.microseconds }).sorted { $0.key > $1.key }.flatMap {
            of(oneMoment: $0.value)
        }
    }

    private static func of(oneMoment all: [Report]) -> [Report] {
        var (left, ordered) = (all, [Report]())
        while let last = last(of: left) {
            ordered.append(left.remove(at: last))
        }
        return ordered
    }

    /// An end is the last of all, a creation the first; between them comes whichever no other names as what was before it.
    private static func last(of all: [Report]) -> Int? {
        func candidates(_ from: [Int], _ fits: (Report) -> Bool) -> [Int] {
            let found = from.filter { fits(all[$0]) }
            return found.isEmpty ? from : found
        }
        var left = candidates(Array(all.indices)) { $0.facts.state.isOver }
        left = candidates(left) { !$0.facts.isCreation }
        left = candidates(left) { one in
            !all.contains { $0.event != one.event && $0.facts.before == one.facts.standing }
        }
        return left.max {
            let (a, b) = (all[$0], all[$1])
            let (endsA, endsB) = (a.facts.endsAt?.microseconds ?? .max, b.facts.endsAt?.microseconds ?? .max)
            return (endsA, a.event) < (endsB, b.event)
        }
    }
}
