import HTML
import Postgres
import Web

/// A change. Returns its event; the edge commits the change and its event together.
package protocol Changing: Sendable {
    /// True if the form may contain this field more than once. All others must occur once: with two values it would
    /// be unclear which one was meant, and whether the one shown is the one stored.
    static func isList(_ field: String) -> Bool
    init(_ request: WebRequest) throws
    /// Called once, before `run`, if the route accepts a file (`.upload`). The file is read outside any transaction,
    /// and only for an admin who may make the change.
    mutating func receive(_ services: Services) async throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change
}

extension Changing {
    package static func isList(_ field: String) -> Bool { field == "columns" }
    package mutating func receive(_ services: Services) async throws {}
}

/// What is said instead of that it was done, if it was done but deserves a look.
package struct Warning: Sendable, Equatable {
    /// Its arguments, if it has any, are texts: the cookie carries no others.
    package var text: LocalText
    /// Where one sees why.
    package var look: Link?

    package init(_ text: LocalText, look: Link? = nil) {
        self.text = text
        self.look = look
    }
}

/// The event of a change, and the page to which the browser goes next.
package struct Change {
    package enum Next {
        /// `undo` is the address of the POST that undoes it; the button is beside the words of `flash`. The words of a
        /// `warning` take the place of those of `flash`.
        case to(Link, flash: StringKey? = nil, undo: Link? = nil, warning: Warning? = nil)
        /// The page is the response itself, for content that is shown only once (recovery codes). `thenTo` is loaded
        /// at once: a file, while the page stays.
        case page(any Page, thenTo: Link? = nil)
    }

    package var event: AuditEvent
    package var next: Next
    /// Cookies that the change sets or removes.
    package var cookies: [Cookie]
    /// The tenant whose trail gets the event, if it is not the current one: the action has set it as the
    /// transaction's tenant.
    package var tenant: ID?
    /// The clearance of an approved request.
    package var clearance: Actor.Clearance?

    package init(_ event: AuditEvent, next: Next, cookies: [Cookie] = [], tenant: ID? = nil) {
        self.event = event
        self.next = next
        self.cookies = cookies
        self.tenant = tenant
    }
}
