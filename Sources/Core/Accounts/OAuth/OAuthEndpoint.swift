import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// The shared part of the endpoints that apps call: the app authenticates, failures are counted by address, and a
/// refused request may still have ended a session.
enum OAuthEndpoint {
    enum Outcome: Sendable {
        case answered(JSONText)
        /// The transaction commits all the same.
        case refused(OAuthProblem)
    }

    /// The failures per minute allowed for one address.
    private static let failuresPerMinute = 60

    static func answer(
        _ visit: HostedVisit, _ services: Services,
        _ work: @escaping @Sendable (AppCredentials, Query, borrowing TenantTransaction) throws -> Outcome
    ) async throws -> WebResponse {
        let request = visit.request
        var byHeader = request.headers[.authorization] != nil
        do {
            let credentials = try AppCredentials(request)
            byHeader = credentials.byHeader
            let outcome = try await services.database.perform(for: visit.holders) { connection in
                try connection.inTenant(visit.tenant.id) { try work(credentials, request.form, $0) }
            }
            switch outcome {
            case .answered(let json): return .oauth(json)
            case .refused(let problem): throw problem
            }
        } catch let problem as OAuthProblem {
            let told = problem.retryAfter == nil ? tooMany(request, services) : nil
            return (told ?? problem).response(byHeader: byHeader)
        } catch {
            guard let trouble = DatabaseTrouble(error) else { throw error }
            services.logger.error("oauth", metadata: ["request": "\(request.id)", "cause": "\(error)"])
            return OAuthProblem(.temporarilyUnavailable, "try again later").response(byHeader: false)
                .retry(after: trouble.retryAfterSeconds)
        }
    }

    /// Counts a failed call. After too many failures it returns the error that replaces the call's own. A correct call
    /// is never refused because of other calls from the same network.
    static func tooMany(_ request: WebRequest, _ services: Services) -> OAuthProblem? {
        let standing = services.failedKeys.check(request.network, limit: failuresPerMinute, now: request.now)
        return standing.isAllowed
            ? nil
            : OAuthProblem(
                .temporarilyUnavailable, "too many calls from this address have failed",
                retryAfter: standing.retryAfter)
    }
}
