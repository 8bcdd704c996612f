import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct NoChangeWithoutAuditTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let owner: TestAdmin
        private let calls: ChangingCalls

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            owner = try installation.makeAdmin(.owner, in: tenant)
            calls = ChangingCalls(installation, console, tenant: tenant, boss: try installation.makeAdmin())
        }

        /// Attempts at the door are counted before anybody is known, and a password alone opens nothing: no event.
        /// What a provider tells comes signed, and not by a form: see ProviderEventTests. Where no mail is sent, no link lets
        /// a browser in: see LetBrowserInTests.
        private static let changesNothing: Set<String> = [
            "/sign-in", "/sign-in/recovery-codes", "/hooks/:tenant/:provider", "/sign-in/browser",
            "/sign-in/browser/:link",
        ]
        /// Of those that leave more than one.
        private static let events = [
            "/shop/:tenant/:checkout": 2, "/t/:tenant/users/:user/subscription/sandbox": 2,
            // The match, and what the provider's event then does.
            "/t/:tenant/provider-events/:event/match": 2,
            // The file, and the reading of personal data that it is.
            "/t/:tenant/payments/export": 2, "/t/:tenant/answers/export": 2, "/t/:tenant/subscriptions/export": 2,
            "/t/:tenant/finance/changes/export": 2, "/t/:tenant/students/export": 2,
            "/t/:tenant/fitness-goals/export": 2, "/t/:tenant/fitness-rewards/export": 2,
            "/t/:tenant/fitness-sponsors/export": 2,
            // The student, and the student's place in the class.
            "/t/:tenant/classes/:class/students": 2,
            // The activity, and the session that it ticks no more.
            "/t/:tenant/fitness-activities/:activity/removal": 2,
            // The lesson, and its new part.
            "/t/:tenant/timetable-lessons/:lesson/split": 2,
        ]

        private var changes: [Route] {
            // Programs' writes have tests of their own, and so have the pages of users' accounts: AccountTests, OAuthTests.
            console.console.routes.filter {
                if case .reading = $0.work { return false }
                if $0.access == .hosted { return false }
                return $0.method == .post && !$0.pattern.hasPrefix("/v1/") && !Self.changesNothing.contains($0.pattern)
            }
        }

        @Test func `with a sound trail every change takes effect, and each leaves an event`() async throws {
            for route in changes {
                guard var call = try await self.calls.prepare(route) else {
                    Issue.record("\(route.pattern) has no example")
                    continue
                }
                let before = try installation.number("select count(*) as n from audit_events")
                let fingerprint = try installation.fingerprint()
                let answer = await call.browser.post(call.path, call.form)
                #expect(answer.status == 303 || answer.status == 200, "\(route.pattern)")
                #expect(
                    try installation.number("select count(*) as n from audit_events") == before
                        + (Self.events[route.pattern] ?? 1), "\(route.pattern)")
                #expect(try installation.fingerprint() != fingerprint, "\(route.pattern)")
            }
        }

        @Test func `when the event is refused no change takes effect, whichever it is`() async throws {
            var calls: [(String, ChangingCalls.Call)] = []
            let rounds = (isFullRun ? 10_000 : 100) / changes.count + 1
            for round in 0..<rounds {
                for route in changes {
                    // A hash takes as long as a hundred other changes.
                    if !isFullRun, round > 1, route.pattern.hasSuffix("password") || route.pattern.hasPrefix("/enrol") {
                        continue
                    }
                    guard let call = try await self.calls.prepare(route) else {
                        Issue.record("\(route.pattern) has no example")
                        continue
                    }
                    calls.append((route.pattern, call))
                }
            }
            #expect(calls.count >= (isFullRun ? 10_000 : 80))
            try installation.database.with(.superuser) { connection in
                _ = try connection.send(
                    "revoke execute on function append_audits(text, uuid, text, text, text, uuid[], text[], text[], uuid[], text[], uuid[], text[], text[], bytea[], text[]) from roost_app"
                ).rows()
                _ = try connection.send(
                    "revoke execute on function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text, bytea, text) from roost_app"
                ).rows()
            }
            let before = try installation.fingerprint()
            for (index, (pattern, call)) in calls.enumerated() {
                var browser = call.browser
                let answer = await browser.post(call.path, call.form)
                #expect(answer.status >= 500, "\(pattern)")
                // Looking at everything after each change would take as long as the square of their number.
                if index < 40 || index % 50 == 0 { #expect(try installation.fingerprint() == before, "\(pattern)") }
            }
            #expect(try installation.fingerprint() == before)
        }

        @Test
        func
            `when the event is refused by the table itself, neither is there a change, and personal data is not shown`()
            async throws
        {
            let user = try installation.addWholeUser("Marie Secret", to: tenant)
            var browser = try console.browser(of: owner)
            try installation.database.with(.superuser) { connection in
                for statement in [
                    "create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'disk full' using errcode = '53100'; end $$",
                    "create trigger refuse_all before insert on audit_events for each row execute function refuse_all()",
                ] as [SQL] { _ = try connection.send(statement).rows() }
            }
            let before = try installation.fingerprint()
            for path in ["/users/\(user.id)", "/users/\(user.id)/edit", "/users.csv", "/users.jsonl", "/users.xlsx"] {
                let answer = await browser.get("/t/\(tenant.slug)\(path)?reason=why")
                #expect(answer.status == 503, "\(path)")
                #expect(answer.has("Marie") == false && answer.has(user.email) == false, "\(path)")
                #expect(answer.has("disk full") == false)
            }
            let deletion = await browser.post("/t/\(tenant.slug)/users/\(user.id)/deletion", [("reason", "x")])
            #expect(deletion.status == 503)
            #expect(try installation.fingerprint() == before)
        }
    }
}
