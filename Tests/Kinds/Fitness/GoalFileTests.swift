import Console
import Core
import HTTPTypes
import JSON
import Postgres
import Support
import Testing
import Web

@testable import Fitness
@testable import roost

extension OnFitness {
    /// Files in the answers of a goal: there for whom the goal is there for.
    @Suite struct GoalFileTests {
        let site: FitnessSite
        private let pdf = UserFilesFeature.document("of a goal")

        init() async throws {
            site = try await FitnessSite()
            let content =
                #"{"name.en":"Type proof","fields.1.key":"proof","fields.1.kind":"file","fields.1.accepts":"document","fields.1.label.en":"Proof?"}"#
            let entry = try site.installation.makeEntry("goals", ["published"], in: site.tenant, content: content)
            try site.installation.set("update catalogue_entries set key = 'proof' where id = \(entry)")
        }

        private func upload(by user: TestUser) async throws -> String {
            let answer = await site.app(of: user).write(.post, "/v1/me/files", type: "application/pdf", pdf)
            #expect(answer.status == 200, "\(answer.text)")
            return try #require(try JSONReader.read(Array(answer.text.utf8))["id"]?.text)
        }

        private func draft(_ file: String) -> String {
            #"{"type":"proof","answers":{"proof":"\#(file)"},"sponsors":["\#(site.igor.id)"]}"#
        }

        private func add(_ file: String) async throws -> String {
            let answer = await site.write(.post, site.anna, "goals", draft(file))
            #expect(answer.status == 200, "\(answer.text)")
            return try #require(try JSONReader.read(Array(answer.text.utf8))["id"]?.text)
        }

        @Test
        func `FI2: a file is seen by the goal's recipient, by its sponsors once it is proposed, and by nobody else`()
            async throws
        {
            let file = try await upload(by: site.anna)
            #expect(await site.write(.post, site.anna, "goals", draft(try await upload(by: site.igor))).status == 422)
            let goal = try await add(file)
            let path = "goals/\(goal)/files/\(file)"
            #expect(await site.get(site.anna, path).body == pdf)
            #expect(await site.get(site.igor, path).status == 404)
            #expect(await site.write(.post, site.anna, "goals/\(goal)/proposal").status == 200)
            let seen = await site.get(site.igor, path)
            #expect(seen.body == pdf && seen.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            #expect(await site.get(site.olga, path).status == 404)
            // By the goal alone, and nothing else of the recipient's.
            #expect(await site.get(site.igor, "files/\(file)").status == 404)
            let other = try await upload(by: site.anna)
            #expect(await site.get(site.igor, "goals/\(goal)/files/\(other)").status == 404)
            let page = "\(site.goals)/\(goal)"
            var browser = try site.console.browser(of: site.manager)
            #expect(await browser.get(page).has("href=\"\(page)/files/\(file)\""))
            #expect(await browser.get("\(page)/files/\(file)").body == pdf)
            #expect(await browser.get("\(page)/files/\(other)").status == 404)
            #expect(try site.events("user.file_viewed") == 1)
        }

        @Test
        func `FI7, C4: a file that answers a questionnaire is opened from the goal's page, and no list prints its id`()
            async throws
        {
            let content =
                #"{"name.en":"Proofs","fields.1.key":"proof","fields.1.kind":"file","fields.1.label.en":"Proof?"}"#
            let entry = try site.installation.makeEntry(
                "questionnaires", ["published"], in: site.tenant, content: content)
            try site.installation.set("update catalogue_entries set key = 'proofs' where id = \(entry)")
            let goal = try await site.inProgress()
            let file = try await upload(by: site.anna)
            let given = await site.write(.put, site.anna, "answers/proofs", #"{"answers":{"proof":"\#(file)"}}"#)
            #expect(given.status == 200, "\(given.text)")
            var browser = try site.console.browser(of: site.installation.makeAdmin(.owner, in: site.tenant))
            let page = await browser.get("\(site.goals)/\(goal)/food")
            #expect(page.has("/files/\(file)\"") && !page.has(">\(file)<"))
            let list = await browser.get("/t/\(site.tenant.slug)/answers")
            #expect(list.has("Anna") && !list.has(file))
        }

        @Test func `FI2, C1: a goal that is amended names its new file, and the old one goes after a day`() async throws
        {
            let (old, new) = (try await upload(by: site.anna), try await upload(by: site.anna))
            let goal = try await add(old)
            #expect(await site.write(.put, site.anna, "goals/\(goal)", draft(new)).status == 200)
            #expect(await site.get(site.anna, "goals/\(goal)/files/\(old)").status == 404)
            #expect(await site.get(site.anna, "goals/\(goal)/files/\(new)").status == 200)
            func sweep() throws {
                let connection = try site.installation.database.connection()
                try SweepUserFilesAcrossTenants(services: site.console.services).sweep(on: connection, now: .now)
            }
            try sweep()
            try site.installation.set(
                "update user_files set unused_since = unused_since - interval '25 hours' where tenant_id = \(site.tenant.id)"
            )
            try sweep()
            #expect(await site.get(site.anna, "files/\(old)").status == 404)
            #expect(await site.get(site.anna, "files/\(new)").status == 200)
        }

        @Test func `FC1: an admin attaches a file to an answer by a plain form, and it is the recipient's`()
            async throws
        {
            let goal = try await add(try await upload(by: site.anna))
            #expect(await site.write(.post, site.anna, "goals/\(goal)/proposal").status == 200)
            let page = "\(site.goals)/\(goal)"
            var browser = try site.console.browser(of: site.manager)
            let form = await browser.get(page)
            #expect(form.has("enctype=\"multipart/form-data\"") && form.has("accept=\"application/pdf\""))
            let other = UserFilesFeature.document("by an admin")
            func post(_ bytes: [UInt8]?, _ key: String = "proof") async -> Answer {
                await browser.post(
                    "\(page)/files", [("key", key)],
                    files: bytes.map { ["file-\(key)": UploadedFile(name: "a.pdf", bytes: $0)] } ?? [:])
            }
            for wrong in [nil, [], Array("no document".utf8), Array(other.dropLast(9))] as [[UInt8]?] {
                let refused = await post(wrong)
                #expect(refused.status == 422 && refused.has("file-proof-error"), "\(refused.status)")
            }
            #expect(await post(other, "nothing").status == 404)
            #expect(await post(other).status == 303)
            let shown = await site.get(site.anna, "goals/\(goal)")
            let file = try #require(
                try JSONReader.read(Array(shown.text.utf8))["answers"]?["proof"]?.text)
            #expect(await site.get(site.anna, "files/\(file)").body == other)
            #expect(await site.get(site.igor, "goals/\(goal)/files/\(file)").body == other)
            #expect(await site.get(site.igor, "goals/\(goal)/feed").has("\"act\":\"attach\""))
            #expect(try site.events("goal.attached") == 1)
        }
    }
}
