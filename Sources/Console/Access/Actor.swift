import HTML
import Postgres
import Templates
import Web

/// Who acts, in which tenant, and in which request. Made at the edge from the session; nothing else knows the session.
package struct Actor: Sendable {
    package enum Kind: String, Sendable { case admin, key, script, system, user }

    package var kind: Kind
    /// nil for scripts and the system; and for users, whom only an event's subject names.
    package var id: ID?
    package var name: String
    package var email: String
    package var language: Language
    /// The page of the guide on where they are.
    package var topic: String?
    package var theme: String
    package var isOperator: Bool
    package var permissions: Set<Permission>
    package var tenant: Tenant
    package var address: String
    package var requestID: String
    package var now: Timestamp
    package var session: Session?
    /// What was just done, for the top of the next page; from a cookie that is then removed.
    package var flash: Said?
    /// Why nothing that this actor does waits for a second admin any more.
    package var clearance: Clearance?
    /// The page that is asked for, to come back to; nil when something is sent.
    package var here: (path: String, query: Query)?

    /// What the last change said, with where a POST takes it back.
    package struct Said: Sendable {
        package var text: StringKey
        package var undo: Link?

        package init?(cookie: String?) {
            guard let parts = cookie?.split(separator: "~", maxSplits: 1),
                let text = parts.first.flatMap({ Self.texts[String($0)] })
            else { return nil }
            self.text = text
            undo = parts.count > 1 ? Link(pathOfThisHost: String(parts[1])) : nil
        }

        /// For the cookie: the text by its key, which says nothing that the pages don't.
        package static func cookie(_ text: StringKey, undo: Link?) -> String {
            "\(text.name)" + (undo.map { "~\($0)" } ?? "")
        }

        private static let texts = Dictionary(Strings.all.map { ("\($0.name)", $0) }) { first, _ in first }
    }

    package struct Session: Sendable {
        package var id: ID
        package var tokenHash: [UInt8]
        package var csrf: String
        package var isSecure: Bool
        /// The name and port that the browser came by.
        package var host: String?
        /// When the second step was last proven; nil when it is not known.
        package var confirmedAt: Timestamp?
    }

    package enum Clearance: Sendable, Equatable {
        /// The request that a second admin has approved is being carried out.
        case approved(ID)
        /// A job carries out what was begun: beginning it is what waits, and its own event has passed the guard.
        case begun(ID)
    }

    package func cleared(_ clearance: Clearance?) -> Actor {
        var actor = self
        actor.clearance = clearance
        return actor
    }

    package func may(_ permission: Permission) -> Bool { permissions.contains(permission) }

    /// A command on the server's shell.
    package static func script(_ command: String, in tenant: Tenant = .installation) -> Actor {
        Actor(
            kind: .script, id: nil, name: "roost \(command)", email: "", language: .en, theme: "auto", isOperator: true,
            permissions: Set(Permission.all), tenant: tenant, address: "local", requestID: "-", now: .now,
            session: nil, flash: nil)
    }

    /// Roost itself: a timer, or somebody who is not known yet.
    package static func system(address: String = "local", requestID: String = "-", now: Timestamp = .now) -> Actor {
        Actor(
            kind: .system, id: nil, name: "Roost", email: "", language: .en, theme: "auto", isOperator: false,
            permissions: [], tenant: .installation, address: address, requestID: requestID, now: now, session: nil,
            flash: nil)
    }
}
