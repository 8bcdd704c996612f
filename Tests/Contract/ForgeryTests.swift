import Console
import Core
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import roost

extension TheWall {
    /// What other sites can make a signed-in browser send has no effect.
    @Suite struct ForgeryTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let pairs: [String: (mine: MarkedTenant, theirs: MarkedTenant)]
        private let mine: MarkedTenant
        private let boss: TestAdmin

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            mine = try MarkedTenant(installation)
            pairs = try MarkedTenant.pairs(installation)
            boss = try installation.makeAdmin()
        }

        private func mine(for route: Route) -> MarkedTenant {
            if case .kind(let kind) = route.place, let pair = pairs[kind] { pair.mine } else { mine }
        }

        private func browser(for route: Route) async throws -> TestBrowser {
            let mine = mine(for: route)
            let owner = try #require(mine.admins[.owner])
            let stage =
                ["/sign-in/code": "code", "/sign-in/passkey": "code", "/sign-in/second-step": "enrol"][route.pattern]
                ?? "full"
            var browser = try console.browser(of: route.access == .operators ? boss : owner, stage: stage)
            if route.access == .hosted {
                browser.cookies = [:]
                _ = await browser.get("/sign-in")
            }
            if route.access == .open, route.pattern.hasPrefix("/account") == false {
                if route.pattern.hasPrefix("/enrol") || route.pattern == "/sign-in" { browser.cookies = [:] }
                _ = await browser.get("/sign-in")
            }
            return browser
        }

        /// These callers authenticate with a key, a code or a signature, which no browser sends by itself.
        private static func hasNoCookie(_ route: Route) -> Bool {
            route.pattern.hasPrefix("/v1/") || route.pattern.hasPrefix("/hooks/")
                || [
                    "/accounts/:tenant/token", "/accounts/:tenant/revocation", "/accounts/:tenant/userinfo",
                    // Apple's answer, which comes by a form of Apple's: it does nothing but send the browser on.
                    "/accounts/:tenant/identities/:issuer/callback",
                ].contains(route.pattern)
        }

        private func table(_ route: Route) throws -> RouteTable {
            let mine = mine(for: route)
            var table = RouteTable(tenant: mine.tenant.slug, user: mine.user.id.description)
            table.code = try #require(mine.admins[.owner]).code(at: .now)
            table.key = mine.key.id.description
            table.objects = mine.objects
            if route.pattern.contains(":link") {
                table.link = try installation.makeLink(for: installation.makeAdmin(password: nil, hasSecondStep: false))
            }
            if route.method == .post, route.pattern.contains(":checkout") {
                table.checkout = try installation.beginCheckout(of: mine.user.id, in: mine.tenant)
            }
            if route.pattern.contains(":session") {
                table.session = try installation.makeSession(#require(mine.admins[.owner]).id).id.description
            }
            return table
        }

        @Test func `a POST without the session's own token, or from another site, is refused and changes nothing`()
            async throws
        {
            let foreignToken = try installation.makeSession(boss.id).csrf
            for route in console.console.routes where route.method == .post && !Self.hasNoCookie(route) {
                let table = try table(route)
                let (path, form) = (try #require(table.path(route)), try #require(table.form(route)))
                let honest = try await browser(for: route)
                let before = try installation.fingerprint()
                for (how, token, headers) in [
                    ("no token", "", [:]), ("a token of nobody", "0123456789abcdef", [:]),
                    ("another session's token", foreignToken, [:]),
                    ("cross-site", honest.csrf, [.secFetchSite: "cross-site"]),
                    ("same-site", honest.csrf, [.secFetchSite: "same-site"]),
                    ("another origin", honest.csrf, [.origin: "https://evil.example", .host: "roost.example"]),
                    ("an origin without a name", honest.csrf, [.origin: "null", .host: "roost.example"]),
                ] as [(String, String, HTTPFields)] {
                    var browser = honest
                    browser.headers = headers
                    let answer = await browser.post(path, form + [("csrf", token)])
                    #expect(answer.status == 403, "\(route.pattern), \(how)")
                }
                #expect(try installation.fingerprint() == before, "\(route.pattern)")
            }
        }

        @Test func `a token counts only in the body of a form`() async throws {
            let path = "/t/\(mine.tenant.slug)/users/\(mine.user.id)/deletion"
            let honest = try console.browser(of: #require(mine.admins[.owner]))
            var inQuery = honest
            #expect(await inQuery.post("\(path)?csrf=\(honest.csrf)", [("csrf", "")]).status == 403)
            var request = honest.request(.post, path, form: [("csrf", honest.csrf)])
            request.headers[.contentType] = "text/plain"
            #expect(await console.answer(request).status == 403)
            request.headers[.contentType] = "multipart/form-data; boundary=x"
            #expect(await console.answer(request).status == 403)
            #expect(
                try installation.number(
                    "select count(*) as n from users where users.id = \(mine.user.id) and users.status = 'active'") == 1
            )
        }

        @Test func `no page changes anything by being read`() async throws {
            for route in console.console.routes where route.method == .get {
                var browser = try console.browser(
                    of: route.access == .operators ? boss : #require(mine(for: route).admins[.owner]))
                let before = try installation.fingerprint().split(separator: "\n").filter { !$0.hasPrefix("audit_") }
                _ = await browser.get(try #require(table(route).path(route)))
                let after = try installation.fingerprint().split(separator: "\n").filter { !$0.hasPrefix("audit_") }
                // The route table itself makes links, sessions and operators, and other operators are notified of
                // these.
                let own: Set<String> = ["admins", "enrolment_links", "sessions", "shell_notice"]
                for (a, b) in zip(before, after) where !own.contains(where: { a.hasPrefix($0) }) {
                    #expect(a == b, "\(route.pattern)")
                }
            }
        }
    }
}
