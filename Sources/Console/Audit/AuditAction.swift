import HTML

/// What can be done and is recorded. Features declare theirs as static lets beside the code that records them, and list them in
/// `auditActions`. The id is stored in the trail for ever: actions are added, never renamed.
package struct AuditAction: Sendable, Hashable {
    package let id: String
    /// The verb phrase after the actor's name: "suspended the user".
    package let phrase: StringKey
    /// What somebody wants to do, where the phrase says what was done.
    package let intent: StringKey
    /// What this is to those tenants that want two admins for it; nil for what one admin may do alone.
    package let guardedAct: GuardedAct?

    package init(_ id: String, _ phrase: StringKey, intent: StringKey? = nil, guardedBy act: GuardedAct? = nil) {
        self.id = id
        self.phrase = phrase
        self.intent = intent ?? phrase
        guardedAct = act
    }

    /// The declared action of that id; nil for one that this version doesn't know.
    package init?(id: String) {
        guard let known = Declarations.current.auditAction(id) else { return nil }
        self = known
    }

    package static func == (one: AuditAction, other: AuditAction) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
