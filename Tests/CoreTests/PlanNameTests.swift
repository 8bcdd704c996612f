import HTML
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What lists and filters call a plan, and what the audit log calls lists and filters.
    @Suite struct PlanNameTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            try installation.set("update tenants set languages = '{en,ru}' where id = \(tenant.id)")
            console = installation.console()
        }

        @Test(arguments: [
            ("ru", "Звуки моря", "Премиум"), ("fa", "Sounds of the sea", "ویژه"),
            ("en", "Sounds of the sea", "Premium"),
        ])
        func `14: a plan is called by its name in the reader's language, in filters, chips and rows`(
            language: String, pack: String, premium: String
        ) async throws {
            for (key, name) in [("sound_pack", "Sounds of the sea"), ("premium", "Premium")] {
                _ = try installation.makePlan(
                    key,
                    [
                        #"{"name.en":"\#(name)","name.ru":"Звуки моря","prices.1.amount":"2.99","prices.1.currency":"EUR","prices.1.period":"once"}"#
                    ],
                    in: tenant)
            }
            try installation.set(
                "update catalogue_versions set name = content::json ->> 'name.en' where tenant_id = \(tenant.id)")
            let user = try installation.addUser("Una User", to: tenant)
            _ = try installation.addPayment(of: user.id, plan: "sound_pack", in: tenant)
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant, language: language))
            for list in ["payments", "subscriptions", "finance/changes", "users"] {
                let page = await browser.get("/t/\(tenant.slug)/\(list)")
                #expect(page.status == 200 && page.has(pack), "\(list)")
                #expect(page.has(premium), "\(list)")
                let chosen = await browser.get("/t/\(tenant.slug)/\(list)?plan=sound_pack")
                // The key stands in addresses and fields alone.
                #expect(!chosen.text.contains(/>[^<]*sound_pack[^<]*</), "\(list)")
            }
        }

        @Test func `14: the audit log says in words which lists were read, and by which filters`() {
            let told = FilterWords.words("list=payments&q&test=no&currency=USD · q · list=users/segments", .en)
            #expect(told == "Payments, a search, Test purchase: Real, Currency: USD · a search · Segments", "\(told)")
            let users = FilterWords.words("status=active&plan=premium", .en)
            #expect(users.contains("Premium") && !users.contains("="), "\(users)")
            for language in Language.allCases {
                for list in Declarations.current.lists {
                    let words = FilterWords.words("list=\(list.path)", language)
                    #expect(words == LocalText(list.title).resolve(in: language), "\(list.path)")
                }
                let words = FilterWords.words("list=payments&days=30&kind=refund&sort=amount&q", language)
                #expect(!words.contains("=") && !words.contains(" q"), "\(words)")
            }
        }
    }
}
