import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// How long rows about users are kept, and what they said about their data.
    @Suite(.serialized) struct RetentionTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let user: TestUser
        private let held: TestUser

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            user = try installation.addWholeUser("Marie Curie", to: tenant)
            held = try installation.addWholeUser("Held Person", to: tenant)
        }

        private var base: String { "/t/\(tenant.slug)/privacy/retention" }

        private func notes(of user: TestUser) throws -> Int {
            try installation.number("select count(*) as n from user_notes where user_id = \(user.id)")
        }

        private func addNotes(_ count: Int, days: Int, of user: TestUser) throws {
            try installation.inTenant(tenant) { tx in
                for _ in 0..<count {
                    try tx.execute(
                        """
                        insert into user_notes (tenant_id, user_id, id, author_id, author_name, body, at)
                        values (\(tenant.id), \(user.id), \(ID.make()), \(ID.make()), 'A', 'x', now() - make_interval(days => \(days)::integer))
                        """)
                }
            }
        }

        /// All pieces of a night.
        private func run(_ sweep: SweepRetentionAcrossTenants, at now: Timestamp, on connection: Connection) throws {
            var isMore = true
            while isMore { isMore = try connection.inTenant(tenant.id) { tx in try sweep.step(now: now, in: tx) } }
        }

        @Test func `G1: what the preview counts is what the night removes, and the trail says it in sums`() async throws
        {
            try addNotes(7, days: 500, of: user)
            try addNotes(2, days: 300, of: user)
            try addNotes(3, days: 500, of: held)
            try installation.set(
                "insert into privacy_holds values (\(tenant.id), \(held.id), 'a lawsuit', 'Somebody', now())",
                in: tenant)
            var browser = try console.browser(of: owner)
            #expect(await browser.get(base).has("Notes"))
            let form = [("days-user_notes", "400")]
            #expect(await browser.post("\(base)/preview", form).has("7 rows are older"))
            #expect(await browser.post("\(base)/preview", [("days-user_notes", "299")]).has("9 rows are older"))
            let wrong = await browser.post(
                "\(base)/preview", [("days-user_notes", "x"), ("days-user_devices", "y")])
            // Each is named by what it is about: all fields are called “Days”.
            #expect(wrong.status == 422 && wrong.has("A whole number from 1"))
            #expect(wrong.has("#days-user_notes\">Notes</a>:") && wrong.has("#days-user_devices\">Devices</a>:"))
            #expect(try notes(of: user) == 10)
            #expect(await browser.post(base, [("days-user_notes", "0")]).status == 422)
            // The application can't remove them before somebody has said so.
            let connection = try installation.database.connection()
            func delete() throws -> Int {
                try connection.inTenant(tenant.id) { try $0.execute("delete from user_notes") }
            }
            #expect(try delete() == 0)
            #expect(await browser.post(base, form).status == 303)
            #expect(try notes(of: user) == 10)
            let night = Timestamp.now
            let sweep = SweepRetentionAcrossTenants(services: console.services)
            try run(sweep, at: night, on: connection)
            #expect(try notes(of: user) == 3 && notes(of: held) == 4)
            let events = try installation.number(
                """
                select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'retention.swept'
                    and changes like '%"user_notes"%' and changes like '%"rows":[null,"7"]%'
                """)
            #expect(events == 1)
            // Once a night.
            try addNotes(1, days: 500, of: user)
            #expect(try connection.inTenant(tenant.id) { try sweep.step(now: night, in: $0) } == false)
            #expect(await browser.post(base, [("days-user_notes", "")]).status == 303)
            #expect(
                try installation.number("select count(*) as n from retention_periods where tenant_id = \(tenant.id)")
                    == 0)
        }

        @Test func `G1: payments stay with their user, and after an erasure until the law's time is over`() async throws
        {
            let years: Int64 = 365 * 86_400
            for age in [7, 5] {
                _ = try installation.addPayment(
                    of: user.id, at: .now.adding(seconds: -Int64(age) * years), in: tenant)
            }
            try installation.set("insert into retention_periods values (\(tenant.id), 'payments', 2190, 'x', now())")
            let sweep = SweepRetentionAcrossTenants(services: console.services)
            let connection = try installation.database.connection()
            func payments() throws -> Int {
                try installation.number("select count(*) as n from payments where user_id = \(user.id)")
            }
            let before = try payments()
            try run(sweep, at: .now, on: connection)
            #expect(try before == 2 && payments() == 2)
            try installation.set(
                """
                insert into privacy_requests (tenant_id, id, kind, user_id, state, source, language, received_at, due_at)
                values (\(tenant.id), \(ID.make()), 'erasure', \(user.id), 'running', 'admin', 'en', now(), now())
                """, in: tenant)
            try installation.set("update users set erased_at = now() where id = \(user.id)", in: tenant)
            try installation.set("update retention_periods set swept_on = '-infinity' where tenant_id = \(tenant.id)")
            try run(sweep, at: .now, on: connection)
            #expect(try payments() == 1)
        }

        // MARK: Consents and levels

        private func app() throws -> TestProgram {
            TestProgram(
                console, key: try installation.makeKey(in: tenant, scopes: ["privacy.read", "privacy.write"]).text)
        }

        @Test func `G3: consents are to versions of a text, given and withdrawn, and stay as history`() async throws {
            var app = try app()
            let entry = try installation.makeEntry("texts", ["published", "draft"], in: tenant)
            let key = try installation.database.with(.superuser) {
                try $0.send("select key from catalogue_entries where id = \(entry)").rows().first?.text("key") ?? ""
            }
            let path = "/v1/users/\(user.id)/consents"
            let first = await app.write(.put, "\(path)/\(key)", "{\"granted\":true,\"source\":\"app 4.12\"}")
            #expect(first.status == 200 && first.has("\"result\":\"recorded\",\"version\":1"), "\(first.text)")
            #expect(await app.write(.put, "\(path)/\(key)", "{\"granted\":true}").has("unchanged"))
            #expect(await app.write(.put, "\(path)/\(key)", "{\"granted\":true,\"version\":99}").status == 422)
            #expect(await app.write(.put, "\(path)/\(key)", "{\"granted\":\"yes\"}").status == 422)
            #expect(await app.write(.put, "\(path)/nothing", "{\"granted\":true}").status == 404)
            #expect(
                await app.get(path).has("\"purpose\":\"\(key)\",\"granted\":true,\"version\":1,\"source\":\"app 4.12\"")
            )
            app.now = app.now.adding(seconds: 1)
            #expect(
                await app.write(.put, "\(path)/\(key)", "{\"granted\":false,\"source\":\"settings\"}").has("recorded"))
            #expect(await app.get(path).has("\"granted\":false"))
            let rows = try installation.number(
                "select count(*) as n from user_consents where user_id = \(user.id) and purpose = \(key)")
            #expect(rows == 2)
            var browser = try console.browser(of: owner)
            #expect(await browser.get("/t/\(tenant.slug)/users/\(user.id)").has("settings"))
        }

        @Test func `G3: every answer about another user obeys the level that the user chose`() async throws {
            let app = try app()
            let other = try installation.addUser("Pierre Curie", to: tenant)
            func sees(_ viewer: ID?) async -> Bool {
                let query = viewer.map { "?viewer=\($0)" } ?? ""
                let answer = await app.get("/v1/users/\(user.id)/profile\(query)")
                #expect(answer.status == 200 && answer.has("\"profile\":null") != answer.has("Marie Curie"))
                return answer.has("Marie Curie")
            }
            // By level: another user, somebody with the link, the user, nobody whom the tenant knows.
            for (level, expected) in [
                ("nobody", [false, false, true, false]), ("groups", [false, false, true, false]),
                ("everybody", [true, true, true, false]), ("link", [false, true, true, false]),
            ] {
                #expect(await app.write(.put, "/v1/users/\(user.id)/privacy", "{\"level\":\"\(level)\"}").status == 200)
                #expect(await app.get("/v1/users/\(user.id)/privacy").has(level))
                let seen = [await sees(other.id), await sees(nil), await sees(user.id), await sees(.make())]
                #expect(seen == expected, "\(level)")
            }
            #expect(await app.write(.put, "/v1/users/\(user.id)/privacy", "{\"level\":\"all\"}").status == 422)
            // Who is suspended or deleted neither sees nor is seen.
            #expect(await app.write(.put, "/v1/users/\(user.id)/privacy", "{\"level\":\"everybody\"}").status == 200)
            try installation.set("update users set status = 'suspended' where id = \(other.id)")
            #expect(await sees(other.id) == false)
            try installation.set("update users set status = 'active' where id = \(other.id)")
            try installation.set("update users set status = 'suspended' where id = \(user.id)")
            #expect(await sees(other.id) == false)
            #expect(await sees(nil) == false)
        }

        @Test func `G3: members of a shared group are those whom a feature says`() throws {
            let other = try installation.addUser("Pierre Curie", to: tenant)
            try installation.set("update users set privacy_level = 'groups' where id = \(user.id)")
            // A feature in which Pierre is in everybody's group.
            let groups = Declarations([GroupsOf(person: other.id)])
            func sees(_ viewer: ID) throws -> Bool {
                try installation.database.connection().inTenant(tenant.id, .readOnly) {
                    try $0.first(ConsentQueries.shown(user.id, to: .user(viewer), groups)) != nil
                }
            }
            #expect(try sees(other.id) && !sees(held.id))
        }
    }
}

private struct GroupsOf: Feature {
    let person: ID
    var sharedGroups: [SharedGroups] {
        let person = person
        return [SharedGroups { "\($0) = \(person)" }]
    }
}
