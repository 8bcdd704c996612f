import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct BackOffTests {
        private static let made = Result { try TestInstallation() }
        let installation: TestInstallation
        private let console: TestConsole
        let start = Timestamp.now

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
        }

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

        @Test func `17, S2: who asks for mails without end leaves the network one a minute, and other tenants all`()
            throws
        {
            let tenants = [try installation.makeTenant().id, try installation.makeTenant().id, Tenant.installation.id]
            let network = unique()
            func wait(_ tenant: ID, after seconds: Int64) throws -> Int64? {
                try installation.database.connection().inTenant(tenant) {
                    try AttemptsAcrossTenants(key: installation.keys.attempts).reserveMail(
                        from: network, now: start.adding(seconds: seconds), in: $0)
                }
            }
            for _ in 0..<20 { #expect(try wait(tenants[0], after: 0) == nil) }
            #expect(try wait(tenants[0], after: 0) == 60)
            // Somebody greedy asks every twenty seconds, for a day.
            var letThrough = 0
            for second: Int64 in stride(from: 20, to: 86_400, by: 20) {
                if try wait(tenants[0], after: second) == nil { letThrough += 1 }
            }
            #expect(letThrough == 1439)
            #expect(try wait(tenants[0], after: 86_399) == 1)
            for tenant in tenants.dropFirst() { #expect(try wait(tenant, after: 86_399) == nil) }
            // After twenty quiet minutes all twenty are there again.
            for _ in 0..<20 { #expect(try wait(tenants[0], after: 86_400 + 1200) == nil) }
            #expect(try wait(tenants[0], after: 86_400 + 1200) != nil)
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

        /// May a password be tried for that e-mail from there? As the door asks.
        private func mayTry(
            _ email: String, from address: String, of admin: ID? = nil, after seconds: Int64 = 0,
            on connection: Connection? = nil
        ) throws -> Bool {
            var browser = TestBrowser(console)
            (browser.address, browser.now) = (address, start.adding(seconds: seconds))
            let request = browser.request(.post, "/sign-in", form: [])
            return try (connection ?? installation.database.connection()).inTenant(Tenant.installation.id) { tx in
                let attempts = AttemptsAcrossTenants(key: installation.keys.attempts)
                return try SignInAttempt(email, of: admin, request, in: tx).reserve(attempts, now: request.now, in: tx)
                    == .mayTry
            }
        }

        private func wrong(_ bucket: String) throws -> Int {
            try installation.number(
                "select coalesce(sum(failures), 0) as n from attempts where bucket = \(bucket)")
        }

        @Test func `13.6: what a blocked address goes on to try counts for nobody but itself`() throws {
            try installation.set("delete from attempts")
            let victim = try installation.makeAdmin()
            let address = "198.51.100.66"
            var tried = 0
            let connection = try installation.database.connection()
            for _ in 0..<1010 where try mayTry("\(unique())@example.com", from: address, on: connection) { tried += 1 }
            #expect(tried == 50)
            // Nor for the account that it aims at.
            for _ in 0..<20 { #expect(try !mayTry(victim.email, from: address, of: victim.id)) }
            #expect(try wrong("installation") == 50 && wrong("account") == 50)
            #expect(try mayTry(victim.email, from: "198.51.100.67", of: victim.id))
        }

        @Test func `13.6: a thousand addresses together keep nobody out, they only wait sooner themselves`() throws {
            try installation.set("delete from attempts")
            let tenant = try installation.makeTenant()
            let (victim, other) = (
                try installation.makeAdmin(.owner, in: tenant), try installation.makeAdmin(.support, in: tenant)
            )
            let connection = try installation.database.connection()
            try connection.inTenant(Tenant.installation.id) { tx in
                let attempts = AttemptsAcrossTenants(key: installation.keys.attempts)
                for _ in 0..<201 { try attempts.count([tenant.id], now: start, in: tx) }
                #expect(try attempts.isUnderAttack([tenant.id], now: start, in: tx))
                #expect(try !attempts.isUnderAttack([], now: start, in: tx))
                for _ in 0..<800 { try attempts.count([], now: start, in: tx) }
                #expect(try attempts.isUnderAttack([], now: start, in: tx))
                #expect(try !attempts.isUnderAttack([], now: start.adding(seconds: 3601), in: tx))
            }
            #expect(try mayTry(victim.email, from: "192.0.2.1", of: victim.id))
            // One that guesses itself has five tries now, in place of fifty.
            for number in 0..<5 { #expect(try mayTry("\(number)-\(unique())@example.com", from: "192.0.2.2")) }
            #expect(try !mayTry(other.email, from: "192.0.2.2", of: other.id))
            #expect(try mayTry(other.email, from: "192.0.2.3", of: other.id))
        }

        @Test func `13.6: who has one address of version 6 has a whole network of them, and counts as one`() throws {
            try installation.set("delete from attempts")
            for number in 0..<50 {
                #expect(try mayTry("\(unique())@example.com", from: "2001:db8:7:7::\(String(number, radix: 16))"))
            }
            #expect(try !mayTry("\(unique())@example.com", from: "2001:db8:7:7:ffff::1"))
            #expect(try mayTry("\(unique())@example.com", from: "2001:db8:7:8::1"))
            #expect(AddressRange.neighbourhood(of: "::ffff:192.0.2.9") == AddressRange.neighbourhood(of: "192.0.2.9"))
            #expect(AddressRange.neighbourhood(of: "-") == "-")
        }

        @Test func `13.6: a known browser is known for half a year on the server, and what it does wrong is its own`()
            async throws
        {
            let console = installation.console()
            let admin = try installation.makeAdmin()
            var known = console.browser()
            known.now = start
            #expect(await known.signIn(admin).location == "/")
            let before = try wrong("account")
            known.cookies["roost"] = nil
            _ = await known.get("/sign-in")
            for _ in 0..<6 { await known.post("/sign-in", [("email", admin.email), ("password", "wrong")]) }
            #expect(try wrong("account") == before && wrong("device") >= 5)
            #expect(
                await known.post("/sign-in", [("email", admin.email), ("password", TestAdmin.password)]).status == 422)
            func isKnown(after days: Int64) throws -> Bool {
                let hash = KnownDevices.hash(of: known.request(.get, "/sign-in"))
                return try installation.database.connection().inTenant(Tenant.installation.id) { tx in
                    try KnownDevices.knows(hash, admin.id, now: start.adding(seconds: days * 86400), in: tx)
                }
            }
            #expect(try isKnown(after: 179) && !isKnown(after: 181))
        }

        @Test func `13.6: one's own password is changed while others shut one's account from outside`() async throws {
            let console = installation.console()
            let admin = try installation.makeAdmin()
            for number in 0..<8 { _ = try mayTry(admin.email, from: "192.0.2.\(100 + number)", of: admin.id) }
            #expect(try !mayTry(admin.email, from: "192.0.2.200", of: admin.id))
            var browser = try console.browser(of: admin)
            _ = await browser.get("/account")
            let changed = await browser.post(
                "/account/password", [("current", TestAdmin.password), ("password", "seven purple elephants")])
            #expect(changed.status == 303)
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
