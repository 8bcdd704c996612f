import Postgres
import Web

/// What can be mailed: sums, and nobody's data.
package protocol MailedReport: Sendable {
    static var head: ReportHead { get }
    /// What it is asked beside the days, in the actor's language.
    static func words(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [String]
    /// What it is asked, as its page's own address has it; what it does not know is left out.
    static func question(
        _ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [(name: String, value: String)]
}

extension Report {
    package static func words(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services)
        throws
        -> [String]
    {
        try Self(query, in: tx, by: actor, services).narrowing(actor.language)
    }

    package static func question(
        _ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> [(name: String, value: String)] {
        try Self(query, in: tx, by: actor, services).query
    }
}
