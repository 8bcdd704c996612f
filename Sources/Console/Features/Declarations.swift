import HTML
import Postgres
import Synchronization

/// The declarations of all features, collected once at start-up. Nothing is registered anywhere else.
package final class Declarations: Sendable {
    package let features: [any Feature]
    /// With the place of each route.
    package let routes: [Route]
    package let menu: [MenuEntry]
    package let shortcuts: [Shortcut]
    package let findSources: [Placed<FindSource>]
    package let permissions: [Permission]
    package let scopes: [Scope]
    package let auditActions: [AuditAction]
    package let objectKinds: [ObjectKind]
    package let auditFields: [AuditField]
    package let objectNames: [ObjectNames]
    package let relatedObjects: [RelatedObjects]
    package let guardedActs: [Placed<GuardedAct>]
    package let jobs: [any Job.Type]
    package let timers: [HouseTimer]
    package let imports: [any ImportDeclaration.Type]
    package let messageTriggers: [Placed<MessageTrigger>]
    package let reports: [Placed<any MailedReport.Type>]
    package let catalogues: [CatalogueDeclaration]
    package let lists: [ListDeclaration]
    package let caches: [any SharedCache.Type]
    package let walls: [RowWall]
    package let homeCards: [Placed<any HomeCard.Type>]
    package let firstSteps: [Placed<FirstStep>]
    package let userCards: [Placed<any UserCard.Type>]
    package let userReferences: [Placed<UserReference>]
    package let personalData: [PersonalTable]
    package let personalRemains: [PersonalRemains]
    package let personalNames: [PersonalNames]
    package let sharedGroups: [SharedGroups]
    package let demos: [Placed<any DemoRows.Type>]
    package let tasks: [GuideTask.Declared]
    let appEvents: [Placed<AppEvents>]

    /// The roles of users in words, of all kinds of apps: a role that two of them have means the same.
    package let userRoles: [String: StringKey]
    private let triggersByEvent: [String: [Placed<MessageTrigger>]]
    private let permissionsByID: [String: Permission]
    /// For each kind with a feature of its own; the kind "" is for all others.
    private let bySort: [TenantSort: OfTenants]
    private let placedScopes: [Placed<Scope>]
    private let scopesByID: [String: Scope]
    private let actionsByID: [String: AuditAction]
    private let kindsByID: [String: ObjectKind]
    private let fieldsByName: [String: [AuditField]]
    private let prefixes: [AuditField]

    package init(_ features: [any Feature]) {
        self.features = features
        routes = features.flatMap { feature in feature.routes.map { $0.placed(feature.place, topic: feature.guide?.id) }
        }
        tasks = GuideTask.declared(by: features, routes)
        menu = features.flatMap { feature in feature.menu.map { $0.placed(feature.place) } }
        shortcuts = features.flatMap { feature in feature.shortcuts.map { $0.placed(feature.place) } }
        findSources = features.flatMap { feature in
            (feature.findSources + (feature.catalogues.isEmpty ? [] : [.entries(of: feature.catalogues)])).map {
                Placed($0, feature.place)
            }
        }
        permissions = features.flatMap { feature in feature.permissions.map { $0.placed(feature.place.ofPermissions) } }
        placedScopes = features.flatMap { feature in feature.scopes.map { Placed($0, feature.place) } }
        scopes = placedScopes.map(\.value)
        auditActions = features.flatMap(\.auditActions)
        objectKinds = features.flatMap(\.objectKinds)
        guardedActs = features.flatMap { feature in feature.guardedActs.map { Placed($0, feature.place) } }
        auditFields = features.flatMap(\.auditFields) + features.flatMap(\.guardedActs).map(\.auditField)
        objectNames = features.flatMap(\.objectNames)
        relatedObjects = features.flatMap(\.relatedObjects)
        jobs = features.flatMap(\.jobs)
        timers = features.flatMap(\.timers)
        imports = features.flatMap(\.imports)
        messageTriggers = features.flatMap { feature in feature.messageTriggers.map { Placed($0, feature.place) } }
        userRoles = features.reduce(into: [:]) { all, feature in all.merge(feature.userRoles) { first, _ in first } }
        triggersByEvent = messageTriggers.reduce(into: [:]) { found, trigger in
            for event in trigger.value.events { found[event.id, default: []].append(trigger) }
        }
        reports = features.flatMap { feature in feature.reports.map { Placed($0, feature.place) } }
        lists = features.flatMap(\.lists)
        catalogues = features.flatMap { feature in feature.catalogues.map { $0.placed(feature.place) } }
        caches = [PublicAnswers.self, AccountKeys.self, UserTouches.self, IdleTimes.self] + features.flatMap(\.caches)
        walls = features.flatMap { feature in feature.walls.map { $0.placed(feature.place) } }
        homeCards = features.flatMap { feature in feature.homeCards.map { Placed($0, feature.place) } }
        firstSteps = features.flatMap { feature in feature.firstSteps.map { Placed($0, feature.place) } }
        userReferences = features.flatMap { feature in feature.userReferences.map { Placed($0, feature.place) } }
        personalData = features.flatMap(\.personalData)
        personalRemains = features.flatMap(\.personalRemains)
        personalNames = features.flatMap(\.personalNames)
        sharedGroups = features.flatMap(\.sharedGroups)
        demos = features.compactMap { feature in feature.demo.map { Placed($0, feature.place) } }
        userCards = features.flatMap { feature in feature.userCards.map { Placed($0, feature.place) } }
        appEvents = features.flatMap { feature in feature.appEvents.map { Placed($0, feature.place) } }
        permissionsByID = Dictionary(permissions.map { ($0.id, $0) }) { first, _ in first }
        var bySort: [TenantSort: OfTenants] = [:]
        for kind in Set(features.compactMap(\.place.kind)).union([""]) {
            for holdsPeople in [true, false] {
                let sort = TenantSort(kind: kind, holdsPeople: holdsPeople)
                bySort[sort] = OfTenants(sort, features, permissions)
            }
        }
        self.bySort = bySort
        scopesByID = Dictionary(scopes.map { ($0.id, $0) }) { first, _ in first }
        actionsByID = Dictionary(auditActions.map { ($0.id, $0) }) { first, _ in first }
        kindsByID = Dictionary(objectKinds.map { ($0.id, $0) }) { first, _ in first }
        fieldsByName = Dictionary(grouping: auditFields.filter { !$0.isPrefix }, by: \.name)
        prefixes = auditFields.filter(\.isPrefix)
    }

    package func permission(_ id: String) -> Permission? { permissionsByID[id] }
    /// Returns the permissions that apply in the tenant: those of other kinds do not.
    package func permissions(in tenant: Tenant) -> [Permission] { here(tenant)?.permissions ?? [] }
    package func permissions(of role: Role, in tenant: Tenant) -> Set<Permission> { here(tenant)?.ofRoles[role] ?? [] }

    /// Return the actions, kinds of objects and fields that the tenant's trail may contain: those of the tenant's own
    /// features, and those of the installation's, whose acts on a tenant are recorded in its trail.
    package func auditActions(in tenant: Tenant) -> [AuditAction] { here(tenant)?.auditActions ?? [] }
    package func objectKinds(in tenant: Tenant) -> [ObjectKind] { here(tenant)?.objectKinds ?? [] }
    package func auditFields(in tenant: Tenant) -> [AuditField] { here(tenant)?.auditFields ?? [] }

    private func here(_ tenant: Tenant) -> OfTenants? {
        bySort[TenantSort(tenant)] ?? bySort[TenantSort(kind: "", holdsPeople: tenant.holdsPeople)]
    }

    /// What applies in the tenants of one sort.
    private struct OfTenants: Sendable {
        let permissions: [Permission]
        let ofRoles: [Role: Set<Permission>]
        let auditActions: [AuditAction]
        let objectKinds: [ObjectKind]
        let auditFields: [AuditField]

        init(_ sort: TenantSort, _ features: [any Feature], _ permissions: [Permission]) {
            let own = permissions.filter { $0.place.includes(sort) }
            self.permissions = own
            ofRoles = Dictionary(
                uniqueKeysWithValues: Role.allCases.map { role in (role, Set(own.filter { role.has($0) })) })
            let recording = features.filter { $0.place == .installation || $0.place.includes(sort) }
            auditActions = recording.flatMap(\.auditActions)
            objectKinds = recording.flatMap(\.objectKinds)
            auditFields = recording.flatMap(\.auditFields) + recording.flatMap(\.guardedActs).map(\.auditField)
        }
    }

    package func scope(_ id: String) -> Scope? { scopesByID[id] }
    /// Returns the scopes that open anything in the tenant: those of other kinds, and of users where there are none, do
    /// not.
    package func scopes(in tenant: Tenant) -> [Scope] {
        placedScopes.filter { $0.place.includes(tenant) }.map(\.value)
    }
    package func auditAction(_ id: String) -> AuditAction? { actionsByID[id] }
    package func objectKind(_ id: String) -> ObjectKind? { kindsByID[id] }
    /// Sets the features' row walls for the actor of this transaction.
    package func raiseWalls(for actor: Actor, on connection: Connection) throws {
        for wall in walls where wall.place.includes(actor.tenant) {
            if let setting = wall.setting(actor) { _ = try connection.send(setting) }
        }
    }
    package func job(_ kind: String) -> (any Job.Type)? { jobs.first { $0.kind == kind } }
    /// What is told in the tenant when that is recorded.
    package func messageTriggers(on event: AuditAction, in tenant: Tenant) -> [MessageTrigger] {
        (triggersByEvent[event.id] ?? []).filter { $0.place.includes(tenant) }.map(\.value)
    }
    package func messageTriggers(in tenant: Tenant) -> [MessageTrigger] {
        messageTriggers.filter { $0.place.includes(tenant) }.map(\.value)
    }
    /// By the key of its text.
    package func messageTrigger(_ text: String) -> MessageTrigger? {
        messageTriggers.first { $0.value.text == text }?.value
    }
    package func catalogue(_ path: String) -> CatalogueDeclaration? { catalogues.first { $0.path == path } }
    /// Returns how names of that kind of object are found; nil if the events contain them, or if the actor may not
    /// see them.
    package func objectNames(of kind: ObjectKind, for actor: Actor) -> ObjectNames? {
        objectNames.first { $0.kind == kind && actor.may($0.needs) }
    }

    /// Returns a list's name, by its path after the tenant's address.
    package func listTitle(_ path: String) -> StringKey? {
        lists.first { $0.path == path }?.title ?? catalogues.first { $0.path == path }?.title
            ?? report(path)?.head.title ?? menu.first { $0.path == path }?.label
    }
    package func report(_ path: String) -> (any MailedReport.Type)? {
        reports.first { $0.value.head.path == path }?.value
    }
    package func reports(in tenant: Tenant) -> [any MailedReport.Type] {
        reports.filter { $0.place.includes(tenant) }.map(\.value)
    }

    /// Returns the field of an event about that kind of object: the kind's own field before one for any kind. If
    /// several features declare the same field, the first one is used.
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

    // MARK: The running program

    private static let installed = Mutex(Declarations([]))

    /// The declarations of the running program. They are part of its code, set once before the first request and
    /// never changed: so a permission read from a row means the same everywhere.
    package static var current: Declarations { installed.withLock { $0 } }

    package static func install(_ declarations: Declarations) { installed.withLock { $0 = declarations } }
}
