import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The authorization endpoint, to which an app sends its users (RFC 6749, 4.1.1). The browser stores no sign-in: each
/// request requires the password, so no other site's page can make it issue a code.
enum HostedSignIn {
    /// The term of a code, in seconds.
    private static let codeSeconds: Int64 = 60

    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await requested(visit, services) { page($0, visit, services) }
    }

    @Sendable static func submit(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await requested(visit, services) { request in
            try await HostedPages.attempt(visit, services) { message, status in
                page(request, visit, services, message: message, status: status)
            } _: {
                try await signIn(request, visit, services)
            }
        }
    }

    /// Reads the app's request from the page's address. If it is invalid, responds with the error, to the app or to the
    /// person.
    private static func requested(
        _ visit: HostedVisit, _ services: Services, _ answer: (AuthorizationRequest) async throws -> WebResponse
    ) async throws -> WebResponse {
        do {
            let request = try await services.database.perform { connection in
                try connection.inTenant(visit.tenant.id, .readOnly) {
                    try AuthorizationRequest(visit.request.query, in: $0)
                }
            }
            return try await answer(request)
        } catch let refused as AuthorizationRequest.Refused {
            return HostedPages.toApp(refused.location(issuer: services.issuer(of: visit.tenant)))
        } catch let untrusted as AuthorizationRequest.Untrusted {
            let text =
                switch untrusted {
                case .app: Strings.accounts_unknown_app
                case .address: Strings.accounts_unknown_address
                case .tooLong: Strings.accounts_request_too_long
                }
            let isForged = visit.request.method == .post && !OpenPages.isGenuine(visit.request, services)
            return HostedPages.message(
                LocalText(Strings.accounts_request_title), LocalText(text), here: visit.link("authorize"),
                status: isForged ? .forbidden : .badRequest, visit, services)
        }
    }

    private static func page(
        _ request: AuthorizationRequest, _ visit: HostedVisit, _ services: Services, message: LocalText? = nil,
        emailError: StringKey? = nil, passwordError: StringKey? = nil, status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let carried = request.query.items.map { ($0.name, $0.value) }
        let email = visit.request.form["email"] ?? request.hint
        var asides = [
            HostedLink(Strings.accounts_forgotten, visit.link("password").with(query: carried))
        ]
        if visit.tenant.services.contains(.signUp) {
            asides.insert(HostedLink(Strings.accounts_sign_up, visit.link("sign-up").with(query: carried)), at: 0)
        }
        var response = HostedPages.form(
            LocalText(Strings.sign_in_sign_in), lead: Strings.accounts_continue_to(app: request.app.name),
            [
                HostedPages.email(email, error: emailError, hasFocus: email.isEmpty),
                HostedPages.password(error: passwordError, hasFocus: !email.isEmpty),
            ], button: Strings.sign_in_continue, action: visit.link("authorize").with(query: carried),
            message: message, asides: asides, status: status, visit, services)
        response.headers[.contentSecurityPolicy] = SecurityHeaders.sendingForms(to: request.redirect.policySource)
        return response
    }

    private static func signIn(
        _ request: AuthorizationRequest, _ visit: HostedVisit, _ services: Services
    ) async throws -> WebResponse {
        let form = visit.request.form
        let (email, password) = (form.trimmed("email") ?? "", form["password"] ?? "")
        guard !email.isEmpty, !password.isEmpty else {
            return page(
                request, visit, services, emailError: email.isEmpty ? Strings.error_required : nil,
                passwordError: password.isEmpty ? Strings.error_required : nil, status: .unprocessableContent)
        }
        func wrong() -> WebResponse {
            page(request, visit, services, message: LocalText(Strings.sign_in_wrong), status: .unprocessableContent)
        }
        guard let right = try await PasswordCheck.run(email, password, visit, services) else { return wrong() }
        let code = Token.random()
        let now = visit.request.now
        let isIn = try await services.database.perform { connection in
            try connection.inTenant(visit.tenant.id) { tx in
                guard try right.wasRight(visit, services, in: tx) else { return false }
                try tx.execute(
                    OAuthQueries.addCode(
                        code.hash, request, of: right.user, now: now, expires: now.adding(seconds: codeSeconds)))
                try services.trail.append(
                    .signedIn(right.user, to: request.app.name, from: visit.request.address), by: visit.actor, in: tx)
                return true
            }
        }
        guard isIn else { return wrong() }
        var response = HostedPages.toApp(
            AuthorizationRequest.answer(
                request.redirect, [("code", code.text)], state: request.state, issuer: services.issuer(of: visit.tenant)
            ))
        response.setCookie(right.cookie(visit, services))
        return response
    }
}
