import HTTPTypes
import JSON
import Mail
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What people say and ask about their own data by their app, which has no key.
    @Suite(.serialized) struct OwnDataTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let server: TestMailServer
        private let tenant: Tenant
        private let app: TestApp
        private let user: TestUser

        init() throws {
            installation = try TestInstallation()
            server = try TestMailServer()
            console = installation.console(
                mail: MailSender(
                    smtp: try #require(SMTP(url: server.url)), from: try #require(Mailbox("Roost <roost@example.org>")))
            )
            tenant = try installation.makeTenant()
            app = try installation.makeApp(in: tenant)
            user = try installation.addAccount("Marie Curie", to: tenant)
        }

        private func phone(of user: TestUser? = nil) async throws -> TestProgram {
            var browser = console.browser()
            return TestProgram(
                console, key: try #require(await browser.tokens(of: user ?? self.user, for: app)).access)
        }

        private func actions(about user: TestUser) throws -> [String] {
            try installation.database.with(.superuser) {
                try $0.send(
                    "select array(select action from audit_events where object_id = \(user.id) order by sequence) as v"
                ).rows().first?.texts("v") ?? []
            }
        }

        @Test func `17: a user is asked, agrees to what they were shown, and withdraws, without a key`() async throws {
            var phone = try await phone()
            let entry = try installation.makeEntry("texts", ["published", "draft"], in: tenant)
            let key = try installation.text("select key as t from catalogue_entries where id = \(entry)")
            let nothing = await phone.get("/v1/me/consents").json
            #expect(nothing?["consents"]?.elements.count == 0 && nothing?["texts"]?.elements.count == 0)
            let asked = await phone.get("/v1/me/consents?texts=\(key),nothing").json
            let shown = try #require(asked?["texts"]).elements
            #expect(shown.count == 1 && shown[0]["key"]?.text == key && shown[0]["version"]?.int == 1)
            #expect(shown[0]["text"]?.text?.isEmpty == false)
            let many = (0...20).map { "k\($0)" }.joined(separator: ",")
            #expect(await phone.get("/v1/me/consents?texts=\(many)").status == 422)

            let path = "/v1/me/consents/\(key)"
            // What was never agreed to is not there to be withdrawn.
            #expect(await phone.write(.delete, path).status == 404)
            for wrong in ["{}", "{\"version\":\"1\"}", "{\"version\":99}", "{\"version\":1,\"granted\":true}"] {
                #expect(await phone.write(.put, path, wrong).status == 422, "\(wrong)")
            }
            #expect(await phone.write(.put, "/v1/me/consents/nothing", "{\"version\":1}").status == 404)
            for _ in 0..<2 {
                #expect(await phone.write(.put, path, "{\"version\":1,\"source\":\"app 4.12\"}").status == 204)
            }
            let agreed = await phone.get("/v1/me/consents").json
            let consent = try #require(agreed?["consents"]?.elements.first)
            #expect(consent["purpose"]?.text == key && consent["granted"] == true && consent["version"]?.int == 1)
            #expect(consent["source"]?.text == "app 4.12")
            // The newest version comes along, so that the app sees whether to ask again.
            #expect(agreed?["texts"]?.elements.first?["version"]?.int == 1)

            phone.now = phone.now.adding(seconds: 1)
            // It can be withdrawn though nobody is asked any more.
            try installation.set("update catalogue_entries set retired_at = now() where id = \(entry)")
            for _ in 0..<2 { #expect(await phone.write(.delete, path).status == 204) }
            #expect(await phone.get("/v1/me/consents").json?["consents"]?.elements.first?["granted"] == false)
            #expect(
                try installation.number("select count(*) as n from user_consents where user_id = \(user.id)") == 2)
            #expect(try actions(about: user).suffix(2) == ["consent.given", "consent.withdrawn"])
            let other = try installation.addAccount("Pierre Curie", to: tenant)
            #expect(try await self.phone(of: other).get("/v1/me/consents").json?["consents"]?.elements.count == 0)
        }

        @Test func `17: a user chooses by whom they are seen, without a key`() async throws {
            let phone = try await phone()
            #expect(await phone.get("/v1/me/privacy").json?["level"]?.text == "nobody")
            #expect(await phone.write(.put, "/v1/me/privacy", "{\"level\":\"all\"}").status == 422)
            for _ in 0..<2 {
                #expect(await phone.write(.put, "/v1/me/privacy", "{\"level\":\"groups\"}").status == 204)
            }
            #expect(await phone.get("/v1/me/privacy").json?["level"]?.text == "groups")
            #expect(try actions(about: user).filter { $0 == "user.privacy_level_changed" }.count == 1)
        }

        @Test func `17: whose deletion was refused has not asked for it any more, and may ask again`() async throws {
            let phone = try await phone()
            func asked() async -> JSONText? { await phone.get("/v1/me/profile").json?["deletion_requested_at"] }
            for round in 1...2 {
                for _ in 0..<2 { #expect(await phone.write(.post, "/v1/me/deletion").status == 204) }
                #expect(await asked()?.text != nil)
                #expect(
                    try actions(about: user).filter { $0 == "account.deletion_requested" }.count == round, "\(round)")
                var browser = try console.browser(of: try installation.makeAdmin(.manager, in: tenant))
                let page = "/t/\(tenant.slug)/users/\(user.id)"
                #expect(await browser.get(page).has("Deletion requested"))
                let id = try installation.text(
                    "select id::text as t from privacy_requests where user_id = \(user.id) and state = 'waiting'")
                let refusal = "/t/\(tenant.slug)/privacy/\(id)/refusal"
                #expect(await browser.post(refusal, [("reason", "A bill is open")]).status == 303)
                #expect(await asked() == .null)
                #expect(await !browser.get(page).has("Deletion requested"))
            }
        }

        /// Works all jobs; the links to archives that were mailed since.
        private func mailed() async throws -> [(to: String, path: String)] {
            try await console.mailedLinks(to: server, /https:\/\/roost\.example(\/privacy\/[a-z0-9-]+\/[\w-]{43})/)
        }

        @Test func `17: a user asks for a copy by their app, and gets a link to it by mail`() async throws {
            let phone = try await phone()
            let path = "/v1/me/privacy-requests"
            #expect(await phone.get(path).json?["requests"]?.elements.count == 0)
            #expect(await phone.write(.post, path, "{\"kind\":\"erasure\"}").status == 422)
            let first = await phone.write(.post, path, "{\"kind\":\"access\"}")
            #expect(first.status == 200 && first.json?["state"]?.text == "waiting", "\(first.text)")
            #expect(await phone.write(.post, path, "{\"kind\":\"access\"}").text == first.text)
            let id = try #require(first.json?["id"]?.text)
            #expect(
                try installation.text("select source as t from privacy_requests where id = \(ID(id))") == "app")
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var browser = try console.browser(of: owner)
            let base = "/t/\(tenant.slug)/privacy"
            #expect(await browser.post("\(base)/\(id)/archive").status == 303)
            let mails = try await mailed()
            #expect(mails.count == 1 && mails.first?.to == user.email)
            #expect(await phone.get(path).json?["requests"]?.elements.first?["state"]?.text == "ready")
            let link = try #require(mails.first?.path)
            var person = console.browser()
            let page = await person.get(link)
            #expect(page.status == 200 && page.has("Your data"))
            let taken = await person.post(link, page.form(link))
            #expect(taken.status == 200 && taken.body.starts(with: [0x50, 0x4B, 3, 4]))
            #expect(await person.get(link).status == 404)
            #expect(await phone.get(path).json?["requests"]?.elements.first?["state"]?.text == "done")
            #expect(await browser.get("\(base)/\(id)").has("made a one-time link to an archive"))
            let other = try installation.addAccount("Pierre Curie", to: tenant)
            #expect(try await self.phone(of: other).get(path).json?["requests"]?.elements.count == 0)
        }

        @Test func `17: a person asks for a copy on the page for it, with their password, and gets it by mail`()
            async throws
        {
            let page = "\(app.base)/data"
            var person = console.browser()
            let shown = await person.get(page)
            #expect(shown.status == 200 && shown.has(tenant.name) && shown.has("Get a copy of your data"))
            for wrong in [
                [("email", user.email), ("password", "")], [("email", user.email), ("password", "another password")],
                [("email", "nobody@example.com"), ("password", TestAdmin.password)],
            ] {
                #expect(await person.post(page, wrong).status == 422)
            }
            func requests() throws -> String {
                try installation.text(
                    """
                    select coalesce(string_agg(kind || ' ' || source || ' ' || state, ','), '') as t from privacy_requests
                    where user_id = \(user.id)
                    """)
            }
            #expect(try requests().isEmpty)
            for _ in 0..<2 {
                let asked = await person.post(page, [("email", user.email), ("password", TestAdmin.password)])
                #expect(asked.status == 200 && asked.has(user.email) && asked.has("within a month"))
            }
            #expect(try requests() == "access page waiting")
            var stranger = TestBrowser(console)
            _ = await stranger.get(page)
            stranger.headers[.secFetchSite] = "cross-site"
            let forged = await stranger.post(page, [("email", user.email), ("password", TestAdmin.password)])
            #expect(forged.status == 403)

            let id = try installation.text("select id::text as t from privacy_requests where user_id = \(user.id)")
            var browser = try console.browser(of: try installation.makeAdmin(.owner, in: tenant))
            #expect(await browser.get("/t/\(tenant.slug)/privacy/\(id)").has("The page for it"))
            #expect(await browser.post("/t/\(tenant.slug)/privacy/\(id)/archive").status == 303)
            #expect(try await mailed().map(\.to) == [user.email])
        }

        @Test func `17: no archive is mailed to who asked by letter, to an address in doubt, or over an admin's link`()
            async throws
        {
            let owner = try installation.makeAdmin(.owner, in: tenant)
            var browser = try console.browser(of: owner)
            let base = "/t/\(tenant.slug)"
            let letter = await browser.post("\(base)/users/\(user.id)/privacy", [("kind", "access"), ("note", "x")])
            let byLetter = "the request did not come from the user’s own account"
            #expect(await browser.get(try #require(letter.location)).has(byLetter))
            #expect(await browser.post("\(try #require(letter.location))/archive").status == 303)
            #expect(try await mailed().isEmpty)
            #expect(await browser.get(try #require(letter.location)).has(byLetter))

            let doubted = try installation.addAccount("Otto", to: tenant)
            let phone = try await phone(of: doubted)
            let asked = await phone.write(.post, "/v1/me/privacy-requests", "{\"kind\":\"access\"}")
            let id = try #require(asked.json?["id"]?.text)
            try installation.set("update accounts set confirmed_at = null where user_id = \(doubted.id)")
            // The page says why, and what to do: before the archive is made, and after.
            let unproven = "nobody has confirmed that \u{2068}\(doubted.email)\u{2069} is this user’s"
            #expect(await browser.get("\(base)/privacy/\(id)").has(unproven))
            #expect(await browser.post("\(base)/privacy/\(id)/archive").status == 303)
            #expect(try await mailed().isEmpty)
            let told = await browser.get("\(base)/privacy/\(id)")
            #expect(told.has(unproven) && told.has("make the archive, then a link, and give it to the person"))
            try installation.set("update users set status = 'suspended' where id = \(doubted.id)")
            #expect(await browser.get("\(base)/privacy/\(id)").has("this user can’t sign in at present"))
            try installation.set("update users set status = 'active' where id = \(doubted.id)")
            var silent = try installation.console().browser(of: owner)
            #expect(await silent.get("\(base)/privacy/\(id)").has("this server sends no mail"))

            // The admin was quicker than the mail: their link goes on to work.
            try installation.set("update accounts set confirmed_at = now() where user_id = \(doubted.id)")
            let made = await browser.post("\(base)/privacy/\(id)/link")
            let link = try #require(
                made.text.firstMatch(of: /https:\/\/roost\.example(\/privacy\/[a-z0-9-]+\/[\w-]{43})/))
            let attempt = try installation.number("select attempt as n from privacy_requests where id = \(ID(id))")
            let mail = ArchiveLinkMail(tenant: tenant.id, request: try #require(ID(id)), attempt: attempt)
            try await mail.run(.make(), console.services)
            #expect(server.received.isEmpty)
            var person = console.browser()
            #expect(await person.get(String(link.output.1)).status == 200)
            // With a link nothing is left to say.
            #expect(await !browser.get("\(base)/privacy/\(id)").has("No link is mailed"))
        }

        @Test func `G1: whose mailbox nobody has confirmed is told of no mail`() async throws {
            let doubted = try installation.addAccount("Otto", to: tenant)
            try installation.set("update accounts set confirmed_at = null where user_id = \(doubted.id)")
            for (who, isMailed) in [(doubted, false), (user, true)] {
                var person = console.browser()
                _ = await person.get("\(app.base)/data")
                let asked = await person.post(
                    "\(app.base)/data", [("email", who.email), ("password", TestAdmin.password)])
                #expect(asked.status == 200)
                #expect(asked.has("gets a link to it") == isMailed)
                #expect(asked.has("the makers of the app send you a link") == !isMailed)
            }
        }
    }
}
