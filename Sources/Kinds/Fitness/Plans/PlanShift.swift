import HTML
import Postgres

/// A session of a plan as far as its days go. Days are numbers of the calendar (0 is 1970-01-01), so that no change of a clock, summer time
/// or winter time, makes one longer or shorter.
struct PlannedSession: Sendable, Equatable {
    let id: ID
    var day: Int
    let isTicked: Bool
}

/// Moving a session with the rest of the plan in step. Nothing is lost; the order of what is still to be done stays; what was ticked stays
/// where it was done.
enum PlanShift {
    enum Scope: String, CaseIterable, Sendable {
        /// Within the session's week, which nothing leaves: what would leave it is on its last day.
        case week
        /// The whole rest of the plan, into any week.
        case rest
    }

    enum Refusal: Error, Equatable {
        case noSession
        /// What is done is not moved.
        case ticked
        case outsideWeek
    }

    /// The days of the week of a day. `first`: 0 for weeks from Monday, 5 for weeks from Saturday.
    static func week(of day: Int, first: Int) -> ClosedRange<Int> {
        let start = day - (GregorianDate.weekday(dayNumber: day) - first + 7) % 7
        return start...(start + 6)
    }

    /// The first day of a week where that language is spoken, for `week`.
    static func firstWeekday(_ language: String?) -> Int { language == "fa" ? 5 : 0 }

    /// True if moving the session to its old day brings back every day of `plan`. What came before it, or stopped at the end of the week, may
    /// have moved by fewer days than it.
    static func hasWayBack(
        _ id: ID, from plan: [PlannedSession], to shifted: [PlannedSession], _ scope: Scope, first: Int
    ) -> Bool {
        guard let old = plan.first(where: { $0.id == id }),
            let back = try? move(id, to: old.day, scope, in: shifted, first: first)
        else { return false }
        let days = Dictionary(plan.map { ($0.id, $0.day) }) { day, _ in day }
        return back.count == plan.count && back.allSatisfy { days[$0.id] == $0.day }
    }

    /// The plan with the session on its new day, in order. `plan`: in order, with at least the days between the old and the new one and all
    /// that the scope reaches.
    static func move(_ id: ID, to day: Int, _ scope: Scope, in plan: [PlannedSession], first: Int) throws(Refusal)
        -> [PlannedSession]
    {
        guard let index = plan.firstIndex(where: { $0.id == id }) else { throw .noSession }
        let moved = plan[index]
        guard !moved.isTicked else { throw .ticked }
        let week = week(of: moved.day, first: first)
        if scope == .week, !week.contains(day) { throw .outsideWeek }
        let step = day - moved.day
        var shifted = plan
        for (place, session) in plan.enumerated() where !session.isTicked {
            if place == index {
                shifted[place].day = day
            } else if place < index {
                // Moved to an earlier day, it takes those with it that came before it and would now come after.
                if step < 0 { shifted[place].day = min(session.day, day) }
            } else if scope == .rest {
                shifted[place].day = session.day + step
            } else if week.contains(session.day) {
                shifted[place].day = min(session.day + step, week.upperBound)
            }
        }
        return shifted.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
    }
}
