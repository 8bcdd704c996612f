import Mail
import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    /// What the time of an answer tells about an address: nothing.
    @Suite(.serialized) struct AccountTimingTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let app: TestApp

        init() throws {
            installation = try TestInstallation()
            // Nobody listens there: mails are only put into the queue.
            console = installation.console(
                mail: MailSender(
                    smtp: try #require(SMTP(url: "smtp://127.0.0.1:9")),
                    from: try #require(Mailbox("Roost <roost@example.org>"))))
            tenant = try installation.makeTenant()
            app = try installation.makeApp(in: tenant)
        }

        /// The medians of so many samples of each, in milliseconds, differ by so much.
        private func spread(
            _ samples: Int, _ path: String, _ emails: [String: String], _ form: [(String, String)],
            field: String = "email", in opened: TestBrowser? = nil, answering status: Int? = nil
        ) async -> (Double, [String: Double]) {
            var browser = opened ?? console.browser()
            _ = await browser.get(path)
            var times: [String: [UInt64]] = [:]
            var others: Set<Int> = []
            for round in 0..<samples {
                for (name, email) in emails.shuffled() {
                    var tab = browser
                    // Out of all pauses but for the one that is blocked.
                    tab.now = name == "blocked" ? browser.now : browser.now.adding(seconds: Int64(round) * 13 * 3600)
                    tab.address = unique()
                    let start = monotonicNanoseconds()
                    let answer = await tab.post(path, [(field, email)] + form)
                    times[name, default: []].append(monotonicNanoseconds() - start)
                    if let status, answer.status != status { others.insert(answer.status) }
                }
            }
            #expect(others == [], "the page was refused, so its time says nothing")
            let medians = times.mapValues { Double($0.sorted()[$0.count / 2]) / 1e6 }
            return ((medians.values.max() ?? 0) - (medians.values.min() ?? 0), medians)
        }

        private func addresses() throws -> [String: String] {
            [
                "unknown": "nobody@example.com", "known": try installation.addAccount("Known", to: tenant).email,
                "without an account": try installation.addUser("Entered", to: tenant).email,
            ]
        }

        /// A page that takes longer for some addresses does so each time; a machine that is busy does not.
        private func takesTheSame(
            few: Int = 150, within share: Double? = nil,
            _ measure: (_ samples: Int) async -> (spread: Double, medians: [String: Double])
        ) async {
            var said: [String] = []
            for _ in 0..<3 {
                let (spread, medians) = await measure(isFullRun ? 2000 : few)
                let most = share.map { $0 * (medians.values.max() ?? 0) } ?? 5
                if spread < (isFullRun ? 5 : most) { return }
                said.append("\(medians) ms")
            }
            Issue.record("\(said)")
        }

        @Test(arguments: ["sign-up", "password"])
        func `S2: a page that mails takes the same time for every address`(page: String) async throws {
            let addresses = try addresses()
            await takesTheSame { await spread($0, "\(app.base)/\(page)", addresses, [], answering: 200) }
        }

        /// Each sample hashes a password: in the full run only.
        @Test(.enabled(if: isFullRun))
        func `S2: a change to another's address takes the same time as to one that nobody has`() async throws {
            let addresses = try addresses()
            let user = try installation.addUser("Changes", to: tenant)
            try installation.givePassword(to: user, in: tenant)
            let form = [("email", user.email), ("password", TestAdmin.password)]
            await takesTheSame {
                await spread($0, "\(app.base)/address", addresses, form, field: "new_email", answering: 200)
            }
        }

        @Test func `S2: the page after a provider's takes the same time for every address`() async throws {
            let house = try await IdentityHouse()
            var emails = ["unknown": "nobody@example.com"]
            emails["known"] = try house.installation.addAccount("Known", to: house.tenant).email
            emails["without an account"] = try house.installation.addUser("Entered", to: house.tenant).email
            var browser = house.console.browser()
            let address = await house.begin(.facebook, &browser)
            let answer = await house.comeBack(
                .facebook, house.graph.signIn(TestIssuer.Person(name: "Nina"), at: address), &browser)
            let page = try #require(answer.location)
            // The clock of the samples runs ahead, so that no pause is in their way.
            try house.installation.set("update identity_flows set expires_at = '2200-01-01'")
            await takesTheSame { [emails, browser] in
                await spread($0, page, emails, [], in: browser, answering: 200)
            }
        }

        /// Half an hour of hashing in the full run. In others so few samples tell no more than that one of the addresses
        /// is hashed and another isn't, which is most of the time.
        @Test func `S2: unknown, known and blocked addresses take the same time to refuse`()
            async throws
        {
            var random = SystemRandomNumberGenerator()
            let dear = try PasswordHash(of: TestAdmin.password, using: &random).phc
            var emails = try addresses()
            emails["blocked"] = try installation.addAccount("Blocked", to: tenant).email
            try installation.set("update accounts set password_hash = \(dear)")
            await takesTheSame(few: 9, within: 0.5) { [emails] in
                await spread($0, app.authorize(), emails, [("password", "wrong")])
            }
        }
    }
}
