import HTML
import Synchronization

/// What all features declare, collected once at start-up. Nothing is registered anywhere else.
package final class Declarations: Sendable {
    package let features: [any Feature]
    /// With each route's place.
    package let routes: [Route]
    package let menu: [MenuEntry]
    package let shortcuts: [Shortcut]
    package let permissions: [Permission]
    package let scopes: [Scope]
    package let auditActions: [AuditAction]
    package let objectKinds: [ObjectKind]
    package let auditFields: [AuditField]
    package let objectNames: [ObjectNames]
    package let jobs: [any Job.Type]
    package let timers: [HouseTimer]
    package let imports: [any ImportDeclaration.Type]
    package let reports: [any MailedReport.Type]
    package let catalogues: [CatalogueDeclaration]
    package let lists: [ListDeclaration]
    package let caches: [any SharedCache.Type]

    private let permissionsByID: [String: Permission]
    private let permissionsByRole: [Role: Set<Permission>]
    private let scopesByID: [String: Scope]
    private let actionsByID: [String: AuditAction]
    private let kindsByID: [String: ObjectKind]
    private let fieldsByName: [String: [AuditField]]
    private let prefixes: [AuditField]

    package init(_ features: [any Feature]) {
        self.features = features
        routes = features.flatMap { feature in feature.routes.map { $0.placed(feature.place) } }
        menu = features.flatMap { feature in feature.menu.map { $0.placed(feature.place) } }
        shortcuts = features.flatMap { feature in feature.shortcuts.map { $0.placed(feature.place) } }
        permissions = features.flatMap(\.permissions)
        scopes = features.flatMap(\.scopes)
        auditActions = features.flatMap(\.auditActions)
        objectKinds = features.flatMap(\.objectKinds)
        auditFields = features.flatMap(\.auditFields)
        objectNames = features.flatMap(\.objectNames)
        jobs = features.flatMap(\.jobs)
        timers = features.flatMap(\.timers)
        imports = features.flatMap(\.imports)
        reports = features.flatMap(\.reports)
        lists = features.flatMap(\.lists)
        catalogues = features.flatMap(\.catalogues)
        caches = features.flatMap(\.caches)
        permissionsByID = Dictionary(permissions.map { ($0.id, $0) }) { first, _ in first }
        let all = Set(permissions)
        permissionsByRole = Dictionary(
            uniqueKeysWithValues: Role.allCases.map { role in
                (role, role == .owner || role == .operator ? all : all.filter { $0.roles.contains(role) })
            })
        scopesByID = Dictionary(scopes.map { ($0.id, $0) }) { first, _ in first }
        actionsByID = Dictionary(auditActions.map { ($0.id, $0) }) { first, _ in first }
        kindsByID = Dictionary(objectKinds.map { ($0.id, $0) }) { first, _ in first }
        fieldsByName = Dictionary(grouping: auditFields.filter { !$0.isPrefix }, by: \.name)
        prefixes = auditFields.filter(\.isPrefix)
    }

    package func permission(_ id: String) -> Permission? { permissionsByID[id] }
    package func permissions(of role: Role) -> Set<Permission> { permissionsByRole[role] ?? [] }
    package func scope(_ id: String) -> Scope? { scopesByID[id] }
    package func auditAction(_ id: String) -> AuditAction? { actionsByID[id] }
    package func objectKind(_ id: String) -> ObjectKind? { kindsByID[id] }
    package func job(_ kind: String) -> (any Job.Type)? { jobs.first { $0.kind == kind } }
    package func catalogue(_ path: String) -> CatalogueDeclaration? { catalogues.first { $0.path == path } }
    /// How names of that kind of object are found; nil where they are in the events, or where the actor may not see them.
    package func objectNames(of kind: ObjectKind, for actor: Actor) -> ObjectNames? {
        objectNames.first { $0.kind == kind && actor.may($0.needs) }
    }

    /// A list's name, by its path after the tenant's address.
    package func listTitle(_ path: String) -> StringKey? {
        lists.first { $0.path == path }?.title ?? catalogues.first { $0.path == path }?.title
            ?? reports.first { $0.head.path == path }?.head.title ?? menu.first { $0.path == path }?.label
    }
    package func report(_ path: String) -> (any MailedReport.Type)? { reports.first { $0.head.path == path } }

    /// The field of an event about that kind of object: the kind's own before those of any. Of several features that name one field
    /// the first counts.
    package func auditField(_ name: String, of kind: ObjectKind?) -> (field: AuditField, rest: String)? {
        let named = fieldsByName[name] ?? []
        let own = kind.map { AuditField.Scope.of($0) }
        if let field = named.first(where: { $0.scope == own }) { return (field, name) }
        if let field = prefixes.first(where: { $0.scope == own && name.hasPrefix($0.name) }) {
            return (field, String(name.dropFirst(field.name.count)))
        }
        if let field = named.first(where: { $0.scope == .any }) ?? named.first { return (field, name) }
        return prefixes.first { $0.scope == .any && name.hasPrefix($0.name) }.map {
            ($0, String(name.dropFirst($0.name.count)))
        }
    }

    // MARK: The program's own

    private static let installed = Mutex(Declarations([]))

    /// Those of the running program. They are a part of its code, set once before the first request and never changed: a permission
    /// read from a row means the same wherever it is read.
    package static var current: Declarations { installed.withLock { $0 } }

    package static func install(_ declarations: Declarations) { installed.withLock { $0 = declarations } }
}
