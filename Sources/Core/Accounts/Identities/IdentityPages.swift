import Console
import HTML
import HTTPTypes
import Templates
import Web

/// What the pages on the way to a provider and back have in common.
enum IdentityPages {
    static func message(
        _ title: LocalText, _ text: LocalText, next: HostedLink? = nil, status: HTTPResponse.Status = .ok,
        _ visit: HostedVisit, _ services: Services
    ) -> WebResponse {
        // In another language comes the page that needs nothing.
        HostedPages.message(title, text, next: next, here: visit.link("password"), status: status, visit, services)
    }

    /// It was used, is over, began in another browser, or never was: nobody is told which.
    static func over(_ visit: HostedVisit, _ services: Services) -> WebResponse {
        message(
            LocalText(Strings.accounts_identity_title), LocalText(Strings.accounts_identity_over), status: .notFound,
            visit,
            services)
    }

    /// The provider could not be asked, or its answer proves nothing. The cause is in the log.
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

    /// To the sign-in that the app asked for; none where somebody links.
    static func back(_ flow: IdentityFlow, _ visit: HostedVisit) -> HostedLink? {
        HostedLink.toSignIn(flow.request, visit)
    }
}

extension HostedLink {
    /// `request` is the query of an authorization request, as it was carried along; nil for an empty one.
    static func toSignIn(_ request: String, _ visit: HostedVisit) -> HostedLink? {
        let query = Query(urlEncoded: Array(request.utf8))
        guard query["client_id"] != nil else { return nil }
        return HostedLink(
            Strings.accounts_back, visit.link("authorize").with(query: query.items.map { ($0.name, $0.value) }))
    }
}
