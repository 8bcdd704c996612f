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
        let open = hidden.filter { !$0.openActions.isEmpty }.map { kind -> SQL in
            let actions = kind.openActions.map(\.id)
            guard let shown = kind.shown else { return "audit_events.action = any(\(actions))" }
            return "(audit_events.action = any(\(actions)) and audit_events.object_id in (\(shown)))"
        }
        let kinds: SQL = "audit_events.object_kind <> all(\(hidden.map(\.id)))"
        // What others have read is named by the ids of objects, which may be among the hidden ones.
        let read = AuditAction.usersListed.id
        let own: SQL =
            actor.id.map { "(audit_events.action <> \(read) or audit_events.actor_id = \($0))" }
            ?? "audit_events.action <> \(read)"
        return ["(\(SQL.joined([kinds] + open, by: " or ")))", own]
    }
}
