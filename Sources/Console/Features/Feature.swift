import HTML
import JSON
import Logging
import Postgres
import Web

/// A feature is a table of contents: all its parts are declared here and collected once at start-up (`Declarations`).
package protocol Feature: Sendable {
    var place: Place { get }
    var routes: [Route] { get }
    var menu: [MenuEntry] { get }
    var shortcuts: [Shortcut] { get }
    /// What the search for anything finds besides pages, shortcuts, users and the entries of catalogues.
    var findSources: [FindSource] { get }
    var permissions: [Permission] { get }
    var scopes: [Scope] { get }
    var auditActions: [AuditAction] { get }
    var objectKinds: [ObjectKind] { get }
    var auditFields: [AuditField] { get }
    var objectNames: [ObjectNames] { get }
    /// What else belongs to the history of an object.
    var relatedObjects: [RelatedObjects] { get }
    /// The acts for which a tenant may require two admins.
    var guardedActs: [GuardedAct] { get }
    var jobs: [any Job.Type] { get }
    var timers: [HouseTimer] { get }
    var imports: [any ImportDeclaration.Type] { get }
    /// What people are told when something is recorded.
    var messageTriggers: [MessageTrigger] { get }
    /// The roles of users (`Kind.userRoles`) in words.
    var userRoles: [String: StringKey] { get }
    /// How it reads strangers' files, in a process that can reach nothing.
    var fileReaders: [any ConfinedFileReader.Type] { get }
    /// What can be mailed.
    var reports: [any MailedReport.Type] { get }
    var catalogues: [CatalogueDeclaration] { get }
    /// Lists besides those of catalogues and reports; the audit log takes their names from here.
    var lists: [ListDeclaration] { get }
    var caches: [any SharedCache.Type] { get }
    var walls: [RowWall] { get }
    /// Its parts of a tenant's home page.
    var homeCards: [any HomeCard.Type] { get }
    /// What a new admin does first in a tenant of its kind, instead of the steps about users and texts.
    var firstSteps: [FirstStep] { get }
    /// Its parts of the page of one user.
    var userCards: [any UserCard.Type] { get }
    /// What users do in the app, for the last of it on a user's page.
    var appEvents: [AppEvents] { get }
    /// What users can be found by, beside their names and addresses.
    var userReferences: [UserReference] { get }
    /// The tables with data about users.
    var personalData: [PersonalTable] { get }
    /// The groups of users that decide what they see of each other.
    var sharedGroups: [SharedGroups] { get }
    /// Data that may be about users although no column says about whom.
    var personalRemains: [PersonalRemains] { get }
    /// Names that admins give, which may name a user.
    var personalNames: [PersonalNames] { get }
    /// Invented but believable rows for `roost demo`.
    var demo: (any DemoRows.Type)? { get }
    /// Its page of the guide; a test detects routes without one.
    var guide: GuideTopic? { get }
    /// What people do on its pages, step by step; a test detects a change of a page that no task leads to.
    var tasks: [GuideTask] { get }
    /// For the tests that walk all routes and tables.
    var examples: FeatureExamples { get }
}

extension Feature {
    package var place: Place { .everyTenant }
    package var routes: [Route] { [] }
    package var menu: [MenuEntry] { [] }
    package var shortcuts: [Shortcut] { [] }
    package var findSources: [FindSource] { [] }
    package var permissions: [Permission] { [] }
    package var scopes: [Scope] { [] }
    package var auditActions: [AuditAction] { [] }
    package var objectKinds: [ObjectKind] { [] }
    package var auditFields: [AuditField] { [] }
    package var objectNames: [ObjectNames] { [] }
    package var relatedObjects: [RelatedObjects] { [] }
    package var guardedActs: [GuardedAct] { [] }
    package var jobs: [any Job.Type] { [] }
    package var timers: [HouseTimer] { [] }
    package var imports: [any ImportDeclaration.Type] { [] }
    package var messageTriggers: [MessageTrigger] { [] }
    package var userRoles: [String: StringKey] { [:] }
    package var fileReaders: [any ConfinedFileReader.Type] { [] }
    package var reports: [any MailedReport.Type] { [] }
    package var catalogues: [CatalogueDeclaration] { [] }
    package var lists: [ListDeclaration] { [] }
    package var caches: [any SharedCache.Type] { [] }
    package var walls: [RowWall] { [] }
    package var homeCards: [any HomeCard.Type] { [] }
    package var firstSteps: [FirstStep] { [] }
    package var userCards: [any UserCard.Type] { [] }
    package var appEvents: [AppEvents] { [] }
    package var userReferences: [UserReference] { [] }
    package var personalData: [PersonalTable] { [] }
    package var personalRemains: [PersonalRemains] { [] }
    package var personalNames: [PersonalNames] { [] }
    package var sharedGroups: [SharedGroups] { [] }
    package var demo: (any DemoRows.Type)? { nil }
    package var guide: GuideTopic? { nil }
    package var tasks: [GuideTask] { [] }
    package var examples: FeatureExamples { FeatureExamples() }
}

/// A restriction of a feature's own inside a tenant, enforced by row-level security: which of the tenant's rows an
/// actor sees. Its setting is sent with the request's first statements, in every tenant of the feature's place, for
/// pages, files and jobs that an admin has started. The statements that a `Reading` prefetches run before it, so they
/// must not read tables with such a restriction.
package struct RowWall: Sendable {
    /// Restricts the transaction to the actor's own rows; nil for an actor who sees all rows.
    package let setting: @Sendable (Actor) -> SQL?
    /// The place of its feature.
    package private(set) var place = Place.everyTenant

    package init(_ setting: @escaping @Sendable (Actor) -> SQL?) { self.setting = setting }

    package func placed(_ place: Place) -> RowWall {
        var wall = self
        wall.place = place
        return wall
    }
}

/// An entry of the search for pages and actions: a page that no menu shows, or a form that starts an action.
package struct Shortcut: Sendable {
    package enum Target: Sendable {
        /// The path after `/t/SLUG/`; offered to admins with the permission.
        case tenant(String, needs: Permission)
        case signedIn(Link)
        case operators(Link)
    }

    package var label: StringKey
    package var icon: String
    package var target: Target
    /// A part of that page, by the id of its element.
    package var fragment: String?
    /// The page's title, for a part of it. A part is found by its words, and not offered without any.
    package var page: StringKey?
    /// The place of its feature.
    package private(set) var place = Place.everyTenant

    package init(
        _ label: StringKey, icon: String, _ target: Target, fragment: String? = nil, on page: StringKey? = nil
    ) {
        self.label = label
        self.icon = icon
        self.target = target
        self.fragment = fragment
        self.page = page
    }

    package func placed(_ place: Place) -> Shortcut {
        var shortcut = self
        shortcut.place = place
        return shortcut
    }
}

/// One line of the navigation, shown to admins with the permission.
package struct MenuEntry: Sendable {
    /// In the order of the menu.
    package enum Section: String, CaseIterable, Sendable { case top, people, money, content, reports, safety }
    package var section: Section
    package var label: StringKey
    package var icon: String
    /// The path after `/t/SLUG`, without a slash; empty for the home page.
    package var path: String
    package var needs: Permission
    /// The place of its feature.
    package private(set) var place = Place.everyTenant

    package init(_ section: Section, _ label: StringKey, icon: String, path: String, needs: Permission) {
        self.section = section
        self.label = label
        self.icon = icon
        self.path = path
        self.needs = needs
    }

    package func placed(_ place: Place) -> MenuEntry {
        var entry = self
        entry.place = place
        return entry
    }
}

/// Work that is repeated at an interval while the server runs.
package struct HouseTimer: Sendable {
    /// Names the timer in the log.
    package let name: String
    package let seconds: Int
    /// Receives the number of the round, from 0.
    package let run: @Sendable (Services, _ round: Int) async throws -> Void

    package init(_ name: String, every seconds: Int, run: @escaping @Sendable (Services, Int) async throws -> Void) {
        self.name = name
        self.seconds = seconds
        self.run = run
    }

    /// Deletes expired rows of all tenants each hour.
    package static func forgetting(_ name: String, _ statement: SQL) -> HouseTimer {
        HouseTimer(name, every: 3600) { services, _ in
            try await services.database.perform(.background) { connection in
                try connection.inTenant(Tenant.installation.id) { tx in _ = try tx.execute(statement) }
            }
        }
    }
}

/// The settings of the installation for one feature: `services.setting(ProviderAccess.self)`.
package protocol FeatureSettings: Sendable {}

/// Values that this process caches. One object of each declared class is made at start-up
/// (`services[UserFacets.self]`). It is invalidated when its values may have changed, in this process or in another.
package protocol SharedCache: AnyObject, Sendable {
    /// The subject of the notification that invalidates it; nil for counts, which a load of demo data or an
    /// import of a tenant invalidates as a whole.
    static var subject: String? { get }
    init(database: Database, logger: Logger)
    func invalidate(_ tenant: ID)
    func invalidateAll()
}

extension SharedCache {
    package func invalidate(_ tenant: ID) { invalidateAll() }

    /// Notifies every process that a tenant's values changed. The notification is delivered when the transaction
    /// commits; after a rollback it is not.
    package static func changed(_ tenant: ID) -> SQL {
        "select pg_notify('roost_kept', \((subject ?? "") + " " + tenant.description))"
    }
}
