import Console
import HTML
import Support
import Templates
import Testing

@testable import Gradebook
@testable import roost

@Suite struct GradebookKindTests {
    @Test func `a user's page shows the student number and the classes, and nothing that the kind doesn't declare`()
        async throws
    {
        let installation = try TestInstallation()
        let console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        let tenant = try installation.makeTenant(kind: GradebookKind().id)
        let user = try installation.addUser("Marie Curie", to: tenant)
        try installation.set(
            """
            update users set facts = '{"student_number": "S4711", "classes": "7", "shoe_size": "38 and a half"}'
            where id = \(user.id)
            """)
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        let page = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
        for label in [Strings.gradebook_fact_student_number, Strings.gradebook_fact_classes, GradebookKind().label] {
            #expect(page.has(label.resolve(in: .en)), "\(label)")
        }
        #expect(page.has("S4711"))
        #expect(!page.has("38 and a half"))
    }
}
