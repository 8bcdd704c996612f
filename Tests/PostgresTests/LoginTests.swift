import Support
import Testing

@testable import Postgres

extension OnPostgres {
    /// As whom the server's connections are signed in.
    @Suite struct LoginTests {
        private static let database = Result { try TestDatabase.make() }
        let database: TestDatabase

        init() throws { database = try Self.database.get() }

        @Test func `13.8: no lane's connection is signed in as anybody but roost_app, and RESET ROLE leads nowhere`()
            async throws
        {
            let pool = database.pool()
            defer { pool.stop() }
            for lane in [Database.LaneName.pages, .downloads, .background, .safety] {
                let names = try await pool.perform(lane) { connection in
                    _ = try connection.send("reset role").rows()
                    let row = try connection.send(
                        """
                        select session_user::text as login, current_user::text as name,
                            (select count(*) from pg_roles where pg_has_role(session_user, pg_roles.oid, 'member')) as roles
                        """
                    ).rows().first
                    return try [row?.text("login"), row?.text("name"), row.map { String(try $0.int("roles")) }]
                }
                #expect(names == ["roost_app", "roost_app", "1"])
            }
            for role in ["set role roost_owner", "set role postgres", "set session authorization roost_owner"] as [SQL]
            {
                let error = await #expect(throws: DatabaseError.self) {
                    try await pool.perform { _ = try $0.send(role).rows() }
                }
                #expect(error?.sqlState == "42501")
            }
        }

        @Test func `13.17: what the whole database refuses is remembered on every lane, until a write went through`()
            async throws
        {
            let pool = database.pool()
            defer { pool.stop() }
            #expect(pool.refusals.sqlState == nil)
            await #expect(throws: DatabaseError.self) {
                try await pool.perform(.background) { connection in
                    try connection.begin(.readOnly)
                    _ = try connection.send("update write_probe set at = now()").rows()
                }
            }
            #expect(pool.refusals.sqlState == "25006")
            pool.refusals.clear()
            // A statement's own fault says nothing about the database.
            await #expect(throws: DatabaseError.self) {
                try await pool.perform { _ = try $0.send("select 1 / 0 as n").rows() }
            }
            #expect(pool.refusals.sqlState == nil)
        }
    }
}
