extension Services {
    /// The issuer of the tenant's tokens: the discovery document is below its address.
    package func issuer(of tenant: Tenant) -> String { address + HostedVisit.link("", slug: tenant.slug).description }

    /// The audience of access tokens: the service API.
    package var apiAudience: String { address + "/v1" }
}
