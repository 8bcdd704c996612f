import Postgres
import Web

/// What a key needs to have for an endpoint. It stands on the route's line: one without it doesn't compile.
package enum ScopeNeeded: Sendable, Equatable {
    /// Whoever has a key may know what it opens.
    case anyKey
    case scope(Scope)
}

/// Who calls: a key, or the app of a user. The tenant, a key's name and its address are the actor's.
package struct ServiceCaller: Sendable {
    package var actor: Actor
    /// The key's id; of a call on behalf of a user, the user's.
    package var keyID: ID
    /// nil for a key.
    package var user: UserCaller?
    package var scopes: [Scope]
    package var requestsPerMinute: Int
    package var expires: Timestamp

    /// The user on whose behalf the call is made. An endpoint for users asks; one for keys has none.
    package func theUser() throws -> UserCaller {
        guard let user else { throw ServiceProblem.notFound }
        return user
    }
}

/// On whose behalf an app calls, and from which sign-in.
package struct UserCaller: Sendable {
    package let id: ID
    package let session: ID
}

extension WebRequest {
    /// The id that stands in the address. What is no id is missing in the same words as an id that nobody has.
    package func serviceID(_ name: String) throws -> ID {
        guard let id = parameterID(name) else { throw ServiceProblem.notFound }
        return id
    }
}
