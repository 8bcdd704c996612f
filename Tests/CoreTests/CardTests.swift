import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Console
@testable import Core
@testable import roost

extension OnCore {
    /// What features add to the home page and to the page of a user.
    @Suite struct CardTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
        }

        /// A feature of one kind, as a kind brings it: nothing but declarations.
        private struct Extra: Feature {
            var place = Place.kind("alarm")
            var count = 1
            var homeCards: [any HomeCard.Type] { Array(repeating: ExtraHomeCard.self, count: count) }
            var userCards: [any UserCard.Type] { Array(repeating: ExtraUserCard.self, count: count) }
        }

        private struct ExtraHomeCard: HomeCard {
            static let needs = Permission.seeFinance
            static let samples: [[HomePart]] = []
            let statements: [SQL] = ["select 41::bigint as n", "select 1::bigint as n"]
            init(for actor: Actor, _ services: Services) {}

            func parts(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
                -> [HomePart]
            {
                let sum = try rows.reduce(0) { try $0 + ($1.first?.int("n") ?? 0) }
                return [.number(Number(Strings.home_users, "extra \(sum)"))]
            }
        }

        private struct ExtraUserCard: UserCard {
            static let needs = Permission.seeFinance
            static let section = UserSection.notes
            static let samples: [any Page] = []
            let statements: [SQL]
            init(_ shown: ShownUser, for actor: Actor, _ services: Services) {
                statements = ["select users.name from users where users.id = \(shown.id)"]
            }

            func card(_ rows: [Rows], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
                -> (any Page)?
            {
                // Asks further: the rows of the cards after it are not lost.
                _ = try tx.rows("select 1::bigint as n")
                let name = try rows[0].first?.text("name") ?? ""
                return FactsCard(
                    LocalText(Strings.user_profile), [Fact(LocalText(Strings.user_note), name.uppercased())])
            }
        }

        private func console(_ extra: Extra) -> TestConsole {
            TestConsole(
                installation, declarations: Declarations([extra] + ConsoleApplication.declarations.features),
                kinds: Kinds.all)
        }

        @Test func `12.1: a kind's feature adds cards to both pages, for those who have their permission`() async throws
        {
            let console = console(Extra())
            let user = try installation.addUser("Marie Curie", to: tenant)
            for (role, sees) in [(Role.owner, true), (.support, false)] {
                var browser = try console.browser(of: installation.makeAdmin(role, in: tenant))
                let home = await browser.get("/t/\(tenant.slug)")
                #expect(home.status == 200 && home.has("extra 42") == sees)
                let page = await browser.get("/t/\(tenant.slug)/users/\(user.id)")
                #expect(page.status == 200 && page.has("MARIE CURIE") == sees)
                // The others are still there, those that read further rows too.
                #expect(home.has("New today") && page.has("Notes") && page.has("Viewed by"))
            }
        }

        @Test func `12.1: a card of one kind is on no page of another`() async throws {
            let console = console(Extra(place: .kind("fitness")))
            let user = try installation.addUser("Marie Curie", to: tenant)
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await !browser.get("/t/\(tenant.slug)").has("extra 42"))
            #expect(await !browser.get("/t/\(tenant.slug)/users/\(user.id)").has("MARIE CURIE"))
            let fitness = try installation.makeTenant(kind: "fitness")
            var there = try console.browser(of: installation.makeAdmin(.owner, in: fitness))
            #expect(await there.get("/t/\(fitness.slug)").has("extra 42"))
        }

        @Test func `12.1: a page costs as many round trips with twenty cards more as with none`() async throws {
            let user = try installation.addWholeUser("Marie Curie", to: tenant)
            var home: [Int] = []
            for count in [0, 20] {
                let console = console(Extra(count: count))
                let request = console.browser().request(.get, "/t/\(tenant.slug)")
                try installation.inTenant(tenant) { tx in
                    let actor = Actor.script("test", in: tenant)
                    let before = tx.connection.roundNumber
                    _ = try ShowHome(request).run(in: tx, by: actor, console.services)
                    home.append(tx.connection.roundNumber - before)
                    let round = try CardRound(
                        console.services.declarations.userCards(for: actor).map {
                            $0.init(ShownUser(user.id), for: actor, console.services)
                        }, in: tx
                    ) { $0.statements }
                    let queued = tx.connection.roundNumber
                    let rows = try round.rows()
                    #expect(rows.count == 7 + count && tx.connection.roundNumber == queued + 1)
                }
            }
            #expect(home[0] == home[1], "\(home)")
        }

        @Test func `a note that is too long comes back in its card, with what is wrong beside it`() async throws {
            let user = try installation.addUser("Marie Curie", to: tenant)
            var browser = try console(Extra(count: 0)).browser(of: installation.makeAdmin(.owner, in: tenant))
            let long = String(repeating: "note ", count: 500)
            let answer = await browser.post("/t/\(tenant.slug)/users/\(user.id)/notes", [("body", long)])
            #expect(answer.status == 422 && answer.has("note note") && answer.has("aria-invalid"))
        }
    }
}
