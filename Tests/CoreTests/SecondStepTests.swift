import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct SecondStepTests {
        private static let made = Result { try TestInstallation() }
        let installation: TestInstallation
        let console: TestConsole
        let start = Timestamp.now

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
        }

        /// A browser that has given the password, and what a code gets it: true when it is in.
        private func isIn(_ admin: TestAdmin, _ code: String, after seconds: Int64 = 0) async throws -> Bool {
            let now = start.adding(seconds: seconds)
            var browser = try console.browser(of: admin, stage: "code", now: now)
            _ = await browser.get("/sign-in/code")
            let answer = await browser.post("/sign-in/code", [("code", code)])
            #expect(answer.status == 303 || answer.status == 422)
            guard answer.location == "/" else { return false }
            return await browser.get("/account").status == 200
        }

        @Test func `the same code many times at once over four processes: exactly one is let in`() async throws {
            let consoles = (0..<4).map { _ in installation.console() }
            let (parallel, rounds) = isFullRun ? (200, 200) : (50, 5)
            for round in 0..<rounds {
                let admin = try installation.makeAdmin()
                let now = start.adding(seconds: Int64(round))
                let sessions = try installation.makeSessions(parallel, admin.id, stage: "code", now: now)
                let authenticated = await withTaskGroup(of: Bool.self) { group in
                    for (number, session) in sessions.enumerated() {
                        group.addTask {
                            var browser = TestBrowser(consoles[number % 4])
                            browser.now = now
                            browser.cookies["roost"] = session.token
                            _ = await browser.get("/sign-in/code")
                            return await browser.post("/sign-in/code", [("code", admin.code(at: now))]).location == "/"
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(authenticated == 1, "round \(round)")
                #expect(
                    try installation.number(
                        "select count(*) as n from sessions where sessions.admin_id = \(admin.id) and sessions.stage = 'full'"
                    ) == 1)
            }
        }

        @Test func `of many who accept the same step at once the database lets one`() async throws {
            let admin = try installation.makeAdmin()
            let pool = installation.database.pool(pages: 8)
            defer { pool.stop() }
            let step = start.seconds / 30
            let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await pool.perform { connection in
                            try connection.inTenant(Tenant.installation.id) {
                                try $0.rows(SecondStepQueriesAcrossTenants.acceptStep(step, of: admin.id)).count
                            }
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(accepted == 1)
        }

        @Test func `one half-open session used many times at once lets in once`() async throws {
            let admin = try installation.makeAdmin()
            let browser = try console.browser(of: admin, stage: "code", now: start)
            let authenticated = await withTaskGroup(of: Bool.self) { group in
                for step in 0..<30 {
                    group.addTask {
                        var own = browser
                        _ = await own.get("/sign-in/code")
                        return await own.post(
                            "/sign-in/code", [("code", admin.code(at: start, stepsOff: Int64(step % 3) - 1))]
                        ).location == "/"
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(authenticated == 1)
        }

        @Test func `a code works once, and none before it after it`() async throws {
            let admin = try installation.makeAdmin()
            #expect(try await isIn(admin, admin.code(at: start)))
            #expect(try await isIn(admin, admin.code(at: start)) == false)
            #expect(try await isIn(admin, admin.code(at: start, stepsOff: -1)) == false)
            #expect(try await isIn(admin, admin.code(at: start, stepsOff: 1)))
        }

        @Test func `codes a step early and late are taken, two steps are not`() async throws {
            for (off, wanted) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
                let admin = try installation.makeAdmin()
                #expect(try await isIn(admin, admin.code(at: start, stepsOff: Int64(off))) == wanted, "\(off)")
            }
        }

        @Test func `five wrong codes in 15 minutes, and no code is taken until they are over`() async throws {
            let admin = try installation.makeAdmin()
            for _ in 0..<5 { #expect(try await isIn(admin, "000000") == false) }
            #expect(try await isIn(admin, admin.code(at: start), after: 0) == false)
            let late = start.adding(seconds: 15 * 60 - 1)
            #expect(try await isIn(admin, admin.code(at: late), after: 15 * 60 - 1) == false)
            let after = start.adding(seconds: 15 * 60 + 1)
            #expect(try await isIn(admin, admin.code(at: after), after: 15 * 60 + 1))
            // A right code starts the count anew.
            for _ in 0..<4 { #expect(try await isIn(admin, "000000", after: 15 * 60 + 2) == false) }
            let next = start.adding(seconds: 15 * 60 + 40)
            #expect(try await isIn(admin, admin.code(at: next), after: 15 * 60 + 40))
        }

        @Test func `twenty wrong codes in a day, and no code is taken until it is over`() async throws {
            let admin = try installation.makeAdmin()
            for number in 0..<20 {
                #expect(try await isIn(admin, "000000", after: Int64(number / 5) * 16 * 60) == false)
            }
            let evening = start.adding(seconds: 12 * 3600)
            #expect(try await isIn(admin, admin.code(at: evening), after: 12 * 3600) == false)
            let tomorrow = start.adding(seconds: 24 * 3600 + 60)
            #expect(try await isIn(admin, admin.code(at: tomorrow), after: 24 * 3600 + 60))
        }

        @Test func `a recovery code opens the door once, and new ones end the old`() async throws {
            let admin = try installation.makeAdmin()
            func make() throws -> [String] {
                try installation.database.connection().inTenant(Tenant.installation.id) {
                    try RecoveryCodesAcrossTenants.replace(of: admin.id, keys: installation.keys, in: $0)
                }
            }
            let codes = try make()
            #expect(codes.count == 10 && Set(codes).count == 10)
            #expect(try await isIn(admin, codes[0]))
            #expect(try await isIn(admin, codes[0]) == false)
            #expect(try await isIn(admin, codes[1].uppercased().replacing("-", with: " ")))
            let stored = try installation.number(
                "select count(*) as n from recovery_codes where recovery_codes.hash = convert_to(\(codes[2]), 'UTF8')")
            #expect(stored == 0)
            let newer = try make()
            #expect(try await isIn(admin, codes[2]) == false)
            #expect(try await isIn(admin, newer[2]))
        }

        @Test func `a recovery code used at once in many places opens once`() async throws {
            let admin = try installation.makeAdmin()
            let code = try installation.database.connection().inTenant(Tenant.installation.id) {
                try RecoveryCodesAcrossTenants.replace(of: admin.id, keys: installation.keys, in: $0)
            }[0]
            let authenticated = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { (try? await isIn(admin, code)) ?? false } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(authenticated == 1)
        }

        @Test func `the account's own changes ask for a code, and wrong ones count there too`() async throws {
            let admin = try installation.makeAdmin()
            var browser = try console.browser(of: admin, now: start)
            for _ in 0..<5 {
                #expect(await browser.post("/account/recovery-codes", [("codes_code", "000000")]).status == 422)
            }
            #expect(
                await browser.post("/account/recovery-codes", [("codes_code", admin.code(at: start))]).status == 422)
            #expect(try await isIn(admin, admin.code(at: start)) == false)
            browser.now = start.adding(seconds: 14 * 60)
            _ = await browser.get("/account")
            await console.services.touches.flush()
            browser.now = start.adding(seconds: 16 * 60)
            let made = await browser.post("/account/recovery-codes", [("codes_code", admin.code(at: browser.now))])
            #expect(made.status == 200)
            #expect(
                try installation.number(
                    "select count(*) as n from recovery_codes where recovery_codes.admin_id = \(admin.id)") == 10)
        }
    }
}
