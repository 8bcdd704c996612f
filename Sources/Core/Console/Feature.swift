import HTML
import JSON
import Postgres
import Web

/// A feature is a table of contents: what it answers, who may ask, and where it stands in the menu.
package protocol Feature: Sendable {
    var routes: [Route] { get }
    var menu: [MenuEntry] { get }
    var shortcuts: [Shortcut] { get }
}

extension Feature {
    package var menu: [MenuEntry] { [] }
    package var shortcuts: [Shortcut] { [] }
}

/// Something to do that is found by its words: a page of its own that no menu shows, a form that begins an act.
package struct Shortcut: Sendable {
    package enum Place: Sendable {
        /// Behind `/t/SLUG`; offered to those who have the permission.
        case tenant(String, needs: Permission)
        case signedIn(Link)
        case operators(Link)
    }

    package var label: StringKey
    package var icon: String
    package var place: Place
    /// About the people of an app: not offered where a tenant holds nobody's data.
    package var isAboutPeople: Bool

    package init(_ label: StringKey, icon: String, _ place: Place, isAboutPeople: Bool = false) {
        self.label = label
        self.icon = icon
        self.place = place
        self.isAboutPeople = isAboutPeople
    }
}

/// One line of the rail. Shown to those who have the permission.
package struct MenuEntry: Sendable {
    package enum Section: Sendable { case top, people, content, reports, safety }
    package var section: Section
    package var label: StringKey
    package var icon: String
    /// Behind `/t/SLUG`, without a slash; empty for the home page.
    package var path: String
    package var needs: Permission
    /// Not shown where a tenant holds nobody's data.
    package var isAboutPeople: Bool

    package init(
        _ section: Section, _ label: StringKey, icon: String, path: String, needs: Permission,
        isAboutPeople: Bool = false
    ) {
        self.section = section
        self.label = label
        self.icon = icon
        self.path = path
        self.needs = needs
        self.isAboutPeople = isAboutPeople || section == .people
    }
}

/// A page of a tenant. Runs in a read-only transaction.
package protocol Viewing: Sendable {
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page
}

/// A page whose first statements need nothing of the actor: they travel together with the question who it
/// is, so the page costs one round trip. Row-level security binds them as it binds all; for somebody who
/// may not enter they fail unheard.
package protocol EagerViewing: Sendable {
    associatedtype Prefetched
    init(_ request: WebRequest) throws
    /// Queues statements, and waits for none. The tenant's zone is `current_setting('roost.zone')`.
    func prefetch(_ round: borrowing AuthenticationRound, _ services: Services) throws -> Prefetched
    func run(_ requested: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> any Page
}

/// The round trip in which the tenant is entered: statements can be queued, their rows come when it is known who asks.
package struct AuthenticationRound: ~Copyable {
    private let connection: Connection
    /// The tenant that this address entered last time in this process: good for a guess at what to ask, and no more.
    package let likelyTenant: ID?

    init(_ connection: Connection, likelyTenant: ID?) {
        self.connection = connection
        self.likelyTenant = likelyTenant
    }

    package func send(_ sql: SQL) throws(DatabaseError) -> Connection.Pending { try connection.send(sql) }
}

/// What a page's script asks for. Runs in a read-only transaction.
package protocol JSONViewing: Sendable {
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> JSONText
}

/// A page that shows personal data of one person: it comes with the event that records the reading.
package protocol RecordedViewing: Sendable {
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
}

/// A change. Returns what was done; the edge commits the change and its event together.
package protocol Changing: Sendable {
    /// May the form have this field more than once? All others come once: of two values nobody could say which was
    /// meant, nor whether the one that was shown is the one that is stored.
    static func isList(_ field: String) -> Bool
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change
}

extension Changing {
    package static func isList(_ field: String) -> Bool { field == "columns" }
}

/// A change that takes a file (`.upload` on its route's line). What reading the file costs is paid outside of any
/// transaction, and only for somebody who may make the change.
package protocol Receiving: Changing {
    /// Called once, before `run`.
    mutating func receive(_ services: Services) async throws
}

/// A small stored file, answered as it is. Runs in a read-only transaction.
package protocol Serving: Sendable {
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Served
}

/// The answer; or, when its bytes lie elsewhere, how to make it behind the transaction,
/// where one may wait for the network.
package enum Served: Sendable {
    case now(WebResponse)
    case later(@Sendable () async throws -> WebResponse)
}

/// A file made row by row while it is sent.
package protocol Downloading: Sendable {
    init(_ request: WebRequest) throws
    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download
}

/// What a change did, and where the browser goes next.
package struct Change {
    package enum Next {
        /// `undo` is where a POST takes it back; it is offered beside the words of `flash`.
        case to(Link, flash: String? = nil, undo: Link? = nil)
        /// Shown as the answer itself: what may be seen only once (recovery codes). `thenTo` is fetched at once:
        /// a file, for which the page stays.
        case page(any Page, thenTo: Link? = nil)
    }

    package var event: AuditEvent
    package var next: Next
    /// Cookies the change sets or removes.
    package var cookies: [Cookie]
    /// Whose trail has it, when that is not the tenant that was entered: the action has
    /// set it as the transaction's own.
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
