import Foundation
import Mail
import Postgres
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    @Suite(.serialized) struct InvitationMailTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let server: TestMailServer

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant(name: "Orchard \"<&>\" باغ")
            server = try TestMailServer()
            console = installation.console(
                mail: MailSender(
                    smtp: try #require(SMTP(url: server.url)), from: try #require(Mailbox("Roost <roost@example.org>")))
            )
            owner = try installation.makeAdmin(.owner, in: tenant, name: "Ada Owner")
        }

        private var admins: String { "/t/\(tenant.slug)/admins" }

        private func invite(_ email: String, language: String = "en") async throws -> Answer {
            var browser = try console.browser(of: owner)
            let form = await browser.get(admins + "/new")
            #expect(form.has("The invitation goes by e-mail") && !form.has("Outgoing mail is not set up"))
            return await browser.post(
                admins, [("email", email), ("name", "Nina <New>"), ("role", "support"), ("language", language)])
        }

        private func waiting() throws -> Int {
            try installation.number("select count(*) as n from jobs where failed_at is null")
        }

        /// The text part, as it was before it was wrapped for the way.
        private func text(_ message: String) throws -> String {
            let body = try #require(
                message.components(separatedBy: "text/plain").last?.components(separatedBy: "\r\n\r\n").dropFirst()
                    .first)
            let lines = body.components(separatedBy: "\r\n--").first ?? ""
            return String(decoding: try #require(Base64Reader.decode(lines)), as: UTF8.self)
        }

        @Test(arguments: ["en", "es", "ru", "fa"])
        func `the link is mailed in the reader's language, works, and is shown to nobody else`(language: String)
            async throws
        {
            let email = "nina-\(unique())@example.com"
            let answer = try await invite(email, language: language)
            #expect(answer.location?.hasPrefix(admins + "/") == true && answer.text.contains("/enrol/") == false)
            let worker = JobWorker(services: console.services)
            #expect(try await worker.step())
            #expect(try await worker.step() == false)
            #expect(try waiting() == 0)
            let mail = try #require(server.received.last)
            #expect(mail.to == [email] && mail.from == "roost@example.org")
            let words = try text(mail.message)
            #expect(words.contains("Ada Owner") && words.contains(tenant.name) && words.contains("Nina <New>"))
            let link = try #require(
                words.firstMatch(of: /https:\/\/roost\.example(\/enrol\/[A-Za-z0-9_-]{43})/)?.output.1)
            var invited = console.browser()
            #expect(await invited.get(String(link)).has(email))
        }

        @Test func `what waits is sealed, and opens in its own tenant alone`() async throws {
            _ = try await invite("nina-\(unique())@example.com")
            let row = try #require(
                try installation.database.connection(.superuser).send(
                    "select jobs::text as everything, id, payload from jobs"
                ).rows().first)
            #expect(
                try row.text("everything").contains("enrol") == false
                    && row.text("everything").contains("nina") == false)
            let (id, payload) = (try row.id("id"), try row.bytes("payload"))
            #expect(try Jobs.open(payload, tenant: tenant.id, id: id, console.services)["inviter"] == "Ada Owner")
            #expect(throws: (any Error).self) { try Jobs.open(payload, tenant: ID.make(), id: id, console.services) }
            #expect(throws: (any Error).self) {
                try Jobs.open(payload, tenant: tenant.id, id: ID.make(), console.services)
            }
        }

        @Test func `a refused invitation mails nothing`() async throws {
            #expect(try await invite("no address").status == 422)
            #expect(try await invite(owner.email).status == 422)
            #expect(try waiting() == 0)
        }

        @Test func `a server that is away is tried again later, and after the ninth time the job is kept as failed`()
            async throws
        {
            server.refuse(next: 100)
            _ = try await invite("nina-\(unique())@example.com")
            let worker = JobWorker(services: console.services)
            for attempt in 1...9 {
                #expect(try await worker.step())
                #expect(try await worker.step() == false, "it waits")
                let wait = try installation.number(
                    "select extract(epoch from max(run_at) - now())::bigint as n from jobs")
                if attempt < 9 { #expect(abs(wait - (5 << (attempt - 1))) <= 2) }
                try installation.set("update jobs set run_at = now()")
            }
            #expect(
                try installation.number(
                    "select count(*) as n from jobs where failed_at is not null and error like '%451%' and error not like '%@%'"
                ) == 1)
            server.refuse(next: 0)
            #expect(try await worker.step() == false)
        }

        @Test func `a job that was given up is seen with its error, tried again, or taken away`() async throws {
            _ = try await invite("nina-\(unique())@example.com")
            _ = try await invite("nora-\(unique())@example.com")
            try installation.set("update jobs set failed_at = now(), attempts = 9, error = 'no <route> to the server'")
            var browser = try console.browser(of: owner)
            let jobs = "/t/\(tenant.slug)/jobs"
            let page = await browser.get(jobs + "?state=failed")
            #expect(page.has("no &lt;route&gt; to the server") && page.has("Failed") && page.has("of 2"))
            let ids = page.text.matches(of: /\/jobs\/([0-9a-f-]{36})\/retry/).map { String($0.output.1) }
            #expect(ids.count == 2)
            #expect(await browser.post("\(jobs)/\(ids[0])/retry").location == jobs)
            #expect(await browser.post("\(jobs)/\(ids[1])/discard").location == jobs)
            #expect(await browser.post("\(jobs)/\(ids[1])/discard").status == 404)
            let worker = JobWorker(services: console.services)
            while try await worker.step() {}
            #expect(server.received.count == 1)
            let other = try installation.makeAdmin(.owner, in: installation.makeTenant())
            var stranger = try console.browser(of: other)
            let foreign = try installation.addJob(to: tenant)
            _ = await stranger.get("/tenants")
            #expect(await stranger.post("\(jobs)/\(foreign)/discard").status == 404)
        }

        @Test func `of many workers one does it`() async throws {
            for _ in 0..<8 { _ = try await invite("nina-\(unique())@example.com") }
            let workers = (0..<4).map { _ in JobWorker(services: console.services) }
            await withTaskGroup(of: Void.self) { group in
                for worker in workers { group.addTask { while (try? await worker.step()) == true {} } }
            }
            #expect(server.received.count == 8 && Set(server.received.map(\.to)).count == 8)
            #expect(try waiting() == 0)
        }

        @Test
        func `a job whose worker died is another's when its time is over, and the dead one's word counts no more`()
            async throws
        {
            _ = try await invite("nina-\(unique())@example.com")
            let claim = JobQueriesAcrossTenants.claim(["mail.invitation"], seconds: 120, served: [], busy: [])
            let dead = try #require(
                try installation.database.connection().inTenant(Tenant.installation.id) {
                    try $0.first(claim)?.id("id")
                })
            let worker = JobWorker(services: console.services)
            #expect(try await worker.step() == false)
            try installation.set("update jobs set claimed_until = now() - interval '1 second'")
            #expect(try await worker.step())
            #expect(server.received.count == 1)
            let late = try installation.database.connection().inTenant(tenant.id) {
                try $0.execute(JobQueriesAcrossTenants.finish(dead, attempt: 1))
            }
            #expect(late == 0)
        }

        @Test func `a second invitation makes the first link useless`() async throws {
            let email = "nina-\(unique())@example.com"
            let invited = try #require(try await invite(email).location)
            var browser = try console.browser(of: owner)
            _ = await browser.get(invited)
            #expect(await browser.post(invited + "/invitation").location == invited)
            let worker = JobWorker(services: console.services)
            while try await worker.step() {}
            let links = try server.received.map {
                try text($0.message).firstMatch(of: /\/enrol\/[A-Za-z0-9_-]{43}/).map { String($0.output) } ?? ""
            }
            #expect(links.count == 2)
            var guest = console.browser()
            #expect(await guest.get(links[0]).status == 404)
            #expect(await guest.get(links[1]).status == 200)
        }
    }
}

/// Another reader of base64 than the product's.
enum Base64Reader {
    static func decode(_ text: String) -> [UInt8]? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let digits = text.compactMap { alphabet.firstIndex(of: $0) }
        return stride(from: 0, to: digits.count, by: 4).flatMap { start -> [UInt8] in
            let group = digits[start..<min(start + 4, digits.count)]
            let number = group.reduce(0) { $0 << 6 | $1 } << (6 * (4 - group.count))
            return (0..<group.count - 1).map { UInt8(number >> (16 - 8 * $0) & 255) }
        }
    }
}
