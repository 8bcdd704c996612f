import Console
import Core
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// Every endpoint of the service API, called with every kind of key, for the caller's own objects, others' objects,
    /// and missing ones.
    @Suite struct ServiceWallTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let pairs: [String: (mine: MarkedTenant, theirs: MarkedTenant)]
        private let mine: MarkedTenant
        private let theirs: MarkedTenant
        /// Pictures of published entries, ours and theirs.
        private let pictures: (mine: ID, theirs: ID)

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            mine = try MarkedTenant(installation)
            theirs = try MarkedTenant(installation)
            pairs = try MarkedTenant.pairs(installation)
            pictures = (try installation.addPicture(to: mine.tenant), try installation.addPicture(to: theirs.tenant))
            _ = try installation.makePlan(in: mine.tenant)
            try installation.openShop(in: mine.tenant)
            // The plan of users without a purchase.
            let free =
                #"{"name.en":"Free","entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"2"}"#
            _ = try installation.makePlan("free", [free], in: mine.tenant)
        }

        private var routes: [(route: Route, needed: ScopeNeeded)] {
            console.console.routes.compactMap { route in
                if case .service(let needed) = route.access { (route, needed) } else { nil }
            }
        }

        /// The tenants in which the endpoint exists.
        private func pair(for route: Route) -> (mine: MarkedTenant, theirs: MarkedTenant) {
            if case .kind(let kind) = route.place, let pair = pairs[kind] { pair } else { (mine, theirs) }
        }

        private func path(_ route: Route, user: String, isOwn: Bool = false) throws -> String {
            let mine = pair(for: route).mine
            var table = RouteTable(tenant: mine.tenant.slug, user: user, objectsWord: mine.word)
            // Own objects for an own user; for any other user, the user's id is used for every object.
            table.objects =
                isOwn
                ? try installation.makeObjects(
                    for: route, in: mine.tenant, of: mine.tenant.holdsPeople ? ID(user) : nil, word: mine.word)
                : mine.objects.mapValues { _ in user }
            // The id that is used for a missing user is used for a picture too.
            table.image = user == mine.user.id.description ? pictures.mine.description : user
            return try #require(table.path(route), "\(route.pattern)")
        }

        /// Calls the endpoint with a valid request.
        private func call(
            _ program: TestProgram, _ route: Route, user: String, isOwn: Bool = false, ifMatch: String? = "*"
        ) async throws -> Answer {
            let mine = pair(for: route).mine
            let path = try path(route, user: user, isOwn: isOwn)
            guard let json = RouteTable(tenant: mine.tenant.slug, user: user, objectsWord: mine.word).json(route) else {
                return await program.call(route.method, path)
            }
            return await program.write(route.method, path, json, ifMatch: ifMatch)
        }

        /// A user of ours to read; to change, a user without earlier changes.
        private func user(for route: Route) throws -> String {
            let mine = pair(for: route).mine
            return try route.method == .get || !mine.tenant.holdsPeople
                ? mine.user.id.description : installation.addUser("Fresh \(mine.word)", to: mine.tenant).id.description
        }

        /// Compares without the reference, which differs each time.
        private func same(_ a: Answer, _ b: Answer) -> Bool {
            func bare(_ answer: Answer) -> String { answer.text.replacing(/"request_id":"[^"]*"/, with: "") }
            return a.status == b.status && bare(a) == bare(b)
        }

        @Test func `there are endpoints, and all of them and nothing else stand behind v1`() {
            #expect(routes.count >= 3)
            for route in console.console.routes {
                let isOpen = route.pattern == "/v1/openapi.json"
                if route.access == .user {
                    #expect(route.pattern.hasPrefix("/v1/me/"))
                } else if case .service = route.access {
                    #expect(route.pattern.hasPrefix("/v1/") && !route.pattern.hasPrefix("/v1/me/"))
                } else {
                    #expect(isOpen || !route.pattern.hasPrefix("/v1"))
                }
            }
        }

        @Test func `each endpoint answers exactly the keys that have its scope`() async throws {
            for (route, needed) in routes {
                let mine = pair(for: route).mine
                // The last scope is one that a newer version may have given.
                for scope in Scope.all.map(\.id) + ["things.do"] {
                    let key = try installation.makeKey(in: mine.tenant, scopes: [scope])
                    let answer = try await call(
                        TestProgram(console, key: key.text), route, user: user(for: route), isOwn: true)
                    let mayPass = needed == .anyKey || Scope(id: scope).map { needed == .scope($0) } == true
                    #expect(
                        mayPass ? (200..<300).contains(answer.status) : answer.status == 403,
                        "\(route.pattern) with \(scope): \(answer.status)")
                    #expect(
                        mayPass || (!mine.isIn(answer) && answer.has("/problems/scope-missing")),
                        "\(route.pattern) with \(scope)")
                }
            }
        }

        @Test
        func `a foreign id, one that nobody has and what is no id are the same bytes, and nothing foreign is shown`()
            async throws
        {
            let count: SQL =
                "select sum(hashtext(users::text))::bigint as n from users where users.tenant_id = \(theirs.tenant.id)"
            let before = try installation.number(count)
            for (route, _) in routes {
                let (mine, theirs) = pair(for: route)
                let program = TestProgram(console, key: mine.key.text)
                let own = try await call(program, route, user: user(for: route), isOwn: true)
                #expect(own.status < 300 && !theirs.isIn(own), "\(route.pattern)")
                guard route.pattern.contains(":") else { continue }
                let missing = try await call(program, route, user: ID.make().description)
                #expect(missing.status == 404, "\(route.pattern)")
                for id in [
                    theirs.user.id.description, theirs.key.id.description, pictures.theirs.description, "x",
                    "00000000-0000-0000-0000-000000000000",
                ] {
                    for ifMatch in ["*", "\"1\"", nil] {
                        let answer = try await call(program, route, user: id, ifMatch: ifMatch)
                        #expect(same(answer, missing), "\(route.pattern), \(id), \(ifMatch ?? "-")")
                    }
                }
            }
            #expect(try installation.number(count) == before)
        }

        @Test func `a batch that names somebody of another tenant says nothing of them and leaves them alone`()
            async throws
        {
            let count: SQL =
                "select sum(hashtext(users::text))::bigint as n from users where users.tenant_id = \(theirs.tenant.id)"
            let before = try installation.number(count)
            let program = TestProgram(console, key: mine.key.text)
            // Neither exists here, so both can be used here.
            let added = await program.write(
                .put, "/v1/users",
                "{\"users\":[{\"email\":\"\(theirs.user.email)\"},{\"id\":\"\(theirs.user.id)\",\"email\":\"\(unique())@example.net\"}]}"
            )
            #expect(added.status == 200 && added.has("\"created\":2,"), "\(added.text)")
            let named = await program.write(
                .put, "/v1/users", "{\"users\":[{\"id\":\"\(theirs.key.id)\",\"name\":\"x\"}]}")
            let nobody = await program.write(
                .put, "/v1/users", "{\"users\":[{\"id\":\"\(ID.make())\",\"name\":\"x\"}]}")
            #expect(same(named, nobody) && named.has("\"failed\":1}"))
            #expect(try installation.number(count) == before)
        }

        @Test func `an Idempotency-Key of another key or tenant is another one`() async throws {
            let json = "{\"users\":[{\"email\":\"same@example.net\"}]}"
            for key in [mine.key, theirs.key] {
                let answer = await TestProgram(console, key: key.text).write(.put, "/v1/users", json, key: "the-same")
                #expect(answer.has("\"created\":1,") && answer.headers[.idempotencyReplayed] == nil)
            }
            let second = try installation.makeKey(in: mine.tenant)
            let answer = await TestProgram(console, key: second.text).write(.put, "/v1/users", json, key: "the-same")
            #expect(answer.has("\"unchanged\":1,") && answer.headers[.idempotencyReplayed] == nil)
        }

        @Test func `without a key that works nothing answers, not even to an admin who is signed in`() async throws {
            var owner = try console.browser(of: #require(mine.admins[.owner]))
            for (number, (route, _)) in routes.enumerated() {
                let mine = pair(for: route).mine
                // Each call has its own network address: a single one would soon be blocked after too many failures.
                owner.address = "198.51.100.\(number)"
                var stranger = TestProgram(console, key: nil)
                stranger.address = owner.address
                for user in [mine.user.id.description, ID.make().description, "x"] {
                    let path = try path(route, user: user)
                    let none = await stranger.call(route.method, path)
                    #expect(none.status == 401 && none.headers[.wwwAuthenticate] != nil, "\(route.pattern)")
                    let signedIn = await console.answer(owner.request(route.method, path))
                    #expect(same(signedIn, none) && !mine.isIn(signedIn), "\(route.pattern)")
                }
            }
        }

        @Test func `a key opens no page of the console`() async throws {
            for route in console.console.routes where route.method == .get {
                if case .tenant = route.access {} else { continue }
                let path = try #require(
                    RouteTable(tenant: mine.tenant.slug, user: mine.user.id.description).path(route))
                let answer = await TestProgram(console, key: mine.key.text).get(path)
                #expect(answer.status == 303 && !mine.isIn(answer), "\(route.pattern)")
            }
        }
    }
}
