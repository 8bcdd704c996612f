import Console
import HTML
import Support
import Templates
import Testing

@testable import Fitness
@testable import roost

@Suite struct FitnessKindTests {
    @Test func `a user's page shows the goal and the body's measures, and nothing that the kind doesn't declare`()
        async throws
    {
        let installation = try TestInstallation()
        let console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        let tenant = try installation.makeTenant(kind: FitnessKind().id)
        let user = try installation.addUser("Marie Curie", to: tenant)
        try installation.set(
            """
            update users set facts = '{"goal": "Run 5 km", "sponsor_type": "friend", "height": "171", "weight": "64", "shoe_size": "38 and a half"}'
            where id = \(user.id)
            """)
        var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        let page = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
        for label in [
            Strings.fitness_fact_goal, Strings.fitness_fact_sponsor_type, Strings.fitness_fact_height,
            Strings.fitness_fact_weight, FitnessKind().label,
        ] {
            #expect(page.has(label.resolve(in: .en)), "\(label)")
        }
        #expect(page.has("Run 5 km"))
        #expect(!page.has("38 and a half"))
    }

    @Test func `FC6: who may see goals, sponsors and rewards may not take their people out for that`() async throws {
        let installation = try TestInstallation()
        let console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        let tenant = try installation.makeTenant(kind: FitnessKind().id)
        for (role, mayExport) in [(Role.support, false), (.editor, false), (.auditor, false), (.analyst, true)] {
            var browser = try console.browser(of: installation.makeAdmin(role, in: tenant))
            for list in [GoalList.list.path, SponsorList.list.path, RewardList.list.path] {
                let page = await browser.get("/t/\(tenant.slug)/\(list)")
                #expect(page.status == 200 && page.has("/\(list)/export") == mayExport, "\(role) \(list)")
                let file = await browser.get("/t/\(tenant.slug)/\(list).csv?reason=asked")
                #expect(file.status == (mayExport ? 200 : 403), "\(role) \(list)")
            }
        }
    }
}
