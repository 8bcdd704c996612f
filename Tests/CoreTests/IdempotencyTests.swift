import Glibc
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// A write that is sent again is done once, and gets the answer that it got, or would have got.
    @Suite struct IdempotencyTests {
        private let installation: TestInstallation
        private let consoles: [TestConsole]
        private let tenant: Tenant
        private let key: TestKey

        init() throws {
            installation = try TestInstallation()
            consoles = [installation.console(), installation.console()]
            tenant = try installation.makeTenant()
            key = try installation.makeKey(in: tenant)
        }

        private var program: TestProgram { TestProgram(consoles[0], key: key.text) }
        private var otherProcess: TestProgram { TestProgram(consoles[1], key: key.text) }

        private static func users(_ emails: String...) -> String {
            "{\"users\":[" + emails.map { "{\"email\":\"\($0)@example.net\"}" }.joined(separator: ",") + "]}"
        }

        private func added() throws -> Int {
            try installation.number("select count(*) as n from audit_events where audit_events.action = 'user.added'")
        }

        @Test func `the same call gets the very same answer, on every process, for 24 hours`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let now = Timestamp.now
            let calls: [(HTTPRequest.Method, String, String, String?)] = [
                (.put, "/v1/users", Self.users("a", "wrong address"), nil),
                (.patch, "/v1/users/\(user.id)", "{\"name\":\"Else\"}", "\"1\""),
                (.delete, "/v1/users/\(user.id)", "", nil),
            ]
            for (method, path, json, ifMatch) in calls {
                let first = await program.write(method, path, json, key: "key-of-\(method)", ifMatch: ifMatch)
                #expect(first.status < 300 && first.headers[.idempotencyReplayed] == nil)
                let fingerprint = try installation.fingerprint()
                for hours: Int64 in [0, 12, 23] {
                    var again = hours == 0 ? program : otherProcess
                    again.now = now.adding(seconds: hours * 3600)
                    let answer = await again.write(method, path, json, key: "key-of-\(method)", ifMatch: ifMatch)
                    #expect(
                        answer.status == first.status && answer.body == first.body
                            && answer.headers[.eTag] == first.headers[.eTag])
                    #expect(
                        answer.headers[.contentType] == first.headers[.contentType]
                            && answer.headers[.idempotencyReplayed] == "true")
                }
                #expect(try installation.fingerprint() == fingerprint)
            }
            // Then it is a call like any other.
            var late = program
            late.now = now.adding(seconds: 24 * 3600 + 60)
            let answer = await late.write(.put, "/v1/users", Self.users("a", "wrong address"), key: "key-of-PUT")
            #expect(answer.headers[.idempotencyReplayed] == nil && answer.has("\"unchanged\":1,"))
        }

        @Test func `another call under the same key is refused, whatever differs`() async throws {
            let users = try (0..<2).map { try installation.addUser("Somebody \($0)", to: tenant) }
            let path = "/v1/users/\(users[0].id)"
            #expect(await program.write(.patch, path, "{\"name\":\"A\"}", key: "k", ifMatch: "\"1\"").status == 200)
            for (method, path, json, ifMatch) in [
                (.patch, path, "{\"name\":\"B\"}", "\"1\""), (.patch, path, "{\"name\":\"A\"}", "*"),
                (.patch, "/v1/users/\(users[1].id)", "{\"name\":\"A\"}", "\"1\""),
                (.delete, path, "", nil), (.put, "/v1/users", Self.users("a"), nil),
            ] as [(HTTPRequest.Method, String, String, String?)] {
                let answer = await otherProcess.write(method, path, json, key: "k", ifMatch: ifMatch)
                #expect(
                    answer.status == 422 && answer.has("/problems/idempotency-key-reused"), "\(method) \(path) \(json)")
            }
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where audit_events.action like 'user.%'") == 1)
        }

        @Test func `a call that was refused leaves its key free`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let path = "/v1/users/\(user.id)"
            for (json, ifMatch) in [
                ("{\"name\":\"A\"}", nil), ("{\"name\":\"A\"}", "\"5\""), ("{\"email\":\"x\"}", "*"), ("{", "*"),
            ] as [(String, String?)] {
                #expect(await program.write(.patch, path, json, key: "k", ifMatch: ifMatch).status >= 400)
            }
            #expect(await program.write(.patch, path, "{\"name\":\"A\"}", key: "k", ifMatch: "*").status == 200)
        }

        @Test func `a write without a key, or with one that is none, is not done`() async throws {
            for sent in [[], [""], ["a b"], ["é"], [String(repeating: "x", count: 256)], ["a", "b"]] {
                var program = program
                program.headers[.contentType] = "application/json"
                program.headers[values: .idempotencyKey] = sent
                let answer = await program.call(.put, "/v1/users", Array(Self.users("a").utf8))
                #expect(answer.status == 400 && answer.headers[.contentType] == "application/problem+json", "\(sent)")
            }
            #expect(try added() == 0)
            #expect(
                await program.write(.put, "/v1/users", Self.users("a"), key: String(repeating: "~", count: 255)).status
                    == 200)
        }

        @Test func `the same call from many sides at once is done once`() async throws {
            for round in 0..<(isFullRun ? 200 : 8) {
                let answers = await withTaskGroup(of: Answer.self) { group in
                    for lane in 0..<12 {
                        group.addTask {
                            await (lane % 2 == 0 ? program : otherProcess).write(
                                .put, "/v1/users", Self.users("r\(round)", "s\(round)"), key: "round-\(round)")
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                let done = answers.filter { $0.status == 200 }
                #expect(
                    Set(done.map(\.text)).count == 1
                        && done.filter { $0.headers[.idempotencyReplayed] == nil }.count == 1)
                #expect(answers.allSatisfy { $0.status == 200 || $0.status == 409 && $0.headers[.retryAfter] != nil })
                #expect(try added() == 2 * (round + 1))
            }
        }

        @Test func `while a call is running the same one is told so, and gets its answer afterwards`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let holder = try installation.database.connection(.superuser)
            try holder.begin(.readWrite)
            _ = try holder.send("select from users where users.id = \(user.id) for update").rows()
            let (program, other) = (program, otherProcess)
            let first = Task {
                await program.write(.patch, "/v1/users/\(user.id)", "{\"name\":\"Slow\"}", key: "slow", ifMatch: "*")
            }
            let isWaiting: SQL =
                "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
            #expect(try await eventually { try installation.number(isWaiting) == 1 })
            let second = await other.write(
                .patch, "/v1/users/\(user.id)", "{\"name\":\"Slow\"}", key: "slow", ifMatch: "*")
            #expect(second.status == 409 && second.headers[.retryAfter] == "1" && second.has("/problems/still-running"))
            try holder.rollback()
            let answer = await first.value
            #expect(answer.status == 200)
            let third = await other.write(
                .patch, "/v1/users/\(user.id)", "{\"name\":\"Slow\"}", key: "slow", ifMatch: "*")
            #expect(third.body == answer.body && third.headers[.idempotencyReplayed] == "true")
        }

        @Test func `a commit without an answer is looked up: it was done, and says so`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            // A commit that waits for a standby that never comes is stored here already.
            for statement in [
                "alter system set synchronous_standby_names = 'nobody'", "select pg_reload_conf()",
                "create function wait_for_nobody() returns trigger language plpgsql as $$ begin perform set_config('synchronous_commit', 'on', true); return null; end $$",
                "create constraint trigger wait_for_nobody after update on users deferrable initially deferred for each row execute function wait_for_nobody()",
            ] as [SQL] { try installation.set(statement) }
            defer {
                for statement in ["alter system reset synchronous_standby_names", "select pg_reload_conf()"] as [SQL] {
                    try? installation.set(statement)
                }
            }
            startThread(named: "killer") { [installation] in
                for _ in 0..<20_000 {
                    let ended = try? installation.number(
                        "select count(pg_terminate_backend(pid)) as n from pg_stat_activity where datname = current_database() and query = 'commit' and wait_event = 'SyncRep'"
                    )
                    if ended ?? 0 > 0 { return }
                    usleep(1000)
                }
            }
            let answer = await program.write(
                .patch, "/v1/users/\(user.id)", "{\"name\":\"Kept\"}", key: "lost", ifMatch: "\"1\"")
            try installation.set("drop trigger wait_for_nobody on users")
            #expect(answer.status == 200 && answer.headers[.eTag] == "\"2\"")
            let again = await otherProcess.write(
                .patch, "/v1/users/\(user.id)", "{\"name\":\"Kept\"}", key: "lost", ifMatch: "\"1\"")
            #expect(again.body == answer.body && again.headers[.idempotencyReplayed] == "true")
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where audit_events.action = 'user.changed'") == 1)
        }

        @Test func `answers are forgotten after a day, and with their key`() async throws {
            #expect(await program.write(.put, "/v1/users", Self.users("a"), key: "a").status == 200)
            #expect(await program.write(.put, "/v1/users", Self.users("b"), key: "b").status == 200)
            try installation.set(
                "update service_answers set created_at = now() - interval '25 hours' where ctid = (select min(ctid) from service_answers)"
            )
            let forgotten = try installation.database.with(.app) { connection in
                try connection.inTenant(Tenant.installation.id) {
                    try $0.first(ServiceQueriesAcrossTenants.deleteResponses)?.int("forgotten")
                }
            }
            #expect(forgotten == 1)
            #expect(try installation.number("select count(*) as n from service_answers") == 1)
            var browser = try consoles[0].browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await browser.post("/t/\(tenant.slug)/keys/\(key.id)/deletion").status == 303)
            #expect(try installation.number("select count(*) as n from service_answers") == 0)
            #expect(await program.write(.put, "/v1/users", Self.users("a"), key: "a").status == 401)
        }
    }
}
