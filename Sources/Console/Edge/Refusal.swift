import HTML
import HTTPTypes
import Postgres
import Templates
import Web

/// Why an action was refused. Each case has a different page; none shows the cause.
package enum Refusal: Error {
    case notFound
    case notAllowed
    /// Beside the route's own permission, the act requires this one: 403, with its name and who can grant it.
    case lacks(Permission)
    /// The form's token does not belong to this session: the page was opened before the session was renewed, or is
    /// not ours.
    case oldPage
    /// Shows the form again, with the typed values and their errors: 422.
    case form(any Page)
    /// The object was changed meanwhile: 409, with a page that shows both versions.
    case changed(any Page)
    /// Everything is as the change wants it already: nothing is written or recorded, and the page says so: 200.
    case unchanged(any Page)
    /// The database protects the last owner of a tenant and the last operator (migrations/core/0005_access.sql): 409.
    case lastOwner
    case lastOperator
    /// The audit trail's checkpoints can't be stored, and the act must be provable later: 503.
    case unwatched
    /// The tenant requires two admins for it, and the request is no form that can wait for the second: 403.
    case needsSecondAdmin

    package init?(_ error: DatabaseError) {
        switch error.sqlState {
        case "RT004": self = .lastOwner
        case "RT005": self = .lastOperator
        // The person was erased, or is protected from erasure (migrations/core/0095_privacy_requests.sql).
        case "RT095", "RT096": self = .notAllowed
        default: return nil
        }
    }
}

extension WebRequest {
    /// Returns the id in the address. Throws "not found" if there is none.
    package func id(_ name: String) throws(Refusal) -> ID {
        guard let id = parameterID(name) else { throw .notFound }
        return id
    }

    /// Returns the requested state of a switch; throws for any other value.
    package func wantsOn() throws(Refusal) -> Bool {
        switch form["state"] {
        case "on": return true
        case "off": return false
        default: throw .notFound
        }
    }
}
