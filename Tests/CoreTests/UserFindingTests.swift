import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Support has the user on the phone: what is heard is not what is stored.
    @Suite struct UserFindingTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private var browser: TestBrowser

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            browser = try installation.console().browser(of: installation.makeAdmin(.manager, in: tenant))
        }

        private func page(_ query: [(String, String)]) async -> Answer {
            var tab = browser
            let page = await tab.get("/t/\(tenant.slug)/users?\(TestBrowser.encoded(query))")
            #expect(page.status == 200)
            return page
        }

        private func names(_ page: Answer) -> [String] {
            page.text.matches(of: /<th class="who" scope="row"><a href="[^"]*"><bdi>([^<]*)<\/bdi>/).map {
                String($0.output.1)
            }
        }

        private func found(_ text: String) async -> Set<String> { Set(names(await page([("q", text)]))) }

        @Test func `14: accents, ё, letters of Arabic, digits, half spaces and the order of words make no difference`()
            async throws
        {
            let people = [
                "Sofía Muñoz", "Фёдор Семёнов", "Илья Новиков", "مریم گلستانی", "علی\u{200C}رضا کریمی", "رضا علی کریمی",
                "Łukasz Groß", "Đặng Thị Ước", "کوروش ۱۲۳", "İpek Ilgaz", "Zoe\u{308} O’Brien", "José",
            ]
            try installation.add(
                people.enumerated().map { TestUser($0.element, email: "p\($0.offset)@folded.example") }, to: tenant)
            for (text, name) in [
                ("sofia munoz", "Sofía Muñoz"), ("MUÑOZ sofía", "Sofía Muñoz"), ("munoz", "Sofía Muñoz"),
                ("Семенов", "Фёдор Семёнов"), ("семёнов федор", "Фёдор Семёнов"), ("Новиков Илья", "Илья Новиков"),
                ("مريم گلستانى", "مریم گلستانی"), ("گلستاني", "مریم گلستانی"), ("lukasz gross", "Łukasz Groß"),
                ("LUKASZ GROß", "Łukasz Groß"), ("dang thi uoc", "Đặng Thị Ước"), ("كوروش 123", "کوروش ۱۲۳"),
                ("١٢٣", "کوروش ۱۲۳"), ("ipek ilgaz", "İpek Ilgaz"), ("zoe o'brien", "Zoe\u{308} O’Brien"),
                ("jose\u{301}", "José"), ("ｊｏｓｅ", "José"), ("folded.example p11", "José"),
            ] { #expect(await found(text) == [name.replacing("'", with: "&#39;")], "\(text)") }
            // A half space is no letter: written apart, joined by it or together, it is one name.
            #expect(await found("علیرضا") == ["علی\u{200C}رضا کریمی"])
            for text in ["علی رضا", "علی\u{200C}رضا"] {
                #expect(await found(text) == ["علی\u{200C}رضا کریمی", "رضا علی کریمی"], "\(text)")
            }
        }

        @Test func `14: a changed name or address is found at once, and the old one no more but as a former address`()
            async throws
        {
            let user = try installation.addUser("Ève Noël", to: tenant, email: "eve@before.example")
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    "update users set name = 'Ève Ångström', email = 'eve@after.example' where users.id = \(user.id)")
            }
            #expect(await found("eve angstrom") == ["Ève Ångström"])
            #expect(await found("noel").isEmpty)
            #expect(await found("after.example") == ["Ève Ångström"])
            let formerly = await page([("q", "EVE@before.example")])
            #expect(names(formerly) == ["Ève Ångström"])
            #expect(formerly.has("Found by: former e-mail"))
            #expect(await page([("q", "after.example")]).has("Found by") == false)
            // An erasure leaves nothing of it.
            try installation.inTenant(tenant) { tx in
                try tx.execute("update users set email = users.id || '@erased.invalid' where users.id = \(user.id)")
            }
            #expect(await found("eve@before.example").isEmpty)
        }

        @Test func `14: a slip finds who is spelt nearly so, and the page says so`() async throws {
            try installation.add(
                ["Sofía Muñoz", "Sofía Gómez", "Marta González", "Илья Новиков", "Haruka Takasaki", "Bo Li"].map {
                    TestUser($0)
                }, to: tenant)
            for (text, name) in [
                ("sofja munos", "Sofía Muñoz"), ("gonazlez", "Marta González"), ("Новеков Илья", "Илья Новиков"),
                ("takasaky", "Haruka Takasaki"),
            ] {
                let page = await page([("q", text)])
                #expect(names(page).first == name, "\(text)")
                #expect(page.has("Nobody is spelt exactly like that"), "\(text)")
                // They are not what the filter says, so nothing takes them for it.
                #expect(page.has("users/export") == false && page.has("id=\"bulk\"") == false, "\(text)")
            }
            #expect(await page([("q", "sofia munoz")]).has("Nobody is spelt") == false)
            #expect(await found("quetzalcoatl").isEmpty)
            #expect(await found("xq").isEmpty)
        }

        @Test func `14: a name that was heard finds who writes it otherwise, and a slip is still found`() async throws {
            try installation.add(
                ["Sofía Muñoz", "Christopher Quill", "Kateryna Zhuk", "Wolfgang Schmidt", "Фёдор Семёнов"].map {
                    TestUser($0)
                }, to: tenant)
            for (text, name) in [
                ("sophia", "Sofía Muñoz"), ("Sophia Munos", "Sofía Muñoz"), ("kristofer", "Christopher Quill"),
                ("katerina", "Kateryna Zhuk"), ("volfgang schmit", "Wolfgang Schmidt"), ("Семинов", "Фёдор Семёнов"),
            ] {
                let page = await page([("q", text)])
                #expect(names(page).first == name, "\(text)")
                #expect(page.has("Nobody is spelt exactly like that"), "\(text)")
            }
            // Sounds alike, whichever of the two is typed: both come, not only the one with fewer other letters.
            try installation.add([TestUser("Kristofer Ray")], to: tenant)
            #expect(await found("cristofer") == ["Christopher Quill", "Kristofer Ray"])
            // Whoever is spelt exactly so comes alone, and nothing is said of near ones.
            try installation.add([TestUser("Sophia Zhuk")], to: tenant)
            let exact = await page([("q", "sophia")])
            #expect(names(exact) == ["Sophia Zhuk"] && !exact.has("Nobody is spelt"))
        }

        @Test func `14: a telephone number finds its user as it is said, by its beginning and by its last digits`()
            async throws
        {
            let people = try ["Called", "Other", "Unlisted"].map {
                try installation.addUser($0, to: tenant, email: "\($0.lowercased())@numbers.example")
            }
            try installation.inTenant(tenant) { tx in
                try tx.execute("update users set phone = '+491701234567' where id = \(people[0].id)")
                try tx.execute("update users set phone = '+447700900123' where id = \(people[1].id)")
            }
            for text in [
                "+49 170 123", "+49 170 1234567", "0049 170 1234567", "+49 (0)170 123 45 67", "0170 123 45 67",
                "0170-1234567", "4567", "123 45 67", "۰۱۷۰ ۱۲۳ ۴۵ ۶۷", "+491701234567",
            ] {
                let page = await page([("q", text)])
                #expect(names(page) == ["Called"], "\(text)")
                #expect(page.has("Found by: phone"), "\(text)")
            }
            #expect(await found("+44 7700") == ["Other"])
            for text in ["567", "+49 171", "0170 123 45 68"] { #expect(await found(text).isEmpty, "\(text)") }
            // Digits of an address don't hide whose number ends with them.
            try installation.add(
                (0..<60).map { TestUser("Somebody", email: "p\($0).4567@example.org") }, to: tenant)
            #expect(await found("4567").contains("Called"))
            var tab = browser
            let palette = await tab.get("/t/\(tenant.slug)/find.json?q=0170%20123%2045%2067")
            #expect(palette.has("Called") && !palette.has("Other"))
            let last = await tab.get("/t/\(tenant.slug)/find.json?q=4567")
            #expect(last.has("Called"))
            let foreign = try installation.makeTenant()
            var theirs = try installation.console().browser(of: installation.makeAdmin(.manager, in: foreign))
            #expect(!(await theirs.get("/t/\(foreign.slug)/users?q=%2B491701234567").has("Called")))
        }

        @Test func `14: the company's own id finds its user, written exactly so`() async throws {
            let people = try ["Known", "Namesake"].map {
                try installation.addUser($0, to: tenant, email: "\($0.lowercased())@ids.example")
            }
            for (id, written) in [(people[0].id, "CRM-a1"), (people[1].id, "Acme Berlin")] {
                try installation.inTenant(tenant) {
                    try $0.execute("update users set external_id = \(written) where id = \(id)")
                }
            }
            let page = await page([("q", "CRM-a1")])
            #expect(names(page) == ["Known"] && page.has("Found by: external id"))
            #expect(await found("Acme Berlin") == ["Namesake"])
            for text in ["crm-a1", "CRM-a", "acme berlin"] { #expect(await found(text).isEmpty, "\(text)") }
            var tab = browser
            #expect(await tab.get("/t/\(tenant.slug)/find.json?q=CRM-a1").has("Known"))
        }

        @Test func `14: users with and without a telephone number or an external id`() async throws {
            let people = try ["With", "Without"].map { try installation.addUser($0, to: tenant) }
            try installation.inTenant(tenant) {
                try $0.execute(
                    "update users set phone = '+447700900123', external_id = 'x1' where id = \(people[0].id)")
            }
            for field in ["phone", "external_id"] {
                let given = await page([(field, "given"), ("columns", field)])
                #expect(names(given) == ["With"] && given.has("Given"))
                #expect(names(await page([(field, "missing")])) == ["Without"])
                // A value is no filter: it would stand in addresses, views and segments.
                #expect(names(await page([(field, "x1")])).count == 2)
            }
        }

        @Test func `14: devices, payments and subscriptions find their user`() async throws {
            let user = try installation.addWholeUser("Whoever Paid", to: tenant)
            let owner = try installation.makeAdmin(.owner, in: tenant)
            try installation.addMoney(to: tenant, of: user.id, by: owner)
            let row = try #require(
                try installation.database.with(.superuser) {
                    try $0.send(
                        """
                        select (select user_devices.id from user_devices where user_devices.user_id = \(user.id) limit 1) as device,
                            (select payments.id from payments where payments.user_id = \(user.id) limit 1) as payment,
                            (select subscriptions.id from subscriptions where subscriptions.user_id = \(user.id) limit 1) as subscription
                        """
                    ).rows().first
                })
            for name in ["device", "payment", "subscription"] as [StaticString] {
                let id = try row.id(name).description
                let page = await page([("q", id)])
                #expect(names(page) == ["Whoever Paid"], "\(name)")
                #expect(page.has("Found by: \(name)"), "\(name)")
            }
            try installation.inTenant(tenant) { tx in
                let tenant = tx.tenant
                try tx.execute(
                    """
                    insert into payments (tenant_id, id, user_id, kind, plan, provider, reference, currency, amount, at)
                    values (\(tenant), gen_random_uuid(), \(user.id), 'payment', 'gold', 'card', 'pi_3MtwBwLkdIwHu7ix', 'EUR', 100, now())
                    """)
            }
            #expect(await found("pi_3MtwBwLkdIwHu7ix") == ["Whoever Paid"])
            // In the palette too; and nothing of another tenant.
            var tab = browser
            #expect(await tab.get("/t/\(tenant.slug)/find.json?q=pi_3MtwBwLkdIwHu7ix").has("Whoever Paid"))
            let other = try installation.makeTenant()
            var theirs = try installation.console().browser(of: installation.makeAdmin(.manager, in: other))
            let foreign = await theirs.get("/t/\(other.slug)/users?q=pi_3MtwBwLkdIwHu7ix")
            #expect(names(foreign).isEmpty && foreign.has("Found by") == false)
        }

        @Test func `14: several values, all but some, and days narrow together`() async throws {
            func user(_ name: String, _ change: (inout TestUser) -> Void) -> TestUser {
                var user = TestUser(name)
                change(&user)
                return user
            }
            try installation.add(
                [
                    user("German") { $0.country = "DE" }, user("French") { $0.country = "FR" },
                    user("Iranian") { $0.country = "IR" },
                    user("Gone") { ($0.country, $0.status) = ("DE", "deleted") },
                    user("Kept out") { ($0.country, $0.status) = ("FR", "suspended") },
                    user("Of old") { ($0.country, $0.createdAt) = ("FR", Timestamp.now.adding(seconds: -100 * 86400)) },
                ], to: tenant)
            func all(_ query: [(String, String)]) async -> Set<String> { Set(names(await page(query))) }
            #expect(await all([("country", "DE,IR")]) == ["German", "Iranian"])
            // As a form without a script sends it.
            #expect(await all([("country", "DE"), ("country", "IR")]) == ["German", "Iranian"])
            #expect(await all([("country", "FR"), ("country-not", "on")]) == ["German", "Iranian"])
            #expect(await all([("country", "!FR,IR")]) == ["German"])
            #expect(await all([("status", "!active")]) == ["Kept out"])
            #expect(await all([("status", "suspended,deleted")]) == ["Gone", "Kept out"])
            #expect(await all([("status", "!active,deleted")]) == ["Kept out"])
            #expect(await all([("created", "!30")]) == ["Of old"])
            #expect(await all([("created", "!30"), ("country", "DE")]).isEmpty)
            #expect(await all([("created-until", "2021-01-01"), ("created-from", "")]).isEmpty)
            #expect(await all([("created-until", "۱۳۹۹/۱۰/۱۲"), ("created-from", "")]).isEmpty)
            #expect(
                await all([("created-from", "2021-01-01"), ("country", "FR"), ("status", "active")]) == [
                    "French", "Of old",
                ])
            #expect(await all([("created", "2021-01-01..2021-01-02")]).isEmpty)
            let shown = await page([("country", "!FR,IR"), ("created", "2021-01-01..")])
            #expect(shown.has("not France, Iran") && shown.has("from 1 Jan 2021"))
        }

        @Test func `14: a country has a name in lists, menus and on the user's page`() async throws {
            var german = TestUser("Somebody")
            german.country = "DE"
            try installation.add([german], to: tenant)
            let list = await page([("country", "DE")])
            #expect(list.has("Country: <bdi>Germany</bdi>") && list.has("<bdi>Germany</bdi></td>"))
            var tab = browser
            #expect(await tab.get("/t/\(tenant.slug)/users/\(german.id)").has("Germany"))
            #expect(Countries.name(of: "DE", in: .fa) == "آلمان")
            #expect(Countries.name(of: "??", in: .en) == "??")
            #expect(Countries.sorted(["FR", "??", "DE", "AT"], in: .es) == ["DE", "AT", "FR", "??"])
            for code in Countries.codes { #expect(Countries.name(of: code, in: .ru) != code) }
        }
    }
}

@Suite struct ChosenValuesTests {
    @Test func `14: what is chosen reads back from its address`() {
        var random = SeededRandom(14)
        for _ in 0..<3000 {
            let chosen = ChosenValues(encoded: random.text(of: "ab,!\\ ж", upTo: 9))
            #expect(ChosenValues(encoded: chosen.encoded) == chosen || chosen.isEmpty)
            let days = ChosenDays(encoded: random.text(of: "20!-1.5", upTo: 11))
            #expect(days == days.flatMap { ChosenDays(encoded: $0.encoded) })
        }
        #expect(ChosenValues(encoded: "a\\,b,!c").values == ["a,b", "!c"])
        #expect(ChosenValues(encoded: "\\!a").isNot == false)
        #expect(ChosenDays(encoded: "2026-02-30..") == nil)
        #expect(ChosenDays(encoded: "..2026-02-28") == .between(nil, "2026-02-28"))
        #expect(ChosenDays(encoded: "!۹۰") == .notLast(90))
    }
}
