import Console
import HTML
import Support
import Templates
import Testing

@testable import Timetable
@testable import roost

@Suite struct TimetableKindTests {
    @Test func `a user's page shows the group and the faculty, and nothing that the kind doesn't declare`() async throws
    {
        let installation = try TestInstallation()
        let console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        let tenant = try installation.makeTenant(kind: TimetableKind().id)
        let user = try installation.addUser("Marie Curie", to: tenant)
        try installation.set(
            """
            update users set facts = '{"group": "ИТ-21", "faculty": "Военный факультет", "shoe_size": "38 and a half"}'
            where id = \(user.id)
            """)
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        let page = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
        for label in [Strings.timetable_fact_group, Strings.timetable_fact_faculty, TimetableKind().label] {
            #expect(page.has(label.resolve(in: .en)), "\(label)")
        }
        #expect(page.has("ИТ-21"))
        #expect(!page.has("38 and a half"))
    }
}
