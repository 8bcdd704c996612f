import Postgres

/// The wall of the audit log: row-level security keeps tenants apart, but not the objects of one tenant that only some
/// of its admins may see. Whatever reads events of several objects for an admin adds these conditions.
package enum AuditWall {
    /// Returns the conditions for what the actor may read; none for an actor who may read all of it.
    package static func conditions(for actor: Actor) -> [SQL] {
        let here = Set(Declarations.current.permissions(in: actor.tenant).map(\.id))
        let hidden = Declarations.current.objectKinds.filter { kind in
            kind.readers.map { here.contains($0.id) && !actor.may($0) } ?? false
        }
        guard !hidden.isEmpty else { return [] }
        let open = hidden.flatMap(\.openActions).map(\.id)
        return [
            "(audit_events.object_kind <> all(\(hidden.map(\.id))) or audit_events.action = any(\(open)))"
        ]
    }
}
