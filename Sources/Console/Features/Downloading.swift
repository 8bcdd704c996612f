import Postgres
import Web

/// A file that is made row by row while it is sent.
package protocol Downloading: Sendable {
    /// Decides of whom a code is asked before it is sent. There is no default: whoever adds a file says what it holds.
    static var holds: FileContent { get }
    init(_ request: WebRequest) throws
    func prepare(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Download
}

/// What a file holds. One that takes personal data out requires step-up authentication (operating.md, "Dangerous acts").
package enum FileContent: Sendable, Equatable {
    case personalData
    /// Personal data, but row-level security lets an admin without this permission read only what is their own, such as
    /// the classes that they teach. They take that out without a code; whoever has the permission is asked.
    case theirOwn(without: Permission)
    /// Sums, texts, plans, calendars: no row of it is of a person.
    case nothingPersonal

    /// Returns true if a code is asked of that admin when the last one is older than five minutes.
    package func asksForCode(_ actor: Actor) -> Bool {
        switch self {
        case .personalData: true
        case .theirOwn(let permission): actor.may(permission)
        case .nothingPersonal: false
        }
    }
}
