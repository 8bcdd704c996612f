import Console
import HTML
import HTTPTypes
import Postgres
import Templates
import Web

/// The authorization endpoint, to which an app sends its users (RFC 6749, 4.1.1). The browser stores no sign-in: each
/// request requires the password, so no other site's page can make it issue a code.
enum HostedSignIn {
    /// The app's request, and the ways in which its user may sign in.
    private struct Asked: Sendable {
        let request: AuthorizationRequest
        let providers: [OfferedProvider]
    }

    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await asked(visit, services) { page($0, visit, services) }
    }

    @Sendable static func submit(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await asked(visit, services) { asked in
            try await HostedPages.attempt(visit, services) { message, status in
                page(asked, visit, services, message: message, status: status)
            } _: {
                try await signIn(asked, visit, services)
            }
        }
    }

    /// Reads the app's request from the page's address. An error is sent only where the address is known to be the
    /// app's.
    private static func asked(
        _ visit: HostedVisit, _ services: Services, _ answer: (Asked) async throws -> WebResponse
    ) async throws -> WebResponse {
        do {
            let asked = try await services.database.perform(for: visit.holders) { connection in
                try connection.inTenant(visit.tenant.id, .readOnly) {
                    Asked(
                        request: try AuthorizationRequest(visit.request.query, in: $0),
                        providers: try OfferedProvider.all(in: $0))
                }
            }
            return try await answer(asked)
        } catch {
            guard let told = told(error, visit, services) else { throw error }
            return told
        }
    }

    /// Returns the error of an app's request, if it may be shown or sent; nil for any other error.
    static func told(_ error: any Error, _ visit: HostedVisit, _ services: Services) -> WebResponse? {
        switch error {
        case let refused as AuthorizationRequest.Refused:
            return HostedPages.toApp(refused.location(issuer: services.issuer(of: visit.tenant)))
        case let untrusted as AuthorizationRequest.Untrusted:
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
        default: return nil
        }
    }

    private static func page(
        _ asked: Asked, _ visit: HostedVisit, _ services: Services, message: LocalText? = nil,
        emailError: StringKey? = nil, passwordError: StringKey? = nil, status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let request = asked.request
        var response = form(
            request.app.name, hint: request.hint, carried: request.query.items.map { ($0.name, $0.value) },
            providers: asked.providers, visit, services, message: message, emailError: emailError,
            passwordError: passwordError, status: status)
        response.headers[.contentSecurityPolicy] = SecurityHeaders.sendingForms(to: request.redirect.policySource)
        return response
    }

    /// `carried`: the query of the app's request.
    static func form(
        _ app: String, hint: String = "", carried: [(String, String)] = [], providers: [OfferedProvider],
        _ visit: HostedVisit, _ services: Services, message: LocalText? = nil, emailError: StringKey? = nil,
        passwordError: StringKey? = nil, status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let email = visit.request.form["email"] ?? hint
        var asides = [
            HostedLink(Strings.accounts_forgotten, visit.link("password").with(query: carried))
        ]
        if visit.tenant.services.contains(.signUp) {
            asides.insert(HostedLink(Strings.accounts_sign_up, visit.link("sign-up").with(query: carried)), at: 0)
        }
        return HostedPages.form(
            LocalText(Strings.sign_in_sign_in), lead: Strings.accounts_continue_to(app: app),
            [
                HostedPages.email(email, error: emailError, hasFocus: email.isEmpty),
                HostedPages.password(error: passwordError, hasFocus: !email.isEmpty),
            ], button: Strings.sign_in_continue, action: visit.link("authorize").with(query: carried),
            message: message, asides: asides,
            acts: providers.map { offered in
                HostedLink(
                    Strings.accounts_identity_with(provider: offered.label),
                    visit.link("identities/\(offered.provider.rawValue)").with(query: carried))
            }, status: status, own: visit.words.said(.signIn, ["app": app], visit), visit, services)
    }

    private static func signIn(
        _ asked: Asked, _ visit: HostedVisit, _ services: Services
    ) async throws -> WebResponse {
        let form = visit.request.form
        let (email, password) = (form.trimmed("email") ?? "", form["password"] ?? "")
        guard !email.isEmpty, !password.isEmpty else {
            return page(
                asked, visit, services, emailError: email.isEmpty ? Strings.error_required : nil,
                passwordError: password.isEmpty ? Strings.error_required : nil, status: .unprocessableContent)
        }
        func wrong() -> WebResponse {
            page(asked, visit, services, message: LocalText(Strings.sign_in_wrong), status: .unprocessableContent)
        }
        guard let right = try await PasswordCheck.run(email, password, visit, services) else { return wrong() }
        let answer = try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id) { tx -> WebResponse? in
                guard try right.wasRight(visit, services, in: tx) else { return nil }
                return try AppCode.give(asked.request, to: right.user, visit, services, in: tx)
            }
        }
        guard var response = answer else { return wrong() }
        response.setCookie(right.cookie(visit, services))
        return response
    }
}
