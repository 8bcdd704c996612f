import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct UserListTests {
        /// 1,000 users, many of whom share a name, a minute of joining and of being seen; made once.
        private struct World {
            let installation: TestInstallation
            let tenant: Tenant
            let manager: TestAdmin
            let users: [TestUser]

            init() throws {
                installation = try TestInstallation()
                tenant = try installation.makeTenant()
                manager = try installation.makeAdmin(.manager, in: tenant)
                var random = SeededRandom(11)
                let names = ["Ana", "ana", "Éva", "Мария", "علی", "", "=SUM(A1)", "O'Brien", "李伟", "Z", "z"]
                let start = Timestamp.now.adding(seconds: -90 * 86400)
                users = (0..<1000).map { number in
                    var user = TestUser(
                        names.randomElement(using: &random) ?? "", email: "User\(number)@Example.org",
                        createdAt: start.adding(seconds: Int64.random(in: 0..<40, using: &random) * 60))
                    user.seenAt =
                        Bool.random(using: &random)
                        ? Timestamp(microseconds: 0)
                        : start.adding(seconds: Int64.random(in: 0..<20, using: &random) * 3600)
                    return user
                }
                try installation.add(users, to: tenant)
                let other = try installation.makeTenant()
                try installation.add((0..<50).map { TestUser("Ana", email: "foreign\($0)@example.org") }, to: other)
            }
        }

        private static let world = Result { try World() }
        private let world: World
        private let console: TestConsole

        init() throws {
            world = try Self.world.get()
            console = world.installation.console()
        }

        private var base: String { "/t/\(world.tenant.slug)/users" }

        private func ids(_ page: Answer) -> [ID] {
            page.text.matches(of: /<th class="who" scope="row"><a href="[^"]*\/users\/([0-9a-f-]{36})"/).compactMap {
                ID($0.output.1)
            }
        }

        private func link(_ relation: String, _ page: Answer) -> String? {
            let links = page.text.matches(of: /href="([^"]*)" rel="(next|prev)"/)
            return links.first { $0.output.2 == relation }.map { String($0.output.1).replacing("&amp;", with: "&") }
        }

        /// All pages, in one direction.
        private func walk(_ browser: inout TestBrowser, from address: String, _ relation: String) async -> [[ID]] {
            var pages: [[ID]] = []
            var next: String? = address
            while let address = next, pages.count < 100 {
                let page = await browser.get(address)
                #expect(page.status == 200)
                pages.append(ids(page))
                next = link(relation, page)
            }
            return pages
        }

        @Test(arguments: UserFilter.Sort.allCases)
        func `walking all pages forward and back meets every user once, in order`(sort: UserFilter.Sort) async throws {
            var browser = try console.browser(of: world.manager)
            let forward = await walk(&browser, from: "\(base)?sort=\(sort.rawValue)", "next")
            #expect(forward.count == 20 && forward.allSatisfy { $0.count == 50 })
            let all = forward.flatMap { $0 }
            #expect(Set(all) == Set(world.users.map(\.id)))
            #expect(all.count == 1000)

            let last = try #require(forward.last?.first)
            let back = await walk(&browser, from: "\(base)?sort=\(sort.rawValue)&before=\(last)", "prev")
            #expect(back.reversed().flatMap { $0 } == Array(all.dropLast(50)))

            let byID = Dictionary(world.users.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
            let sorted = all.compactMap { byID[$0] }
            let rising = zip(sorted, sorted.dropFirst()).allSatisfy { a, b in
                switch sort {
                case .newest: (b.createdAt, b.id) < (a.createdAt, a.id)
                case .oldest: (a.createdAt, a.id) < (b.createdAt, b.id)
                case .seen: (b.seenAt, b.id) < (a.seenAt, a.id)
                case .unseen: (a.seenAt, a.id) < (b.seenAt, b.id)
                case .email: a.email.lowercased() < b.email.lowercased()
                case .emailDown: b.email.lowercased() < a.email.lowercased()
                // The order of names is the database's; equal ones stand together by id.
                case .name: a.name != b.name || a.id < b.id
                case .nameDown: a.name != b.name || b.id < a.id
                }
            }
            #expect(rising)
        }

        @Test func `a place in the list that is nobody, or somebody of another tenant, is an empty page, no error`()
            async throws
        {
            var browser = try console.browser(of: world.manager)
            let foreign = try world.installation.database.connection(.superuser).send(
                "select users.id from users where users.tenant_id <> \(world.tenant.id) limit 1"
            ).rows().first?.id("id")
            for mark in [ID.make().description, foreign?.description ?? ""] {
                let page = await browser.get("\(base)?after=\(mark)")
                #expect(page.status == 200 && ids(page).isEmpty)
            }
            for mark in ["x", "'", "%00", ""] { #expect(await ids(browser.get("\(base)?after=\(mark)")).count == 50) }
        }

        @Test func `the exact count is that of the tenant alone`() async throws {
            var browser = try console.browser(of: world.manager)
            let page = await browser.get("\(base)?count=exact")
            #expect(page.has("1,000"))
            #expect(page.has("foreign") == false)
        }
    }

    @Suite struct UserSearchTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private var browser: TestBrowser

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            browser = try installation.console().browser(of: installation.makeAdmin(.manager, in: tenant))
        }

        private func found(_ query: [(String, String)]) async -> Set<String> {
            var tab = browser
            let page = await tab.get("/t/\(tenant.slug)/users?\(TestBrowser.encoded(query))")
            #expect(page.status == 200)
            let names = page.text.matches(of: /<th class="who" scope="row"><a href="[^"]*"><bdi>([^<]*)<\/bdi>/).map {
                String($0.output.1)
            }
            return Set(names)
        }

        private func search(_ text: String) async -> Set<String> { await found([("q", text)]) }

        @Test func `part of a name or e-mail finds, in any script and case`() async throws {
            let people = ["Мария Соколова", "مریم پورمند", "José Ángel Núñez", "李小龍", "Grace Okafor", "ZOË"]
            try installation.add(
                people.enumerated().map { TestUser($0.element, email: "person\($0.offset).X@mail.example") }, to: tenant
            )
            #expect(await search("соко") == ["Мария Соколова"])
            #expect(await search("СОКО") == ["Мария Соколова"])
            #expect(await search("پور") == ["مریم پورمند"])
            #expect(await search("ÁNGEL NÚ") == ["José Ángel Núñez"])
            #expect(await search("李小") == ["李小龍"])
            #expect(await search("小龍") == ["李小龍"])
            #expect(await search("李") == ["李小龍"])
            #expect(await search("zoë") == ["ZOË"])
            #expect(await search("PERSON4.x@MAIL") == ["Grace Okafor"])
            #expect(await search("  grace  ") == ["Grace Okafor"])
            #expect(await search("nobody at all").isEmpty)
            #expect(await search("mail.example").count == 6)
        }

        @Test func `one or two letters find where a word begins, two also where one ends`() async throws {
            try installation.add(
                [
                    ("Wu Min", "a.b@x.example"), ("Ann Wu", "kwun@y.example"), ("Swung Oh", "wucd@z.example"),
                    ("Bo Li", "qq@q.wu"),
                ].map { TestUser($0.0, email: $0.1) },
                to: tenant)
            #expect(await search("wu") == ["Wu Min", "Ann Wu", "Swung Oh", "Bo Li"])
            #expect(await search("w") == ["Wu Min", "Ann Wu", "Swung Oh"])
            #expect(await search("un").isEmpty)
            #expect(await search("ng") == ["Swung Oh"])
            #expect(await search("b") == ["Bo Li"])
        }

        @Test func `rare, common and clustered texts are found on every page of every sort`() async throws {
            // 41,000 who sort before all of those searched, so that no walk along the names meets them.
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    """
                    insert into users (tenant_id, id, email, name, status, created_at, seen_at)
                    select \(tenant.id), gen_random_uuid(), number || '@example.org',
                        case when number > 41000 then 'Zz Needle ' else 'Aa Straw ' end || number, 'active',
                        now() - make_interval(secs => number * 7919 % 44000), now() - make_interval(secs => number)
                    from generate_series(1, 43500) as number
                    """)
                try tx.execute("analyze users")
            }
            for (text, count) in [("needle", 2500), ("needle 43", 501), ("straw", 41000), ("needle 43333", 1)] {
                for sort in UserFilter.Sort.allCases {
                    var tab = browser
                    let page = await tab.get(
                        "/t/\(tenant.slug)/users?\(TestBrowser.encoded([("q", text), ("sort", sort.rawValue)]))")
                    let names = page.text.matches(of: /<th class="who" scope="row"><a href="[^"]*"><bdi>([^<]*)<\/bdi>/)
                        .map { String($0.output.1) }
                    #expect(
                        names.count == min(50, count) && names.allSatisfy { $0.lowercased().contains(text) },
                        "\(text) \(sort)")
                    #expect(page.has("rel=\"next\"") == (count > 50), "\(text) \(sort)")
                }
            }
            // Page by page to the end, where the rest of the list is shorter than any walk.
            var tab = browser
            var next: String? = "/t/\(tenant.slug)/users?q=needle&sort=-name"
            var all: [String] = []
            while let address = next, all.count < 3000 {
                let page = await tab.get(address)
                all += page.text.matches(of: /<th class="who" scope="row"><a href="[^"]*"><bdi>([^<]*)<\/bdi>/).map {
                    String($0.output.1)
                }
                next = page.text.firstMatch(of: /href="([^"]*)" rel="next"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                }
            }
            #expect(all.count == 2500 && Set(all).count == 2500)
            #expect(await tab.get("/t/\(tenant.slug)/users?q=needle&count=exact").has("2,500"))
        }

        @Test func `an id finds its user, and the id of another tenant's user finds nothing`() async throws {
            let user = try installation.addUser("Found by id", to: tenant)
            let foreign = try installation.addUser("Foreign", to: installation.makeTenant())
            #expect(await search(user.id.description) == ["Found by id"])
            #expect(await search(user.id.description.uppercased()) == ["Found by id"])
            #expect(await search(foreign.id.description).isEmpty)
        }

        @Test func `LIKE's own characters stand for themselves`() async throws {
            try installation.add(
                ["100% sure", "under_score", "back\\slash", "plain", "%\u{301}accent", "x\u{301}accent", "quote'd"].map
                { TestUser($0) }, to: tenant)
            #expect(await search("%") == ["%\u{301}accent"])
            #expect(await search("0%") == ["100% sure"])
            #expect(await search("_").isEmpty)
            #expect(await search("_sc") == ["under_score"])
            #expect(await search("k\\s") == ["back\\slash"])
            #expect(await search("100%") == ["100% sure"])
            #expect(await search("r_s") == ["under_score"])
            #expect(await search("k\\s") == ["back\\slash"])
            #expect(await search("%\u{301}a") == ["%\u{301}accent"])
            #expect(await search("e'd") == ["quote&#39;d"])
            #expect(await search("___").isEmpty)
        }

        @Test func `a filter takes what it says and nothing else; deleted ones show only when asked for`() async throws
        {
            func user(_ name: String, _ change: (inout TestUser) -> Void) -> TestUser {
                var user = TestUser(name)
                change(&user)
                return user
            }
            let now = Timestamp.now
            try installation.add(
                [
                    user("suspended") { $0.status = "suspended" }, user("pending") { $0.status = "pending" },
                    user("deleted") { $0.status = "deleted" }, user("premium") { $0.plan = "premium" },
                    user("moderator") { $0.role = "moderator" }, user("iranian") { $0.country = "IR" },
                    user("persian") { $0.language = "fa" }, user("android") { $0.platform = "android" },
                    user("old") { $0.createdAt = now.adding(seconds: -40 * 86400) },
                    user("seen") { $0.seenAt = now.adding(seconds: -3600) },
                ], to: tenant)
            #expect(await found([]).contains("deleted") == false)
            #expect(await found([]).count == 9)
            #expect(await found([("status", "deleted")]) == ["deleted"])
            #expect(await found([("status", "suspended")]) == ["suspended"])
            #expect(await found([("plan", "premium")]) == ["premium"])
            #expect(await found([("role", "moderator")]) == ["moderator"])
            #expect(await found([("country", "ir")]) == ["iranian"])
            #expect(await found([("language", "fa")]) == ["persian"])
            #expect(await found([("platform", "android")]) == ["android"])
            #expect(await found([("created", "30")]).contains("old") == false)
            #expect(await found([("created", "30")]).count == 8)
            #expect(await found([("seen", "7")]) == ["seen"])
            #expect(await found([("status", "active"), ("plan", "premium"), ("country", "IR")]).isEmpty)
            #expect(
                await found([
                    ("status", "'; drop table users"), ("created", "-5"), ("seen", "99999999999999999999"),
                    ("sort", "x"),
                ]).count == 9)
        }

        @Test func `2,000 odd addresses of the list give a page each, never an error`() async throws {
            var random = SeededRandom(4)
            try installation.add([TestUser("Somebody")], to: tenant)
            let names = [
                "q", "status", "plan", "role", "country", "language", "platform", "created", "seen", "sort", "after",
                "before", "count", "phone", "external_id",
            ]
            var tab = browser
            for _ in 0..<(isFullRun ? 2000 : 300) {
                let query = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    (names.randomElement(using: &random) ?? "q", random.text(of: "abж%_\\'\"-1九", upTo: 12))
                }
                let page = await tab.get("/t/\(tenant.slug)/users?\(TestBrowser.encoded(query))")
                #expect(page.status == 200, "\(query)")
            }
        }
    }
}
