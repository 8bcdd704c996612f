import Foundation
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// One caller's long requests at once never keep others out.
    @Suite struct ShareTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let elsewhere: Tenant

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            elsewhere = try installation.makeTenant()
        }

        enum Caller: CaseIterable, Sendable { case user, key, admin }

        @Test(arguments: Caller.allCases)
        func `S3: sixteen long requests of one caller at once, and the others' are answered meanwhile`(_ caller: Caller)
            async throws
        {
            // Without a limit to waiting: what is over the share runs in the end.
            let console = installation.console()
            let busy = try installation.addAccount("Busy \(unique())", to: tenant)
            let other = try installation.addAccount("Other \(unique())", to: elsewhere)
            // The browser's clock stands, so the key is made before it.
            let otherApp = try installation.makeApp(in: elsewhere)
            var browser = console.browser()
            let otherTokens = try #require(await browser.tokens(of: other, for: otherApp))
            let otherAdmin = try installation.makeAdmin(.owner, in: elsewhere)
            let long = try await long(caller, of: busy, console)
            #expect((200...303).contains(await long().status))

            let rival = try installation.database.connection(.superuser)
            _ = try rival.send("begin").rows()
            _ = try rival.send("select from users where users.id = \(busy.id) for update").rows()
            let ended = Counter()
            let calls = (0..<16).map { _ in
                Task {
                    let status = await long().status
                    ended.add()
                    return status
                }
            }
            let end = Timestamp.now.adding(seconds: 20)
            while console.services.database.load.waiting < 12, Timestamp.now < end {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(await TestProgram(console, key: otherTokens.access).get("/v1/me/profile").status == 200)
            var page = try console.browser(of: otherAdmin)
            #expect(await page.get("/t/\(elsewhere.slug)/users").status == 200)
            #expect(ended.value == 0, "the others were answered before any of the long ones ended")
            _ = try rival.send("rollback").rows()
            for call in calls { #expect((200...303).contains(await call.value)) }
        }

        @Test func `S3: a user who waits for their own calls alone gets 429 with Retry-After`() async throws {
            let pool = installation.database.pool(waitLimitMilliseconds: 300)
            let console = installation.console(pool: pool)
            let busy = try installation.addAccount("Busy \(unique())", to: tenant)
            let long = try await long(.user, of: busy, console)
            let rival = try installation.database.connection(.superuser)
            _ = try rival.send("begin").rows()
            _ = try rival.send("select from users where users.id = \(busy.id) for update").rows()
            let calls = (0..<8).map { _ in Task { await long() } }
            var refused = 0
            let end = Timestamp.now.adding(seconds: 20)
            while pool.load.waiting > 0 || pool.load.working < 2, Timestamp.now < end {
                try await Task.sleep(for: .milliseconds(5))
            }
            _ = try rival.send("rollback").rows()
            for call in calls {
                let answer = await call.value
                guard answer.status != 204 else { continue }
                refused += 1
                #expect(answer.status == 429 && answer.has("/problems/too-many-at-once"), "\(answer.text)")
                #expect(answer.headers[.retryAfter] == "1" && answer.headers[.rateLimitLimit] != nil)
            }
            #expect(refused == 6)
        }

        /// A request that needs the user's row.
        private func long(_ caller: Caller, of user: TestUser, _ console: TestConsole) async throws
            -> @Sendable () async -> Answer
        {
            switch caller {
            case .user:
                let app = try installation.makeApp(in: tenant)
                var browser = console.browser()
                let tokens = try #require(await browser.tokens(of: user, for: app))
                let program = TestProgram(console, key: tokens.access)
                return { await program.write(.patch, "/v1/me/profile", "{\"name\":\"\(unique())\"}") }
            case .key:
                let key = try installation.makeKey(in: tenant, scopes: ["users.read", "users.write"])
                let program = TestProgram(console, key: key.text)
                return {
                    await program.write(.patch, "/v1/users/\(user.id)", "{\"name\":\"\(unique())\"}", ifMatch: "*")
                }
            case .admin:
                let admin = try installation.makeAdmin(.owner, in: tenant)
                let browser = try console.browser(of: admin)
                let address = "/t/\(tenant.slug)/users/\(user.id)/notes"
                return {
                    var browser = browser
                    return await browser.post(address, [("body", "Case 12")])
                }
            }
        }

        @Test func `S3: whatever takes a connection for pages says for whom`() throws {
            // What the server looks up for all its callers together.
            let own = ["ServiceAPI/KeyGate.swift", "ServiceAPI/AccountKeys.swift", "Edge/Readiness.swift"]
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Sources")
            var found: Set<String> = []
            for room in ["Core", "Console", "Kinds", "roost"] {
                let files = FileManager.default.enumerator(
                    at: root.appending(path: room), includingPropertiesForKeys: nil)
                for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                    guard try String(contentsOf: file, encoding: .utf8).contains(#/database\.perform\s*\{/#) else {
                        continue
                    }
                    found.insert(file.pathComponents.suffix(2).joined(separator: "/"))
                }
            }
            #expect(found == Set(own))
        }
    }
}
