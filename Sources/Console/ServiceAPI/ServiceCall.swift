import Postgres
import Web

/// What a key needs to have for an endpoint. It stands on the route's line: one without it doesn't compile.
package enum ScopeNeeded: Sendable, Equatable {
    /// Whoever has a key may know what it opens.
    case anyKey
    case scope(Scope)
}

/// Who calls: a key. Its tenant, its name and its address are the actor's.
package struct ServiceCaller: Sendable {
    package var actor: Actor
    package var keyID: ID
    package var scopes: [Scope]
    package var requestsPerMinute: Int
    package var expires: Timestamp
}

extension WebRequest {
    /// The id that stands in the address. What is no id is missing in the same words as an id that nobody has.
    package func serviceID(_ name: String) throws -> ID {
        guard let id = parameterID(name) else { throw ServiceProblem.notFound }
        return id
    }
}
