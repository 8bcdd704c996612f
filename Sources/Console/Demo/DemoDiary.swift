/// What happened in a demo tenant before it was made: features note it in any order, and it is written to the trail by its time.
package final class DemoDiary {
    private var notes: [(event: AuditEvent, actor: Actor)] = []

    package init() {}

    /// `actor.now` is when it happened.
    package func note(_ event: AuditEvent, by actor: Actor) { notes.append((event, actor)) }

    /// The oldest first; what happened at one moment stays in the order in which it was noted. Each is given once.
    package func take() -> [(event: AuditEvent, actor: Actor)] {
        defer { notes = [] }
        return notes.enumerated().sorted {
            ($0.element.actor.now, $0.offset) < ($1.element.actor.now, $1.offset)
        }.map(\.element)
    }
}
