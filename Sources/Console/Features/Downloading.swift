import Postgres
import Web

/// A file that is made row by row while it is sent.
package protocol Downloading: Sendable {
    init(_ request: WebRequest) throws
    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download
}
