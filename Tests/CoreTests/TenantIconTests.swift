import HTML
import HTTPTypes
import Images
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    @Suite struct TenantIconTests {
        private static let made = Result { try TestInstallation() }
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let manager: TestAdmin

        init() throws {
            installation = try Self.made.get()
            tenant = try installation.makeTenant()
            console = installation.console()
            manager = try installation.makeAdmin(.manager, in: tenant)
        }

        private var settings: String { "/t/\(tenant.slug)/settings" }
        private var path: String { settings + "/icon" }

        private func drawing(_ inside: String = "<path d=\"M0 0h9v9\"/>") -> UploadedFile {
            UploadedFile(
                name: "x.png",
                bytes: Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">\(inside)</svg>".utf8))
        }

        private func icon() throws -> ID? {
            try installation.database.connection(.superuser).send(
                "select image_id from tenant_icons where tenant_id = \(tenant.id)"
            ).rows().first?.id("image_id")
        }

        private func images() throws -> Int {
            try installation.number("select count(*) as n from images where tenant_id = \(tenant.id)")
        }

        private func events() throws -> [String] {
            try installation.database.connection(.superuser).send(
                """
                select array(select audit_events.action || ' ' || audit_events.changes from audit_events
                    where audit_events.tenant_id = \(tenant.id) and audit_events.action = 'tenant.icon_changed' order by audit_events.sequence) as v
                """
            ).rows().first?.texts("v") ?? []
        }

        @Test
        func
            `an icon stands in the rail, the list and the palette at once, and its change is recorded with old and new`()
            async throws
        {
            var browser = try console.browser(of: manager)
            #expect(await browser.get(settings).has("enctype=\"multipart/form-data\""))
            #expect(await browser.post(path, files: ["icon": drawing()]).location == settings)
            let first = try #require(try icon())
            let address = "/t/\(tenant.slug)/images/\(first)"
            for page in [settings, "/t/\(tenant.slug)", "/tenants", "/t/\(tenant.slug)/find?q=\(tenant.slug)"] {
                #expect(await browser.get(page).has("src=\"\(address)\""), "\(page)")
            }
            #expect(await browser.get("/t/\(tenant.slug)/find.json?q=\(tenant.slug)").has("\"image\":\"\(address)\""))
            #expect(await browser.post(path, files: ["icon": drawing("<g/>")]).status == 303)
            let second = try #require(try icon())
            #expect(await browser.post(path + "/removal").location == settings)
            #expect(await browser.get(settings).has("src=\"/t/\(tenant.slug)/images/") == false)
            #expect(await browser.post(path + "/removal").status == 404)
            #expect(
                try events() == [
                    "tenant.icon_changed {\"icon\":[\"\",\"\(first)\"]}",
                    "tenant.icon_changed {\"icon\":[\"\(first)\",\"\(second)\"]}",
                    "tenant.icon_changed {\"icon\":[\"\(second)\",\"\"]}",
                ])
        }

        @Test func `the same picture is stored once in a tenant, and apart in another`() async throws {
            var browser = try console.browser(of: manager)
            for _ in 0..<2 { #expect(await browser.post(path, files: ["icon": drawing()]).status == 303) }
            #expect(try images() == 1)
            let other = try installation.makeTenant()
            var there = try console.browser(of: installation.makeAdmin(.owner, in: other))
            #expect(await there.post("/t/\(other.slug)/settings/icon", files: ["icon": drawing()]).status == 303)
            #expect(
                try installation.number(
                    "select count(distinct id) as n from images where tenant_id in (\(tenant.id), \(other.id))") == 2)
        }

        @Test
        func `what is wrong with the picture is said beside the field in the person's language, and the old one stays`()
            async throws
        {
            let old = try installation.addIcon(to: tenant)
            let limit = ImageLimits.icon
            let wide: [UInt8] =
                [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 64, 0, 0, 0, 64, 0]
            let cases: [(UploadedFile?, LocalText)] = [
                (nil, LocalText(Strings.error_image_none)),
                (UploadedFile(name: "a.png", bytes: Array("GIF89a".utf8)), LocalText(Strings.error_image_kind)),
                (
                    UploadedFile(name: "a.png", bytes: [], isCut: true),
                    Strings.error_image_bytes(max: Formatted.bytes(limit.bytes))
                ),
                (UploadedFile(name: "a.png", bytes: wide), Strings.error_image_pixels(max: Formatted.integer(24))),
                (UploadedFile(name: "a.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xD9]), LocalText(Strings.error_image_damaged)),
                (drawing(String(repeating: "<g/>", count: 6000)), LocalText(Strings.error_image_intricate)),
                (
                    UploadedFile(
                        name: "a.svg", bytes: Array("<!DOCTYPE svg [<!ENTITY a \"b\">]>".utf8) + drawing().bytes),
                    LocalText(Strings.error_image_entities)
                ),
            ]
            for language in ["en", "fa"] {
                let admin = try installation.makeAdmin(.manager, in: tenant, language: language)
                var browser = try console.browser(of: admin)
                for (file, words) in cases {
                    let answer = await browser.post(path, files: file.map { ["icon": $0] } ?? [:])
                    let said = words.resolve(in: language == "en" ? .en : .fa)
                    #expect(answer.status == 422 && answer.has("id=\"icon-error\"") && answer.has(said), "\(said)")
                }
            }
            #expect(try icon() == old)
            #expect(try events() == [])
        }

        @Test func `13.12: a tenant's pictures have a limit of bytes together, wherever they lie`() async throws {
            var browser = try console.browser(of: manager)
            try installation.addIcon(to: tenant)
            try installation.set(
                "update images set content = null, object_id = gen_random_uuid(), size = \(Int64(StoredImage.room)) where tenant_id = \(tenant.id)"
            )
            let full = await browser.post(path, files: ["icon": drawing()])
            #expect(full.status == 422 && full.has("have no more room"), "\(full.status)")
            try installation.set(
                "update images set size = \(Int64(StoredImage.room) - 100_000) where tenant_id = \(tenant.id)")
            #expect(await browser.post(path, files: ["icon": drawing()]).status == 303)
        }

        @Test func `an image is answered under its own type, to be kept for ever, and able to do nothing`() async throws
        {
            var browser = try console.browser(of: manager)
            _ = await browser.post(path, files: ["icon": drawing("<script>alert(1)</script><path d=\"M1 1\"/>")])
            let id = try #require(try icon())
            let answer = await browser.get("/t/\(tenant.slug)/images/\(id)")
            #expect(answer.status == 200 && answer.headers[.contentType] == "image/svg+xml")
            #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'; sandbox")
            #expect(answer.has("<path d=\"M1 1\"/>") && !answer.has("script"))
            let tag = try #require(answer.headers[.eTag])
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                browser.headers[.ifNoneMatch] = known
                let again = await browser.get("/t/\(tenant.slug)/images/\(id)")
                #expect(again.status == 304 && again.body.isEmpty && again.headers[.eTag] == tag, "\(known)")
            }
            browser.headers[.ifNoneMatch] = "\"x\""
            #expect(await browser.get("/t/\(tenant.slug)/images/\(id)").status == 200)
        }

        @Test func `only those who may change settings change the icon, and only those who may enter see it`()
            async throws
        {
            let id = try installation.addIcon(to: tenant)
            var analyst = try console.browser(of: installation.makeAdmin(.analyst, in: tenant))
            #expect(await analyst.get("/t/\(tenant.slug)/images/\(id)").status == 200)
            #expect(await analyst.post(path, files: ["icon": drawing()]).status == 403)
            #expect(await analyst.post(path + "/removal").status == 403)
            var stranger = try console.browser(of: installation.makeAdmin(.owner, in: installation.makeTenant()))
            stranger.headers[.ifNoneMatch] = "\"\(id)\""
            #expect(await stranger.get("/t/\(tenant.slug)/images/\(id)").status == 404)
            var nobody = console.browser()
            #expect(await nobody.get("/t/\(tenant.slug)/images/\(id)").status == 303)
            #expect(try icon() == id)
        }

        @Test func `an archived tenant's owner sees the letter, since the image is behind its door`() async throws {
            try installation.addIcon(to: tenant)
            let owner = try installation.makeAdmin(.owner, in: tenant)
            try installation.set("update tenants set archived_at = now() where id = \(tenant.id)")
            var browser = try console.browser(of: owner)
            let list = await browser.get("/tenants?archived=1")
            #expect(list.has(tenant.name) && !list.has("/images/"))
        }

        @Test func `what nothing refers to goes after a day, what is used stays, what comes back into use as well`()
            async throws
        {
            let connection = try installation.database.connection()
            let used = try installation.addIcon(to: tenant)
            let (loose, back) = (try installation.addImage(to: tenant), try installation.addImage(to: tenant))
            let now = Timestamp.now
            func sweep(_ hours: Int64) throws {
                try SweepImagesAcrossTenants(services: console.services).sweep(
                    on: connection, now: now.adding(seconds: hours * 3600))
            }
            func there() throws -> Set<ID> {
                Set(
                    try installation.database.connection(.superuser).send(
                        "select id from images where tenant_id = \(tenant.id)"
                    ).rows().map { try $0.id("id") })
            }
            try sweep(0)
            try sweep(23)
            #expect(try there() == [used, loose, back])
            // Uploaded again it is the same image, and in use.
            try installation.set("update tenant_icons set image_id = \(back) where tenant_id = \(tenant.id)")
            try sweep(25)
            #expect(try there() == [used, back])
            try sweep(49)
            #expect(try there() == [used, back])
            try sweep(50)
            #expect(try there() == [back])
        }
    }
}
