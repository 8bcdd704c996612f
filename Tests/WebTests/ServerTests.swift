import Console
import Core
import Glibc
import Postgres
import Support
import Testing
import Web

@testable import roost

/// What only a socket shows: headers of every answer, limits, streams.
@Suite(.serialized) struct ServerTests {
    private let installation: TestInstallation
    private let console: TestConsole
    private let server: TestServer
    private let tenant: Tenant
    private let cookie: String

    init() async throws {
        installation = try TestInstallation()
        console = TestConsole(
            installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all)
        server = try await TestServer(console)
        tenant = try installation.makeTenant()
        cookie = "Cookie: roost=" + (try installation.makeSession(installation.makeAdmin(.owner, in: tenant).id).token)
    }

    private var style: String { ConsoleApplication.files.link("roost.css").description }

    @Test func `every answer carries the security headers and a reference`() async throws {
        let answers = [
            ("page", await server.get("/sign-in"), 200),
            ("page inside", await server.get("/t/\(tenant.slug)/users", [cookie]), 200),
            ("redirect", await server.get("/"), 303), ("not found", await server.get("/nothing/here"), 404),
            ("not found, POST", await server.post("/nothing/here", []), 404),
            ("beside a route", await server.get("/t/\(tenant.slug)/users/x/y/z", [cookie]), 404),
            ("other method", await server.send("DELETE", "/sign-in"), 405),
            ("refused", await server.post("/sign-in", []), 403),
            ("file", await server.get(style), 200), ("health", await server.get("/healthz"), 200),
            ("download", await server.get("/t/\(tenant.slug)/users.csv?reason=why", [cookie]), 200),
        ]
        for (what, answer, status) in answers {
            #expect(answer.status == status, "\(what)")
            let policy = answer.headers["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'none'"), "\(what)")
            #expect(!policy.contains("unsafe"), "\(what)")
            #expect(answer.headers["x-content-type-options"] == "nosniff", "\(what)")
            #expect(answer.headers["referrer-policy"] == "no-referrer", "\(what)")
            #expect(answer.headers["cross-origin-opener-policy"] == "same-origin", "\(what)")
            #expect(answer.headers["cross-origin-resource-policy"] == "same-origin", "\(what)")
            #expect(answer.headers["permissions-policy"] != nil, "\(what)")
            #expect(
                answer.headers["cache-control"]
                    == (what == "file" ? "public, max-age=31536000, immutable" : "no-store"), "\(what)")
            #expect(answer.headers["strict-transport-security"] == nil, "\(what)")
            #expect(answer.headers["x-request-id"]?.count == 10, "\(what)")
        }
        let missing = answers[3].1
        #expect(
            missing.text.contains(missing.headers["x-request-id"] ?? "?"),
            "the page tells another reference than the header")
    }

    @Test func `over the socket one signs in, is in, and out`() async throws {
        let admin = try installation.makeAdmin(.manager, in: tenant)
        var cookies: [String: String] = [:]
        var token = ""
        func keep(_ reply: TestServer.Reply) {
            for cookie in reply.cookies {
                let pair = cookie.prefix { $0 != ";" }.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                cookies[String(pair[0])] = cookie.contains("Max-Age=0") ? nil : String(pair[1])
            }
            if let found = reply.text.firstMatch(of: /name="csrf" value="([^"]*)"/) { token = String(found.output.1) }
        }
        func header() -> [String] { ["Cookie: " + cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")] }
        keep(await server.get("/sign-in"))
        keep(
            await server.post(
                "/sign-in", [("email", admin.email), ("password", TestAdmin.password), ("csrf", token)], header()))
        keep(await server.get("/sign-in/code", header()))
        let entered = await server.post("/sign-in/code", [("code", admin.code(at: .now)), ("csrf", token)], header())
        #expect(entered.status == 303)
        keep(entered)
        let home = await server.get("/t/\(tenant.slug)", header())
        #expect(home.status == 200 && home.text.contains(tenant.name))
        keep(home)
        #expect(
            await server.post("/sign-out", [("csrf", token)], header() + ["Origin: http://127.0.0.1:\(server.port)"])
                .status == 303)
        #expect(await server.get("/t/\(tenant.slug)", header()).status == 303)
    }

    @Test func `pages and files are packed for those who ask, and only for them`() async throws {
        for path in ["/t/\(tenant.slug)/users", style] {
            let plain = await server.get(path, [cookie])
            let packed = await server.get(path, [cookie, "Accept-Encoding: gzip, deflate, br"])
            #expect(plain.headers["content-encoding"] == nil && plain.isWhole)
            #expect(packed.headers["content-encoding"] == "gzip")
            #expect(
                packed.body.starts(with: [0x1F, 0x8B]) && packed.body.count < plain.body.count / 2 && packed.isWhole)
            #expect(plain.headers["vary"] == "Accept-Encoding")
        }
    }

    @Test func `a HEAD has the head of the page and no body; of a download it starts none`() async throws {
        let head = await server.send("HEAD", "/sign-in")
        #expect(head.status == 200 && head.body.isEmpty)
        for _ in 0..<4 {
            #expect(await server.send("HEAD", "/t/\(tenant.slug)/users.csv?reason=why", [cookie]).body.isEmpty)
        }
        let file = await server.get("/t/\(tenant.slug)/users.csv?reason=why", [cookie])
        #expect(file.status == 200 && file.isWhole)
        #expect(
            try installation.number(
                "select count(*) as n from audit_events where audit_events.action = 'users.exported'") == 1)
    }

    @Test func `a body over the limit is refused with a page, one under it is read`() async throws {
        let big = String(repeating: "x", count: 70_000)
        let refused = await server.post("/sign-in", [("email", big)])
        #expect(refused.status == 413)
        #expect(refused.text.contains("</html>"))
        #expect(await server.post("/sign-in", [("email", String(repeating: "x", count: 60_000))]).status == 403)
    }

    @Test func `a form with a file is taken where its route says so, told too big beside the field, and cut elsewhere`()
        async throws
    {
        let session = try installation.makeSession(installation.makeAdmin(.owner, in: tenant).id)
        let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>"
        func send(_ path: String, _ file: String, length: Int? = nil) async -> TestServer.Reply {
            let body =
                "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(session.csrf)\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"icon\"; filename=\"x.png\"\r\n\r\n\(file)\r\n--b--\r\n"
            return await server.send(
                "POST", path,
                [
                    "Cookie: roost=\(session.token)", "Content-Type: multipart/form-data; boundary=b",
                    "Content-Length: \(length ?? body.utf8.count)",
                ], body)
        }
        let icon = "/t/\(tenant.slug)/settings/icon"
        #expect(await send(icon, drawing).status == 303)
        let tooBig = await send(icon, String(repeating: "x", count: 5_000_000))
        #expect(tooBig.status == 422 && tooBig.text.contains("id=\"icon-error\""))
        // What is announced as longer than anybody waits for is not read at all.
        #expect(await send(icon, drawing, length: 40_000_000).status == 413)
        // 13.11: a field counts once in such a form too.
        let twice =
            "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(session.csrf)\r\n--b\r\n"
            + "Content-Disposition: form-data; name=\"name\"\r\n\r\nOne\r\n--b\r\n"
            + "Content-Disposition: form-data; name=\"name\"\r\n\r\nTwo\r\n--b--\r\n"
        for path in [icon, "/t/\(tenant.slug)/settings", "/t/\(tenant.slug)/settings/icon/removal"] {
            let answer = await server.send(
                "POST", path,
                [
                    "Cookie: roost=\(session.token)", "Content-Type: multipart/form-data; boundary=b",
                    "Content-Length: \(twice.utf8.count)",
                ], twice)
            #expect(answer.status == 400, "\(path): \(answer.status)")
        }
        let broken = await server.send(
            "POST", icon,
            ["Cookie: roost=\(session.token)", "Content-Type: multipart/form-data; boundary=b", "Content-Length: 4"],
            "--b\n")
        #expect(broken.status == 400)
        // Other routes take the fields of such a form, and no more of a body than of any.
        #expect(
            await send("/t/\(tenant.slug)/settings/icon/removal", String(repeating: "x", count: 1_100_000)).status
                == 413)
        #expect(await send("/t/\(tenant.slug)/settings/icon/removal", "").status == 303)
        #expect(try installation.number("select count(*) as n from tenant_icons where tenant_id = \(tenant.id)") == 0)
    }

    @Test func `floods of headers, long lines and what is no HTTP end the connection, and the server goes on`()
        async throws
    {
        let floods = [
            "GET / HTTP/1.1\r\nHost: x\r\n" + (0..<100_000).map { "X-\($0): 1\r\n" }.joined() + "\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "y", count: 100_000))\r\n\r\n",
            "GET /\(String(repeating: "z", count: 100_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
            "\u{16}\u{3}\u{1}\u{0}nonsense\r\n\r\n",
            "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n",
            "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
        ]
        for flood in floods {
            let reply = await server.raw(flood)
            #expect(reply.status == 0 || (400..<500).contains(reply.status), "\(flood.prefix(60)): \(reply.status)")
        }
        #expect(await server.get("/healthz").status == 200)
    }

    @Test func `odd paths give pages, never an error of ours`() async throws {
        for path in [
            "/t/%00", "/t/%FF/users", "//", "/t//users", "/t/\(tenant.slug)/users/%27", "/enrol/..%2f..",
            "/assets/..%2f..%2fetc%2fpasswd", "/?a=%", "/t/\(tenant.slug)/users?q=%00%FF",
        ] {
            let reply = await server.get(path, [cookie])
            #expect([200, 303, 404].contains(reply.status), "\(path): \(reply.status)")
        }
    }

    @Test func `the Forwarded header counts from a trusted proxy only, and there its last element`() async throws {
        let proxied = try await TestServer(console) {
            $0.proxies = TrustedProxies([try! #require(AddressRange("127.0.0.1"))])
        }
        let header = ["Forwarded: for=6.6.6.6;proto=http, for=\"203.0.113.5:4711\";proto=https"]
        let behind = await proxied.get("/sign-in", header)
        #expect(behind.cookies.contains { $0.hasPrefix("__Host-roost-door=") && $0.contains("; Secure") })
        #expect(behind.headers["strict-transport-security"]?.hasPrefix("max-age=63072000") == true)
        let direct = await server.get("/sign-in", header)
        #expect(direct.cookies.contains { $0.hasPrefix("roost-door=") })
        #expect(direct.headers["strict-transport-security"] == nil)
    }

    private func proxied(_ header: TrustedProxies.Header? = nil) async throws -> TestServer {
        let proxies = TrustedProxies([try #require(AddressRange("127.0.0.1"))], header: header)
        return try await TestServer(console) { $0.proxies = proxies }
    }

    @Test func `13.7: behind a proxy that says X-Forwarded-* alone all is secure, and its clients are not one`()
        async throws
    {
        let server = try await proxied()
        func said(by client: String) -> [String] { ["X-Forwarded-For: \(client)", "X-Forwarded-Proto: https"] }
        let page = await server.get("/sign-in", said(by: "203.0.113.6"))
        #expect(page.headers["strict-transport-security"]?.hasPrefix("max-age=63072000") == true)
        let door = try #require(page.cookies.first { $0.hasPrefix("__Host-roost-door=") })
        #expect(door.contains("; Secure"))
        let csrf = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]*)"/)).output.1
        // One client has used up the attempts of its address.
        let spent = AddressRange.neighbourhood(of: "203.0.113.5")
        try installation.database.connection().inTenant(Tenant.installation.id) { tx in
            let attempts = AttemptsAcrossTenants(key: installation.keys.attempts)
            for _ in 0..<54 { _ = try attempts.reserve(.address, spent, now: .now, in: tx) }
        }
        let admin = try installation.makeAdmin(.owner, in: tenant)
        func signIn(from client: String) async -> TestServer.Reply {
            await server.post(
                "/sign-in",
                [("email", admin.email), ("password", TestAdmin.password), ("csrf", String(csrf))],
                said(by: client) + ["Cookie: \(door.prefix { $0 != ";" })"])
        }
        #expect(await signIn(from: "203.0.113.5").status == 422)
        let signedIn = await signIn(from: "203.0.113.6")
        #expect(signedIn.status == 303 && signedIn.headers["location"] == "/sign-in/code")
        #expect(signedIn.cookies.contains { $0.hasPrefix("__Host-roost=") && $0.contains("; Secure") })
    }

    @Test func `13.7: a client's own Forwarded, which a proxy passes on, opens no key that is bound to an address`()
        async throws
    {
        let key = try installation.makeKey(in: tenant, addresses: ["10.20.30.40"])
        func status(on server: TestServer, _ lines: String...) async -> Int {
            await server.get("/v1/me", ["Authorization: Bearer \(key.text)"] + lines).status
        }
        for header in [nil, TrustedProxies.Header.xForwardedFor] {
            let server = try await proxied(header)
            let isPassed = await status(
                on: server, "Forwarded: for=10.20.30.40;proto=https", "X-Forwarded-For: 203.0.113.9")
            let isAppended = await status(on: server, "X-Forwarded-For: 10.20.30.40, 203.0.113.9")
            #expect(isPassed == 403 && isAppended == 403)
            #expect(await status(on: server, "X-Forwarded-For: 10.20.30.40") == 200)
        }
        #expect(await status(on: server, "X-Forwarded-For: 10.20.30.40") == 403)
    }

    @Test func `a download that breaks off is cut off, so that nobody takes it for whole`() async throws {
        try installation.add(
            (0..<5000).map { TestUser(String(repeating: "long name ", count: 19) + "\($0)") }, to: tenant)
        let whole = await server.get("/t/\(tenant.slug)/users.jsonl?reason=why", [cookie])
        #expect(whole.isWhole && whole.body.count { $0 == 10 } == 5000)
        // More than what the server holds of a file and the system of a connection: the query waits for the client.
        try installation.add(
            (0..<40_000).map { TestUser(String(repeating: "more name ", count: 19) + "\($0)") }, to: tenant)
        let (port, path, cookie) = (server.port, "/t/\(tenant.slug)/users.jsonl?reason=why", cookie)
        let (head, ended, rest) = await onThread { [installation] () -> (String, Int, [UInt8]) in
            guard let socket = TestSocket(port: port, receiveBuffer: 65_536) else { return ("", 0, []) }
            socket.send("GET \(path) HTTP/1.1\r\nHost: roost.example\r\n\(cookie)\r\n\r\n")
            let head = socket.text(seconds: 20, until: "more name")
            let ended = try? installation.number(
                "select count(pg_terminate_backend(pid)) as n from pg_stat_activity where datname = current_database() and query like 'copy (%'"
            )
            let rest = socket.receive(seconds: 20)
            return (head, ended ?? 0, rest.isClosed ? Array(rest.bytes.suffix(5)) : [0])
        }
        #expect(head.hasPrefix("HTTP/1.1 200 "))
        #expect(ended == 1)
        // A whole body ends with a chunk of no bytes.
        #expect(rest != [0] && rest != Array("0\r\n\r\n".utf8), "cut short and yet whole")
    }

    @Test func `health and readiness tell alive from able, and the metrics count by route without a name of anybody`()
        async throws
    {
        #expect(await server.get("/healthz").text == "ok\n")
        #expect(await server.get("/readyz").text == "ready\n")
        _ = await server.get("/t/\(tenant.slug)/users?q=somebody", [cookie])
        #expect(await server.get("/metrics").status == 404)
        #expect(await server.get("/metrics", ["Authorization: Bearer another"]).status == 404)
        let metrics = await server.get("/metrics", ["Authorization: Bearer for-tools"]).text
        #expect(metrics.contains("roost_http_requests_total{route=\"/t/:tenant/users\",status=\"200\"} 1"))
        #expect(metrics.contains(tenant.slug) == false && metrics.contains("somebody") == false)
        // 13.15: whatever paths somebody makes up, they count together.
        for number in 0..<30 { _ = await server.get("/made-up/\(number)") }
        let after = await server.get("/metrics", ["Authorization: Bearer for-tools"]).text
        #expect(after.contains("roost_http_requests_total{route=\"-\",status=\"404\"} 30"))
        #expect(!after.contains("made-up"))
        console.services.database.stop()
        // The answer before may be a second old.
        var ready = 200
        for _ in 0..<20 where ready != 503 {
            try await Task.sleep(for: .milliseconds(250))
            ready = await server.get("/readyz").status
        }
        #expect(ready == 503)
        #expect(await server.get("/healthz").status == 200)
        let page = await server.get("/t/\(tenant.slug)", [cookie])
        // The database does not answer: `DatabaseTrouble.away`, which is two seconds.
        #expect(page.status == 503 && page.headers["retry-after"] == "2")
    }

    @Test func `13.11: the metrics are open at the address of tools alone, and at the console's only with the token`()
        async throws
    {
        let tools = try await TestServer(
            routes: OperationsFeature.toolRoutes(console.services),
            change: { $0 = .ofTools(host: "127.0.0.1", port: 0) })
        #expect(await tools.get("/metrics").text.contains("roost_database_waiting"))
        #expect(await tools.get("/healthz").text == "ok\n")
        // Nothing of the console is there.
        for path in ["/", "/sign-in", "/t/\(tenant.slug)/users", "/v1/me", "/v1/openapi.json"] {
            #expect(await tools.get(path, [cookie]).status == 404, "\(path)")
        }
        let without: [[String]] = [
            [], [cookie], ["Authorization: Bearer "], ["Authorization: Bearer for-tool"], ["Authorization: for-tools"],
            ["Authorization: Basic for-tools"], ["X-Forwarded-For: 127.0.0.1"],
        ]
        for headers in without {
            let refused = await server.get("/metrics", headers)
            #expect(refused.status == 404 && !refused.text.contains("roost_database"), "\(headers)")
        }
        #expect(await server.get("/metrics", ["Authorization: Bearer for-tools"]).status == 200)
    }
}
