import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    /// What a user did last in the app, whichever feature knows of it.
    @Suite struct UserActivityTests {
        private static let made = Result { try TestInstallation() }

        @Test func `14: a user's page says the last five things they did in the app, the newest first`() async throws {
            let installation = try Self.made.get()
            let tenant = try installation.makeTenant()
            let user = try installation.addUser("Active", to: tenant)
            let quiet = try installation.addUser("Quiet", to: tenant)
            var browser = try installation.console().browser(of: try installation.makeAdmin(.support, in: tenant))
            func path(_ user: ID) -> String { "/t/\(tenant.slug)/users/\(user)" }
            #expect(await !browser.get(path(user.id)).has("Recent activity in the app"))
            try installation.inTenant(tenant) { tx in
                for (hours, model) in [(1, "Phone of today"), (50, "Phone of old")] {
                    try tx.execute(
                        """
                        insert into user_devices (tenant_id, user_id, id, platform, model, app_version, seen_at)
                        values (\(tenant.id), \(user.id), \(ID.make()), 'ios', \(model), '1', now() - make_interval(hours => \(hours)::int))
                        """)
                }
                for (hours, purpose, granted) in [
                    (2, "marketing", false), (30, "terms", true), (31, "health", true), (32, "marketing", true),
                ] {
                    try tx.execute(
                        """
                        insert into user_consents (tenant_id, user_id, id, purpose, text_version, source, granted, at)
                        values (\(tenant.id), \(user.id), \(ID.make()), \(purpose), 1, 'app', \(granted),
                            now() - make_interval(hours => \(hours)::int))
                        """)
                }
            }
            let page = await browser.get(path(user.id))
            let card = try #require(
                page.text.firstMatch(of: /Recent activity in the app<\/h2>.*?<\/section>/.dotMatchesNewlines())?.output)
            #expect(card.matches(of: /<dt/).count == AppEvents.most)
            let order = ["Phone of today", "Refused or withdrew consent", "Gave consent"].map {
                card.range(of: $0)?.lowerBound
            }
            #expect(order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
            #expect(!card.contains("Phone of old"))
            #expect(await !browser.get(path(quiet.id)).has("Recent activity in the app"))
            // Who may not see responses is told of none.
            #expect(Declarations.current.appEvents(for: .system()).isEmpty)
        }
    }
}
