/// The services of a tenant's app that can be switched off at once: read with every authentication, so that a change
/// takes effect with the next request in every process.
package enum TenantService: String, CaseIterable, Sendable {
    case signUp = "sign-up"
    case serviceAPI = "service-api"
    case push
    case checkout
}
