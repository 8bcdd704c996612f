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
        self == .installation ? tenant.isInstallation : includes(TenantSort(tenant))
    }

    /// The same for any tenant of that sort.
    func includes(_ sort: TenantSort) -> Bool {
        switch self {
        case .installation: false
        case .everyTenant: true
        case .people: sort.holdsPeople
        case .kind(let id): sort.kind == id
        }
    }

    /// The place in which a permission declared here applies. Those of the installation's features apply in every
    /// tenant: an operator's route inside a tenant needs them.
    var ofPermissions: Place { self == .installation ? .everyTenant : self }

    /// The kind to which the place belongs.
    var kind: String? { if case .kind(let id) = self { id } else { nil } }
}

/// What decides which features a tenant has.
struct TenantSort: Sendable, Hashable {
    var kind: String
    var holdsPeople: Bool

    init(kind: String, holdsPeople: Bool) { (self.kind, self.holdsPeople) = (kind, holdsPeople) }

    init(_ tenant: Tenant) { self.init(kind: tenant.kind, holdsPeople: tenant.holdsPeople) }
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
