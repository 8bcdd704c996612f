import HTML
import Postgres

/// What people are told when something is recorded: declared by the feature that records it, as the event, who is told, and the text by
/// its key among the tenant's texts. How it reaches them is a matter of delivery alone: whatever delivers messages reads the same
/// declarations.
package struct MessageTrigger: Sendable {
    /// Who is told, beside whoever did it.
    package struct Audience: Sendable {
        package let label: StringKey
        /// Rows of `id`, users of the tenant, in the transaction that records the event. nil for admins, who are told by the console.
        package let users: (@Sendable (AuditEvent) -> SQL)?

        package init(_ label: StringKey, users: (@Sendable (AuditEvent) -> SQL)?) {
            self.label = label
            self.users = users
        }
    }

    /// Where it is told, beside a push to the users' devices.
    package enum Way: String, CaseIterable, Sendable { case feed, mail, home }

    /// The placeholder of the reader's name, which every text may have.
    package static let reader = "name"

    /// The catalogue of the texts.
    package static let catalogue = "texts"

    /// The key of its text; it names the trigger.
    package let text: String
    package let events: [AuditAction]
    /// What happened, in a sentence: it is told where the tenant has no text of that key.
    package let label: StringKey
    package let audience: Audience
    package let ways: Set<Way>
    /// Of several that one action records.
    package let isMeant: @Sendable (AuditEvent) -> Bool
    /// What the text may name in braces.
    package let placeholders: [String]
    /// All placeholders that a text may name.
    package var known: [String] { [Self.reader] + placeholders }
    /// Of those, what is said below the sentence that is told where the tenant has no text: whom and what it is about.
    package let summary: [String]
    /// Which of all that happens to its object an event is: a day, a version. A mail carries it until it is sent, when more may have
    /// happened; so it holds nothing personal.
    package let detail: @Sendable (AuditEvent) -> String
    /// What stands for them in a language, by the event's object and its detail; empty once the object is gone.
    package let values: @Sendable (ID, String, Language, borrowing TenantTransaction) throws -> [String: String]

    package init(
        _ text: String, on events: [AuditAction], label: StringKey, to audience: Audience, by ways: Set<Way>,
        where isMeant: @escaping @Sendable (AuditEvent) -> Bool = { _ in true }, placeholders: [String],
        summary: [String], detail: @escaping @Sendable (AuditEvent) -> String = { _ in "" },
        values: @escaping @Sendable (ID, String, Language, borrowing TenantTransaction) throws -> [String: String]
    ) {
        self.text = text
        self.events = events
        self.label = label
        self.audience = audience
        self.ways = ways
        self.isMeant = isMeant
        self.placeholders = placeholders
        self.summary = summary
        self.detail = detail
        self.values = values
    }
}
