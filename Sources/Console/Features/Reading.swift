import HTML
import JSON
import Postgres
import Web

/// What is read by an admin. Runs in a read-only transaction. What it answers is told by the type that it returns: a page
/// (`any Page`), what a page's script asks for (`JSONText`), a small stored file (`Served`); or `(any Page, AuditEvent)` or
/// `(Served, AuditEvent)`, what shows personal data of one person, with the event that records the reading
/// (`(any Page, AuditEvent?)` where only some states of the page do). Nothing else compiles.
package protocol Reading: Sendable {
    associatedtype Answer
    associatedtype Prefetched
    init(_ request: WebRequest) throws
    /// Queues statements that do not depend on the actor, without waiting for them: they travel together with the
    /// authentication, so the page needs one round trip. Row-level security applies to them as to all; for an admin
    /// without access they fail, and nothing of them is shown. The tenant's zone is `current_setting('roost.zone')`.
    func prefetch(_ round: borrowing AuthenticationRound, _ services: Services) throws -> Prefetched
    func answer(_ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws
        -> Answer

    /// Both follow from the type of the response.
    static var isRecorded: Bool { get }
    func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply
}

/// A reading that prefetches nothing: nearly all readings.
package protocol Viewing: Reading where Prefetched == Void {
    // Repeated here, since otherwise the compiler does not find the type that `run` returns.
    associatedtype Answer
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Answer
}

extension Viewing {
    package func prefetch(_ round: borrowing AuthenticationRound, _ services: Services) {}

    package func answer(
        _ prefetched: Void, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Answer { try run(in: tx, by: actor, services) }
}

/// The result of a reading, for the edge.
package enum Reply {
    case page(any Page, recorded: AuditEvent? = nil)
    case json(JSONText)
    case file(Served, recorded: AuditEvent? = nil)

    var recorded: AuditEvent? {
        switch self {
        case .page(_, let event), .file(_, let event): event
        case .json: nil
        }
    }
}

extension Reading {
    package static var isRecorded: Bool { false }
}

extension Reading where Answer == any Page {
    package func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply { .page(try answer(prefetched, in: tx, by: actor, services)) }
}

extension Reading where Answer == (any Page, AuditEvent) {
    package static var isRecorded: Bool { true }

    package func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply {
        let (page, event) = try answer(prefetched, in: tx, by: actor, services)
        return .page(page, recorded: event)
    }
}

/// A page that shows one person in some of its states only: nil where it shows nobody.
extension Reading where Answer == (any Page, AuditEvent?) {
    package static var isRecorded: Bool { true }

    package func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply {
        let (page, event) = try answer(prefetched, in: tx, by: actor, services)
        return .page(page, recorded: event)
    }
}

extension Reading where Answer == JSONText {
    package func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply { .json(try answer(prefetched, in: tx, by: actor, services)) }
}

extension Reading where Answer == Served {
    package func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply { .file(try answer(prefetched, in: tx, by: actor, services)) }
}

extension Reading where Answer == (Served, AuditEvent) {
    package static var isRecorded: Bool { true }

    package func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply {
        let (served, event) = try answer(prefetched, in: tx, by: actor, services)
        return .file(served, recorded: event)
    }
}

/// The round trip in which the tenant is entered: statements can be queued, their rows come when it is known who asks.
package struct AuthenticationRound: ~Copyable {
    private let connection: Connection
    /// The tenant that this slug had last time in this process: only a guess for prefetched statements.
    package let likelyTenant: ID?

    package init(_ connection: Connection, likelyTenant: ID?) {
        self.connection = connection
        self.likelyTenant = likelyTenant
    }

    package func send(_ sql: SQL) throws(DatabaseError) -> Connection.Pending { try connection.send(sql) }
}

/// The response; or, if its bytes are stored elsewhere, a function that makes it after the transaction, where it may
/// wait for the network.
package enum Served: Sendable {
    case now(WebResponse)
    case later(@Sendable () async throws -> WebResponse)
}
