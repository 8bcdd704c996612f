import HTTPTypes
import JSON
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Signing in with an account elsewhere, as it is meant.
    @Suite(.serialized) struct IdentityTests {
        private let house: IdentityHouse

        init() async throws { house = try await IdentityHouse() }

        private var app: TestApp { house.app }
        private func email() -> String { "nina-\(unique())@example.com" }

        // MARK: Signing up and in

        @Test func `S2: whoever is new confirms the mailbox once, and signs in with Google from then on`() async throws
        {
            let email = email()
            let person = TestIssuer.Person(email: email, name: "Nina <New>")
            var browser = house.console.browser()
            let page = await browser.get(app.authorize())
            #expect(page.has("Continue with") && page.has("Google") && page.has("Häuser &amp; Söhne"))

            let address = await house.begin(.google, &browser)
            let sent = Query(urlEncoded: Array(address.drop { $0 != "?" }.dropFirst().utf8))
            #expect(sent["client_id"] == house.google.clientID && sent["code_challenge_method"] == "S256")
            #expect(sent["redirect_uri"] == "https://roost.example" + house.callback(.google))
            #expect(sent["prompt"] == "select_account" && sent["scope"] == "openid email profile")

            let first = await house.comeBack(
                .google, try house.google.signIn(person, at: address), &browser)
            let next = try #require(first.location)
            let form = await browser.get(next)
            #expect(form.status == 200 && form.has("value=\"\(email)\""))
            #expect(try house.users(email) == 0)
            #expect(await browser.post(next, [("email", email)]).has("this browser"))
            let mail = try #require(try await house.console.mailedLinks(to: house.mail).last)
            #expect(mail.to == email && !mail.path.isEmpty)
            // Programs that look at mail before people do open links as well.
            for _ in 0..<2 { #expect(await browser.get(mail.path).has("value=\"Nina &lt;New&gt;\"")) }
            #expect(try house.users(email) == 0)
            let done = await browser.post(mail.path, [("name", "Nina <New>")])
            #expect(done.status == 200 && done.has("\(house.base)/authorize?"))
            #expect(try house.users(email) == 1 && house.identities(of: email) == 1)
            #expect(await browser.post(mail.path, [("name", "Nina")]).status == 404)

            var other = house.console.browser()
            let answer = try await house.signIn(person, at: house.google, .google, &other)
            let code = try #require(answer.code)
            let tokens = try #require(await other.call("\(app.base)/token", app.exchange(code)).tokens)
            #expect(answer.answered("state") == "state of the app")
            let info = await other.userInfo(app, tokens.access)
            #expect(info.json?["email"]?.text == email && info.json?["email_verified"] == true)
            #expect(try house.count(.identityLinked) == 1 && house.count(.accountSignedIn) == 1)
        }

        @Test func `S2: an issuer of the tenant's own signs with ES256, and says that the answer is its own`()
            async throws
        {
            let person = TestIssuer.Person(email: email(), name: "Nina")
            var browser = house.console.browser()
            let done = try await house.signUp(person, at: house.plain, .oidc, email: email(), &browser)
            #expect(done.status == 200)
            #expect(try await house.signIn(person, at: house.plain, .oidc, &browser).code != nil)
        }

        @Test
        func
            `S2: Apple's answer comes by a form without our cookies, and an address that it hides makes an account at once`()
            async throws
        {
            let hidden = "\(unique())@privaterelay.appleid.com"
            let person = TestIssuer.Person(email: hidden, name: "Nina")
            var browser = house.console.browser()
            for round in 1...2 {
                let address = await house.begin(.apple, &browser)
                #expect(address.contains("response_mode=form_post") && !address.contains("code_challenge"))
                // As browsers send the form of another site: without cookies.
                var bare = house.console.browser()
                bare.headers[.secFetchSite] = "cross-site"
                let forwarded = await bare.post(
                    house.callback(.apple), try house.apple.signIn(person, at: address) + [("csrf", "")])
                let callback = try #require(forwarded.location)
                #expect(forwarded.status == 303 && callback.hasPrefix(house.callback(.apple) + "?"))
                #expect(await bare.get(callback).status == 404)
                let answer = await browser.get(callback)
                if round == 2 {
                    #expect(answer.code != nil)
                    continue
                }
                let next = try #require(answer.location)
                let page = await browser.get(next)
                #expect(page.has("value=\"\(hidden)\"") && page.has("value=\"Nina\""))
                #expect(await browser.post(next, [("email", hidden), ("name", "")]).status == 422)
                #expect(await browser.post(next, [("email", hidden), ("name", "Nina")]).code != nil)
                #expect(await browser.post(next, [("email", hidden), ("name", "Nina")]).status == 404)
            }
            #expect(try house.users(hidden) == 1 && house.identities(of: hidden) == 1)
            #expect(try await house.console.mailedLinks(to: house.mail).isEmpty)
        }

        @Test func `S2: Facebook's code becomes a token of our own app, and whoever has no e-mail there types one`()
            async throws
        {
            let email = email()
            let person = TestIssuer.Person(name: "Nina")
            for round in 1...2 {
                var browser = house.console.browser()
                let address = await house.begin(.facebook, &browser)
                #expect(address.contains("/dialog/oauth?"))
                let answer = await house.comeBack(
                    .facebook, house.graph.signIn(person, at: address), &browser)
                if round == 2 {
                    #expect(answer.code != nil)
                    continue
                }
                let next = try #require(answer.location)
                _ = await browser.get(next)
                #expect(await browser.post(next, [("email", "")]).status == 422)
                #expect(await browser.post(next, [("email", email)]).status == 200)
                let link = try #require(try await house.console.mailedLinks(to: house.mail).last?.path)
                _ = await browser.get(link)
                #expect(await browser.post(link, [("name", "Nina")]).status == 200)
            }
            house.graph.pretend("another app")
            var browser = house.console.browser()
            let address = await house.begin(.facebook, &browser)
            #expect(await house.comeBack(.facebook, house.graph.signIn(person, at: address), &browser).status == 403)
        }

        @Test func `S2: keys that change are asked for once more, and kept meanwhile`() async throws {
            let person = TestIssuer.Person(email: email())
            var browser = house.console.browser()
            _ = try await house.signUp(person, at: house.google, .google, email: email(), &browser)
            func keys() -> Int { house.google.asked.filter { $0 == "/keys" }.count }
            let before = keys()
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)
            #expect(keys() == before)
            // In the middle of a sign-in.
            let address = await house.begin(.google, &browser)
            let brought = try house.google.signIn(person, at: address)
            try house.google.rotate()
            #expect(await house.comeBack(.google, brought, &browser).code != nil)
            #expect(keys() == before + 1)
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)
            #expect(keys() == before + 1)
        }

        @Test func `S2: what can't be read is not kept: whoever comes after a minute's trouble at the issuer signs in`()
            async throws
        {
            let person = TestIssuer.Person(email: email())
            var first = house.console.browser()
            _ = try await house.signUp(person, at: house.plain, .oidc, email: email(), &first)
            // Another process, which has kept nothing.
            var browser = house.newConsole().browser()
            let discovery = "/.well-known/openid-configuration"
            for told in ["<html>We'll be back soon</html>", "{}", "[1]"] {
                house.plain.answer(at: discovery) { .text(told) }
                #expect(await house.begin(.oidc, &browser) == "", "\(told)")
            }
            house.plain.answer(at: discovery, by: nil)
            for told in ["<html>We'll be back soon</html>", "{\"keys\":7}"] {
                let brought = try house.plain.signIn(person, at: await house.begin(.oidc, &browser))
                house.plain.answer(at: "/keys") { .text(told) }
                #expect(await house.comeBack(.oidc, brought, &browser).status == 503, "\(told)")
            }
            house.plain.answer(at: "/keys", by: nil)
            #expect(try await house.signIn(person, at: house.plain, .oidc, &browser).code != nil)
        }

        // MARK: An account that is there

        @Test func `S2: a bare matching e-mail opens nothing; its mailbox does, and the password goes on working`()
            async throws
        {
            let user = try house.installation.addAccount("Ines", to: house.tenant)
            let person = TestIssuer.Person(email: user.email)
            var browser = house.console.browser()
            let page = try await house.signIn(person, at: house.google, .google, &browser)
            #expect(page.status == 200 && page.code == nil && page.has("Confirm your e-mail"))
            #expect(try house.identities == 0)
            let done = try await house.signUp(person, at: house.google, .google, email: user.email, &browser)
            #expect(done.status == 200)
            #expect(try house.users(user.email) == 1)
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)
            #expect(await browser.signIn(user, to: app).code != nil)
        }

        @Test func `S2: a user whom the tenant has entered takes the account with Google as well`() async throws {
            let known = try house.installation.addUser("Known", to: house.tenant)
            try house.installation.set("update users set status = 'pending' where id = \(known.id)")
            let person = TestIssuer.Person(email: known.email)
            var browser = house.console.browser()
            _ = try await house.signUp(person, at: house.google, .google, email: known.email, &browser)
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)
            // A password can be added later.
            _ = await browser.get("\(app.base)/password")
            _ = await browser.post("\(app.base)/password", [("email", known.email)])
            let link = try #require(try await house.console.mailedLinks(to: house.mail).last?.path)
            _ = await browser.get(link)
            #expect(await browser.post(link, [("password", "seven purple elephants")]).status == 200)
            #expect(await browser.signIn(known, to: app, password: "seven purple elephants").code != nil)
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)
        }

        @Test func `S2: whoever is signed in links another way, after seeing which accounts become one`() async throws {
            let user = try house.installation.addAccount("Ines", to: house.tenant)
            let person = TestIssuer.Person(email: "else-\(unique())@example.com")
            var browser = house.console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            let phone = TestProgram(house.console, key: tokens.access)
            let made = await phone.write(.post, "/v1/me/identity-links", #"{"provider":"google"}"#)
            let url = try #require(made.json?["url"]?.text)
            #expect(made.status == 201 && url.hasPrefix("https://roost.example\(house.base)/identities/google?ticket="))
            let path = String(url.dropFirst("https://roost.example".count))
            #expect(await browser.get(path).has(user.email))
            let address = house.sent(await browser.post(path))
            // It works once.
            #expect(await browser.post(path).status == 404)
            let back = await house.comeBack(.google, try house.google.signIn(person, at: address), &browser)
            let next = try #require(back.location)
            let page = await browser.get(next)
            #expect(page.has(user.email) && page.has("else-"))
            #expect(try house.identities == 0)
            #expect(await browser.post(next).status == 200)
            #expect(try house.identities(of: user.email) == 1)
            // The account's own mailbox is told.
            #expect(try await house.console.mailedLinks(to: house.mail).map(\.to) == [user.email])
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)

            let listed = try #require(await phone.get("/v1/me/identities").json)
            let id = try #require(listed["identities"]?.elements.first?["id"]?.text)
            #expect(listed["has_password"] == true && listed["can_unlink"] == true)
            #expect(await phone.write(.delete, "/v1/me/identities/\(id)").status == 204)
            #expect(await phone.write(.delete, "/v1/me/identities/\(id)").status == 404)
            #expect(try house.identities == 0 && house.count(.identityUnlinked) == 1)
            let off = await phone.write(.post, "/v1/me/identity-links", #"{"provider":"nobody"}"#)
            #expect(off.status == 422)
        }

        @Test func `S2: the last way to sign in can be taken away by nobody`() async throws {
            let email = email()
            let (one, other) = (TestIssuer.Person(email: email), TestIssuer.Person(email: email))
            var browser = house.console.browser()
            _ = try await house.signUp(one, at: house.google, .google, email: email, &browser)
            let answer = try await house.signIn(one, at: house.google, .google, &browser)
            let code = try #require(answer.code)
            let tokens = try #require(await browser.call("\(app.base)/token", app.exchange(code)).tokens)
            let phone = TestProgram(house.console, key: tokens.access)
            func ids() async throws -> [String] {
                try #require(await phone.get("/v1/me/identities").json?["identities"]).elements.compactMap {
                    $0["id"]?.text
                }
            }
            let first = try #require(try await ids().first)
            #expect(await phone.write(.delete, "/v1/me/identities/\(first)").status == 409)
            let owner = try house.installation.makeAdmin(.owner, in: house.tenant)
            var console = try house.console.browser(of: owner)
            let user = try house.installation.text("select users.id::text as t from users where users.email = \(email)")
            let page = "/t/\(house.tenant.slug)/users/\(user)"
            #expect(await console.get(page).has("Google"))
            #expect(await console.get(page).has("/identities/\(first)/end") == false)
            #expect(await console.post("\(page)/identities/\(first)/end").status == 403)

            _ = try await house.signUp(other, at: house.plain, .oidc, email: email, &browser)
            #expect(try await ids().count == 2)
            #expect(await console.get(page).has("/identities/\(first)/end"))
            #expect(await console.post("\(page)/identities/\(first)/end").status == 303)
            #expect(try await ids().count == 1)
            #expect(try await house.signIn(one, at: house.google, .google, &browser).code == nil)
            #expect(try await house.signIn(other, at: house.plain, .oidc, &browser).code != nil)
        }

        @Test func `17.9: every page on which an account elsewhere is linked names it, its provider and the mailbox`()
            async throws
        {
            let email = email()
            // With an e-mail, with a name alone, and with nothing but its number.
            let bare = TestIssuer.Person()
            for (person, shown) in [
                (TestIssuer.Person(email: "there-\(email)", name: "Nina"), "there-\(email)"),
                (TestIssuer.Person(name: "Nina Nobody"), "Nina Nobody"), (bare, bare.subject),
            ] {
                let email = self.email()
                var browser = house.console.browser()
                let brought = try house.plain.signIn(person, at: await house.begin(.oidc, &browser))
                let next = try #require(await house.comeBack(.oidc, brought, &browser).location)
                func names(_ page: Answer, _ mailbox: String? = nil) -> Bool {
                    page.has(shown) && page.has("Häuser &amp; Söhne") && mailbox.map { page.has($0) } ?? true
                }
                #expect(names(await browser.get(next)), "\(shown)")
                // What was wrong changes nothing about that.
                #expect(names(await browser.post(next, [("email", "no mailbox")])), "\(shown)")
                #expect(await browser.post(next, [("email", email)]).has(email))
                let link = try #require(try await house.console.mailedLinks(to: house.mail).last?.path)
                #expect(names(await browser.get(link), email), "\(shown)")
                let done = await browser.post(link, [("name", "Nina")])
                #expect(done.has("Häuser &amp; Söhne") && done.has(email), "\(shown)")
                // The account there opens one that is closed: which, the page says.
                try house.installation.set("update users set status = 'suspended' where email = \(email)")
                let closed = try await house.signIn(person, at: house.plain, .oidc, &browser)
                #expect(closed.status == 403 && names(closed), "\(shown)")
            }

            let user = try house.installation.addAccount("Ines", to: house.tenant)
            var browser = house.console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            let phone = TestProgram(house.console, key: tokens.access)
            for (person, status) in [(TestIssuer.Person(), 200), (bare, 409)] {
                let made = await phone.write(.post, "/v1/me/identity-links", #"{"provider":"oidc"}"#)
                let path = String(try #require(made.json?["url"]?.text).dropFirst("https://roost.example".count))
                _ = await browser.get(path)
                let brought = try house.plain.signIn(person, at: house.sent(await browser.post(path)))
                let next = try #require(await house.comeBack(.oidc, brought, &browser).location)
                for page in [await browser.get(next), await browser.post(next)] {
                    #expect(page.has(person.subject) && page.has("Häuser &amp; Söhne") && page.has(user.email))
                }
                #expect(await browser.get(next).status == 404)
                #expect(try house.identities(of: user.email) == 1, "\(status)")
            }
        }

        // MARK: Switches

        @Test func `S2, T4: with sign-up switched off nobody new comes in, and nobody learns who is known`()
            async throws
        {
            try house.installation.set("update tenants set sign_up_on = false where tenants.id = \(house.tenant.id)")
            let user = try house.installation.addAccount("Ines", to: house.tenant)
            var pages: [String] = []
            for email in [user.email, email()] {
                var browser = house.console.browser()
                let address = await house.begin(.google, &browser)
                let answer = await house.comeBack(
                    .google, try house.google.signIn(TestIssuer.Person(email: email), at: address), &browser)
                let next = try #require(answer.location)
                _ = await browser.get(next)
                let sent = await browser.post(next, [("email", email)])
                #expect(sent.status == 200)
                pages.append(sent.text.replacing(email, with: "-"))
            }
            #expect(pages[0] == pages[1])
            #expect(try await house.console.mailedLinks(to: house.mail).map(\.to) == [user.email])
            // Nor does Apple's own mailbox make one.
            let hidden = "\(unique())@privaterelay.appleid.com"
            var browser = house.console.browser()
            let address = await house.begin(.apple, &browser)
            let answer = await house.comeBack(
                .apple, try house.apple.signIn(TestIssuer.Person(email: hidden), at: address), &browser)
            let next = try #require(answer.location)
            _ = await browser.get(next)
            #expect(await browser.post(next, [("email", hidden), ("name", "Nina")]).code == nil)
            #expect(try house.users(hidden) == 0)
        }

        @Test func `S2: a provider that is switched off is not offered, and lets nobody in who is on the way`()
            async throws
        {
            let person = TestIssuer.Person(email: email())
            var browser = house.console.browser()
            _ = try await house.signUp(person, at: house.google, .google, email: email(), &browser)
            let address = await house.begin(.google, &browser)
            let brought = try house.google.signIn(person, at: address)
            try house.use(.google, isOn: false)
            #expect(await house.comeBack(.google, brought, &browser).status == 404)
            #expect(await browser.get(app.authorize()).has("identities/google") == false)
            #expect(await house.begin(.google, &browser).isEmpty)
        }

        @Test func `S2: a suspended user comes in by no door`() async throws {
            let email = email()
            let person = TestIssuer.Person(email: email)
            var browser = house.console.browser()
            _ = try await house.signUp(person, at: house.google, .google, email: email, &browser)
            try house.installation.set("update users set status = 'suspended' where email = \(email)")
            let answer = try await house.signIn(person, at: house.google, .google, &browser)
            #expect(answer.status == 403 && answer.code == nil)
        }

        // MARK: The console

        @Test func `S2: a provider is set up in the console; its secret is sealed, and shown to nobody again`()
            async throws
        {
            let tenant = try house.installation.makeTenant()
            let owner = try house.installation.makeAdmin(.owner, in: tenant)
            var browser = try house.console.browser(of: owner)
            let page = "/t/\(tenant.slug)/identity-providers"
            #expect(await browser.get(page).has("/accounts/\(tenant.slug)/identities/apple/callback"))
            let secret = "secret-\(unique())"
            let form = [("version", "0"), ("client_id", "client"), ("client_secret", secret), ("on", "yes")]
            #expect(await browser.post("\(page)/google", form).status == 303)
            let shown = await browser.get(page)
            #expect(shown.has("value=\"client\"") && !shown.has(secret))
            let stored = try house.installation.text(
                "select identity_providers::text as t from identity_providers where tenant_id = \(tenant.id)")
            #expect(!stored.contains(secret) && !stored.contains(Hex.encode(Array(secret.utf8))))
            let trail = try house.installation.text(
                "select audit_events::text as t from audit_events where action = 'identity_provider.changed'")
            #expect(!trail.contains(secret))
            // Another admin was faster; something is missing; a key is none.
            #expect(await browser.post("\(page)/google", form).status == 409)
            #expect(await browser.post("\(page)/facebook", [("version", "0"), ("on", "yes")]).status == 422)
            let apple = [
                ("version", "0"), ("client_id", "x"), ("team_id", "TEAM123456"), ("key_id", "short"),
                ("private_key", "none"),
            ]
            #expect(await browser.post("\(page)/apple", apple).status == 422)
            for issuer in [
                "http://example.com", "https://10.0.0.1", "https://localhost", "https://[::1]",
                "https://169.254.169.254",
                "https://user@example.com", "https://example.com/?x=1", "ftp://example.com",
            ] {
                let oidc = [("version", "0"), ("label", "Ours"), ("issuer", issuer), ("client_id", "x")]
                #expect(await browser.post("\(page)/oidc", oidc).status == 422, "\(issuer)")
            }
            // Each of them is told beside its field, with what was typed, also where the provider is not used yet.
            for issuer in [
                "https://login.example.org/a/../b", "https://login.example.org/..", "https://login.example.org/./",
                "https://login.example.org/%2E%2e/b", "https://login.example.org/a/.%2e", "https://u@login.example.org",
                "https://u:p@login.example.org/a", "https://login.example.org/a?b=c", "https://login.example.org?",
                "https://login.example.org/a#b", "https://login.example.org#", "https://login.example.org/a\\..\\b",
            ] {
                for isOn in [true, false] {
                    let oidc = [
                        ("version", "0"), ("label", "Ours"), ("issuer", issuer), ("client_id", "x"),
                        ("client_secret", "x"),
                    ]
                    let answer = await browser.post("\(page)/oidc", oidc + (isOn ? [("on", "yes")] : []))
                    #expect(answer.status == 422, "\(issuer)")
                    let field = answer.text.firstMatch(of: /<input[^>]*name="issuer"[^>]*>/).map { String($0.output) }
                    #expect(field?.contains("aria-invalid=\"true\"") == true, "\(issuer)")
                    #expect(field?.contains(issuer) == true, "\(issuer)")
                    #expect(answer.has("Write the issuer’s address as its tokens have it"), "\(issuer)")
                }
            }
            for good in ["https://login.example.org/a.b/..c/.well", "https://login.example.org/realms/ours/"] {
                let oidc = [("version", "0"), ("label", "Ours"), ("issuer", good), ("client_id", "x")]
                #expect(await browser.post("\(page)/oidc", oidc).status == 303, "\(good)")
                try house.installation.set("delete from identity_providers where provider = 'oidc'", in: tenant)
            }
            let manager = try house.installation.makeAdmin(.support, in: tenant)
            var support = try house.console.browser(of: manager)
            #expect(await support.get(page).status == 403)
        }
    }
}
