import Console
import Glibc
import Postgres
import Support
import Testing

@testable import Core
@testable import roost

/// What is deleted, in the files of a PostgreSQL of its own: every byte of its directory is searched.
@Suite(.serialized) struct ErasureTraceTests {
    private static let (erased, living) = ("zqxerasedqz", "zqxlivingqz")

    private func within(_ body: (String, Connection, ID) throws -> Void) throws {
        let directory = TestCluster.ownDirectory("traces")
        defer { TestCluster.remove(directory) }
        let cluster = try EmbeddedCluster(directory: directory, settings: ["shared_buffers": "32MB"])
        defer { cluster.stop() }
        _ = ConsoleApplication.declarations
        let schema = [("options", "-c search_path=roost,public")]
        _ = try Installation.migrator.migrate(Connection(cluster.connectionString(), options: schema))
        let connection = try Connection(cluster.connectionString(user: "postgres"), options: schema)
        let tenant = ID.make()
        try connection.inTenant(tenant) { tx in
            try tx.execute(
                "insert into tenants (id, slug, name, kind, holds_people) values (\(tenant), 't', 'T', 'alarm', true)")
            try tx.execute(
                """
                insert into users (tenant_id, id, email, name, status, created_at)
                select \(tenant), gen_random_uuid(), 'user' || n || '@example.org', 'User ' || n, 'active', now()
                from generate_series(1, 300) as n
                """)
            for mark in [Self.erased, Self.living] {
                try tx.execute(
                    """
                    update users set name = \(mark), email = \(mark) || '@example.org'
                    where users.email = \(mark == Self.erased ? "user100@example.org" : "user200@example.org")
                    """)
            }
        }
        _ = try connection.send("analyze users").rows()
        try body(directory, connection, tenant)
    }

    private func erase(_ connection: Connection, _ tenant: ID) throws {
        try connection.inTenant(tenant) { tx in
            #expect(
                try tx.execute("update users set name = '', email = id || '@x.invalid' where name = \(Self.erased)")
                    == 1)
            // Their address is there as a former one now.
            try tx.execute("delete from former_emails")
            try tx.execute(ErasureTraces.leave)
        }
        _ = try connection.send("checkpoint").rows()
    }

    /// Which files have it.
    private func files(_ mark: String, _ directory: String) -> String {
        system("grep -rali '\(mark)' '\(directory)/postgres' > '\(directory)/found'")
        return SmallFile.text("\(directory)/found") ?? "no grep"
    }

    private func traces(_ connection: Connection) throws -> Int {
        try connection.send("select count(*) as n from erasure_traces").rows().first?.int("n") ?? -1
    }

    @Test func `G2: no byte of an erased user is left in the database's files, and a living user's are`() throws {
        try within { directory, connection, tenant in
            #expect(files(Self.erased, directory) != "")
            try erase(connection, tenant)
            #expect(files(Self.erased, directory) != "", "the search does not see what is deleted")
            #expect(try traces(connection) > 0)
            let done = try RewriteTablesAcrossTenants(Declarations.current).run(.all, isPrivate: true, on: connection)
            #expect(done.rewritten > 100 && done.hasStatistics && done.hasLog && done.inUse == [] && done.large == [])
            #expect(files(Self.erased, directory) == "")
            #expect(files(Self.living, directory).contains("/base/"))
            #expect(try traces(connection) == 0)
            #expect(try connection.send("select count(*) as n from users").rows().first?.int("n") == 300)
            // The cluster's settings are as they were.
            let settings = try connection.send("select count(*) as n from pg_file_settings where name = 'wal_recycle'")
            #expect(try settings.rows().first?.int("n") == 0)
        }
    }

    @Test func `G2: who still sees what was deleted is waited for, and so is who uses a table`() throws {
        try within { directory, connection, tenant in
            let other = try Connection(
                #require(EmbeddedCluster.running(in: directory, user: "postgres")),
                options: [("options", "-c search_path=roost,public")])
            try other.begin(.snapshot)
            _ = try other.send("select count(*) as n from users").rows()
            try erase(connection, tenant)
            let work = RewriteTablesAcrossTenants(Declarations.current)
            #expect(throws: RewriteTablesAcrossTenants.Problem.self) {
                try work.run(.all, isPrivate: true, patience: 1, on: connection)
            }
            #expect(try traces(connection) > 0)
            try other.rollback()

            try other.begin(.readWrite)
            _ = try other.send("lock table user_notes in access share mode").rows()
            let done = try work.run(.all, isPrivate: true, patience: 1, on: connection)
            #expect(done.inUse == ["user_notes"])
            #expect(try traces(connection) > 0)
            try other.rollback()
            #expect(try work.run(.all, isPrivate: true, patience: 1, on: connection).inUse == [])
            #expect(try traces(connection) == 0)
            #expect(files(Self.erased, directory) == "")
        }
    }

    @Test func `G2: large tables wait for the night, and doctor says what has waited too long`() throws {
        try within { directory, connection, tenant in
            _ = try connection.send("delete from erasure_traces").rows()
            #expect(try ErasureTraceCheck.due(connection, hour: 3) == nil)
            try erase(connection, tenant)
            // Others may follow.
            #expect(try ErasureTraceCheck.due(connection, hour: 12) == nil)
            _ = try connection.send("update erasure_traces set left_at = now() - interval '21 minutes'").rows()
            #expect(try ErasureTraceCheck.due(connection, hour: 12) == .small)
            #expect(try ErasureTraceCheck.run(connection, isPrivate: true).remedy == nil)
            _ = try connection.send("update erasure_traces set left_at = now() - interval '2 hours'").rows()
            let remedy = try ErasureTraceCheck.run(connection, isPrivate: true).remedy
            #expect(remedy?.contains("1 erasure ") == true && remedy?.contains("roost privacy clean") == true)
            #expect(try ErasureTraceCheck.run(connection, isPrivate: false).remedy == nil)

            let work = RewriteTablesAcrossTenants(Declarations.current, mostByDay: 150_000)
            let done = try work.run(.small, isPrivate: true, on: connection)
            #expect(done.large.contains("users") && done.rewritten > 50)
            // Statistics and log are clean by day, too.
            let left = files(Self.erased, directory)
            #expect(!left.contains("pg_wal"), "\(left)")
            #expect(try traces(connection) == 1)
            #expect(try ErasureTraceCheck.due(connection, hour: 12) == nil)
            #expect(try ErasureTraceCheck.run(connection, isPrivate: true).remedy == nil)
            #expect(try ErasureTraceCheck.due(connection, hour: 3) == .all)
            _ = try work.run(.all, isPrivate: true, on: connection)
            #expect(try traces(connection) == 0)
            #expect(files(Self.erased, directory) == "")
            _ = try connection.send("insert into erasure_traces (left_at) values (now() - interval '26 hours')").rows()
            #expect(try ErasureTraceCheck.run(connection, isPrivate: false).remedy?.contains("by cron") == true)
        }
    }
}
