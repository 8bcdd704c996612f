import Console
import HTML
import Support
import Templates
import Testing

@testable import Cycle
@testable import roost

@Suite struct CycleKindTests {
    @Test func `the home page says why there are no users, and there are none`() async throws {
        let installation = try TestInstallation()
        let console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        let tenant = try installation.makeTenant(kind: CycleKind().id, holdsPeople: false)
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        let home = await browser.get("/t/\(tenant.slug)")
        #expect(home.has(Strings.cycle_note.resolve(in: .en)))
        #expect(!home.has("/t/\(tenant.slug)/users"))
        #expect(await browser.get("/t/\(tenant.slug)/users").status == 404)
    }
}
