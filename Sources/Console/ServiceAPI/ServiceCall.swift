import Postgres
import Web

/// The scope that an endpoint needs. It is on the route's line: a route without it doesn't compile.
package enum ScopeNeeded: Sendable, Equatable {
    /// Every key: a program may always read the rights of its own key.
    case anyKey
    case scope(Scope)
}

/// The caller: a key, or the app of a user. The actor has the tenant, the key's name and the address.
package struct ServiceCaller: Sendable {
    package var actor: Actor
    /// The key's id; for a call on behalf of a user, the user's id.
    package var keyID: ID
    /// nil for a key.
    package var user: UserCaller?
    package var scopes: [Scope]
    package var requestsPerMinute: Int
    package var expires: Timestamp

    /// Returns the user on whose behalf the call is made. Throws for a call with a key.
    package func theUser() throws -> UserCaller {
        guard let user else { throw ServiceProblem.notFound }
        return user
    }
}

/// The user on whose behalf an app calls, and the user's session.
package struct UserCaller: Sendable {
    package let id: ID
    package let session: ID
}

extension WebRequest {
    /// Returns the id in the address. An invalid id gets the same response as an unknown one.
    package func serviceID(_ name: String) throws -> ID {
        guard let id = parameterID(name) else { throw ServiceProblem.notFound }
        return id
    }
}
