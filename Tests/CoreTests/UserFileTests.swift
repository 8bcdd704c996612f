import Foundation
import HTTPTypes
import JSON
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Files that users upload for the fields of forms: checked, named by answers, swept, handed out to whom they are for.
    @Suite struct UserFileTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let users: [TestUser]
        private let tokens: [String]
        private let key: TestKey

        init() async throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            users = [TestUser("Marie Curie"), TestUser("Irène Joliot")]
            try installation.add(users, to: tenant)
            let app = try installation.makeApp(in: tenant)
            var tokens: [String] = []
            for user in users {
                try installation.givePassword(to: user, in: tenant)
                var browser = console.browser()
                tokens.append(try #require(await browser.tokens(of: user, for: app)).access)
            }
            self.tokens = tokens
            key = try installation.makeKey(in: tenant, scopes: ["answers.read", "answers.write"])
        }

        private static let pdf = UserFilesFeature.document("of the tests")
        /// One pixel.
        private static let png = [UInt8](
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
                ?? Data())

        private func app(_ user: Int = 0) -> TestProgram { TestProgram(console, key: tokens[user]) }

        private func upload(_ bytes: [UInt8], _ type: String = "application/pdf", by user: Int = 0) async -> Answer {
            await app(user).write(.post, "/v1/me/files", type: type, bytes)
        }

        private func id(_ answer: Answer) throws -> String {
            #expect(answer.status == 200, "\(answer.text)")
            return try #require(try JSONReader.read(Array(answer.text.utf8))["id"]?.text)
        }

        private func questionnaire(_ more: String = "") throws {
            let content =
                #"{"name.en":"Proof","fields.1.key":"proof","fields.1.kind":"file","fields.1.label.en":"Proof?"\#(more)}"#
            _ = try installation.makeQuestionnaire("proof", [content], in: tenant)
        }

        private func answer(_ file: String, of user: Int = 0) async -> Answer {
            await TestProgram(console, key: key.text).write(
                .put, "/v1/users/\(users[user].id)/answers/proof", "{\"answers\":{\"proof\":\"\(file)\"}}")
        }

        private func files() throws -> Int {
            try installation.number("select count(*) as n from user_files where tenant_id = \(tenant.id)")
        }

        @Test func `18: a photo is written anew, a document stays as it came, and each is handed out as what it is`()
            async throws
        {
            let photo = await upload(Self.png, "image/png")
            #expect(photo.has("\"type\":\"image/png\"") && photo.has("\"width\":1,\"height\":1"), "\(photo.text)")
            let shown = await app().get("/v1/me/files/\(try id(photo))")
            #expect(shown.headers[.contentType] == "image/png" && shown.headers[.contentDisposition] == "inline")
            #expect(
                shown.headers[.contentSecurityPolicy]?.contains("sandbox") == true
                    && shown.body.starts(with: [0x89, 0x50]))
            let document = await upload(Self.pdf)
            #expect(document.has("\"width\":null"))
            let saved = await app().get("/v1/me/files/\(try id(document))")
            #expect(saved.body == Self.pdf && saved.headers[.contentType] == "application/pdf")
            #expect(saved.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"file-") == true)
            #expect(saved.headers[.cacheControl] == "no-store")
            // In the table it can't be read.
            let plain = try installation.number(
                "select count(*) as n from user_files where tenant_id = \(tenant.id) and position('%PDF' in encode(content, 'escape')) > 0"
            )
            #expect(plain == 0)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'user.file_added'"
                ) == 2)
        }

        @Test func `18: of one user two files at a time are read, and the others' are read all the same`() async throws
        {
            let (services, user) = (console.services, UserOfTenant(tenant.id, users[0].id))
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            let ends = (0..<2).map { _ in AsyncStream.makeStream(of: Void.self) }
            @Sendable func hold(until end: AsyncStream<Void>) async -> Bool {
                let ran: Void? = await services.filesOfUsers.run(user, most: 2) { () async -> Void in
                    beginning.yield()
                    for await _ in end {}
                }
                return ran != nil
            }
            async let first = hold(until: ends[0].stream)
            async let second = hold(until: ends[1].stream)
            var starts = begun.makeAsyncIterator()
            _ = await (starts.next(), starts.next())
            let third = await upload(Self.pdf)
            #expect(third.status == 429 && third.headers[.retryAfter] == "1", "\(third.text)")
            #expect(await upload(Self.pdf, by: 1).status == 200)
            for end in ends { end.continuation.finish() }
            let held = await (first, second)
            #expect(held.0 && held.1)
            #expect(await upload(Self.pdf).status == 200)
            #expect(try files() == 2)
        }

        @Test func `18: what is neither, damaged, too long or of another type is refused, and nothing is stored`()
            async throws
        {
            func pdf(_ text: String) -> [UInt8] { Array(text.utf8) }
            for bytes in [
                [], Array(Self.pdf.dropLast(8)), Array(Self.png.dropLast(30)), pdf("%PDF-1.4\n%%EOF"),
                pdf("%PDF-9.9\nstartxref\n0\n%%EOF"),
                pdf("%PDF-1.4\nstartxref\n99999\n%%EOF"), pdf("<html>%PDF-1.4</html>"), pdf("MZ"),
                pdf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0\"/></svg>"),
                pdf("%PDF-1.4\nxref\ntrailer << /Encrypt 1 0 R >>\nstartxref\n9\n%%EOF"),
                pdf("%PDF-1.4\n") + [UInt8](repeating: 32, count: UserFile.largest),
            ] {
                let answer = await upload(bytes)
                #expect(answer.status == 422 && answer.has("/problems/invalid-body"), "\(bytes.count): \(answer.text)")
            }
            #expect(await upload(Self.pdf, "text/html").status == 415)
            // Cut anywhere it is none.
            for length in 0..<Self.pdf.count - 1 { #expect(PDFFile.fault(Array(Self.pdf[..<length])) != nil) }
            #expect(try files() == 0)
            let stranger = await TestProgram(console, key: nil).write(
                .post, "/v1/me/files", type: "application/pdf", Self.pdf)
            #expect(stranger.status == 401)
        }

        @Test func `18: an answer names a file of the user's own, of the kind and size that the field asks for`()
            async throws
        {
            try questionnaire(#","fields.1.accepts":"document","fields.1.largest":"1""#)
            let (mine, theirs) = (try id(await upload(Self.pdf)), try id(await upload(Self.pdf, by: 1)))
            let photo = try id(await upload(Self.png, "image/png"))
            for wrong in [theirs, photo, ID.make().description, "https://files.example/x.pdf", ""] {
                let refused = await answer(wrong)
                #expect(refused.status == 422 && refused.has("\"pointer\":\"/answers/proof\""), "\(wrong)")
            }
            #expect(await answer(mine).status == 200)
            let form = await TestProgram(
                console, key: try installation.makeKey(in: tenant, scopes: ["catalogue.read"]).text
            )
            .get("/v1/catalogue")
            #expect(form.has("\"accepts\":\"document\",\"largest_bytes\":1048576"))
            // What an answer names stays.
            #expect(await app().write(.delete, "/v1/me/files/\(mine)").status == 409)
            #expect(await app().write(.delete, "/v1/me/files/\(photo)").status == 204)
            #expect(await app().write(.delete, "/v1/me/files/\(theirs)").status == 404)
        }

        @Test
        func `18: a file is there for its user, the app's server and admins who see answers, and for nobody else`()
            async throws
        {
            try questionnaire()
            let file = try id(await upload(Self.pdf))
            #expect(await answer(file).status == 200)
            #expect(await app(1).get("/v1/me/files/\(file)").status == 404)
            let server = TestProgram(console, key: key.text)
            #expect(await server.get("/v1/users/\(users[0].id)/files/\(file)").body == Self.pdf)
            #expect(await server.get("/v1/users/\(users[1].id)/files/\(file)").status == 404)
            let submission = try installation.text(
                "select submissions.id::text as t from submissions where submissions.tenant_id = \(tenant.id)")
            let page = "/t/\(tenant.slug)/answers/\(submission)"
            var browser = try console.browser(of: owner)
            #expect(await browser.get(page).has("href=\"\(page)/files/\(file)\""))
            let saved = await browser.get("\(page)/files/\(file)")
            #expect(saved.body == Self.pdf && saved.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(await browser.get("\(page)/files/\(ID.make())").status == 404)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where object_id = \(users[0].id) and action = 'user.file_viewed'"
                )
                    == 2)
            let clerk = try installation.makeAdmin(.support, in: tenant)
            let role = try installation.makeRole("Users alone", [.seeUsers], in: tenant)
            try installation.give(own: role, in: tenant, to: clerk)
            var other = try console.browser(of: clerk)
            #expect(await other.get("\(page)/files/\(file)").status == 403)
        }

        @Test func `18: what no answer names goes after a day; what one names, or named before, stays`() async throws {
            try questionnaire()
            let (first, second, unused) = (
                try id(await upload(Self.pdf)), try id(await upload(Self.png, "image/png")),
                try id(await upload(Self.pdf))
            )
            #expect(await answer(first).status == 200)
            #expect(await answer(second).status == 200)
            func sweep() throws {
                let connection = try installation.database.connection()
                try SweepUserFilesAcrossTenants(services: console.services).sweep(on: connection, now: .now)
            }
            try sweep()
            #expect(try files() == 3)
            try installation.set(
                "update user_files set unused_since = unused_since - interval '25 hours' where tenant_id = \(tenant.id)",
                in: tenant)
            try sweep()
            // The first answer is history, which stays with its file.
            #expect(try files() == 2)
            #expect(await app().get("/v1/me/files/\(first)").status == 200)
            #expect(await app().get("/v1/me/files/\(unused)").status == 404)
            #expect(await answer(unused).status == 422)
        }

        @Test func `18: a user has so many files at once, and a tenant so many bytes`() async throws {
            try installation.set(
                """
                insert into user_files (tenant_id, id, user_id, media_type, bytes, content, created_at, unused_since)
                select \(tenant.id), gen_random_uuid(), \(users[0].id), 'application/pdf', 1, 'x'::bytea, now(), now()
                from generate_series(1, \(UserFile.mostUnused)::bigint)
                """, in: tenant)
            let full = await upload(Self.pdf)
            #expect(full.status == 409 && full.has("/problems/files-full"))
            #expect(await upload(Self.pdf, by: 1).status == 200)
            try installation.set(
                """
                insert into user_files (tenant_id, id, user_id, media_type, bytes, content, created_at)
                select \(tenant.id), gen_random_uuid(), \(users[0].id), 'application/pdf', 16777216, 'x'::bytea, now()
                from generate_series(1, 128)
                """, in: tenant)
            #expect(await upload(Self.pdf, by: 1).status == 409)
        }

        @Test func `18: the users of one tenant never take all places before the reader`() async throws {
            let (services, tenant) = (console.services, tenant.id)
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            let (end, ending) = AsyncStream.makeStream(of: Void.self)
            let held = Task {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            let _: Void? = await services.filesOfTenants.run(tenant, most: 4) { () async -> Void in
                                beginning.yield()
                                while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
                            }
                        }
                    }
                    for await _ in end { group.cancelAll() }
                }
            }
            var starts = begun.makeAsyncIterator()
            for _ in 0..<4 { _ = await starts.next() }
            let refused = await upload(Self.pdf)
            #expect(refused.status == 429 && refused.headers[.retryAfter] == "1", "\(refused.text)")
            // Another tenant's are taken.
            let other: Void? = await services.filesOfTenants.run(.make(), most: 4) { () async -> Void in }
            #expect(other != nil)
            ending.yield()
            ending.finish()
            await held.value
            #expect(await upload(Self.pdf).status == 200)
        }

        @Test func `18: the fuller a tenant's room is, the less of it one user may have`() {
            #expect(UserFile.roomOfUser(taken: 0) == UserFile.roomOfUser)
            #expect(UserFile.roomOfUser(taken: UserFile.room) == 0)
            // A hundred strangers take what they may, and somebody who comes then still has room.
            var taken = 0
            for _ in 0..<100 {
                var own = 0
                while own + (1 << 20) <= UserFile.roomOfUser(taken: taken + (1 << 20)) {
                    own += 1 << 20
                    taken += 1 << 20
                }
            }
            #expect(UserFile.roomOfUser(taken: taken) > 512 << 10, "\(taken)")
            #expect(taken < UserFile.room)
        }

        @Test func `18: one user can't take the room of all`() async throws {
            try installation.set(
                """
                insert into user_files (tenant_id, id, user_id, media_type, bytes, content, created_at)
                select \(tenant.id), gen_random_uuid(), \(users[0].id), 'application/pdf', \(UserFile.largest), 'x'::bytea, now()
                from generate_series(1, \(UserFile.roomOfUser / UserFile.largest)::bigint)
                """, in: tenant)
            let full = await upload(Self.pdf)
            #expect(full.status == 409 && full.has("/problems/files-full"))
            #expect(await upload(Self.pdf, by: 1).status == 200)
        }

        @Test func `G1: the files of somebody who asks for their data are in the archive, as they are`() async throws {
            let file = try id(await upload(Self.pdf))
            let archive = try installation.database.connection().inTenant(tenant.id, .readOnly) { tx in
                try PersonalArchive(
                    of: users[0].id, .en, tenant: tenant, tables: UserFilesFeature().personalData,
                    trail: installation.trail, now: .now, in: tx)
            }
            #expect(archive.uploads.map(\.name) == ["files/\(file).pdf"])
            let page = try #require(archive.parts.first { $0.name == "index.html" })
            #expect(String(decoding: page.bytes, as: UTF8.self).contains("files/\(file).pdf"))
        }

        @Test func `17.6: a file that a legal hold keeps is gone for its user, and goes after the hold`() async throws {
            let file = try id(await upload(Self.pdf))
            try installation.set(
                """
                insert into privacy_holds (tenant_id, user_id, reason, set_by, set_at)
                values (\(tenant.id), \(users[0].id), 'Case', 'Owner', now())
                """, in: tenant)
            #expect(await app().write(.delete, "/v1/me/files/\(file)").status == 204)
            #expect(await app().write(.delete, "/v1/me/files/\(file)").status == 404)
            #expect(await app().get("/v1/me/files/\(file)").status == 404)
            try questionnaire()
            #expect(await answer(file).status == 422)
            #expect(try files() == 1)
            try installation.set("delete from privacy_holds where tenant_id = \(tenant.id)", in: tenant)
            try installation.set(
                "update user_files set unused_since = unused_since - interval '25 hours' where tenant_id = \(tenant.id)",
                in: tenant)
            let connection = try installation.database.connection()
            try SweepUserFilesAcrossTenants(services: console.services).sweep(on: connection, now: .now)
            #expect(try files() == 0)
        }

        @Test func `G2: files go with their user, and a hold keeps them`() async throws {
            _ = try id(await upload(Self.pdf))
            try installation.set(
                "update user_files set unused_since = unused_since - interval '25 hours' where tenant_id = \(tenant.id)",
                in: tenant)
            try installation.set(
                """
                insert into privacy_holds (tenant_id, user_id, reason, set_by, set_at)
                values (\(tenant.id), \(users[0].id), 'Case', 'Owner', now())
                """, in: tenant)
            let connection = try installation.database.connection()
            try SweepUserFilesAcrossTenants(services: console.services).sweep(on: connection, now: .now)
            #expect(try files() == 1)
            try installation.set("delete from privacy_holds where tenant_id = \(tenant.id)", in: tenant)
            func erase() throws -> Int {
                try connection.inTenant(tenant.id) { tx in
                    try tx.execute(
                        PersonalQueries.delete(UserFilesFeature().personalData[0], of: users[0].id, limit: 100))
                }
            }
            try installation.set(
                "update user_files set unused_since = null where tenant_id = \(tenant.id)", in: tenant)
            #expect(try erase() == 0)
            try installation.set(
                """
                insert into privacy_requests (tenant_id, id, kind, user_id, state, source, language, received_at, due_at)
                values (\(tenant.id), \(ID.make()), 'erasure', \(users[0].id), 'running', 'admin', 'en', now(), now())
                """, in: tenant)
            #expect(try erase() == 1)
        }
    }
}
