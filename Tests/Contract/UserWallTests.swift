import Console
import Core
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// Every endpoint for users, called by one user with another's ids: users attack users.
    @Suite struct UserWallTests {
        /// A tenant of one kind with two users, each with the app on their phone.
        private struct Side {
            let tenant: Tenant
            let otherWord: String
            let mine: TestUser
            let theirs: TestUser
            let phone: TestProgram
            let otherPhone: TestProgram
            let routes: [Route]
        }

        private let installation: TestInstallation
        private let console: TestConsole
        /// One side for the endpoints of every tenant that holds people, and one for each kind with endpoints of its
        /// own.
        private let sides: [Side]

        init() async throws {
            let installation = try TestInstallation()
            let console = installation.console()
            (self.installation, self.console) = (installation, console)
            let all = console.console.routes.filter { $0.access == .user }
            var sides: [Side] = []
            for kind in Kinds.all where kind.holdsPeople {
                let tenant = try installation.makeTenant(kind: kind.id)
                let routes = all.filter { route in
                    if case .kind = route.place { return route.place.includes(tenant) }
                    return sides.isEmpty && route.place.includes(tenant)
                }
                guard !routes.isEmpty else { continue }
                sides.append(try await Self.side(tenant, routes, installation, console))
            }
            self.sides = sides
        }

        private static func side(
            _ tenant: Tenant, _ routes: [Route], _ installation: TestInstallation, _ console: TestConsole
        ) async throws -> Side {
            let otherWord = unique()
            let app = try installation.makeApp(in: tenant)
            var phones: [TestProgram] = []
            var users: [TestUser] = []
            for word in [unique(), otherWord] {
                let user = try installation.addWholeUser("Whole \(word)", to: tenant)
                _ = try installation.makeObjects(in: tenant, of: user.id, word: word, ofAllKinds: false)
                try installation.givePassword(to: user, in: tenant)
                var browser = console.browser()
                let tokens = try #require(await browser.tokens(of: user, for: app))
                phones.append(TestProgram(console, key: tokens.access))
                users.append(user)
            }
            return Side(
                tenant: tenant, otherWord: otherWord, mine: users[0], theirs: users[1], phone: phones[0],
                otherPhone: phones[1], routes: routes)
        }

        private func call(_ program: TestProgram, _ route: Route, _ table: RouteTable) async throws -> Answer {
            let path = try #require(table.path(route), "\(route.pattern)")
            if let file = table.file(route) {
                return await program.write(route.method, path, type: file.type, file.bytes)
            }
            guard let json = table.json(route) else { return await program.call(route.method, path) }
            return await program.write(route.method, path, json, ifMatch: "*")
        }

        /// The number of all rows that are declared as personal data of that user.
        private func rows(of user: TestUser, in tenant: Tenant) throws -> Int {
            try ConsoleApplication.declarations.personalData.reduce(0) { sum, table in
                sum
                    &+ (try installation.number(
                        """
                        select coalesce(sum(hashtext(held::text)), 0)::bigint as n from \(table.table) as held
                        where held.tenant_id = \(tenant.id) and held.\(table.user) = \(user.id)
                        """))
            }
        }

        @Test func `S2: with nothing or a key no endpoint for users answers`() async throws {
            #expect(sides.first?.routes.count ?? 0 >= 9)
            for side in sides {
                let key = try installation.makeKey(in: side.tenant)
                for route in side.routes {
                    let table = RouteTable(tenant: side.tenant.slug, user: side.mine.id.description)
                    for program in [TestProgram(console, key: nil), TestProgram(console, key: key.text)] {
                        let answer = try await call(program, route, table)
                        #expect([401, 429].contains(answer.status), "\(route.method) \(route.pattern)")
                    }
                }
            }
        }

        @Test func `S2: what is another user's is neither shown nor changed, and looks like what is not there`()
            async throws
        {
            for side in sides {
                let (mine, theirs, tenant) = (side.mine, side.theirs, side.tenant)
                for route in side.routes {
                    var table = RouteTable(tenant: tenant.slug, user: theirs.id.description)
                    table.objects = try installation.makeObjects(
                        for: route, in: tenant, of: theirs.id, word: side.otherWord)
                    let before = try rows(of: theirs, in: tenant)
                    let answer = try await call(side.phone, route, table)
                    #expect(!answer.has(side.otherWord), "\(route.method) \(route.pattern)")
                    #expect(try rows(of: theirs, in: tenant) == before, "\(route.method) \(route.pattern)")
                    // With PUT, an id that another user has may be used for an object of one's own.
                    if route.pattern.contains(":"), route.method != .put {
                        let missing = try await call(
                            side.phone, route, RouteTable(tenant: tenant.slug, user: ID.make().description))
                        #expect(answer.status == 404 && missing.status == 404, "\(route.method) \(route.pattern)")
                    }
                    // If a call ended the session, the next route still needs a signed-in caller.
                    try installation.set(
                        "update account_sessions set ended_at = null, ended_because = null where user_id = \(mine.id)")
                }
                #expect(await side.otherPhone.get("/v1/me/profile").status == 200)
            }
        }

        /// The app of a user of another tenant of the same kind, who has the same id: tenants' programs choose ids.
        private func twin(of user: TestUser, in tenant: Tenant) async throws -> (TestUser, TestProgram) {
            let elsewhere = try installation.makeTenant(kind: tenant.kind)
            var twin = TestUser("Twin \(unique())")
            twin.id = user.id
            try installation.add([twin], to: elsewhere)
            try installation.givePassword(to: twin, in: elsewhere)
            let app = try installation.makeApp(in: elsewhere)
            var browser = console.browser()
            return (twin, TestProgram(console, key: try #require(await browser.tokens(of: twin, for: app)).access))
        }

        @Test func `S2: another tenant's token, of a user with the same id, neither shows nor changes anything here`()
            async throws
        {
            for side in sides {
                let (theirs, tenant) = (side.theirs, side.tenant)
                let (twin, stranger) = try await twin(of: theirs, in: tenant)
                #expect(await stranger.get("/v1/me/profile").has(twin.name))
                for route in side.routes {
                    var table = RouteTable(tenant: tenant.slug, user: theirs.id.description)
                    table.objects = try installation.makeObjects(
                        for: route, in: tenant, of: theirs.id, word: side.otherWord)
                    let before = try rows(of: theirs, in: tenant)
                    let answer = try await call(stranger, route, table)
                    #expect(
                        answer.status != 401 && answer.status < 500, "\(answer.status) \(route.method) \(route.pattern)"
                    )
                    #expect(!answer.has(side.otherWord), "\(route.method) \(route.pattern)")
                    #expect(try rows(of: theirs, in: tenant) == before, "\(route.method) \(route.pattern)")
                    // With PUT, an id of another tenant may be used for an object of one's own.
                    if route.pattern.contains(":"), route.method != .put {
                        #expect(answer.status == 404, "\(answer.status) \(route.method) \(route.pattern)")
                    }
                    // If a call ended the session, the next route still needs a signed-in caller.
                    try installation.set(
                        "update account_sessions set ended_at = null, ended_because = null where user_id = \(theirs.id)"
                    )
                }
                // The token is still good, and so is what it did not touch.
                #expect(await stranger.get("/v1/me/profile").status == 200)
                #expect(await side.otherPhone.get("/v1/me/profile").has(side.otherWord))
            }
        }

        /// Both in everything that users can have in common, and each with objects of their own for every route.
        private func share(_ side: Side) throws {
            guard side.tenant.kind == "fitness" else { return }
            let group = try installation.makeEntry("categories", ["published"], in: side.tenant, name: "Group")
            for user in [side.mine, side.theirs] {
                try installation.set(
                    """
                    insert into fitness_group_members (tenant_id, user_id, group_id, joined_at)
                    values (\(side.tenant.id), \(user.id), \(group), now())
                    on conflict (tenant_id, user_id) do update set group_id = excluded.group_id
                    """, in: side.tenant)
            }
            // A sponsor beside mine of somebody's goal, and one who was asked to back each of mine.
            let third = try installation.addUser("Third", to: side.tenant)
            let goals = try installation.makeObjects(in: side.tenant, of: third.id, word: "third", ofAllKinds: false)
            #expect(!goals.isEmpty)
            try installation.set(
                """
                insert into fitness_backings (tenant_id, goal_id, user_id, answer, answered_at)
                select goals.tenant_id, goals.id, asked.id, case when goals.user_id = \(third.id) then 'accepted' else 'asked' end,
                    case when goals.user_id = \(third.id) then now() end
                from fitness_goals as goals, unnest(\([side.mine.id, side.theirs.id])) as asked (id)
                where goals.tenant_id = \(side.tenant.id) and goals.user_id = any(\([side.mine.id, third.id]))
                    and goals.user_id <> asked.id
                on conflict do nothing
                """, in: side.tenant)
            try installation.set(
                "update fitness_goals set proposed_at = coalesce(proposed_at, now()) where tenant_id = \(side.tenant.id)",
                in: side.tenant)
            // Sponsors are listed.
            try installation.set(
                "update users set role = 'sponsor' where id = \(side.theirs.id)", in: side.tenant)
        }

        @Test func `17.4: who is shown to nobody is named in no answer to another, whatever the two share`()
            async throws
        {
            for side in sides {
                try share(side)
                var named: [String: Set<String>] = [:]
                for level in PrivacyLevel.allCases {
                    try installation.set(
                        "update users set privacy_level = \(level.rawValue) where id = \(side.theirs.id)",
                        in: side.tenant)
                    for route in side.routes where route.method == .get {
                        var table = RouteTable(tenant: side.tenant.slug, user: side.mine.id.description)
                        table.objects = try installation.makeObjects(
                            for: route, in: side.tenant, of: side.mine.id, word: "mine")
                        let answer = try await call(side.phone, route, table)
                        #expect(answer.status < 500, "\(route.pattern)")
                        #expect(!answer.has(side.theirs.email), "\(level) \(route.pattern)")
                        if answer.has(side.otherWord) { named[level.rawValue, default: []].insert(route.pattern) }
                    }
                }
                #expect(named["nobody"] == nil, "\(named)")
                // Else the walk would prove nothing.
                if side.tenant.kind == "fitness" {
                    #expect(named["everybody"]?.isEmpty == false && named["groups"]?.isEmpty == false, "\(named)")
                }
            }
        }
    }
}
