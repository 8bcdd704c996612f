import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// What the endpoints that apps call have in common: the app says which it is, failures are counted by address, and what was
/// refused may still have ended something.
enum OAuthEndpoint {
    enum Outcome: Sendable {
        case answered(JSONText)
        /// The transaction is committed all the same.
        case refused(OAuthProblem)
    }

    /// A minute, from one address.
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
            let outcome = try await services.database.perform { connection in
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
            var response = OAuthProblem(.temporarilyUnavailable, "try again later").response(byHeader: false)
            response.headers[.retryAfter] = String(trouble.retryAfterSeconds)
            return response
        }
    }

    /// Counts a call that has failed: in place of what was wrong once too many have. What is right is never refused for what others
    /// of the same network try.
    static func tooMany(_ request: WebRequest, _ services: Services) -> OAuthProblem? {
        let standing = services.failedKeys.check(request.network, limit: failuresPerMinute, now: request.now)
        return standing.isAllowed
            ? nil
            : OAuthProblem(
                .temporarilyUnavailable, "too many calls from this address have failed",
                retryAfter: standing.retryAfter)
    }
}
