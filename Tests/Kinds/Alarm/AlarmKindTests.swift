import Console
import HTML
import Support
import Templates
import Testing

@testable import Alarm
@testable import roost

@Suite struct AlarmKindTests {
    @Test func `a user's page shows the streaks, and nothing that the kind doesn't declare`() async throws {
        let installation = try TestInstallation()
        let console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        let tenant = try installation.makeTenant(kind: AlarmKind().id)
        let user = try installation.addUser("Marie Curie", to: tenant)
        try installation.set(
            """
            update users set facts = '{"streak": "23", "best_streak": "61", "shoe_size": "38 and a half"}'
            where id = \(user.id)
            """)
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        let page = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
        for label in [Strings.alarm_fact_streak, Strings.alarm_fact_best_streak, AlarmKind().label] {
            #expect(page.has(label.resolve(in: .en)), "\(label)")
        }
        #expect(page.has("23 days"))
        #expect(!page.has("38 and a half"))
    }
}
