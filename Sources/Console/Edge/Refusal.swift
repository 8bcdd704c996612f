import HTML
import HTTPTypes
import Postgres
import Templates
import Web

/// Why an action did not happen. Each is a different page; none shows the cause.
package enum Refusal: Error {
    case notFound
    case notAllowed
    /// The form's token is not this session's: the page was opened before the session was renewed, or is not ours.
    case oldPage
    /// The form again, with what was typed and what is wrong beside the fields: 422.
    case form(any Page)
    /// Somebody else changed the thing meanwhile: 409, with a page that shows both.
    case changed(any Page)
    /// The database keeps the last owner of a tenant and the last operator (migrations/core/0005_access.sql): 409.
    case lastOwner
    case lastOperator
    /// The audit trail's checkpoints don't leave, and what was asked for must be provable later: 503.
    case unwatched
    /// The tenant wants two admins for it, and it does not come as a form that can wait for the second: 403.
    case needsSecondAdmin

    package init?(_ error: DatabaseError) {
        switch error.sqlState {
        case "RT004": self = .lastOwner
        case "RT005": self = .lastOperator
        // Somebody was erased, or is not to be (migrations/core/0095_privacy_requests.sql).
        case "RT095", "RT096": self = .notAllowed
        default: return nil
        }
    }
}

extension WebRequest {
    /// The id that stands in the address. Where none stands there is nothing to be found.
    package func id(_ name: String) throws(Refusal) -> ID {
        guard let id = parameterID(name) else { throw .notFound }
        return id
    }

    /// What a switch asks for; it asks for nothing else.
    package func wantsOn() throws(Refusal) -> Bool {
        switch form["state"] {
        case "on": return true
        case "off": return false
        default: throw .notFound
        }
    }
}
