import HTML

/// An action that the audit trail records. Features declare theirs as static lets beside the code that records them,
/// and list them in `auditActions`. The id is stored in the trail for ever: actions are added, never renamed.
package struct AuditAction: Sendable, Hashable {
    package let id: String
    /// The verb phrase after the actor's name: "suspended the user".
    package let phrase: StringKey
    /// The intention of the act before it is done; the phrase describes it afterwards.
    package let intent: StringKey
    /// The act for which a tenant may require two admins; nil if one admin may always do it alone.
    package let guardedAct: GuardedAct?

    package init(_ id: String, _ phrase: StringKey, intent: StringKey? = nil, guardedBy act: GuardedAct? = nil) {
        self.id = id
        self.phrase = phrase
        self.intent = intent ?? phrase
        guardedAct = act
    }

    /// The declared action with that id; nil for one that this version doesn't know.
    package init?(id: String) {
        guard let known = Declarations.current.auditAction(id) else { return nil }
        self = known
    }

    /// The phrase where no object follows it: without the colon that leads to one.
    package func alone(_ language: Language) -> String {
        let words = LocalText(phrase).resolve(in: language)
        return words.hasSuffix(":") ? String(words.dropLast()) : words
    }

    package static func == (one: AuditAction, other: AuditAction) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
