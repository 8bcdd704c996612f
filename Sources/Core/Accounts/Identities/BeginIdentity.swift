import Console
import HTML
import HTTPTypes
import Postgres
import Secrets
import Templates
import Web

/// The flow to a provider begins with a form of ours and never with a link, so no other site's page can start it.
enum BeginIdentity {
    // MARK: Linking, at the address that an app was given for its user

    /// The page at that address says which identity will be linked to which account. Opening it changes nothing.
    @Sendable static func show(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        guard let provider = provider(visit), let ticket = ticket(visit) else {
            return IdentityPages.over(visit, services)
        }
        let found = try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id, .readOnly) {
                try Ticket(ticket, provider, visit, services, in: $0)
            }
        }
        guard let found else { return IdentityPages.over(visit, services) }
        return HostedPages.form(
            Strings.accounts_identity_link_title(provider: found.name),
            lead: Strings.accounts_identity_link_advice(provider: found.name, email: found.email), [],
            button: Strings.sign_in_continue, action: here(visit), visit, services)
    }

    /// The request of an app on behalf of its user.
    private struct Ticket: Sendable {
        let flow: IdentityFlow
        /// The name of the provider.
        let name: String
        let email: String
        let settings: IdentitySettings

        /// Returns nil if the request or its session has ended, or the provider is no longer used.
        init?(
            _ token: Token, _ provider: IdentityProvider, _ visit: HostedVisit, _ services: Services,
            in tx: borrowing TenantTransaction
        ) throws {
            let now = visit.request.now
            guard let row = try tx.first(IdentityFlowQueries.ticket(token.hash, for: provider, now: now)),
                let flow = try IdentityFlow(row), let linking = flow.linking,
                let person = try tx.first(OAuthQueries.person(linking.user, session: linking.session, now: now)),
                let settings = try IdentitySettings.used(provider, in: tx, services.keys)
            else { return nil }
            (self.flow, self.settings) = (flow, settings)
            name = provider.name(settings["label"])
            email = try person.text("email")
        }
    }

    private static func provider(_ visit: HostedVisit) -> IdentityProvider? {
        visit.request.parameters["issuer"].flatMap { IdentityProvider(rawValue: $0) }
    }

    private static func ticket(_ visit: HostedVisit) -> Token? { visit.request.query["ticket"].flatMap { Token($0) } }

    private static func here(_ visit: HostedVisit) -> Link {
        visit.link("identities/\(visit.request.parameters["issuer"] ?? "")").with(
            query: visit.request.query.items.filter { $0.name != "lang" }.map { ($0.name, $0.value) })
    }

    // MARK: Going there

    @Sendable static func submit(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        try await HostedPages.attempt(visit, services) { message, status in
            IdentityPages.message(
                LocalText(Strings.accounts_identity_title), message, next: AskForLink.back(visit).first, status: status,
                visit, services)
        } _: {
            guard let provider = provider(visit) else { throw Refusal.notFound }
            let standing = services.identities.begun.check(
                visit.request.network, limit: IdentityAccess.begunPerMinute, now: visit.request.now)
            guard standing.isAllowed else {
                return IdentityPages.message(
                    LocalText(Strings.accounts_identity_title), LocalText(Strings.accounts_identity_often),
                    status: .tooManyRequests, visit, services
                )
                .retry(after: max(1, standing.retryAfter))
            }
            return try await begin(at: provider, visit, services)
        }
    }

    private static func begin(
        at provider: IdentityProvider, _ visit: HostedVisit, _ services: Services
    ) async throws -> WebResponse {
        let (token, browser, now) = (Token.random(), FlowBrowser.of(visit.request), visit.request.now)
        let ticket = ticket(visit)
        let begun: IdentitySettings?
        do {
            begun = try await services.database.perform(for: visit.holders) { connection in
                try connection.inTenant(visit.tenant.id) { tx in
                    var (request, linking): (String, IdentityFlow.Linking?) = ("", nil)
                    guard let settings = try IdentitySettings.used(provider, in: tx, services.keys) else { return nil }
                    if let ticket {
                        guard let found = try Ticket(ticket, provider, visit, services, in: tx),
                            try tx.first(IdentityFlowQueries.useTicket(ticket.hash, now: now)) != nil
                        else { return nil }
                        linking = found.flow.linking
                    } else {
                        let asked = try AuthorizationRequest(visit.request.query, in: tx)
                        request = String(decoding: asked.query.urlEncoded, as: UTF8.self)
                    }
                    let source = settings.source(services.identities, now: now)
                    try tx.execute(
                        IdentityFlowQueries.begin(
                            token.hash, at: provider, issuer: source.issuer, in: browser, request: request,
                            linking: linking, now: now))
                    return settings
                }
            }
        } catch {
            guard let told = HostedSignIn.told(error, visit, services) else { throw error }
            return told
        }
        guard let settings = begun else { return IdentityPages.over(visit, services) }
        let name = provider.name(settings["label"])
        let link: Link
        do throws(IdentityProblem) {
            link = try await settings.source(services.identities, now: now).authorization(
                FlowSecrets(token, services.keys), back: IdentityCallback.address(of: provider, visit, services),
                language: visit.language)
        } catch {
            return IdentityPages.failed(error, name, next: AskForLink.back(visit).first, visit, services)
        }
        var response = HostedPages.message(
            Strings.accounts_identity_going_title(provider: name), Strings.accounts_identity_going(provider: name),
            next: HostedLink(LocalText(Strings.sign_in_continue), link), here: visit.link("password"), visit, services)
        // A page and not a redirect: browsers apply the policy of the form's page to redirects after a form, and
        // providers redirect through hosts that no policy lists.
        response.headers[.refresh] = "0; url=\(link)"
        response.setCookie(browser.cookie(visit.request))
        // The app's request is in the address of this page, not in the one to which the provider redirects.
        if visit.language != OpenPages.language(of: visit.request) {
            OpenPages.keep(visit.language, in: &response, visit.request, seconds: Int(IdentityFlow.seconds))
        }
        return response
    }
}
