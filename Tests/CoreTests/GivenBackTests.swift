import HTML
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Whoever was slower than a colleague loses nothing of what they typed.
    @Suite struct GivenBackTests {
        private static let made = Result { try TestInstallation() }
        private static let heading = "What you typed was not saved"
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private var base: String { "/t/\(tenant.slug)" }

        @Test func `14: a page without a field for a typed reason begins with it`() async throws {
            let user = try installation.addUser("Una User", to: tenant)
            let key = try installation.makeKey(in: tenant, isDisabled: true)
            var browser = try console.browser(of: owner)
            #expect(
                await browser.post("\(base)/users/\(user.id)/suspension", [("reason", "a colleague's")]).status == 303)
            for path in ["users/\(user.id)/suspension", "keys/\(key.id)/suspension"] {
                let refused = await browser.post("\(base)/\(path)", [("reason", "On the phone, <twice>")])
                #expect(refused.status == 409 && refused.has(Self.heading), "\(path)")
                #expect(refused.has("On the phone, &lt;twice&gt;"), "\(path)")
                // Without a reason nothing is lost, and nothing is said.
                let empty = await browser.post("\(base)/\(path)", [("reason", "")])
                #expect(empty.status == 409 && !empty.has(Self.heading), "\(path)")
            }
            #expect(await !browser.get("\(base)/users/\(user.id)").has(Self.heading))
        }

        @Test func `14: a second request of a user for their data keeps its note, a second hold its reason`()
            async throws
        {
            let user = try installation.addUser("Una User", to: tenant)
            let page = "\(base)/users/\(user.id)"
            var browser = try console.browser(of: owner)
            for note in ["by letter", "by telephone"] {
                let answer = await browser.post("\(page)/privacy", [("kind", "access"), ("note", note)])
                #expect(answer.status == (note == "by letter" ? 303 : 409))
                #expect(note == "by letter" || answer.has(Self.heading) && answer.has("by telephone"))
            }
            for reason in ["a court", "another court"] {
                let answer = await browser.post("\(page)/hold", [("reason", reason)])
                #expect(answer.status == (reason == "a court" ? 303 : 409))
                #expect(reason == "a court" || answer.has(Self.heading) && answer.has("another court"))
            }
        }

        /// Before, all but its first 500 characters was thrown away without a word.
        @Test func `14: a reason that is too long to be stored is refused everywhere, and can be copied`() async throws
        {
            let user = try installation.addUser("Una User", to: tenant)
            let key = try installation.makeKey(in: tenant)
            let admin = try installation.makeAdmin(.support, in: tenant)
            var browser = try console.browser(of: owner)
            let new = await browser.get("\(base)/apps/new")
            let app = try #require(
                await browser.post(
                    "\(base)/apps",
                    new.form("\(base)/apps", ["name": "App", "redirect_uris": "https://app.example/back"])
                ).location)
            let request = try #require(
                await browser.post("\(base)/users/\(user.id)/privacy", [("kind", "access")]).location)
            let most = "Begin " + String(repeating: "я", count: 490) + " end"
            let asks = [
                "\(base)/users/\(user.id)/suspension", "\(base)/users/\(user.id)/deletion",
                "\(base)/users/\(user.id)/hold", "\(base)/keys/\(key.id)/suspension", "\(base)/keys/\(key.id)/deletion",
                "\(base)/admins/\(admin.id)/membership/end", "\(app)/deletion", "\(request)/refusal", "\(base)/archive",
            ]
            for ask in asks {
                let refused = await browser.post(ask, [("reason", most + "!")])
                #expect(refused.status == 422 && refused.has("500 characters"), "\(ask): \(refused.status)")
                #expect(refused.has(most + "!"), "\(ask)")
            }
            let note = await browser.post(
                "\(base)/users/\(user.id)/privacy", [("kind", "erasure"), ("note", most + "!")])
            #expect(note.status == 422 && note.has(most + "!"))
            let file = await browser.get("\(base)/users.csv?reason=\(String(repeating: "y", count: 501))")
            #expect(file.status == 422 && file.has("500 characters"))
            // One of 500 is stored whole.
            #expect(await browser.post(asks[0], [("reason", most)]).status == 303)
            #expect(await browser.get("\(base)/users/\(user.id)").has(most))
        }

        @Test func `14: an app's form keeps what was typed over a colleague's change, and shows theirs`() async throws {
            var mine = try console.browser(of: owner)
            let new = await mine.get("\(base)/apps/new")
            let added = await mine.post(
                "\(base)/apps",
                new.form("\(base)/apps", ["name": "App", "redirect_uris": "https://app.example/back"]))
            let page = try #require(added.location)
            let opened = await mine.get("\(page)/edit")
            var theirs = try console.browser(of: try installation.makeAdmin(.owner, in: tenant, name: "Theo"))
            let other = await theirs.get("\(page)/edit")
            #expect(await theirs.post(page, other.form(page, ["name": "Theirs"])).status == 303)
            let refused = await mine.post(
                page, opened.form(page, ["name": "Mine", "redirect_uris": "https://mine.example/back"]))
            #expect(refused.status == 409 && refused.has("This app was changed meanwhile"))
            #expect(refused.has("Theirs") && refused.has("Theo"))
            let kept = Dictionary(refused.form(page)) { $1 }
            #expect(kept["name"] == "Mine")
            #expect(kept["redirect_uris"] == "https://mine.example/back")
            // Having seen it, one may save.
            #expect(await mine.post(page, refused.form(page)).status == 303)
            #expect(await mine.get(page).has("https://mine.example/back"))
            // A version that is old but says the same is no conflict.
            let same = await mine.get("\(page)/edit")
            #expect(await mine.post(page, same.form(page, ["version": "1"])).status == 303)
        }

        @Test func `14: settings of a provider and a chosen role stay in a form that is out of date`() async throws {
            var browser = try console.browser(of: owner)
            let identity = await browser.post(
                "\(base)/identity-providers/google", [("version", "7"), ("client_id", "client-of-mine")])
            #expect(identity.status == 409 && identity.has("value=\"client-of-mine\""))
            let payment = await browser.post(
                "\(base)/providers/google_play", [("version", "7"), ("package", "org.example.mine")])
            #expect(payment.status == 409 && payment.has("value=\"org.example.mine\""))
            let admin = try installation.makeAdmin(.support, in: tenant)
            let role = await browser.post(
                "\(base)/admins/\(admin.id)/role", [("role", "auditor"), ("was", "editor")])
            #expect(role.status == 409 && role.has("<option value=\"auditor\" selected"))
        }

        @Test func `14: of many ticked erasures those that can still begin stay ticked`() async throws {
            var browser = try console.browser(of: owner)
            var ids: [String] = []
            var users: [TestUser] = []
            for number in 0..<3 {
                let user = try installation.addUser("Person \(number)", to: tenant)
                let answer = await browser.post("\(base)/users/\(user.id)/privacy", [("kind", "erasure")])
                ids.append(String(try #require(answer.location?.split(separator: "/").last)))
                users.append(user)
            }
            // Whichever is looked at first.
            for (held, free) in [(0, 1), (1, 0)] {
                let hold = "\(base)/users/\(users[held].id)/hold"
                let end = "\(base)/privacy/holds/\(users[held].id)/end"
                #expect(await browser.post(hold, [("reason", "a court")]).status == 303)
                let refused = await browser.post("\(base)/privacy/erasures", ids.prefix(2).map { ("erasures", $0) })
                #expect(refused.status == 409)
                // It says whose erasure is stopped: that one is not in the list any more.
                #expect(refused.has("legal hold: \u{2068}Person \(held)\u{2069}."))
                let ticked = refused.form("\(base)/privacy/erasures").filter { $0.0 == "erasures" }.map(\.1)
                #expect(ticked == [ids[free]])
                #expect(await browser.post(end, [("reason", "it decided")]).status == 303)
            }
        }

        @Test func `14: the time of a publication outlasts that the draft is not complete, or gone`() async throws {
            try installation.set("update tenants set languages = '{en,fa}' where id = \(tenant.id)")
            var browser = try console.browser(of: owner)
            let entry = try #require(
                await browser.post("\(base)/texts", [("key", "k\(unique())"), ("text.fa", "فقط فارسی")]).location)
            let refused = await browser.post("\(entry)/publication", [("from", "2099-05-04T18:05")])
            #expect([409, 422].contains(refused.status) && refused.has("2099-05-04T18:05"))
            let form = await browser.get("\(entry)/edit").form(entry, ["text.en": "Both"])
            #expect(await browser.post(entry, form).status == 303)
            #expect(await browser.post("\(entry)/publication").status == 303)
            let gone = await browser.post("\(entry)/publication", [("from", "2099-05-04T18:05")])
            #expect(gone.status == 409 && gone.has(Self.heading) && gone.has("2099-05-04T18:05"))
        }

        @Test func `14: two notices of one kind are no landmarks of one name, and their sentences end once`()
            async throws
        {
            let admin = try installation.makeAdmin(.owner, in: tenant, language: "fa")
            try installation.set(
                """
                with notice as (
                    insert into shell_notices (id, kind, admin_id, reason, at)
                    select gen_random_uuid(), kind, \(admin.id), 'Firefox', now()
                    from unnest('{new_device,password_changed}'::text[]) as kind returning id)
                insert into shell_notice_readers (notice_id, admin_id) select notice.id, \(admin.id) from notice
                """)
            var browser = try console.browser(of: admin)
            let page = await browser.get(base)
            let marked = "<div class=\"notice bad shell\" role=\"group\" aria-label=\"دربارهٔ حساب شما\">"
            #expect(page.text.ranges(of: marked).count == 2)
            #expect(!page.has("<section class=\"notice bad shell\""))
            #expect(page.has("گذرواژهٔ شما تغییر کرد.</strong> <bdi>") && !page.has(".</strong>،"))
        }
    }
}
