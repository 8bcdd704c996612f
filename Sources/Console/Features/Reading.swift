import HTML
import JSON
import Postgres
import Web

/// What is read by an admin. Runs in a read-only transaction. What it answers is told by the type that it returns: a page
/// (`any Page`), what a page's script asks for (`JSONText`), a small stored file (`Served`); or `(any Page, AuditEvent)` or
/// `(Served, AuditEvent)`, what shows personal data of one person, with the event that records the reading. Nothing else compiles.
package protocol Reading: Sendable {
    associatedtype Answer
    associatedtype Prefetched
    init(_ request: WebRequest) throws
    /// Queues statements that need nothing of the actor, and waits for none: they travel together with the question who it is, so
    /// the page costs one round trip. Row-level security binds them as it binds all; for somebody who may not enter they fail
    /// unheard. The tenant's zone is `current_setting('roost.zone')`.
    func prefetch(_ round: borrowing AuthenticationRound, _ services: Services) throws -> Prefetched
    func answer(_ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws
        -> Answer

    /// Both follow from the type of the answer.
    static var isRecorded: Bool { get }
    func reply(
        _ prefetched: Prefetched, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Reply
}

/// A reading that asks for nothing before it is known who reads: nearly all of them.
package protocol Viewing: Reading where Prefetched == Void {
    // Said again, for without it the compiler does not find the type that `run` answers.
    associatedtype Answer
    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Answer
}

extension Viewing {
    package func prefetch(_ round: borrowing AuthenticationRound, _ services: Services) {}

    package func answer(
        _ prefetched: Void, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Answer { try run(in: tx, by: actor, services) }
}

/// What the edge makes of an answer.
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
    /// The tenant that this address entered last time in this process: good for a guess at what to ask, and no more.
    package let likelyTenant: ID?

    package init(_ connection: Connection, likelyTenant: ID?) {
        self.connection = connection
        self.likelyTenant = likelyTenant
    }

    package func send(_ sql: SQL) throws(DatabaseError) -> Connection.Pending { try connection.send(sql) }
}

/// The answer; or, when its bytes lie elsewhere, how to make it behind the transaction, where one may wait for the network.
package enum Served: Sendable {
    case now(WebResponse)
    case later(@Sendable () async throws -> WebResponse)
}
