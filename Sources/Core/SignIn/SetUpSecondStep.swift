import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// Sets up the second step: the QR code, the secret as text, the first code; then ten recovery codes, shown once. Until
/// then no other page works.
enum SetUpSecondStep {
    static func show(_ request: WebRequest, _ services: Services) async -> WebResponse {
        await withSession(request, services) { connection, found, tx in
            try page(request, services, found, in: tx)
        }
    }

    private static func withSession(
        _ request: WebRequest, _ services: Services,
        _ body:
            @escaping @Sendable (Connection, Authentication.Found, borrowing TenantTransaction) throws -> WebResponse
    ) async -> WebResponse {
        guard let token = Authentication.token(of: request) else { return .redirect(to: "/sign-in") }
        do {
            return try await services.database.perform(for: services.holders(request)) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    guard
                        let found = try Authentication.authenticate(
                            connection, token: token, request: request, slug: "", keys: services.keys),
                        found.stage == "enrol" || found.stage == "full"
                    else { return OpenPages.signIn(after: request) }
                    // Whoever is in has set it up: the recovery codes were shown, and a page of them that is loaded again can't show
                    // them any more.
                    if found.stage == "full" { return isIn(request) }
                    return try body(connection, found, tx)
                }
            }
        } catch {
            return Console.failure(error, request, services)
        }
    }

    private static func isIn(_ request: WebRequest) -> WebResponse {
        guard request.method == .post else { return .redirect(to: "/") }
        var response = WebResponse.redirect(to: "/account")
        response.setCookie(
            Cookie(
                name: Authentication.flashCookie, value: Actor.Said(Strings.sign_in_recovery_once).cookie,
                isSecure: request.isSecure, maxAgeSeconds: 60))
        return response
    }

    /// The secret stays the same if the page is reloaded: the admin may have scanned it already.
    private static func secret(
        _ found: Authentication.Found, _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> TOTP {
        let place = AssociatedData(tenant: [], table: "sessions", column: "pending_secret", row: found.sessionID.bytes)
        if let sealed = found.pendingSecret, let kept = TOTP(secret: try services.keys.data.open(sealed, place)) {
            return kept
        }
        var random = SystemRandomNumberGenerator()
        let made = TOTP.make(using: &random)
        let sealed = try services.keys.data.seal(made.secret, place, using: &random)
        try tx.execute(SessionQueriesAcrossTenants.setPendingSecret(sealed, of: found.sessionID))
        return made
    }

    private static func page(
        _ request: WebRequest, _ services: Services, _ found: Authentication.Found, error: StringKey? = nil,
        status: HTTPResponse.Status = .ok, in tx: borrowing TenantTransaction
    ) throws -> WebResponse {
        let totp = try secret(found, services, in: tx)
        let code = try QRCode(TOTPLink.text(issuer: "Roost", account: found.actor.email, totp: totp))
        let (secret, csrf) = OpenPages.token(request, services)
        let page = SecondStepPage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_second_step_title), here: "/sign-in/second-step",
                language: OpenPages.language(of: request), services),
            csrf: csrf, action: "/sign-in/second-step", qrSize: code.svgSize,
            qrViewBox: "0 0 \(code.svgSize) \(code.svgSize)",
            qrPath: code.svgPath, secret: totp.groupedText, code: StepUp.codeField(error: error))
        return OpenPages.page(page, secret: secret, request, status: status)
    }

    static func submit(_ request: WebRequest, _ services: Services) async -> WebResponse {
        await withSession(request, services) { connection, found, tx in
            guard OpenPages.isGenuine(request, services) else {
                return try page(request, services, found, error: Strings.sign_in_expired, status: .forbidden, in: tx)
            }
            guard let admin = found.actor.id, let token = Authentication.token(of: request) else {
                return .redirect(to: "/sign-in")
            }
            let totp = try secret(found, services, in: tx)
            let typed = TOTP.normalise(request.form["code"] ?? "")
            guard let step = totp.matchingStep(of: typed, at: request.now.seconds, after: 0) else {
                let error = typed.isEmpty ? Strings.error_required : Strings.sign_in_code_wrong
                return try page(request, services, found, error: error, status: .unprocessableContent, in: tx)
            }
            let sealed = try services.keys.data.seal(totp.secret, SecondStep.place(of: admin))
            // For a new account this is no change, so no notice is needed.
            if try tx.first(AdminQueriesAcrossTenants.byID(admin))?.bytesOrNil("totp_secret") != nil {
                try HolderNotice(found.actor, request).notify(.secondStepChanged, in: tx, services)
            }
            try NewCredentials.setSecret(
                sealed, step: step, of: admin,
                keeping: .init(session: found.sessionID, device: KnownDevices.hash(of: request)), now: request.now,
                in: tx)
            try tx.execute(AdminQueriesAcrossTenants.endLinks(of: admin))
            let codes = try RecoveryCodesAcrossTenants.replace(of: admin, keys: services.keys, in: tx)
            let admitted = try SignInCode.admit(found.actor, replacing: token.hash, request: request, services, in: tx)
            { session in
                AuditEvent(.adminEnrolled, on: .session, session, name: found.actor.name)
            }
            let page = RecoveryCodesPage(
                frame: OpenPages.frame(
                    LocalText(Strings.sign_in_recovery_title), here: "/", language: OpenPages.language(of: request),
                    services
                ),
                codes: codes, token: RecoveryCodesAgain.token(codes, services), next: "/")
            var response = WebResponse.page(page, in: OpenPages.language(of: request))
            for cookie in admitted.headers[values: .setCookie] {
                response.headers.append(HTTPField(name: .setCookie, value: cookie))
            }
            return response
        }
    }
}
