import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// Returns the signed-in user's data, as the token's scopes allow (OpenID Connect Core, 5.3).
enum UserInfoEndpoint {
    @Sendable static func answer(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let request = visit.request
        let header = request.headers[.authorization] ?? ""
        guard header.prefix(7).lowercased() == "bearer " else { return refused(nil) }
        let text = String(header.dropFirst(7))
        let claims: JSONText? = try await services.database.perform { connection in
            try connection.inTenant(visit.tenant.id, .readOnly) { tx in
                guard let facts = try AccessToken.read(text, at: visit, services, in: tx),
                    facts.scopes.contains(AccountScope.openid.rawValue),
                    let row = try tx.first(OAuthQueries.person(facts.user, session: facts.session, now: request.now))
                else { return nil }
                return .object(
                    [("sub", .string(facts.user.description))]
                        + (try IssuedTokens.claims(row, AccountScope.stored(facts.scopes))))
            }
        }
        return claims.map { .oauth($0) }
            ?? OAuthEndpoint.tooMany(request, services)?.response(byHeader: false) ?? refused("invalid_token")
    }

    /// RFC 6750, 3.
    private static func refused(_ error: String?) -> WebResponse {
        WebResponse(
            status: .unauthorized,
            headers: [
                .wwwAuthenticate: "Bearer realm=\"roost\"" + (error.map { ", error=\"\($0)\"" } ?? ""),
                .cacheControl: "no-store", .accessControlAllowOrigin: "*",
            ])
    }
}
