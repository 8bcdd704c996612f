import Support
import Testing
import Web

@testable import Console
@testable import Core
@testable import Postgres

extension OnCore {
    /// The database as a whole is in trouble: what people, programs and operators' tools are told.
    @Suite struct DatabaseTroubleTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let user: TestUser

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            user = try installation.addUser("Somebody", to: tenant)
        }

        private func setReadOnly(_ value: SQL) throws {
            try installation.set(
                """
                do $$ begin
                    execute format('alter database %I set default_transaction_read_only = \(value)', current_database());
                end $$
                """)
        }

        @Test func `13.17: while the database is read-only lists are read, writes say what it is, and /readyz says no`()
            async throws
        {
            let owner = try installation.makeAdmin(.owner, in: tenant)
            let session = try installation.makeSession(owner.id)
            try setReadOnly("on")
            // A server that connects now.
            let console = installation.console()
            var browser = console.browser()
            (browser.cookies["roost"], browser.csrf) = (session.token, session.csrf)
            #expect(await browser.get("/t/\(tenant.slug)/users").status == 200)
            let refused = await browser.post(
                "/t/\(tenant.slug)/users/\(user.id)/suspension", [("reason", "typed with care")])
            #expect(refused.status == 503 && refused.headers[.retryAfter] == "30")
            #expect(refused.has("Read-only for the moment") && refused.has("Reference:"))
            #expect(refused.has("Try again") && refused.has("value=\"typed with care\""))
            let ready = await browser.get("/readyz")
            #expect(ready.status == 503 && ready.has("read-only"))
            try setReadOnly("off")
            let later = installation.console()
            var laterBrowser = later.browser()
            #expect(await laterBrowser.get("/readyz").status == 200)
        }

        @Test func `13.17: errors are named for what they are`() {
            func trouble(_ state: String) -> DatabaseTrouble? {
                DatabaseTrouble(
                    DatabaseError.server(
                        .init(sqlState: state, message: "", detail: "", constraint: "", table: "")))
            }
            #expect(trouble("25006") == .readOnly)
            #expect(trouble("53100") == .diskFull)
            #expect(["40P01", "40001", "55P03", "57014", "53300", "53200"].allSatisfy { trouble($0) == .busy })
            #expect(["57P01", "57P03"].allSatisfy { trouble($0) == .away })
            #expect(["23505", "42501", "22012", "XX000"].allSatisfy { trouble($0) == nil })
            #expect(DatabaseTrouble(DatabaseError.exhausted) == .busy)
            #expect(DatabaseTrouble(DatabaseError.unavailable("")) == .away)
            #expect(DatabaseTrouble(DatabaseError.outcomeUnknown("")) == nil)
        }

        @Test func `13.17: a page is asked for again by its address, and no secret is put into a page`() async throws {
            let console = installation.console()
            func page(_ method: String, _ form: [(String, String)], path: String = "/t/a/users") -> String {
                var request = WebRequest(
                    method: method == "GET" ? .get : .post, path: path, query: Query([("q", "a b")]),
                    headers: [:], parameters: [:],
                    body: Query(form.map { (name: $0.0, value: $0.1) }).urlEncoded, address: "127.0.0.1",
                    isSecure: true, id: "reference", now: .now)
                request.headers[.contentType] = "application/x-www-form-urlencoded"
                let response = Console.trouble(
                    .away, DatabaseError.unavailable("secret cause"), request, console.services)
                guard case .bytes(let bytes) = response.body else { return "" }
                return String(decoding: bytes.readableBytesView, as: UTF8.self)
            }
            let again = page("GET", [])
            #expect(again.contains("href=\"/t/a/users?q=a%20b\"") || again.contains("href=\"/t/a/users?q=a+b\""))
            #expect(again.contains("reference") && !again.contains("secret cause"))
            #expect(page("POST", [("name", "Ж")]).contains("value=\"Ж\""))
            #expect(!page("POST", [("password", "correct horse")]).contains("correct horse"))
        }
    }
}
