import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// After a provider has confirmed an identity that no account here has: links it to an account, or makes one. Which
/// account it is follows from the mailbox, or from the session in which its user asked to link; the e-mail that the
/// provider tells decides nothing.
enum FinishIdentity {
    private struct Found: Sendable {
        let token: Token
        let browser: FlowBrowser
        let flow: IdentityFlow
        let identity: ProvenIdentity
        /// The name of the provider.
        let name: String
        /// The address of the account that gets the identity; nil for a sign-in.
        let email: String?
    }

    // MARK: The page

    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        guard let found = try await find(visit, services) else { return IdentityPages.over(visit, services) }
        return page(found, visit, services)
    }

    private static func find(_ visit: HostedVisit, _ services: Services) async throws -> Found? {
        guard let token = visit.request.query["flow"].flatMap({ Token($0) }), let browser = FlowBrowser(visit.request)
        else { return nil }
        return try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id, .readOnly) { tx in
                let row = try tx.first(IdentityFlowQueries.known(token.hash, to: browser, now: visit.request.now))
                return try row.flatMap { try found($0, token, browser, visit, services, in: tx) }
            }
        }
    }

    /// nil: the session in which the user asked to link has ended, or the provider is no longer used.
    private static func found(
        _ row: Row, _ token: Token, _ browser: FlowBrowser, _ visit: HostedVisit, _ services: Services,
        in tx: borrowing TenantTransaction
    ) throws -> Found? {
        guard let flow = try IdentityFlow(row), let identity = flow.identity,
            let settings = try IdentitySettings.used(flow.provider, in: tx, services.keys)
        else { return nil }
        var email: String?
        if let linking = flow.linking {
            let person = try tx.first(
                OAuthQueries.person(linking.user, session: linking.session, now: visit.request.now))
            guard let person else { return nil }
            email = try person.text("email")
        }
        return Found(
            token: token, browser: browser, flow: flow, identity: identity,
            name: flow.provider.name(settings["label"]), email: email)
    }

    private static func here(_ found: Found, _ visit: HostedVisit) -> Link {
        visit.link("identity").with(query: [("flow", found.token.text)])
    }

    private static func page(
        _ found: Found, _ visit: HostedVisit, _ services: Services, message: LocalText? = nil,
        emailError: StringKey? = nil, nameError: LocalText? = nil, status: HTTPResponse.Status = .ok
    ) -> WebResponse {
        let (form, identity) = (visit.request.form, found.identity)
        if let email = found.email {
            return HostedPages.form(
                Strings.accounts_identity_link_title(provider: found.name),
                lead: Strings.accounts_identity_confirm(
                    account: identity.shown, provider: found.name, email: email), [],
                button: Strings.accounts_identity_link, action: here(found, visit), message: message, status: status,
                visit,
                services)
        }
        var fields = [
            HostedPages.email(
                form["email"] ?? identity.email, error: emailError, autocomplete: "email", hasFocus: true)
        ]
        var lead = Strings.accounts_identity_new_advice(
            provider: found.name, account: identity.shown, tenant: visit.tenant.name)
        if makesAccount(found, visit) {
            lead = Strings.accounts_identity_relay_advice(
                provider: found.name, account: identity.shown, tenant: visit.tenant.name)
            fields.append(
                Field(
                    "name", label: LocalText(Strings.accounts_name), value: form["name"] ?? identity.name,
                    error: nameError, autocomplete: "name"))
        }
        return HostedPages.form(
            LocalText(Strings.accounts_identity_new_title), lead: lead, fields, button: Strings.sign_in_continue,
            action: here(found, visit), message: message,
            asides: [IdentityPages.back(found.flow, visit)].compactMap { $0 }, status: status, visit, services)
    }

    /// True if the provider has made the address for this person and forwards from it: a mail to it would prove no more
    /// than the provider has confirmed, and no other person can have it.
    private static func makesAccount(_ found: Found, _ visit: HostedVisit) -> Bool {
        found.identity.runsMailbox && visit.tenant.services.contains(.signUp)
    }

    // MARK: What is sent

    @Sendable static func submit(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let found = try await find(visit, services)
        return try await HostedPages.attempt(visit, services) { message, status in
            found.map { page($0, visit, services, message: message, status: status) }
                ?? IdentityPages.message(
                    LocalText(Strings.accounts_identity_title), message, status: status, visit, services)
        } _: {
            guard let found else { return IdentityPages.over(visit, services) }
            if found.flow.linking != nil { return try await link(found, visit, services) }
            let email = visit.request.form.trimmed("email") ?? ""
            guard EmailAddress.isPlausible(email) else {
                return page(
                    found, visit, services, emailError: email.isEmpty ? Strings.error_required : Strings.error_email,
                    status: .unprocessableContent)
            }
            if makesAccount(found, visit), email.lowercased() == found.identity.email.lowercased(),
                let made = try await make(found, visit, services)
            {
                return made
            }
            return try await mail(to: email, found, visit, services)
        }
    }

    /// Links to the user who asked for it in a session that is still active.
    private static func link(_ found: Found, _ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let outcome: UserIdentities.Linked? = try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id) { tx in
                guard let linking = found.flow.linking, try isStill(found, visit, services, in: tx),
                    try tx.first(AccountQueries.lockUser(linking.user)) != nil
                else { return nil }
                let outcome = try UserIdentities.link(
                    found.identity, at: found.flow.provider, to: linking.user, by: visit.actor, services, in: tx)
                try tx.execute(IdentityFlowQueries.end(found.flow.hash))
                if outcome == .done { try UserIdentities.tell(linking.user, by: visit.actor, services, in: tx) }
                return outcome
            }
        }
        let title = Strings.accounts_identity_link_title(provider: found.name)
        let (account, email) = (found.identity.shown, found.email ?? "")
        switch outcome {
        case nil: return IdentityPages.over(visit, services)
        case .done, .already:
            return IdentityPages.message(
                title, Strings.accounts_identity_linked(account: account, provider: found.name, email: email), visit,
                services)
        case .anothers, .tooMany:
            return IdentityPages.message(
                title, Strings.accounts_identity_anothers(account: account, provider: found.name, email: email),
                status: .conflict, visit, services)
        }
    }

    /// Locks the flow until the transaction ends, and checks again what its page has shown.
    private static func isStill(
        _ found: Found, _ visit: HostedVisit, _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> Bool {
        let row = try tx.first(
            IdentityFlowQueries.lockKnown(found.token.hash, to: found.browser, now: visit.request.now))
        return try row.flatMap { try self.found($0, found.token, found.browser, visit, services, in: tx) } != nil
    }

    /// Makes a user whose mailbox the provider itself runs. nil: a user has that address, so the mailbox must be
    /// confirmed.
    private static func make(_ found: Found, _ visit: HostedVisit, _ services: Services) async throws -> WebResponse? {
        let form = visit.request.form
        let name = LineText.plain(form["name"] ?? "")
        guard !name.isEmpty, name.columnLength <= 200 else {
            let error = name.isEmpty ? LocalText(Strings.error_required) : Strings.error_too_long(max: 200)
            return page(found, visit, services, nameError: error, status: .unprocessableContent)
        }
        do {
            return try await services.database.perform(for: visit.holders) { connection in
                try connection.inTenant(visit.tenant.id) { tx -> WebResponse? in
                    guard try isStill(found, visit, services, in: tx) else {
                        return IdentityPages.over(visit, services)
                    }
                    guard try tx.first(AccountQueries.byEmail(found.identity.email))?.idOrNil("id") == nil else {
                        return nil
                    }
                    let use = LinkUse(visit: visit, services: services)
                    let user = try use.add(
                        found.identity.email, name, identity: found.identity, at: found.flow.provider, in: tx)
                    try tx.execute(IdentityFlowQueries.end(found.flow.hash))
                    let request = try AuthorizationRequest(
                        Query(urlEncoded: Array(found.flow.request.utf8)), in: tx)
                    return try AppCode.give(request, to: user, visit, services, in: tx)
                }
            }
        } catch let error as DatabaseError where error.violates(unique: "users_email") {
            return nil
        } catch is LinkUse.Taken {
            return IdentityPages.over(visit, services)
        } catch {
            guard let told = HostedSignIn.told(error, visit, services) else { throw error }
            return told
        }
    }

    /// The response does not depend on whether a user has the address.
    private static func mail(
        to email: String, _ found: Found, _ visit: HostedVisit, _ services: Services
    ) async throws -> WebResponse {
        if let refusal = AskForLink.refusal(.identity, visit, services) { return refusal }
        let job = AccountLinkMail(
            tenant: visit.tenant.id, .identity, to: email, language: visit.language, request: found.flow.request,
            asked: visit.request.now, flow: found.flow.hash)
        if let wait = try await AskForLink.ask(job, visit, services) {
            let message = LocalText(Strings.accounts_too_many)
            return page(found, visit, services, message: message, status: .tooManyRequests).retry(after: wait)
        }
        return IdentityPages.message(
            LocalText(Strings.accounts_sent_title), Strings.accounts_identity_sent(email: email),
            next: IdentityPages.back(found.flow, visit), visit, services)
    }
}
