import HTML
import HTTPTypes
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
    package enum Section: Sendable { case top, people, content, safety }
    package var section: Section
    package var label: StringKey
    package var icon: String
    /// Behind `/t/SLUG`, without a slash; empty for the home page.
    package var path: String
    package var needs: Permission

    package init(_ section: Section, _ label: StringKey, icon: String, path: String, needs: Permission) {
        self.section = section
        self.label = label
        self.icon = icon
        self.path = path
        self.needs = needs
    }
}

/// A page of a tenant. Runs in a read-only transaction.
package protocol Viewing: Sendable {
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page
}

/// A page whose first statements need nothing of the actor: they travel together with the question who it is, so the page
/// costs one round trip. Row-level security binds them as it binds all; for somebody who may not enter they fail unheard.
package protocol EagerViewing: Sendable {
    associatedtype Asked
    init(_ request: WebRequest) throws
    /// Queues statements, and waits for none. The tenant's zone is `current_setting('roost.zone')`.
    func ask(_ round: borrowing EntryRound, _ services: Services) throws -> Asked
    func run(_ asked: Asked, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page
}

/// The round trip in which the tenant is entered: statements can be queued, their rows come when it is known who asks.
package struct EntryRound: ~Copyable {
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
package protocol Answering: Sendable {
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
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change
}

/// A change that takes a file (`.upload` on its route's line). What reading the file costs is paid outside of any transaction, and
/// only for somebody who may make the change.
package protocol Receiving: Changing {
    /// Called once, before `run`.
    mutating func receive(_ services: Services) async throws
}

/// A small stored file, answered as it is. Runs in a read-only transaction.
package protocol Serving: Sendable {
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> WebResponse
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

    package init(_ event: AuditEvent, next: Next, cookies: [Cookie] = [], tenant: ID? = nil) {
        self.event = event
        self.next = next
        self.cookies = cookies
        self.tenant = tenant
    }
}

/// One line of the routing table. Made only by the functions below, each of which asks who may use it.
package struct Route: Sendable {
    package enum Access: Sendable, Equatable {
        /// Before somebody is in: sign-in, enrolment, health.
        case door
        /// Any admin who is in, outside of a tenant.
        case signedIn
        case operators
        case tenant(Permission)
        /// A program with a key; never an admin's session.
        case service(ScopeNeeded)
    }

    package enum Work: Sendable {
        case view(any Viewing.Type)
        case eager(any EagerViewing.Type)
        case answer(any Answering.Type)
        case recorded(any RecordedViewing.Type)
        case change(any Changing.Type)
        case download(any Downloading.Type)
        case file(any Serving.Type)
        case service(any ServiceReading.Type)
        case recordedService(any RecordedServiceReading.Type)
        case writingService(any ServiceWriting.Type)
        case door(@Sendable (WebRequest, Services) async -> WebResponse)
    }

    package var method: HTTPRequest.Method
    /// The whole path with `:names`: `/t/:tenant/users/:user`.
    package var pattern: String
    package var access: Access
    package var work: Work
    /// The act matters so much that a code is asked for again when the last one is older than five minutes.
    package private(set) var isStepUp = false

    package var stepUp: Route {
        var route = self
        route.isStepUp = true
        return route
    }

    /// The act waits for a second admin, where the tenant wants that.
    package private(set) var guardedAct: GuardedAct?

    /// nil: it never waits.
    package func fourEyes(_ act: GuardedAct?) -> Route {
        var route = self
        route.guardedAct = act
        return route
    }

    /// The longest file that is taken, in bytes; 0: none is.
    package private(set) var fileLimit = 0

    /// Takes files, each up to so many bytes.
    package func upload(_ bytes: Int) -> Route {
        var route = self
        route.fileLimit = bytes
        return route
    }

    var isFile: Bool { if case .download = work { true } else { false } }

    private init(_ method: HTTPRequest.Method, _ pattern: String, _ access: Access, _ work: Work) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.work = work
    }

    private static func inTenant(_ path: String) -> String { path.isEmpty ? "/t/:tenant" : "/t/:tenant/\(path)" }

    package static func get(_ path: String, needs permission: Permission, _ screen: any Viewing.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .view(screen))
    }

    package static func get(_ path: String, needs permission: Permission, eager screen: any EagerViewing.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .eager(screen))
    }

    package static func get(_ path: String, needs permission: Permission, json answer: any Answering.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .answer(answer))
    }

    package static func get(_ path: String, needs permission: Permission, recorded screen: any RecordedViewing.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .recorded(screen))
    }

    package static func post(_ path: String, needs permission: Permission, _ change: any Changing.Type) -> Route {
        Route(.post, inTenant(path), .tenant(permission), .change(change))
    }

    package static func download(_ path: String, needs permission: Permission, _ file: any Downloading.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .download(file))
    }

    package static func get(_ path: String, needs permission: Permission, file: any Serving.Type) -> Route {
        Route(.get, inTenant(path), .tenant(permission), .file(file))
    }

    package static func download(operators path: String, _ file: any Downloading.Type) -> Route {
        Route(.get, path, .operators, .download(file))
    }

    /// Outside of tenants, for everybody who is in.
    package static func get(signedIn path: String, _ screen: any Viewing.Type) -> Route {
        Route(.get, path, .signedIn, .view(screen))
    }

    package static func get(signedIn path: String, json answer: any Answering.Type) -> Route {
        Route(.get, path, .signedIn, .answer(answer))
    }

    package static func post(signedIn path: String, _ change: any Changing.Type) -> Route {
        Route(.post, path, .signedIn, .change(change))
    }

    package static func get(operators path: String, _ screen: any Viewing.Type) -> Route {
        Route(.get, path, .operators, .view(screen))
    }

    package static func post(operators path: String, _ change: any Changing.Type) -> Route {
        Route(.post, path, .operators, .change(change))
    }

    /// What an endpoint of the service API says about itself.
    package var summary: ServiceSummary? {
        switch work {
        case .service(let call): call.summary
        case .recordedService(let call): call.summary
        case .writingService(let call): call.summary
        default: nil
        }
    }

    /// Of the service API, behind `/v1/`.
    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, _ call: any ServiceReading.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .service(call))
    }

    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, recorded call: any RecordedServiceReading.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .recordedService(call))
    }

    package static func service(
        _ method: HTTPRequest.Method, _ path: String, scope: ScopeNeeded, writes call: any ServiceWriting.Type
    ) -> Route {
        Route(method, "/v1/\(path)", .service(scope), .writingService(call))
    }

    package static func door(
        _ method: HTTPRequest.Method, _ path: String, _ answer: @escaping @Sendable (WebRequest, Services) async -> WebResponse
    ) -> Route {
        Route(method, path, .door, .door(answer))
    }
}
