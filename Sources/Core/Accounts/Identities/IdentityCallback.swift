import Console
import HTML
import HTTPTypes
import JSON
import Postgres
import Secrets
import Templates
import Web

/// The address to which a provider redirects. Each provider has its own, so that the response of one is never taken for
/// another's (RFC 9700, 4.4).
enum IdentityCallback {
    static func address(of provider: IdentityProvider, _ visit: HostedVisit, _ services: Services) -> String {
        services.address + visit.link("identities/\(provider.rawValue)/callback").description
    }

    private static func provider(_ visit: HostedVisit) throws -> IdentityProvider {
        guard let provider = visit.request.parameters["issuer"].flatMap({ IdentityProvider(rawValue: $0) }) else {
            throw Refusal.notFound
        }
        return provider
    }

    /// Apple answers with a form that the browser posts. A form of another site comes without our cookie, so the
    /// browser is sent to the same address once more, with the form's values, before anything is done.
    @Sendable static func forward(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let (provider, form) = (try provider(visit), visit.request.form)
        guard form.repeated.isEmpty else { return IdentityPages.over(visit, services) }
        var query = ["state", "code", "error", "iss"].compactMap { name in form[name].map { (name, $0) } }
        let name = form["user"].flatMap { try? JSONReader.read(Array($0.utf8)) }?["name"]
        let words = ["firstName", "lastName"].compactMap { name?[$0]?.text?.trimmingSpaces }.filter { !$0.isEmpty }
        if !words.isEmpty { query.append(("name", words.joined(separator: " ").columnPrefix(200))) }
        guard query.allSatisfy({ $0.1.utf8.count <= 4000 }) else { return IdentityPages.over(visit, services) }
        return .redirect(to: visit.link("identities/\(provider.rawValue)/callback").with(query: query))
    }

    @Sendable static func take(_ visit: HostedVisit, _ services: Services) async throws -> WebResponse {
        let (provider, query, now) = (try provider(visit), visit.request.query, visit.request.now)
        guard query.repeated.isEmpty, let state = query["state"].flatMap({ Token($0) }),
            let browser = FlowBrowser(visit.request)
        else { return IdentityPages.over(visit, services) }
        let found: (IdentityFlow, IdentitySettings)? = try await services.database.perform(for: visit.holders) {
            connection in
            try connection.inTenant(visit.tenant.id) { tx in
                guard
                    let row = try tx.first(
                        IdentityFlowQueries.comeBack(state.hash, to: browser, from: provider, now: now)),
                    let flow = try IdentityFlow(row),
                    let settings = try IdentitySettings.used(provider, in: tx, services.keys)
                else { return nil }
                return (flow, settings)
            }
        }
        guard let (flow, settings) = found else { return IdentityPages.over(visit, services) }
        let source = settings.source(services.identities, now: now)
        let name = provider.name(settings["label"])
        // The tenant has named another issuer meanwhile.
        guard source.issuer == flow.issuer else { return IdentityPages.over(visit, services) }
        guard query["error"] == nil, let code = query["code"], !code.isEmpty else {
            return IdentityPages.message(
                LocalText(Strings.accounts_identity_title), Strings.accounts_identity_declined(provider: name),
                next: IdentityPages.back(flow, visit), status: .forbidden, visit, services)
        }
        let identity: ProvenIdentity
        do throws(IdentityProblem) {
            identity = try await source.identity(
                IdentityAnswer(code: code, issuer: query["iss"], name: query["name"]?.columnPrefix(200) ?? ""),
                FlowSecrets(state, services.keys), back: address(of: provider, visit, services))
        } catch {
            try await failed(flow, visit, services)
            return IdentityPages.failed(error, name, next: IdentityPages.back(flow, visit), visit, services)
        }
        do {
            return try await services.database.perform(for: visit.holders) { connection in
                try connection.inTenant(visit.tenant.id) { tx in
                    try settle(identity, flow, state, name, visit, services, in: tx)
                }
            }
        } catch {
            guard let told = HostedSignIn.told(error, visit, services) else { throw error }
            return told
        }
    }

    private static func failed(_ flow: IdentityFlow, _ visit: HostedVisit, _ services: Services) async throws {
        let event = AuditEvent(
            .accountSignInFailed, on: .user, flow.linking?.user,
            changes: [.init("identity_provider", new: flow.provider.rawValue)])
        try await services.database.perform(for: visit.holders) { connection in
            try connection.inTenant(visit.tenant.id) { tx in
                try services.trail.append(event, by: visit.actor, in: tx)
                try tx.execute(IdentityFlowQueries.end(flow.hash))
            }
        }
    }

    /// Signs in the user to whom the identity is linked. Any other person decides on the next page.
    private static func settle(
        _ identity: ProvenIdentity, _ flow: IdentityFlow, _ state: Token, _ provider: String, _ visit: HostedVisit,
        _ services: Services, in tx: borrowing TenantTransaction
    ) throws -> WebResponse {
        guard flow.linking == nil, let row = try tx.first(UserIdentityQueries.holder(identity)) else {
            try tx.execute(IdentityFlowQueries.returned(flow, as: identity))
            return .redirect(to: visit.link("identity").with(query: [("flow", state.text)]))
        }
        try tx.execute(IdentityFlowQueries.end(flow.hash))
        let user = try row.id("user_id")
        guard try row.text("status") == "active" else {
            try services.trail.append(
                AuditEvent(.accountSignInFailed, on: .user, user), by: visit.actor, in: tx)
            return IdentityPages.message(
                LocalText(Strings.accounts_identity_title),
                Strings.accounts_identity_closed(account: identity.shown, provider: provider),
                next: IdentityPages.back(flow, visit), status: .forbidden, visit, services)
        }
        try tx.execute(UserIdentityQueries.use(try row.id("id"), email: identity.email, now: visit.request.now))
        let request = try AuthorizationRequest(Query(urlEncoded: Array(flow.request.utf8)), in: tx)
        return try AppCode.give(request, to: user, visit, services, in: tx)
    }
}
