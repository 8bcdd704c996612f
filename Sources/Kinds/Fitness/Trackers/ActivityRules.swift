import Postgres

/// Which activities are the same one, and which planned session one fulfils: pure rules, which tests walk.
enum ActivityRules {
    /// An activity as far as these rules go.
    struct Placed: Sendable {
        let id: ID
        let kind: ActivityKind
        let startedAt: Timestamp
        let seconds: Int

        init(id: ID, kind: ActivityKind, startedAt: Timestamp, seconds: Int) {
            (self.id, self.kind, self.startedAt, self.seconds) = (id, kind, startedAt, seconds)
        }

        init(_ row: Row) throws {
            id = try row.id("id")
            kind = ActivityKind(rawValue: try row.text("kind")) ?? .other
            startedAt = try row.time("started_at")
            seconds = try row.int("seconds")
        }

        var end: Timestamp { startedAt.adding(seconds: Int64(seconds)) }

        /// Seconds that both share; 0 when they don't meet.
        func overlap(_ other: Placed) -> Int64 {
            max(0, (min(end, other.end).microseconds - max(startedAt, other.startedAt).microseconds) / 1_000_000)
        }
    }

    /// Two are the same when they may be of one kind and share at least half of the shorter one's time: a watch and a phone don't begin and
    /// end at the same second, and one of them may have been forgotten. Of those that were there before, the one that shares the most.
    static func same(as new: Placed, among earlier: some Sequence<Placed>) -> ID? {
        var best: (old: Placed, shared: Int64)?
        for old in earlier {
            let shared = old.overlap(new)
            guard shared > 0, 2 * shared >= Int64(min(old.seconds, new.seconds)), old.kind.mayBe(new.kind) else {
                continue
            }
            if let best, (best.shared, old.startedAt, old.id) >= (shared, best.old.startedAt, best.old.id) { continue }
            best = (old, shared)
        }
        return best?.old.id
    }

    /// Activities by the days that they touch: whoever has fifty thousand of them has a few on a day, and a file of two thousand new ones
    /// is not compared with all the years.
    struct Timeline {
        private static let day: Int64 = 86_400
        private var days: [Int64: [Placed]] = [:]

        init(_ placed: some Sequence<Placed>) { for one in placed { add(one) } }

        mutating func add(_ placed: Placed) {
            for day in Self.days(of: placed) { days[day, default: []].append(placed) }
        }

        /// Whatever shares some time with it is among those of its days; one that lasts for days comes more than once.
        func same(as new: Placed) -> ID? {
            ActivityRules.same(as: new, among: Self.days(of: new).lazy.flatMap { days[$0] ?? [] })
        }

        private static func days(of placed: Placed) -> ClosedRange<Int64> {
            let first = placed.startedAt.seconds / day
            return first...max(first, placed.end.seconds / day)
        }
    }

    /// The session of the activity's day that it fulfils: still to be done, of its kind, and planned for no more than twice the time that it
    /// lasted. A session whose title names no kind is meant when it says how long it is to last and the activity lasted between half and
    /// twice of that. Of several those that name the kind come first, then the one whose time is nearest, then the day's order.
    static func session(for kind: ActivityKind, seconds: Int, among sessions: [Session]) -> Session? {
        let fitting = sessions.enumerated().compactMap {
            index, session -> (session: Session, isNamed: Bool, off: Int, index: Int)? in
            guard session.tickedAt == nil else { return nil }
            let named = SessionKind.of(session.title)
            let off = session.minutes.map { abs($0 * 60 - seconds) }
            if let named {
                guard kind != .other, named.mayBe(kind) else { return nil }
                guard session.minutes.map({ $0 * 60 <= 2 * seconds }) ?? true else { return nil }
            } else {
                guard let minutes = session.minutes, minutes * 60 <= 2 * seconds, seconds <= 2 * minutes * 60 else {
                    return nil
                }
            }
            return (session, named != nil, off ?? .max, index)
        }
        return fitting.min { ($0.isNamed ? 0 : 1, $0.off, $0.index) < ($1.isNamed ? 0 : 1, $1.off, $1.index) }?.session
    }
}
