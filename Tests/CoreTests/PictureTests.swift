import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// Pictures of goal types and categories: in the draft like everything else that is written.
    @Suite struct PictureTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin
        private let key: TestKey

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
            key = try installation.makeKey(in: tenant, scopes: ["catalogue.read"])
        }

        private var goals: String { "/t/\(tenant.slug)/goals" }

        private func drawing(_ inside: String = "<path d=\"M0 0h9v9\"/>") -> UploadedFile {
            UploadedFile(
                name: "x.svg",
                bytes: Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\(inside)</svg>".utf8))
        }

        private func goal(_ browser: inout TestBrowser) async throws -> String {
            try #require(await browser.post(goals, [("key", "run"), ("name.en", "Run")]).location)
        }

        private func given() async -> String? {
            await TestProgram(console, key: key.text).get("/v1/catalogue").text.firstMatch(of: /"icon":"([^"]*)"/).map {
                String($0.output.1)
            }
        }

        private func sweep(_ days: Int64) throws {
            let connection = try installation.database.connection()
            try SweepImagesAcrossTenants(services: console.services).sweep(
                on: connection, now: Timestamp.now.adding(seconds: days * 86400))
        }

        private func images() throws -> Int {
            try installation.number("select count(*) as n from images where tenant_id = \(tenant.id)")
        }

        @Test func `a picture is a part of the draft, is published with it, and comes back with an old version`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let entry = try await goal(&browser)
            #expect(await browser.get(entry).has("enctype=\"multipart/form-data\""))
            #expect(await browser.post("\(entry)/picture", files: ["icon": drawing()]).location == entry)
            #expect(await given() == nil)
            let page = await browser.get(entry)
            let shown = try #require(
                page.text.firstMatch(of: /<img class="drawn" src="([^"]*)"/).map { String($0.output.1) })
            #expect(await browser.get(shown).headers[.contentType] == "image/svg+xml")
            #expect(await browser.get(goals).has("class=\"thumb\" src=\"\(shown)\""))
            #expect(await browser.post("\(entry)/publication").status == 303)
            let first = try #require(await given())
            #expect(first == "/v1/images/" + (shown.split(separator: "/").last ?? ""))
            // A form that was opened before keeps what it does not ask for.
            let form = await browser.get("\(entry)/edit")
            #expect(await browser.post("\(entry)/picture", files: ["icon": drawing("<g/>")]).status == 303)
            #expect(await browser.post(entry, form.form(entry, ["name.en": "Run fast"])).status == 303)
            #expect(await given() == first)
            #expect(await browser.post("\(entry)/publication").status == 303)
            let second = try #require(await given())
            #expect(second != first)
            #expect(await browser.post("\(entry)/picture/removal").status == 303)
            #expect(await browser.post("\(entry)/picture/removal").status == 409)
            #expect(await browser.post("\(entry)/publication").status == 303)
            #expect(await given() == nil)
            #expect(await browser.post("\(entry)/versions/1/return").status == 303)
            #expect(await given() == first)
            // No version's picture is swept, however long ago it was shown.
            for days in [1, 2, 9] as [Int64] { try sweep(days) }
            #expect(try images() == 2)
            #expect(
                try installation.number(
                    "select count(*) as n from audit_events where tenant_id = \(tenant.id) and action = 'entry.draft_saved'"
                ) == 4)
        }

        @Test func `apps get pictures of what is published, for ever the same, and no others`() async throws {
            var browser = try console.browser(of: owner)
            let entry = try await goal(&browser)
            _ = await browser.post("\(entry)/picture", files: ["icon": drawing()])
            let id = try #require(
                try installation.database.connection(.superuser).send(
                    "select id from images where tenant_id = \(tenant.id)"
                ).rows().first?.id("id"))
            let app = TestProgram(console, key: key.text)
            #expect(await app.get("/v1/images/\(id)").status == 404)
            _ = await browser.post("\(entry)/publication")
            let answer = await app.get("/v1/images/\(id)")
            #expect(answer.status == 200 && answer.headers[.contentType] == "image/svg+xml" && answer.has("<path"))
            #expect(
                answer.headers[.cacheControl] == "private, max-age=31536000, immutable"
                    && answer.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            var knowing = app
            knowing.headers[.ifNoneMatch] = try #require(answer.headers[.eTag])
            #expect(await knowing.get("/v1/images/\(id)").status == 304)
            let icon = try installation.addIcon(to: tenant)
            let other = try installation.makeTenant()
            let foreign = try installation.addImage(to: other)
            for id in ["\(icon)", "\(foreign)", "\(ID.make())", "x"] {
                #expect(await app.get("/v1/images/\(id)").status == 404, "\(id)")
            }
            let without = try installation.makeKey(in: tenant, scopes: ["users.read"])
            #expect(await TestProgram(console, key: without.text).get("/v1/images/\(id)").status == 403)
        }

        @Test func `what is no picture is refused beside the field, and a discarded draft's picture is swept`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let entry = try await goal(&browser)
            let refused = await browser.post(
                "\(entry)/picture", files: ["icon": UploadedFile(name: "x.png", bytes: Array("no picture".utf8))])
            #expect(refused.status == 422 && refused.has("icon-error"))
            #expect(await browser.post("\(entry)/picture").status == 422)
            _ = await browser.post("\(entry)/picture", files: ["icon": drawing()])
            #expect(try images() == 1)
            _ = await browser.post("\(entry)/draft/deletion")
            for days in [0, 1, 2] as [Int64] { try sweep(days) }
            #expect(try images() == 0)
            let support = try installation.makeAdmin(.support, in: tenant)
            var reading = try console.browser(of: support)
            #expect(await reading.post("\(entry)/picture", files: ["icon": drawing()]).status == 403)
            #expect(
                await browser.post("/t/\(tenant.slug)/texts/\(ID.make())/picture", files: ["icon": drawing()]).status
                    == 404)
        }
    }
}
