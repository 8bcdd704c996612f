import Console
import HTML
import HTTPTypes
import Templates
import Web

/// The shared parts of the pages before and after a visit to a provider.
enum IdentityPages {
    static func message(
        _ title: LocalText, _ text: LocalText, next: HostedLink? = nil, status: HTTPResponse.Status = .ok,
        _ visit: HostedVisit, _ services: Services
    ) -> WebResponse {
        // A link to another language leads to the page that needs no parameters.
        HostedPages.message(title, text, next: next, here: visit.link("password"), status: status, visit, services)
    }

    /// The flow was used, has expired, began in another browser, or never existed: the page does not say which.
    static func over(_ visit: HostedVisit, _ services: Services) -> WebResponse {
        message(
            LocalText(Strings.accounts_identity_title), LocalText(Strings.accounts_identity_over), status: .notFound,
            visit,
            services)
    }

    /// The provider could not be reached, or its answer proves nothing. The log has the cause.
    static func failed(
        _ problem: IdentityProblem, _ provider: String, next: HostedLink?, _ visit: HostedVisit, _ services: Services
    ) -> WebResponse {
        services.logger.warning(
            "identity provider",
            metadata: [
                "request": "\(visit.request.id)", "tenant": "\(visit.tenant.slug)", "cause": "\(problem)",
            ])
        let status: HTTPResponse.Status = if case .unreachable = problem { .serviceUnavailable } else { .forbidden }
        return message(
            LocalText(Strings.accounts_identity_title), Strings.accounts_identity_failed(provider: provider),
            next: next,
            status: status, visit, services)
    }

    /// The link back to the sign-in that the app requested; none for linking.
    static func back(_ flow: IdentityFlow, _ visit: HostedVisit) -> HostedLink? {
        HostedLink.toSignIn(flow.request, visit)
    }
}

extension HostedLink {
    /// `request` is the stored query of an authorization request; nil for an empty one.
    static func toSignIn(_ request: String, _ visit: HostedVisit) -> HostedLink? {
        let query = Query(urlEncoded: Array(request.utf8))
        guard query["client_id"] != nil else { return nil }
        return HostedLink(
            Strings.accounts_back, visit.link("authorize").with(query: query.items.map { ($0.name, $0.value) }))
    }
}
