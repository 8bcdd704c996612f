/// The tenants in which a feature exists. It is checked once, when the tenant is set: in other tenants its routes and
/// endpoints answer 404, and nothing of it is shown or offered.
package enum Place: Sendable, Hashable {
    /// Outside tenants.
    case installation
    case everyTenant
    /// Tenants with users.
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

    /// The place in which a permission declared here applies. Only permissions of a kind are limited to it: any other
    /// applies wherever roles are compared.
    var ofPermissions: Place { if case .kind = self { self } else { .everyTenant } }

    /// The kind to which the place belongs.
    var kind: String? { if case .kind(let id) = self { id } else { nil } }
}

/// A declaration of a feature, with the feature's place.
package struct Placed<Value: Sendable>: Sendable {
    package let value: Value
    package let place: Place

    package init(_ value: Value, _ place: Place) {
        self.value = value
        self.place = place
    }
}
