/// What a tenant's app may do, and can be told to stop doing at once: read with every entry, so that it holds for the
/// very next request on every process.
package enum TenantService: String, CaseIterable, Sendable {
    case signUp = "sign-up"
    case serviceAPI = "service-api"
    case push
    case checkout
}
