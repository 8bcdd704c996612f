import HTML
import Postgres
import Web

/// A change. Returns what was done; the edge commits the change and its event together.
package protocol Changing: Sendable {
    /// May the form have this field more than once? All others come once: of two values nobody could say which was
    /// meant, nor whether the one that was shown is the one that is stored.
    static func isList(_ field: String) -> Bool
    init(_ request: WebRequest) throws
    /// Called once, before `run`, where the route takes a file (`.upload`). What reading the file costs is paid outside of any
    /// transaction, and only for somebody who may make the change.
    mutating func receive(_ services: Services) async throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change
}

extension Changing {
    package static func isList(_ field: String) -> Bool { field == "columns" }
    package mutating func receive(_ services: Services) async throws {}
}

/// What a change did, and where the browser goes next.
package struct Change {
    package enum Next {
        /// `undo` is where a POST takes it back; it is offered beside the words of `flash`.
        case to(Link, flash: StringKey? = nil, undo: Link? = nil)
        /// Shown as the answer itself: what may be seen only once (recovery codes). `thenTo` is fetched at once: a file, for
        /// which the page stays.
        case page(any Page, thenTo: Link? = nil)
    }

    package var event: AuditEvent
    package var next: Next
    /// Cookies the change sets or removes.
    package var cookies: [Cookie]
    /// Whose trail has it, when that is not the tenant that was entered: the action has set it as the transaction's own.
    package var tenant: ID?
    /// Of an approved request.
    package var clearance: Actor.Clearance?

    package init(_ event: AuditEvent, next: Next, cookies: [Cookie] = [], tenant: ID? = nil) {
        self.event = event
        self.next = next
        self.cookies = cookies
        self.tenant = tenant
    }
}
