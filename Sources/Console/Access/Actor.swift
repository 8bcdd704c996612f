import HTML
import Postgres
import Templates
import Web

/// Who acts, in which tenant, and in which request. The edge makes it from the session; features know nothing of
/// sessions.
package struct Actor: Sendable {
    package enum Kind: String, Sendable { case admin, key, script, system, user }

    package var kind: Kind
    /// nil for scripts and the system, and for users, whom only the event's subject names.
    package var id: ID?
    package var name: String
    package var email: String
    package var language: Language
    /// The page of the guide about the current page.
    package var topic: String?
    package var theme: String
    package var isOperator: Bool
    package var permissions: Set<Permission>
    package var tenant: Tenant
    package var address: String
    package var requestID: String
    package var now: Timestamp
    package var session: Session?
    /// The message of the last change, for the top of the next page; read from a cookie that is then removed.
    package var flash: Said?
    /// Why this actor's changes need no second admin: an approval has been given. nil: they may need one.
    package var clearance: Clearance?
    /// The requested page, to return to it; nil when the request changes data.
    package var here: (path: String, query: Query)?
    /// What a refused form held that the page shown instead has no field for; see `givingBack`.
    package var givenBack: [Fact] = []
    /// Why it was refused, for the top of that page.
    package var refusal: LocalText?

    /// The message of the last change, with the address of the POST that undoes it.
    package struct Said: Sendable, Equatable {
        package var text: LocalText
        package var undo: Link?
        package var isWarning: Bool
        /// Where one sees why it is a warning.
        package var look: Link?

        package init(_ text: StringKey) {
            self.text = LocalText(text)
            isWarning = false
        }

        /// nil: nothing is said.
        init?(_ flash: StringKey?, undo: Link?, warning: Warning?) {
            guard let text = warning?.text ?? flash.map({ LocalText($0) }) else { return nil }
            self.text = text
            self.undo = undo
            isWarning = warning != nil
            look = warning?.look
        }

        package init?(cookie: String?) {
            let parts = cookie?.split(separator: "?", maxSplits: 1) ?? []
            guard let key = parts.first.flatMap({ Self.texts[String($0)] }) else { return nil }
            let query = parts.count > 1 ? Query(urlEncoded: parts[1].utf8) : Query()
            text = LocalText(key, query.items.filter { $0.name == "word" }.map { .text($0.value) })
            undo = query["undo"].flatMap { Link(pathOfThisHost: $0) }
            isWarning = query["warning"] != nil
            look = query["look"].flatMap { Link(pathOfThisHost: $0) }
        }

        /// The form for the cookie: the text's key and its words, which reveal nothing that pages don't show.
        package var cookie: String {
            var items = undo.map { [("undo", $0.description)] } ?? []
            if isWarning { items.append(("warning", "")) }
            if let look { items.append(("look", look.description)) }
            for case .text(let word) in text.arguments { items.append(("word", word)) }
            let root: Link = "/"
            return "\(text.key.name)" + root.with(query: items).description.dropFirst()
        }

        private static let texts = Dictionary(Strings.all.map { ("\($0.name)", $0) }) { first, _ in first }
    }

    package struct Session: Sendable {
        package var id: ID
        package var tokenHash: [UInt8]
        package var csrf: String
        package var isSecure: Bool
        /// The name and port that the browser used.
        package var host: String?
        /// The time of the last step-up authentication; nil if it is not known.
        package var confirmedAt: Timestamp?
        /// When the session ends however much it is used; nil if it is not known.
        package var endsAt: Timestamp?
    }

    package enum Clearance: Sendable, Equatable {
        /// A second admin has approved the request, and it is being carried out.
        case approved(ID)
        /// A job continues what was begun. Beginning it may need a second admin; its own event has passed that check.
        case begun(ID)
    }

    package func cleared(_ clearance: Clearance?) -> Actor {
        var actor = self
        actor.clearance = clearance
        return actor
    }

    /// For a page that is shown instead of a refused form and has no such fields, because the object changed meanwhile:
    /// it begins with what was typed, to be copied. Nothing typed is lost.
    package func givingBack(_ typed: [(label: StringKey, value: String)]) -> Actor {
        var actor = self
        actor.givenBack += typed.filter { !$0.value.isEmpty }.map { Fact(LocalText($0.label), $0.value) }
        return actor
    }

    /// The same for the reason of an act.
    package func givingBack(reason: String) -> Actor { givingBack([(Strings.user_reason, reason)]) }

    /// For the page of a refusal if the reason of an act is too long to be stored; nil if it is not.
    package func refusing(reason: String, labelled label: StringKey = Strings.user_reason) -> Actor? {
        guard reason.columnLength > Reason.most else { return nil }
        var actor = givingBack([(label, reason)])
        actor.refusal = Strings.error_reason_too_long(max: Reason.most)
        return actor
    }

    package func may(_ permission: Permission) -> Bool { permissions.contains(permission) }

    /// The actor of a command on the server's shell.
    package static func script(_ command: String, in tenant: Tenant = .installation) -> Actor {
        Actor(
            kind: .script, id: nil, name: "roost \(command)", email: "", language: .en, theme: "auto", isOperator: true,
            permissions: Set(Permission.all), tenant: tenant, address: "local", requestID: "-", now: .now,
            session: nil, flash: nil)
    }

    /// A user in an app. The audit trail names a user only as an event's subject, and never contains their network
    /// address.
    package static func user(
        in tenant: Tenant, language: Language = .en, requestID: String = "-", now: Timestamp
    ) -> Actor {
        Actor(
            kind: .user, id: nil, name: "User", email: "", language: language, theme: "auto", isOperator: false,
            permissions: [], tenant: tenant, address: "app", requestID: requestID, now: now, session: nil, flash: nil)
    }

    /// Roost itself: a timer, or a person who is not authenticated yet.
    package static func system(address: String = "local", requestID: String = "-", now: Timestamp = .now) -> Actor {
        Actor(
            kind: .system, id: nil, name: "Roost", email: "", language: .en, theme: "auto", isOperator: false,
            permissions: [], tenant: .installation, address: address, requestID: requestID, now: now, session: nil,
            flash: nil)
    }
}
