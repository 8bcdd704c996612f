import Glibc
import Support
import Synchronization
import Testing

@testable import Postgres

extension OnPostgres {
    @Suite struct PoolTests {
        let database: TestDatabase

        init() throws { database = try TestDatabase.make() }

        private func table() throws {
            let owner = try database.connection(.owner)
            _ = try owner.send("create table things (n bigint primary key)").rows()
            _ = try owner.send("grant all on things to roost_app").rows()
        }

        private func count(_ pool: Database) async throws -> Int {
            try await pool.perform { try $0.send("select count(*) as n from things").rows().first?.int("n") ?? -1 }
        }

        @Test func `work runs as the application, with the limits of a page`() async throws {
            let pool = database.pool()
            defer { pool.stop() }
            let row = try await pool.perform { connection in
                let row = try connection.send(
                    "select current_user::text as role, current_setting('statement_timeout') as timeout, current_setting('search_path') as path"
                ).rows().first
                return try (row?.text("role"), row?.text("timeout"), row?.text("path"))
            }
            #expect(row == ("roost_app", "10s", "roost"))
        }

        @Test func `what comes one after another keeps to the connections that are warm`() async throws {
            let pool = database.pool(pages: 8)
            defer { pool.stop() }
            var used: Set<Int> = []
            for _ in 0..<40 {
                used.insert(
                    try await pool.perform {
                        try $0.send("select pg_backend_pid()::bigint as pid").rows().first?.int("pid") ?? 0
                    })
                // Until the thread sleeps again.
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(used.count <= 3 && !used.contains(0), "\(used.count) connections")
        }

        @Test func `a transaction left open is never handed on`() async throws {
            let pool = database.pool(pages: 1)
            defer { pool.stop() }
            try table()
            try await pool.perform { connection in
                try connection.begin(.readWrite)
                _ = try connection.send("select set_config('roost.tenant', \(ID.make().description), true)").rows()
                _ = try connection.send("insert into things values (1)").rows()
            }
            let setting = try await pool.perform { connection in
                #expect(connection.isClean)
                return try connection.send("select coalesce(current_setting('roost.tenant', true), '') as v").rows()
                    .first?.text("v")
            }
            #expect(setting == "")
            #expect(try await count(pool) == 0)
        }

        @Test
        func `a page's transaction does not stay open when nobody follows, and the next has none of its settings`()
            async throws
        {
            let pool = database.pool(pages: 1)
            defer { pool.stop() }
            let watcher = try database.connection(.superuser)
            for _ in 0..<20 {
                let backend = try await pool.perform { connection in
                    try connection.inTenant(.make(), .readOnly) {
                        try $0.first("select pg_backend_pid()::bigint as pid")?.int("pid") ?? 0
                    }
                }
                var state = ""
                for _ in 0..<200 where state != "idle" {
                    state =
                        try watcher.send(
                            "select pg_stat_activity.state from pg_stat_activity where pg_stat_activity.pid = \(backend)"
                        ).rows().first?.text("state") ?? ""
                    if state != "idle" { usleep(5000) }
                }
                #expect(state == "idle")
            }
            // Many at once: the COMMIT of one travels with the BEGIN of the next.
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try await pool.perform { connection in
                            if number % 2 == 0 {
                                return try connection.inTenant(.make(), .readOnly) {
                                    try $0.first("select current_setting('roost.tenant') <> '' as v")?.bool("v")
                                        ?? false
                                }
                            }
                            return try connection.send(
                                "select coalesce(current_setting('roost.tenant', true), '') = '' as v"
                            ).rows().first?.bool("v") ?? false
                        }
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }

        @Test func `a body that throws leaves nothing behind`() async throws {
            struct Stop: Error {}
            let pool = database.pool(pages: 1)
            defer { pool.stop() }
            try table()
            await #expect(throws: Stop.self) {
                try await pool.perform { connection in
                    try connection.inTenant(.make()) { tx in
                        try tx.execute("insert into things values (1)")
                        throw Stop()
                    }
                }
            }
            #expect(try await count(pool) == 0)
            try await pool.perform { connection in
                try connection.inTenant(.make()) { try $0.execute("insert into things values (1)") }
            }
            #expect(try await count(pool) == 1)
        }

        @Test func `statements that nobody waited for are still carried out before the commit`() async throws {
            let pool = database.pool(pages: 1)
            defer { pool.stop() }
            try table()
            try await pool.perform { connection in
                try connection.inTenant(.make()) { tx in _ = try tx.send("insert into things values (1)") }
            }
            #expect(try await count(pool) == 1)
            await #expect(throws: DatabaseError.self) {
                try await pool.perform { connection in
                    try connection.inTenant(.make()) { tx in _ = try tx.send("insert into things values (1)") }
                }
            }
        }

        @Test func `a backend killed before the commit: an error, nothing stored, and the pool recovers`() async throws
        {
            let pool = database.pool(pages: 1)
            defer { pool.stop() }
            try table()
            let superuser = try database.connection(.superuser)
            let pid = try await pool.perform { try $0.send("select pg_backend_pid() as n").rows().first?.int("n") ?? 0 }
            let (inserted, killed) = (Gate(), Gate())
            let work = Task {
                try await pool.perform { connection in
                    try connection.inTenant(.make()) { tx in
                        try tx.execute("insert into things values (1)")
                        inserted.open()
                        killed.wait()
                    }
                }
            }
            #expect(try await eventually { inserted.isOpen })
            _ = try superuser.send("select pg_terminate_backend(\(pid)::int, 5000)").rows()
            killed.open()
            let error = await #expect(throws: DatabaseError.self) { try await work.value }
            switch error {
            case .outcomeUnknown, .unavailable, .server: break
            default: Issue.record("\(String(describing: error))")
            }
            #expect(try await count(pool) == 0)
        }

        @Test func `13.17: a connection that the server has ended while nobody used it costs the next request nothing`()
            async throws
        {
            let pool = database.pool(pages: 1)
            defer { pool.stop() }
            let superuser = try database.connection(.superuser)
            for _ in 0..<20 {
                let pid = try await pool.perform {
                    try $0.send("select pg_backend_pid() as n").rows().first?.int("n") ?? 0
                }
                _ = try superuser.send("select pg_terminate_backend(\(pid)::int, 5000)").rows()
                let next = try await pool.perform {
                    try $0.send("select pg_backend_pid() as n").rows().first?.int("n") ?? 0
                }
                #expect(next != pid && next != 0)
            }
        }

        @Test func `who finds no connection in time is refused within the limit`() async throws {
            let pool = database.pool(pages: 1, waitLimitMilliseconds: 300)
            defer { pool.stop() }
            let (started, done) = (Gate(), Gate())
            let holder = Task {
                try await pool.perform { _ in
                    started.open()
                    done.wait()
                }
            }
            #expect(try await eventually { started.isOpen })
            let waited = await seconds {
                let error = await #expect(throws: DatabaseError.self) { try await pool.perform { _ in } }
                #expect(error?.isExhausted == true)
            }
            #expect((0.25...5).contains(waited))
            done.open()
            try await holder.value
            try await pool.perform { _ in }
        }

        @Test func `a queue that is full refuses at once`() async throws {
            var settings = database.settings(pages: 1)
            settings.queueLimit = 2
            let pool = Database(settings, logger: .silent)
            defer { pool.stop() }
            let (started, done) = (Gate(), Gate())
            let holder = Task {
                try await pool.perform { _ in
                    started.open()
                    done.wait()
                }
            }
            #expect(try await eventually { started.isOpen })
            let waiting = (0..<2).map { _ in Task { try await pool.perform { _ in } } }
            #expect(try await eventually { pool.load.waiting == 2 })
            let waited = await seconds {
                let error = await #expect(throws: DatabaseError.self) { try await pool.perform { _ in } }
                #expect(error?.isExhausted == true)
            }
            #expect(waited < 5)
            done.open()
            try await holder.value
            for task in waiting { try await task.value }
        }

        @Test func `stopping lets running work finish and refuses the rest`() async throws {
            let pool = database.pool(pages: 1)
            let (started, done) = (Gate(), Gate())
            let running = Task {
                try await pool.perform { _ in
                    started.open()
                    done.wait()
                    return 7
                }
            }
            #expect(try await eventually { started.isOpen })
            let waiting = Task { try await pool.perform { _ in 8 } }
            #expect(try await eventually { pool.load.waiting == 1 })
            let stopping = Gate()
            startThread(named: "stop") {
                pool.stop()
                stopping.open()
            }
            await #expect(throws: DatabaseError.self) { try await waiting.value }
            #expect(stopping.isOpen == false)
            done.open()
            #expect(try await running.value == 7)
            #expect(try await eventually { stopping.isOpen })
            await #expect(throws: DatabaseError.self) { try await pool.perform { _ in 9 } }
        }

        @Test func `200 at once on four connections all get their own answer`() async throws {
            let pool = database.pool()
            defer { pool.stop() }
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        try await pool.perform { connection in
                            try connection.inTenant(.make(), .readOnly) { tx in
                                try tx.first("select \(number) as n")?.int("n") == number
                            }
                        }
                    }
                }
                for try await right in group { #expect(right) }
            }
        }
    }

    @Suite struct TenantSettingTests {
        private static let statements: [SQL] = [
            "select from users", "select from memberships", "select from tenants", "select from audit_events",
            "select from audit_heads", "select from subject_keys",
            "insert into users (tenant_id, id, email, name, status, created_at) values (gen_random_uuid(), gen_random_uuid(), 'a@b.c', 'x', 'active', now())",
            "update users set name = 'x'", "select search_users('%', 10)", "select find_users('{%}', 10)",
            "select find_users_by_words('{x}', 10)", "select find_users_near('{xyz}', 10)",
            "select append_audit(gen_random_uuid(), 'system', null, '', '', '', '', '', null, '', null, '{}', '', null, '')",
        ]

        @Test func `without a tenant every statement is refused and says why, also after a first transaction with one`()
            throws
        {
            let installation = try TestInstallation()
            let tenant = try installation.makeTenant()
            _ = try installation.addUser("Somebody", to: tenant)
            _ = try installation.makeAdmin(.owner, in: tenant)
            let connection = try installation.database.connection()
            for round in 0..<2 {
                for statement in Self.statements {
                    let error = #expect(throws: DatabaseError.self, "round \(round): \(statement.rendered.text)") {
                        _ = try connection.send(statement).rows()
                    }
                    if statement.rendered.text.hasPrefix("select from subject_keys") { continue }
                    #expect(error?.sqlState == "RT001", "round \(round): \(statement.rendered.text)")
                }
                let count = try connection.inTenant(tenant.id) { tx in try tx.rows("select from users").count }
                #expect(count == 1)
                _ = try connection.send("reset all").rows()
            }
        }
    }
}

/// A door that opens once. `wait` is for threads of the pool only.
final class Gate: Sendable {
    private let opened = Atomic(false), gaveUp = Atomic(false)

    var isOpen: Bool { opened.load(ordering: .sequentiallyConsistent) }
    /// Whether those that wait at it still do: it is shut, and none has given up.
    var isHeld: Bool { !isOpen && !gaveUp.load(ordering: .sequentiallyConsistent) }
    func open() { opened.store(true, ordering: .sequentiallyConsistent) }

    func wait() {
        let end = monotonicNanoseconds() + 120_000_000_000
        while !isOpen {
            guard monotonicNanoseconds() < end else { return gaveUp.store(true, ordering: .sequentiallyConsistent) }
            usleep(1000)
        }
    }
}
