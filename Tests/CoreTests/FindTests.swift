import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct FindTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
            tenant = try installation.makeTenant()
        }

        /// The labels that an answer holds, in their order.
        private func labels(_ browser: TestBrowser, _ text: String, at place: String? = nil) async -> [String] {
            var tab = browser
            let answer = await tab.get(
                "\(place ?? "/t/\(tenant.slug)")/find.json?\(TestBrowser.encoded([("q", text)]))")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json")
            return answer.text.matches(of: /"label":"((?:[^"\\]|\\.)*)"/).map { String($0.output.1) }
        }

        @Test func `users are found by e-mail, name and id, as the list would, and deleted ones are not`() async throws
        {
            let user = try installation.addUser("Zoë \"Quill\" \\ O'Brien", to: tenant, email: "zoe@found.example")
            var gone = TestUser("Zoë Gone")
            gone.status = "deleted"
            try installation.add([gone], to: tenant)
            let browser = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            for text in ["zoë", "ZOE@FOUND", user.id.description, "quill", "zo"] {
                #expect(await labels(browser, text) == ["Zoë \\\"Quill\\\" \\\\ O'Brien"], "\(text)")
            }
            #expect(await labels(browser, "nobody at all").isEmpty)
        }

        @Test func `14: an act and a name lead to the act's form, a payment's reference to its payment`() async throws {
            let user = try installation.addUser("Sofía Muñoz", to: tenant)
            _ = try installation.addPayment(of: user.id, reference: "pi_3Mtw", in: tenant)
            let manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            #expect(await labels(manager, "suspend sofia") == ["Suspend: Sofía Muñoz"])
            #expect(await labels(manager, "del munoz") == ["Delete: Sofía Muñoz"])
            #expect(await labels(manager, "open payment pi_3Mtw").first == "€9.99")
            let analyst = try console.browser(of: installation.makeAdmin(.analyst, in: tenant))
            #expect(await labels(analyst, "suspend sofia").contains("Suspend: Sofía Muñoz") == false)
        }

        @Test func `14: a payment is found by its reference in any case, and by its beginning, here and in the list`()
            async throws
        {
            let user = try installation.addUser("Sofía Muñoz", to: tenant)
            _ = try installation.addPayment(of: user.id, reference: "7887E0F793-1", in: tenant)
            _ = try installation.addPayment(of: user.id, amount: 500, reference: "7887E1%_", in: tenant)
            try installation.inTenant(tenant) { tx in
                try tx.execute(
                    "insert into charge_names (tenant_id, provider, name, reference) values (\(tenant.id), 'card', 'pi_Settled77', '7887E0F793-1')"
                )
            }
            let stranger = try installation.makeTenant()
            let other = try installation.addUser("Stranger", to: stranger)
            _ = try installation.addPayment(of: other.id, amount: 700, reference: "7887E0F793-1", in: stranger)
            var manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            for text in ["7887E0F793-1", "7887e0f793-1", "7887E0F793", "7887e0", "pi_settled77", "PI_SETT"] {
                #expect(await labels(manager, text).contains("€9.99"), "\(text)")
                let list = await manager.get("/t/\(tenant.slug)/payments?\(TestBrowser.encoded([("q", text)]))")
                #expect(list.has("€9.99") && !list.has("€5.00") && !list.has("€7.00"), "\(text)")
            }
            // A shorter beginning is that of too many; what a pattern would mean is text.
            for text in ["7887e", "7887e0%", "7887e0f793-2", "_887e0f"] {
                let list = await manager.get("/t/\(tenant.slug)/payments?\(TestBrowser.encoded([("q", text)]))")
                #expect(!list.has("€9.99") && !list.has("€5.00"), "\(text)")
            }
        }

        @Test func `14: an act is offered on a name that was misheard, unless the whole text is somebody's name`()
            async throws
        {
            _ = try installation.addUser("Sofía Muñoz", to: tenant)
            let manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            #expect(await labels(manager, "suspend sofia munos") == ["Suspend: Sofía Muñoz"])
            _ = try installation.addUser("Del Munos", to: tenant)
            #expect(await labels(manager, "del munos").contains("Delete: Sofía Muñoz") == false)
        }

        @Test func `14: a refund of the last payment is found by the user's name, of who has paid`() async throws {
            let user = try installation.addUser("Sofía Muñoz", to: tenant)
            _ = try installation.addUser("Sofía Without", to: tenant)
            let payments = try ["pi_1", "pi_2"].map {
                try installation.addPayment(of: user.id, reference: $0, in: tenant)
            }
            var support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(await labels(support, "refund sofia") == ["Refund: Sofía Muñoz"])
            let answer = await support.get("/t/\(tenant.slug)/find?q=refund+sofia")
            #expect(answer.has("payments/\(payments[1])/refund"))
            let analyst = try console.browser(of: installation.makeAdmin(.analyst, in: tenant))
            #expect(await labels(analyst, "refund sofia").isEmpty)
        }

        @Test func `nobody finds what they may not open`() async throws {
            let other = try installation.makeTenant(name: "Elsewhere \(unique())")
            let foreign = try installation.addUser("Foreign Person", to: other, email: "foreign@elsewhere.example")
            for role in Role.ofTenants {
                let browser = try console.browser(of: installation.makeAdmin(role, in: tenant))
                for text in ["foreign", foreign.id.description, "elsewhere"] {
                    #expect(await labels(browser, text).isEmpty, "\(role) \(text)")
                }
                let everything = await labels(browser, "")
                #expect(everything.contains("Add user") == role.has(.addUsers), "\(role)")
                #expect(everything.contains("Audit log") == role.has(.seeAudit), "\(role)")
                #expect(everything.contains("Add workspace") == false)
            }
        }

        @Test func `tenants are found from anywhere by those who may enter them`() async throws {
            let name = "Orchard \(unique())"
            let other = try installation.makeTenant(name: name)
            let operatorBrowser = try console.browser(of: installation.makeAdmin())
            #expect(await labels(operatorBrowser, name.uppercased()) == [name])
            #expect(await labels(operatorBrowser, name, at: "") == [name])
            #expect(await labels(operatorBrowser, "add workspace", at: "") == ["Add workspace", "Add a workspace"])
            let owner = try console.browser(of: installation.makeAdmin(.owner, in: other))
            #expect(await labels(owner, name, at: "") == [name])
            #expect(await labels(owner, "", at: "").contains("Add workspace") == false)
        }

        @Test func `a tenant that holds nobody's data offers nothing about people`() async throws {
            let bare = try installation.makeTenant(holdsPeople: false)
            let browser = try console.browser(of: installation.makeAdmin(.owner, in: bare))
            let everything = await labels(browser, "", at: "/t/\(bare.slug)")
            #expect(
                everything.contains("Home") && everything.contains("Add user") == false
                    && everything.contains("Users") == false)
            #expect(await labels(browser, "somebody", at: "/t/\(bare.slug)").isEmpty)
        }

        @Test func `a page is found by its name in one's language and in English`() async throws {
            let browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant, language: "fa"))
            #expect(await labels(browser, "audit").first == Strings.menu_audit.resolve(in: .fa))
            #expect(
                await labels(browser, Strings.menu_audit.resolve(in: .fa)).first == Strings.menu_audit.resolve(in: .fa))
        }

        @Test func `14: admins, keys, entries and settings are found by name, by those who may see them`() async throws
        {
            let admin = try installation.makeAdmin(.analyst, in: tenant, name: "Ägnes Findable")
            _ = try installation.makeKey(in: tenant, "Findable till")
            _ = try installation.makeEntry("plans", ["published"], in: tenant, name: "Findáble Gold")
            let owner = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await labels(owner, "agnes FINDABLE") == ["Ägnes Findable"])
            #expect(await Set(labels(owner, "findable")) == ["Ägnes Findable", "Findáble Gold", "Findable till"])
            #expect(await labels(owner, admin.email) == ["Ägnes Findable"])
            var tab = owner
            let zone = await tab.get("/t/\(tenant.slug)/find.json?q=time+zone")
            #expect(zone.has("\"label\":\"Time zone\"") && zone.has("/settings#zone"))
            // A part of a page is not offered without its words.
            #expect(await labels(owner, "").contains("Time zone") == false)
            let support = try console.browser(of: installation.makeAdmin(.support, in: tenant))
            #expect(await labels(support, "findable") == ["Findáble Gold"])
            #expect(await labels(support, "time zone").isEmpty)
            let other = try installation.makeTenant()
            let elsewhere = try console.browser(of: installation.makeAdmin(.owner, in: other))
            #expect(await labels(elsewhere, "findable", at: "/t/\(other.slug)").isEmpty)
        }

        @Test func `14: accents make no difference in the names of pages and acts`() async throws {
            let browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant, language: "es"))
            #expect(await labels(browser, "auditoria").first == "Registro de auditoría")
            #expect(await labels(browser, "anadir usuario").contains(Strings.users_add.resolve(in: .es)))
        }

        @Test func `14: who is suspended already is not offered to be suspended`() async throws {
            var suspended = TestUser("Sofía Suspended")
            suspended.status = "suspended"
            try installation.add([suspended], to: tenant)
            let manager = try console.browser(of: installation.makeAdmin(.manager, in: tenant))
            #expect(await labels(manager, "suspend sofia").contains("Suspend: Sofía Suspended") == false)
            #expect(await labels(manager, "delete sofia").first == "Delete: Sofía Suspended")
        }
    }
}
