import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The page of a mailed link. Opening it changes nothing: programs that scan mail open links too.
enum MailedLink {
    /// The link's stored row.
    private struct Found: Sendable {
        let purpose: LinkPurpose
        let email: String
        let user: ID?
        let request: String
        /// For an identity: the flow of this browser, with what the provider has told; nil in any other browser.
        var flow: IdentityFlow?
        /// The provider's name; empty without a flow.
        var provider = ""

        /// Nobody's.
        init(example email: String) { (purpose, self.email, user, request) = (.signUp, email, nil, "") }

        init?(_ row: Row) throws {
            guard let purpose = LinkPurpose(rawValue: try row.text("purpose")) else { return nil }
            self.purpose = purpose
            (email, user, request) = (try row.text("email"), try row.idOrNil("user_id"), try row.text("request"))
        }

        var isNewUser: Bool { (purpose == .signUp || purpose == .identity) && user == nil }
        /// The link was opened in a browser in which the sign-in did not begin. The identity may belong to another
        /// person.
        var isElsewhere: Bool { purpose == .identity && flow == nil }
    }

    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        guard let token = token(visit), let found = try await find(token, visit, services) else {
            return invalid(visit, services)
        }
        return found.isElsewhere ? elsewhere(visit, services) : page(found, visit, services)
    }

    @Sendable static func submit(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let token = token(visit)
        let found = try await token.asyncFlatMap { try await find($0, visit, services) }
        return try await HostedPages.attempt(visit, services) { message, status in
            found.flatMap { $0.isElsewhere ? nil : page($0, visit, services, message: message, status: status) }
                ?? invalid(visit, services, status: status)
        } _: {
            guard let token, let found else { return invalid(visit, services) }
            guard !found.isElsewhere else { return elsewhere(visit, services) }
            return try await use(token, found, visit, services)
        }
    }

    private static func token(_ visit: HostedVisit) -> Token? {
        visit.request.parameters["link"].flatMap { Token($0) }
    }

    private static func find(_ token: Token, _ visit: HostedVisit, _ services: Services) async throws -> Found? {
        try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id, .readOnly) { tx in
                guard let row = try tx.first(AccountQueries.link(token.hash, now: visit.request.now)),
                    var found = try Found(row)
                else { return nil }
                if let flow = try row.bytesOrNil("flow_hash"), let browser = FlowBrowser(visit.request) {
                    found.flow = try tx.first(
                        IdentityFlowQueries.known(flow, to: browser, now: visit.request.now)
                    ).flatMap { try IdentityFlow($0) }
                    found.provider =
                        try found.flow.map { try $0.provider.name(in: tx, services.keys) } ?? ""
                }
                return found
            }
        }
    }

    // MARK: Pages

    /// The page as a new user sees it, for whoever writes its words.
    static func example(_ visit: HostedVisit, _ services: Services) -> WebResponse {
        page(Found(example: "name@example.com"), visit, services)
    }

    private static func here(_ visit: HostedVisit) -> Link {
        "\(visit.link("links"))/\(visit.request.parameters["link"] ?? "")"
    }

    private static func invalid(
        _ visit: HostedVisit, _ services: Services, status: HTTPResponse.Status = .notFound
    ) -> WebResponse {
        HostedPages.message(
            LocalText(Strings.accounts_link_title), LocalText(Strings.accounts_link_invalid), here: here(visit),
            status: status, visit, services)
    }

    /// True if the link still works, in the browser in which the sign-in began.
    private static func elsewhere(_ visit: HostedVisit, _ services: Services) -> WebResponse {
        HostedPages.message(
            LocalText(Strings.accounts_identity_title), LocalText(Strings.accounts_identity_elsewhere),
            here: here(visit),
            status: .forbidden, visit, services)
    }

    private static func page(
        _ found: Found, _ visit: HostedVisit, _ services: Services, message: LocalText? = nil,
        nameError: LocalText? = nil, passwordError: LocalText? = nil, status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        var fields: [Field] = []
        if found.isNewUser {
            fields.append(
                Field(
                    "name", label: LocalText(Strings.accounts_name),
                    value: visit.request.form["name"] ?? found.flow?.identity?.name ?? "",
                    error: nameError, autocomplete: "name", isRequired: true, hasFocus: true))
        }
        if found.purpose.setsPassword {
            fields.append(HostedPages.newPassword(visit, error: passwordError, hasFocus: !found.isNewUser))
        }
        let (title, lead, button) =
            switch found.purpose {
            case .signUp:
                (Strings.accounts_sign_up, Strings.accounts_finish_advice(email: found.email), Strings.accounts_finish)
            case .password:
                (
                    Strings.sign_in_choose_password_title, Strings.accounts_reset_advice(email: found.email),
                    Strings.sign_in_password_save
                )
            case .identity:
                (
                    Strings.accounts_identity_new_title,
                    Strings.accounts_identity_link_mailed(
                        account: found.flow?.identity?.shown ?? "", provider: found.provider, email: found.email),
                    Strings.accounts_identity_link
                )
            case .email:
                (
                    Strings.accounts_address_title, Strings.accounts_confirm_advice(email: found.email),
                    Strings.accounts_confirm
                )
            }
        // A new password signs everybody out, and a linked identity opens the account: only Roost's sentence says so.
        let own =
            found.purpose == .signUp || found.purpose == .email
            ? visit.words.said(.confirm, ["email": found.email], visit) : nil
        return HostedPages.form(
            LocalText(title), lead: lead, fields, button: button, action: here(visit), message: message,
            status: status, own: own, visit, services)
    }

    // MARK: Use

    private static func use(
        _ token: Token, _ found: Found, _ visit: HostedVisit, _ services: Services
    ) async throws -> WebResponse {
        // The tenant may have switched sign-up off since the mail.
        if found.isNewUser, let refusal = AskForLink.refusal(.signUp, visit, services) { return refusal }
        var hash: String?
        let name = LineText.plain(visit.request.form["name"] ?? "")
        var nameError: LocalText?
        if found.isNewUser, name.isEmpty || name.columnLength > 200 {
            nameError = name.isEmpty ? LocalText(Strings.error_required) : Strings.error_too_long(max: 200)
        }
        var passwordError: LocalText?
        if found.purpose.setsPassword {
            let password = visit.request.form["password"] ?? ""
            let rules = PasswordRules(minimum: visit.passwordLeast, maximum: 256, common: .builtIn)
            let refusals = rules.refusals(of: password, ownWords: [found.email, name, visit.tenant.name])
            passwordError =
                password.isEmpty ? LocalText(Strings.error_required) : refusals.first.map { Enrolment.words($0) }
            if passwordError == nil, nameError == nil { hash = try await services.passwordHash(of: password) }
        }
        guard passwordError == nil, nameError == nil else {
            return page(
                found, visit, services, nameError: nameError, passwordError: passwordError,
                status: .unprocessableContent)
        }
        let isDone: Bool
        do {
            isDone = try await services.database.perform(for: visit.holders) { [hash] connection in
                try connection.inTenant(visit.tenant.id) { tx in
                    guard try tx.first(AccountQueries.useLink(token.hash, now: visit.request.now)) != nil else {
                        return false
                    }
                    return try LinkUse(visit: visit, services: services).run(
                        found.purpose, email: found.email, user: found.user, name: name, hash: hash, flow: found.flow,
                        in: tx)
                }
            }
        } catch let error as DatabaseError where error.violates(unique: "users_email") {
            // Another user has got the address since the mail was sent.
            return invalid(visit, services)
        } catch is LinkUse.Taken {
            return invalid(visit, services)
        }
        guard isDone else { return invalid(visit, services) }
        var response = done(found, visit, services)
        // Who has set a password here has the mailbox: what others try at the account doesn't keep this browser out.
        if found.purpose.setsPassword, let user = found.user {
            response.setCookie(
                KnownBrowser.remember(
                    user, in: visit.tenant.id, since: visit.request.now, visit.request, services.keys))
        }
        return response
    }

    private static func done(_ found: Found, _ visit: HostedVisit, _ services: Services) -> WebResponse {
        let next = HostedLink.toSignIn(found.request, visit)
        let (title, text) =
            switch found.purpose {
            case .signUp: (Strings.accounts_ready_title, LocalText(Strings.accounts_ready))
            case .password: (Strings.accounts_reset_title, LocalText(Strings.accounts_reset))
            case .identity:
                (
                    Strings.accounts_ready_title,
                    Strings.accounts_identity_ready(email: found.email, provider: found.provider)
                )
            case .email: (Strings.accounts_changed_title, LocalText(Strings.accounts_changed))
            }
        return HostedPages.message(
            LocalText(title), text, next: next, here: visit.link("password"), visit, services)
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncFlatMap<T>(_ body: (Wrapped) async throws -> T?) async rethrows -> T? {
        if let self { try await body(self) } else { nil }
    }
}
