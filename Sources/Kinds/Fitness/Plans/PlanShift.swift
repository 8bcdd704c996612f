import HTML
import Postgres

/// A session of a plan as far as its days go. Days are numbers of the calendar (0 is 1970-01-01), so that no change of a clock, summer time
/// or winter time, makes one longer or shorter.
struct PlannedSession: Sendable, Equatable {
    let id: ID
    var day: Int
    /// The order within a day.
    var place = 0
    let isTicked: Bool
}

/// Moving a session of a plan, as a coach expects it:
///
/// - The session comes to its new day, whether that is later or earlier, and what comes before it in the plan stays where it is. A session
///   that is sent to a day before others comes before those: they are not drawn along, since nobody has moved them.
/// - What comes after it goes along only where the act says so: within its week, or as the whole rest of the plan. All of that moves by as
///   many days as the session does, so that order and distances stay. Within a week what would leave it stops on the week's last day.
/// - What lies ahead is never brought into the past, and with `week` nothing leaves the week: such an act is refused as a whole, since half
///   of it is a plan that nobody has made.
/// - What was ticked stays where it was done. On a day that has sessions already, what comes is put after them.
enum PlanShift {
    enum Scope: String, CaseIterable, Sendable {
        /// The whole rest of the plan, into any week.
        case rest
        /// Within the session's week, which nothing leaves: what would leave it is on its last day.
        case week
        /// The session alone.
        case one
    }

    enum Refusal: Error, Equatable {
        case noSession
        /// What is done is not moved.
        case ticked
        case outsideWeek
        /// Something that lies ahead would lie in the past.
        case intoPast
    }

    /// The days of the week of a day. `first`: 0 for weeks from Monday, 5 for weeks from Saturday.
    static func week(of day: Int, first: Int) -> ClosedRange<Int> {
        let start = day - (GregorianDate.weekday(dayNumber: day) - first + 7) % 7
        return start...(start + 6)
    }

    /// The first day of a week where that language is spoken, for `week`.
    static func firstWeekday(_ language: String?) -> Int { language == "fa" ? 5 : 0 }

    /// Returns the plan with the session on its new day, in order. `plan`: in order, with at least the days between the old and the new one
    /// and all that the scope reaches.
    static func move(
        _ id: ID, to day: Int, _ scope: Scope, in plan: [PlannedSession], first: Int, today: Int
    ) throws(Refusal) -> [PlannedSession] {
        guard let index = plan.firstIndex(where: { $0.id == id }) else { throw .noSession }
        let moved = plan[index]
        guard !moved.isTicked else { throw .ticked }
        let week = week(of: moved.day, first: first)
        if scope == .week, !week.contains(day) { throw .outsideWeek }
        guard day != moved.day else { return plan }
        func newDay(_ session: PlannedSession) -> Int? {
            guard session.id != id else { return day }
            switch scope {
            case .one: return nil
            case .rest: return session.day + day - moved.day
            case .week:
                return week.contains(session.day) ? min(session.day + day - moved.day, week.upperBound) : nil
            }
        }
        let going = plan[index...].compactMap { session in
            session.isTicked ? nil : newDay(session).map { (session: session, day: $0) }
        }
        if going.contains(where: { $0.session.day >= today && $0.day < today }) { throw .intoPast }
        let ids = Set(going.map { $0.session.id })
        let staying = plan.filter { !ids.contains($0.id) }
        var places = Dictionary(staying.map { ($0.day, $0.place + 1) }, uniquingKeysWith: max)
        let placed = going.map { session, day in
            let place = places[day, default: 0]
            places[day] = place + 1
            return PlannedSession(id: session.id, day: day, place: place, isTicked: false)
        }
        return (staying + placed).enumerated()
            .sorted { ($0.element.day, $0.element.place, $0.offset) < ($1.element.day, $1.element.place, $1.offset) }
            .map(\.element)
    }

    /// Returns the sessions that are on another day or at another place of their day than in `plan`.
    static func changes(from plan: [PlannedSession], to shifted: [PlannedSession]) -> [PlannedSession] {
        let old = Dictionary(plan.map { ($0.id, $0) }) { first, _ in first }
        return shifted.filter { old[$0.id] != $0 }
    }
}
