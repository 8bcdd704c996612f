import Console
import HTML
import HTTPTypes
import Logging
import Postgres
import Secrets
import Templates
import Web

/// The second step. A correct code ends the half-open session and begins a full one under a new id.
enum SignInCode {
    static func show(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard Authentication.token(of: request) != nil else { return .redirect(to: "/sign-in") }
        return await page(request, services)
    }

    static func page(
        _ request: WebRequest, _ services: Services, message: StringKey? = nil, error: StringKey? = nil,
        status: HTTPResponse.Status = .ok
    ) async -> WebResponse {
        let (secret, csrf) = OpenPages.token(request, services)
        let page = CodePage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_code_title), here: "/sign-in/code", language: OpenPages.language(of: request),
                services),
            csrf: csrf, code: StepUp.codeField(hint: Strings.sign_in_code_hint, error: error),
            message: message.map { LocalText($0) },
            passkey: await SignInPasskey.offer(request, services))
        return OpenPages.page(page, secret: secret, request, status: status)
    }

    static func submit(_ request: WebRequest, _ services: Services) async -> WebResponse {
        guard OpenPages.isGenuine(request, services) else {
            return await page(request, services, message: Strings.sign_in_expired, status: .forbidden)
        }
        guard let token = Authentication.token(of: request) else { return OpenPages.signIn(after: request) }
        guard let typed = request.form.trimmed("code") else {
            return await page(request, services, error: Strings.error_required, status: .unprocessableContent)
        }
        return await enter("second step", token, request, services) { admin, found, tx in
            let outcome = try SecondStep(keys: services.keys).use(typed, of: admin, now: request.now, in: tx)
            guard outcome != .wrong else { return nil }
            return { session in
                AuditEvent(
                    outcome == .right ? .adminSignedIn : .adminRecoveryCodeUsed, on: .session, session,
                    name: found.actor.name)
            }
        } wrong: {
            await page(request, services, error: Strings.sign_in_code_wrong, status: .unprocessableContent)
        }
    }

    /// Admits an admin who has given the password, if `use` accepts what they send as the second step. Then `use`
    /// returns the event of the new session; nil means wrong, which is recorded and answered by `wrong`.
    static func enter(
        _ what: Logger.Message, _ token: Token, _ request: WebRequest, _ services: Services,
        use:
            @escaping @Sendable (ID, Authentication.Found, borrowing TenantTransaction) throws -> ((ID) -> AuditEvent)?,
        wrong: () async -> WebResponse
    ) async -> WebResponse {
        do {
            let authenticated: WebResponse? = try await services.database.perform(for: services.holders(request)) {
                connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    guard
                        let found = try Authentication.authenticate(
                            connection, token: token, request: request, slug: "", keys: services.keys),
                        found.stage == "code", let admin = found.actor.id
                    else { return OpenPages.signIn(after: request) }
                    guard let event = try use(admin, found, tx) else {
                        try services.trail.append(
                            AuditEvent(.adminSignInFailed, on: .admin, admin), by: SignIn.system(request), in: tx)
                        return nil
                    }
                    return try admit(
                        found.actor, replacing: token.hash, request: request, services, in: tx, event: event)
                }
            }
            if let authenticated { return authenticated }
            return await wrong()
        } catch is Refusal {
            return OpenPages.signIn(after: request)
        } catch {
            services.logger.error(what, metadata: ["request": "\(request.id)", "cause": "\(error)"])
            return await page(request, services, message: Strings.sign_in_busy, status: .serviceUnavailable)
        }
    }

    /// Begins the full session, remembers the device, records the sign-in, and redirects the browser to the console.
    static func admit(
        _ actor: Actor, replacing old: [UInt8], request: WebRequest, _ services: Services,
        in tx: borrowing TenantTransaction,
        event: (ID) -> AuditEvent
    ) throws -> WebResponse {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let session = try NewSession.make(
            for: admin, stage: "full", replacing: old, confirmed: request.now, request: request, in: tx)
        let device = try KnownDevices.remember(request, of: admin, in: tx)
        let event = event(session.id)
        let isFirst = try tx.execute(AdminQueriesAcrossTenants.signedIn(admin, now: request.now)) == 1
        if !device.wasKnown, event.action != .adminEnrolled {
            // At an admin's first sign-in there is no earlier browser to compare with, so the pages show no notice; the
            // mail is still sent.
            try HolderNotice(actor, request).notify(.newDevice, onPages: !isFirst, in: tx, services)
        }
        try services.trail.append(event, by: actor, in: tx)
        let wanted = Wanted(keptBy: request)
        var response = WebResponse.redirect(to: wanted?.link ?? "/")
        response.setCookie(session.cookie)
        response.setCookie(device.cookie)
        if wanted != nil { response.setCookie(Wanted.forgotten(isSecure: request.isSecure)) }
        return response
    }
}
