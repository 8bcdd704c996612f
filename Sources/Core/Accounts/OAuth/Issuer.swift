import Console

extension Services {
    /// Who signs the tokens of the tenant: its address is where the discovery document lies.
    func issuer(of tenant: Tenant) -> String { address + HostedVisit.link("", slug: tenant.slug).description }

    /// For whom access tokens are: the service API.
    var apiAudience: String { address + "/v1" }
}
