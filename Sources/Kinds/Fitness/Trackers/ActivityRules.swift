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
    static func same(as new: Placed, among earlier: [Placed]) -> ID? {
        earlier.filter { old in
            old.kind.mayBe(new.kind) && 2 * old.overlap(new) >= Int64(min(old.seconds, new.seconds))
        }.max { ($0.overlap(new), $1.startedAt, $1.id) < ($1.overlap(new), $0.startedAt, $0.id) }?.id
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
