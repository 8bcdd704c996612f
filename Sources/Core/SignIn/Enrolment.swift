import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The page of a one-time link: choose a password, then set up the second step.
enum Enrolment {
    private struct Invited: Sendable {
        var email: String
        var name: String
        var language: Language
    }

    static func show(_ request: WebRequest, _ services: Services) async -> WebResponse {
        await withInvited(request, services) { invited, _ in page(request, services, invited) }
    }

    private static func withInvited(
        _ request: WebRequest, _ services: Services, _ body: (Invited, Token) async throws -> WebResponse
    ) async -> WebResponse {
        do {
            guard let link = request.parameters["link"].flatMap({ Token($0) }),
                let invited = try await find(link, request, services)
            else { return invalid(request, services) }
            return try await body(invited, link)
        } catch {
            services.logger.error("enrolment", metadata: ["request": "\(request.id)", "cause": "\(error)"])
            return invalid(request, services, Strings.sign_in_busy, status: .serviceUnavailable)
                .retry(after: 2)
        }
    }

    private static func find(_ link: Token, _ request: WebRequest, _ services: Services) async throws -> Invited? {
        try await services.database.perform(for: services.holders(request)) { connection in
            try connection.inTenant(Tenant.installation.id, .readOnly) { tx in
                guard let row = try tx.first(AdminQueriesAcrossTenants.link(link.hash, now: request.now)) else {
                    return nil
                }
                return Invited(
                    email: try row.text("email"), name: try row.text("name"),
                    language: Language(code: try row.text("language")) ?? .en)
            }
        }
    }

    private static func invalid(
        _ request: WebRequest, _ services: Services, _ message: StringKey = Strings.sign_in_link_invalid,
        status: HTTPResponse.Status = .notFound
    ) -> WebResponse {
        OpenPages.message(
            message, under: Strings.sign_in_choose_password_title, linkLabel: Strings.sign_in_sign_in, status: status,
            request, services)
    }

    private static func page(
        _ request: WebRequest, _ services: Services, _ invited: Invited, error: LocalText? = nil,
        status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let (secret, csrf) = OpenPages.token(request, services)
        let here: Link = "/enrol/\(request.parameters["link"] ?? "")"
        let page = ChoosePasswordPage(
            frame: OpenPages.frame(
                LocalText(Strings.sign_in_choose_password_title), here: here, language: OpenPages.language(of: request),
                services),
            csrf: csrf, action: here, email: invited.email, name: invited.name,
            password: newPasswordField("password", error: error))
        return OpenPages.page(page, secret: secret, request, status: status)
    }

    static func newPasswordField(_ name: String, error: LocalText?) -> Field {
        Field(
            name, label: LocalText(Strings.sign_in_new_password), type: "password",
            hint: Strings.sign_in_password_hint(min: PasswordRules.admins.minimum), error: error,
            autocomplete: "new-password",
            isRequired: true, hasFocus: true)
    }

    /// Returns the error of a password, in words.
    static func words(_ refusal: PasswordRules.Refusal) -> LocalText {
        switch refusal {
        case .tooShort(let minimum): Strings.error_too_short(min: minimum)
        case .tooLong(let maximum): Strings.error_too_long(max: maximum)
        case .breached: LocalText(Strings.error_password_common)
        case .containsOwnWord: LocalText(Strings.error_password_own_word)
        }
    }

    static func submit(_ request: WebRequest, _ services: Services) async -> WebResponse {
        await withInvited(request, services) { invited, link in
            guard OpenPages.isGenuine(request, services) else {
                return page(request, services, invited, error: LocalText(Strings.sign_in_expired), status: .forbidden)
            }
            let password = request.form["password"] ?? ""
            let refusals = PasswordRules.admins.refusals(
                of: password, ownWords: [invited.email, invited.name, "roost"])
            if let first = refusals.first {
                return page(
                    request, services, invited,
                    error: password.isEmpty ? LocalText(Strings.error_required) : words(first),
                    status: .unprocessableContent)
            }
            let hash = try await services.hashGate.run {
                var random = SystemRandomNumberGenerator()
                return try PasswordHash(of: password, using: &random).phc
            }
            let response: WebResponse? = try await services.database.perform(for: services.holders(request)) {
                connection in
                try connection.inTenant(Tenant.installation.id) { tx in
                    guard let used = try tx.first(AdminQueriesAcrossTenants.useLink(link.hash, now: request.now))
                    else { return nil }
                    let admin = try used.id("admin_id")
                    if try used.bool("is_mailed") {
                        try tx.execute(AdminQueriesAcrossTenants.proveMailbox(admin, now: request.now))
                    }
                    if try tx.first(AdminQueriesAcrossTenants.byID(admin))?.textOrNil("password_hash") != nil {
                        try HolderNotice(
                            admin, email: invited.email, name: invited.name, language: invited.language, request
                        ).notify(.passwordChanged, in: tx, services)
                    }
                    try NewCredentials.setPassword(hash, of: admin, keeping: .init(), now: request.now, in: tx)
                    try tx.execute(AdminQueriesAcrossTenants.endLinks(of: admin))
                    // A person who needed a link has lost something, possibly a device with a passkey.
                    try tx.execute(PasskeyQueriesAcrossTenants.removeAll(of: admin))
                    let session = try NewSession.make(
                        for: admin, stage: "enrol", replacing: nil, request: request, in: tx)
                    try services.trail.append(
                        AuditEvent(.adminPasswordChanged, on: .admin, admin, name: invited.name),
                        by: SignIn.system(request), in: tx)
                    var response = WebResponse.redirect(to: "/sign-in/second-step")
                    response.setCookie(session.cookie)
                    return response
                }
            }
            return response ?? invalid(request, services)
        }
    }
}
