import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

@Suite struct AuditChangesTextTests {
    @Test func `10,000 lists of changes read back as they were written`() {
        var random = SeededRandom(21)
        for _ in 0..<10_000 {
            let isPersonal = Bool.random(using: &random)
            let changes = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                AuditEvent.Change(
                    random.text(of: "ab\"\\{}[]:,", upTo: 6),
                    old: Bool.random(using: &random) ? nil : random.text(of: "nul\"\\\n\t{}жع", upTo: 10),
                    new: Bool.random(using: &random) ? nil : random.text(of: "\u{1}\u{1F}\"u0041", upTo: 10),
                    isPersonal: isPersonal)
            }
            let text = AuditChangesText.write(changes)
            let read = AuditChangesText.read(text, isPersonal: isPersonal)
            #expect(read == changes)
            // Scalars, not only characters, are the same.
            #expect(read.map(AuditChangesText.write)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        }
    }

    @Test func `a text that was not written so is refused, and none crashes`() {
        for text in [
            "", "{", "{}x", "{\"a\"}", "{\"a\":[1,2]}", "{\"a\":[null]}", "{\"a\":[null,null],}", "[]",
            "{\"a\":[\"\\x\",null]}", "{\"a\":[\"\\u00\",null]}",
        ] {
            #expect(AuditChangesText.read(text, isPersonal: false) == nil, "\(text)")
        }
        var random = SeededRandom(22)
        for _ in 0..<20_000 {
            _ = AuditChangesText.read(random.text(of: "{}[]\"\\:,nulabu0123", upTo: 40), isPersonal: false)
        }
    }
}

@Suite struct EmailAddressTests {
    @Test(arguments: [
        "a@b.co", "first.last+tag@sub.example.org", "o'brien@example.com", "ж@пример.рф", "x_y-z@1.2.example",
        "UPPER@EXAMPLE.COM", "Élodie@exämple.org", "ИВАН@почта.рф", "straße@example.de", "علی@example.ir",
        "\(String(repeating: "a", count: 64))@example.com",
    ])
    func `an address that somebody may have is plausible`(text: String) { #expect(EmailAddress.isPlausible(text)) }

    @Test(arguments: [
        "", "@", "a@", "@b.co", "a@b", "a b@c.de", "a@b..co", ".a@b.co", "a.@b.co", "a..b@c.de", "a@b.co.", "a@.b.co",
        "a@-b.co", "a@b-.co",
        "a@b@c.de", "<a@b.co>", "a,b@c.de", "a\n@b.co", "a\u{200E} @b.co", "\"a\"@b.co",
        "\(String(repeating: "a", count: 65))@example.com",
        "a@\(String(repeating: "b.", count: 130))co", "a;b@c.de", "a\u{0}@b.co",
        // Seen as another's, or not seen at all.
        "a\u{200B}@b.co", "a\u{202E}b@c.de", "a\u{7F}@b.co", "a\u{AD}@b.co", "e\u{301}@b.co", "a@\u{FF42}.co",
        "a@b\u{3002}c.de",
        "\u{212A}im@b.co", "a\u{2066}@b.co", "\(String(repeating: "ж\u{301}", count: 40))@b.co",
    ])
    func `a slip of the finger is not`(text: String) { #expect(EmailAddress.isPlausible(text) == false) }
}

@Suite struct UserFilterTests {
    private func filter(_ items: [(String, String)]) -> UserFilter {
        UserFilter(Query(items.map { (name: $0.0, value: $0.1) }))
    }

    @Test func `the address of a filter gives the same filter again`() {
        var random = SeededRandom(31)
        let names = [
            "q", "status", "plan", "role", "country", "language", "platform", "created", "seen", "phone",
            "external_id", "sort",
        ]
        for _ in 0..<3000 {
            let made = filter(
                (0..<6).map { _ in
                    (names.randomElement(using: &random) ?? "", random.text(of: "active-1freeIR ", upTo: 9))
                })
            let again = filter(made.query.map { ($0.name, $0.value) })
            #expect(made.query.map { "\($0)" } == again.query.map { "\($0)" })
        }
    }

    @Test func `two filters never share a count`() {
        #expect(filter([("plan", "free&role=user")]).countKey != filter([("plan", "free"), ("role", "user")]).countKey)
        #expect(filter([("q", "a")]).countKey != filter([("plan", "a")]).countKey)
        #expect(filter([("plan", "a"), ("sort", "name")]).countKey == filter([("plan", "a")]).countKey)
    }
}

extension OnCore {
    @Suite struct TotalsTests {
        @Test
        func `a small list is counted exactly, a large one is about so many, and every tenant and filter has its own`()
            async throws
        {
            let installation = try TestInstallation()
            let console = installation.console()
            let totals = console.services.totals
            let now = Timestamp.now
            let key = Totals.Key(tenant: .make(), list: "users", filter: "plan=free")
            let count: SQL = "select 20000::bigint as n"
            #expect(totals.settle(key, counted: 10_000, now: now, count: count) == .exact(10_000))
            #expect(totals.estimate(key, now: now, count: count) == nil)
            #expect(totals.settle(key, counted: 10_001, now: now, count: count) == .moreThan(10_000))
            #expect(try await eventually { totals.estimate(key, now: now, count: count) == 20_000 })
            for other in [
                Totals.Key(tenant: .make(), list: "users", filter: "plan=free"),
                .init(tenant: key.tenant, list: "audit", filter: "plan=free"),
                .init(tenant: key.tenant, list: "users", filter: "plan=premium"),
            ] { #expect(totals.estimate(other, now: now, count: count) == nil) }

            // Old: still shown, and counted anew behind.
            let later = now.adding(seconds: 301)
            let more: SQL = "select 30000::bigint as n"
            #expect(totals.estimate(key, now: later, count: more) == 20_000)
            #expect(try await eventually { totals.estimate(key, now: later, count: more) == 30_000 })
            // Shrunk below the limit: the page counts by itself again.
            _ = totals.estimate(key, now: later.adding(seconds: 301), count: "select 5::bigint as n")
            #expect(try await eventually { totals.estimate(key, now: later.adding(seconds: 301), count: more) == nil })
            totals.invalidateAll()
            #expect(totals.estimate(key, now: later, count: more) == nil)
        }

        @Test func `a list above the limit says so at first, then about how many, and counts exactly when asked`()
            async throws
        {
            let installation = try TestInstallation()
            let tenant = try installation.makeTenant()
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    """
                    insert into users (tenant_id, id, email, name, status, created_at)
                    select \(tenant.id), gen_random_uuid(), number || '@example.org', 'Somebody', 'active', now() from generate_series(1, 12345) as number
                    """)
            }
            let console = installation.console()
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            // Days are none of what is counted while it is written.
            let address = "/t/\(tenant.slug)/users?created=30"
            #expect(await browser.get(address).has("10,000"))
            var shown = ""
            for _ in 0..<200 where !shown.contains("12,340") {
                try await Task.sleep(for: .milliseconds(20))
                shown = await browser.get(address).text
            }
            #expect(shown.contains("12,340") && !shown.contains("12,345"))
            #expect(await browser.get(address + "&count=exact").has("12,345"))
            // Without days the list knows it to the last one, at once.
            #expect(await browser.get("/t/\(tenant.slug)/users").has("12,345"))
        }

        @Test func `a count that fails leaves the estimate as it was`() async throws {
            let console = try TestInstallation().console()
            let totals = console.services.totals
            let key = Totals.Key(tenant: .make(), list: "users", filter: "")
            _ = totals.settle(key, counted: 10_001, now: .now, count: "select 20000::bigint as n")
            #expect(try await eventually { totals.estimate(key, now: .now, count: "select 1 as n") == 20_000 })
            #expect(
                totals.estimate(key, now: Timestamp.now.adding(seconds: 400), count: "select nothing from nowhere")
                    == 20_000)
            try await Task.sleep(for: .milliseconds(200))
            #expect(totals.estimate(key, now: .now, count: "select 1 as n") == 20_000)
        }
    }
}
