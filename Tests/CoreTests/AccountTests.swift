import Glibc
import HTML
import HTTPTypes
import Mail
import Postgres
import Secrets
import Support
import Synchronization
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// The pages on which users sign up and in, and what is mailed to them.
    @Suite(.serialized) struct AccountTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let server: TestMailServer
        private let tenant: Tenant
        private let app: TestApp

        init() throws {
            installation = try TestInstallation()
            server = try TestMailServer()
            console = installation.console(
                mail: MailSender(
                    smtp: try #require(SMTP(url: server.url)), from: try #require(Mailbox("Roost <roost@example.org>")))
            )
            tenant = try installation.makeTenant(name: "Orchard \"<&>\" باغ")
            app = try installation.makeApp(in: tenant)
        }

        private var base: String { app.base }

        /// Works all jobs; the links that were mailed since.
        private func mailed() async throws -> [(to: String, path: String)] {
            try await console.mailedLinks(to: server)
        }

        private func post(
            _ browser: inout TestBrowser, _ path: String, _ form: [(String, String)]
        ) async -> Answer {
            _ = await browser.get(path)
            return await browser.post(path, form)
        }

        private func signUp(_ email: String, _ name: String = "Nina <New>", password: String = "seven purple elephants")
            async throws -> Answer
        {
            var browser = console.browser()
            #expect(await post(&browser, "\(base)/sign-up", [("email", email)]).status == 200)
            let link = try #require(try await mailed().last?.path)
            return await post(&browser, link, [("name", name), ("password", password)])
        }

        private func user(_ email: String) throws -> TestUser { TestUser("", email: email) }

        private func count(_ email: String) throws -> Int {
            try installation.number(
                "select count(*) as n from users where users.tenant_id = \(tenant.id) and users.email = \(email) and users.status = 'active'"
            )
        }

        // MARK: Signing up

        @Test func `S2: whoever has the mailbox makes the account, and signs in with it`() async throws {
            let email = "nina-\(unique())@example.com"
            let done = try await signUp(email)
            #expect(done.status == 200 && done.has("Your account is ready"))
            #expect(try count(email) == 1)
            var browser = console.browser()
            let answer = await browser.signIn(try user(email), to: app, password: "seven purple elephants")
            #expect(answer.code != nil)
        }

        @Test func `S2: before the link is used there is no user, and the link goes on to what the app asked for`()
            async throws
        {
            let email = "nina-\(unique())@example.com"
            var browser = console.browser()
            let page = await browser.get(app.authorize())
            let path = try #require(page.text.firstMatch(of: /href="([^"]*\/sign-up\?[^"]*)"/)?.output.1)
            let sent = await post(&browser, String(path).replacing("&amp;", with: "&"), [("email", email)])
            #expect(sent.status == 200 && sent.has(email))
            #expect(try count(email) == 0)
            let link = try #require(try await mailed().last?.path)
            // Programs that look at mail before people do open links as well.
            for _ in 0..<2 { #expect(await browser.get(link).status == 200) }
            #expect(try count(email) == 0)
            let done = await browser.post(link, [("name", "Nina"), ("password", "seven purple elephants")])
            #expect(done.has("\(base)/authorize?") && done.has("code_challenge="))
            #expect(await browser.post(link, [("name", "Nina"), ("password", "seven purple elephants")]).status == 404)
            #expect(try count(email) == 1)
        }

        @Test func `S2: a user whom the tenant has entered takes the account with a mailed link`() async throws {
            let known = try installation.addUser("Known", to: tenant)
            var browser = console.browser()
            _ = await post(&browser, "\(base)/sign-up", [("email", known.email)])
            let mail = try #require(try await mailed().last)
            #expect(mail.to == known.email)
            #expect(await post(&browser, mail.path, [("password", "seven purple elephants")]).status == 200)
            #expect(await browser.signIn(known, to: app, password: "seven purple elephants").code != nil)
            #expect(try count(known.email) == 1)
        }

        @Test func `S2, T4: with sign-up switched off nobody signs up from the next request on`() async throws {
            let email = "nina-\(unique())@example.com"
            var browser = console.browser()
            _ = await post(&browser, "\(base)/sign-up", [("email", email)])
            let link = try #require(try await mailed().last?.path)
            try installation.set("update tenants set sign_up_on = false where tenants.id = \(tenant.id)")
            #expect(await browser.get("\(base)/sign-up").status == 403)
            #expect(await browser.post("\(base)/sign-up", [("email", "x@example.com")]).status == 403)
            #expect(await browser.get(app.authorize()).has("/sign-up?") == false)
            let form = [("name", "Nina"), ("password", "seven purple elephants")]
            #expect(await browser.post(link, form).status == 403)
            #expect(try await mailed().isEmpty)
            try installation.set("update tenants set sign_up_on = true where tenants.id = \(tenant.id)")
            #expect(await post(&browser, link, form).status == 200)
        }

        @Test func `S2, T4: passwords are as long as the tenant wants, and none that many use`() async throws {
            try installation.set("update tenants set password_least = 14 where tenants.id = \(tenant.id)")
            let email = "nina-\(unique())@example.com"
            for (password, isTaken) in [
                ("thirteen chrs", false), ("passwordpassword", false), (email, false), ("", false),
                (String(repeating: "x", count: 257), false), ("fourteen chars!", true),
            ] {
                #expect(try await signUp(email, password: password).status == (isTaken ? 200 : 422), "\(password)")
                try installation.set("delete from attempts")
            }
        }

        /// A password that is looked at while something else happens.
        private func check(_ user: TestUser) async throws -> (HostedVisit, PasswordCheck) {
            let (id, request) = (tenant.id, console.browser().request(.post, "\(base)/authorize", form: []))
            let visit = try await console.services.database.perform { connection in
                try connection.inTenant(id, .readOnly) { tx in
                    try tx.first(HostedQueriesAcrossTenants.tenant).map { try HostedVisit($0, id: id, request) }
                }
            }
            let check = try await PasswordCheck.run(
                user.email, TestAdmin.password, try #require(visit), console.services)
            return (try #require(visit), try #require(check))
        }

        @Test func `S2: a password that was right before it was changed lets nobody in after`() async throws {
            let user = try installation.addAccount("Ines", to: tenant)
            let (visit, before) = try await check(user)
            let new = try await console.services.passwordHash(of: "seven purple elephants")
            try installation.inTenant(tenant) { tx in
                let isRight = try before.wasRight(visit, console.services, in: tx)
                try tx.execute(AccountQueries.setPassword(new, of: user.id, now: .now))
                let isRightAfter = try before.wasRight(visit, console.services, in: tx)
                #expect(isRight && !isRightAfter)
                // Nor does a hash of the earlier password, made anew, take the new one's place.
                let changed = Timestamp(microseconds: 1)
                #expect(try tx.execute(AccountQueries.setPasswordHash("x", of: user.id, since: changed)) == 0)
            }
            var browser = console.browser()
            #expect(await browser.signIn(user, to: app, password: "seven purple elephants").code != nil)
        }

        // MARK: The tenant's own words

        @Test func `17.9: pages say what the tenant has published, as text, from the next request on`() async throws {
            try installation.set(
                "update tenants set languages = '{en,es}' where id = \(tenant.id)")
            var browser = console.browser()
            let before = await browser.get("\(base)/password?lang=en")
            #expect(before.has("We send you a link with which you choose a new password."))
            func write(_ key: String, _ versions: [String], _ content: String) throws -> ID {
                let id = try installation.makeEntry("texts", versions, in: tenant, content: content)
                try installation.set("update catalogue_entries set key = \(key) where id = \(id)")
                return id
            }
            let own = #"{"headline.en":"Forgot it?","text.en":"Hello {name} of {tenant}: <b>write</b> your address."}"#
            let id = try write("hosted.reset", ["draft"], own)
            // A draft is for admins: on its own page, in the app's list; users read what they read before.
            #expect(await browser.get("\(base)/password?lang=en").has("Lost password"))
            var admin = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let page = await admin.get("/t/\(tenant.slug)/apps/\(app.id)")
            #expect(page.has("texts/\(id)") && page.has("Draft") && page.has("texts/new?key=hosted.sign_in"))
            #expect(await admin.get("/t/\(tenant.slug)/texts/\(id)").has("Forgot it?"))
            try installation.set(
                "update catalogue_versions set state = 'published', published_from = now() where entry_id = \(id)")
            // The name in braces that the page knows is filled in, every sign as text.
            let after = await browser.get("\(base)/password?lang=en")
            #expect(
                after.has(
                    "Hello {name} of Orchard &quot;&lt;&amp;&gt;&quot; باغ: &lt;b&gt;write&lt;/b&gt; your address.")
                    || after.has(
                        "Hello {name} of Orchard \"&lt;&amp;&gt;\" باغ: &lt;b&gt;write&lt;/b&gt; your address."),
                "\(after.text)")
            #expect(after.has("Forgot it?") && !after.has("Lost password") && !after.has("<b>write"))
            #expect(!after.has("We send you a link"))
            // Another language has none of its own.
            #expect(await browser.get("\(base)/password?lang=es").has("elegir una nueva contraseña"))
            #expect(await admin.get("/t/\(tenant.slug)/apps/\(app.id)").has("Own words"))
            // Each page has its own key; another tenant's pages have nothing of it.
            _ = try write("hosted.sign_in", ["published"], #"{"text.en":"Into {app}, {email}"}"#)
            browser = console.browser()
            #expect(await browser.get(app.authorize()).has(", {email}"))
            let other = try installation.makeTenant()
            #expect(await browser.get("/accounts/\(other.slug)/password?lang=en").has("Lost password"))
            try installation.set("update catalogue_entries set retired_at = now() where id = \(id)")
            #expect(await browser.get("\(base)/password?lang=en").has("Lost password"))
        }

        @Test func `17.9: a draft is seen on the page itself, in each language, by those alone who may edit it`()
            async throws
        {
            try installation.set("update tenants set languages = '{en,es}' where id = \(tenant.id)")
            func write(_ page: HostedWords.Page, _ versions: [String], _ text: String) throws -> ID {
                let content = "{\"headline.en\":\"\(text)!\",\"text.en\":\"\(text) of {tenant}.\"}"
                let id = try installation.makeEntry("texts", versions, in: tenant, content: content)
                try installation.set("update catalogue_entries set key = \(page.rawValue) where id = \(id)")
                return id
            }
            let ids = try HostedWords.Page.allCases.map { try write($0, ["draft"], "Draft \($0)") }
            var editor = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            let base = "/t/\(tenant.slug)/apps"
            for (page, id) in zip(HostedWords.Page.allCases, ids) {
                let link = "\(base)/words?page=\(page.rawValue)"
                #expect(await editor.get("\(base)/\(app.id)").has("href=\"\(link)\""), "\(page)")
                #expect(await editor.get("/t/\(tenant.slug)/texts/\(id)").has("href=\"\(link)\""), "\(page)")
                let seen = await editor.get(link)
                #expect(seen.status == 200 && seen.has("Draft \(page)!"), "\(seen.text)")
                #expect(seen.has("Draft \(page) of ") && seen.has("disabled"))
                // The languages lead to the same draft; one that lacks it has Roost's words.
                #expect(seen.has("\(link.replacing("&", with: "&amp;"))&amp;lang=es"))
                let spanish = await editor.get("\(link)&lang=es")
                #expect(spanish.has("lang=\"es\"") && !spanish.has("Draft \(page)"), "\(page)")
            }
            // Users, and admins who may read the catalogue and not edit it, see none of it.
            let address = "\(base)/words?page=hosted.reset"
            var stranger = console.browser()
            #expect(await stranger.get(address).status == 303)
            #expect(await stranger.get("/accounts/\(tenant.slug)/password?lang=en").has("Lost password"))
            var reader = try console.browser(of: installation.makeAdmin(.auditor, in: tenant))
            #expect(await reader.get(address).status == 403)
            let elsewhere = try installation.makeTenant()
            var other = try console.browser(of: installation.makeAdmin(.owner, in: elsewhere))
            #expect(await other.get(address).status == 404)
        }

        @Test func `17.9: the page of a mailed link says whose address it is in the tenant's words`() async throws {
            let id = try installation.makeEntry(
                "texts", ["published"], in: tenant, content: #"{"text.en":"Nearly there, {email}: one more step."}"#)
            try installation.set("update catalogue_entries set key = 'hosted.confirm' where id = \(id)")
            let email = "nina-\(unique())@example.com"
            var browser = console.browser()
            _ = await post(&browser, "\(base)/sign-up", [("email", email)])
            let link = try #require(try await mailed().last?.path)
            #expect(await browser.get(link).has("Nearly there, \(email): one more step."))
        }

        // MARK: Lost passwords and other addresses

        @Test func `S2: a new password ends all sessions, and its link works once`() async throws {
            let user = try installation.addAccount("Ines", to: tenant)
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            _ = await post(&browser, "\(base)/password", [("email", user.email)])
            _ = await post(&browser, "\(base)/password", [("email", user.email.uppercased())])
            let mails = try await mailed()
            let links = mails.map(\.path)
            try #require(links.count == 2)
            // To the stored address, whatever was typed.
            #expect(mails.allSatisfy { $0.to == user.email })
            let form = [("password", "seven purple elephants")]
            // Only the newest works.
            #expect(await post(&browser, links[0], form).status == 404)
            #expect(await post(&browser, links[1], form).status == 200)
            #expect(await post(&browser, links[1], form).status == 404)
            #expect(await browser.call("\(base)/token", app.refresh(tokens.refresh)).status == 400)
            #expect(await browser.userInfo(app, tokens.access).status == 401)
            #expect(await browser.signIn(user, to: app).code == nil)
            #expect(await browser.signIn(user, to: app, password: "seven purple elephants").code != nil)
        }

        @Test func `S2: a link for a password dies with the address that it was mailed to`() async throws {
            let user = try installation.addAccount("Ines", to: tenant)
            var browser = console.browser()
            _ = await post(&browser, "\(base)/password", [("email", user.email)])
            let byUser = try #require(try await mailed().last?.path)
            let new = "new-\(unique())@example.com"
            let sent = await post(
                &browser, "\(base)/address",
                [("email", user.email), ("password", TestAdmin.password), ("new_email", new)])
            #expect(sent.status == 200)
            let confirmation = try #require(try await mailed().last)
            #expect(confirmation.to == new)
            #expect(try count(user.email) == 1)
            #expect(await post(&browser, confirmation.path, []).status == 200)
            #expect(try count(new) == 1)
            // The earlier address is told.
            #expect(try await mailed().map(\.to) == [user.email])
            #expect(await post(&browser, byUser, [("password", "seven purple elephants")]).status == 404)
            #expect(await browser.signIn(user, to: app).code == nil)
            #expect(await browser.signIn(try self.user(new), to: app).code != nil)

            // An admin changes it: the same.
            _ = await post(&browser, "\(base)/password", [("email", new)])
            let beforeAdmin = try #require(try await mailed().last?.path)
            try installation.inTenant(tenant) { tx in
                try tx.execute("update users set email = 'third-' || users.email where users.id = \(user.id)")
            }
            #expect(await post(&browser, beforeAdmin, [("password", "seven purple elephants")]).status == 404)
            var third = user
            third.email = "third-" + new
            let answer = await browser.tokens(of: third, for: app)
            let info = await browser.userInfo(app, try #require(answer).access)
            #expect(info.json?["email_verified"] == false)
        }

        @Test func `S2: an address that an admin corrects is not taken back by a link that was mailed before`()
            async throws
        {
            let user = try installation.addAccount("Ines", to: tenant)
            let wanted = "wanted-\(unique())@example.com"
            var browser = console.browser()
            let form = [("email", user.email), ("password", TestAdmin.password), ("new_email", wanted)]
            #expect(await post(&browser, "\(base)/address", form).status == 200)
            let mailedBefore = try #require(try await mailed().last?.path)
            // One is mailed already, another waits in the queue.
            browser.address = "198.51.100.78"
            #expect(await post(&browser, "\(base)/address", form).status == 200)
            let right = "right-\(unique())@example.com"
            try installation.inTenant(tenant) { tx in
                try tx.execute("update users set email = \(right) where users.id = \(user.id)")
            }
            #expect(try await mailed().isEmpty)
            #expect(await post(&browser, mailedBefore, []).status == 404)
            #expect(try count(right) == 1 && count(wanted) == 0)
        }

        /// The mail is sent once more, as after a failure: the link of its job is the same.
        private func mailAgain(_ job: AccountLinkMail, _ id: ID) async throws -> Int {
            let before = server.received.count
            try await job.run(id, console.services)
            return server.received.count - before
        }

        private func link(of job: ID) throws -> String {
            let bytes = MAC.hmac(Array("link \(job)".utf8), key: console.services.keys.accounts)
            return "\(base)/links/\(try #require(Token(Base64.url.encode(bytes))).text)"
        }

        @Test func `S2: a mail that is sent once more brings no link back that was used or is over`() async throws {
            let user = try installation.addAccount("Ines", to: tenant)
            func job(_ purpose: LinkPurpose, to email: String, asked: Timestamp, from: String? = nil) -> AccountLinkMail
            {
                AccountLinkMail(
                    tenant: tenant.id, purpose, to: email, language: .en, request: "", asked: asked,
                    change: from.map { .init(user: user.id, from: $0) })
            }
            var browser = console.browser()
            let (first, asked) = (ID.make(), browser.now)
            let lost = job(.password, to: user.email, asked: asked)
            #expect(try await mailAgain(lost, first) == 1)
            // Once more before it is used: the same link.
            #expect(try await mailAgain(lost, first) == 1)
            let moved = job(.email, to: "new-\(unique())@example.com", asked: asked, from: user.email)
            let second = ID.make()
            #expect(try await mailAgain(moved, second) == 1)
            browser.now = asked.adding(seconds: 1)
            let form = [("password", "seven purple elephants")]
            #expect(await post(&browser, try link(of: first), form).status == 200)
            for (job, id) in [(lost, first), (moved, second)] {
                #expect(try await mailAgain(job, id) == 0)
                #expect(await browser.get(try link(of: id)).status == 404)
            }
            // However late it is mailed, its time ran from when it was asked for.
            let other = try installation.addUser("Otto", to: tenant)
            let late = job(.password, to: other.email, asked: Timestamp.now.adding(seconds: -86_401))
            #expect(try await mailAgain(late, .make()) == 0)
            let nearlyOver = job(.password, to: other.email, asked: Timestamp.now.adding(seconds: -86_000))
            let third = ID.make()
            #expect(try await mailAgain(nearlyOver, third) == 1)
            browser.now = Timestamp.now.adding(seconds: 401)
            #expect(await browser.get(try link(of: third)).status == 404)
        }

        @Test func `S2: nobody takes an address that somebody has`() async throws {
            let (user, other) = (
                try installation.addAccount("Ines", to: tenant), try installation.addAccount("Otto", to: tenant)
            )
            var browser = console.browser()
            let form = [("email", user.email), ("password", TestAdmin.password), ("new_email", other.email)]
            #expect(await post(&browser, "\(base)/address", form).status == 200)
            #expect(try await mailed().isEmpty)
            let free = "free-\(unique())@example.com"
            _ = await post(
                &browser, "\(base)/address",
                [("email", user.email), ("password", TestAdmin.password), ("new_email", free)])
            let link = try #require(try await mailed().last?.path)
            _ = try installation.addUser("Faster", to: tenant, email: free)
            #expect(await post(&browser, link, []).status == 404)
            #expect(try count(user.email) == 1)
        }

        // MARK: What strangers learn

        @Test func `S2: known, unknown, suspended and blocked addresses get the same bytes on every page`() async throws
        {
            let (known, blocked, suspended) = (
                try installation.addAccount("Known", to: tenant), try installation.addAccount("Blocked", to: tenant),
                try installation.addAccount("Suspended", to: tenant)
            )
            let entered = try installation.addUser("Without an account", to: tenant)
            try installation.set("update users set status = 'suspended' where users.id = \(suspended.id)")
            var browser = console.browser()
            _ = await browser.get(app.authorize())
            func answer(_ path: String, _ form: [(String, String)], from address: String) async -> Answer {
                var own = browser
                own.address = address
                return await own.post(path, form)
            }
            for _ in 0..<6 {
                _ = await answer(
                    app.authorize(), [("email", blocked.email), ("password", "wrong")], from: "203.0.113.9")
            }
            let unknown = "nobody-\(unique())@example.com"
            for (path, password) in [
                (app.authorize(), "wrong"), ("\(base)/data", "wrong"), ("\(base)/sign-up", nil),
                ("\(base)/password", nil),
            ] as [(String, String?)] {
                var bodies: Set<String> = []
                var heads: Set<String> = []
                for user in [known.email, unknown, blocked.email, suspended.email, entered.email] {
                    let right = user == blocked.email || user == suspended.email
                    let form =
                        [("email", user)] + (password.map { [("password", right ? TestAdmin.password : $0)] } ?? [])
                    let answer = await answer(path, form, from: "203.0.113.10")
                    #expect(answer.status == (password == nil ? 200 : 422), "\(path) \(user)")
                    bodies.insert(answer.text.replacing(user, with: "E"))
                    heads.insert(answer.headers.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n"))
                }
                #expect(bodies.count == 1 && heads.count == 1, "\(path)")
            }
            // Mails went to those alone who may come in, and to the stranger who may sign up.
            let mails = Set(try await mailed().map(\.to))
            #expect(mails == [known.email, unknown, blocked.email, entered.email])
        }

        @Test func `S2: a flood of sign-ups from one network ends there, and harms nobody else`() async throws {
            var flood = console.browser()
            _ = await flood.get("\(base)/sign-up")
            var statuses: [Int] = []
            for number in 0..<30 {
                statuses.append(
                    await flood.post("\(base)/sign-up", [("email", "flood-\(number)@example.com")]).status)
            }
            #expect(statuses.prefix(19).allSatisfy { $0 == 200 } && statuses.suffix(5).allSatisfy { $0 == 429 })
            let refused = await post(&flood, "\(base)/sign-up", [("email", "flood@example.com")])
            let wait = try #require(refused.headers[.retryAfter].flatMap { Int64($0) })
            #expect((1...60).contains(wait))
            // The rest of that network: admins, users of other tenants, and who has waited as long as that.
            let neighbour = try installation.makeTenant()
            for path in ["/accounts/\(neighbour.slug)/password", "/sign-in/browser"] {
                #expect(await post(&flood, path, [("email", "n@example.com")]).status == 200, "\(path)")
            }
            flood.now = flood.now.adding(seconds: wait)
            #expect(await post(&flood, "\(base)/password", [("email", "flood@example.com")]).status == 200)
            var other = console.browser()
            other.address = "198.51.100.77"
            #expect(await post(&other, "\(base)/sign-up", [("email", "other@example.com")]).status == 200)
            // One mailbox is not filled from many networks.
            for number in 0..<10 {
                other.address = "198.51.100.\(number)"
                #expect(await post(&other, "\(base)/sign-up", [("email", "victim@example.com")]).status == 200)
            }
            #expect(try await mailed().filter { $0.to == "victim@example.com" }.count == 3)
        }

        @Test func `S2, 13.6: an address in its pause takes no turn at the hashes, and is told what all are`()
            async throws
        {
            let user = try installation.addAccount("Ines", to: tenant)
            let (gate, plug) = (console.services.hashGate, Plug())
            defer { plug.pull() }
            var (paused, other) = (console.browser(), console.browser())
            (paused.address, other.address) = ("203.0.113.66", "203.0.113.67")
            let attempts = AttemptsAcrossTenants(key: installation.keys.attempts)
            try installation.inTenant(tenant) { tx in
                let place = AddressRange.neighbourhood(of: paused.address)
                for _ in 0..<50 { _ = try attempts.reserve(.address, place, now: paused.now, in: tx) }
            }
            // All that can be hashed at once waits for us: one more is refused.
            while gate.waiting < 32 {
                Task { try? await gate.run { plug.wait() } }
                try await Task.sleep(for: .milliseconds(2))
            }
            for path in [app.authorize(), "/sign-in"] {
                let form = [("email", user.email), ("password", "wrong")]
                let (told, busy) = (await post(&paused, path, form), await post(&other, path, form))
                #expect(told.status == 422 && told.has(Strings.sign_in_wrong.resolve(in: .en)), "\(path)")
                #expect(busy.status == 503, "\(path)")
            }
        }

        /// Holds threads until it is pulled.
        private final class Plug: Sendable {
            private let isOut = Mutex(false)

            func pull() { isOut.withLock { $0 = true } }
            func wait() { while !isOut.withLock({ $0 }) { usleep(1000) } }
        }

        @Test func `S2: a browser that has been in is not kept out by what others try`() async throws {
            let user = try installation.addAccount("Ines", to: tenant)
            var known = console.browser()
            #expect(await known.signIn(user, to: app).code != nil)
            var stranger = console.browser()
            stranger.address = "198.51.100.9"
            for _ in 0..<6 { _ = await stranger.signIn(user, to: app, password: "wrong") }
            #expect(await stranger.signIn(user, to: app).code == nil)
            #expect(await known.signIn(user, to: app).code != nil)
        }

        @Test func `S2: a mailed link for a password lets its holder in, whatever others have tried`() async throws {
            let user = try installation.addAccount("Ines", to: tenant)
            var stranger = console.browser()
            stranger.address = "198.51.100.9"
            for _ in 0..<6 { _ = await stranger.signIn(user, to: app, password: "wrong") }
            var browser = console.browser()
            #expect(await browser.signIn(user, to: app).code == nil)
            _ = await post(&browser, "\(base)/password", [("email", user.email)])
            let link = try #require(try await mailed().last?.path)
            #expect(await post(&browser, link, [("password", "seven purple elephants")]).status == 200)
            // The count is taken back, for a browser that was never here as well.
            var other = console.browser()
            other.address = "198.51.100.10"
            #expect(await other.signIn(user, to: app, password: "seven purple elephants").code != nil)
            // And the one that has set the password is known, however often others go on.
            for _ in 0..<6 { _ = await stranger.signIn(user, to: app, password: "wrong") }
            #expect(await stranger.signIn(user, to: app, password: "seven purple elephants").code == nil)
            #expect(await browser.signIn(user, to: app, password: "seven purple elephants").code != nil)
        }

        @Test func `S2: mails that others ask for don't use up those of a lost password`() async throws {
            let (user, other) = (
                try installation.addAccount("Ines", to: tenant), try installation.addAccount("Olaf", to: tenant)
            )
            var stranger = console.browser()
            stranger.address = "198.51.100.9"
            for _ in 0..<5 {
                let form = [("email", other.email), ("password", TestAdmin.password), ("new_email", user.email)]
                #expect(await post(&stranger, "\(base)/address", form).status == 200)
            }
            #expect(try await mailed().isEmpty)
            var browser = console.browser()
            #expect(await post(&browser, "\(base)/password", [("email", user.email)]).status == 200)
            #expect(try await mailed().map(\.to) == [user.email])
        }

        @Test func `S2: pages are in the tenant's languages, and forms are bound to their browser`() async throws {
            try installation.set("update tenants set languages = '{fa,ru}' where tenants.id = \(tenant.id)")
            var browser = console.browser()
            let page = await browser.get(app.authorize())
            #expect(page.has("lang=\"fa\"") && page.has("hreflang=\"ru\"") && !page.has("hreflang=\"es\""))
            #expect(await browser.get(app.authorize(["ui_locales": "de ru"])).has("<html lang=\"ru\""))
            #expect(!page.has("<script"))
            var other = console.browser()
            _ = await other.get(app.authorize())
            let user = try installation.addAccount("Ines", to: tenant)
            let form = [("email", user.email), ("password", TestAdmin.password)]
            #expect(await other.post(app.authorize(), form + [("csrf", browser.csrf)]).status == 403)
            var cross = browser
            cross.headers[.secFetchSite] = "cross-site"
            #expect(await cross.post(app.authorize(), form).status == 403)
        }
    }
}
