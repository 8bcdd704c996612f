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
            let user = await browser.get("/t/\(tenant.slug)/users/new")
            #expect(user.has("zone-list") && user.has("data-names=\"region\""))
        }
    }
}
