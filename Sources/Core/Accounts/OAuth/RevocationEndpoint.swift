import Console
import JSON
import Postgres
import Secrets
import Web

/// An app signs its user out (RFC 7009): any token of the session ends the whole session. An unknown token counts as
/// revoked already, so the response does not tell.
enum RevocationEndpoint {
    @Sendable static func answer(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await OAuthEndpoint.answer(visit, services) { credentials, form, tx in
            let app = try credentials.app(in: tx)
            guard let text = form["token"], !text.isEmpty else {
                throw OAuthProblem(.invalidRequest, "token is missing")
            }
            if let id = try session(text, visit, services, in: tx),
                let row = try tx.first(OAuthQueries.lockSession(id)), try row.id("app_id") == app.id,
                try !row.bool("is_ended")
            {
                try AccountSessions.end(id, .signedOut, now: visit.request.now, in: tx)
                try services.trail.append(.signedOut(try row.id("user_id"), of: app.name), by: visit.actor, in: tx)
            }
            return .answered(.object([]))
        }
    }

    private static func session(
        _ text: String, _ visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> ID? {
        if let token = RefreshToken(text, in: tx.tenant, services.keys) {
            return try tx.first(OAuthQueries.lockRefreshToken(token.hash))?.id("session_id") ?? token.session
        }
        return try AccessToken.read(text, at: visit, services, in: tx)?.session
    }
}
