import Console
import Postgres

/// Selects the event that determines a subscription's state: the newest by the provider's clock. Among events of the
/// same moment (Stripe counts in seconds) it is the last in their own order. The result depends on the set of events,
/// never on the order of their arrival.
struct NewestFacts {
    struct Report: Sendable {
        var at: Timestamp
        var event: String
        var facts: SubscriptionFacts
        var isTest = false
    }

    /// Returns the newest first.
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

    /// An end is always last, a creation first; between them comes the event that no other event names as its previous
    /// state.
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
