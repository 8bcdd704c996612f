import Postgres

/// An event to append to the audit trail: the action, its object, old and new value by field, and the reason. The
/// actor supplies who, when and from where; the database adds the sequence and the hash.
package struct AuditEvent: Sendable {
    /// The operation's id: made before the work, and looked up if the outcome of a COMMIT is unknown.
    package var id: ID
    package var action: AuditAction
    package var objectKind: ObjectKind
    package var objectID: ID?
    /// Never a person's name: names are sealed.
    package var objectName: String
    /// The user whose key seals the personal values.
    package var subject: ID?
    package var changes: [Change]
    package var reason: String
    /// The act for which the tenant may require two admins. The action sets it. If an action is guarded only for some
    /// objects, the code clears it for the others: code that forgets this requires approval too often, never too
    /// seldom.
    package var guardedAct: GuardedAct?
    /// The permission needed to decide, if it is more than that of the act.
    package var decider: Permission?
    /// What the act moves, if it moves money: a request for its approval shows it.
    package var sum: Sum?
    /// Objects that the event also concerns and that its object holds no longer: messages reach people by them. Nothing stores them.
    package var concerned: [ID] = []

    /// A sum of one payment.
    package struct Sum: Sendable, Equatable {
        package var payment: ID
        package var amount: Money

        package init(_ amount: Money, of payment: ID) { (self.amount, self.payment) = (amount, payment) }
    }

    package struct Change: Sendable, Equatable {
        package var field: String
        package var old: String?
        package var new: String?
        /// Sealed under the subject's key. Writing a personal value without a subject throws.
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
