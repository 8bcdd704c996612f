import Console
import Postgres
import Secrets
import Web

/// The response to an app after a sign-in of any kind: a code at its address, which it exchanges for tokens (RFC 6749,
/// 4.1.2).
enum AppCode {
    private static let seconds: Int64 = 60

    static func give(
        _ request: AuthorizationRequest, to user: ID, _ visit: HostedVisit, _ services: Services,
        in tx: borrowing TenantTransaction
    ) throws -> WebResponse {
        let (code, now) = (Token.random(), visit.request.now)
        try tx.execute(
            OAuthQueries.addCode(code.hash, request, of: user, now: now, expires: now.adding(seconds: seconds)))
        try services.trail.append(
            .signedIn(user, to: request.app.name, from: visit.request.address), by: visit.actor, in: tx)
        return HostedPages.toApp(
            AuthorizationRequest.answer(
                request.redirect, [("code", code.text)], state: request.state, issuer: services.issuer(of: visit.tenant)
            ))
    }
}
