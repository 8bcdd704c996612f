import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Plans in versions, and moving those who have an old one.
    @Suite struct PlanMoveTests {
        private static let made = Result { try TestInstallation() }
        private static func content(_ price: String, _ alarms: Int, _ more: String = "") -> String {
            """
            {"name.en":"Premium","prices.1.amount":"\(price)","prices.1.currency":"EUR","prices.1.period":"month",\
            "entitlements.1.key":"alarms","entitlements.1.kind":"number","entitlements.1.value":"\(alarms)","entitlements.1.label.en":"Alarms"\(more)}
            """
        }
        private static let sounds =
            #","entitlements.2.key":"sounds","entitlements.2.kind":"yes","entitlements.2.value":"yes","entitlements.2.label.en":"Sounds""#

        /// As long as the key of a plan may be (13.21).
        private static let key = "k" + String(repeating: "x", count: 79)

        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let plan: ID

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            plan = try installation.makePlan(
                Self.key, [Self.content("9.99", 50), Self.content("12.00", 20, Self.sounds)], in: tenant)
        }

        private var path: String { "/t/\(tenant.slug)/plans/\(plan)" }

        private func subscribe(
            _ count: Int, currency: String = "EUR", provider: String = "card", state: String = "active",
            price: Int = 999
        ) throws {
            for _ in 0..<count {
                let user = try installation.addUser("Somebody", to: tenant)
                try installation.makeSubscription(
                    of: user.id, plan, key: Self.key, state: state, price: price, currency: currency,
                    provider: provider, in: tenant)
            }
        }

        private func held(_ version: Int) throws -> Int {
            try installation.number(
                "select count(*) as n from subscriptions where tenant_id = \(tenant.id) and version = \(version)")
        }

        @Test
        func
            `13.23: a move says first who gains and loses what, the MRR, and which prices it can't change, then does just that`()
            async throws
        {
            try subscribe(3)
            // Only the sandbox's price is set here; what a provider collects stays as it was agreed there.
            try subscribe(1, provider: "sandbox")
            try subscribe(1, currency: "USD")
            try subscribe(1, provider: "manual", price: 0)
            try subscribe(1, state: "trial")
            var browser = try console.browser(of: owner)
            let page = await browser.get("\(path)/subscribers")
            #expect(page.has("6 subscribers move.") && page.has("1 stays: the new version has no price"))
            #expect(page.has("4 subscribers keep paying their old price"))
            // 4 × 9.99 before, 3 × 9.99 and 12 afterwards; the trial brings nothing yet, what was given never does.
            #expect(page.has("€39.96 + $9.99") && page.has("€41.97 + $9.99"))
            #expect(page.has("Alarms") && page.has("Loss") && page.has("Sounds") && page.has("Gain"))
            let answer = await browser.post("\(path)/moves", [("from", "0"), ("to", "2")])
            let move = try #require(answer.location)
            #expect(await browser.get(move).has("<progress"))
            // While it runs there is no other.
            #expect(await browser.post("\(path)/moves", [("from", "0"), ("to", "2")]).status == 409)
            try await console.work()
            #expect(try (held(1), held(2)) == (1, 6))
            #expect(
                try installation.number(
                    "select count(*) as n from subscriptions where tenant_id = \(tenant.id) and price = 1200") == 1)
            #expect(
                try installation.number(
                    "select count(*) as n from subscriptions where tenant_id = \(tenant.id) and price = 0") == 1)
            let done = await browser.get(move)
            #expect(done.has("Done") && done.has(">6<") && done.has(">1<"))
            // 14: with the plan's trail, in which the move is.
            #expect(done.has("/t/\(tenant.slug)/audit?object="))
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'plan.moved' and actor_id = \(owner.id)"
                ) == 6)
            #expect(
                try installation.number(
                    "select sum(yearly)::bigint as n from subscription_days where tenant_id = \(tenant.id) and currency = 'EUR'"
                ) == 12 * (3 * 999 + 1200))
            #expect(await browser.get("\(path)/subscribers").has("41.97"))
        }

        @Test func `it goes on from the batch it came to, and nobody is moved twice`() async throws {
            try subscribe(MoveSlice.batch + 7)
            var browser = try console.browser(of: owner)
            let move = try #require(await browser.post("\(path)/moves", [("from", "1"), ("to", "2")]).location)
            let work = MoveWork(tenant: tenant.id, id: try #require(ID(String(move.split(separator: "/").last ?? ""))))
            // Killed after the first batch: another begins where it had come to.
            #expect(try await console.workOneBatch(of: work))
            #expect(try held(2) == MoveSlice.batch)
            try await console.work()
            #expect(try held(2) == MoveSlice.batch + 7)
            #expect(
                try installation.number("select moved as n from plan_moves where tenant_id = \(tenant.id)") == MoveSlice
                    .batch + 7)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'plan.moved'")
                    == MoveSlice.batch + 7)
            #expect(try await !console.workOneBatch(of: work))
        }

        @Test func `13.12: a move whose job is given up says that it stopped, and another may begin`() async throws {
            try subscribe(2)
            var browser = try console.browser(of: owner)
            let move = try #require(await browser.post("\(path)/moves", [("from", "1"), ("to", "2")]).location)
            try installation.set("update jobs set lost = 3 where tenant_id = \(tenant.id)")
            try await console.work()
            #expect(await !browser.get(move).has("<progress"))
            #expect(try held(1) == 2)
            let again = try #require(await browser.post("\(path)/moves", [("from", "1"), ("to", "2")]).location)
            try await console.work()
            #expect(try again != move && held(2) == 2)
        }

        @Test func `who asked and may not any more has it stopped`() async throws {
            try subscribe(2)
            let manager = try installation.makeAdmin(.manager, in: tenant)
            var browser = try console.browser(of: manager)
            let move = try #require(await browser.post("\(path)/moves", [("from", "0"), ("to", "2")]).location)
            try installation.set(
                "update memberships set role = 'support' where tenant_id = \(tenant.id) and admin_id = \(manager.id)")
            try await console.work()
            #expect(try held(2) == 0)
            var other = try console.browser(of: owner)
            #expect(await other.get(move).has("Stopped"))
        }

        @Test func `when another version is live by now the effect is shown anew, and nobody moves`() async throws {
            try subscribe(1)
            var browser = try console.browser(of: owner)
            #expect(await browser.post("\(path)/moves", [("from", "0"), ("to", "1")]).status == 409)
            #expect(await browser.post("\(path)/moves", [("from", "7"), ("to", "2")]).status == 409)
            #expect(try installation.number("select count(*) as n from plan_moves where tenant_id = \(tenant.id)") == 0)
        }

        @Test func `where the tenant wants two admins, prices and moves wait for the second`() async throws {
            try subscribe(2)
            try installation.set("update tenants set four_eyes = '{prices}' where id = \(tenant.id)")
            var browser = try console.browser(of: owner)
            let requested = await browser.post(
                "\(path)/moves", [("from", "0"), ("to", "2"), ("approval_reason", "New prices")])
            let request = try #require(requested.location)
            #expect(request.contains("/approvals/"))
            #expect(try installation.number("select count(*) as n from plan_moves where tenant_id = \(tenant.id)") == 0)
            var second = try console.browser(of: try installation.makeAdmin(.owner, in: tenant))
            let page = await second.get(request)
            #expect(page.has("Move the subscribers of a plan"))
            #expect(await second.post("\(request)/approval", page.form("\(request)/approval")).status == 303)
            try await console.work()
            #expect(try held(2) == 2)
            // A new price as well.
            let form = await browser.get("\(path)/edit")
            _ = await browser.post(path, form.form(path, ["prices.1.amount": "13.00"]))
            #expect(
                await browser.post("\(path)/publication", [("approval_reason", "Dearer")]).location?.contains(
                    "/approvals/") == true)
            #expect(
                try installation.number(
                    "select count(*) as n from catalogue_versions where entry_id = \(plan) and state = 'published'")
                    == 2)
            // Texts wait for nobody.
            let text = try installation.makeEntry("texts", ["draft"], in: tenant)
            #expect(
                await browser.post("/t/\(tenant.slug)/texts/\(text)/publication").location?.hasSuffix("/texts/\(text)")
                    == true)
        }

        private static let wrong: [([(String, String)], String)] = [
            ([("prices.1.amount", "1.234")], "prices.1.amount-error"),
            ([("prices.1.amount", "-1")], "prices.1.amount-error"),
            ([("prices.1.amount", "9.99"), ("prices.1.currency", "JPY")], "prices.1.amount-error"),
            ([("prices.1.currency", "XYZ")], "prices.1.currency-error"),
            ([("prices.1.period", "decade")], "prices.1.period-error"),
            (
                [("prices.2.amount", "5"), ("prices.2.currency", "EUR"), ("prices.2.period", "month")],
                "prices.2.period-error"
            ),
            (
                [("prices.2.amount", "5"), ("prices.2.currency", "EUR"), ("prices.2.period", "once")],
                "prices.2.period-error"
            ),
            ([("trial", "366")], "trial-error"), ([("entitlements.1.value", "many")], "entitlements.1.value-error"),
            ([("entitlements.1.kind", "yes")], "entitlements.1.value-error"),
            ([("entitlements.1.key", "Big Key")], "entitlements.1.key-error"),
            (
                [
                    ("entitlements.1.kind", "choice"), ("entitlements.1.value", "all"),
                    ("entitlements.1.choices", "few some"),
                ], "entitlements.1.value-error"
            ),
            (
                [("entitlements.2.key", "alarms"), ("entitlements.2.kind", "yes"), ("entitlements.2.value", "yes")],
                "entitlements.2.key-error"
            ),
        ]

        @Test(arguments: wrong.indices)
        func `what is wrong with a plan is said beside its field`(index: Int) async throws {
            let (changes, error) = Self.wrong[index]
            var form = [
                ("key", "k"), ("name.en", "Kept <b>"), ("prices.1.amount", "9.99"), ("prices.1.currency", "EUR"),
                ("prices.1.period", "month"),
                ("entitlements.1.key", "alarms"), ("entitlements.1.kind", "number"), ("entitlements.1.value", "5"),
            ]
            for change in changes { form.removeAll { $0.0 == change.0 } }
            var browser = try console.browser(of: owner)
            let answer = await browser.post("/t/\(tenant.slug)/plans", form + changes)
            #expect(answer.status == 422 && answer.has("id=\"\(error)\"") && answer.has("Kept &lt;b&gt;"), "\(changes)")
        }

        @Test func `sums are taken in whichever digits, and apps get them in minor units`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try #require(
                await browser.post(
                    "/t/\(tenant.slug)/plans",
                    [
                        ("key", "gulf"), ("name.en", "Gulf"), ("prices.1.amount", "۱٫۵"), ("prices.1.currency", "kwd"),
                        ("prices.1.period", "year"),
                        ("prices.2.amount", "600"), ("prices.2.currency", "JPY"), ("prices.2.period", "month"),
                    ]
                ).location)
            #expect(await browser.post("\(entry)/publication").location == entry)
            let key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
            let answer = await TestProgram(console, key: key.text).get("/v1/catalogue?language=en")
            #expect(
                answer.has(
                    #"{"currency":"KWD","digits":3,"amount":1500,"period":"year"},{"currency":"JPY","digits":0,"amount":600,"period":"month"}"#
                ), "\(answer.text)")
        }
    }
}
