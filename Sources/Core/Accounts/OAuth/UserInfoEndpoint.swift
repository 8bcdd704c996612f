import Console
import HTTPTypes
import JSON
import Postgres
import Web

/// Returns the signed-in user's data, as the token's scopes allow (OpenID Connect Core, 5.3). With POST the token may be
/// in the form, in place of the header (RFC 6750, 2.2).
enum UserInfoEndpoint {
    @Sendable static func answer(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let request = visit.request
        guard let text = token(of: request) else { return refused(nil) }
        let claims: JSONText? = try await services.database.perform(for: visit.holders) { connection in
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

    private static func token(of request: WebRequest) -> String? {
        guard let header = request.headers[.authorization] else { return request.form["access_token"] }
        return header.prefix(7).lowercased() == "bearer " ? String(header.dropFirst(7)) : nil
    }

    /// RFC 6750, 3.
    private static func refused(_ error: String?) -> WebResponse {
        var response = WebResponse(
            status: .unauthorized,
            headers: [
                .wwwAuthenticate: "Bearer realm=\"roost\"" + (error.map { ", error=\"\($0)\"" } ?? ""),
                .cacheControl: "no-store",
            ])
        response.allowAnyOrigin()
        return response
    }
}
