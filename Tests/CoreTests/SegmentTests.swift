import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct SegmentTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private var segments: String { "/t/\(tenant.slug)/segments" }
        private var recommendations: String { "/t/\(tenant.slug)/recommendations" }
        private let good = [
            ("key", "premium"), ("name", "Premium \"people\""), ("about", "Who <b>pays</b>"), ("plan", "premium"),
        ]

        private func add(_ form: [(String, String)]) async throws -> Answer {
            var browser = try console.browser(of: owner)
            return await browser.post(segments, form)
        }

        private func user(_ name: String, _ change: (inout TestUser) -> Void = { _ in }) throws -> TestUser {
            var user = TestUser(name)
            change(&user)
            try installation.add([user], to: tenant)
            return user
        }

        private func events(_ action: String) throws -> Int {
            try installation.number(
                "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = \(action)")
        }

        @Test func `the list of users as it is narrowed becomes a group, without its text, and opens as it was`()
            async throws
        {
            _ = try user("Zoë") { $0.plan = "premium" }
            _ = try user("Omid")
            var browser = try console.browser(of: owner)
            let list = await browser.get("/t/\(tenant.slug)/users?q=zo&plan=premium&sort=name")
            let link = try #require(
                list.text.firstMatch(of: /href="([^"]*segments\/new[^"]*)"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                })
            #expect(link == "\(segments)/new?plan=premium")
            #expect(await !browser.get("/t/\(tenant.slug)/users?q=zo").has("segments/new"))
            let form = await browser.get(link)
            #expect(form.text.contains(/<option value="premium"[^>]*selected/))
            let page =
                try #require(await browser.post(segments, good).location).split(separator: "?").first.map(String.init)
                ?? ""
            let shown = await browser.get(page)
            #expect(
                shown.has("About 1 user") && shown.has("Who &lt;b&gt;pays&lt;/b&gt;")
                    && shown.has("/users?plan=premium"))
            #expect(await browser.get(segments).has("Plan: Premium"))
            let again = await browser.get("/t/\(tenant.slug)/users?plan=premium")
            #expect(
                again.has("Zoë") && !again.has("Omid")
                    && again.text.contains(/users\?plan=premium" aria-current="true"><bdi>Premium &quot;people/))
            #expect(try events("segment.added") == 1)
        }

        @Test func `13.21: who has a plan with a key of 80 characters is a segment like any other`() async throws {
            let key = "k" + String(repeating: "x", count: 79)
            _ = try installation.makePlan(key, in: tenant)
            _ = try user("Zoë") { $0.plan = key }
            _ = try user("Omid")
            let added = try await add([("key", "long"), ("name", "Long"), ("about", ""), ("plan", key)])
            let page = try #require(added.location?.split(separator: "?").first.map(String.init))
            var browser = try console.browser(of: owner)
            let shown = await browser.get(page)
            #expect(shown.has("About 1 user") && shown.has("/users?plan=\(key)"))
            let program = TestProgram(
                console, key: try installation.makeKey(in: tenant, scopes: ["users.read"]).text)
            let zoe = try installation.text("select id::text as t from users where plan = \(key)")
            #expect(await program.get("/v1/users/\(zoe)/segments").has("\"long\""))
        }

        @Test(arguments: [
            ("key", ""), ("key", "Big Letters"), ("name", ""), ("name", String(repeating: "x", count: 61)),
            ("about", String(repeating: "x", count: 301)),
            ("plan", ""), ("status", "gone"), ("created", "-3"), ("seen", "many"), ("seen", "99999"),
        ])
        func `what the list of users would not understand is refused, and nothing typed is lost`(
            field: String, value: String
        ) async throws {
            let answer = try await add(good.filter { $0.0 != field } + [(field, value)])
            #expect(answer.status == 422 && answer.has("Who &lt;b&gt;pays&lt;/b&gt;") == (field != "about"), "\(field)")
            #expect(try installation.number("select count(*) as n from segments where tenant_id = \(tenant.id)") == 0)
        }

        @Test func `a key is one group's, and there is room for a hundred`() async throws {
            #expect(try await add(good).status == 303)
            #expect(try await add(good).has("Another segment already has this key."))
            for _ in 0..<99 { _ = try installation.makeSegment(in: tenant) }
            #expect(try await add(good.map { $0.0 == "key" ? ("key", "other") : $0 }).has("at most 100 segments"))
        }

        @Test func `a form over a newer saving merges field by field, and is stored only when it was seen`()
            async throws
        {
            let id = try installation.makeSegment(name: "Mine", filter: "plan=premium", in: tenant)
            let page = "\(segments)/\(id)"
            var (mine, theirs) = (try console.browser(of: owner), try console.browser(of: owner))
            let (first, second) = (await mine.get("\(page)/edit"), await theirs.get("\(page)/edit"))
            #expect(await theirs.post(page, second.form(page, ["name": "Theirs"])).status == 303)
            let conflict = await mine.post(page, first.form(page, ["about": "Why"]))
            #expect(conflict.status == 409 && conflict.has("Theirs"))
            #expect(await mine.post(page, conflict.form(page, [:])).status == 303)
            let stored = await mine.get(page)
            #expect(stored.has("Theirs") && stored.has("Why"))
            #expect(try events("segment.changed") == 2)
        }

        @Test func `a group that something is meant for stays, and it is said what`() async throws {
            let id = try installation.makeSegment("vip", in: tenant)
            let other = try installation.makeSegment("vip2", in: tenant)
            var browser = try console.browser(of: owner)
            func delete() async -> Answer { await browser.post("\(segments)/\(id)/deletion") }
            let entry = try #require(
                await browser.post(
                    recommendations, [("key", "advice"), ("text.en", "Sleep <well>"), ("segment", "vip")]
                ).location)
            let refused = await delete()
            #expect(refused.status == 409 && refused.has("“Sleep &lt;well&gt;”"))
            #expect(await browser.post("\(segments)/\(other)/deletion").status == 303)
            #expect(await browser.post("\(entry)/publication").status == 303)
            #expect(await delete().status == 409)
            // Another version holds: the old one keeps nothing.
            let form = await browser.get("\(entry)/edit")
            #expect(await browser.post(entry, form.form(entry, ["segment": ""])).status == 303)
            #expect(await delete().status == 409)
            #expect(await browser.post("\(entry)/publication").status == 303)
            #expect(await delete().location?.hasPrefix(segments) == true)
            let back = await browser.post("\(entry)/versions/1/return")
            #expect(back.status == 409 && back.has("This segment no longer exists"))
            #expect(try events("segment.deleted") == 2)
        }

        @Test func `a recommendation is for a group that is there, and apps get its key`() async throws {
            _ = try installation.makeSegment("vip", in: tenant)
            var browser = try console.browser(of: owner)
            let wrong = await browser.post(
                recommendations, [("key", "advice"), ("text.en", "Sleep"), ("segment", "nobody")])
            #expect(wrong.status == 422 && wrong.has("segment-error"))
            let entry = try #require(
                await browser.post(recommendations, [("key", "advice"), ("text.en", "Sleep"), ("segment", "vip")])
                    .location)
            _ = await browser.post("\(entry)/publication")
            let key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
            #expect(await TestProgram(console, key: key.text).get("/v1/catalogue").has(#""segment":"vip""#))
        }

        @Test func `which groups somebody is in is what the list of users says, filter by filter`() async throws {
            let filters = [
                "status=active", "status=suspended", "plan=premium", "country=ES", "language=fa", "platform=ios",
                "role=moderator", "created=7", "seen=30",
                "plan=premium&country=ES&seen=30",
            ]
            for (number, filter) in filters.enumerated() {
                _ = try installation.makeSegment("s\(number)", filter: filter, in: tenant)
            }
            let (now, day) = (Timestamp.now, Int64(86400))
            let users = [
                try user("One") { ($0.plan, $0.country, $0.seenAt) = ("premium", "ES", now.adding(seconds: -day)) },
                try user("Two") {
                    ($0.status, $0.language, $0.platform, $0.createdAt) = (
                        "suspended", "fa", "ios", now.adding(seconds: -day * 3)
                    )
                },
                try user("Three") {
                    ($0.role, $0.createdAt, $0.seenAt) = (
                        "moderator", now.adding(seconds: -day * 90), now.adding(seconds: -day * 90)
                    )
                },
            ]
            let key = try installation.makeKey(in: tenant, scopes: ["users.read"])
            let program = TestProgram(console, key: key.text)
            var browser = try console.browser(of: owner)
            var seen = 0
            for user in users {
                let answer = await program.get("/v1/users/\(user.id)/segments")
                #expect(answer.status == 200 && answer.headers[.eTag] != nil)
                for (number, filter) in filters.enumerated() {
                    let isListed = await browser.get("/t/\(tenant.slug)/users?\(filter)").has(user.email)
                    #expect(answer.has("\"key\":\"s\(number)\"") == isListed, "\(user.name), \(filter)")
                    if isListed { seen += 1 }
                }
            }
            #expect(seen > 8)
            try installation.set("update users set status = 'deleted' where id = \(users[0].id)")
            #expect(await program.get("/v1/users/\(users[0].id)/segments").status == 404)
        }

        @Test
        func
            `who sees users sees groups; who may not manage them can't, and where nobody's data is held there are none`()
            async throws
        {
            let id = try installation.makeSegment(in: tenant)
            let support = try installation.makeAdmin(.support, in: tenant)
            var browser = try console.browser(of: support)
            let page = await browser.get("\(segments)/\(id)")
            #expect(page.status == 200 && !page.has("/deletion") && !page.has("/edit"))
            for path in ["", "/\(id)", "/\(id)/deletion"] {
                #expect(await browser.post(segments + path, good).status == 403)
            }
            let empty = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            let admin = try installation.makeAdmin(.owner, in: empty)
            var none = try console.browser(of: admin)
            for path in ["", "/new"] { #expect(await none.get("/t/\(empty.slug)/segments\(path)").status == 404) }
            #expect(await none.post("/t/\(empty.slug)/segments", good).status == 404)
        }
    }
}
