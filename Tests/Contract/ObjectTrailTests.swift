import Console
import Core
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// What an auditor finds on the pages of objects.
    @Suite struct ObjectTrailTests {
        /// Pages of objects that the audit log has a kind for, and whose examples exist.
        private static let pages = [
            "keys/:key", "apps/:app", "privacy/:privacyrequest", "classes/:class/edit", "students/:student",
            "timetable-lessons/:lesson", "timetable-source", "fitness-goals/:goal", "fitness-sponsors/:sponsor",
            "fitness-plan-runs/:planrun",
        ]

        @Test func `14: the page of an object has its trail, with the way to all of it`() async throws {
            let installation = try TestInstallation()
            let console = installation.console()
            let (mine, pairs) = (try MarkedTenant(installation), try MarkedTenant.pairs(installation))
            for page in Self.pages {
                let route = try #require(
                    console.console.routes.first { $0.method == .get && $0.pattern == "/t/:tenant/\(page)" }, "\(page)")
                var tenant = mine
                if case .kind(let kind) = route.place, let pair = pairs[kind] { tenant = pair.mine }
                var table = RouteTable(tenant: tenant.tenant.slug, user: tenant.user.id.description)
                table.key = tenant.key.id.description
                table.objects = tenant.objects
                var browser = try console.browser(of: #require(tenant.admins[.owner]))
                let answer = await browser.get(try #require(table.path(route)))
                #expect(answer.status == 200 && answer.has("/t/\(tenant.tenant.slug)/audit?object="), "\(page)")
            }
        }
    }
}
