import HTTPTypes
import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct CheckpointRefusalTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private var browser: TestBrowser

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
        }

        @Test
        func
            `while checkpoints can't leave, what must be provable is refused, the rest goes on, and it ends when one leaves`()
            async throws
        {
            var browser = browser
            let user = try installation.addUser("Somebody", to: tenant)
            let start = browser.now.adding(seconds: -901)
            let sensitive: [(String, [(String, String)]?)] = [
                ("/users.csv?reason=why", nil), ("/audit.csv?reason=why", nil),
                ("/keys", [("name", "K"), ("scopes", "users.read"), ("term", "30"), ("rate", "600")]), ("/archive", []),
            ]
            func answer(_ path: String, _ form: [(String, String)]?) async -> Answer {
                if let form { return await browser.post("/t/\(tenant.slug)\(path)", form) }
                return await browser.get("/t/\(tenant.slug)\(path)")
            }
            console.services.checkpoints.begin(at: start)
            let before = try installation.fingerprint()
            for (path, form) in sensitive {
                let refused = await answer(path, form)
                #expect(refused.status == 503 && refused.has("Sensitive changes are paused"), "\(path)")
            }
            #expect(try installation.fingerprint() == before)
            for path in ["", "/users", "/users/\(user.id)", "/audit", "/settings"] {
                #expect(await browser.get("/t/\(tenant.slug)\(path)").status == 200, "\(path)")
            }
            #expect(await answer("/users/\(user.id)/suspension", [("reason", "x")]).status == 303)
            browser.headers[.authorization] = "Bearer for-tools"
            #expect(await browser.get("/metrics").has("roost_audit_checkpoint_overdue 1.0"))
            #expect(await browser.get("/metrics").has("roost_audit_receded 0.0"))
            console.services.checkpoints.sawReceded(2)
            #expect(await browser.get("/metrics").has("roost_audit_receded 2.0"))
            console.services.checkpoints.stored(at: browser.now)
            for (path, form) in sensitive { #expect(await [200, 303].contains(answer(path, form).status), "\(path)") }
        }
    }
}
