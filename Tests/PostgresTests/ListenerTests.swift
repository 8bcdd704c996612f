import Support
import Synchronization
import Testing

@testable import Postgres

final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

extension OnPostgres {
    @Suite struct ListenerTests {
        @Test func `it hears, comes back after its backend was ended, and says that it may have missed something`()
            async throws
        {
            let database = try TestDatabase.make()
            let received = Mutex<[String]>([])
            let listener = Listener(database.settings(), channel: "tests", logger: .silent) { payload in
                received.withLock { $0.append(payload) }
            }
            listener.start()
            defer { listener.stop() }
            let superuser = try database.connection(.superuser)
            func backends() throws -> Int {
                try superuser.send(
                    "select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'roost-listen' and state = 'idle'"
                ).rows().first?.int("n") ?? 0
            }
            #expect(try await eventually { try backends() == 1 })
            _ = try superuser.send("select pg_notify('tests', \("first 🐓"))").rows()
            _ = try superuser.send("select pg_notify('others', 'not this')").rows()
            #expect(try await eventually { received.withLock { $0 } == ["first 🐓"] })
            _ = try superuser.send(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'roost-listen'"
            ).rows()
            #expect(try await eventually { received.withLock { $0 } == ["first 🐓", ""] })
            _ = try superuser.send("select pg_notify('tests', 'second')").rows()
            #expect(try await eventually { received.withLock { $0 } == ["first 🐓", "", "second"] })
        }
    }

    @Suite struct MigratorTests {
        private static func file(_ name: String, _ text: String, hash: String = "1") -> Migrator.File {
            .init(name: name, text: text, hash: hash)
        }

        private let database: TestDatabase
        private let owner: Connection

        init() throws {
            database = try TestDatabase.makeEmpty()
            owner = try database.connection(.owner)
        }

        private func tables() throws -> [String] {
            try owner.send(
                "select array(select tablename::text from pg_tables where schemaname = 'roost' and tablename <> 'migrations' order by 1) as v"
            ).rows().first?.texts("v") ?? []
        }

        @Test func `files are applied in the order of their numbers over all folders, once`() throws {
            let migrator = Migrator([
                Self.file("zoo/0002_b", "create table b (a bigint references a (n))"),
                Self.file("core/0001_a", "create table a (n bigint primary key);"),
                Self.file("alarm/0003_c", "create table c (b bigint) -- ends in a comment"),
            ])
            #expect(try migrator.migrate(owner) == ["core/0001_a", "zoo/0002_b", "alarm/0003_c"])
            #expect(try tables() == ["a", "b", "c"])
            #expect(try migrator.migrate(owner) == [])
            try migrator.check(owner)
        }

        @Test func `12.1: a kind's file that comes later with an earlier number is applied all the same, once`() throws
        {
            let core = Self.file("core/0002_b", "create table b (n bigint)")
            #expect(try Migrator([core]).migrate(owner) == ["core/0002_b"])
            let kind = Self.file("alarm/0001_a", "create table a (n bigint)")
            #expect(try Migrator([core, kind]).migrate(owner) == ["alarm/0001_a"])
            #expect(try Migrator([core, kind]).migrate(owner) == [])
            #expect(try tables() == ["a", "b"])
        }

        @Test
        func `12.1: every file of this binary is FOLDER/NNNN_name, and no number is given twice over all folders`() {
            let names = TestDatabase.migrations.map(\.name)
            let odd = names.filter { $0.wholeMatch(of: /[a-z_]+\/[0-9]{4}_[a-z0-9_]+\.sql/) == nil }
            #expect(odd == [])
            let numbers = names.compactMap { $0.split(separator: "/").last?.prefix(4) }
            let twice = Dictionary(grouping: numbers) { $0 }.filter { $1.count > 1 }.keys.sorted()
            #expect(twice == [])
        }

        @Test func `a schema that is older, newer or other than the binary is refused in words`() throws {
            let one = Self.file("core/0001_a", "create table a (n bigint)")
            let two = Self.file("core/0002_b", "create table b (n bigint)")
            let empty = #expect(throws: Migrator.Problem.self) { try Migrator([one]).check(owner) }
            #expect(empty?.description.contains("roost migrate") == true)
            _ = try Migrator([one]).migrate(owner)
            let older = #expect(throws: Migrator.Problem.self) { try Migrator([one, two]).check(owner) }
            #expect(older?.description.contains("core/0002_b") == true)
            _ = try Migrator([one, two]).migrate(owner)
            let newer = #expect(throws: Migrator.Problem.self) { _ = try Migrator([one]).migrate(owner) }
            #expect(newer?.description.contains("newer Roost (core/0002_b)") == true)
            var changed = one
            changed.hash = "2"
            let other = #expect(throws: Migrator.Problem.self) { _ = try Migrator([changed, two]).migrate(owner) }
            #expect(other?.description.contains("core/0001_a was changed") == true)
            #expect(try tables() == ["a", "b"])
        }

        @Test func `a file that fails is rolled back whole; those before it stay, and it can be tried again`() throws {
            let good = Self.file("core/0001_a", "create table a (n bigint)")
            let bad = Self.file("core/0002_b", "create table b (n bigint); create table c (n nonsense)")
            let failure = #expect(throws: Migrator.Problem.self) { _ = try Migrator([good, bad]).migrate(owner) }
            #expect(failure?.description.contains("core/0002_b failed and was rolled back") == true)
            #expect(try tables() == ["a"])
            let mended = Self.file("core/0002_b", "create table b (n bigint)", hash: "2")
            #expect(try Migrator([good, mended]).migrate(owner) == ["core/0002_b"])
        }

        @Test func `two at once: one does the work, the other waits and finds it done`() async throws {
            let migrator = Migrator([Self.file("core/0001_a", "select pg_sleep(0.3); create table a (n bigint)")])
            let done = Mutex<[[String]]>([])
            for _ in 0..<3 {
                startThread(named: "migrator") { [database] in
                    let names = (try? database.connection(.owner)).flatMap { try? migrator.migrate($0) } ?? ["failed"]
                    done.withLock { $0.append(names) }
                }
            }
            #expect(try await eventually { done.withLock { $0.count } == 3 })
            #expect(done.withLock { $0.sorted { $0.count < $1.count } } == [[], [], ["core/0001_a"]])
        }

        @Test func `the whole schema of this binary is made twice without a difference`() throws {
            #expect(try Migrator(TestDatabase.migrations).migrate(owner).count == TestDatabase.migrations.count)
            #expect(try Migrator(TestDatabase.migrations).migrate(owner) == [])
        }
    }
}
