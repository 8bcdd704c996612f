import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct SignInTimingTests {
        /// Over 2,000 samples each the medians differ by less than 5 ms. Hours
        /// of hashing: in the full run only.
        @Test(.enabled(if: isFullRun)) func `unknown, known and blocked e-mails take the same time`() async throws {
            let installation = try TestInstallation()
            let console = installation.console()
            var random = SystemRandomNumberGenerator()
            let dear = try PasswordHash(of: TestAdmin.password, using: &random).phc
            var emails: [String: String] = ["unknown": "nobody@example.com"]
            for name in ["known", "blocked"] {
                let admin = try installation.makeAdmin()
                try installation.database.with(.superuser) {
                    _ = try $0.send("update admins set password_hash = \(dear) where admins.id = \(admin.id)").rows()
                }
                emails[name] = admin.email
            }
            var browser = console.browser()
            _ = await browser.get("/sign-in")
            var times: [String: [UInt64]] = [:]
            for round in 0..<2000 {
                for (name, email) in emails.shuffled() {
                    var tab = browser
                    // Known and unknown ones out of their pauses, the blocked one within its own.
                    tab.now = name == "blocked" ? browser.now : browser.now.adding(seconds: Int64(round) * 13 * 3600)
                    tab.address = unique()
                    let start = monotonicNanoseconds()
                    let answer = await tab.post("/sign-in", [("email", email), ("password", "wrong")])
                    times[name, default: []].append(monotonicNanoseconds() - start)
                    #expect(answer.status == 422)
                }
            }
            let medians = times.mapValues { Double($0.sorted()[$0.count / 2]) / 1e6 }
            let spread = (medians.values.max() ?? 0) - (medians.values.min() ?? 0)
            #expect(spread < 5, "\(medians) ms")
        }
    }
}
