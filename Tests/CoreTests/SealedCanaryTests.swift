import Postgres
import Secrets
import Support
import Testing

@testable import Console
@testable import Core

extension OnCore {
    /// Somebody with a mark in what is stored as sealed bytes: a file of theirs, an import, a search, an export. The tenant's
    /// own key opens all of it.
    @Suite(.serialized) struct SealedCanaryTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let owner: TestAdmin
        private let app: TestApp

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant()
            owner = try installation.makeAdmin(.owner, in: tenant)
            app = try installation.makeApp(in: tenant)
        }

        private func person(_ mark: String) async throws -> TestUser {
            let user = try installation.addUser("Marie \(mark)", to: tenant, email: "\(mark)@example.org")
            try installation.givePassword(to: user, in: tenant)
            var browser = console.browser()
            let tokens = try #require(await browser.tokens(of: user, for: app))
            let file = await TestProgram(console, key: tokens.access).write(
                .post, "/v1/me/files", type: "application/pdf", UserFilesFeature.document(mark))
            #expect(file.status == 200, "\(file.text)")
            return user
        }

        /// The sealed columns in which the mark is, once they are opened.
        private func places(of mark: String) throws -> Set<String> {
            let wanted = Array(mark.utf8)
            let connection = try installation.database.connection(.superuser)
            return try connection.inTenant(tenant.id, .readOnly) { _ in
                var found: Set<String> = []
                for column in try connection.sealedColumns() where column.isOfTenants {
                    let rows = try connection.sealed(
                        in: column, of: tenant.id, versionBelow: Int(Int32.max), after: nil, limit: 10_000)
                    for row in rows {
                        let place = AssociatedData(
                            tenant: tenant.id.bytes, table: column.table, column: column.column, row: row.place)
                        let bytes = try installation.keys.data.open(row.sealed, place)
                        if bytes.firstRange(of: wanted) != nil { found.insert("\(column.table).\(column.column)") }
                    }
                }
                return found
            }
        }

        @Test func `G2: a mark in files and other sealed bytes is found before the erasure, and in none after it`()
            async throws
        {
            let (mark, other) = ("qz\(unique().lowercased())", "qy\(unique().lowercased())")
            let user = try await person(mark)
            _ = try await person(other)
            var browser = try console.browser(of: owner)
            let base = "/t/\(tenant.slug)"
            let brought = try await console.upload(
                "email,name\n\(mark)@example.org,Marie \(mark)\n\(other)@example.org,\(other)\n", by: owner, to: tenant)
            #expect(await browser.post("\(base)/users/import/\(brought)/matching").status == 303)
            #expect(
                await browser.post("\(base)/users/export?q=\(mark)", [("format", "csv"), ("reason", "test")]).status
                    == 303)
            #expect(
                await browser.post("\(base)/users/bulk/suspension", [("all", "1"), ("filter", "q=\(mark)")]).status
                    == 303)
            try await console.work()
            let before = try places(of: mark)
            let wanted: Set = [
                "user_files.content", "import_chunks.content", "import_rows.content", "bulk_actions.filter",
            ]
            #expect(wanted.subtracting(before).sorted() == [], "\(before.sorted())")
            #expect(try places(of: other).contains("user_files.content"))

            let request = try #require(
                await browser.post("\(base)/users/\(user.id)/privacy", [("kind", "erasure")]).location)
            #expect(await browser.post("\(request)/erasure", [("reason", "asked")]).status == 303)
            try await console.work()
            #expect(try places(of: mark).sorted() == [])
            // What goes for everybody is what nobody can be found in; files have an owner.
            #expect(try places(of: other) == ["user_files.content"])
        }
    }
}
