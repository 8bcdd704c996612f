/// Where a feature exists. It is checked once, when the tenant is entered: elsewhere its routes and endpoints answer 404, and nothing
/// of it is shown or offered.
package enum Place: Sendable, Hashable {
    /// Outside of tenants.
    case installation
    case everyTenant
    /// Tenants that hold people.
    case people
    /// Tenants of one kind, by its id.
    case kind(String)

    package func includes(_ tenant: Tenant) -> Bool {
        switch self {
        case .installation: tenant.isInstallation
        case .everyTenant: true
        case .people: tenant.holdsPeople
        case .kind(let id): tenant.kind == id
        }
    }
}
