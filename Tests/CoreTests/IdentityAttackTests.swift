import HTTPTypes
import JSON
import NIOCore
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// What somebody tries who wants into another person's account by way of a provider.
    @Suite(.serialized) struct IdentityAttackTests {
        private let house: IdentityHouse

        init() async throws { house = try await IdentityHouse() }

        private var app: TestApp { house.app }

        /// A victim who signs in with Google.
        private func victim() async throws -> (person: TestIssuer.Person, email: String) {
            let email = "victim-\(unique())@example.com"
            let person = TestIssuer.Person(email: email)
            var browser = house.console.browser()
            _ = try await house.signUp(person, at: house.google, .google, email: email, &browser)
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)
            return (person, email)
        }

        // MARK: Tokens

        @Test
        func
            `S2: a token that nobody signed, or another key, lets nobody in: alg none, key confusion, a stranger's key`()
            async throws
        {
            let (person, _) = try await victim()
            for issuer in [house.google, house.plain] {
                let provider: IdentityProvider = issuer === house.google ? .google : .oidc
                for signing in [TestIssuer.Signing.notAtAll, .byPublicKey, .byAnotherKey] {
                    issuer.signing = signing
                    var browser = house.console.browser()
                    let answer = try await house.signIn(person, at: issuer, provider, &browser)
                    #expect(answer.status == 403 && answer.code == nil, "\(signing)")
                }
                issuer.signing = .properly
            }
            #expect(try house.identities == 1 && house.count(.accountSignInFailed) == 6)
        }

        @Test func `S2: a token of another audience, issuer, time or sign-in lets nobody in`() async throws {
            let (person, _) = try await victim()
            let now = Int(Timestamp.now.seconds)
            for (what, claims) in [
                ("another client", [("aud", .string("another client"))]),
                ("several clients, given to none", [("aud", .array([.string(house.google.clientID), "another"]))]),
                ("given to another", [("azp", "another")]),
                ("for nobody", [("aud", .null)]),
                ("another issuer", [("iss", .string(house.plain.issuer))]),
                ("no issuer", [("iss", .null)]),
                ("over", [("exp", .int(now - 60))]),
                ("without an end", [("exp", .null)]),
                ("of tomorrow", [("iat", .int(now + 3600))]),
                ("not before tomorrow", [("nbf", .int(now + 3600))]),
                ("another sign-in", [("nonce", .string(Token.random().text))]),
                ("no sign-in", [("nonce", .null)]),
                ("about nobody", [("sub", "")]),
                ("about somebody endless", [("sub", .string(String(repeating: "x", count: 256)))]),
            ] as [(String, [(String, JSONText)])] {
                house.google.claims = claims
                var browser = house.console.browser()
                let answer = try await house.signIn(person, at: house.google, .google, &browser)
                #expect(answer.status == 403 && answer.code == nil, "\(what)")
            }
            // An `azp` that is ours among several is well.
            house.google.claims = [
                ("aud", .array([.string(house.google.clientID), "another"])), ("azp", .string(house.google.clientID)),
            ]
            var browser = house.console.browser()
            #expect(try await house.signIn(person, at: house.google, .google, &browser).code != nil)
        }

        @Test func `S2: a token that was right in another sign-in is replayed in vain`() async throws {
            let (person, _) = try await victim()
            var browser = house.console.browser()
            let first = await house.begin(.google, &browser)
            let nonce = Query(urlEncoded: Array(first.drop { $0 != "?" }.dropFirst().utf8))["nonce"] ?? ""
            #expect(nonce.count == 43)
            var other = house.console.browser()
            let address = await house.begin(.google, &other)
            house.google.claims = [("nonce", .string(nonce))]
            let answer = await house.comeBack(.google, try house.google.signIn(person, at: address), &other)
            #expect(answer.status == 403)
        }

        // MARK: Ways

        @Test func `S2: what comes back works once, in the browser that began, for the tenant that began`() async throws
        {
            let (person, _) = try await victim()
            var browser = house.console.browser()
            let address = await house.begin(.google, &browser)
            let brought = try house.google.signIn(person, at: address)
            // Somebody has another person finish what they began, or the other way round.
            var stranger = house.console.browser()
            #expect(await house.comeBack(.google, brought, &stranger).status == 404)
            _ = await house.begin(.google, &stranger)
            #expect(await house.comeBack(.google, brought, &stranger).status == 404)
            // Another tenant's.
            let tenant = try house.installation.makeTenant()
            try house.use(.google, in: tenant)
            let query = TestBrowser.encoded(brought)
            #expect(
                await browser.get("/accounts/\(tenant.slug)/identities/google/callback?\(query)").status == 404)
            // Twice the same name.
            #expect(await browser.get("\(house.callback(.google))?\(query)&code=x").status == 404)
            #expect(await house.comeBack(.google, brought, &browser).code != nil)
            #expect(await house.comeBack(.google, brought, &browser).status == 404)
            // Too late.
            let late = try house.google.signIn(person, at: await house.begin(.google, &browser))
            browser.now = browser.now.adding(seconds: IdentityFlow.seconds + 1)
            #expect(await house.comeBack(.google, late, &browser).status == 404)
        }

        @Test func `S2: a code of one issuer is never taken to another: mix-up`() async throws {
            let (person, _) = try await victim()
            // The tenant's own issuer is the attacker's; it sends the browser on to Google, with Google's client.
            var browser = house.console.browser()
            let address = await house.begin(.oidc, &browser)
            let honest = address.replacing(house.plain.issuer, with: house.google.issuer)
            let brought = try house.google.signIn(person, at: honest)
            // Google answers where its client is registered.
            #expect(await house.comeBack(.google, brought, &browser).status == 404)
            // Where it answers at the attacker's address, nothing says that it is the attacker's.
            let asked = house.plain.asked.filter { $0 == "/token" }.count
            #expect(await house.comeBack(.oidc, brought, &browser).status == 403)
            #expect(house.plain.asked.filter { $0 == "/token" }.count == asked)

            let own = try house.plain.signIn(person, at: await house.begin(.oidc, &browser))
            let foreign = own.map { $0.0 == "iss" ? ("iss", house.google.issuer) : $0 }
            #expect(await house.comeBack(.oidc, foreign, &browser).status == 403)
            #expect(house.plain.asked.filter { $0 == "/token" }.count == asked)
            #expect(try house.identities == 1)
        }

        @Test func `S2: a flow stays with the issuer with which it began, whatever the tenant names meanwhile`()
            async throws
        {
            var browser = house.console.browser()
            let brought = try house.plain.signIn(TestIssuer.Person(), at: await house.begin(.oidc, &browser))
            try house.use(.oidc, issuer: house.google.issuer)
            #expect(await house.comeBack(.oidc, brought, &browser).status == 404)
        }

        @Test func `S2: a way to a provider begins with a form of ours and with nothing else`() async throws {
            var browser = house.console.browser()
            let way = app.authorize().replacing("/authorize?", with: "/identities/google?")
            #expect(await browser.get(way).status == 404)
            #expect(await browser.post(way).status == 403)
            _ = await browser.get(app.authorize())
            browser.headers[.secFetchSite] = "cross-site"
            #expect(await browser.post(way).status == 403)
            browser.headers[.secFetchSite] = nil
            let wrong = app.authorize(["redirect_uri": "https://evil.example/"]).replacing(
                "/authorize?", with: "/identities/google?")
            #expect(await browser.post(wrong).status == 400)
            #expect(try house.installation.number("select count(*) as n from identity_flows") == 0)
            var last = 200
            for _ in 0..<40 { last = await browser.post(way).status }
            #expect(last == 429)
        }

        // MARK: Linking

        @Test func `S2: somebody else's mailbox links nothing, even if its owner opens the link`() async throws {
            let user = try house.installation.addAccount("Ines", to: house.tenant)
            // An account at the provider under the victim's address, which nobody has confirmed.
            let person = TestIssuer.Person(email: user.email, isVerified: false)
            var attacker = house.console.browser()
            let address = await house.begin(.google, &attacker)
            let next = try #require(
                await house.comeBack(.google, try house.google.signIn(person, at: address), &attacker).location)
            _ = await attacker.get(next)
            #expect(await attacker.post(next, [("email", user.email)]).status == 200)
            let link = try #require(try await house.console.mailedLinks(to: house.mail).last?.path)
            var owner = house.console.browser()
            #expect(await owner.get(link).status == 403)
            _ = await owner.get("\(app.base)/password")
            #expect(await owner.post(link).status == 403)
            // Nor with a sign-in of their own under way.
            _ = await house.begin(.google, &owner)
            #expect(await owner.post(link).status == 403)
            #expect(try house.identities == 0)
            #expect(try await house.signIn(person, at: house.google, .google, &attacker).code == nil)
        }

        @Test func `S2: Apple's word counts for its own mailboxes alone, and only when it is sure`() async throws {
            let user = try house.installation.addAccount("Ines", to: house.tenant)
            let hidden = "\(unique())@privaterelay.appleid.com"
            for (email, isVerified, provider) in [
                (user.email, true, IdentityProvider.apple), (hidden, false, .apple), (hidden, true, .google),
                ("x@privaterelay.appleid.com.example.com", true, .apple),
            ] {
                let issuer = provider == .apple ? house.apple : house.google
                var browser = house.console.browser()
                let address = await house.begin(provider, &browser)
                let brought = try issuer.signIn(
                    TestIssuer.Person(email: email, isVerified: isVerified), at: address)
                let next = try #require(await house.comeBack(provider, brought, &browser).location)
                _ = await browser.get(next)
                let answer = await browser.post(next, [("email", email), ("name", "Nina")])
                #expect(answer.status == 200 && answer.code == nil, "\(email)")
            }
            #expect(try house.identities == 0)
            // Somebody has that very address: its mailbox decides.
            let taken = try house.installation.addAccount("Taken", to: house.tenant, email: hidden)
            var browser = house.console.browser()
            let brought = try house.apple.signIn(
                TestIssuer.Person(email: hidden), at: await house.begin(.apple, &browser))
            let next = try #require(await house.comeBack(.apple, brought, &browser).location)
            _ = await browser.get(next)
            #expect(await browser.post(next, [("email", taken.email), ("name", "Nina")]).code == nil)
            #expect(try house.identities == 0)
        }

        @Test func `S2: a session that has ended links nothing, and an account that opens another one is not moved`()
            async throws
        {
            let (person, email) = try await victim()
            let user = try house.installation.addAccount("Mallory", to: house.tenant)
            var browser = house.console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            let phone = TestProgram(house.console, key: tokens.access)
            func ticket() async throws -> String {
                let made = await phone.write(.post, "/v1/me/identity-links", #"{"provider":"google"}"#)
                return String(try #require(made.json?["url"]?.text).dropFirst("https://roost.example".count))
            }
            // The victim's Google account opens the victim's account here, and goes on doing so.
            let path = try await ticket()
            _ = await browser.get(path)
            let brought = try house.google.signIn(person, at: house.sent(await browser.post(path)))
            let next = try #require(await house.comeBack(.google, brought, &browser).location)
            _ = await browser.get(next)
            #expect(await browser.post(next).status == 409)
            #expect(try house.identities(of: email) == 1 && house.identities(of: user.email) == 0)

            let late = try await ticket()
            _ = await browser.get(late)
            let other = try house.google.signIn(
                TestIssuer.Person(), at: house.sent(await browser.post(late)))
            let confirm = try #require(await house.comeBack(.google, other, &browser).location)
            #expect(await browser.get(confirm).status == 200)
            let unused = try await ticket()
            #expect(await phone.write(.delete, "/v1/me/sessions").status == 204)
            #expect(await browser.post(confirm).status == 404)
            #expect(await browser.get(unused).status == 404)
            #expect(try house.identities(of: user.email) == 0)
        }

        // MARK: Issuers

        @Test
        func `S2: an issuer that redirects, lies about itself, names inner servers or sends too much lets nobody in`()
            async throws
        {
            let person = TestIssuer.Person(email: "x@example.com")
            // What it says about itself is kept for an hour, so each time another console asks.
            for (what, document) in [
                ("another issuer", [("issuer", .string("https://accounts.google.com"))]),
                ("no token endpoint", [("token_endpoint", .null)]),
                ("an inner token endpoint", [("token_endpoint", "https://10.0.0.1/token")]),
                ("a token endpoint of this machine", [("token_endpoint", "https://localhost:8443/token")]),
                ("a token endpoint without TLS", [("token_endpoint", "http://example.com/token")]),
                ("inner keys", [("jwks_uri", "https://169.254.169.254/keys")]),
                ("somebody's name in front", [("jwks_uri", "https://a@10.0.0.1/keys")]),
            ] as [(String, [(String, JSONText)])] {
                house.plain.document = document
                var browser = house.newConsole().browser()
                let address = await house.begin(.oidc, &browser)
                guard !address.isEmpty else { continue }
                let answer = await house.comeBack(
                    .oidc, try house.plain.signIn(person, at: address), &browser)
                #expect([403, 503].contains(answer.status) && answer.code == nil, "\(what)")
            }
            house.plain.document = []
            for (path, told) in [
                ("/.well-known/openid-configuration", WebResponse.redirect(to: "/keys")),
                ("/token", WebResponse(status: .temporaryRedirect, headers: [.location: "https://10.0.0.1/token"])),
                ("/keys", WebResponse(status: .found, headers: [.location: "http://127.0.0.1:1/"])),
                ("/keys", .text(String(repeating: " ", count: 300_000))),
                ("/token", .text("{\"id_token\":\"" + String(repeating: "a.", count: 60_000) + "\"}")),
                ("/token", .text("[]")), ("/keys", .text("{\"keys\":7}")),
                ("/token", .text("", status: .internalServerError)),
            ] as [(String, WebResponse)] {
                house.plain.answer(at: path) { told }
                defer { house.plain.answer(at: path, by: nil) }
                var browser = house.newConsole().browser()
                let address = await house.begin(.oidc, &browser)
                guard !address.isEmpty else { continue }
                let answer = await house.comeBack(
                    .oidc, try house.plain.signIn(person, at: address), &browser)
                #expect([403, 503].contains(answer.status) && answer.code == nil, "\(path)")
            }
        }

        @Test func `S2: an issuer that never comes to an end is left after seconds`() async throws {
            house.plain.answer(at: "/keys") {
                let pipe = ChunkPipe()
                Task {
                    for _ in 0..<300 {
                        try await pipe.give(Array(repeating: 0x20, count: 64))
                        try await Task.sleep(for: .milliseconds(200))
                    }
                    pipe.finish(.success(()))
                }
                return WebResponse(status: .ok, body: .stream(pipe))
            }
            var browser = house.console.browser()
            let brought = try house.plain.signIn(TestIssuer.Person(), at: await house.begin(.oidc, &browser))
            let began = monotonicNanoseconds()
            let answer = await house.comeBack(.oidc, brought, &browser)
            #expect(answer.status == 503)
            #expect(Double(monotonicNanoseconds() - began) / 1e9 < 20)
        }

        @Test func `TT6: what a server answers has a bound in all, and an end however slowly it comes`() async throws {
            let server = try #require(OutsideServer(house.plain.issuer, reach: house.reach))
            let kilobyte = Array(repeating: UInt8(0x20), count: 1024)
            house.plain.answer(at: "/keys") { .download(kilobyte, name: "keys", type: "application/json") }
            let paths = Array(repeating: "/keys", count: 10)
            #expect(try await server.get(paths, mostBytes: 10_240).map(\.count) == Array(repeating: 1024, count: 10))
            do {
                _ = try await server.get(paths, mostBytes: 9000)
                Issue.record("nothing was refused")
            } catch OutsideServer.Problem.tooMuch {}
            house.plain.answer(at: "/keys") {
                let pipe = ChunkPipe()
                Task {
                    for _ in 0..<300 {
                        try await pipe.give([0x20])
                        try await Task.sleep(for: .milliseconds(200))
                    }
                    pipe.finish(.success(()))
                }
                return WebResponse(status: .ok, body: .stream(pipe))
            }
            let began = monotonicNanoseconds()
            await #expect(throws: OutsideServer.Problem.self) { _ = try await server.get(["/keys"], seconds: 2) }
            #expect(Double(monotonicNanoseconds() - began) / 1e9 < 15)
        }

        @Test
        func
            `S2: a server that the operator has not named is not asked, and one with another certificate is not believed`()
            async throws
        {
            let stranger = try await TestIssuer(.plain, by: try TestAuthority())
            let known = OutsideServer(stranger.issuer)
            #expect(known == nil)
            let reach = try OutsideReach(inner: ["127.0.0.1:\(stranger.port)"])
            let server = try #require(OutsideServer(stranger.issuer, reach: reach))
            await #expect(throws: OutsideServer.Problem.self) {
                _ = try await server.send("/keys", mostBytes: 1000)
            }
            #expect(stranger.asked.isEmpty)
            for place in ["127.0.0.1", "https://sso.example.org:443", "sso.example.org:x", "a/b:1"] {
                #expect(throws: OutsideReach.Problem.self) { _ = try OutsideReach(inner: [place]) }
            }
        }
    }
}
