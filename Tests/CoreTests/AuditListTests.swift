import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct AuditListTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let auditor: TestAdmin
        private let console: TestConsole

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant(zone: "Asia/Tehran")
            auditor = try installation.makeAdmin(.auditor, in: tenant)
            console = installation.console()
        }

        private func append(
            _ count: Int, _ action: AuditAction = .userViewed, by name: String = "importer", on user: ID? = nil,
            reason: String = ""
        ) throws {
            var actor = Actor.script(name, in: tenant)
            actor.name = name
            try installation.inTenant(tenant) { tx in
                for _ in 0..<count {
                    try installation.trail.append(
                        AuditEvent(action, on: .user, user ?? .make(), reason: reason), by: actor, in: tx)
                }
            }
        }

        private func numbers(_ page: Answer) -> [Int] {
            page.text.matches(of: /<span class="serial" dir="ltr">#([0-9]+)<\/span>/).compactMap { Int($0.output.1) }
        }

        private func link(_ relation: String, _ page: Answer) -> String? {
            let links = page.text.matches(of: /href="([^"]*)" rel="(next|prev)"/)
            return links.first { $0.output.2 == relation }.map { String($0.output.1).replacing("&amp;", with: "&") }
        }

        @Test func `the trail is walked newest first, forward and back, without gap or repeat`() async throws {
            try append(219)
            var browser = try console.browser(of: auditor)
            var all: [Int] = []
            var next: String? = "/t/\(tenant.slug)/audit"
            var last = next
            while let address = next {
                let page = await browser.get(address)
                all += numbers(page)
                last = address
                next = link("next", page)
            }
            #expect(all == Array((1...220).reversed()))
            var back: [[Int]] = []
            var previous = link("prev", await browser.get(last ?? ""))
            while let address = previous {
                let page = await browser.get(address)
                back.append(numbers(page))
                previous = link("prev", page)
            }
            #expect(back.reversed().flatMap { $0 } == Array((21...220).reversed()))
        }

        @Test func `filters take what they say and nothing else`() async throws {
            let user = ID.make()
            try append(3)
            try append(2, .userSuspended, by: "Мария", on: user, reason: "chargeback, ticket 8841")
            var browser = try console.browser(of: auditor)
            func count(_ query: String) async -> Int {
                await numbers(browser.get("/t/\(tenant.slug)/audit?\(query)")).count
            }
            #expect(await count("") == 6)
            #expect(await count("action=user.suspended") == 2)
            #expect(await count("object=\(user)") == 2)
            #expect(await count("q=\(user)") == 2)
            #expect(await count("q=TICKET+8841") == 2)
            #expect(await count("q=\(TestBrowser.encoded("МАРИЯ"))") == 2)
            #expect(await count("q=%25") == 0)
            #expect(await count("action=nonsense") == 6)
            #expect(await count("actor=\(auditor.id)") == 0)
            #expect(await count("from=2020-01-01&until=2020-12-31") == 0)
            #expect(await count("from=2020-01-01") == 6)
        }

        @Test func `14: a Persian page takes and shows the days of its own calendar, in the log and its export`()
            async throws
        {
            try append(3)
            let reader = try installation.makeAdmin(.auditor, in: tenant, language: "fa")
            var browser = try console.browser(of: reader)
            let log = "/t/\(tenant.slug)/audit"
            // 1399/10/12 is the first day of 2021.
            let until = TestBrowser.encoded("۱۳۹۹/۱۰/۱۲")
            #expect(await numbers(browser.get("\(log)?until=\(until)")).isEmpty)
            let page = await browser.get("\(log)?from=\(until)")
            #expect(numbers(page).count >= 3)
            #expect(page.has("value=\"۱۳۹۹/۱۰/۱۲\"") && !page.has("type=\"date\""))
            #expect(page.has("from=2021-01-01"))
            #expect(await browser.get("\(log)/export?from=2021-01-01").has("۱۲ دی ۱۳۹۹"))
            var english = try console.browser(of: auditor)
            #expect(await english.get("\(log)?from=2021-01-01").has("type=\"date\" name=\"from\" value=\"2021-01-01\""))
        }

        @Test func `kind, field, address and time narrow as well, alone and together`() async throws {
            let user = try installation.addUser("Zoë Quillfeather", to: tenant)
            var person = Actor.script("importer", in: tenant)
            (person.kind, person.id, person.name, person.address) = (.admin, auditor.id, "Sara Lind", "198.51.100.7")
            try append(4, .userViewed, on: user.id)
            try installation.inTenant(tenant) { tx in
                for (action, kind, name, changes) in [
                    (
                        AuditAction.userChanged, ObjectKind.user, "",
                        [
                            AuditEvent.Change("plan", old: "free", new: "premium"),
                            .init("email", old: "a", new: "b", isPersonal: true),
                        ]
                    ),
                    (.keyCreated, .key, "Billing server", [.init("scopes", new: "users.read")]),
                ] {
                    try installation.trail.append(
                        AuditEvent(
                            action, on: kind, kind == .user ? user.id : .make(), name: name,
                            subject: kind == .user ? user.id : nil, changes: changes), by: person, in: tx)
                }
            }
            var browser = try console.browser(of: auditor)
            func count(_ query: String) async -> Int {
                await numbers(browser.get("/t/\(tenant.slug)/audit?\(query)")).count
            }
            #expect(await count("kind=user") == 5)
            #expect(await count("kind=key") == 1)
            #expect(await count("kind=nonsense") == 7)
            #expect(await count("field=plan") == 1)
            // A sealed value's field is named in clear.
            #expect(await count("field=email") == 1)
            #expect(await count("field=plan&kind=key") == 0)
            #expect(await count("field=pla") == 0)
            #expect(await count("address=198.51.100.7") == 2)
            #expect(await count("q=198.51.100.7") == 2)
            #expect(await count("address=local") == 5)
            #expect(await count("actor=\(auditor.id)") == 2)
            #expect(await count("q=\(auditor.id)") >= 2)
            #expect(await count("actor=script") == 5)
            #expect(await count("actor=system") == 0)
            #expect(await count("actor=script&object=\(user.id)&action=user.viewed") == 4)
            #expect(await count("since=1") == 7)
            #expect(await count("q=billing+SERVER&since=24&kind=key") == 1)
            // Nobody's name stands in the trail, and who may see users finds events by it all the same.
            #expect(await count("q=quillfeather") == 5)
            #expect(await count("q=quillfeather&field=plan") == 1)
            #expect(await count("q=si") == 0)
            #expect(await count("q=sa") == 2)
            browser.now = browser.now.adding(seconds: 7200)
            browser.cookies = try console.browser(of: auditor, now: browser.now).cookies
            #expect(await count("since=1") == 0)
            #expect(await count("since=3") == 7)
        }

        @Test
        func `14: a sealed value is found by exact match in any case, with other filters too, and goes with its key`()
            async throws
        {
            let user = try installation.addUser("Somebody Else", to: tenant)
            let changes: [AuditEvent.Change] = [
                .init("email", old: "Former@Mail.example", new: "new@mail.example", isPersonal: true),
                .init("phone", old: "+98 21 5550 1234", isPersonal: true),
                .init("name", old: "Sofía Núñez", new: "Sofía O’Brien", isPersonal: true),
            ]
            try append(3)
            try installation.inTenant(tenant) { tx in
                try installation.trail.append(
                    AuditEvent(.userChanged, on: .user, user.id, subject: user.id, changes: changes),
                    by: .script("test", in: tenant), in: tx)
            }
            try append(3)
            var browser = try console.browser(of: auditor)
            func found(_ text: String, _ more: [(String, String)] = []) async -> [Int] {
                numbers(await browser.get("/t/\(tenant.slug)/audit?\(TestBrowser.encoded([("q", text)] + more))"))
            }
            // Whoever reads the trail has events before those.
            let changed = numbers(await browser.get("/t/\(tenant.slug)/audit?action=user.changed"))
            #expect(changed.count == 1)
            for text in [
                "former@mail.EXAMPLE", "new@mail.example", "+98 (21) 55501234", "۰۰", "sofia nunez", "Sofía  O'Brien",
                "+۹۸ ۲۱ ۵۵۵۰ ۱۲۳۴",
            ] {
                #expect(await found(text) == (text == "۰۰" ? [] : changed), "\(text)")
            }
            #expect(await found("former@mail.example", [("action", "user.changed"), ("kind", "user")]) == changed)
            #expect(await found("former@mail.example", [("action", "user.viewed")]).isEmpty)
            // Nothing but the whole value, and nothing for who may not see users.
            #expect(await found("former@mail").isEmpty)
            try installation.set("delete from subject_keys where subject_id = \(user.id)")
            #expect(await found("former@mail.example").isEmpty)
            let left = try installation.number(
                "select count(*) as n from audit_sealed_values where tenant_id = \(tenant.id)")
            #expect(left == 0)
        }

        @Test func `17: newer events with the same sealed value push no older one out of a search, a page or a file`()
            async throws
        {
            let (user, other) = (
                try installation.addUser("Somebody", to: tenant), try installation.addUser("Loud", to: tenant)
            )
            func change(_ action: AuditAction, of user: TestUser) throws {
                try installation.inTenant(tenant) { tx in
                    try installation.trail.append(
                        AuditEvent(
                            action, on: .user, user.id, subject: user.id,
                            changes: [.init("email", old: "shared@mail.example", isPersonal: true)]),
                        by: .script("test", in: tenant), in: tx)
                }
            }
            try change(.userChanged, of: user)
            try change(.userSuspended, of: other)
            // The other's value changes again and again; before that is room for what this test does.
            let last = try installation.number(
                "select max(sequence) as n from audit_events where tenant_id = \(tenant.id)")
            try installation.set(
                """
                with added as (
                    insert into audit_events select \(tenant.id), number + 100 + \(last), gen_random_uuid(), now(), 'user', null, '',
                        'app', '-', 'user.suspended', 'user', \(other.id), '', null, '{}', '{}', null, '', '', ''
                    from generate_series(1, 12000) as number returning id
                )
                insert into audit_sealed_values (tenant_id, mark, event_id, subject_id)
                select \(tenant.id), known.mark, added.id, \(other.id)
                from added cross join (select mark from audit_sealed_values where tenant_id = \(tenant.id) limit 1) as known
                """, in: tenant)
            var browser = try console.browser(of: auditor)
            let base = "/t/\(tenant.slug)/audit"
            func found(_ query: String) async -> [Int] { numbers(await browser.get("\(base)?\(query)")) }
            let first = try #require(await found("action=user.changed").first)
            #expect(await found("q=shared@mail.example&action=user.changed") == [first])
            #expect(await found("q=shared@mail.example&after=\(last + 103)") == [last + 102, last + 101, last, first])
            #expect(await found("q=shared@mail.example").first == last + 12100)
            #expect(await found("q=shared@mail.example&before=\(first)").last == last)
            let file = await browser.get("\(base).jsonl?reason=why&q=shared@mail.example&action=user.changed")
            #expect(file.status == 200 && file.text.split(separator: "\n").count == 1, "\(file.text)")
        }

        @Test func `14: an event is found by its number in any digits`() async throws {
            try append(14)
            var browser = try console.browser(of: auditor)
            for text in ["#13", "#۱۳", "#١٣"] {
                #expect(
                    numbers(await browser.get("/t/\(tenant.slug)/audit?\(TestBrowser.encoded([("q", text)]))")) == [13])
            }
        }

        @Test func `who, what and whence in an entry lead to the trail narrowed by them`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            try append(1, .userSuspended, by: "importer", on: user.id)
            var browser = try console.browser(of: auditor)
            let base = "/t/\(tenant.slug)/audit"
            let page = await browser.get(base + "?action=user.suspended")
            #expect(page.has("href=\"\(base)?actor=script&amp;action=user.suspended\""))
            #expect(page.has("href=\"\(base)?action=user.suspended&amp;address=local\""))
            #expect(page.has("href=\"/t/\(tenant.slug)/users/\(user.id)\""))
            #expect(page.has("href=\"\(base)/export?action=user.suspended\""))
            let history = await browser.get(base + "?object=\(user.id)")
            #expect(history.has("<bdi>Somebody</bdi>"))
        }

        @Test func `13.30: what very many events have narrows like what few have, alone and with others`() async throws
        {
            try append(3, .userSuspended, reason: "chargeback 12")
            // Of 42,000, more than a stretch of the index has: every second says it, every third comes from there.
            try installation.set(
                """
                insert into audit_events select \(tenant.id), number, gen_random_uuid(), now(), 'script', null, 'loader',
                    case when number % 3 = 0 then '10.9.9.9' else 'local' end, '-',
                    'user.changed', 'user', null, '', null, case when number % 2 = 0 then array['plan'] else '{}' end, '{}', null,
                    case when number % 2 = 0 then 'migration' || number else 'other' end, '', ''
                from generate_series(1000, 43000) as number
                """)
            try installation.set("analyze audit_events")
            var browser = try console.browser(of: auditor)
            func numbers(_ query: String) async -> [Int] {
                await self.numbers(browser.get("/t/\(tenant.slug)/audit?\(query)"))
            }
            let newest = Array(stride(from: 43000, through: 42902, by: -2))
            #expect(await numbers("q=migration") == newest)
            #expect(await numbers("field=plan") == newest)
            #expect(
                await numbers("field=plan&q=migration&after=2000") == Array(stride(from: 1998, through: 1900, by: -2)))
            let sixth = Array(stride(from: 42996, through: 42702, by: -6))
            for both in [
                "field=plan&address=10.9.9.9", "q=migration&address=10.9.9.9",
                "field=plan&address=10.9.9.9&kind=user&reads=hidden&since=24",
            ] {
                #expect(await numbers(both) == sixth, "\(both)")
            }
            #expect(await numbers("kind=user&address=10.9.9.9") == Array(stride(from: 42999, through: 42852, by: -3)))
            // Across the end of a stretch, down and up again.
            let several = "actor=script&field=plan&q=migration&address=10.9.9.9"
            let across = Array(stride(from: 32898, through: 32604, by: -6))
            #expect(await numbers("\(several)&after=32900") == across)
            #expect(await numbers("\(several)&before=32600") == across)
            #expect(await numbers("actor=script&address=10.9.9.9&q=migration4242") == [42426, 42420, 4242])
            #expect(await numbers("\(several)&action=user.deleted") == [])
            #expect(await numbers("q=chargeback").count == 3)
            #expect(await numbers("q=migration4242") == [42428, 42426, 42424, 42422, 42420, 4242])
            // Nobody counts them: a page says that there are more than it shows, the last one how many it shows.
            #expect(await browser.get("/t/\(tenant.slug)/audit?q=migration").has("more than 50"))
            #expect(await !browser.get("/t/\(tenant.slug)/audit?q=chargeback").has("more than"))
        }

        @Test func `an object's page has what was done to it, and the way to all of it`() async throws {
            let owner = try installation.makeAdmin(.owner, in: tenant)
            let user = try installation.addUser("Somebody", to: tenant)
            let key = try installation.makeKey(in: tenant, "Billing")
            var browser = try console.browser(of: owner)
            try append(30, .userViewed, on: user.id)
            await browser.post("/t/\(tenant.slug)/users/\(user.id)/suspension", [("reason", "chargeback 4711")])
            await browser.post("/t/\(tenant.slug)/keys/\(key.id)/suspension", [("reason", "leaked 4712")])
            await browser.post("/t/\(tenant.slug)/settings/services/push", [("state", "off")])
            for (path, words, object) in [
                ("/users/\(user.id)", "chargeback 4711", user.id), ("/keys/\(key.id)", "leaked 4712", key.id),
                ("/settings", "del", tenant.id),
                ("/admins/\(owner.id)", "", owner.id),
            ] {
                let page = await browser.get("/t/\(tenant.slug)\(path)")
                #expect(page.status == 200 && (words.isEmpty || page.has(words)), "\(path)")
                #expect(page.has("/t/\(tenant.slug)/audit?object=\(object)\""), "\(path)")
            }
            // Somebody without the trail sees neither it nor the way there.
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            let page = await support.get("/t/\(tenant.slug)/users/\(user.id)")
            #expect(page.has("chargeback 4711") && !page.has("/audit?"))
        }

        @Test func `a day begins and ends at the tenant's midnight`() async throws {
            try append(1)
            // 2026-03-20 21:00 UTC is half past midnight of the 21st in Tehran.
            try installation.database.with(.superuser) { connection in
                _ = try connection.send("set session_replication_role = replica").rows()
                _ = try connection.send(
                    "update audit_events set at = '2026-03-20 21:00+00' where audit_events.tenant_id = \(tenant.id)"
                ).rows()
                _ = try connection.send("set session_replication_role = origin").rows()
            }
            var browser = try console.browser(of: auditor)
            func count(_ query: String) async -> Int {
                await numbers(browser.get("/t/\(tenant.slug)/audit?\(query)")).count
            }
            #expect(await count("from=2026-03-21&until=2026-03-21") == 2)
            #expect(await count("from=2026-03-20&until=2026-03-20") == 0)
        }

        @Test(arguments: [
            "0000-01-01", "0001-01-01", "9999-12-31", "2026-02-30", "2026-2-3", "99999-01-01", "-001-01-01",
            "２０２６-01-01", "x",
        ])
        func `any day that somebody types gives a page`(day: String) async throws {
            var browser = try console.browser(of: auditor)
            for name in ["from", "until"] {
                #expect(
                    await browser.get("/t/\(tenant.slug)/audit?\(name)=\(TestBrowser.encoded(day))").status == 200,
                    "\(name)=\(day)")
            }
        }

        @Test func `300 odd addresses of the trail give a page each`() async throws {
            try append(2)
            var random = SeededRandom(6)
            var browser = try console.browser(of: auditor)
            for _ in 0..<300 {
                let query = (0..<3).map { _ in
                    (
                        ["q", "actor", "action", "object", "from", "until", "after", "before"].randomElement(
                            using: &random) ?? "q", random.text(of: "0123456789-'%_\\", upTo: 21)
                    )
                }
                #expect(
                    await browser.get("/t/\(tenant.slug)/audit?\(TestBrowser.encoded(query))").status == 200, "\(query)"
                )
            }
        }

        @Test func `one event that was tampered with does not close the trail, the home page or the user's page`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            try installation.inTenant(tenant) { tx in
                for _ in 0..<2 {
                    try installation.trail.append(
                        AuditEvent(
                            .userChanged, on: .user, user.id, subject: user.id,
                            changes: [.init("email", old: "a", new: "kept@example.org", isPersonal: true)]),
                        by: .script("t", in: tenant), in: tx)
                }
            }
            try installation.database.with(.superuser) { connection in
                _ = try connection.send("set session_replication_role = replica").rows()
                _ = try connection.send(
                    "update audit_events set sealed = 'rubbish' where audit_events.tenant_id = \(tenant.id) and audit_events.sequence = 3"
                ).rows()
                _ = try connection.send("set session_replication_role = origin").rows()
            }
            var browser = try console.browser(of: auditor)
            for path in ["/audit", "", "/users/\(user.id)"] {
                let page = await browser.get("/t/\(tenant.slug)\(path)")
                #expect(page.status == 200, "\(path)")
                #expect(page.has("kept@example.org"), "\(path)")
            }
        }
    }

    @Suite struct TenantTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let console: TestConsole

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
        }

        private let good = [
            "name": "Gym 24", "kind": "fitness", "zone": "Europe/Madrid", "currency": "eur", "languages": "en, es",
        ]

        @Test func `an operator adds a tenant and is in it; others can't`() async throws {
            var boss = try console.browser(of: installation.makeAdmin())
            let slug = unique()
            let form = good.merging(["slug": slug]) { $1 }.map { ($0.key, $0.value) }
            var owner = try console.browser(of: installation.makeAdmin(.owner, in: installation.makeTenant()))
            #expect(await owner.post("/tenants", form).status == 404)
            #expect(await boss.post("/tenants", form).location == "/t/\(slug)")
            #expect(await boss.get("/t/\(slug)").has("Gym 24"))
            #expect(await boss.post("/tenants", form).status == 422)
            #expect(await owner.get("/t/\(slug)").status == 404)
        }

        @Test(arguments: [
            ("name", ""), ("name", String(repeating: "👨‍👩‍👧‍👦", count: 40)), ("slug", "Ünïcode"), ("slug", "-x"),
            ("slug", "x-"), ("slug", "a b"), ("slug", String(repeating: "a", count: 41)),
            ("slug", "a\n"), ("kind", "nonsense"), ("zone", "Mars"), ("currency", "EURO"), ("currency", "e1r"),
            ("languages", ""), ("languages", "en;;<b>"),
        ])
        func `a field that is wrong is said so, and nothing is made`(field: String, value: String) async throws {
            var boss = try console.browser(of: installation.makeAdmin())
            let before = try installation.number("select count(*) as n from tenants")
            let form = good.merging(["slug": unique()]) { $1 }.merging([field: value]) { $1 }
            let answer = await boss.post("/tenants", form.map { ($0.key, $0.value) })
            if value == "a\n" {
                #expect(answer.status == 303)
            } else {
                #expect(answer.status == 422, "\(field)=\(value)")
                #expect(answer.has("id=\"\(field)-error\""))
                #expect(try installation.number("select count(*) as n from tenants") == before)
            }
        }

        @Test func `the switcher pages through many tenants by name and finds by part of a name or address`()
            async throws
        {
            let admin = try installation.makeAdmin(
                .owner, in: installation.makeTenant("zz-" + unique(), name: "Zebra 100%"))
            for number in 0..<120 {
                let tenant = try installation.makeTenant(name: number % 3 == 0 ? "Same" : "Tenant \(number)")
                try installation.database.with(.app) { connection in
                    try connection.inTenant(Tenant.installation.id) {
                        _ = try installation.bootstrap().give(.auditor, in: tenant, to: admin.id, name: "x", in: $0)
                    }
                }
            }
            _ = try installation.makeTenant(name: "Not mine at all")
            var browser = try console.browser(of: admin)
            func links(_ page: Answer) -> [String] {
                page.text.matches(of: /<a class="tenant" href="(\/t\/[^"]+)"/).map { String($0.output.1) }
            }
            var all: [String] = []
            var next: String? = "/tenants"
            while let address = next {
                let page = await browser.get(address)
                #expect(page.status == 200)
                all += links(page)
                next = page.text.firstMatch(of: /href="(\/tenants\?[^"]*after=[^"]*)"/).map {
                    String($0.output.1).replacing("&amp;", with: "&")
                }
            }
            #expect(all.count == 121 && Set(all).count == 121)
            #expect(await links(browser.get("/tenants?q=ZEBRA")).count == 1)
            #expect(await links(browser.get("/tenants?q=%25")).count == 1)
            #expect(await links(browser.get("/tenants?q=_")).isEmpty)
            #expect(await links(browser.get("/tenants?q=not+mine")).isEmpty)
        }
    }
}
