import Foundation
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Users as programs add, change and delete them.
    @Suite struct ServiceWriteTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let program: TestProgram

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            program = TestProgram(console, key: try installation.makeKey(in: tenant, "Billing server").text)
        }

        private struct Result: Decodable {
            struct Fault: Decodable { var pointer, detail: String }
            var index: Int
            var result: String
            var id: String?
            var version: Int?
            var errors: [Fault]
        }

        private struct Answered: Decodable {
            var results: [Result]
            var counts: [String: Int]
        }

        private func put(_ users: [[String: Any]], key: String = unique()) async throws -> Answered {
            let body = try JSONSerialization.data(withJSONObject: ["users": users])
            let answer = await program.write(.put, "/v1/users", String(decoding: body, as: UTF8.self), key: key)
            #expect(answer.status == 200, "\(answer.text.prefix(500))")
            return try JSONDecoder().decode(Answered.self, from: Data(answer.body))
        }

        private func faults(_ answer: Answer) throws -> [String] {
            let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
            return (json?["errors"] as? [[String: String]] ?? []).map { $0["pointer"] ?? "?" }
        }

        private func events(_ action: String) throws -> Int {
            try installation.number(
                "select count(*) as n from audit_events where audit_events.action = \(action) and audit_events.actor_kind = 'key'"
            )
        }

        private func column(_ column: SQL, of id: ID) throws -> String? {
            try installation.database.with(.superuser) {
                try $0.send("select \(column) as v from users where users.id = \(id)").rows().first?.text("v")
            }
        }

        private func verify() throws -> Int {
            try installation.database.connection().inTenant(tenant.id, .snapshot) {
                let found = try AuditVerification.verify(in: $0, checkpoints: [])
                #expect(found.finding == nil)
                return found.events
            }
        }

        @Test func `14: a telephone number is read into E.164, and an external id belongs to one user`() async throws {
            let (one, two) = (try installation.addUser("One", to: tenant), try installation.addUser("Two", to: tenant))
            let answer = try await put([
                ["id": one.id.description, "phone": "0170 1234567", "country": "DE", "external_id": "E-1"],
                ["id": two.id.description, "external_id": "E-1"],
                ["email": "third@example.net", "phone": "nonsense"],
                ["email": "fourth@example.net", "phone": "+1 (202) 555-0143", "external_id": "e-1"],
            ])
            #expect(answer.results.map(\.result) == ["updated", "failed", "failed", "created"])
            #expect(
                answer.results[1].errors.map(\.pointer) == ["/users/1/external_id"]
                    && answer.results[2].errors.map(\.pointer) == ["/users/2/phone"])
            #expect(
                try column("users.phone", of: one.id) == "+491701234567"
                    && column("users.external_id", of: one.id) == "E-1")
            // One that is stored already is as much another's.
            let again = try await put([["id": two.id.description, "external_id": "E-1"]])
            #expect(again.results.map(\.result) == ["failed"])
            let new = try #require(answer.results[3].id.flatMap { ID($0) })
            #expect(try column("users.phone", of: new) == "+12025550143")
        }

        @Test func `14: two users who would swap their external ids in one batch are refused each beside its row`()
            async throws
        {
            let (one, two) = (try installation.addUser("One", to: tenant), try installation.addUser("Two", to: tenant))
            _ = try await put([
                ["id": one.id.description, "external_id": "S-1"], ["id": two.id.description, "external_id": "S-2"],
            ])
            let swap = try await put([
                ["id": one.id.description, "external_id": "S-2"], ["id": two.id.description, "external_id": "S-1"],
                ["email": "beside-swap@example.net", "external_id": "S-3"],
            ])
            #expect(swap.results.map(\.result) == ["failed", "failed", "created"])
            #expect(
                swap.results.flatMap(\.errors).map(\.pointer) == ["/users/0/external_id", "/users/1/external_id"])
            #expect(swap.results.flatMap(\.errors).allSatisfy { $0.detail.contains("already has this external id") })
            // In two steps it is possible.
            _ = try await put([["id": one.id.description, "external_id": ""]])
            let steps = [(two, "S-1"), (one, "S-2")]
            for (user, id) in steps {
                #expect(try await put([["id": user.id.description, "external_id": id]]).results[0].result == "updated")
            }
            #expect(try column("users.external_id", of: one.id) == "S-2")
        }

        @Test func `14: a stored value that a newer rule refuses stops no other change of its user`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let alike = "look\u{200B}alike-\(unique())@example.org"
            try installation.set(
                "update users set email = \(alike), name = \("A\u{202E}b") where id = \(user.id)", in: tenant)
            let id = user.id.description
            let answer = try await put([["id": id, "email": alike, "name": "A\u{202E}b", "country": "PT"]])
            #expect(answer.results.map(\.result) == ["updated"], "\(answer.results)")
            let patched = await program.write(
                .patch, "/v1/users/\(id)", #"{"time_zone": "Europe/Madrid"}"#, ifMatch: #""2""#)
            #expect(patched.status == 200, "\(patched.text)")
            // Another such value is refused.
            let other = try await put([["id": id, "email": "x\(alike)"], ["id": id, "name": "B\u{202E}b"]])
            #expect(other.results.map(\.result) == ["failed", "failed"])
            #expect(try column("users.country", of: user.id) == "PT")
        }

        @Test func `a batch adds, changes, leaves alone and refuses, each for itself`() async throws {
            let (old, same) = (
                try installation.addUser("Old Name", to: tenant), try installation.addUser("Same", to: tenant)
            )
            let ownID = "6F1C3A60-1f7e-4d4e-9b0a-0c2f5a7e9d11"
            let answer = try await put([
                [
                    "email": "new@example.net", "name": "Zoë \"Quill\" <O'Brien> 🐓 علی", "country": "FR",
                    "time_zone": "Europe/Paris",
                ],
                ["email": old.email.uppercased(), "name": "New Name"],
                ["id": same.id.description, "name": "Same"],
                ["id": ownID, "email": "own@example.net"],
                ["email": "no address"],
                ["id": old.id.description, "plan": "premium"],
            ])
            #expect(answer.results.map(\.result) == ["created", "updated", "unchanged", "created", "failed", "failed"])
            #expect(
                answer.results.map(\.index) == Array(0..<6)
                    && answer.counts == ["created": 2, "updated": 1, "unchanged": 1, "failed": 2])
            #expect(
                answer.results[1].id == old.id.description && answer.results[1].version == 2
                    && answer.results[2].version == 1)
            #expect(answer.results[3].id == ownID.lowercased())
            #expect(
                answer.results[4].errors.map(\.pointer) == ["/users/4/email"]
                    && answer.results[5].errors.map(\.pointer) == ["/users/5"])
            let new = try #require(answer.results[0].id.flatMap { ID($0) })
            #expect(
                try column("users.name", of: new) == "Zoë \"Quill\" <O'Brien> 🐓 علی"
                    && column("users.zone", of: new) == "Europe/Paris")
            #expect(try column("users.language", of: new) == "en" && column("users.status", of: new) == "active")
            // The e-mail is stored as it was spelt last, and what was not given is as before.
            #expect(
                try column("users.email", of: old.id) == old.email.uppercased()
                    && column("users.country", of: old.id) == "ES")
            #expect(try events("user.added") == 2 && events("user.changed") == 1)
            #expect(try verify() > 0)
        }

        @Test func `the trail has each change under the key's name, and what is personal sealed`() async throws {
            let user = try installation.addUser("Marie Curie", to: tenant)
            _ = try await put([
                ["email": "secret-person@example.net", "name": "Pierre Hidden"],
                ["id": user.id.description, "name": "Marie Skłodowska"],
            ])
            #expect(
                await program.write(.patch, "/v1/users/\(user.id)", "{\"role\":\"moderator\"}", ifMatch: "\"2\"").status
                    == 200)
            #expect(await program.write(.delete, "/v1/users/\(user.id)").status == 204)
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            for path in ["/audit", "/users/\(user.id)"] {
                let page = await browser.get("/t/\(tenant.slug)\(path)").text.replacing(/<[^>]*>|\s+/, with: " ")
                #expect(page.contains(/Billing server\s+\(API key\)\s+deleted the user/), "\(path)")
                #expect(page.contains(/Marie Curie.{1,60}Marie Skłodowska/), "\(path)")
            }
            let inClear = try installation.number(
                "select count(*) as n from audit_events where audit_events::text like any ('{%Pierre%,%Skłodowska%,%secret-person%}') or encode(sealed, 'escape') like '%Pierre%'"
            )
            #expect(inClear == 0)
            let answers = try installation.number(
                "select count(*) as n from service_answers where encode(body, 'escape') like any ('{%Pierre%,%Marie%,%secret-person%}')"
            )
            #expect(try answers == 0 && installation.number("select count(*) as n from service_answers") == 3)
        }

        @Test func `a thousand at once, each with its event, and the same again changes nothing`() async throws {
            let zones = ["Europe/Madrid", "Asia/Tehran", "UTC", "America/Sao_Paulo"]
            let users: [[String: Any]] = (0..<1000).map {
                ["email": "u\($0)@example.net", "name": "User \($0)", "time_zone": zones[$0 % 4]]
            }
            let started = ContinuousClock.now
            #expect(try await put(users).counts["created"] == 1000)
            print("a batch of 1,000 new users: \(ContinuousClock.now - started)")
            #expect(try await put(users.shuffled()).counts["unchanged"] == 1000)
            let again = ContinuousClock.now
            #expect(try await put(users.map { $0.merging(["role": "moderator"]) { $1 } }).counts["updated"] == 1000)
            print("a batch of 1,000 changed users: \(ContinuousClock.now - again)")
            #expect(try events("user.added") == 1000 && events("user.changed") == 1000)
            #expect(try installation.number("select count(*) as n from subject_keys") == 1000)
            #expect(try verify() >= 2000)
        }

        @Test func `what is wrong with one is said with its place, and keeps no other out`() async throws {
            let taken = try installation.addUser("Taken", to: tenant)
            let gone = try installation.addUser("Gone", to: tenant)
            try installation.set("update users set status = 'deleted' where id = \(gone.id)")
            let long = String(repeating: "ж", count: 201)
            let wrong: [(user: [String: Any], pointers: [String])] = [
                (["email": ""], ["/email"]), (["email": "a b@example.net"], ["/email"]),
                (["email": String(repeating: "x", count: 250) + "@example.net"], ["/email"]),
                (["email": "z1@example.net", "name": long], ["/name"]),
                (["email": "z2@example.net", "role": ""], ["/role"]),
                (
                    [
                        "email": "z3@example.net", "plan": "premium", "country": "es",
                        "language": "klingonisch-x",
                    ], ["/plan", "/country", "/language"]
                ),
                (["email": "z4@example.net", "time_zone": "Mars/Olympus"], ["/time_zone"]),
                (["email": "z5@example.net", "time_zone": ""], ["/time_zone"]),
                (["email": "z6@example.net", "name": "a\u{0}b"], ["/name"]),
                (["email": "z7\u{0}@example.net"], ["/email"]),
                (["email": "z8@example.net", "time_zone": "\u{0}"], ["/time_zone"]),
                (["id": ID.make().description], ["/email"]),
                (["id": ID.make().description, "email": taken.email], ["/email"]),
                (["email": gone.email], [""]), (["id": gone.id.description, "name": "Back"], [""]),
                (["id": ID.make().description, "email": gone.email.uppercased()], [""]),
            ]
            let answer = try await put(wrong.map(\.user) + [["email": "right@example.net"]])
            for (index, (user, pointers)) in wrong.enumerated() {
                #expect(answer.results[index].result == "failed", "\(user)")
                #expect(
                    answer.results[index].errors.map(\.pointer) == pointers.map { "/users/\(index)\($0)" }, "\(user)")
                #expect(answer.results[index].errors.allSatisfy { !$0.detail.isEmpty })
            }
            #expect(answer.results.last?.result == "created")
            #expect(try installation.number("select count(*) as n from users") == 3)
        }

        @Test func `the same user twice in a batch counts once, however they are named`() async throws {
            let (a, b) = (try installation.addUser("A", to: tenant), try installation.addUser("B", to: tenant))
            let pairs: [([String: Any], [String: Any])] = [
                (["id": a.id.description, "name": "1"], ["id": a.id.description, "name": "2"]),
                (["email": a.email, "name": "3"], ["email": a.email.uppercased(), "name": "4"]),
                (["id": a.id.description, "email": "moved@example.net"], ["email": a.email, "name": "5"]),
                (["id": b.id.description, "email": "fresh@example.net"], ["email": "FRESH@example.net"]),
                (["email": "born@example.net"], ["id": ID.make().description, "email": "born@example.net"]),
            ]
            for (first, second) in pairs {
                let results = try await put([first, second]).results
                #expect(
                    results[0].result != "failed" && results[1].errors.map(\.pointer) == ["/users/1"],
                    "\(first) \(second)")
                _ = try await put([
                    ["id": a.id.description, "email": a.email], ["id": b.id.description, "email": b.email],
                ])
            }
        }

        @Test(arguments: [
            ("", 400, [""]), ("{", 400, [""]), ("[]", 422, [""]), ("{}", 422, ["/users"]),
            ("{\"users\":[]}", 422, ["/users"]), ("{\"users\":{}}", 422, ["/users"]),
            ("{\"users\":[1]}", 422, ["/users/0"]), ("{\"users\":[{\"name\":\"x\"}]}", 422, ["/users/0"]),
            ("{\"users\":[{\"email\":1}]}", 422, ["/users/0/email"]),
            ("{\"users\":[{\"email\":null}]}", 422, ["/users/0/email"]),
            ("{\"users\":[{\"id\":\"x\"}]}", 422, ["/users/0/id"]),
            ("{\"users\":[{\"email\":\"a@b.co\"},{\"email\":\"b@b.co\",\"e/m~l\":1}]}", 422, ["/users/1/e~1m~0l"]),
            ("{\"users\":[{\"email\":\"a@b.co\"}],\"more\":1}", 422, ["/more"]),
            ("{\"users\":[{\"email\":\"a@b.co\",\"status\":\"active\"}]}", 422, ["/users/0/status"]),
        ])
        func `a body of another form is refused as a whole`(json: String, status: Int, pointers: [String]) async throws
        {
            var program = program
            program.headers[.contentType] = "application/json; charset=utf-8"
            let answer = await program.write(.put, "/v1/users", json)
            #expect(
                answer.status == status && answer.headers[.contentType] == "application/problem+json", "\(answer.text)")
            if status == 422 { #expect(try faults(answer) == pointers) }
            #expect(
                try installation.number(
                    "select (select count(*) from users) + (select count(*) from service_answers) as n") == 0)
        }

        @Test func `more than a thousand, and what is no JSON by its type, is refused`() async throws {
            let many =
                "{\"users\":[" + Array(repeating: "{\"email\":\"a@b.co\"}", count: 1001).joined(separator: ",") + "]}"
            #expect(try faults(await program.write(.put, "/v1/users", many)) == ["/users"])
            for type in [
                nil, "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "multipart/form-data",
            ] {
                var program = program
                program.headers[.idempotencyKey] = unique()
                program.headers[.contentType] = type
                #expect(
                    await program.call(.put, "/v1/users", Array("{\"users\":[{\"email\":\"a@b.co\"}]}".utf8)).status
                        == 415, "\(type ?? "-")")
            }
        }

        @Test func `nobody changes what they have not seen`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let path = "/v1/users/\(user.id)"
            for (ifMatch, status) in [
                (nil, 428), ("\"2\"", 412), ("W/\"1\"", 412), ("1", 412), ("", 412), ("\"0\", \"7\"", 412),
            ] as [(String?, Int)] {
                let answer = await program.write(.patch, path, "{\"name\":\"Lost\"}", ifMatch: ifMatch)
                #expect(
                    answer.status == status && answer.headers[.contentType] == "application/problem+json",
                    "\(ifMatch ?? "-")")
            }
            #expect(await program.write(.delete, path, ifMatch: "\"9\"").status == 412)
            #expect(try column("users.name", of: user.id) == "Somebody")
            let changed = await program.write(
                .patch, path, "{\"name\":\"Seen\",\"country\":\"\"}", ifMatch: "\"0\", \"1\"")
            #expect(
                changed.status == 200 && changed.headers[.eTag] == "\"2\""
                    && changed.text == "{\"id\":\"\(user.id)\",\"version\":2}")
            #expect(await program.get(path).headers[.eTag] == "\"2\"")
            // The same values again are no change.
            let same = await program.write(.patch, path, "{\"name\":\"Seen\"}", ifMatch: "\"2\"")
            #expect(same.status == 200 && same.headers[.eTag] == "\"2\"")
            #expect(try events("user.changed") == 1)
            #expect(try column("users.country", of: user.id) == "")
        }

        @Test func `one user is changed as a batch would do it, with the same faults`() async throws {
            let (user, other) = (
                try installation.addUser("Somebody", to: tenant), try installation.addUser("Other", to: tenant)
            )
            let path = "/v1/users/\(user.id)"
            let taken = await program.write(.patch, path, "{\"email\":\"\(other.email.uppercased())\"}", ifMatch: "*")
            #expect(taken.status == 409 && taken.has("/problems/email-taken"))
            #expect(try faults(taken) == ["/email"])
            for (json, pointers) in [
                ("{\"email\":\"x\"}", ["/email"]), ("{\"time_zone\":\"Mars\"}", ["/time_zone"]),
                ("{\"name\":\"a\\u0000\"}", ["/name"]), ("{\"nam\":\"x\"}", ["/nam"]),
                ("{\"id\":\"\(ID.make())\"}", ["/id"]), ("[]", [""]), ("{\"plan\":7,\"role\":\"\"}", ["/plan"]),
            ] {
                let answer = await program.write(.patch, path, json, ifMatch: "*")
                #expect(answer.status == 422, "\(json)")
                #expect(try faults(answer) == pointers, "\(json)")
            }
            #expect(try events("user.changed") == 0)
        }

        @Test func `12: of a user who was erased no call says that an admin can restore them`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let path = "/v1/users/\(user.id)"
            #expect(await program.write(.delete, path).status == 204)
            // As a finished erasure leaves the row; its triggers want the request that this test is not about.
            try installation.database.with(.superuser) {
                for sql in [
                    "set session_replication_role = replica",
                    "update users set erased_at = now() where id = \(user.id)",
                    "reset session_replication_role",
                ] as [SQL] {
                    _ = try $0.send(sql).rows()
                }
            }
            let put = await program.write(
                .put, "/v1/users", #"{"users":[{"id":"\#(user.id)","email":"back@example.net"}]}"#)
            #expect(put.has("was erased, and nothing restores it") && !put.has("restore them"), "\(put.text)")
            let patch = await program.write(.patch, path, "{\"name\":\"x\"}", ifMatch: "*")
            #expect(patch.status == 409 && patch.has("/problems/user-erased") && !patch.has("restore them"))
        }

        @Test func `a deleted user stays deleted, and is changed by nobody`() async throws {
            let user = try installation.addUser("Somebody", to: tenant)
            let path = "/v1/users/\(user.id)"
            for _ in 0..<2 {
                let answer = await program.write(.delete, path)
                #expect(answer.status == 204 && answer.body.isEmpty && answer.headers[.contentType] == nil)
            }
            #expect(try events("user.deleted") == 1)
            let refused = await program.write(.patch, path, "{\"name\":\"x\"}", ifMatch: "*")
            #expect(refused.status == 409 && refused.has("/problems/user-deleted"))
            #expect(await program.get(path).status == 404)
            for path in ["/v1/users/\(ID.make())", "/v1/users/x"] {
                #expect(await program.write(.delete, path).status == 404)
                #expect(await program.write(.patch, path, "{}", ifMatch: "*").status == 404)
            }
            var browser = try console.browser(of: installation.makeAdmin(.owner, in: tenant))
            #expect(await browser.get("/t/\(tenant.slug)/users/\(user.id)").status == 200)
            #expect(await browser.post("/t/\(tenant.slug)/users/\(user.id)/deletion/end").status == 303)
        }

        @Test func `batches that cross each other end well, and nobody is there twice`() async throws {
            let others = (0..<3).map { _ in TestProgram(installation.console(), key: program.key) }
            let emails = (0..<40).map { "cross-\($0)@example.net" }
            let rounds = isFullRun ? 100 : 6
            for round in 0..<rounds {
                let statuses = await withTaskGroup(of: Int.self) { group in
                    for (lane, program) in (others + [program]).enumerated() {
                        group.addTask {
                            let order = lane % 2 == 0 ? emails : emails.reversed()
                            let users = order.map { "{\"email\":\"\($0)\",\"name\":\"\(round) \(lane)\"}" }.joined(
                                separator: ",")
                            return await program.write(.put, "/v1/users", "{\"users\":[\(users)]}").status
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.allSatisfy { $0 == 200 || $0 == 503 } && statuses.contains(200), "\(statuses)")
            }
            #expect(try installation.number("select count(*) as n from users") == 40)
            #expect(
                try verify()
                    == installation.number(
                        "select count(*) as n from audit_events where audit_events.tenant_id = \(tenant.id)"))
        }

        @Test func `when the events are refused no write takes effect, and none is answered as done`() async throws {
            let users = try (0..<12).map { try installation.addUser("Somebody \($0)", to: tenant) }
            try installation.set(
                "create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'disk full' using errcode = '53100'; end $$"
            )
            try installation.set(
                "create trigger refuse_all before insert on audit_events for each row execute function refuse_all()")
            let before = try installation.fingerprint()
            for round in 0..<(isFullRun ? 2500 : 6) {
                let user = users[round % users.count].id
                for answer in [
                    await program.write(.put, "/v1/users", "{\"users\":[{\"email\":\"n\(round)@example.net\"}]}"),
                    await program.write(
                        .put, "/v1/users",
                        "{\"users\":[{\"email\":\"n\(round)@example.net\"},{\"id\":\"\(user)\",\"name\":\"Lost\"}]}"),
                    await program.write(.patch, "/v1/users/\(user)", "{\"name\":\"Lost\"}", ifMatch: "*"),
                    await program.write(.delete, "/v1/users/\(user)"),
                ] { #expect(answer.status == 503 && !answer.has("disk full")) }
            }
            #expect(try installation.fingerprint() == before)
        }

        @Test func `a tenant that holds nobody takes nobody`() async throws {
            let moon = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            let program = TestProgram(console, key: try installation.makeKey(in: moon).text)
            #expect(await program.write(.put, "/v1/users", "{\"users\":[{\"email\":\"a@example.net\"}]}").status == 404)
        }
    }
}
