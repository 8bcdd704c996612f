import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct BackOffTests {
        private static let made = Result { try TestInstallation() }
        let installation: TestInstallation
        let start = Timestamp.now

        init() throws { installation = try Self.made.get() }

        private func may(_ bucket: AttemptsAcrossTenants.Bucket, _ subject: String, after seconds: Int64) throws -> Bool
        {
            try installation.database.connection().inTenant(Tenant.installation.id) {
                try AttemptsAcrossTenants(key: installation.keys.attempts).reserve(
                    bucket, subject, now: start.adding(seconds: seconds), in: $0)
            }
        }

        @Test func `after five attempts an account pauses 30 s, doubling to 15 min, and is forgotten after 12 h`()
            throws
        {
            let subject = unique()
            for _ in 0..<5 { #expect(try may(.account, subject, after: 0)) }
            var now: Int64 = 0
            for pause: Int64 in [30, 60, 120, 240, 480, 900, 900, 900] {
                #expect(try may(.account, subject, after: now + pause - 1) == false)
                #expect(try may(.account, subject, after: now + pause))
                now += pause
            }
            #expect(try may(.account, subject, after: now + 1) == false)
            now += 12 * 3600 + 901
            for _ in 0..<5 { #expect(try may(.account, subject, after: now)) }
            #expect(try may(.account, subject, after: now + 1) == false)
        }

        @Test func `buckets of different people, addresses and kinds don't touch`() throws {
            let subject = unique()
            for _ in 0..<5 { _ = try may(.account, subject, after: 0) }
            #expect(try may(.account, subject, after: 1) == false)
            #expect(try may(.account, subject + "x", after: 1))
            #expect(try may(.address, subject, after: 1))
        }

        @Test func `a thousand at once count as a thousand`() async throws {
            let subject = unique()
            let pool = installation.database.pool(pages: 8)
            defer { pool.stop() }
            let (keys, now) = (installation.keys, start)
            let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        try await pool.perform { connection in
                            try connection.inTenant(Tenant.installation.id) {
                                try AttemptsAcrossTenants(key: keys.attempts).reserve(
                                    .account, subject, now: now, in: $0)
                            }
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(allowed == 5)
        }

        @Test func `no e-mail and no address stands in the table of attempts`() throws {
            let subject = "person-\(unique())@example.com"
            _ = try may(.account, subject, after: 0)
            #expect(
                try installation.number(
                    "select count(*) as n from attempts where attempts::text like \("%\(subject)%")") == 0)
            #expect(
                try installation.number(
                    "select count(*) as n from attempts where attempts.key = sha256(convert_to(\(subject), 'UTF8'))")
                    == 0)
        }

        @Test func `a blocked account opens for a browser that was in before, and for nobody else`() async throws {
            let console = installation.console()
            let admin = try installation.makeAdmin()
            var known = console.browser()
            known.now = start
            #expect(await known.signIn(admin).location == "/")
            var stranger = console.browser()
            stranger.now = start
            _ = await stranger.get("/sign-in")
            for _ in 0..<6 {
                await stranger.post("/sign-in", [("email", admin.email.uppercased()), ("password", "wrong")])
            }
            #expect(
                await stranger.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)]).status
                    == 422)
            known.cookies["roost"] = nil
            _ = await known.get("/sign-in")
            #expect(
                await known.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)]).location
                    == "/sign-in/code")
            // The device of one admin is nothing to the account of another.
            let other = try installation.makeAdmin()
            for _ in 0..<6 { await stranger.post("/sign-in", [("email", other.email), ("password", "wrong")]) }
            known.cookies["roost"] = nil
            _ = await known.get("/sign-in")
            #expect(
                await known.post("/sign-in", [("email", other.email), ("password", TestAdmin.password)]).status == 422)
            stranger.now = start.adding(seconds: 31 * 60)
            #expect(
                await stranger.post("/sign-in", [("email", other.email), ("password", TestAdmin.password)]).location
                    == "/sign-in/code")
        }
    }
}
