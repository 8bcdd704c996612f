import HTTPTypes
import JSON
import JWS
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What an app does to get tokens, and what somebody else could try.
    @Suite struct OAuthTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let app: TestApp
        private let user: TestUser

        init() throws {
            installation = try Self.made.get()
            console = installation.console()
            tenant = try installation.makeTenant()
            app = try installation.makeApp(in: tenant)
            user = try installation.addAccount("Ines Quill", to: tenant)
        }

        private var issuer: String { "https://roost.example/accounts/\(tenant.slug)" }

        private func keys(of tenant: Tenant? = nil) async throws -> [(id: String, key: VerifyingKey)] {
            var browser = console.browser()
            let answer = await browser.get("/accounts/\((tenant ?? self.tenant).slug)/keys")
            return try #require(answer.json?["keys"]).elements.map { jwk in
                let id = try #require(jwk["kid"]?.text)
                let raw = try ["x", "y"].flatMap { try #require(Base64.url.decode((jwk[$0]?.text ?? "").utf8)) }
                return (id, try #require(VerifyingKey(id: id, raw: raw)))
            }
        }

        private func claims(_ token: String, _ type: String) async throws -> JSONText {
            let read = try #require(SignedClaims(token, type: type))
            let key = try #require(try await keys().first { $0.id == read.keyID })
            return try #require(read.claims(by: key.key))
        }

        // MARK: As it is meant

        @Test func `S2: discovery names every endpoint, and each of them is there`() async throws {
            var browser = console.browser()
            let document = try #require(await browser.get("\(app.base)/.well-known/openid-configuration").json)
            #expect(document["issuer"]?.text == issuer)
            #expect(document["code_challenge_methods_supported"]?.elements.compactMap(\.text) == ["S256"])
            for name in ["authorization", "token", "revocation", "userinfo"] {
                let address = try #require(document["\(name)_endpoint"]?.text)
                #expect(address.hasPrefix(issuer + "/"), "\(name)")
                let path = String(address.dropFirst("https://roost.example".count))
                #expect(
                    console.console.routes.contains { $0.pattern.hasSuffix(String(path.dropFirst(app.base.count))) })
            }
            #expect(await browser.get("\(app.base)/.well-known/oauth-authorization-server").json == document)
        }

        @Test func `S2: with a code and its verifier an app gets tokens that the published keys verify`() async throws {
            var browser = console.browser()
            let page = await browser.get(app.authorize())
            #expect(page.status == 200 && page.has(tenant.name) && page.has("App of"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self' com.example.app:;") == true)
            let answer = await browser.signIn(user, to: app)
            #expect(answer.status == 303 && answer.location?.hasPrefix("com.example.app:/back?code=") == true)
            #expect(answer.answered("state") == "state of the app" && answer.answered("iss") == issuer)
            let code = try #require(answer.code)
            let given = await browser.call("\(app.base)/token", app.exchange(code))
            #expect(given.headers[.cacheControl] == "no-store" && given.json?["token_type"]?.text == "Bearer")
            let tokens = try #require(given.tokens)

            let access = try await claims(tokens.access, "at+jwt")
            #expect(access["iss"]?.text == issuer && access["aud"]?.text == "https://roost.example/v1")
            #expect(access["sub"]?.text == user.id.description && access["tenant"]?.text == tenant.id.description)
            #expect(access["client_id"]?.text == app.id.description)
            #expect((access["exp"]?.int ?? 0) - (access["iat"]?.int ?? 0) == 600)

            let identity = try await claims(try #require(tokens.identity), "jwt")
            #expect(identity["aud"]?.text == app.id.description && identity["nonce"]?.text == "nonce of the app")
            #expect(identity["email"]?.text == user.email && identity["email_verified"] == true)
            #expect(identity["name"]?.text == "Ines Quill")

            let info = await browser.userInfo(app, tokens.access)
            #expect(info.status == 200 && info.json?["sub"]?.text == user.id.description)
            #expect(info.json?["email"]?.text == user.email)
        }

        @Test func `S2: a refresh token gives new tokens, and with revocation the session is over`() async throws {
            var browser = console.browser()
            let first = try #require(await browser.tokens(of: user, for: app))
            let second = try #require(
                await browser.call("\(app.base)/token", app.refresh(first.refresh)).tokens)
            #expect(second.refresh != first.refresh && second.access != first.access)
            let narrowed = await browser.call("\(app.base)/token", app.refresh(second.refresh, ["scope": "openid"]))
            #expect(narrowed.json?["scope"]?.text == "openid")
            let third = try #require(narrowed.tokens)
            #expect(await browser.userInfo(app, third.access).json?["email"] == nil)
            let more = await browser.call(
                "\(app.base)/token", app.refresh(third.refresh, ["scope": "openid offline_access"]))
            #expect(more.status == 400 && more.json?["error"]?.text == "invalid_scope")

            let revocation = app.parameters(["token": .some(third.refresh)])
            #expect(await browser.call("\(app.base)/revocation", revocation).status == 200)
            #expect(await browser.call("\(app.base)/token", app.refresh(third.refresh)).status == 400)
            #expect(await browser.userInfo(app, third.access).status == 401)
            // What nobody knows is as good as revoked.
            #expect(
                await browser.call("\(app.base)/revocation", app.parameters(["token": "nobody's"])).status == 200)
        }

        @Test func `S2: an app with a secret proves itself, in the header or in the form`() async throws {
            let server = try installation.makeApp(
                in: tenant, redirect: "https://server.example.com/back", isConfidential: true)
            let secret = try #require(server.secret)
            var browser = console.browser()
            func code() async throws -> String { try #require(await browser.signIn(user, to: server).code) }
            let basic = "Basic " + Base64.padded.encode(Array("\(server.id):\(secret)".utf8))
            let noSecret: [String: String?] = ["client_secret": nil, "client_id": nil]
            let byForm = try await code()
            #expect(await browser.call("\(server.base)/token", server.exchange(byForm)).status == 200)
            let byHeader = try await code()
            #expect(
                await browser.call("\(server.base)/token", server.exchange(byHeader, noSecret), authorization: basic)
                    .status == 200)
            let refused = try await code()
            for (changed, header) in [
                (["client_secret": nil], nil), (["client_secret": "x"], nil),
                (["client_secret": .some(Token.random().text)], nil),
                (noSecret, "Basic " + Base64.padded.encode(Array("\(server.id):x".utf8))),
                (noSecret, "Basic %%%"), (noSecret, "Bearer \(secret)"),
            ] as [([String: String?], String?)] {
                let answer = await browser.call(
                    "\(server.base)/token", server.exchange(refused, changed), authorization: header)
                #expect(answer.status == 401 && answer.json?["error"]?.text == "invalid_client")
                #expect((answer.headers[.wwwAuthenticate] != nil) == (header != nil))
            }
            let twice = await browser.call("\(server.base)/token", server.exchange(refused), authorization: basic)
            #expect(twice.status == 400 && twice.json?["error"]?.text == "invalid_request")
            // None of that has used the code up.
            #expect(await browser.call("\(server.base)/token", server.exchange(refused)).status == 200)
        }

        @Test func `S2: keys are renewed monthly, with a day in which both are published`() async throws {
            let now = Timestamp.now
            func days(_ days: Int64) -> Timestamp { now.adding(seconds: days * 86_400) }
            let sealing = installation.keys.data
            func renew(_ moment: Timestamp) throws -> String {
                var id = ""
                try installation.inTenant(tenant) { tx in
                    try SigningKeys.renew(in: tx, now: moment, sealing)
                    id = try SigningKeys.current(in: tx, now: moment, sealing).id
                }
                return id
            }
            let first = try renew(days(1))
            #expect(try renew(days(28)) == first)
            #expect(try await keys().count == 1)
            #expect(try renew(days(29).adding(seconds: 60)) == first)
            #expect(try await keys().count == 2)
            let second = try renew(days(30).adding(seconds: 120))
            #expect(second != first)
            #expect(try await keys().count == 2)
            #expect(try renew(days(32)) == second)
            #expect(try await keys().map(\.id) == [second])
        }

        @Test func `S2: an app that wants RS256 gets its ID tokens by it, with published keys that are renewed too`()
            async throws
        {
            let tenant = try installation.makeTenant()
            let (app, usual) = (
                try installation.makeApp(in: tenant, idTokens: .rs256), try installation.makeApp(in: tenant)
            )
            let user = try installation.addAccount("Ines Quill", to: tenant)
            var browser = console.browser()
            func published() async -> String { await browser.get("\(app.base)/keys").text }
            func header(_ token: String) throws -> JSONText {
                let part = try #require(token.split(separator: ".").first)
                return try JSONReader.read(try #require(Base64.url.decode(part.utf8)))
            }
            let document = try #require(await browser.get("\(app.base)/.well-known/openid-configuration").json)
            let offered = document["id_token_signing_alg_values_supported"]?.elements.compactMap(\.text)
            #expect(offered == ["ES256", "RS256"])

            let tokens = try #require(await browser.tokens(of: user, for: app))
            let identity = try #require(tokens.identity)
            #expect(try header(identity)["alg"]?.text == "RS256")
            // Read by a library of others, with the keys as they are published.
            let claims = try JSONReader.read(try await IssuedToken.payload(of: identity, keys: await published()))
            #expect(claims["aud"]?.text == app.id.description && claims["email"]?.text == user.email)
            // What opens the API is signed by ES256 all the same, and an ID token opens nothing.
            #expect(try header(tokens.access)["alg"]?.text == "ES256")
            #expect(await TestProgram(console, key: tokens.access).get("/v1/me/profile").status == 200)
            #expect(await TestProgram(console, key: identity).get("/v1/me/profile").status == 401)
            let other = try #require(await browser.tokens(of: user, for: usual))
            #expect(try header(try #require(other.identity))["alg"]?.text == "ES256")

            // A month later both algorithms have a next key, and what the earlier one signed is still verified.
            let sealing = installation.keys.data
            let before = try #require(try JSONReader.read(Array(await published().utf8))["keys"]).elements
            #expect(before.compactMap { $0["kty"]?.text }.sorted() == ["EC", "RSA"])
            try installation.inTenant(tenant) { tx in
                try SigningKeys.renew(in: tx, now: Timestamp.now.adding(seconds: 29 * 86_400 + 60), sealing)
            }
            let after = try #require(try JSONReader.read(Array(await published().utf8))["keys"]).elements
            #expect(after.compactMap { $0["kty"]?.text }.sorted() == ["EC", "EC", "RSA", "RSA"])
            _ = try await IssuedToken.payload(of: identity, keys: await published())
        }

        @Test func `S2: what fails is slowed down by its network, and what is right there goes on`() async throws {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            let code = try #require(await browser.signIn(user, to: app).code)
            var statuses: [Int] = []
            for _ in 0..<61 { statuses.append(await browser.call("\(app.base)/token", app.refresh("x")).status) }
            #expect(statuses.prefix(60).allSatisfy { $0 == 400 } && statuses.last == 429)
            #expect(await browser.call("\(app.base)/token", app.exchange(code)).status == 200)
            #expect(await browser.call("\(app.base)/token", app.refresh(tokens.refresh)).status == 200)
        }

        // MARK: Codes

        @Test func `S2: a code works once; brought again it ends what came of it`() async throws {
            var browser = console.browser()
            let code = try #require(await browser.signIn(user, to: app).code)
            let tokens = try #require(await browser.call("\(app.base)/token", app.exchange(code)).tokens)
            let again = await browser.call("\(app.base)/token", app.exchange(code))
            #expect(again.status == 400 && again.json?["error"]?.text == "invalid_grant")
            #expect(await browser.call("\(app.base)/token", app.refresh(tokens.refresh)).status == 400)
            #expect(await browser.userInfo(app, tokens.access).status == 401)
            // Whoever brings it again and again adds nothing to the log.
            for _ in 0..<3 { #expect(await browser.call("\(app.base)/token", app.exchange(code)).status == 400) }
            #expect(try events("account.token_reused") == 1)
        }

        @Test func `S2: of many that bring one code at once a single one gets tokens`() async throws {
            var browser = console.browser()
            let code = try #require(await browser.signIn(user, to: app).code)
            let (caller, app) = (browser, app)
            let given = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { await caller.call("\(app.base)/token", app.exchange(code)).status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(given.filter { $0 == 200 }.count == 1)
        }

        @Test func `S2: a code needs its own verifier, its address, its app, and one minute`() async throws {
            let other = try installation.makeApp(in: tenant, redirect: "com.example.other:/back")
            for (what, changed) in [
                ("no verifier", ["code_verifier": nil]),
                ("another one", ["code_verifier": .some(Token.random().text)]),
                ("the challenge", ["code_verifier": .some(app.challenge)]), ("a short one", ["code_verifier": "x"]),
                ("another address", ["redirect_uri": "com.example.app:/other"]),
            ] as [(String, [String: String?])] {
                var browser = console.browser()
                let code = try #require(await browser.signIn(user, to: app).code, "\(what)")
                let answer = await browser.call("\(app.base)/token", app.exchange(code, changed))
                #expect(answer.status == 400 && answer.json?["error"]?.text == "invalid_grant", "\(what)")
                // Whoever tries has one try.
                #expect(await browser.call("\(app.base)/token", app.exchange(code)).status == 400, "\(what)")
            }
            var browser = console.browser()
            let code = try #require(await browser.signIn(user, to: app).code)
            let foreign = await browser.call(
                "\(app.base)/token", app.exchange(code, ["client_id": .some(other.id.description)]))
            #expect(foreign.status == 400)
            var late = browser
            late.now = browser.now.adding(seconds: 61)
            #expect(await late.call("\(app.base)/token", app.exchange(code)).status == 400)
        }

        @Test func `S2: without PKCE by S256 nothing is asked of anybody`() async throws {
            for (what, changed, error) in [
                ("no challenge", ["code_challenge": nil], "invalid_request"),
                ("no method", ["code_challenge_method": nil], "invalid_request"),
                (
                    "plain", ["code_challenge_method": "plain", "code_challenge": .some(app.verifier)],
                    "invalid_request"
                ),
                ("lower case", ["code_challenge_method": "s256"], "invalid_request"),
                ("a short challenge", ["code_challenge": "abc"], "invalid_request"),
                ("tokens at once", ["response_type": "token"], "unsupported_response_type"),
                ("an ID token at once", ["response_type": "code id_token"], "unsupported_response_type"),
                ("nobody signed in", ["prompt": "none"], "login_required"),
                ("a request as a token", ["request": "a.b.c"], "request_not_supported"),
                ("in the fragment", ["response_mode": "fragment"], "invalid_request"),
            ] as [(String, [String: String?], String)] {
                var browser = console.browser()
                for answer in [await browser.get(app.authorize(changed)), await browser.signIn(user, to: app, changed)]
                {
                    #expect(answer.status == 303 && answer.answered("error") == error, "\(what)")
                    #expect(answer.code == nil && answer.answered("state") == "state of the app", "\(what)")
                    #expect(answer.answered("iss") == issuer, "\(what)")
                }
            }
        }

        @Test func `S2: answers go to addresses that are registered, and to no other`() async throws {
            let loopback = try installation.makeApp(
                in: tenant, redirect: "http://127.0.0.1/back", others: ["https://app.example.com/back?x=1"])
            var browser = console.browser()
            for good in ["http://127.0.0.1/back", "http://127.0.0.1:49152/back", "https://app.example.com/back?x=1"] {
                #expect(await browser.get(loopback.authorize(["redirect_uri": .some(good)])).status == 200, "\(good)")
            }
            for bad in [
                nil, "", "https://app.example.com/back", "https://app.example.com/back?x=1&y=2",
                "https://app.example.com/back?x=1#y", "https://app.example.com:8443/back?x=1",
                "https://APP.example.com/back?x=1", "https://app.example.com/back/../evil?x=1",
                "https://app.example.com@evil.example/back?x=1", "https://evil.example/back?x=1",
                "https://app.example.com.evil.example/back?x=1", "http://app.example.com/back?x=1",
                "http://127.0.0.1:49152/other", "http://127.0.0.1@evil.example/back", "http://localhost/back",
                "http://127.0.0.1.evil.example/back", "http://127.0.0.1:99999/back", "https://127.0.0.1/back",
                "javascript:alert(1)", "//evil.example/back", "http://127.0.0.1/back\r\nX: y",
            ] as [String?] {
                let answer = await browser.get(loopback.authorize(["redirect_uri": bad]))
                #expect(answer.status == 400 && answer.location == nil, "\(bad ?? "none")")
                #expect(!answer.has("evil.example"))
            }
            let twice = loopback.authorize() + "&redirect_uri=https%3A%2F%2Fevil.example%2F"
            #expect(await browser.get(twice).status == 400)
            #expect(await browser.get(loopback.authorize(["client_id": .some(ID.make().description)])).status == 400)
        }

        @Test func `S2: what can be registered is an address of the app's own`() {
            for good in [
                "https://app.example.com/back", "https://app.example.com", "com.example.app:/back",
                "com.example.app://back", "http://127.0.0.1:8080/back", "http://[::1]/back",
            ] { #expect(RedirectAddress(good) != nil, "\(good)") }
            for bad in [
                "javascript:alert(1)", "data:text/html,x", "myapp:/back", "http://app.example.com/back",
                "http://localhost/back", "https://app.example.com/back#x", "https://*.example.com/back",
                "https://u@app.example.com/", "https:///back", "com.example.app:back", ".example:/back",
                "com..example:/back", "https://app.example.com/ä", "https://app.example.com/\"x", "file:///etc/passwd",
                "https://a.example/back?code=1", "https://a.example/?x=1&state=2", "http://127.0.0.1/?%69ss=x",
                "com.example.app:/back?error=1", "http://127.0.0.1:0/", "https://a.example:0/",
            ] { #expect(RedirectAddress(bad) == nil, "\(bad)") }
        }

        // MARK: Tokens

        @Test func `S2: a refresh token that comes from two devices ends the family`() async throws {
            var browser = console.browser()
            let first = try #require(await browser.tokens(of: user, for: app))
            let second = try #require(await browser.call("\(app.base)/token", app.refresh(first.refresh)).tokens)
            // The thief comes late with what the device has used, or the device after the thief: nobody knows which.
            let again = await browser.call("\(app.base)/token", app.refresh(first.refresh))
            #expect(again.status == 400 && again.json?["error"]?.text == "invalid_grant")
            #expect(await browser.call("\(app.base)/token", app.refresh(second.refresh)).status == 400)
            #expect(await browser.userInfo(app, second.access).status == 401)
            #expect(
                try installation.number(
                    """
                    select count(*) as n from audit_events where audit_events.tenant_id = \(tenant.id)
                        and audit_events.action = 'account.token_reused' and audit_events.subject_id = \(user.id)
                    """) == 1)
        }

        @Test func `S2: refresh reuse: of two devices that bring one token at once, one gets tokens, and none goes on`()
            async throws
        {
            var browser = console.browser()
            let first = try #require(await browser.tokens(of: user, for: app))
            let (caller, app) = (browser, app)
            let answers = await withTaskGroup(of: Answer.self) { group in
                for _ in 0..<12 {
                    group.addTask { await caller.call("\(app.base)/token", app.refresh(first.refresh)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let given = answers.compactMap(\.tokens)
            #expect(given.count == 1 && answers.filter { $0.status == 400 }.count == 11)
            for tokens in given {
                #expect(await browser.call("\(app.base)/token", app.refresh(tokens.refresh)).status == 400)
                #expect(await browser.userInfo(app, tokens.access).status == 401)
            }
        }

        @Test func `S2: a session is refreshed as often as an app needs, and used tokens are forgotten`() async throws {
            var browser = console.browser()
            var refresh = try #require(await browser.tokens(of: user, for: app)).refresh
            for _ in 0..<30 {
                refresh = try #require(await browser.call("\(app.base)/token", app.refresh(refresh)).tokens).refresh
            }
            let often = await browser.call("\(app.base)/token", app.refresh(refresh))
            #expect(often.status == 429 && often.headers[.retryAfter] != nil)
            // That used nothing up, and is no failure of the network's.
            var later = browser
            later.now = browser.now.adding(seconds: 60)
            #expect(await later.call("\(app.base)/token", app.refresh(refresh)).status == 200)
            func tokens() throws -> Int {
                try installation.number(
                    """
                    select count(*) as n from account_refresh_tokens as tokens
                    join account_sessions on account_sessions.id = tokens.session_id
                    where account_sessions.user_id = \(user.id)
                    """)
            }
            #expect(try tokens() == 32)
            for (hours, left) in [(24, 32), (48, 1)] {
                try installation.set(
                    """
                    update account_refresh_tokens set used_at = now() - make_interval(hours => \(hours)::int, mins => 1)
                    from account_sessions where account_sessions.id = account_refresh_tokens.session_id
                        and account_sessions.user_id = \(user.id) and account_refresh_tokens.used_at is not null
                    """)
                try installation.inTenant(tenant) { tx in
                    _ = try tx.rows("select forget_account_leftovers(now()) as forgotten")
                }
                #expect(try tokens() == left)
            }
        }

        /// As if they had been used, or begun, so long ago.
        private func forgetUsedTokens() throws {
            try installation.set(
                """
                update account_refresh_tokens set used_at = now() - interval '49 hours' from account_sessions
                where account_sessions.id = account_refresh_tokens.session_id and account_sessions.user_id = \(user.id)
                    and account_refresh_tokens.used_at is not null
                """)
            try installation.inTenant(tenant) { tx in
                _ = try tx.rows("select forget_account_leftovers(now()) as forgotten")
            }
        }

        private func events(_ action: String) throws -> Int {
            try installation.number(
                """
                select count(*) as n from audit_events where audit_events.tenant_id = \(tenant.id)
                    and audit_events.action = \(action) and audit_events.subject_id = \(user.id)
                """)
        }

        @Test func `17: a thief who refreshed first is out when the phone comes back, however late`() async throws {
            var browser = console.browser()
            let phone = try #require(await browser.tokens(of: user, for: app))
            let thief = try #require(await browser.call("\(app.base)/token", app.refresh(phone.refresh)).tokens)
            let later = try #require(await browser.call("\(app.base)/token", app.refresh(thief.refresh)).tokens)
            try forgetUsedTokens()
            #expect(
                try installation.number(
                    """
                    select count(*) as n from account_refresh_tokens join account_sessions
                        on account_sessions.id = account_refresh_tokens.session_id
                    where account_sessions.user_id = \(user.id)
                    """) == 1)
            // What merely looks like a token of the session ends nothing: neither a changed one, nor another tenant's.
            let other = try installation.makeTenant()
            let session = try #require(RefreshToken(phone.refresh, in: tenant.id, installation.keys)?.session)
            let front = phone.refresh.prefix(64)
            for forged in [
                String(front) + Token.random().text,
                RefreshToken(of: session, in: other.id, installation.keys).text,
                String(RefreshToken(of: .make(), in: tenant.id, installation.keys).text.prefix(64))
                    + phone.refresh.suffix(43),
                String(front.dropLast()) + phone.refresh.suffix(43), String(phone.refresh.dropLast()),
            ] {
                let answer = await browser.call("\(app.base)/token", app.refresh(forged))
                #expect(answer.status == 400 && answer.json?["error"]?.text == "invalid_grant")
            }
            let foreign = try installation.makeApp(in: tenant, redirect: "com.example.other:/back")
            #expect(await browser.call("\(foreign.base)/token", foreign.refresh(phone.refresh)).status == 400)
            #expect(await browser.userInfo(app, later.access).status == 200)
            #expect(try events("account.token_reused") == 0)

            let late = await browser.call("\(app.base)/token", app.refresh(phone.refresh))
            #expect(late.status == 400 && late.json?["error"]?.text == "invalid_grant")
            #expect(await browser.call("\(app.base)/token", app.refresh(later.refresh)).status == 400)
            #expect(await browser.userInfo(app, later.access).status == 401)
            #expect(try events("account.token_reused") == 1)
            // An ended session ends no second time.
            #expect(await browser.call("\(app.base)/token", app.refresh(phone.refresh)).status == 400)
            #expect(try events("account.token_reused") == 1)
        }

        @Test func `17: an app signs its user out with a token whose row is gone, too`() async throws {
            var browser = console.browser()
            let first = try #require(await browser.tokens(of: user, for: app))
            let second = try #require(await browser.call("\(app.base)/token", app.refresh(first.refresh)).tokens)
            try forgetUsedTokens()
            let revocation = app.parameters(["token": .some(first.refresh)])
            #expect(await browser.call("\(app.base)/revocation", revocation).status == 200)
            #expect(await browser.userInfo(app, second.access).status == 401)
        }

        @Test func `17: a token from before tokens named their session is taken once, and gives one that does`()
            async throws
        {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            let old = String(tokens.refresh.suffix(43))
            let fresh = try #require(await browser.call("\(app.base)/token", app.refresh(old)).tokens)
            #expect(fresh.refresh.count == 107)
            #expect(await browser.call("\(app.base)/token", app.refresh(old)).status == 400)
            #expect(await browser.userInfo(app, fresh.access).status == 401)
            #expect(try events("account.token_reused") == 1)
        }

        @Test func `17: however often it is refreshed, a session ends after a year`() async throws {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            func set(_ days: Int) throws {
                try installation.set(
                    """
                    update account_sessions set created_at = now() - make_interval(days => \(days)::int)
                    where account_sessions.user_id = \(user.id)
                    """)
            }
            try set(350)
            let last = try #require(await browser.call("\(app.base)/token", app.refresh(tokens.refresh)).tokens)
            #expect(
                try installation.number(
                    """
                    select extract(day from max(account_sessions.expires_at) - now())::bigint as n from account_sessions
                    where account_sessions.user_id = \(user.id)
                    """) == 14)
            try set(366)
            let late = await browser.call("\(app.base)/token", app.refresh(last.refresh))
            #expect(late.status == 400 && late.json?["error"]?.text == "invalid_grant")
        }

        @Test func `17: scripts of any site may call what browser apps need, without cookies, and no page of people`()
            async throws
        {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            func preflight(_ path: String) async -> Answer {
                var own = TestBrowser(console)
                own.headers[.origin] = "https://app.example.com"
                own.headers[.accessControlRequestMethod] = "POST"
                own.headers[.accessControlRequestHeaders] = "authorization,content-type"
                return await console.answer(own.request(.options, "\(app.base)/\(path)"))
            }
            for path in [
                ".well-known/openid-configuration", ".well-known/oauth-authorization-server", "keys", "token",
                "revocation", "userinfo",
            ] {
                let answer = await preflight(path)
                #expect(answer.status == 204 && answer.headers[.accessControlAllowOrigin] == "*", "\(path)")
                #expect(answer.headers[.accessControlAllowMethods] == "GET, POST", "\(path)")
                #expect(answer.headers[.accessControlAllowHeaders] == "Authorization, Content-Type", "\(path)")
                #expect(answer.headers[.accessControlAllowCredentials] == nil, "\(path)")
            }
            var calls = TestBrowser(console)
            calls.headers[.origin] = "https://app.example.com"
            calls.headers[.accessControlRequestMethod] = "PATCH"
            let asked = await console.answer(calls.request(.options, "/v1/me/profile"))
            #expect(asked.status == 204 && asked.headers[.accessControlAllowOrigin] == "*")
            #expect(asked.headers[.accessControlAllowMethods] == "GET, PATCH")
            #expect(asked.headers[.accessControlAllowHeaders]?.contains("Idempotency-Key") == true)
            #expect(asked.headers[.accessControlAllowCredentials] == nil)
            for key in [tokens.access, "x"] {
                let answer = await TestProgram(console, key: key).get("/v1/me/profile")
                #expect(answer.status == (key == "x" ? 401 : 200))
                #expect(answer.headers[.accessControlAllowOrigin] == "*")
                #expect(answer.headers[.accessControlExposeHeaders]?.contains("RateLimit-Remaining") == true)
            }
            // A program with a key runs on a server.
            #expect(await console.answer(calls.request(.options, "/v1/users")).status == 405)

            for path in ["authorize", "sign-up", "password", "address", "links/x"] {
                let answer = await preflight(path)
                #expect(answer.status == 405 && answer.headers[.accessControlAllowOrigin] == nil, "\(path)")
            }
            let refused = await browser.call("\(app.base)/token", app.refresh("x"))
            #expect(refused.headers[.accessControlAllowOrigin] == "*")
            #expect(refused.headers[.accessControlExposeHeaders] == "Retry-After, WWW-Authenticate")

            // With POST the token stands in the header or in the form (OpenID Connect Core, 5.3.1; RFC 6750, 2.2).
            let byHeader = await browser.call("\(app.base)/userinfo", [], authorization: "Bearer \(tokens.access)")
            let byForm = await browser.call("\(app.base)/userinfo", [("access_token", tokens.access)])
            for answer in [byHeader, byForm] {
                #expect(answer.status == 200 && answer.json?["sub"]?.text == user.id.description)
            }
            let none = await browser.call("\(app.base)/userinfo", [])
            #expect(none.status == 401 && none.headers[.wwwAuthenticate] == "Bearer realm=\"roost\"")
            let inQuery = await browser.get("\(app.base)/userinfo?access_token=\(tokens.access)")
            #expect(inQuery.status == 401)
        }

        @Test func `S2: tokens that are made up are asked about so often from one network, and real ones go on`()
            async throws
        {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            var statuses: [Int] = []
            for _ in 0..<61 { statuses.append(await browser.userInfo(app, "a.b.c").status) }
            #expect(statuses.prefix(60).allSatisfy { $0 == 401 } && statuses.last == 429)
            #expect(await browser.userInfo(app, tokens.access).status == 200)
        }

        @Test func `S2: a refresh token is its app's alone, and is over after 30 days`() async throws {
            let other = try installation.makeApp(in: tenant, redirect: "com.example.other:/back")
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            #expect(await browser.call("\(app.base)/token", other.refresh(tokens.refresh)).status == 400)
            var late = browser
            late.now = browser.now.adding(seconds: 30 * 86_400 + 1)
            #expect(await late.call("\(app.base)/token", app.refresh(tokens.refresh)).status == 400)
            #expect(await browser.call("\(app.base)/token", app.refresh(tokens.refresh)).status == 200)
        }

        @Test func `S2: no other algorithm, key, tenant, kind of token or time is taken`() async throws {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            let parts = tokens.access.split(separator: ".").map(String.init)
            let kid = try #require(try await keys().first).id
            func header(_ text: String) -> String { Base64.url.encode(Array(text.utf8)) }
            let key = try #require(try await keys().first).key
            // The key that everybody knows, taken for a shared secret.
            let confused = header(#"{"alg":"HS256","typ":"at+jwt","kid":"\#(kid)"}"#) + "." + parts[1]
            let mac = MAC.hmac(Array(confused.utf8), key: .init(data: key.raw))
            let stranger = TokenKey.make(id: kid)
            let claims = try JSONReader.read(try #require(Base64.url.decode(parts[1].utf8)))

            let theirs = try installation.makeTenant()
            let theirApp = try installation.makeApp(in: theirs)
            let their = try installation.addAccount("Ines Quill", to: theirs)
            var there = console.browser()
            let foreign = try #require(await there.tokens(of: their, for: theirApp))

            for (what, token) in [
                ("none", header(#"{"alg":"none","typ":"at+jwt","kid":"\#(kid)"}"#) + "." + parts[1] + "."),
                (
                    "none, with the signature",
                    header(#"{"alg":"none","typ":"at+jwt","kid":"\#(kid)"}"#) + "." + parts[1] + "." + parts[2]
                ),
                ("HS256 by the public key", confused + "." + Base64.url.encode(mac)),
                ("a key of one's own", try stranger.sign(claims, type: "at+jwt")),
                ("an ID token", try #require(tokens.identity)), ("a refresh token", tokens.refresh),
                ("another tenant's", foreign.access), ("no signature", parts[0] + "." + parts[1] + "."),
                ("another payload", parts[0] + "." + header("{}") + "." + parts[2]), ("nothing", ""),
                ("rubbish", "a.b.c"),
            ] {
                #expect(await browser.userInfo(app, token).status == 401, "\(what)")
                // A token is for all of `/v1/me`, and opens there what is its own tenant's: tested by the wall.
                if what == "another tenant's" { continue }
                #expect(await TestProgram(console, key: token).get("/v1/me/profile").status == 401, "\(what)")
            }
            #expect(await browser.userInfo(theirApp, tokens.access).status == 401)
            // A tenant whose key is known signs for the user of another one.
            var ours: TokenKey?
            try installation.inTenant(tenant) {
                ours = try SigningKeys.current(in: $0, now: .now, console.services.keys.data)
            }
            let own = try #require(ours)
            let parted = foreign.access.split(separator: ".")
            let forged = try own.sign(JSONReader.read(try #require(Base64.url.decode(parted[1].utf8))), type: "at+jwt")
            #expect(await there.userInfo(theirApp, forged).status == 401)
            #expect(await TestProgram(console, key: forged).get("/v1/me/profile").status == 401)
            #expect(await TestProgram(console, key: foreign.access).get("/v1/me/profile").status == 200)
            #expect(await there.userInfo(theirApp, foreign.access).status == 200)

            var late = browser
            late.now = browser.now.adding(seconds: 629)
            #expect(await late.userInfo(app, tokens.access).status == 200)
            late.now = browser.now.adding(seconds: 630)
            #expect(await late.userInfo(app, tokens.access).status == 401)
        }

        @Test func `S2: who is suspended gets no code and no token, and their session is over`() async throws {
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            try installation.set("update users set status = 'suspended' where users.id = \(user.id)")
            #expect(await browser.userInfo(app, tokens.access).status == 401)
            #expect(await browser.call("\(app.base)/token", app.refresh(tokens.refresh)).status == 400)
            #expect(await browser.signIn(user, to: app).status == 422)
        }

        @Test func `S2: a parameter that comes twice, an unknown grant and a missing one are told`() async throws {
            var browser = console.browser()
            _ = await browser.get(app.authorize())
            for (form, error) in [
                (
                    app.parameters(["grant_type": "password", "username": .some(user.email), "password": "x"]),
                    "unsupported_grant_type"
                ),
                (app.parameters([:]), "unsupported_grant_type"),
                (app.exchange("x") + [("code", "y")], "invalid_request"),
                (app.exchange("x"), "invalid_grant"),
            ] as [([(String, String)], String)] {
                let answer = await browser.call("\(app.base)/token", form)
                #expect(answer.status == 400 && answer.json?["error"]?.text == error)
            }
        }
    }
}
