import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// API keys as an admin makes, shows, stops and replaces them.
    @Suite struct KeyTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let owner: TestAdmin
        private let base: String

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Olga Owner")
            base = "/t/\(tenant.slug)/keys"
        }

        private let sound = [
            ("name", "Billing server"), ("scopes", "users.read"), ("term", "30"),
            ("addresses", "10.0.0.0/8, 203.0.113.7"),
            ("rate", "120"),
        ]

        private func shown(_ answer: Answer) -> APIKeyText? {
            answer.text.firstMatch(of: /rst_live_[0-9A-Za-z]{16}_[0-9A-Za-z]{49}/).flatMap {
                APIKeyText(String($0.output))
            }
        }

        private func link(_ answer: Answer) -> String {
            answer.text.firstMatch(of: /\/keys\/[0-9a-f-]{36}/).map { base + $0.output.dropFirst(5) } ?? ""
        }

        private func secrets(of text: String) throws -> Int {
            try installation.number(
                "select count(*) as n from api_key_secrets where api_key_secrets.lookup_id = \(APIKeyText(text)?.lookupID ?? "")"
            )
        }

        /// Every column of every table as PostgreSQL would write it into a dump.
        private func columnsWith(_ needle: String) throws -> Int {
            try installation.database.with(.superuser) { connection in
                _ = try connection.send(
                    """
                    create or replace function dump_holds(needle text) returns bigint language plpgsql as $$
                    declare spot record; found bigint := 0; here bigint;
                    begin
                        for spot in select attrelid::regclass as place, attname from pg_attribute
                            join pg_class on pg_class.oid = attrelid
                            where relnamespace = 'roost'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
                        loop
                            execute format('select count(*) from %s where strpos(%I::text, $1) > 0 or strpos(%I::text, $2) > 0',
                                spot.place, spot.attname, spot.attname) into here using needle, encode(convert_to(needle, 'UTF8'), 'hex');
                            found := found + here;
                        end loop;
                        return found;
                    end $$
                    """
                ).rows()
                return try connection.send("select dump_holds(\(needle)) as n").rows().first?.int("n") ?? -1
            }
        }

        @Test func `a new key is shown once, and a dump of the database holds it nowhere`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.get(base + "/new")
            let answer = await browser.post(base, sound)
            #expect(answer.status == 200)
            #expect(answer.headers[.cacheControl] == "no-store")
            let key = try #require(shown(answer))
            #expect(try secrets(of: key.text) == 1)
            let secret = String(key.text.dropFirst(26).prefix(43))
            for page in [await browser.get(base), await browser.get(link(answer))] {
                #expect(page.status == 200)
                #expect(page.has("rst_live_\(key.lookupID)") && page.has("Billing server"))
                #expect(page.has(secret) == false)
            }
            #expect(try columnsWith(key.lookupID) > 0, "the scan sees what is there")
            #expect(try columnsWith(key.text) == 0)
            #expect(try columnsWith(secret) == 0)
            let event = await browser.get("/t/\(tenant.slug)/audit")
            #expect(event.has("created the API key") && event.has("users.read") && event.has(secret) == false)
        }

        @Test func `what is wrong is said beside its field, and nothing typed is lost`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.get(base + "/new")
            let before = try installation.fingerprint()
            let answer = await browser.post(
                base,
                [
                    ("name", "  "), ("scopes", "users.everything"), ("term", "own"), ("last_day", "2020-01-01"),
                    ("addresses", "10.0.0.0/8 300.1.1.1"), ("rate", "many"),
                ])
            #expect(answer.status == 422)
            for said in [
                "Please fill this in.", "Tick at least one.", "at most 365 days ahead", "“300.1.1.1” is not a network",
                "from 1 to 60,000",
            ] {
                #expect(answer.has(said), "\(said)")
            }
            for kept in ["2020-01-01", "10.0.0.0/8 300.1.1.1", "value=\"many\"", "value=\"own\" selected"] {
                #expect(answer.has(kept), "\(kept)")
            }
            #expect(try installation.fingerprint() == before)
        }

        @Test func `a day of one's own lasts to its end where the tenant is, and 365 days are the most`() async throws {
            // Half past midnight in Madrid is still the day before in UTC.
            let now = Timestamp(microseconds: 1_797_895_800_000_000)
            var browser = try console.browser(of: owner, now: now)
            func expiry(_ day: String) async throws -> (Int, Timestamp?) {
                let answer = await browser.post(
                    base, sound.filter { $0.0 != "term" } + [("term", "own"), ("last_day", day)])
                let row = try installation.database.with(.superuser) {
                    try $0.send(
                        "select max(api_keys.expires_at) as moment from api_keys where api_keys.tenant_id = \(tenant.id)"
                    ).rows().first?.timeOrNil("moment")
                }
                return (answer.status, row)
            }
            let local = try installation.database.with(.superuser) {
                try $0.send(
                    "select to_char(\(now) at time zone 'Europe/Madrid', 'YYYY-MM-DD') as today, to_char((\(now) at time zone 'Europe/Madrid') + interval '365 days', 'YYYY-MM-DD') as last, to_char((\(now) at time zone 'Europe/Madrid') + interval '366 days', 'YYYY-MM-DD') as beyond, to_char((\(now) at time zone 'Europe/Madrid') - interval '1 day', 'YYYY-MM-DD') as gone"
                ).rows().first.map {
                    (try $0.text("today"), try $0.text("last"), try $0.text("beyond"), try $0.text("gone"))
                }
            }
            let days = try #require(local)
            for wrong in [days.2, days.3, "", "2026-13-01", "2027-02-29", "x", "0000-01-01", "99999-01-01"] {
                #expect(try await expiry(wrong).0 == 422, "\(wrong)")
            }
            let today = try await expiry(days.0)
            #expect(today.0 == 200)
            let end = try #require(today.1)
            #expect(end > now && end.seconds - now.seconds <= 86400)
            let last = try await expiry(days.1)
            #expect(last.0 == 200)
            #expect(last.1 == now.adding(seconds: 365 * 86400))
        }

        @Test func `digits of any script make a rate`() {
            for (typed, wanted) in [
                ("600", 600), ("۶۰۰", 600), ("٦٠٠", 600), ("", 0), ("-1", 0), ("6 0", 0), ("9999999", 0), ("½", 0),
            ] {
                var form = KeyForm()
                form.rate = typed
                #expect(form.requestsPerMinute == wanted, "\(typed)")
            }
        }

        @Test func `a key is disabled, enabled and deleted, and what comes too late changes nothing`() async throws {
            let key = try installation.makeKey(in: tenant, "Some key")
            let page = "\(base)/\(key.id)"
            var browser = try console.browser(of: owner)
            _ = await browser.get(page)
            #expect(await browser.post(page + "/suspension", [("reason", "leaked")]).location == page)
            let disabled = await browser.get(page)
            #expect(
                disabled.has("The key was disabled.") && disabled.has(page + "/suspension/end")
                    && disabled.has("leaked"))
            let again = await browser.post(page + "/suspension")
            #expect(again.status == 409 && again.has("This was changed before you saved"))
            #expect(await browser.post(page + "/suspension/end").location == page)
            #expect(await browser.post(page + "/suspension/end").status == 409)
            #expect(await browser.post(page + "/deletion").location == base)
            #expect(await browser.get(base).has("The key was deleted."))
            for path in ["", "/suspension", "/rotation", "/deletion"] {
                let answer =
                    path.isEmpty ? await browser.get(page) : await browser.post(page + path, [("overlap", "0")])
                #expect(answer.status == 404, "\(path)")
            }
            #expect(try secrets(of: key.text) == 0)
        }

        @Test(arguments: [0, 1, 24, 168]) func `a rotated key keeps its earlier text for as long as was chosen`(
            hours: Int
        ) async throws {
            let now = Timestamp.now
            let key = try installation.makeKey(in: tenant, now: now)
            let page = "\(base)/\(key.id)"
            var browser = try console.browser(of: owner, now: now)
            _ = await browser.get(page)
            let answer = await browser.post(page + "/rotation", [("overlap", String(hours))])
            #expect(answer.status == 200)
            let made = try #require(shown(answer))
            #expect(made.text != key.text)
            #expect(answer.has(hours == 0 ? "The earlier key has stopped working." : "The earlier key works until"))
            func opens(_ text: String, at moment: Timestamp) throws -> Bool {
                let hash = try #require(APIKeyText(text)).hash(key: installation.keys.apiKeys)
                return try installation.database.with(.app) {
                    try $0.send("select 1 as one from enter_by_key(\(hash), \(moment)) as entry").rows().count == 1
                }
            }
            let end = now.adding(seconds: Int64(hours) * 3600)
            #expect(try opens(made.text, at: now) && opens(made.text, at: end))
            #expect(try opens(key.text, at: end.adding(seconds: -1)) == true)
            #expect(try opens(key.text, at: end) == false)
            // A second rotation at once ends both.
            _ = await browser.post(page + "/rotation", [("overlap", "0")])
            #expect(try opens(key.text, at: now) == false && opens(made.text, at: now) == false)
        }

        @Test func `a choice that is not offered and a key that has expired are not rotated`() async throws {
            var browser = try console.browser(of: owner)
            _ = await browser.get(base)
            let key = try installation.makeKey(in: tenant)
            let old = try installation.makeKey(in: tenant, expires: Timestamp.now.adding(seconds: -60))
            let before = try installation.fingerprint()
            #expect(await browser.post("\(base)/\(key.id)/rotation", [("overlap", "9999")]).status == 409)
            #expect(await browser.post("\(base)/\(old.id)/rotation", [("overlap", "0")]).status == 409)
            #expect(try installation.fingerprint() == before)
            #expect(await browser.get("\(base)/\(old.id)").has("/rotation") == false)
        }

        @Test func `only a manager or an owner sees keys`() async throws {
            let key = try installation.makeKey(in: tenant, "Hidden key")
            for role in Role.ofTenants {
                var browser = try console.browser(of: installation.makeAdmin(role, in: tenant))
                let isAllowed = role == .owner || role == .manager
                let list = await browser.get(base)
                #expect(list.has("Hidden key") == isAllowed, "\(role)")
                #expect(await browser.get("\(base)/\(key.id)").status == (isAllowed ? 200 : 403), "\(role)")
                #expect(await browser.get("/t/\(tenant.slug)").has("href=\"\(base)\"") == isAllowed, "\(role)")
            }
        }
    }
}

@Suite struct AddressRangeTests {
    @Test(arguments: [
        ("203.0.113.7", "203.0.113.7/32"), ("10.0.0.0/8", "10.0.0.0/8"), ("0.0.0.0/0", "0.0.0.0/0"),
        ("2001:DB8::/32", "2001:db8::/32"),
        ("::1", "::1/128"), ("::/0", "::/0"), ("10.128.0.0/9", "10.128.0.0/9"), ("::ffff:10.0.0.1", "10.0.0.1/32"),
    ])
    func `a network has one spelling`(typed: String, stored: String) {
        #expect(AddressRange(typed)?.description == stored)
        #expect(AddressRange(stored)?.description == stored)
    }

    @Test(arguments: [
        "", "/", "10", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.1/8", "300.0.0.1",
        "2001:db8::1/32", "::/129", "localhost",
        "10.0.0.0/ 8", "10.0.0.0/٨", "a\u{0}b",
    ])
    func `what is no network is refused`(typed: String) { #expect(AddressRange(typed) == nil) }

    @Test func `an address is in it or it is not`() throws {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"), ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
            ("192.0.2.128/25", "192.0.2.128", "192.0.2.127"),
            ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::"),
            ("10.0.0.0/8", "::ffff:10.1.2.3", "::ffff:11.1.2.3"), ("0.0.0.0/0", "1.2.3.4", "::1"),
            ("::/0", "::1", "1.2.3.4"), ("10.0.0.0/8", "10.0.0.0", "-"), ("10.0.0.0/8", "10.0.0.0", ""),
        ] {
            let range = try #require(AddressRange(network))
            #expect(range.contains(inside), "\(inside) in \(network)")
            #expect(!range.contains(outside), "\(outside) in \(network)")
        }
    }
}
