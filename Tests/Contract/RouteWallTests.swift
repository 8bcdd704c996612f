import Console
import Core
import HTML
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// Every route, called by every kind of caller, with their own objects, others' objects, and missing ones.
    @Suite struct RouteWallTests {
        private enum Caller: CustomStringConvertible {
            case role(Role)
            case outsider, nobody
            case halfIn(String)

            var description: String {
                switch self {
                case .role(let role): role.rawValue
                case .outsider: "an admin of another tenant"
                case .nobody: "nobody"
                case .halfIn(let stage): "half in (\(stage))"
                }
            }

            static let all: [Caller] =
                Role.allCases.map { .role($0) } + [.outsider, .nobody, .halfIn("code"), .halfIn("enrol")]
        }

        /// `foreignThing`: a user or a key of another tenant, depending on the address.
        private enum Target: CaseIterable { case own, foreignThing, missingThing, noID, foreignTenant, missingTenant }

        private let installation: TestInstallation
        private let console: TestConsole
        private let pairs: [String: (mine: MarkedTenant, theirs: MarkedTenant)]
        private let mine: MarkedTenant
        private let theirs: MarkedTenant
        private let outsider: TestAdmin
        private let boss: TestAdmin
        /// Archived tenants, one with the same admins as ours, and one of theirs.
        private let archive: (mine: Tenant, theirs: Tenant)

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            mine = try MarkedTenant(installation)
            theirs = try MarkedTenant(installation)
            pairs = try MarkedTenant.pairs(installation)
            let third = try installation.makeTenant()
            outsider = try installation.makeAdmin(.owner, in: third)
            boss = try installation.makeAdmin()
            archive = (
                try installation.makeTenant(name: "Archive \(mine.word)"),
                try installation.makeTenant(name: "Archive \(theirs.word)")
            )
            for (tenant, marked) in [(archive.mine, mine), (archive.theirs, theirs)] {
                for (role, admin) in marked.admins { try installation.give(role, in: tenant, to: admin) }
            }
        }

        /// The tenants in which the route exists.
        private func pair(for route: Route) -> (mine: MarkedTenant, theirs: MarkedTenant) {
            if case .kind(let kind) = route.place, let pair = pairs[kind] { pair } else { (mine, theirs) }
        }

        /// Resets the tenants to the state that the route needs, whatever the previous call did.
        private func resetTenants(for route: Route) throws {
            let mine = pair(for: route).mine
            try installation.database.with(.superuser) { connection in
                _ = try connection.send(
                    "update tenants set archived_at = null, version = 1, push_on = true, four_eyes = '{}' where id = \(mine.tenant.id)"
                )
                _ = try connection.send(
                    "update tenants set archived_at = now(), delete_at = null where id = any(\([archive.mine.id, archive.theirs.id]))"
                )
                // An archived class has no form for more students; whoever and whatever was removed has no page.
                _ = try connection.send(
                    "update gradebook_classes set archived_at = null where tenant_id = \(mine.tenant.id)")
                _ = try connection.send(
                    "update gradebook_assignments set removed_at = null where tenant_id = \(mine.tenant.id)")
                _ = try connection.send(
                    "update gradebook_enrolments set left_at = null where tenant_id = \(mine.tenant.id)")
                if route.pattern.hasSuffix("deletion/end") {
                    _ = try connection.send(
                        "update tenants set delete_at = now() + interval '30 days' where archived_at is not null")
                }
                // If links are allowed already, allowing them again changes nothing and is answered with 409.
                if route.pattern.hasSuffix("report-links/allowed") {
                    _ = try connection.send(
                        "update gradebook_settings set allows_report_links = false where tenant_id = \(mine.tenant.id)")
                }
                _ = try connection.send("select 1 as one").rows()
            }
            if route.pattern.hasSuffix("icon/removal") { try installation.addIcon(to: mine.tenant) }
        }

        private func browser(_ caller: Caller, for route: Route? = nil) throws -> TestBrowser {
            let mine = route.map { pair(for: $0).mine } ?? self.mine
            return switch caller {
            case .role(.operator): try console.browser(of: boss)
            case .role(let role): try console.browser(of: #require(mine.admins[role]))
            case .outsider: try console.browser(of: outsider)
            case .nobody: console.browser()
            case .halfIn(let stage): try console.browser(of: #require(mine.admins[.owner]), stage: stage)
            }
        }

        /// A user of ours in the state that the route needs.
        private func user(for route: Route) throws -> ID {
            let mine = pair(for: route).mine
            guard route.method == .post, mine.tenant.holdsPeople else { return mine.user.id }
            var user = TestUser("Fresh \(mine.word)")
            if route.pattern.hasSuffix("suspension/end") { user.status = "suspended" }
            if route.pattern.hasSuffix("deletion/end") { user.status = "deleted" }
            try installation.add([user], to: mine.tenant)
            try installation.prepareSubscription(for: route, of: user.id, in: mine.tenant)
            return user.id
        }

        /// A key of ours in the state that the route needs.
        private func key(for route: Route) throws -> ID {
            let mine = pair(for: route).mine
            guard route.method == .post, route.pattern.contains(":key") else { return mine.key.id }
            return try installation.makeKey(
                in: mine.tenant, "Fresh \(mine.word)", isDisabled: route.pattern.hasSuffix("suspension/end")
            ).id
        }

        private static func namesThing(_ route: Route) -> Bool {
            let parts = route.pattern.split(separator: "/")
            return [":user", ":key", ":admin", ":role", ":entry", ":image", ":submission", ":segment"].contains {
                route.pattern.contains($0)
            } || parts.contains { things.contains($0) }
        }

        /// The names of the objects that the features' examples make.
        private static let things = Set(
            ConsoleApplication.declarations.features.flatMap(\.examples.objects).map { Substring(":" + $0.name) })

        /// Changes whose response is a page with contents that no other page shows.
        private static let shownOnce: Set<String> = [
            "/t/:tenant/keys", "/t/:tenant/keys/:key/rotation", "/t/:tenant/admins",
            "/t/:tenant/admins/:admin/invitation", "/t/:tenant/classes/:class/cells",
            "/t/:tenant/classes/:class/students/:student/links", "/t/:tenant/classes/:class/files",
            "/t/:tenant/classes/:class/files/preview", "/t/:tenant/apps/:app/secret",
            "/t/:tenant/privacy/:privacyrequest/link",
        ]

        /// The expected statuses, from the route's declaration, the caller and the target.
        private func expected(_ route: Route, _ caller: Caller, _ target: Target) -> Set<Int> {
            if route.access == .open || route.access == .hosted { return [] }
            if route.access == .everybody { return target == .missingTenant ? [404] : [200, 404] }
            // A session gives no access to the service API: see ServiceWallTests.
            if case .service = route.access { return [401, 429] }
            if route.access == .user { return [401, 429] }
            let namesThing = Self.namesThing(route)
            if namesThing, target == .noID {
                // A file of a list below the object checks the caller's permission before the object's id.
                guard case .role(let role) = caller else { return [303, 404] }
                if case .tenant(let permission) = route.access, !role.has(permission) { return [403, 404] }
                return [404]
            }
            if [
                ":session", ":passkey", ":approval", ":import", ":move", ":event", ":bulk", ":export", ":mail",
                ":archived", ":offer",
            ]
            .contains(where: { route.pattern.contains($0) }), target == .noID {
                return [404]
            }
            switch caller {
            case .nobody, .halfIn: return [303]
            default: break
            }
            var isOperator = false
            if case .role(.operator) = caller { isOperator = true }
            // A session, passkey, view, job, notice or request of the caller's own is not among the targets: any other
            // is not found.
            let isOther = [
                ":session", ":passkey", ":view", ":job", ":notice", ":approval", ":import", ":move", ":event", ":bulk",
                ":export",
                ":mail", ":offer",
            ].contains { route.pattern.contains($0) }
            var isChange = route.method == .post && !Self.shownOnce.contains(route.pattern)
            if case .reading = route.work { isChange = false }
            let good: Set<Int> = isOther ? [404] : isChange ? [303] : [200]
            switch route.access {
            case .open, .everybody, .hosted, .service, .user: return []
            case .signedIn where route.pattern.contains(":archived"):
                guard case .role(let role) = caller, target == .own || isOperator && target == .foreignTenant else {
                    return [404]
                }
                return role.has(.archiveTenant) ? good : [404]
            case .signedIn:
                // These require a code or an authenticator's response, which the route table does not have: the
                // response is the form.
                return [
                    "/account/recovery-codes", "/account/second-step", "/account/passkeys/new", "/account/passkeys",
                    "/step-up",
                ].contains(route.pattern) ? [422] : good
            case .operators: return isOperator && target != .missingThing ? good : [404]
            case .tenant(let permission):
                guard case .role(let role) = caller, target != .missingTenant else { return [404] }
                if target == .foreignTenant { return isOperator ? good.union([409]) : [404] }
                guard role.has(permission) else { return [403] }
                if namesThing, target != .own { return [404] }
                return good
            }
        }

        /// For a route without a tenant or a user, many targets are the same.
        private static func differs(_ route: Route, _ target: Target) -> Bool {
            switch target {
            case .own: true
            case .foreignTenant, .missingTenant:
                route.pattern.contains(":tenant") || route.pattern.contains(":archived")
            case .foreignThing, .missingThing: namesThing(route)
            case .noID:
                namesThing(route)
                    || [
                        ":session", ":passkey", ":approval", ":import", ":move", ":event", ":bulk", ":export", ":mail",
                        ":archived", ":offer",
                    ].contains { route.pattern.contains($0) }
            }
        }

        private func table(_ target: Target, _ route: Route) throws -> RouteTable {
            let (mine, theirs) = pair(for: route)
            let own = target == .own ? try user(for: route) : mine.user.id
            var table = RouteTable(
                tenant: mine.tenant.slug, user: mine.user.id.description, objectsWord: mine.word)
            (table.archived, table.archivedSlug) = (archive.mine.id.description, archive.mine.slug)
            table.objects =
                switch target {
                case .own where route.method == .post:
                    try installation.makeObjects(
                        for: route, in: mine.tenant, of: route.pattern.contains(":user") ? own : nil,
                        word: mine.word)
                case .own, .missingTenant: mine.objects
                case .foreignThing, .foreignTenant: theirs.objects
                case .missingThing: theirs.objects.mapValues { _ in ID.make().description }
                case .noID: theirs.objects.mapValues { _ in "x" }
                }
            switch target {
            case .own: (table.user, table.key) = (own.description, try key(for: route).description)
            case .foreignThing: (table.user, table.key) = (theirs.user.id.description, theirs.key.id.description)
            case .missingThing: (table.user, table.key) = (ID.make().description, ID.make().description)
            case .noID:
                (table.user, table.key, table.session, table.archived, table.admin, table.role) = (
                    "x", "x", "x", "x", "x", "x"
                )
                (table.passkey, table.approval, table.entry, table.image, table.import, table.bulk) = (
                    "x", "x", "x", "x", "x", "x"
                )
                (table.export, table.move, table.submission, table.segment, table.mail, table.event) = (
                    "x", "x", "x", "x", "x", "x"
                )
                (table.offer, table.notice) = ("x", "x")
            case .foreignTenant:
                (table.tenant, table.user, table.key) = (
                    theirs.tenant.slug, theirs.user.id.description, theirs.key.id.description
                )
                (table.archived, table.archivedSlug) = (archive.theirs.id.description, archive.theirs.slug)
            case .missingTenant:
                (table.tenant, table.key, table.archived) = (
                    "no-such-tenant", mine.key.id.description, ID.make().description
                )
            }
            if target == .own {
                (table.image, table.submission) = (mine.image.description, mine.submission.description)
            }
            if target == .foreignThing || target == .foreignTenant {
                (table.image, table.submission) = (theirs.image.description, theirs.submission.description)
            }
            if route.pattern.contains(":role") {
                let tenant = [.foreignThing, .foreignTenant].contains(target) ? theirs : mine
                if target != .noID, target != .missingThing {
                    let permissions: [Permission] =
                        [.seeHome, .seeUsers] + (route.pattern.hasSuffix("/:permission/end") ? [.noteUsers] : [])
                    table.role = try installation.makeRole(
                        "Role \(unique()) \(tenant.word)", permissions, in: tenant.tenant
                    ).description
                }
            }
            if route.pattern.contains(":entry"), target != .noID, target != .missingThing {
                let tenant = [.foreignThing, .foreignTenant].contains(target) ? theirs : mine
                table.entry = try installation.makeEntry(for: route, in: tenant.tenant, name: "Entry \(tenant.word)")
                    .description
            }
            if route.pattern.contains(":segment"), target != .noID, target != .missingThing {
                let tenant = [.foreignThing, .foreignTenant].contains(target) ? theirs : mine
                table.segment = try installation.makeSegment(in: tenant.tenant).description
            }
            if route.pattern == "/t/:tenant/segments", route.method == .post {
                try installation.set("delete from segments")
            }
            if route.pattern.contains(":admin") {
                switch target {
                case .own where route.method == .get: table.admin = try #require(mine.admins[.support]).id.description
                case .own: table.admin = try installation.makeColleague(for: route, in: mine.tenant).id.description
                case .foreignThing, .foreignTenant:
                    table.admin = try installation.makeColleague(for: route, in: theirs.tenant).id.description
                default: break
                }
            }
            return table
        }

        @Test func `every route of the console is in the table`() throws {
            let table = RouteTable(tenant: "t", user: ID.make().description)
            let unknown = console.console.routes.filter { table.path($0) == nil }
            #expect(
                unknown.map { "\($0.method) \($0.pattern)" } == [],
                "say in the feature's `examples` how it is called")
            let twice = Dictionary(grouping: console.console.routes, by: { "\($0.method) \($0.pattern)" }).filter {
                $1.count > 1
            }
            #expect(twice.isEmpty)
        }

        /// Owners, operators and admins of another tenant try every target: they may do most, or nothing here. Each
        /// other caller tries its own target and one more, which changes from route to route; a full run tries them
        /// all.
        private static func targets(of route: Route, for number: Int) -> [Target] {
            let all = Target.allCases.filter { differs(route, $0) }
            switch Caller.all[number] {
            case .role(.owner), .role(.operator), .outsider: return all
            default:
                let others = all.dropFirst()
                guard !isFullRun, !others.isEmpty else { return all }
                let turn = route.pattern.utf8.reduce(number) { $0 + Int($1) } % others.count
                return [all[0], others[others.startIndex + turn]]
            }
        }

        /// The links and forms of a page that no route answers. What has a slash within a segment was put together wrongly.
        private func deadLinks(of page: Answer) -> [String] {
            guard page.headers[.contentType]?.hasPrefix("text/html") == true else { return [] }
            let addresses = page.text.matches(of: /\s(?:href|action)="(\/[^"?#]*)/).map { String($0.output.1) }
            return Set(addresses).filter { address in
                !address.hasPrefix("/assets/")
                    && (address.contains("%2F") || !console.hasRoute(address.replacing("&amp;", with: "&")))
            }.sorted()
        }

        private func sumOfTheirUsers() throws -> Int {
            try installation.number(
                """
                select sum(hashtext(users::text))::bigint as n from users
                where users.tenant_id = \(theirs.tenant.id) and users.name <> \(TestInstallation.subscriberName)
                """)
        }

        @Test func `the answer follows from the route's permission, and shows nothing of another tenant`() async throws
        {
            let theirUsers = try sumOfTheirUsers()
            var published: [String: Answer] = [:]
            var isChanged = false
            for route in console.console.routes {
                for (number, caller) in Caller.all.enumerated() {
                    for target in Self.targets(of: route, for: number) {
                        var isOperator = false
                        if case .role(.operator) = caller { isOperator = true }
                        // The operator may change the foreign tenant, which would spoil the comparison below.
                        if isOperator, target == .foreignTenant, route.method == .post { continue }
                        let (mine, theirs) = pair(for: route)
                        if route.method == .post || isChanged { try resetTenants(for: route) }
                        isChanged = route.method != .get
                        let table = try table(target, route)
                        guard let path = table.path(route) else { continue }
                        var browser = try browser(caller, for: route)
                        if route.access == .open || route.access == .hosted { _ = await browser.get("/sign-in") }
                        let answer =
                            switch route.method {
                            case .post: await browser.post(path, table.form(route) ?? [])
                            case .get: await browser.get(path)
                            default: await console.answer(browser.request(route.method, path))
                            }
                        let what = "\(caller): \(route.method) \(path)"
                        let wanted = expected(route, caller, target)
                        #expect(answer.status < 500, "\(what)")
                        if !wanted.isEmpty {
                            #expect(
                                wanted.contains(answer.status), "\(what) gave \(answer.status), not \(wanted.sorted())")
                        }
                        if case .role(.owner) = caller, target == .own, answer.status == 200 {
                            #expect(deadLinks(of: answer) == [], "\(what)")
                        }
                        // Published data is the same for every caller, byte by byte.
                        let isPublic = route.access == .everybody
                        if isPublic {
                            let first = published[path] ?? answer
                            published[path] = first
                            #expect(answer.status == first.status && answer.text == first.text, "\(what)")
                        }
                        // A tenant's pages for its users show its name to everybody, and nothing else of it.
                        let showsName = isPublic || route.access == .hosted
                        let mayKnow =
                            showsName || isOperator && (target == .foreignTenant || !route.pattern.hasPrefix("/t/"))
                        #expect(mayKnow || !theirs.isIn(answer), "\(what) shows something of another tenant")
                        if case .role = caller {
                        } else {
                            #expect(
                                !mine.isIn(answer) || showsName || route.pattern.hasPrefix("/sign-in/second"),
                                "\(what) shows something of a tenant")
                        }
                    }
                }
            }
            #expect(try sumOfTheirUsers() == theirUsers)
        }

        @Test func `14: “Not allowed” names the missing permission and who can give it, on every page of every kind`()
            async throws
        {
            var places: Set<Place> = []
            for route in console.console.routes where route.method == .get {
                guard case .tenant(let permission) = route.access,
                    let role = Role.allCases.first(where: { $0 != .operator && !$0.has(permission) }),
                    let path = try table(.own, route).path(route)
                else { continue }
                let owner = try #require(pair(for: route).mine.admins[.owner])
                var browser = try browser(.role(role), for: route)
                let answer = await browser.get(path)
                #expect(answer.status == 403, "\(role.rawValue): \(path)")
                #expect(answer.has(LocalText(permission.label).resolve(in: .en)), "\(role.rawValue): \(path)")
                #expect(answer.has(owner.name), "\(role.rawValue): \(path)")
                places.insert(route.place)
            }
            #expect(
                places.isSuperset(of: [.everyTenant, .people, .kind("gradebook"), .kind("fitness"), .kind("timetable")])
            )
        }

        @Test func `a tenant one may not enter and one that is not there give the same page`() async throws {
            for caller in [Caller.outsider, .role(.owner)] {
                var browser = try browser(caller)
                for path in [
                    "", "/users", "/users/\(ID.make())", "/audit", "/keys", "/keys/\(ID.make())", "/users.csv",
                    "/users/export",
                ] {
                    let (foreign, missing) = (
                        await browser.get("/t/\(theirs.tenant.slug)\(path)"),
                        await browser.get("/t/nobody-has-this\(path)")
                    )
                    #expect(foreign.status == 404 && missing.status == 404)
                    #expect(reference(foreign) == reference(missing))
                }
            }
        }

        /// The page without the reference number, which differs each time.
        private func reference(_ answer: Answer) -> String { answer.text.replacing(/x[0-9a-z]{8}x/, with: "") }
    }
}
