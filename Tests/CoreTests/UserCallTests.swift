import HTTPTypes
import JSON
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    /// Calls on behalf of a user: what the token opens, and the wall between users.
    @Suite struct UserCallTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let app: TestApp
        private let mine: TestUser
        private let theirs: TestUser

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
            tenant = try installation.makeTenant()
            app = try installation.makeApp(in: tenant)
            mine = try installation.addAccount("Ines Quill", to: tenant)
            theirs = try installation.addAccount("Otto", to: tenant)
        }

        private func phone(of user: TestUser) async throws -> (program: TestProgram, tokens: TestTokens) {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            return (TestProgram(console, key: tokens.access), tokens)
        }

        @Test func `S2: a name that users give themselves stands on one line, and turns nothing behind it`()
            async throws
        {
            let (phone, _) = try await phone(of: mine)
            for name in ["A\\r\\nBcc: x@example.org", "A\\nB", "A\\u0085B", "A\\u2028B", "\\u202eA", "A\\u2069B"] {
                let answer = await phone.write(.patch, "/v1/me/profile", "{\"name\":\"\(name)\"}")
                #expect(answer.status == 422 && answer.has("\"pointer\":\"/name\""), "\(name)")
            }
            #expect(await phone.get("/v1/me/profile").json?["name"]?.text == mine.name)
            // Persian and Arabic need signs that join or don't, and emoji do.
            for name in ["می\u{200C}خواهم", "\u{1F468}\u{200D}\u{1F469}", "D’Arcy \u{200F}ج"] {
                let answer = await phone.write(.patch, "/v1/me/profile", "{\"name\":\"  \(name) \"}")
                #expect(answer.status == 204, "\(answer.text)")
                #expect(await phone.get("/v1/me/profile").json?["name"]?.text == name)
            }
            #expect(LineText.plain(" A\r\nB\u{202E}\u{85} ") == "AB")
        }

        @Test func `14: users see and change their telephone number, and not what the company calls them`() async throws
        {
            let (phone, _) = try await phone(of: mine)
            try installation.set("update users set external_id = 'CRM-1', country = 'DE' where users.id = \(mine.id)")
            #expect(await phone.get("/v1/me/profile").json?["phone"] == .null)
            #expect(await phone.write(.patch, "/v1/me/profile", #"{"phone":"0170 123 45 67"}"#).status == 204)
            let profile = await phone.get("/v1/me/profile")
            #expect(profile.json?["phone"]?.text == "+491701234567" && !profile.has("CRM-1"))
            let wrong = await phone.write(.patch, "/v1/me/profile", #"{"phone":"12"}"#)
            #expect(wrong.status == 422 && wrong.has("\"pointer\":\"/phone\""))
            #expect(await phone.write(.patch, "/v1/me/profile", #"{"external_id":"CRM-2"}"#).status == 422)
            #expect(await phone.write(.patch, "/v1/me/profile", #"{"phone":""}"#).status == 204)
            #expect(
                try installation.text("select phone || external_id as t from users where id = \(mine.id)") == "CRM-1")
        }

        @Test func `S2: a token opens its user's endpoints, a key none of them, and a token none of the keys'`()
            async throws
        {
            let (phone, tokens) = try await phone(of: mine)
            let profile = await phone.get("/v1/me/profile")
            #expect(profile.status == 200 && profile.json?["email"]?.text == mine.email)
            #expect(profile.json?["email_verified"] == true)
            let key = try installation.makeKey(in: tenant)
            for (program, path) in [
                (TestProgram(console, key: key.text), "/v1/me/profile"),
                (TestProgram(console, key: nil), "/v1/me/profile"),
                (TestProgram(console, key: tokens.refresh), "/v1/me/profile"),
                (TestProgram(console, key: tokens.identity), "/v1/me/profile"), (phone, "/v1/users"), (phone, "/v1/me"),
            ] {
                let answer = await program.get(path)
                #expect(answer.status == 401 && answer.headers[.wwwAuthenticate] != nil, "\(path)")
                #expect(!answer.has(mine.email))
            }
        }

        @Test func `S2: signed out, suspended or switched off is so for the very next call of every process`()
            async throws
        {
            let other = installation.console()
            func status(_ phone: TestProgram) async -> [Int] {
                [
                    await phone.get("/v1/me/profile").status,
                    await TestProgram(other, key: phone.key).get("/v1/me/profile").status,
                ]
            }
            let (phone, tokens) = try await phone(of: mine)
            #expect(await status(phone) == [200, 200])
            try installation.set("update users set status = 'suspended' where users.id = \(mine.id)")
            #expect(await status(phone) == [401, 401])
            try installation.set("update users set status = 'active' where users.id = \(mine.id)")
            #expect(await status(phone) == [200, 200])
            try installation.set("update tenants set service_api_on = false where tenants.id = \(tenant.id)")
            #expect(await status(phone) == [403, 403])
            try installation.set("update tenants set service_api_on = true where tenants.id = \(tenant.id)")
            let browser = console.browser()
            _ = await browser.call("\(app.base)/revocation", app.parameters(["token": .some(tokens.refresh)]))
            #expect(await status(phone) == [401, 401])
        }

        @Test func `S2: sessions and devices are seen and ended, one or all`() async throws {
            let (phone, _) = try await phone(of: mine)
            let (tablet, _) = try await self.phone(of: mine)
            let (one, two) = (ID.make(), ID.make())
            let body =
                #"{"platform":"ios","model":"iPhone17,1","app_version":"4.1","push_token":"p","time_zone":"Europe/Madrid","language":"es"}"#
            #expect(await phone.write(.put, "/v1/me/devices/\(one)", body).status == 204)
            #expect(await tablet.write(.put, "/v1/me/devices/\(two)", #"{"platform":"android"}"#).status == 204)
            #expect(await phone.write(.put, "/v1/me/devices/\(ID.make())", #"{"platform":"toaster"}"#).status == 422)
            // A name that turns the line around it is refused as in every other line.
            for field in ["model", "app_version"] {
                let turned = "{\"platform\":\"ios\",\"\(field)\":\"a\u{202E}b\"}"
                #expect(await phone.write(.put, "/v1/me/devices/\(ID.make())", turned).status == 422, "\(field)")
            }
            #expect(
                await phone.write(.put, "/v1/me/devices/\(one)", #"{"platform":"ios","time_zone":"Mars/One"}"#).status
                    == 422)
            let devices = try #require(await phone.get("/v1/me/devices").json?["devices"]).elements
            #expect(devices.count == 2)
            let own = try #require(devices.first { $0["is_this"] == true })
            #expect(own["id"]?.text == one.description && own["has_push_token"] == true)
            let sessions = try #require(await phone.get("/v1/me/sessions").json?["sessions"]).elements
            #expect(sessions.count == 2 && sessions.filter { $0["is_this"] == true }.count == 1)
            // The list of users shows what devices say.
            #expect(
                try installation.number(
                    "select count(*) as n from users where users.id = \(mine.id) and users.platform = 'android'") == 1)

            #expect(await phone.write(.delete, "/v1/me/devices/\(two)").status == 204)
            #expect(await tablet.get("/v1/me/profile").status == 401)
            #expect(await phone.get("/v1/me/profile").status == 200)
            let (laptop, _) = try await self.phone(of: mine)
            #expect(await phone.write(.delete, "/v1/me/sessions").status == 204)
            for gone in [phone, laptop] { #expect(await gone.get("/v1/me/profile").status == 401) }
        }

        @Test func `17: language and time zone follow the device, until somebody has chosen them`() async throws {
            let (phone, _) = try await phone(of: mine)
            let device = ID.make()
            func says(_ language: String, _ zone: String) async throws -> [String] {
                let body = #"{"platform":"ios","language":"\#(language)","time_zone":"\#(zone)"}"#
                #expect(await phone.write(.put, "/v1/me/devices/\(device)", body).status == 204)
                let told = await phone.get("/v1/me/profile").json
                return [told?["language"]?.text ?? "", told?["time_zone"]?.text ?? ""]
            }
            #expect(try await says("es", "Europe/Madrid") == ["es", "Europe/Madrid"])
            #expect(try await says("pt-BR", "America/Bahia") == ["pt-BR", "America/Bahia"])
            // What a device doesn't say, or says in another form, changes nothing.
            #expect(try await says("", "") == ["pt-BR", "America/Bahia"])
            #expect(try await says("zh-Hans-CN", "Asia/Shanghai") == ["pt-BR", "Asia/Shanghai"])
            // A choice holds, even of what there was: each by itself.
            #expect(await phone.write(.patch, "/v1/me/profile", #"{"language":"pt-BR"}"#).status == 204)
            #expect(try await says("fr", "Europe/Paris") == ["pt-BR", "Europe/Paris"])
            #expect(await phone.write(.patch, "/v1/me/profile", #"{"time_zone":"Asia/Tehran"}"#).status == 204)
            #expect(try await says("fr", "Europe/Rome") == ["pt-BR", "Asia/Tehran"])

            // What an admin changes is chosen as well, and what they leave is not.
            let (other, _) = try await self.phone(of: theirs)
            var browser = try console.browser(of: try installation.makeAdmin(.manager, in: tenant))
            let edit = "/t/\(tenant.slug)/users/\(theirs.id)"
            let form = await browser.get("\(edit)/edit").form(edit, ["zone": "Europe/Oslo"])
            #expect(await browser.post(edit, form).status == 303)
            let body = #"{"platform":"ios","language":"de","time_zone":"Europe/Berlin"}"#
            #expect(await other.write(.put, "/v1/me/devices/\(ID.make())", body).status == 204)
            let told = await other.get("/v1/me/profile").json
            #expect(told?["language"]?.text == "de" && told?["time_zone"]?.text == "Europe/Oslo")
        }

        @Test func `17: a push token follows its device to whoever uses it now, and ends where one signs out`()
            async throws
        {
            func push(_ device: ID) throws -> String {
                try installation.text("select push_token as t from user_devices where id = \(device)")
            }
            let (first, _) = try await phone(of: mine)
            let (second, _) = try await phone(of: theirs)
            let (one, two, three) = (ID.make(), ID.make(), ID.make())
            let token = "token-\(ID.make())"
            func tell(_ program: TestProgram, _ device: ID, _ token: String) async {
                let body = #"{"platform":"ios","model":"X","push_token":"\#(token)"}"#
                #expect(await program.write(.put, "/v1/me/devices/\(device)", body).status == 204)
            }
            await tell(first, one, token)
            // The same phone, in somebody else's hands.
            await tell(second, two, token)
            #expect(try push(one).isEmpty && push(two) == token)
            // And back again, under a new id of its own.
            await tell(first, three, token)
            #expect(try push(two).isEmpty && push(three) == token)
            // Tokens of other tenants are others.
            let elsewhere = try installation.makeTenant()
            let stranger = try installation.addAccount("Zoe", to: elsewhere)
            // The browser's clock stands, so the key is made before it.
            let app = try installation.makeApp(in: elsewhere)
            var browser = console.browser()
            let there = try #require(await browser.tokens(of: stranger, for: app))
            await tell(TestProgram(console, key: there.access), ID.make(), token)
            #expect(try push(three) == token)
            let own = try #require(await first.get("/v1/me/sessions").json?["sessions"]?.elements.first?["id"]?.text)
            #expect(await first.write(.delete, "/v1/me/sessions/\(own)").status == 204)
            #expect(try push(three).isEmpty)
        }

        @Test func `S2: who has a name can't take it away`() async throws {
            let (phone, _) = try await phone(of: mine)
            for name in ["", "  "] {
                let answer = await phone.write(.patch, "/v1/me/profile", "{\"name\":\"\(name)\"}")
                #expect(answer.status == 422 && answer.has("\"pointer\":\"/name\""))
            }
            #expect(await phone.get("/v1/me/profile").json?["name"]?.text == mine.name)
        }

        @Test func `17: an admin removes a device: nothing is sent to it, and its session is over`() async throws {
            let (phone, _) = try await phone(of: mine)
            let (tablet, _) = try await self.phone(of: mine)
            let (one, two) = (ID.make(), ID.make())
            for (program, device, model) in [(phone, one, "Lost <Phone>"), (tablet, two, "Tablet")] {
                let body = #"{"platform":"ios","model":"\#(model)","push_token":"p\#(device)"}"#
                #expect(await program.write(.put, "/v1/me/devices/\(device)", body).status == 204)
            }
            let page = "/t/\(tenant.slug)/users/\(mine.id)"
            let removal = "\(page)/devices/\(one)/deletion"
            var auditor = try console.browser(of: try installation.makeAdmin(.auditor, in: tenant))
            #expect(await auditor.get(page).has("Lost &lt;Phone"))
            #expect(await !auditor.get(page).has("/devices/"))
            #expect(await auditor.post(removal).status == 403)
            var browser = try console.browser(of: try installation.makeAdmin(.support, in: tenant))
            #expect(await browser.get(page).has("action=\"\(removal)\""))
            let theirPage = "/t/\(tenant.slug)/users/\(theirs.id)"
            #expect(await browser.post("\(theirPage)/devices/\(one)/deletion").status == 404)
            #expect(await browser.post(removal).status == 303)
            #expect(await browser.post(removal).status == 404)
            #expect(await browser.get(page).has("removed a device of the user"))
            #expect(await phone.get("/v1/me/profile").status == 401)
            let left = try #require(await tablet.get("/v1/me/devices").json?["devices"]).elements
            #expect(left.compactMap { $0["id"]?.text } == [two.description])
            // A legal hold keeps the row; nothing is sent to it all the same.
            try installation.set(
                """
                insert into privacy_holds (tenant_id, user_id, reason, set_by, set_at)
                values (\(tenant.id), \(mine.id), 'Case 12', 'x', now())
                """, in: tenant)
            #expect(await browser.post("\(page)/devices/\(two)/deletion").status == 303)
            #expect(
                try installation.text(
                    "select push_token || coalesce(session_id::text, 'none') as t from user_devices where id = \(two)")
                    == "none")
            #expect(await tablet.get("/v1/me/profile").status == 401)
        }

        @Test
        func `17.3: a device that a legal hold keeps is gone for all but those who keep the hold, and goes with it`()
            async throws
        {
            let (phone, _) = try await phone(of: mine)
            let (tablet, _) = try await self.phone(of: mine)
            let (one, two) = (ID.make(), ID.make())
            for (program, device, model) in [(phone, one, "Held <Phone>"), (tablet, two, "Held Tablet")] {
                let body = #"{"platform":"android","model":"\#(model)"}"#
                #expect(await program.write(.put, "/v1/me/devices/\(device)", body).status == 204)
            }
            let page = "/t/\(tenant.slug)/users/\(mine.id)"
            var keeper = try console.browser(of: try installation.makeAdmin(.owner, in: tenant))
            #expect(await keeper.post("\(page)/hold", [("reason", "Case 12")]).status == 303)
            // Their own app removes one, an admin the other.
            #expect(await tablet.write(.delete, "/v1/me/devices/\(one)").status == 204)
            #expect(await tablet.write(.delete, "/v1/me/devices/\(one)").status == 404)
            let left = try #require(await tablet.get("/v1/me/devices").json?["devices"]).elements
            #expect(left.compactMap { $0["id"]?.text } == [two.description])
            #expect(await phone.get("/v1/me/profile").status == 401)
            var support = try console.browser(of: try installation.makeAdmin(.support, in: tenant))
            #expect(await support.post("\(page)/devices/\(two)/deletion").status == 303)
            #expect(await support.post("\(page)/devices/\(two)/deletion").status == 404)
            let seen = await support.get(page)
            #expect(!seen.has("Held &lt;Phone") && seen.has("Not signed in on any device."))
            #expect(await !support.get("/t/\(tenant.slug)/find?q=\(one)").has("users/\(mine.id)"))
            #expect(
                try installation.number(
                    "select count(*) as n from user_devices where user_devices.user_id = \(mine.id)") == 2)
            let kept = await keeper.get(page)
            #expect(kept.has("Held &lt;Phone") && kept.has("Removed, kept by the legal hold"))
            #expect(!kept.has("/devices/\(one)/deletion"))
            // Removed devices take no place, and one that comes again is there again.
            let (again, _) = try await self.phone(of: mine)
            #expect(
                await again.write(.put, "/v1/me/devices/\(one)", #"{"platform":"android","model":"Back"}"#).status
                    == 204)
            #expect(await support.get(page).has("Back"))
            #expect(await again.write(.delete, "/v1/me/devices/\(one)").status == 204)
            #expect(await keeper.post("/t/\(tenant.slug)/privacy/holds/\(mine.id)/end").status == 303)
            #expect(
                try installation.number(
                    "select count(*) as n from user_devices where user_devices.user_id = \(mine.id)") == 0)
        }

        @Test func `17.3: one push token in two spellings is one, by the rule of its platform`() async throws {
            func push(_ device: ID) throws -> String {
                try installation.text("select push_token as t from user_devices where id = \(device)")
            }
            let (first, _) = try await phone(of: mine)
            let (second, _) = try await phone(of: theirs)
            func tell(_ program: TestProgram, _ platform: String, _ token: String) async throws -> ID {
                let device = ID.make()
                let body = #"{"platform":"\#(platform)","push_token":"\#(token)"}"#
                let answer = await program.write(.put, "/v1/me/devices/\(device)", body)
                #expect(answer.status == 204, "\(answer.text)")
                return device
            }
            // APNs gives bytes: neither the case of their digits nor what stands between them makes another token.
            let digits = Hex.encode(Array(Token.random().hash))
            let upper = digits.uppercased()
            let spaced = stride(from: 0, to: 64, by: 8).map { start in
                String(upper.dropFirst(start).prefix(8))
            }.joined(separator: " ")
            for (platform, other) in [("ios", upper), ("macos", "<\(spaced)>"), ("ios", " \(spaced)\\n")] {
                let before = try await tell(first, platform, digits)
                let after = try await tell(second, platform, other)
                #expect(try push(before).isEmpty && push(after) == digits, "\(other)")
            }
            // FCM's letters are different in another case, on every platform.
            let fcm = "f\(unique()):APA91b"
            for platform in ["android", "web", "ios"] {
                let before = try await tell(first, platform, fcm)
                let after = try await tell(second, platform, fcm.uppercased())
                #expect(try push(before) == fcm && push(after) == fcm.uppercased(), "\(platform)")
                let same = try await tell(second, platform, " \(fcm)\\n")
                #expect(try push(before).isEmpty && push(same) == fcm, "\(platform)")
            }
            // Android's tokens are no bytes, whatever they look like.
            let held = try await tell(first, "android", digits)
            _ = try await tell(second, "android", upper)
            #expect(try push(held) == digits)
            for platform in ["android", "ios"] {
                let body = #"{"platform":"\#(platform)","push_token":"abc:d e"}"#
                let answer = await first.write(.put, "/v1/me/devices/\(ID.make())", body)
                #expect(answer.status == 422 && answer.has("\"pointer\":\"/push_token\""), "\(platform)")
            }
        }

        @Test func `S2: of devices that come at once no more are taken than a user may have`() async throws {
            let (phone, _) = try await phone(of: mine)
            for _ in 0..<17 {
                #expect(await phone.write(.put, "/v1/me/devices/\(ID.make())", #"{"platform":"ios"}"#).status == 204)
            }
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        await phone.write(.put, "/v1/me/devices/\(ID.make())", #"{"platform":"ios"}"#).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 204 }.count == 3, "\(statuses)")
            #expect(
                try installation.number(
                    "select count(*) as n from user_devices where user_devices.user_id = \(mine.id)") == 20)
        }

        @Test func `S2: what is another user's is not there, and stays as it is`() async throws {
            let (phone, _) = try await phone(of: mine)
            let (other, _) = try await self.phone(of: theirs)
            let device = ID.make()
            #expect(await other.write(.put, "/v1/me/devices/\(device)", #"{"platform":"ios"}"#).status == 204)
            let session = try #require(
                await other.get("/v1/me/sessions").json?["sessions"]?.elements.first?["id"]?.text)
            for (kind, id) in [("devices", device.description), ("sessions", session)] {
                let foreign = await phone.write(.delete, "/v1/me/\(kind)/\(id)")
                let missing = await phone.write(.delete, "/v1/me/\(kind)/\(ID.make())")
                #expect(foreign.status == 404 && missing.status == 404, "\(kind)")
            }
            // The same id of a device is another one for another user.
            #expect(await phone.write(.put, "/v1/me/devices/\(device)", #"{"platform":"web"}"#).status == 204)
            let devices = try #require(await other.get("/v1/me/devices").json?["devices"]).elements
            #expect(devices.count == 1 && devices.first?["platform"]?.text == "ios")
            #expect(await other.get("/v1/me/profile").status == 200)
        }

        @Test func `S2: in a user's transaction the database shows no row of another user, whatever is asked`() throws {
            let whole = try installation.addWholeUser("Marie Curie", to: tenant)
            _ = try installation.makeObjects(in: tenant, of: whole.id)
            let connection = try installation.database.connection(.superuser)
            let walled = try connection.send(
                """
                select pg_policies.tablename as name from pg_policies
                where pg_policies.schemaname = 'roost' and pg_policies.policyname like '%\\_person'
                    and pg_policies.qual like '%current_person()%' and pg_policies.permissive = 'RESTRICTIVE'
                """
            ).rows().map { try $0.text("name") }
            // A table that a feature declares as personal stands behind the wall.
            let declared = ConsoleApplication.declarations.features.filter { feature in
                if case .kind = feature.place { false } else { true }
            }.flatMap(\.personalData).map { $0.table.rendered.text }
            #expect(Set(declared).subtracting(walled).sorted() == [])
            try installation.database.with(.app) { app in
                try app.inTenant(tenant.id) { tx in
                    _ = try tx.rows("select set_config('roost.user', \(mine.id.description), true) as x")
                    #expect(try tx.first("select count(*) as n from users")?.int("n") == 1)
                    for table in [
                        "user_devices", "user_consents", "user_notes", "account_links", "account_refresh_tokens",
                    ] {
                        let count: SQL =
                            switch table {
                            case "user_devices": "select count(*) as n from user_devices"
                            case "user_consents": "select count(*) as n from user_consents"
                            case "user_notes": "select count(*) as n from user_notes"
                            case "account_links": "select count(*) as n from account_links"
                            default: "select count(*) as n from account_refresh_tokens"
                            }
                        #expect(try tx.first(count)?.int("n") == 0, "\(table)")
                    }
                    #expect(try tx.execute("update users set name = 'x' where users.id = \(whole.id)") == 0)
                    #expect(try tx.execute("delete from user_devices where user_devices.user_id = \(whole.id)") == 0)
                }
            }
            #expect(throws: (any Error).self) {
                try installation.database.with(.app) { app in
                    try app.inTenant(tenant.id) { tx in
                        _ = try tx.rows("select set_config('roost.user', \(mine.id.description), true) as x")
                        try tx.execute(
                            """
                            insert into user_devices (tenant_id, user_id, id, platform, model, app_version, seen_at)
                            values (\(tenant.id), \(whole.id), \(ID.make()), 'ios', '', '', now())
                            """)
                    }
                }
            }
            // The setting ends with its transaction.
            try installation.inTenant(tenant) { tx in
                let all = try tx.first("select count(*) as n from users")?.int("n") ?? 0
                #expect(all > 1)
            }
        }

        @Test func `S2: a change is done once under its Idempotency-Key, and recorded without a name in the open`()
            async throws
        {
            let (phone, _) = try await phone(of: mine)
            let (other, _) = try await self.phone(of: theirs)
            #expect(await phone.call(.patch, "/v1/me/profile").status == 400)
            let json = #"{"name":"Zoë Quill"}"#
            for replayed in [nil, "true"] as [String?] {
                let answer = await phone.write(.patch, "/v1/me/profile", json, key: "one")
                #expect(answer.status == 204 && answer.headers[.idempotencyReplayed] == replayed)
            }
            #expect(await phone.write(.patch, "/v1/me/profile", #"{"name":"x"}"#, key: "one").status == 422)
            // Another user's key of the same text is another one.
            #expect(await other.write(.patch, "/v1/me/profile", json, key: "one").headers[.idempotencyReplayed] == nil)
            #expect(await phone.get("/v1/me/profile").json?["name"]?.text == "Zoë Quill")
            #expect(
                try installation.number(
                    """
                    select count(*) as n from audit_events where audit_events.subject_id = \(mine.id)
                        and audit_events.action = 'user.changed' and audit_events.actor_kind = 'user'
                        and audit_events.actor_id is null and audit_events.changes not like '%Quill%'
                        and audit_events.sealed is not null
                    """) == 1)
        }

        @Test func `S3: limits are of the user and told in headers`() async throws {
            let (phone, _) = try await phone(of: mine)
            let first = await phone.get("/v1/me/profile")
            #expect(first.headers[.rateLimitLimit] == "600" && first.headers[.rateLimitRemaining] == "599")
            for _ in 0..<599 { _ = await phone.get("/v1/me/profile") }
            let last = await phone.get("/v1/me/profile")
            #expect(last.status == 429 && last.headers[.retryAfter] != nil && last.headers[.rateLimitRemaining] == "0")
            let (other, _) = try await self.phone(of: theirs)
            #expect(await other.get("/v1/me/profile").status == 200)
        }

        @Test func `S3: one address of many users has a limit of its own, told in headers, and no other address waits`()
            async throws
        {
            let (phone, _) = try await phone(of: mine)
            let network = AddressRange.neighbourhood(of: phone.address)
            func use(_ calls: Int) {
                for _ in 0..<calls { _ = console.services.userNetworks.check(network, limit: 6000, now: phone.now) }
            }
            use(5990)
            let close = await phone.get("/v1/me/profile")
            #expect(close.status == 200 && close.headers[.rateLimitLimit] == "6000")
            #expect(close.headers[.rateLimitRemaining] == "9")
            use(9)
            let over = await phone.get("/v1/me/profile")
            #expect(over.status == 429 && over.headers[.rateLimitRemaining] == "0")
            #expect(over.headers[.retryAfter].flatMap { Int($0) }.map { $0 >= 1 } == true)
            var elsewhere = phone
            elsewhere.address = "198.51.100.211"
            #expect(await elsewhere.get("/v1/me/profile").status == 200)
        }

        @Test
        func `S3: what a user changes is counted by the day, told in headers, and refused over that`()
            async throws
        {
            let (phone, _) = try await phone(of: mine)
            let levels = ["everybody", "nobody"]
            func change(_ number: Int) async -> Answer {
                await phone.write(.put, "/v1/me/privacy", "{\"level\":\"\(levels[number % 2])\"}")
            }
            func events() throws -> Int {
                try installation.number(
                    "select count(*) as n from audit_events where audit_events.object_id = \(mine.id) and audit_events.actor_kind = 'user'"
                )
            }
            let first = await change(0)
            #expect(first.status == 204 && first.headers[.rateLimitLimit] == "50", "\(first.text)")
            #expect(first.headers[.rateLimitRemaining] == "49")
            // What changes nothing leaves no event, and is not counted.
            let same = await change(0)
            #expect(same.status == 204 && same.headers[.rateLimitLimit] == "600")
            for number in 1..<50 { #expect(await change(number).status == 204) }
            let stored = try events()
            let over = await change(50)
            #expect(over.status == 429 && over.has("/problems/too-many-today"), "\(over.text)")
            #expect(over.headers[.rateLimitLimit] == "50" && over.headers[.rateLimitRemaining] == "0")
            #expect(over.headers[.retryAfter].flatMap { Int($0) }.map { (1...1728).contains($0) } == true)
            #expect(try events() == stored)
            // Another endpoint, and another user, have days of their own.
            #expect(await phone.write(.patch, "/v1/me/profile", "{\"name\":\"Still Ines\"}").status == 204)
            let (other, _) = try await self.phone(of: theirs)
            #expect(await other.write(.put, "/v1/me/privacy", "{\"level\":\"everybody\"}").status == 204)
        }

        @Test func `S3: a user of another tenant who has the same id uses up no limit but their own`() async throws {
            let (phone, _) = try await phone(of: mine)
            // Tenants' programs choose the ids of users.
            let elsewhere = try installation.makeTenant()
            var twin = TestUser("Twin of Ines")
            twin.id = mine.id
            try installation.add([twin], to: elsewhere)
            try installation.givePassword(to: twin, in: elsewhere)
            // The browser's clock stands, so the key is made before it.
            let app = try installation.makeApp(in: elsewhere)
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: twin, for: app))
            let other = TestProgram(console, key: tokens.access)
            for _ in 0..<3 { #expect(await other.get("/v1/me/profile").json?["name"]?.text == twin.name) }
            let answer = await phone.get("/v1/me/profile")
            #expect(answer.json?["name"]?.text == mine.name && answer.headers[.rateLimitRemaining] == "599")
        }

        @Test func `G2: who wants their account deleted has asked to be erased, with a deadline, once`() async throws {
            let (phone, _) = try await phone(of: mine)
            for _ in 0..<2 { #expect(await phone.write(.post, "/v1/me/deletion").status == 204) }
            #expect(
                try installation.number(
                    """
                    select count(*) as n from privacy_requests where privacy_requests.user_id = \(mine.id)
                        and privacy_requests.kind = 'erasure' and privacy_requests.state = 'waiting'
                        and privacy_requests.source = 'app' and privacy_requests.due_at > now() + interval '27 days'
                    """) == 1)
            #expect(
                try installation.number(
                    """
                    select count(*) as n from audit_events where audit_events.tenant_id = \(tenant.id)
                        and audit_events.action = 'privacy.requested'
                    """) == 1)
            let manager = try installation.makeAdmin(.manager, in: tenant)
            var browser = try console.browser(of: manager)
            #expect(await browser.get("/t/\(tenant.slug)/privacy").has("Ines Quill"))
        }

        @Test func `U2: a call is when the user was last seen, and admins see and end where they are signed in`()
            async throws
        {
            let (phone, _) = try await phone(of: mine)
            #expect(await phone.get("/v1/me/profile").status == 200)
            await console.services[UserTouches.self].flush()
            #expect(
                try installation.number(
                    "select count(*) as n from users where users.id = \(mine.id) and users.seen_at > now() - interval '1 minute'"
                ) == 1)
            #expect(await phone.write(.post, "/v1/me/deletion").status == 204)
            #expect(await phone.write(.post, "/v1/me/deletion").status == 204)
            #expect(await phone.get("/v1/me/profile").json?["deletion_requested_at"]?.text != nil)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where subject_id = \(mine.id) and action = 'account.deletion_requested'"
                ) == 1)
            let manager = try installation.makeAdmin(.manager, in: tenant)
            var browser = try console.browser(of: manager)
            let page = await browser.get("/t/\(tenant.slug)/users/\(mine.id)")
            #expect(page.status == 200 && page.has("App of") && page.has("Deletion requested"))
            let ended = await browser.post("/t/\(tenant.slug)/users/\(mine.id)/sessions/end")
            #expect(ended.status == 303)
            #expect(await phone.get("/v1/me/profile").status == 401)
        }
    }
}
