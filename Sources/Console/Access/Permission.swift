import HTML
import Templates

/// A permission of admins in a tenant. Every route names one; a route without one doesn't compile. Features declare
/// theirs as static lets and list them in `permissions`. The id is stored in roles that tenants make: permissions are
/// added, never renamed.
package struct Permission: Sendable, Hashable {
    package let id: String
    package let label: StringKey
    package let group: Group
    /// Roost's own roles that have it, besides owner and operator, who have all.
    package let roles: Set<Role>
    /// The permission without which this one is useless.
    package var needs: Permission? { needed.first }
    /// The audit actions that show its use. Empty for permissions that only show something, which are never reported as
    /// unused; a contract test refuses an empty list for any other.
    package let actions: [AuditAction]
    /// The place of its feature.
    package private(set) var place = Place.everyTenant
    /// At most one element: a struct can't contain itself.
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

    /// The declared permission with that id; nil for one that this version doesn't know.
    package init?(id: String) {
        guard let known = Declarations.current.permission(id) else { return nil }
        self = known
    }

    package static func == (one: Permission, other: Permission) -> Bool { one.id == other.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// All declared permissions, in the order of the features.
    package static var all: [Permission] { Declarations.current.permissions }

    /// The groups in which the matrix and the form of a role show them.
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

        /// The group's permissions that apply in the tenant.
        package func permissions(in tenant: Tenant) -> [Permission] {
            Declarations.current.permissions(in: tenant).filter { $0.group == self }
        }
    }

    /// Ids that this process doesn't know are ignored.
    package static func stored(_ ids: [String]) -> Set<Permission> { Set(ids.compactMap { Permission(id: $0) }) }

    /// The permissions that a role of the tenant has: those declared by other kinds have no effect in it.
    package static func stored(_ ids: [String], in tenant: Tenant) -> Set<Permission> {
        stored(ids).filter { $0.place.includes(tenant) }
    }
}

extension Permission {
    /// Every admin starts at the home page.
    package static let seeHome = Permission(
        "home.see", Strings.permission_home_see, in: .oversight,
        roles: [.manager, .editor, .support, .analyst, .auditor])
}

extension Set<Permission> {
    /// Adds what each of them needs, and the home page, where every admin starts.
    package var whole: Set<Permission> {
        var all = union([.seeHome])
        while case let needed = Set(all.compactMap(\.needs)).subtracting(all), !needed.isEmpty { all.formUnion(needed) }
        return all
    }

    /// The stored form, always in the same order.
    package var names: [String] { Permission.all.filter { contains($0) }.map(\.id) }
}
