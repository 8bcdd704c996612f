extension Services {
    /// Who signs the tokens of the tenant: below its address lies the discovery document.
    package func issuer(of tenant: Tenant) -> String { address + HostedVisit.link("", slug: tenant.slug).description }

    /// For whom access tokens are: the service API.
    package var apiAudience: String { address + "/v1" }
}
