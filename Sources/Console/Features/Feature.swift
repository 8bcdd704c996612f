import HTML
import JSON
import Logging
import Postgres
import Web

/// A feature is a table of contents: everything that it has is declared here and collected once at start-up (`Declarations`).
package protocol Feature: Sendable {
    var place: Place { get }
    var routes: [Route] { get }
    var menu: [MenuEntry] { get }
    var shortcuts: [Shortcut] { get }
    var permissions: [Permission] { get }
    var scopes: [Scope] { get }
    var auditActions: [AuditAction] { get }
    var objectKinds: [ObjectKind] { get }
    var auditFields: [AuditField] { get }
    var objectNames: [ObjectNames] { get }
    var jobs: [any Job.Type] { get }
    var timers: [HouseTimer] { get }
    var imports: [any ImportDeclaration.Type] { get }
    /// What can be mailed.
    var reports: [any MailedReport.Type] { get }
    var catalogues: [CatalogueDeclaration] { get }
    /// Lists beside those of catalogues and reports; the trail knows their names by them.
    var lists: [ListDeclaration] { get }
    var caches: [any SharedCache.Type] { get }
}

extension Feature {
    package var place: Place { .everyTenant }
    package var routes: [Route] { [] }
    package var menu: [MenuEntry] { [] }
    package var shortcuts: [Shortcut] { [] }
    package var permissions: [Permission] { [] }
    package var scopes: [Scope] { [] }
    package var auditActions: [AuditAction] { [] }
    package var objectKinds: [ObjectKind] { [] }
    package var auditFields: [AuditField] { [] }
    package var objectNames: [ObjectNames] { [] }
    package var jobs: [any Job.Type] { [] }
    package var timers: [HouseTimer] { [] }
    package var imports: [any ImportDeclaration.Type] { [] }
    package var reports: [any MailedReport.Type] { [] }
    package var catalogues: [CatalogueDeclaration] { [] }
    package var lists: [ListDeclaration] { [] }
    package var caches: [any SharedCache.Type] { [] }
}

/// Something to do that is found by its words: a page of its own that no menu shows, a form that begins an act.
package struct Shortcut: Sendable {
    package enum Target: Sendable {
        /// After `/t/SLUG/`; offered to those who have the permission.
        case tenant(String, needs: Permission)
        case signedIn(Link)
        case operators(Link)
    }

    package var label: StringKey
    package var icon: String
    package var target: Target
    /// Its feature's.
    package private(set) var place = Place.everyTenant

    package init(_ label: StringKey, icon: String, _ target: Target) {
        self.label = label
        self.icon = icon
        self.target = target
    }

    package func placed(_ place: Place) -> Shortcut {
        var shortcut = self
        shortcut.place = place
        return shortcut
    }
}

/// One line of the rail. Shown to those who have the permission.
package struct MenuEntry: Sendable {
    package enum Section: Sendable { case top, people, content, reports, safety }
    package var section: Section
    package var label: StringKey
    package var icon: String
    /// After `/t/SLUG`, without a slash; empty for the home page.
    package var path: String
    package var needs: Permission
    /// Its feature's.
    package private(set) var place = Place.everyTenant

    package init(_ section: Section, _ label: StringKey, icon: String, path: String, needs: Permission) {
        self.section = section
        self.label = label
        self.icon = icon
        self.path = path
        self.needs = needs
    }

    package func placed(_ place: Place) -> MenuEntry {
        var entry = self
        entry.place = place
        return entry
    }
}

/// What is done again and again while the server runs.
package struct HouseTimer: Sendable {
    /// For the log.
    package let name: String
    package let seconds: Int
    /// Counts its rounds from 0.
    package let run: @Sendable (Services, _ round: Int) async throws -> Void

    package init(_ name: String, every seconds: Int, run: @escaping @Sendable (Services, Int) async throws -> Void) {
        self.name = name
        self.seconds = seconds
        self.run = run
    }

    /// Each hour, what its time is over for is deleted over all tenants.
    package static func forgetting(_ name: String, _ statement: SQL) -> HouseTimer {
        HouseTimer(name, every: 3600) { services, _ in
            try await services.database.perform(.streams) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in _ = try tx.execute(statement) }
            }
        }
    }
}

/// What the installation sets for one feature: `services.setting(ProviderAccess.self)`.
package protocol FeatureSettings: Sendable {}

/// Values that this process caches. One object of each declared class is made at start-up (`services[UserFacets.self]`) and told when
/// what it holds may have changed, in this process or in another.
package protocol SharedCache: AnyObject, Sendable {
    /// What invalidates it: nil for counts, which a load of demo data or an import of a tenant changes as a whole.
    static var subject: String? { get }
    init(database: Database, logger: Logger)
    func invalidate(_ tenant: ID)
    func invalidateAll()
}

extension SharedCache {
    package func invalidate(_ tenant: ID) { invalidateAll() }

    /// Tells every process that a tenant's values changed. It arrives when the transaction commits, and not when it is rolled back.
    package static func changed(_ tenant: ID) -> SQL {
        "select pg_notify('roost_kept', \((subject ?? "") + " " + tenant.description))"
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

    package init(_ connection: Connection, likelyTenant: ID?) {
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

/// A change that takes a file (`.upload` on its route's line). What reading the file costs is paid outside of any transaction, and
/// only for somebody who may make the change.
package protocol Receiving: Changing {
    /// Called once, before `run`.
    mutating func receive(_ services: Services) async throws
}

/// A small stored file, answered as it is. Runs in a read-only transaction.
package protocol Serving: Sendable {
    init(_ request: WebRequest) throws
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Served
}

/// The answer; or, when its bytes lie elsewhere, how to make it behind the transaction, where one may wait for the network.
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
