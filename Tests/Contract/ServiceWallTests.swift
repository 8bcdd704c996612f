import Core
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// Every endpoint of the service API, called with every kind of key, for what is theirs, somebody else's, and nobody's.
    @Suite struct ServiceWallTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let mine: MarkedTenant
        private let theirs: MarkedTenant

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            mine = try MarkedTenant(installation)
            theirs = try MarkedTenant(installation)
        }

        private var routes: [(route: Route, needed: ScopeNeeded)] {
            console.console.routes.compactMap { route in
                if case .service(let needed) = route.access { (route, needed) } else { nil }
            }
        }

        private func path(_ route: Route, user: String) throws -> String {
            try #require(RouteTable(tenant: mine.tenant.slug, user: user).path(route), "\(route.pattern)")
        }

        /// Without the reference, which is new each time.
        private func same(_ a: Answer, _ b: Answer) -> Bool {
            func bare(_ answer: Answer) -> String { answer.text.replacing(/"request_id":"[^"]*"/, with: "") }
            return a.status == b.status && bare(a) == bare(b)
        }

        @Test func `there are endpoints, and all of them and nothing else stand behind v1`() {
            #expect(routes.count >= 3)
            for route in console.console.routes {
                let isOpen = route.pattern == "/v1/openapi.json"
                if case .service = route.access { #expect(route.pattern.hasPrefix("/v1/")) } else { #expect(isOpen || !route.pattern.hasPrefix("/v1")) }
            }
        }

        @Test func `each endpoint answers exactly the keys that have its scope`() async throws {
            for (route, needed) in routes {
                let path = try path(route, user: mine.user.id.description)
                // The last is one that a newer version may have given.
                for scope in Scope.allCases.map(\.rawValue) + ["things.do"] {
                    let key = try installation.makeKey(in: mine.tenant, scopes: [scope])
                    let answer = await TestProgram(console, key: key.text).call(route.method, path)
                    let mayPass = needed == .anyKey || Scope(rawValue: scope).map { needed == .scope($0) } == true
                    #expect(mayPass ? (200..<300).contains(answer.status) : answer.status == 403, "\(route.pattern) with \(scope): \(answer.status)")
                    #expect(mayPass || (!mine.isIn(answer) && answer.has("/problems/scope-missing")), "\(route.pattern) with \(scope)")
                }
            }
        }

        @Test func `a foreign id, one that nobody has and what is no id are the same bytes, and nothing foreign is shown`() async throws {
            let before = try installation.number("select sum(hashtext(users::text))::bigint as n from users")
            for (route, _) in routes {
                let program = TestProgram(console, key: mine.key.text)
                let own = await program.call(route.method, try path(route, user: mine.user.id.description))
                #expect(own.status < 300 && !theirs.isIn(own), "\(route.pattern)")
                guard route.pattern.contains(":") else { continue }
                let missing = await program.call(route.method, try path(route, user: ID.make().description))
                #expect(missing.status == 404, "\(route.pattern)")
                for id in [theirs.user.id.description, theirs.key.id.description, "x", "00000000-0000-0000-0000-000000000000"] {
                    let answer = await program.call(route.method, try path(route, user: id))
                    #expect(same(answer, missing), "\(route.pattern), \(id)")
                }
            }
            #expect(try installation.number("select sum(hashtext(users::text))::bigint as n from users") == before)
        }

        @Test func `without a key that works nothing answers, not even to an admin who is signed in`() async throws {
            let owner = try console.browser(of: #require(mine.admins[.owner]))
            for (route, _) in routes {
                for user in [mine.user.id.description, ID.make().description, "x"] {
                    let path = try path(route, user: user)
                    let none = await TestProgram(console, key: nil).call(route.method, path)
                    #expect(none.status == 401 && none.headers[.wwwAuthenticate] != nil, "\(route.pattern)")
                    let signedIn = await console.answer(owner.request(route.method, path))
                    #expect(same(signedIn, none) && !mine.isIn(signedIn), "\(route.pattern)")
                }
            }
        }

        @Test func `a key opens no page of the console`() async throws {
            for route in console.console.routes where route.method == .get {
                if case .tenant = route.access {} else { continue }
                let path = try #require(RouteTable(tenant: mine.tenant.slug, user: mine.user.id.description).path(route))
                let answer = await TestProgram(console, key: mine.key.text).get(path)
                #expect(answer.status == 303 && !mine.isIn(answer), "\(route.pattern)")
            }
        }
    }
}
