import Postgres

/// An act of one user that costs the user nothing and can be repeated for ever.
package struct SmallAct: Hashable, Sendable {
    package enum Kind: Sendable {
        case likes

        fileprivate var perMinute: Int {
            switch self {
            case .likes: 60
            }
        }
    }

    fileprivate let kind: Kind
    fileprivate let user: UserOfTenant
}

extension Services {
    /// Throws 429 where the user does it too often.
    package func check(_ kind: SmallAct.Kind, of user: UserOfTenant, now: Timestamp) throws {
        let standing = smallActs.check(SmallAct(kind: kind, user: user), limit: kind.perMinute, now: now)
        guard standing.isAllowed else { throw ServiceProblem.tooMany(retryAfterSeconds: standing.retryAfter) }
    }
}
