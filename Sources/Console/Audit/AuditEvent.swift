import Postgres

/// What is to be written to the trail: what was done to what, old and new value by field, and why. Who, when and from
/// where are added from the actor, the sequence and the hash by the database.
package struct AuditEvent: Sendable {
    /// The operation's id: made before the work, looked up when a COMMIT got no answer.
    package var id: ID
    package var action: AuditAction
    package var objectKind: ObjectKind
    package var objectID: ID?
    /// Never a person's name: those are sealed.
    package var objectName: String
    /// The user whose key seals the personal values.
    package var subject: ID?
    package var changes: [Change]
    package var reason: String
    /// What the tenant may want two admins for. The action says it; an event whose action is guarded for some objects
    /// only takes it back for the others, so that who forgets to is asked too often, never too seldom.
    package var guardedAct: GuardedAct?
    /// Who may decide, where that is more than doing it.
    package var decider: Permission?

    package struct Change: Sendable, Equatable {
        package var field: String
        package var old: String?
        package var new: String?
        /// Sealed under the subject's key. A personal value without a subject is refused when written.
        package var isPersonal: Bool

        package init(_ field: String, old: String? = nil, new: String? = nil, isPersonal: Bool = false) {
            self.field = field
            self.old = old
            self.new = new
            self.isPersonal = isPersonal
        }
    }

    package init(
        _ action: AuditAction, on objectKind: ObjectKind, _ objectID: ID? = nil, name: String = "", subject: ID? = nil,
        changes: [Change] = [], reason: String = "", id: ID = .make()
    ) {
        self.id = id
        self.action = action
        self.objectKind = objectKind
        self.objectID = objectID
        self.objectName = name
        self.subject = subject
        self.changes = changes
        self.reason = reason
        guardedAct = action.guardedAct
    }
}
