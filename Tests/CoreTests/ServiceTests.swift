import Foundation
import HTTPTypes
import Postgres
import Secrets
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// The edge of the service API: which keys open it, from where, how often, and from when on no longer.
    @Suite struct ServiceTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let owner: TestAdmin

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        /// The database is asked about each key by itself, or about many at once: what
        /// holds for one holds for the other.
        private static let bothWays = ["/v1/users", "/v1/catalogue"]

        private func bare(_ answer: Answer) -> String {
            "\(answer.status) " + answer.text.replacing(/"request_id":"[^"]*"/, with: "")
        }

        private func json(_ answer: Answer) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        }

        @Test func `a key is told what it is`() async throws {
            let key = try installation.makeKey(
                in: tenant, "Name \"of\" the <key>", scopes: ["users.read"], requestsPerMinute: 77)
            let answer = await TestProgram(console, key: key.text).get("/v1/me")
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
            let me = try json(answer)
            #expect((me["key"] as? [String: Any])?["name"] as? String == "Name \"of\" the <key>")
            #expect((me["key"] as? [String: Any])?["id"] as? String == key.id.description)
            #expect((me["tenant"] as? [String: Any])?["slug"] as? String == tenant.slug)
            #expect(me["scopes"] as? [String] == ["users.read"])
            #expect((me["limits"] as? [String: Any])?["requests_per_minute"] as? Int == 77)
            #expect(answer.has(key.text) == false)
        }

        @Test(arguments: Self.bothWays)
        func `wrong, unknown, expired, disabled, rotated, deleted and missing keys get the same 401`(path: String)
            async throws
        {
            let now = Timestamp.now
            var random = SystemRandomNumberGenerator()
            let good = try installation.makeKey(in: tenant)
            let deleted = try installation.makeKey(in: tenant)
            let rotated = try installation.makeKey(in: tenant)
            var browser = try console.browser(of: owner)
            #expect(await browser.post("/t/\(tenant.slug)/keys/\(deleted.id)/deletion").status == 303)
            #expect(
                await browser.post("/t/\(tenant.slug)/keys/\(rotated.id)/rotation", [("overlap", "0")]).status == 200)
            let stranger = try TestInstallation()
            let foreign = try stranger.makeKey(in: stranger.makeTenant())
            let keys: [(String, String?)] = [
                ("missing", nil), ("empty", ""), ("word", "secret"), ("cut", String(good.text.dropLast())),
                ("longer", good.text + "x"),
                ("spelt otherwise", good.text.uppercased()), ("unknown", APIKeyText.make(.live, using: &random).text),
                ("test key", APIKeyText.make(.test, using: &random).text), ("of another installation", foreign.text),
                ("expired", try installation.makeKey(in: tenant, expires: now.adding(seconds: -1)).text),
                ("disabled", try installation.makeKey(in: tenant, isDisabled: true).text), ("deleted", deleted.text),
                ("rotated", rotated.text),
                ("twice", good.text + ", Bearer " + good.text),
            ]
            let first = await TestProgram(console, key: nil).get(path)
            #expect(first.status == 401 && first.headers[.contentType] == "application/problem+json")
            #expect(first.headers[.wwwAuthenticate] == "Bearer realm=\"roost\"")
            for (what, key) in keys {
                let answer = await TestProgram(console, key: key).get(path)
                #expect(bare(answer) == bare(first), "\(what)")
                #expect(answer.headers[.rateLimitLimit] == nil, "\(what)")
            }
            // In the query, as a password, in a cookie: nowhere but in the header.
            for header in [
                "Basic \(good.text)", good.text, "Token \(good.text)", "Bearer  \(good.text)", "Bearer\t\(good.text)",
            ] {
                var program = TestProgram(console, key: nil)
                program.headers[.authorization] = header
                #expect(await program.get("\(path)?key=\(good.text)").status == 401, "\(header.prefix(8))")
            }
            var program = TestProgram(console, key: nil)
            program.headers[.authorization] = "bEaReR \(good.text)"
            #expect(await program.get(path).status == 200)
        }

        @Test(arguments: Self.bothWays)
        func `a disabled key is refused from the very next request on, by every process`(path: String) async throws {
            let other = installation.console()
            let key = try installation.makeKey(in: tenant)
            var browser = try console.browser(of: owner)
            let page = "/t/\(tenant.slug)/keys/\(key.id)"
            for round in 0..<(isFullRun ? 5000 : 20) {
                for process in [console, other] {
                    #expect(await TestProgram(process, key: key.text).get(path).status == 200, "\(round)")
                }
                #expect(await browser.post(page + "/suspension").status == 303)
                for process in [other, console] {
                    var program = TestProgram(process, key: key.text)
                    // Not all from one address: it would be told to wait.
                    program.address = "198.51.100.\(round % 250)"
                    #expect(await program.get(path).status == 401, "\(round)")
                }
                #expect(await browser.post(page + "/suspension/end").status == 303)
            }
        }

        @Test(arguments: Self.bothWays)
        func `the tenant's switch takes hold at once, and says so`(path: String) async throws {
            let key = try installation.makeKey(in: tenant)
            let program = TestProgram(installation.console(), key: key.text)
            for isOn in [true, false, true] {
                try installation.inTenant(tenant) { try $0.execute("update tenants set service_api_on = \(isOn)") }
                let answer = await program.get(path)
                #expect(answer.status == (isOn ? 200 : 403))
                #expect(answer.has("/problems/service-api-off") == !isOn)
            }
        }

        @Test(arguments: Self.bothWays)
        func `the keys of an archived tenant open nothing until it is restored`(path: String) async throws {
            let closed = try installation.makeTenant()
            let key = try installation.makeKey(in: closed)
            let program = TestProgram(console, key: key.text)
            for isArchived in [false, true, false] {
                try installation.inTenant(closed) {
                    try $0.execute(
                        "update tenants set archived_at = \(isArchived ? Timestamp.now : nil) where tenants.id = \(closed.id)"
                    )
                }
                #expect(await program.get(path).status == (isArchived ? 403 : 200))
            }
        }

        @Test(arguments: Self.bothWays)
        func `a key works only from where it may`(path: String) async throws {
            let key = try installation.makeKey(in: tenant, addresses: ["10.0.0.0/8", "2001:db8::/32"])
            for (address, status) in [
                ("10.1.2.3", 200), ("::ffff:10.1.2.3", 200), ("2001:db8::7", 200), ("11.0.0.1", 403),
                ("2001:db9::1", 403), ("-", 403),
            ] {
                var program = TestProgram(console, key: key.text)
                program.address = address
                let answer = await program.get(path)
                #expect(answer.status == status, "\(address)")
                #expect(answer.has("/problems/address-not-allowed") == (status == 403))
            }
        }

        @Test(arguments: Self.bothWays)
        func `13.11: who is refused for their address spends nothing of the key, and waits at last`(path: String)
            async throws
        {
            let key = try installation.makeKey(in: tenant, addresses: ["10.0.0.0/8"], requestsPerMinute: 600)
            var (stranger, program) = (TestProgram(console, key: key.text), TestProgram(console, key: key.text))
            stranger.address = path.hasSuffix("me") ? "192.0.2.150" : "192.0.2.151"
            program.address = "10.1.1.1"
            program.now = stranger.now
            var statuses: [Int: Int] = [:]
            for _ in 0..<700 { statuses[await stranger.get(path).status, default: 0] += 1 }
            #expect(statuses == [403: 60, 429: 640])
            let answer = await program.get(path)
            #expect(answer.status == 200 && answer.headers[.rateLimitRemaining] == "599")
        }

        @Test(arguments: Self.bothWays)
        func `what a key may do in a minute is told, kept, and given back evenly`(path: String) async throws {
            let now = Timestamp.now
            let key = try installation.makeKey(in: tenant, requestsPerMinute: 6)
            var program = TestProgram(console, key: key.text)
            program.now = now
            for left in [5, 4, 3, 2, 1, 0] {
                let answer = await program.get(path)
                #expect(answer.status == 200)
                #expect(answer.headers[.rateLimitLimit] == "6" && answer.headers[.rateLimitRemaining] == "\(left)")
                #expect(answer.headers[.rateLimitReset] == "\(60 - left * 10)")
            }
            let refused = await program.get(path)
            #expect(
                refused.status == 429 && refused.headers[.retryAfter] == "10"
                    && refused.headers[.rateLimitRemaining] == "0")
            program.now = now.adding(seconds: 9)
            #expect(await program.get(path).headers[.retryAfter] == "1")
            program.now = now.adding(seconds: 10)
            #expect(await program.get(path).status == 200)
            #expect(await program.get(path).status == 429)
            // Another key is another bucket; a clock set back gives nothing.
            #expect(await TestProgram(console, key: try installation.makeKey(in: tenant).text).get(path).status == 200)
            program.now = now.adding(seconds: -3600)
            #expect(await program.get(path).status == 429)
        }

        @Test func `many calls at once get each their own tenant's answer, or none`() async throws {
            var keys: [(text: String, word: String?)] = []
            var random = SystemRandomNumberGenerator()
            for number in 0..<5 {
                let tenant = try installation.makeTenant()
                let word = "Word of \(number) \(unique())"
                _ = try installation.makeEntry("texts", ["published"], in: tenant, content: "{\"text.en\":\"\(word)\"}")
                keys.append((try installation.makeKey(in: tenant, scopes: ["catalogue.read"]).text, word))
                keys.append((try installation.makeKey(in: tenant, scopes: ["users.read"]).text, nil))
                keys.append((APIKeyText.make(.live, using: &random).text, nil))
            }
            let words = keys.compactMap(\.word)
            for round in 0..<4 {
                await withTaskGroup(of: Void.self) { group in
                    for (number, key) in (keys + keys + keys + keys).shuffled().enumerated() {
                        group.addTask { [console] in
                            var program = TestProgram(console, key: key.text)
                            program.address = "198.51.\(round).\(number)"
                            let answer = await program.get("/v1/catalogue?language=en")
                            #expect(
                                answer.status == (key.word == nil ? 403 : 200)
                                    || key.word == nil && answer.status == 401)
                            for word in words { #expect(answer.has(word) == (word == key.word)) }
                        }
                    }
                }
            }
        }

        @Test func `a database that is away is said to all who wait`() async throws {
            let key = try installation.makeKey(in: tenant)
            #expect(await TestProgram(console, key: key.text).get("/v1/catalogue").status == 200)
            let away = try TestInstallation()
            let lonely = away.console()
            lonely.services.database.stop()
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { await TestProgram(lonely, key: key.text).get("/v1/catalogue").status }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 503, count: 20))
        }

        @Test func `who guesses is told to wait, and a key that works goes on working from there`() async throws {
            let good = try installation.makeKey(in: tenant)
            var random = SystemRandomNumberGenerator()
            let now = Timestamp.now
            var statuses: [Int] = []
            for round in 0..<70 {
                var program = TestProgram(
                    console, key: round % 2 == 0 ? APIKeyText.make(.live, using: &random).text : "no key at all")
                program.now = now
                statuses.append(await program.get("/v1/me").status)
            }
            #expect(statuses == Array(repeating: 401, count: 60) + Array(repeating: 429, count: 10))
            #expect(await TestProgram(console, key: good.text).get("/v1/me").status == 200)
            var elsewhere = TestProgram(console, key: "x")
            elsewhere.address = "192.0.2.1"
            #expect(await elsewhere.get("/v1/me").status == 401)
        }

        @Test func `uses are counted by endpoint and hour, and the console shows them`() async throws {
            let key = try installation.makeKey(in: tenant, "Counted")
            let program = TestProgram(console, key: key.text)
            for _ in 0..<3 { _ = await program.get("/v1/me") }
            for _ in 0..<2 { _ = await program.get("/v1/users/\(ID.make())") }
            await console.services.keyUses.flush()
            _ = await program.get("/v1/me")
            await console.services.keyUses.flush()
            await console.services.keyUses.flush()
            func count(_ endpoint: String, _ column: SQL) throws -> Int {
                try installation.number(
                    "select coalesce(sum(\(column)), 0)::bigint as n from api_key_usage where api_key_usage.key_id = \(key.id) and api_key_usage.endpoint = \(endpoint)"
                )
            }
            #expect(try count("GET /v1/me", "requests") == 4 && count("GET /v1/me", "errors") == 0)
            #expect(try count("GET /v1/users/:user", "requests") == 2 && count("GET /v1/users/:user", "errors") == 2)
            #expect(
                try installation.number(
                    "select count(*) as n from api_keys where api_keys.id = \(key.id) and api_keys.last_used_at > \(Timestamp.now.adding(seconds: -60))"
                ) == 1)
            var browser = try console.browser(of: owner)
            let list = await browser.get("/t/\(tenant.slug)/keys").text.replacing(/<[^>]*>|\s+/, with: " ")
            let page = await browser.get("/t/\(tenant.slug)/keys/\(key.id)")
            #expect(page.has("6 requests in the last 30 days; 2 refused or failed"))
            let words = page.text.replacing(/<[^>]*>|\s+/, with: " ")
            #expect(
                words.contains(/GET \/v1\/me\s+Requests:\s+4\s+Errors:\s+0\s/)
                    && words.contains(/GET \/v1\/users\/:user\s+Requests:\s+2\s+Errors:\s+2\s/))
            #expect(page.text.firstMatch(of: /class="series" points="(?:[0-9]+\.[0-9],190\.0 ){29}720\.0,/) != nil)
            // By endpoint and day: a small picture each, and the numbers in the table behind.
            #expect(page.text.matches(of: /class="series" points="(?:[0-9]+\.[0-9],24\.0 ){29}120\.0,0\.0"/).count == 2)
            #expect(
                words.contains(
                    /Day\s+Requests\s+Errors\s+GET \/v1\/me\s+GET \/v1\/users\/:user\s+\S.{5,30}\s6\s+2\s+4\s+2\s/))
            #expect(list.contains(/Requests, 24 h:\s+6\s/) && list.contains(/Errors, 24 h:\s+2\s/))
        }

        @Test func `uses of a key that is gone meanwhile hold up nobody else's`() async throws {
            let (gone, other) = (try installation.makeKey(in: tenant), try installation.makeKey(in: tenant))
            for key in [gone, other] { _ = await TestProgram(console, key: key.text).get("/v1/me") }
            var browser = try console.browser(of: owner)
            #expect(await browser.post("/t/\(tenant.slug)/keys/\(gone.id)/deletion").status == 303)
            await console.services.keyUses.flush()
            #expect(try installation.number("select sum(api_key_usage.requests)::bigint as n from api_key_usage") == 1)
        }

        @Test func `what is no endpoint is a problem as well, and no page`() async throws {
            let key = try installation.makeKey(in: tenant)
            for path in ["/v1", "/v1/nothing", "/v1/users/\(ID.make())/more", "/v1/tenants"] {
                let answer = await TestProgram(console, key: key.text).get(path)
                #expect(answer.status == 404 && answer.headers[.contentType] == "application/problem+json", "\(path)")
                #expect(try json(answer)["request_id"] as? String != nil)
            }
            let wrong = await TestProgram(console, key: key.text).get("/v1/me?what=ever&what=ever")
            #expect(wrong.status == 422)
            let errors = try json(wrong)["errors"] as? [[String: String]]
            #expect(errors?.first?["field"] == "what")
        }

        @Test func `13.26: a page that is asked for with another method says so, not that it is not there`() async {
            let answer = await console.answer(
                WebRequest(
                    method: .delete, path: "/sign-in", query: Query(), headers: [.acceptLanguage: "es"],
                    parameters: [:],
                    body: [], address: "192.0.2.7", isSecure: true, id: "method", now: .now))
            #expect(answer.status == 405 && answer.has("No es posible aquí") && !answer.has("No encontrada"))
        }

        @Test func `another method than an endpoint has is told which it has`() async throws {
            let key = try installation.makeKey(in: tenant)
            for (path, allowed) in [
                ("/v1/me", "GET, HEAD"), ("/v1/users", "GET, PUT, HEAD"),
                ("/v1/users/\(ID.make())", "GET, PATCH, DELETE, HEAD"),
                ("/v1/openapi.json", "GET, HEAD"),
            ] {
                for method in [HTTPRequest.Method.post, .put, .delete, .patch] where !allowed.contains(method.rawValue)
                {
                    let answer = await TestProgram(console, key: key.text).call(method, path)
                    #expect(answer.status == 405 && answer.headers[.allow] == allowed, "\(method) \(path)")
                    #expect(answer.has("/problems/method-not-allowed"))
                }
            }
            #expect(await TestProgram(console, key: key.text).call(.post, "/v1/nothing").status == 404)
        }

        @Test func `the document needs no key, and says of every endpoint what its own line says`() async throws {
            let answer = await TestProgram(console, key: nil).get("/v1/openapi.json")
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
            let document = try json(answer)
            #expect(document["openapi"] as? String == "3.1.0")
            let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
            var names: Set<String> = []
            for route in console.console.routes {
                guard let summary = route.summary else { continue }
                let path = route.pattern.replacing(/:([a-z]+)/) { "{\($0.output.1)}" }
                let operation = try #require(paths[path]?[route.method.rawValue.lowercased()], "\(route.pattern)")
                #expect(names.insert(summary.name).inserted && operation["operationId"] as? String == summary.name)
                let parameters = (operation["parameters"] as? [[String: Any]] ?? []).filter {
                    $0["in"] as? String == "query"
                }
                #expect(parameters.compactMap { $0["name"] as? String } == summary.parameters.map(\.name))
                if case .service(.scope(let scope)) = route.access {
                    #expect((operation["description"] as? String)?.contains(scope.id) == true)
                }
                // In other tenants it answers 404, so the document says in which it exists.
                let place: (kind: String?, words: String) =
                    switch route.place {
                    case .kind(let kind): (kind, "tenants of the kind \(kind).")
                    case .people: (nil, "tenants with users.")
                    case .everyTenant, .installation: (nil, "every tenant.")
                    }
                #expect((operation["description"] as? String)?.contains(place.words) == true, "\(route.pattern)")
                #expect(operation["x-kind"] as? String == place.kind, "\(route.pattern)")
            }
            #expect(names.count == paths.values.reduce(0) { $0 + $1.count } && names.count >= 6)
            #expect(answer.has(tenant.slug) == false)
        }

        @Test func `a database that is away is busy, not a cause told to strangers`() async throws {
            let key = try installation.makeKey(in: tenant)
            try installation.database.with(.superuser) {
                _ = try $0.send("revoke execute on function enter_by_key(bytea, timestamptz) from roost_app").rows()
            }
            let answer = await TestProgram(console, key: key.text).get("/v1/me")
            #expect(answer.status == 500 && answer.headers[.contentType] == "application/problem+json")
            #expect(answer.has("permission") == false && answer.has("enter_by_key") == false)
        }
    }
}
