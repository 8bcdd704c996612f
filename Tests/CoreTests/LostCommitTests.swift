import Glibc
import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    /// The connection breaks after COMMIT was sent. Whether it took effect is looked up,
    /// never guessed and never repeated.
    @Suite struct LostCommitTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let user: TestUser
        private let browser: TestBrowser

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            user = try installation.addUser("Somebody", to: tenant)
            browser = try installation.console().browser(of: installation.makeAdmin(.owner, in: tenant))
        }

        private func run(_ statements: [SQL]) throws {
            let superuser = try installation.database.connection(.superuser)
            for statement in statements { _ = try superuser.send(statement).rows() }
        }

        /// Makes COMMIT take long, ends its backend meanwhile, and gives the answer that the browser gets.
        private func suspend(while commit: SQL) async throws -> Answer {
            try run([
                commit,
                """
                create constraint trigger slow_commit after update on users deferrable initially deferred
                for each row execute function slow_commit()
                """,
            ])
            let killed = Counter()
            startThread(named: "killer") { [installation] in
                for _ in 0..<20_000 {
                    let ended = try? installation.number(
                        """
                        select count(pg_terminate_backend(pid)) as n from pg_stat_activity
                        where datname = current_database() and query = 'commit' and wait_event in ('PgSleep', 'SyncRep')
                        """)
                    if ended ?? 0 > 0 { return killed.add() }
                    usleep(1000)
                }
            }
            var tab = browser
            let answer = await tab.post("/t/\(tenant.slug)/users/\(user.id)/suspension", [("reason", "lost")])
            #expect(try await eventually { killed.value == 1 })
            try run(["drop trigger slow_commit on users"])
            return answer
        }

        @Test
        func `13.18: a COMMIT that nobody answers is no endless wait, and nobody is told that nothing was changed`()
            async throws
        {
            try run([
                "create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(14); return null; end $$",
                """
                create constraint trigger slow_commit after update on users deferrable initially deferred
                for each row execute function slow_commit()
                """,
            ])
            var tab = browser
            let began = ContinuousClock.now
            let answer = await tab.post("/t/\(tenant.slug)/users/\(user.id)/suspension", [("reason", "slow")])
            #expect(ContinuousClock.now - began < .seconds(13))
            #expect(answer.status == 500 && answer.has("Check whether your last change was saved"), "\(answer.text)")
            #expect(try await eventually { try outcome() == (1, 1) })
        }

        private func outcome() throws -> (suspended: Int, events: Int) {
            (
                try installation.number(
                    "select count(*) as n from users where users.id = \(user.id) and users.status = 'suspended'"),
                try installation.number(
                    "select count(*) as n from audit_events where audit_events.action = 'user.suspended'")
            )
        }

        @Test func `broken off before it took effect: nothing is stored, and the answer says to try again`()
            async throws
        {
            let answer = try await suspend(
                while:
                    "create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(10); return null; end $$"
            )
            #expect(answer.status == 503 && answer.headers[.retryAfter] != nil)
            #expect(try outcome() == (0, 0))
            var tab = browser
            #expect(
                await tab.post("/t/\(tenant.slug)/users/\(user.id)/suspension", [("reason", "again")]).status == 303)
            #expect(try outcome() == (1, 1))
        }

        @Test func `broken off after it took effect: it is found and the answer is as if nothing had happened`()
            async throws
        {
            // A commit that waits for a standby that never comes is stored here already.
            try run(["alter system set synchronous_standby_names = 'nobody'", "select pg_reload_conf()"])
            defer { try? run(["alter system reset synchronous_standby_names", "select pg_reload_conf()"]) }
            let answer = try await suspend(
                while:
                    "create function slow_commit() returns trigger language plpgsql as $$ begin perform set_config('synchronous_commit', 'on', true); return null; end $$"
            )
            #expect(answer.status == 303)
            #expect(try outcome() == (1, 1))
        }
    }
}
