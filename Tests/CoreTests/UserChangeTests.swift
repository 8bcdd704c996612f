import HTML
import JSON
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct UserChangeTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let manager: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            manager = try installation.makeAdmin(.manager, in: tenant)
        }

        private func path(_ user: TestUser) -> String { "/t/\(tenant.slug)/users/\(user.id)" }

        /// The fields of the form as the page has them, hidden ones too; with some of them typed over.
        private func fields(_ page: Answer, _ typed: [String: String] = [:]) -> [(String, String)] {
            func plain(_ text: Substring) -> String {
                String(text).replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
                    .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
            }
            let form = page.text.split(separator: "<form class=\"card form inset\"").last ?? ""
            var fields: [String: String] = [:]
            for match in form.matches(of: /<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/) {
                fields[String(match.output.1)] = plain(match.output.2)
            }
            for match in form.matches(of: /<select id="[^"]*" name="([^"]+)"(?s:.*?)<\/select>/) {
                fields[String(match.output.1)] =
                    match.output.0.firstMatch(of: /<option value="([^"]*)" selected/).map { plain($0.output.1) } ?? ""
            }
            return Array(fields.merging(typed) { $1 }).map { ($0.key, $0.value) }
        }

        private func stored(_ user: TestUser) throws -> (
            email: String, name: String, plan: String, status: String, version: Int
        ) {
            let row = try #require(
                try installation.database.connection(.superuser).send(
                    "select users.email, users.name, users.plan, users.status, users.version from users where users.id = \(user.id)"
                ).rows().first)
            return try (row.text("email"), row.text("name"), row.text("plan"), row.text("status"), row.int("version"))
        }

        private func events() throws -> [String] {
            try installation.database.connection(.superuser).send(
                "select array(select audit_events.action from audit_events where audit_events.tenant_id = \(tenant.id) order by audit_events.sequence) as v"
            ).rows().first?.texts("v") ?? []
        }

        @Test func `a change is stored, and recorded with old and new value`() async throws {
            let user = try installation.addUser("Old Name", to: tenant)
            var browser = try console.browser(of: manager)
            let form = await browser.get(path(user) + "/edit")
            let saved = await browser.post(path(user), fields(form, ["name": "New \"Name\" <b>", "plan": "premium"]))
            // The form has no plan, and takes none.
            #expect(!form.has("name=\"plan\""))
            #expect(saved.status == 303 && saved.location == path(user))
            #expect(try stored(user) == (user.email, "New \"Name\" <b>", "free", "active", 2))
            let trail = await browser.get("/t/\(tenant.slug)/audit")
            #expect(
                trail.has("Old Name") && trail.has("New &quot;Name&quot; &lt;b&gt;")
                    || trail.has("New \"Name\" &lt;b&gt;"))
            #expect(try events() == ["membership.given", "user.viewed", "user.changed"])
        }

        @Test func `14: a telephone number is typed as at home and stored with its country, an external id as it is`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            var browser = try console.browser(of: manager)
            let home = PhoneNumber("0176 123 45 67", in: tenant.country)?.e164 ?? ""
            var round = 0
            for (country, typed, number) in [
                ("DE", "0170 123 45 67", "+491701234567"), ("DE", "+44 7700 900123", "+447700900123"),
                ("ES", "600 12 34 56", "+34600123456"), ("US", "(202) 555-0143", "+12025550143"),
                ("IR", "۰۹۱۲ ۳۴۵ ۶۷۸۹", "+989123456789"), ("IR", "", ""),
                // Without a country of the user's, the tenant's time zone says it.
                ("", "0176 123 45 67", home),
            ] where country != "" || !number.isEmpty {
                round += 1
                let form = await browser.get(path(user) + "/edit")
                let saved = await browser.post(
                    path(user), fields(form, ["country": country, "phone": typed, "external_id": "Ab-\(round)"]))
                #expect(saved.status == 303, "\(typed)")
                #expect(
                    try installation.text(
                        "select phone || ' ' || external_id as t from users where id = \(user.id)")
                        == "\(number) Ab-\(round)")
            }
            let page = await browser.get(path(user))
            #expect(page.has("Ab-\(round)"))
            let trail = await browser.get("/t/\(tenant.slug)/audit")
            #expect(trail.has("+491701234567") && trail.has("External id"))
        }

        @Test func `what is wrong is said beside its field, and what was typed is still there`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let taken = try installation.addUser("Other", to: tenant)
            try installation.inTenant(tenant) {
                try $0.execute("update users set external_id = 'taken' where id = \(taken.id)")
            }
            var browser = try console.browser(of: manager)
            let form = await browser.get(path(user) + "/edit")
            let cases: [(field: String, value: String, says: StringKey?)] = [
                ("email", "not an e-mail", Strings.error_email), ("email", "", Strings.error_required),
                ("email", taken.email.uppercased(), Strings.error_email_taken),
                ("email", String(repeating: "x", count: 250) + "@a.bc", nil),
                ("phone", "12", Strings.error_phone), ("phone", "call me", Strings.error_phone),
                ("phone", "+999 170 1234567", Strings.error_phone),
                ("phone", "+49 170 1234567 1234567", Strings.error_phone),
                ("external_id", "taken", Strings.error_external_id_taken),
                ("external_id", String(repeating: "x", count: 129), nil),
                ("zone", "Mars/Olympus", Strings.error_zone), ("country", "xx1", Strings.error_country),
                ("language", "no such", Strings.error_language),
                ("name", String(repeating: "ж", count: 201), nil), ("name", String(repeating: "👨‍👩‍👧‍👦", count: 60), nil),
                ("role", String(repeating: "r", count: 41), nil),
            ]
            for (field, value, says) in cases {
                let refused = await browser.post(
                    path(user), fields(form, ["name": "Typed Name"].merging([field: value]) { $1 }))
                #expect(refused.status == 422, "\(field)=\(value.prefix(20))")
                #expect(refused.has("id=\"\(field)-error\""), "\(field)=\(value.prefix(20))")
                if let says {
                    #expect(refused.text.replacing("&#39;", with: "'").contains(says.resolve(in: .en)), "\(field)")
                }
                if field != "name" { #expect(refused.has("Typed Name")) }
            }
            #expect(try stored(user).version == 1)
            #expect(try events() == ["membership.given", "user.viewed"])
        }

        @Test func `longest texts that the form takes, the table takes too`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            var browser = try console.browser(of: manager)
            let form = await browser.get(path(user) + "/edit")
            for name in [
                String(repeating: "ж", count: 200), String(repeating: "🐓", count: 200), "'; drop table users; --",
            ] {
                let saved = await browser.post(
                    path(user),
                    fields(
                        form,
                        ["name": name, "version": "\(try stored(user).version)", "was_name": try stored(user).name]))
                #expect(saved.status == 303, "\(name.prefix(10))")
                #expect(try stored(user).name == name)
            }
            // Seven characters as PostgreSQL counts them.
            let family = String(repeating: "👨‍👩‍👧‍👦", count: 71)
            let suspended = await browser.post(path(user) + "/suspension", [("reason", family)])
            #expect(suspended.status == 303)
            let note = await browser.post(path(user) + "/notes", [("body", String(repeating: family, count: 9))])
            #expect(note.status == 422)
        }

        @Test func `14: no name has signs that nobody sees, and a stored one that has them stops no other change`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            var browser = try console.browser(of: manager)
            let form = await browser.get(path(user) + "/edit")
            for (name, sign) in [
                ("\u{202E}rtl", "U+202E"), ("a\u{7}b", "U+0007"), ("Ann\u{200B}", "U+200B"), ("a\u{2066}b", "U+2066"),
            ] {
                let refused = await browser.post(path(user), fields(form, ["name": name]))
                #expect(refused.status == 422 && refused.has(sign), "\(sign)")
            }
            // Joiners are letters' own matter in Persian, and emoji are made with them.
            for name in ["می\u{200C}نا", "👩\u{200D}🚀"] {
                let version = try stored(user).version
                let saved = await browser.post(
                    path(user),
                    fields(form, ["name": name, "version": "\(version)", "was_name": try stored(user).name]))
                #expect(saved.status == 303, "\(name)")
            }
            let alike = "look\u{200B}alike-\(unique())@example.org"
            try installation.set(
                "update users set email = \(alike), name = \("A\u{202E}b") where id = \(user.id)", in: tenant)
            let edit = await browser.get(path(user) + "/edit")
            let typed = fields(edit, ["country": "ES", "email": alike, "name": "A\u{202E}b"])
            #expect(await browser.post(path(user), typed).status == 303)
            #expect(try stored(user).email == alike)
            let worse = await browser.get(path(user) + "/edit")
            #expect(await browser.post(path(user), fields(worse, ["email": "x" + alike])).status == 422)
        }

        @Test
        func
            `over somebody else's change: fields only they changed take theirs, the rest keeps yours, and nothing is stored before one has seen it`()
            async throws
        {
            let user = try installation.addUser("First", to: tenant)
            var (mine, theirs) = (
                try console.browser(of: manager), try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            )
            let form = await mine.get(path(user) + "/edit")
            let other = await theirs.get(path(user) + "/edit")
            #expect(
                await theirs.post(path(user), fields(other, ["name": "Theirs", "role": "moderator"])).status == 303)
            let conflict = await mine.post(path(user), fields(form, ["name": "Mine", "email": "mine-\(user.email)"]))
            #expect(conflict.status == 409)
            #expect(conflict.has("Theirs") && conflict.has("Mine") && conflict.has("mine-\(user.email)"))
            #expect(try stored(user) == (user.email, "Theirs", "free", "active", 2))
            let merged = await mine.post(path(user), fields(conflict))
            #expect(merged.status == 303)
            #expect(try stored(user) == ("mine-\(user.email)", "Mine", "free", "active", 3))
        }

        @Test(arguments: ["active", "pending", "suspended"])
        func `13.4: a deleted user who is restored is what they were, and so is a suspended one`(status: String)
            async throws
        {
            var user = TestUser("Una User")
            user.status = status
            try installation.add([user], to: tenant)
            try installation.set("update users set status_reason = 'Spam' where id = \(user.id)")
            var browser = try console.browser(of: manager)
            func post(_ act: String) async {
                #expect(await browser.post(path(user) + act, [("reason", "x")]).status == 303)
            }
            await post("/deletion")
            await post("/deletion/end")
            #expect(try stored(user).status == status)
            let reason = try installation.number(
                "select count(*) as n from users where id = \(user.id) and status_reason = 'Spam'")
            #expect(reason == (status == "suspended" ? 1 : 0))
            if status != "suspended" {
                await post("/suspension")
                await post("/deletion")
                await post("/deletion/end")
                #expect(try stored(user).status == "suspended")
                await post("/suspension/end")
                #expect(try stored(user).status == status)
            }
        }

        @Test func `13.3: a plan is not a field that somebody types: neither in the form nor through the API`()
            async throws
        {
            // The tenant sells it, so nothing is refused because it is unknown.
            try installation.offerPremium(in: tenant)
            let user = try installation.addUser("Somebody", to: tenant)
            let program = TestProgram(
                console, key: try installation.makeKey(in: tenant, scopes: ["users.write"]).text)
            for plan in ["premium", "anything at all", "", "free"] {
                let refused = await program.write(
                    .patch, "/v1/users/\(user.id)", "{\"plan\":\"\(plan)\"}", ifMatch: "*")
                #expect(refused.status == 422 && refused.has("/plan"), "\(plan)")
            }
            let batch = await program.write(
                .put, "/v1/users",
                #"{"users":[{"id":"\#(user.id)","plan":"premium"},{"email":"put-\#(user.email)","plan":"premium"}]}"#)
            let faults = batch.json?["results"]?.elements.map {
                $0["errors"]?.elements.compactMap { $0["pointer"]?.text }
            }
            #expect(faults == [["/users/0/plan"], ["/users/1/plan"]], "\(batch.text)")

            var browser = try console.browser(of: manager)
            let edited = await browser.get(path(user) + "/edit")
            #expect(edited.status == 200 && !edited.has("name=\"plan\""))
            let typed = fields(edited, ["name": "Renamed", "plan": "premium"])
            #expect(await browser.post(path(user), typed).status == 303)
            let new = await browser.get("/t/\(tenant.slug)/users/new")
            #expect(new.status == 200 && !new.has("name=\"plan\""))
            let added = fields(new, ["email": "new-\(user.email)", "name": "New", "plan": "premium"])
            #expect(await browser.post("/t/\(tenant.slug)/users", added).status == 303)

            #expect(try stored(user).name == "Renamed")
            let plans = try installation.text(
                """
                select string_agg(users.plan, ' ') as t from users where users.tenant_id = \(tenant.id)
                """)
            #expect(plans == "free free")
        }

        @Test func `a change of status meanwhile is no conflict of the form`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            var browser = try console.browser(of: manager)
            let form = await browser.get(path(user) + "/edit")
            #expect(await browser.post(path(user) + "/suspension", [("reason", "x")]).status == 303)
            #expect(await browser.post(path(user), fields(form, ["name": "Renamed"])).status == 303)
            #expect(try stored(user) == (user.email, "Renamed", "free", "suspended", 3))
        }

        @Test func `suspending, taking it back, deleting and restoring; each twice is a conflict and says what is`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            var browser = try console.browser(of: manager)
            let steps: [(path: String, status: String, undo: String?)] = [
                ("/suspension", "suspended", "/suspension/end"), ("/suspension/end", "active", "/suspension?undone=1"),
                ("/deletion", "deleted", "/deletion/end"), ("/deletion/end", "active", nil),
            ]
            for step in steps {
                #expect(await browser.post(path(user) + step.path, [("reason", "because <i>of</i> it")]).status == 303)
                #expect(try stored(user).status == step.status)
                let page = await browser.get(path(user))
                if let undo = step.undo { #expect(page.has("\(path(user))\(undo)\"")) }
                #expect(page.has("<i>of") == false)
                #expect(await browser.post(path(user) + step.path).status == 409)
                #expect(try stored(user).status == step.status)
            }
            #expect(
                try events().filter { $0 != "user.viewed" } == [
                    "membership.given", "user.suspended", "user.reinstated", "user.deleted", "user.restored",
                ])
            #expect(await browser.post("/t/\(tenant.slug)/users/\(ID.make())/suspension").status == 404)
        }

        @Test func `14: nobody is suspended without a reason, and an older suspension says that none was given`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            var browser = try console.browser(of: manager)
            for reason in [[], [("reason", "  ")]] {
                let refused = await browser.post(path(user) + "/suspension", reason)
                #expect(refused.status == 422 && refused.has("id=\"suspend-reason-error\""))
                // Its form is open, so that the message is seen.
                #expect(refused.text.contains(/id="suspend"[^>]* open/), "\(refused.text)")
            }
            #expect(try stored(user).status == "active")
            // Undoing the end of a suspension has no field, and says what it was.
            #expect(await browser.post(path(user) + "/suspension", [("reason", "Spam")]).status == 303)
            #expect(await browser.post(path(user) + "/suspension/end").status == 303)
            #expect(await browser.post(path(user) + "/suspension?undone=1").status == 303)
            #expect(await browser.get(path(user)).has("The end of the suspension was undone"))
            try installation.set("update users set status_reason = '' where id = \(user.id)")
            #expect(await browser.get(path(user)).text.contains(/Suspended by [^<]*:<\/strong> no reason was given/))
        }

        @Test func `14: who was suspended, deleted and restored is suspended as before, for the same reason`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            var browser = try console.browser(of: manager)
            for (step, reason) in [("/suspension", "spam"), ("/deletion", "asked for it"), ("/deletion/end", "")] {
                #expect(await browser.post(path(user) + step, [("reason", reason)]).status == 303)
            }
            #expect(
                try installation.number(
                    "select count(*) as n from users where users.id = \(user.id) and users.status = 'suspended' and users.status_reason = 'spam'"
                ) == 1)
        }

        @Test func `two who suspend at once: one does, the other is told`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let browser = try console.browser(of: manager)
            let address = path(user)
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var tab = browser
                        return await tab.post(address + "/suspension", [("reason", "x")]).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [303] + Array(repeating: 409, count: 7))
            #expect(try stored(user).version == 2)
        }

        @Test func `adding a user, and one whose e-mail is taken`() async throws {
            var browser = try console.browser(of: manager)
            let form = await browser.get("/t/\(tenant.slug)/users/new")
            #expect(form.status == 200)
            let email = "new-\(unique())@example.org"
            let added = await browser.post(
                "/t/\(tenant.slug)/users", fields(form, ["email": email, "name": "=NEW()", "zone": "UTC"]))
            #expect(added.status == 303)
            #expect(await browser.get(added.location ?? "").has("=NEW()"))
            #expect(
                await browser.post(
                    "/t/\(tenant.slug)/users", fields(form, ["email": email.uppercased(), "zone": "UTC"])
                ).status == 422)
            let elsewhere = try installation.makeTenant()
            _ = try installation.addUser("Foreign", to: elsewhere, email: "shared@example.org")
            #expect(
                await browser.post(
                    "/t/\(tenant.slug)/users", fields(form, ["email": "shared@example.org", "zone": "UTC"])
                ).status == 303)
        }

        @Test func `a tenant that holds no people has no pages about them`() async throws {
            let empty = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: empty))
            for path in ["users", "users/new", "users/export", "users.csv"] {
                #expect(await browser.get("/t/\(empty.slug)/\(path)").status == 404, "\(path)")
            }
            #expect(await browser.post("/t/\(empty.slug)/users", [("email", "a@b.co"), ("zone", "UTC")]).status == 404)
            let home = await browser.get("/t/\(empty.slug)")
            #expect(home.status == 200 && home.has("/users") == false)
            #expect(throws: DatabaseError.self) { try installation.add([TestUser("Nobody")], to: empty) }
        }
    }
}
