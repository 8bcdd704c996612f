import Console
import Core
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// Whatever shows one person leaves an event that names them.
    @Suite struct PersonReadingTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let homes: [String: MarkedTenant]
        private static let usual = "alarm"

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            var homes = try MarkedTenant.pairs(installation).mapValues(\.mine)
            homes[Self.usual] = try homes[Self.usual] ?? MarkedTenant(installation)
            self.homes = homes
            // So that there is something to see of a user, and a plan to be entitled by.
            try installation.set("update users set privacy_level = 'link'")
        }

        /// Readings that are counted like those of lists (deploy/decisions/list-reading-events.md), and what is behind it.
        private static func isCounted(_ route: Route) -> Bool {
            [
                // Hot calls of an app's server, without a name or an address.
                "/v1/users/:user/entitlements", "/v1/users/:user/segments",
                // The form that asks why of a file: it says whose statement that will be.
                "/t/:tenant/fitness-sponsors/:sponsor/statement/export",
            ].contains(route.pattern)
                // What the page of the class shows as well, which is counted.
                || route.pattern.hasPrefix("/t/:tenant/classes/:class/students/:student")
        }

        /// Files and pages that hold nothing of the person, whose id they have.
        private static let ofNobody: Set<String> = ["/t/:tenant/privacy/:privacyrequest/receipt"]

        private func home(_ route: Route) throws -> MarkedTenant {
            if case .kind(let kind) = route.place { return try #require(homes[kind]) }
            return try #require(homes[Self.usual])
        }

        /// The ids of all rows that belong to a user; a student is one of their own.
        private func owned() throws -> Set<String> {
            let rows = try installation.database.with(.superuser) {
                try $0.send(
                    """
                    select query_to_xml(format('select id from roost.%I where user_id is not null', one.table_name),
                        false, true, '')::text as ids
                    from information_schema.columns as one join information_schema.columns as other
                        on other.table_schema = 'roost' and other.table_name = one.table_name and other.column_name = 'user_id'
                    join information_schema.tables as found on found.table_schema = 'roost'
                        and found.table_name = one.table_name and found.table_type = 'BASE TABLE'
                    where one.table_schema = 'roost' and one.column_name = 'id'
                    union all select query_to_xml('select id from roost.gradebook_students', false, true, '')::text
                    union all select query_to_xml('select id from roost.users', false, true, '')::text
                    """
                ).rows().map { try $0.text("ids") }
            }
            return Set(
                rows.joined().matches(of: /<id>([0-9a-f-]{36})<\/id>/).map { String($0.output.1) })
        }

        private func named() throws -> Int {
            try installation.number(
                """
                select count(*) as n from audit_events
                where (object_kind in ('user', 'student') and object_id is not null or subject_id is not null)
                    and action not like 'users.%'
                """)
        }

        private func counted() async throws -> Int {
            await console.services.readings.flush()
            return try installation.number("select count(*) as n from audit_events where action = 'users.listed'")
        }

        @Test func `AU2: whatever page or call shows one person leaves an event that names them`() async throws {
            let ids = try owned()
            var seen: [String] = []
            for route in console.console.routes where route.method == .get && !route.isFile {
                var isCall = false
                switch (route.access, route.work) {
                case (.tenant, .reading): break
                case (.service, .service): isCall = true
                default: continue
                }
                let home = try home(route)
                guard home.tenant.holdsPeople || route.pattern.contains(":student") else { continue }
                var table = RouteTable(
                    tenant: home.tenant.slug, user: home.user.id.description, objectsWord: home.word)
                table.objects = home.objects
                (table.submission, table.image) = (home.submission.description, home.image.description)
                if route.pattern.contains(":event") {
                    table.event = try installation.addProviderEvent(of: home.user.id, in: home.tenant).description
                }
                let path = try #require(table.path(route))
                let isOfPerson = path.split(separator: "/").contains {
                    ids.contains(String($0)) || String($0) == table.event
                }
                guard isOfPerson, !Self.ofNobody.contains(route.pattern) else { continue }
                let before = (named: try named(), counted: try await counted())
                let answer: Answer
                if isCall {
                    let key = try installation.makeKey(in: home.tenant)
                    answer = await TestProgram(console, key: key.text).get(path)
                } else {
                    var browser = try console.browser(of: #require(home.admins[.owner]))
                    answer = await browser.get(path)
                }
                #expect(answer.status == 200, "\(path): \(answer.status)")
                seen.append(route.pattern)
                if Self.isCounted(route) {
                    #expect(try await counted() > before.counted, "\(route.pattern) is not counted")
                } else {
                    #expect(try named() > before.named, "\(route.pattern) leaves no event about a person")
                }
            }
            #expect(seen.count > 25, "\(seen)")
            for pattern in [
                "/v1/users/:user/consents", "/v1/users/:user/privacy-requests", "/v1/users/:user/profile",
                "/t/:tenant/users/:user/payments/:payment/refund", "/t/:tenant/provider-events/:event",
                "/t/:tenant/students/:student", "/t/:tenant/privacy/:privacyrequest",
            ] {
                #expect(seen.contains(pattern), "\(pattern)")
            }
        }

        @Test func `AU2: a key that finds one user by a search has read that user`() async throws {
            let home = try #require(homes[Self.usual])
            let user = try installation.addUser("Exactly Once", to: home.tenant)
            try installation.set("update users set external_id = 'crm-77' where id = \(user.id)")
            let program = TestProgram(console, key: try installation.makeKey(in: home.tenant).text)
            func events() throws -> Int {
                try installation.number(
                    "select count(*) as n from audit_events where action = 'user.viewed' and object_id = \(user.id)")
            }
            let searches = ["q=\(user.email)", "external_id=crm-77", "q=\(user.id)", "q=exactly+once"]
            for (number, search) in searches.enumerated() {
                let answer = await program.get("/v1/users?\(search)")
                #expect(answer.status == 200 && answer.has(user.id.description), "\(search)")
                #expect(try events() == number + 1, "\(search)")
            }
            // Pages of the list are counted, and so is a search that finds several or nobody.
            for search in ["limit=1", "q=nobody-at-all", "q=example"] {
                #expect(await program.get("/v1/users?\(search)").status == 200)
            }
            #expect(try events() == searches.count)
        }
    }
}
