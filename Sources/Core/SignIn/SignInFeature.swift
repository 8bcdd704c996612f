import Console
import HTML
import Postgres
import Templates
import Web

/// Signing in and out.
package struct SignInFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .account }
    package var place: Place { .installation }
    package var auditActions: [AuditAction] { AuditAction.ofSignIn + AuditAction.ofStepUp }
    package var objectKinds: [ObjectKind] { [.admin, .session] }
    package var jobs: [any Job.Type] { [BrowserMail.self] }
    package var timers: [HouseTimer] {
        [HouseTimer("sessions and attempts to sign in", every: 3600, run: Self.deleteOld)]
    }

    package var routes: [Route] {
        [
            .open(.get, "/", Self.home),
            .open(.get, "/sign-in", SignIn.show),
            .open(.post, "/sign-in", SignIn.submit),
            .open(.get, "/sign-in/browser", LetBrowserIn.show),
            .open(.post, "/sign-in/browser", LetBrowserIn.ask),
            .open(.get, "/sign-in/browser/:link", LetBrowserIn.open),
            .open(.post, "/sign-in/browser/:link", LetBrowserIn.use),
            .open(.get, "/sign-in/code", SignInCode.show),
            .open(.post, "/sign-in/code", SignInCode.submit),
            .open(.get, "/sign-in/second-step", SetUpSecondStep.show),
            .open(.post, "/sign-in/second-step", SetUpSecondStep.submit),
            .open(.post, "/sign-in/recovery-codes", RecoveryCodesAgain.show),
            .open(.get, "/enrol/:link", Enrolment.show),
            .open(.post, "/enrol/:link", Enrolment.submit),
            .post(signedIn: "/sign-out", SignOut.self),
        ]
    }

    @Sendable static func deleteOld(_ services: Services, round: Int) async throws {
        try await services.database.perform(.background) { connection in
            try connection.inTenant(Tenant.installation.id) { tx in
                try tx.execute(SessionQueriesAcrossTenants.deleteOld(now: .now))
                try tx.execute(AttemptsAcrossTenants.deleteOld(now: .now))
                try tx.execute(KnownDevices.deleteOld(now: .now))
                try tx.execute(BrowserLinkQueries.deleteOld(now: .now))
            }
        }
    }

    /// Redirects to the admin's only tenant, or else to the list of tenants.
    @Sendable static func home(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard let token = Authentication.token(of: request) else { return .redirect(to: "/sign-in") }
        do {
            return try await services.database.perform(for: services.holders(request)) { connection in
                try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                    guard
                        let found = try Authentication.authenticate(
                            connection, token: token, request: request, slug: "", keys: services.keys),
                        let admin = found.actor.id
                    else { return OpenPages.signIn(after: request) }
                    guard found.stage == "full" else {
                        return .redirect(to: found.stage == "enrol" ? "/sign-in/second-step" : "/sign-in/code")
                    }
                    let rows = try tx.rows(TenantQueriesAcrossTenants.ofAdmin(admin, search: "", after: nil, limit: 2))
                    guard rows.count == 1, let only = rows.first else { return .redirect(to: "/tenants") }
                    return .redirect(to: "/t/\(try only.text("slug"))")
                }
            }
        } catch {
            return Console.failure(error, request, services)
        }
    }
}

/// Ends the session before the response is sent: from then on no process accepts its cookie.
struct SignOut: Changing {
    let isSecure: Bool

    init(_ request: WebRequest) { isSecure = request.isSecure }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let session = actor.session else { throw Refusal.notAllowed }
        try tx.execute(SessionQueriesAcrossTenants.end(session.tokenHash, now: actor.now))
        return Change(
            AuditEvent(.adminSignedOut, on: .session, session.id, name: actor.name),
            next: .to(Link("/sign-in").with(query: [("out", "1")])),
            cookies: [Cookie(name: Authentication.cookie, value: "", isSecure: isSecure, maxAgeSeconds: 0)])
    }
}
