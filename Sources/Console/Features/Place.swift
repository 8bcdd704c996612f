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

    /// Where a permission counts that is declared at this place. Only a kind's own permissions mean nothing elsewhere: what else
    /// somebody may do counts wherever roles are compared.
    var ofPermissions: Place { if case .kind = self { self } else { .everyTenant } }

    /// Whose own the place is.
    var kind: String? { if case .kind(let id) = self { id } else { nil } }
}

/// What a feature declared, with the feature's place.
package struct Placed<Value: Sendable>: Sendable {
    package let value: Value
    package let place: Place

    package init(_ value: Value, _ place: Place) {
        self.value = value
        self.place = place
    }
}
