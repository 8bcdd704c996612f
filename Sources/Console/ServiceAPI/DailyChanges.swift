import Postgres
import Web

/// A route through which one user changes something. Each such call adds events to the audit trail for years, and costs the user
/// nothing.
package struct UserChange: Hashable, Sendable {
    fileprivate let user: UserOfTenant
    fileprivate let route: String
}

extension Console {
    /// Takes one of the day's changes of the caller, if the caller is a user and the call has events. Throws 429 if none is left.
    ///
    /// It is called after the work and before the commit, so a call that changes nothing is never counted.
    func counted(
        _ answer: ServiceResponse, _ events: [AuditEvent], _ route: Route, by caller: ServiceCaller
    ) throws -> ServiceResponse {
        guard let user = caller.user, !events.isEmpty else { return answer }
        let change = UserChange(user: UserOfTenant(caller.actor.tenant.id, user.id), route: route.pattern)
        let standing = services.userChanges.check(change, limit: route.mostADay, now: caller.actor.now)
        guard standing.isAllowed else { throw ServiceProblem.tooManyToday(standing) }
        var answer = answer
        answer.standing = standing
        return answer
    }
}
