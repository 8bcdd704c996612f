import Foundation
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Users as the service API shows them.
    @Suite struct ServiceUserTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let program: TestProgram

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            program = TestProgram(
                console, key: try installation.makeKey(in: tenant, "Reader", scopes: ["users.read"]).text)
        }

        private func object(_ answer: Answer) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        }

        private func emails(_ answer: Answer) throws -> [String] {
            (try object(answer)["users"] as? [[String: Any]] ?? []).compactMap { $0["email"] as? String }
        }

        private func events(_ action: String) throws -> Int {
            try installation.number(
                "select count(*) as n from audit_events where audit_events.action = \(action) and audit_events.actor_kind = 'key'"
            )
        }

        @Test func `one user is shown whole, and the reading is recorded under the key's name`() async throws {
            let name = "Zoë \"Quill\" <O'Brien>\n\\ 🐓 علی \u{7F}"
            let user = try installation.addUser(name, to: tenant)
            let answer = await program.get("/v1/users/\(user.id)")
            #expect(answer.status == 200)
            let json = try object(answer)
            #expect(
                json["name"] as? String == name && json["email"] as? String == user.email
                    && json["id"] as? String == user.id.description)
            #expect(
                json["seen_at"] is NSNull && json["time_zone"] as? String == "Europe/Madrid"
                    && json["version"] as? Int == 1)
            #expect((json["created_at"] as? String)?.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) == true)
            #expect(try events("user.viewed") == 1)
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await browser.get("/t/\(tenant.slug)/audit").has("Reader"))
        }

        @Test func `who has the version already gets none, and nothing was read; a change makes it another`()
            async throws
        {
            let user = try installation.addUser("Somebody", to: tenant)
            let tag = try #require(await program.get("/v1/users/\(user.id)").headers[.eTag])
            for header in [tag, "W/" + tag, "\"0\", " + tag, "*"] {
                var again = program
                again.headers[.ifNoneMatch] = header
                let answer = await again.get("/v1/users/\(user.id)")
                #expect(answer.status == 304 && answer.body.isEmpty && answer.headers[.eTag] == tag, "\(header)")
            }
            #expect(try events("user.viewed") == 1)
            try installation.inTenant(tenant) {
                try $0.execute("update users set version = version + 1 where users.id = \(user.id)")
            }
            var again = program
            again.headers[.ifNoneMatch] = tag
            let changed = await again.get("/v1/users/\(user.id)")
            #expect(changed.status == 200 && changed.headers[.eTag] != tag)
            #expect(try events("user.viewed") == 2)
        }

        @Test func `when the reading can't be recorded nobody is shown`() async throws {
            let user = try installation.addUser("Marie Secret", to: tenant)
            try installation.database.with(.superuser) { connection in
                _ = try connection.send(
                    "revoke execute on function append_audit(uuid, text, uuid, text, text, text, text, text, uuid, text, uuid, text[], text, bytea, text) from roost_app"
                ).rows()
            }
            let answer = await program.get("/v1/users/\(user.id)")
            #expect(answer.status == 500 && answer.has("Marie") == false)
        }

        @Test func `the pages of a list hold everybody once, in one order, whatever their size`() async throws {
            let start = Timestamp.now.adding(seconds: -1000)
            // Some of them joined at the very same moment.
            let users = (0..<23).map { number in
                var user = TestUser("User \(number)", createdAt: start.adding(seconds: Int64(number / 4)))
                user.country = number % 2 == 0 ? "ES" : "DE"
                return user
            }
            try installation.add(users, to: tenant)
            for limit in [1, 4, 22, 23, 200] {
                var found: [String] = []
                var next: String? = "/v1/users?limit=\(limit)"
                while let path = next {
                    let answer = await program.get(path)
                    #expect(answer.status == 200)
                    let page = try emails(answer)
                    #expect(page.count <= limit)
                    found += page
                    next = try object(answer)["next"] as? String
                    #expect(found.count <= 23)
                }
                #expect(Set(found) == Set(users.map(\.email)) && found.count == 23, "\(limit)")
            }
        }

        @Test func `the filters narrow, stay in the link to the next page, and deleted users show only when asked for`()
            async throws
        {
            var users = (0..<9).map { TestUser("User \($0)") }
            for index in users.indices {
                users[index].plan = index < 3 ? "premium" : "free"
                users[index].country = index % 2 == 0 ? "ES" : "DE"
                users[index].status = index == 8 ? "deleted" : index == 7 ? "suspended" : "active"
            }
            users[5].name = "Ünique 100% name"
            try installation.add(users, to: tenant)
            func count(_ query: String) async throws -> Int {
                try emails(await program.get("/v1/users?\(query)")).count
            }
            #expect(try await count("") == 8)
            #expect(try await count("status=deleted") == 1)
            #expect(try await count("status=suspended&country=DE") == 1)
            #expect(try await count("plan=premium") == 3)
            #expect(try await count("country=DE&plan=free") == 3)
            #expect(try await count("q=\(TestBrowser.encoded("100% n"))") == 1)
            #expect(try await count("q=\(users[2].id)") == 1)
            #expect(try await count("q=nobody-at-all") == 0)
            #expect(try await count("q=&plan=") == 8, "an empty text narrows nothing")
            let first = try object(await program.get("/v1/users?plan=premium&limit=2&q=user"))
            let next = try #require(first["next"] as? String)
            #expect(next.contains("plan=premium") && next.contains("q=user"))
            let second = await program.get(next)
            #expect(try emails(second).count == 1)
            #expect(try object(second)["next"] is NSNull)
        }

        @Test(arguments: [
            "status=gone", "status=", "plan=\(String(repeating: "x", count: 81))",
            "q=\(String(repeating: "x", count: 201))", "country=", "country=es", "country=ESP", "limit=0", "limit=201",
            "limit=x", "limit=+5", "limit=99999999999999999999",
            "cursor=x", "cursor=", "cursor=00000000000000000000000000000000000000000000000g", "statuss=active",
            "plan=free&plan=premium",
            "cursor=ffffffffffffffffffffffffffffffffffffffffffffffff",
            "cursor=7fffffffffffffff00000000000000000000000000000000",
        ])
        func `a parameter that makes no sense is refused by name`(query: String) async throws {
            let answer = await program.get("/v1/users?\(query)")
            #expect(answer.status == 422, "\(query)")
            let errors = try object(answer)["errors"] as? [[String: String]]
            #expect(
                errors?.first?["field"] == query.prefix { $0 != "=" }.description
                    && errors?.first?["detail"]?.isEmpty == false)
        }

        @Test func `a tenant that holds nobody has no users to show`() async throws {
            let moon = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            let program = TestProgram(console, key: try installation.makeKey(in: moon).text)
            #expect(await program.get("/v1/me").status == 200)
            #expect(await program.get("/v1/users").status == 404)
            #expect(await program.get("/v1/users/\(ID.make())").status == 404)
        }

        @Test func `a cursor reads back`() throws {
            var random = SeededRandom(4)
            for _ in 0..<500 {
                let cursor = ServiceCursor(
                    createdAt: Timestamp(microseconds: Int64.random(in: 0..<216_172_782_113_783_808, using: &random)),
                    id: .make())
                #expect(ServiceCursor(cursor.description) == cursor)
                #expect(
                    cursor.description.firstMatch(of: /^0[0-2][0-9a-f]{46}$/) != nil, "what the document says of it")
            }
        }
    }
}
