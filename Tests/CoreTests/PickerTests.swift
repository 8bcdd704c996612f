import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Fields that offer what can be chosen.
    @Suite struct PickerTests {
        private static let made = Result { try TestInstallation() }

        @Test func `14: every time zone that is offered is one that the database knows`() throws {
            let known = try Self.made.get().number(
                "select count(*) as n from pg_timezone_names where pg_timezone_names.name = any(\(TimeZones.names))")
            #expect(known == TimeZones.names.count && TimeZones.names.count > 400)
        }

        @Test func `14: settings offer time zones and currencies, and the form of a user its zone`() async throws {
            let installation = try Self.made.get()
            let tenant = try installation.makeTenant()
            var browser = try installation.console().browser(of: try installation.makeAdmin(.owner, in: tenant))
            let settings = await browser.get("/t/\(tenant.slug)/settings")
            #expect(settings.has("list=\"zone-list\"") && settings.has("<datalist id=\"zone-list\">"))
            #expect(settings.has("<option value=\"America/Argentina/Buenos_Aires\">Buenos Aires</option>"))
            #expect(settings.has("<datalist id=\"currency-list\" data-names=\"currency\">"))
            #expect(settings.has("<datalist id=\"languages-list\" data-list>") && settings.has(">Español</option>"))
            let user = await browser.get("/t/\(tenant.slug)/users/new")
            #expect(user.has("zone-list") && user.has("<option value=\"DE\">Germany</option>"))
        }

        @Test func `14: languages of the content are named or given by their codes`() {
            for (typed, codes) in [
                ("en, fa, ru", ["en", "fa", "ru"]), ("English, Español", ["en", "es"]), ("en fa", ["en", "fa"]),
                ("فارسی، pt-BR", ["fa", "pt-br"]), ("Bahasa Indonesia;de", ["id", "de"]), ("", []),
            ] {
                var profile = TenantProfile()
                profile.languages = typed
                #expect(profile.languageCodes == codes, "\(typed)")
            }
        }

        @Test func `14: files of users may name countries and languages in any of the four languages`() throws {
            let installation = try Self.made.get()
            let tenant = try installation.makeTenant()
            let columns = UserImport.columns(of: tenant, installation.console().services)
            let country = try #require(columns.first { $0.name == "country" })
            for typed in ["DE", "de", "Germany", "alemania", "Германия", "آلمان"] {
                #expect(country.meant(typed) == "DE", "\(typed)")
            }
            #expect(country.meant("Atlantis") == "Atlantis" && country.choices == Countries.codes)
            let language = try #require(columns.first { $0.name == "language" })
            #expect(language.meant("Español") == "es" && language.meant("فارسی") == "fa")
            #expect(language.meant("pt-BR") == "pt-BR" && language.choices.isEmpty)
        }
    }
}
