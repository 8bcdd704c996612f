import Postgres
import Web

/// A report that can be mailed: it contains sums, and no personal data.
package protocol MailedReport: Sendable {
    static var head: ReportHead { get }
    /// Returns its parameters besides the days, in words, in the actor's language.
    static func words(_ query: Query, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> [String]
    /// Returns its parameters, as its page's own address has them; unknown ones are dropped.
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
