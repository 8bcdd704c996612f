import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// The machinery of declared lists, tried on the lists that stand on it.
    @Suite struct DeclaredListTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Zoë Owner")
        }

        private var admins: String { "/t/\(tenant.slug)/admins" }
        private var keys: String { "/t/\(tenant.slug)/keys" }

        private func names(_ answer: Answer) -> [String] {
            answer.text.matches(of: /<th class="who" scope="row"><a href="[^"]*"><bdi>([^<]*)<\/bdi>/).map {
                String($0.output.1)
            }
        }

        private func link(_ answer: Answer, rel: String) -> String? {
            let links = answer.text.matches(of: /href="([^"]*)" rel="([a-z]*)"/)
            return links.first { $0.output.2 == rel }.map { String($0.output.1).replacing("&amp;", with: "&") }
        }

        /// 120 keys whose names, ends and last uses come in different orders, many of them equal.
        private func manyKeys() throws {
            for number in 0..<120 {
                let key = try installation.makeKey(
                    in: tenant, "Key \(number * 37 % 60)", scopes: number % 2 == 0 ? ["users.read"] : ["users.write"])
                try installation.set(
                    """
                    update api_keys set expires_at = now() + make_interval(days => \(number * 53 % 11 + 30)::int),
                        last_used_at = 'epoch'::timestamptz + make_interval(hours => \(number * 71 % 7)::int),
                        created_at = now() - make_interval(mins => \(number % 9)::int)
                    where id = \(key.id)
                    """)
            }
        }

        @Test(arguments: [
            "name", "-name", "expires", "-expires", "used", "-used", "created", "-created", "requests", "-errors",
        ])
        func `in every sort, going on by pages meets each row once, and going back meets the same pages`(sort: String)
            async throws
        {
            try manyKeys()
            var browser = try console.browser(of: owner)
            var pages: [[String]] = []
            var next: String? = "\(keys)?sort=\(sort)"
            var last: Answer?
            while let path = next {
                let answer = await browser.get(path)
                #expect(answer.status == 200 && answer.has("of 120"))
                pages.append(answer.text.matches(of: /href="[^"]*\/keys\/([0-9a-f-]{36})"/).map { String($0.output.1) })
                next = link(answer, rel: "next")
                last = answer
            }
            #expect(pages.map(\.count) == [50, 50, 20])
            #expect(Set(pages.joined()).count == 120)
            let backwards = try #require(last.flatMap { link($0, rel: "prev") })
            let back = await browser.get(backwards)
            #expect(
                back.text.matches(of: /href="[^"]*\/keys\/([0-9a-f-]{36})"/).map { String($0.output.1) } == pages[1])
            let column =
                ["name": "name", "expires": "expires_at", "used": "last_used_at", "created": "created_at"][
                    sort.filter { $0 != "-" }] ?? "0"
            guard column != "0" else { return }
            // PostgreSQL's own order, all of it in one statement.
            let expected =
                try installation.database.connection(.superuser).send(
                    """
                    select array(select id::text from api_keys where tenant_id = \(tenant.id)
                        order by case \(column) when 'name' then name end collate "und-x-icu",
                            case \(column) when 'expires_at' then expires_at when 'last_used_at' then last_used_at when 'created_at' then created_at end, id) as v
                    """
                ).rows().first?.texts("v") ?? []
            #expect(Array(pages.joined()) == (sort.first == "-" ? expected.reversed() : expected))
        }

        @Test func `a search, a filter and a sort stand in the address together, and each can be taken away`()
            async throws
        {
            try manyKeys()
            var browser = try console.browser(of: owner)
            let answer = await browser.get("\(keys)?q=kEy+1&scope=users.read&sort=name")
            #expect(Set(names(answer)).allSatisfy { $0.hasPrefix("Key 1") } && !names(answer).isEmpty)
            #expect(names(answer) == names(answer).sorted())
            #expect(
                answer.has("href=\"\(keys)?q=kEy%201&amp;sort=name\"")
                    && answer.has("name=\"scope\" value=\"users.read\""))
            #expect(answer.has("class=\"clear\" href=\"\(keys)\""))
        }

        @Test func `a key that somebody found is found by its beginning`() async throws {
            let key = try installation.makeKey(in: tenant, "Leaked <one>")
            _ = try installation.makeKey(in: tenant, "Another")
            var browser = try console.browser(of: owner)
            for text in [key.lookupID, String(key.text.prefix(25)), String(key.text.prefix(26))] {
                #expect(names(await browser.get("\(keys)?q=\(text)")) == ["Leaked &lt;one&gt;"], "\(text)")
            }
        }

        @Test(arguments: [("active", 1), ("disabled", 1), ("expired", 1), ("ending", 1), ("nonsense", 4)])
        func `the filter by state shows what the column says`(state: String, count: Int) async throws {
            _ = try installation.makeKey(in: tenant, "A")
            _ = try installation.makeKey(in: tenant, "B", isDisabled: true)
            _ = try installation.makeKey(in: tenant, "C", expires: Timestamp.now.adding(seconds: -60))
            _ = try installation.makeKey(in: tenant, "D", expires: Timestamp.now.adding(seconds: 86_400))
            var browser = try console.browser(of: owner)
            #expect(names(await browser.get("\(keys)?state=\(state)")).count == count)
        }

        @Test
        func `14: a filter takes several values, all but some, days and the last days, and its file has the same`()
            async throws
        {
            let user = try installation.addUser("Paid Often", to: tenant)
            let now = Timestamp.now
            for (country, provider, days) in [
                ("ES", "card", 1), ("DE", "app_store", 10), ("FR", "card", 40), ("", "card", 400),
            ] {
                _ = try installation.addPayment(
                    of: user.id, country: country, provider: provider, reference: "pi_\(days)",
                    at: now.adding(seconds: -Int64(days) * 86_400 - 3600), in: tenant)
            }
            var browser = try console.browser(of: owner)
            let list = "/t/\(tenant.slug)/payments"
            func day(_ ago: Int64) -> String { String(now.adding(seconds: -ago * 86_400 - 3600).iso.prefix(10)) }
            for (query, count) in [
                ("country=ES&country=DE", 2), ("country=ES,DE", 2), ("country=!ES,DE", 2),
                ("country=ES&country-not=on", 3),
                ("country=ES,FR&provider=!app_store", 2), ("days=30", 2), ("days=!30", 2),
                ("days-from=\(day(41))&days-until=\(day(9))", 2), ("days=\(day(41))..", 3), ("from=\(day(41))", 3),
                ("until=\(day(39))", 2), ("days=nonsense", 4), ("kind=!nonsense", 4),
                ("days=\(day(41))..\(day(9))&country=!FR", 1),
            ] {
                let page = await browser.get("\(list)?\(query)")
                #expect(
                    page.status == 200 && page.text.matches(of: /<th class="who" scope="row">/).count == count,
                    "\(query)")
                let file = await browser.get("\(list).jsonl?\(query)&reason=x")
                #expect(file.text.split(separator: "\n").count == count, "\(query)")
            }
            // The menu offers days at once, and says what is chosen in words.
            #expect(await browser.get(list).has("name=\"days-from\""))
            let said = await browser.get("\(list)?country=!ES,DE")
            #expect(said.has("not Spain, Germany") && said.has("name=\"country-not\" checked"))
        }

        @Test func `columns are chosen, and what nobody knows is left out`() async throws {
            var browser = try console.browser(of: owner)
            let usual = await browser.get(admins)
            #expect(usual.has(">Admin since<") == false || usual.has("value=\"since\""))
            let chosen = await browser.get("\(admins)?columns=since.nonsense&columns=role")
            #expect(chosen.text.matches(of: /<th scope="col"/).count == 3)
            #expect(
                await browser.get("\(admins)?columns=nonsense&sort=nonsense&state=%27--&after=x&before=y").status == 200
            )
        }

        @Test(arguments: [
            "%27%20or%20true--", "%25", "_", "%5C", "%F0%9F%90%93", "a%CC%81", String(repeating: "x", count: 300),
        ])
        func `a hostile search finds nothing and breaks nothing`(text: String) async throws {
            var browser = try console.browser(of: owner)
            let answer = await browser.get("\(admins)?q=\(text)")
            #expect(answer.status == 200 && names(answer).isEmpty && answer.has("Nothing matches"))
        }

        @Test func `a view is kept for its own list, without what was searched`() async throws {
            var browser = try console.browser(of: owner)
            let form = await browser.get("\(admins)/views?state=invited&q=somebody")
            #expect(form.status == 200 && form.has("value=\"state=invited\""))
            #expect(
                await browser.post(
                    "\(admins)/views", [("name", "Late <guests>"), ("view", "state=invited&q=somebody")]
                ).location == "\(admins)?state=invited")
            #expect(await browser.get(admins).has("Late &lt;guests&gt;"))
            #expect(await browser.get(keys).has("Late &lt;guests&gt;") == false)
            #expect(await browser.get("/t/\(tenant.slug)/users").has("Late &lt;guests&gt;") == false)
            let stored = try installation.database.connection(.superuser).send(
                "select id from saved_views where tenant_id = \(tenant.id)"
            ).rows().first
            let id = try #require(try stored?.id("id"))
            #expect(await browser.post("\(keys)/views/\(id)/deletion").status == 404)
            #expect(await browser.post("\(admins)/views/\(id)/deletion").location == "\(admins)/views")
        }

        @Test func `a file has what the list shows, in its order, and its columns don't hang on those of the screen`()
            async throws
        {
            try manyKeys()
            _ = try installation.makeKey(in: tenant, "=cmd|' /C calc'!A0")
            var browser = try console.browser(of: owner)
            var listed: [String] = []
            var next: String? = "\(keys)?scope=users.read&sort=-used&columns=state"
            while let path = next {
                let answer = await browser.get(path)
                listed += answer.text.matches(of: /href="[^"]*\/keys\/([0-9a-f-]{36})"/).map { String($0.output.1) }
                next = link(answer, rel: "next")
            }
            let lines = await browser.get("\(keys).jsonl?scope=users.read&sort=-used&columns=state&reason=x")
            let rows = lines.text.split(separator: "\n")
            #expect(
                rows.map { String($0.firstMatch(of: /"id":"([0-9a-f-]{36})"/)?.output.1 ?? "") } == listed
                    && listed.count == 61)
            #expect(rows.allSatisfy { $0.contains("\"prefix\":\"rst_live_") && $0.contains("\"errors\":0") })
            let csv = await browser.get("\(keys).csv?q=calc&reason=x")
            #expect(
                csv.has("'=cmd|")
                    && csv.headers[.contentDisposition] == "attachment; filename=\"\(tenant.slug)-keys.csv\"")
            let book = await browser.get("\(admins).xlsx?reason=x")
            #expect(book.body.starts(with: Array("PK".utf8)) && book.isWhole)
        }

        @Test(arguments: ["admins", "keys", "jobs"])
        func `a file asks why, and both its beginning and its end are recorded`(list: String) async throws {
            let path = "/t/\(tenant.slug)/\(list)"
            var browser = try console.browser(of: owner)
            #expect(await browser.get("\(path)/export?q=x").has("Export this list"))
            #expect(await browser.get("\(path).csv?reason=+").status == 422)
            let file = await browser.get("\(path).csv?q=secret&reason=ticket+8")
            #expect(file.status == 200 && file.isWhole)
            let events =
                try installation.database.connection(.superuser).send(
                    """
                    select array(select action || ' ' || changes || ' ' || reason from audit_events
                        where tenant_id = \(tenant.id) and object_kind = 'list' order by sequence) as v
                    """
                ).rows().first?.texts("v") ?? []
            #expect(events.count == 2 && events[0].contains("\"\(list)\"") && events[0].hasSuffix("ticket 8"))
            #expect(
                events[0].hasPrefix("list.exported ") && events[1].hasPrefix("list.export_finished ")
                    && !events[0].contains("secret"))
        }

        @Test func `operators see every admin of the installation, with what can be done`() async throws {
            let boss = try installation.makeAdmin(name: "Boss \(unique())")
            let other = try installation.makeAdmin(.support, in: tenant, name: "Other \(unique())")
            var browser = try console.browser(of: boss)
            let answer = await browser.get("/admins?q=\(other.email)")
            #expect(answer.has("/admins/\(other.id)/disabling\"") && answer.has("of 1"))
            #expect(await browser.get("/admins?q=\(boss.email)").has("/admins/\(boss.id)/disabling") == false)
            #expect(await browser.get("/admins?role=operator&q=\(other.email)").has(other.name) == false)
            #expect(await browser.get("/admins?role=operator&q=\(boss.email)").has(boss.name))
            let file = await browser.get("/admins.csv?role=operator&q=\(boss.email)&reason=x")
            #expect(file.has(boss.email) && file.text.split(separator: "\r\n").count == 2)
        }
    }
}
