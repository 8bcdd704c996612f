import HTML
import Templates

/// What an admin may do in a tenant. Every route names one; a route without one doesn't compile. Features declare theirs as static
/// lets and list them in `permissions`. The id is stored in roles of a tenant's own making: permissions are added, never renamed.
package struct Permission: Sendable, Hashable {
    package let id: String
    package let label: StringKey
    package let group: Group
    /// Roost's own roles that have it, beside owner and operator, who have all.
    package let roles: Set<Role>
    /// Without which this one is of no use.
    package var needs: Permission? { needed.first }
    /// What the trail has when it was used. Empty for what only shows something, which isn't recorded for lists, and for what
    /// happens once in a tenant's life: nobody is said not to need those.
    package let actions: [AuditAction]
    /// Its feature's.
    package private(set) var place = Place.everyTenant
    /// At most one: a struct can't hold itself.
    private let needed: [Permission]

    package init(
        _ id: String, _ label: StringKey, in group: Group, roles: Set<Role>, needs: Permission? = nil,
        recordedAs actions: [AuditAction] = []
    ) {
        self.id = id
        self.label = label
        self.group = group
        self.roles = roles
        self.actions = actions
        needed = needs.map { [$0] } ?? []
    }

    package func placed(_ place: Place) -> Permission {
        var permission = self
        permission.place = place
        return permission
    }

    /// The declared permission of that id; nil for one that this version doesn't know.
    package init?(id: String) {
        guard let known = Declarations.current.permission(id) else { return nil }
        self = known
    }

    package static func == (one: Permission, other: Permission) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// All that are declared, in the order of the features.
    package static var all: [Permission] { Declarations.current.permissions }

    /// How the matrix and the form of a role put them together.
    package enum Group: CaseIterable, Sendable {
        case oversight, people, content, access, tenant

        package var label: StringKey {
            switch self {
            case .oversight: Strings.permissions_oversight
            case .people: Strings.permissions_people
            case .content: Strings.permissions_content
            case .access: Strings.permissions_access
            case .tenant: Strings.permissions_tenant
            }
        }

        /// Those that mean something in the tenant.
        package func permissions(in tenant: Tenant) -> [Permission] {
            Declarations.current.permissions(in: tenant).filter { $0.group == self }
        }
    }

    /// What a process doesn't know gives nothing.
    package static func stored(_ ids: [String]) -> Set<Permission> { Set(ids.compactMap { Permission(id: $0) }) }

    /// As a role of the tenant allows them: what other kinds declare allows nothing there.
    package static func stored(_ ids: [String], in tenant: Tenant) -> Set<Permission> {
        stored(ids).filter { $0.place.includes(tenant) }
    }
}

extension Permission {
    /// Everybody arrives at the home page.
    package static let seeHome = Permission(
        "home.see", Strings.permission_home_see, in: .oversight,
        roles: [.manager, .editor, .support, .analyst, .auditor])
}

extension Set<Permission> {
    /// With what each of them needs, and the home page, where everybody arrives.
    package var whole: Set<Permission> {
        var all = union([.seeHome])
        while case let needed = Set(all.compactMap(\.needs)).subtracting(all), !needed.isEmpty { all.formUnion(needed) }
        return all
    }

    /// As stored, always in one order.
    package var names: [String] { Permission.all.filter { contains($0) }.map(\.id) }
}
