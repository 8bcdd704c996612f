import Foundation
import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Console
@testable import Core

extension OnCore {
    /// 13.25: files as Excel writes them in Russia and Iran.
    @Suite(.serialized) struct EncodingTests {
        private let installation: TestInstallation
        private let tenant: Tenant
        private let console: TestConsole
        private let owner: TestAdmin

        init() throws {
            installation = try TestInstallation()
            tenant = try installation.makeTenant()
            console = installation.console()
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        private var base: String { "/t/\(tenant.slug)/users/import" }

        /// email;имя / maria@example.org;Мария
        private let russian: [UInt8] =
            Array("email;".utf8) + [0xE8, 0xEC, 0xFF] + Array("\nmaria@example.org;".utf8)
            + [0xCC, 0xE0, 0xF0, 0xE8, 0xFF] + Array("\n".utf8)

        @Test
        func `13.25: the letters say Cyrillic, the page shows them, and a person chooses another encoding and back`()
            async throws
        {
            var browser = try console.browser(of: owner)
            let file = UploadedFile(name: "people.csv", bytes: russian)
            let matching = try #require(await browser.post(base, files: ["file": file]).location)
            let page = await browser.get(matching)
            #expect(page.has("Мария") && page.has("Cyrillic (Windows-1251)"))
            let encoding = matching.replacing("/matching", with: "/encoding")
            var form = page.form(matching)
            form.removeAll { $0.0 == "encoding" }
            #expect(await browser.post(encoding, form + [("encoding", "windows1256")]).location == matching)
            let wrong = await browser.get(matching)
            #expect(!wrong.has("Мария") && wrong.has("جàًèے"))
            #expect(await browser.post(encoding, form + [("encoding", "utf8")]).status == 409)
            #expect(await browser.post(encoding, form + [("encoding", "windows1251")]).location == matching)
            let right = await browser.get(matching)
            #expect(right.has("Мария"))
            let answer = right.form(matching).map { $0.0 == "column-2" ? ($0.0, "name") : $0 }
            #expect(await browser.post(matching, answer).status == 303)
            try await console.work()
            #expect(await browser.get(matching.replacing("/matching", with: "")).has("maria@example.org"))
        }

        /// A sheet of OpenDocument, as small as one is: a zip of its `mimetype` and its `content.xml`.
        private static let openDocument = """
            UEsDBBQAAAAAAAAAdF2FbDmKLgAAAC4AAAAIAAAAbWltZXR5cGVhcHBsaWNhdGlvbi92bmQub2FzaXMub3BlbmRvY3VtZW50\
            LnNwcmVhZHNoZWV0UEsDBBQAAAAAAAAAdF0rhCYSBAAAAAQAAAALAAAAY29udGVudC54bWw8eC8+UEsBAhQDFAAAAAAAAAB0\
            XYVsOYouAAAALgAAAAgAAAAAAAAAAAAAAIABAAAAAG1pbWV0eXBlUEsBAhQDFAAAAAAAAAB0XSuEJhIEAAAABAAAAAsAAAAA\
            AAAAAAAAAIABVAAAAGNvbnRlbnQueG1sUEsFBgAAAAACAAIAbwAAAIEAAAAAAA==
            """

        @Test(arguments: [Language.en, .fa])
        func `13.25: a sheet of OpenDocument is refused by its name, beside the field`(language: Language) async throws
        {
            let admin = try installation.makeAdmin(.owner, in: tenant, language: language.rawValue)
            var browser = try console.browser(of: admin)
            let bytes = Array(try #require(Data(base64Encoded: Self.openDocument)))
            let refused = await browser.post(base, files: ["file": UploadedFile(name: "a.ods", bytes: bytes)])
            #expect(refused.status == 422 && refused.has("id=\"file-error\""), "\(refused.status)")
            #expect(refused.has(LocalText(Strings.import_problem_open_document).resolve(in: language)))
            #expect(try installation.number("select count(*) as n from imports where tenant_id = \(tenant.id)") == 0)
        }

        @Test func `13.25: all that is wrong with a row is said at once`() async throws {
            let id = try await console.upload(
                "email,name,status,country\nnobody,,nonsense,Atlantis,more\n", by: owner, to: tenant)
            var browser = try console.browser(of: owner)
            let matching = "\(base)/\(id)/matching"
            #expect(await browser.post(matching, await browser.get(matching).form(matching)).status == 303)
            try await console.work()
            let page = await browser.get("\(base)/\(id)")
            #expect(page.has("The row has more cells"))
            #expect(page.has("column 1") || page.has("Column 1"))
            for fault in ["This is not an e-mail address.", "Write the country as two capital letters, like ES."] {
                #expect(page.has(fault), "\(fault)")
            }
        }
    }
}
