import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct UserCountTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
        }

        private static let plans = ["free", "premium", "family"]
        private static let countries = ["DE", "FR", ""]

        private func fill(_ count: Int, _ random: inout SeededRandom) throws -> [TestUser] {
            let users = (0..<count).map { number in
                var user = TestUser("Somebody \(number)", createdAt: Timestamp.now.adding(seconds: -Int64(number)))
                user.status = UserValue.statuses.randomElement(using: &random) ?? ""
                user.plan = Self.plans.randomElement(using: &random) ?? ""
                user.country = Self.countries.randomElement(using: &random) ?? ""
                user.language = ["en", "fa"].randomElement(using: &random) ?? ""
                return user
            }
            try installation.add(users, to: tenant)
            return users
        }

        /// Combinations and statuses whose kept count is not what the users say.
        private func wrong() throws -> Int {
            try installation.database.with(.superuser) {
                try $0.send(
                    """
                    select count(*) + (select count(*) from (
                        select status, sum(n) as n from user_status_counts where tenant_id = \(tenant.id) group by 1 having sum(n) <> 0
                    ) as kept full join (
                        select status, count(*) as n from users where tenant_id = \(tenant.id) group by 1
                    ) as real using (status) where kept.n is distinct from real.n) as n from (
                        select status, plan, country, platform, language, role, sum(n) as n from user_counts
                        where tenant_id = \(tenant.id) group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
                    ) as kept full join (
                        select status, plan, country, platform, language, role, count(*) as n from users
                        where tenant_id = \(tenant.id) group by 1, 2, 3, 4, 5, 6
                    ) as real using (status, plan, country, platform, language, role)
                    where kept.n is distinct from real.n
                    """
                ).rows().first?.int("n") ?? -1
            }
        }

        @Test func `14: what is counted of users follows every change, and merging changes no sum`() throws {
            var random = SeededRandom(140)
            let users = try fill(300, &random)
            #expect(try wrong() == 0)
            for round in 0..<600 {
                let id = (users.randomElement(using: &random) ?? users[0]).id
                let (status, plan) = (
                    UserValue.statuses.randomElement(using: &random) ?? "",
                    Self.plans.randomElement(using: &random) ?? ""
                )
                try installation.inTenant(tenant) { tx in
                    try tx.execute("update users set status = \(status), plan = \(plan) where users.id = \(id)")
                    // What is not counted leaves the counts alone.
                    try tx.execute("update users set seen_at = now(), name = 'Else' where users.id = \(id)")
                }
                if round % 200 == 0 { #expect(try wrong() == 0) }
            }
            try installation.inTenant(tenant) { try $0.execute("update users set role = 'moderator', country = 'IR'") }
            #expect(try wrong() == 0)
            let scattered = try rows()
            let gone = try installation.database.with(.superuser) {
                try $0.send("select merge_user_counts() as gone").rows().first?.int("gone") ?? 0
            }
            let goneOfStatus = try installation.database.with(.superuser) {
                try $0.send("select merge_user_status_counts() as gone").rows().first?.int("gone") ?? 0
            }
            #expect(gone > 0 && scattered > 1000 && goneOfStatus > 100)
            #expect(try rows() <= 4 * 3 * 2)
            #expect(try wrong() == 0)
        }

        private func rows() throws -> Int {
            try installation.database.with(.superuser) {
                try $0.send("select count(*) as n from user_counts where tenant_id = \(tenant.id)").rows().first?.int(
                    "n")
                    ?? -1
            }
        }

        @Test func `14: two and three filters show who fits them, exactly counted, on every page and in every order`()
            async throws
        {
            var random = SeededRandom(141)
            let users = try fill(700, &random)
            var browser = try installation.console().browser(of: installation.makeAdmin(.manager, in: tenant))
            let filters: [[(String, String)]] = [
                [("status", "suspended"), ("plan", "premium")], [("plan", "family"), ("country", "DE")],
                [("status", "active"), ("plan", "free"), ("country", "FR")],
                [("status", "!active"), ("plan", "free,family"), ("language", "fa")],
                [("country", "DE"), ("language", "en"), ("platform", "android")],
            ]
            for filter in filters {
                func fits(_ user: TestUser) -> Bool {
                    filter.allSatisfy { name, value in
                        let chosen = ChosenValues(encoded: value)
                        let own =
                            switch name {
                            case "status": user.status
                            case "plan": user.plan
                            case "country": user.country
                            case "language": user.language
                            default: user.platform
                            }
                        return chosen.values.contains(own) != chosen.isNot
                    } && (user.status != "deleted" || filter.contains { $0.0 == "status" && $0.1.contains("deleted") })
                }
                let fitting = Set(users.filter(fits).map(\.id))
                for sort in UserFilter.Sort.allCases {
                    var next: String? =
                        "/t/\(tenant.slug)/users?\(TestBrowser.encoded(filter + [("sort", sort.rawValue)]))"
                    var seen: [ID] = []
                    while let address = next, seen.count < 1000 {
                        let page = await browser.get(address)
                        #expect(page.has("of \(fitting.count) user"), "\(filter)")
                        seen += page.text.matches(
                            of: /<th class="who" scope="row"><a href="[^"]*\/users\/([0-9a-f-]{36})"/
                        )
                        .compactMap { ID($0.output.1) }
                        next = page.text.firstMatch(of: /href="([^"]*)" rel="next"/).map {
                            String($0.output.1).replacing("&amp;", with: "&")
                        }
                    }
                    #expect(seen.count == fitting.count && Set(seen) == fitting, "\(filter) \(sort)")
                }
            }
        }
    }
}
