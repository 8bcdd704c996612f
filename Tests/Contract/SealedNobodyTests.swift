import Core
import Postgres
import Secrets
import Support
import Testing

@testable import Console

extension TheWall {
    /// A tenant that holds nobody, and everything of it that is stored as sealed bytes, opened with the installation's key.
    @Suite struct SealedNobodyTests {
        private let installation: TestInstallation
        private let console: TestConsole
        private let tenant: Tenant
        private let owner: TestAdmin

        init() throws {
            installation = try TestInstallation()
            console = installation.console()
            tenant = try installation.makeTenant(kind: "cycle", holdsPeople: false)
            owner = try installation.makeAdmin(.owner, in: tenant)
        }

        /// The sealed columns of the tenant, and for each mark those in whose bytes it is.
        private func places(of marks: [String]) throws -> (rows: Int, found: [String: Set<String>]) {
            let connection = try installation.database.connection(.superuser)
            return try connection.inTenant(tenant.id, .readOnly) { _ in
                var (rows, found): (Int, [String: Set<String>]) = (0, [:])
                for column in try connection.sealedColumns() where column.isOfTenants {
                    for row in try connection.sealed(
                        in: column, of: tenant.id, versionBelow: Int(Int32.max), after: nil, limit: 10_000)
                    {
                        rows += 1
                        let place = AssociatedData(
                            tenant: tenant.id.bytes, table: column.table, column: column.column, row: row.place)
                        let bytes = try installation.keys.data.open(row.sealed, place)
                        for mark in marks where bytes.firstRange(of: Array(mark.utf8)) != nil {
                            found[mark, default: []].insert("\(column.table).\(column.column)")
                        }
                    }
                }
                return (rows, found)
            }
        }

        @Test func `CY1: nothing of a person is in any sealed bytes, whatever is brought, typed and asked for`()
            async throws
        {
            let (person, text) = ("canary-\(unique().lowercased())", "article-\(unique().lowercased())")
            var browser = try console.browser(of: owner)
            let base = "/t/\(tenant.slug)"
            // What the kind brings is sealed while it is checked: the search below sees what is there.
            let file = "key,topic,name.en,text.en\n\(text),fertility,\(text),Days of \(text)\n"
            let brought = await browser.post("\(base)/cycle-articles/import", [("pasted", file)])
            #expect(brought.status == 303, "\(brought.text)")
            if let matching = brought.location {
                let form = await browser.get(matching).form(matching)
                #expect(await browser.post(matching, form).status == 303)
            }
            // Files about people, as columns beside the list's own, and as what every route takes.
            for list in ["cycle-articles", "cycle-disclaimers", "cycle-rules", "cycle-releases"] {
                let people = "key,email,name\nk,\(person)@example.net,\(person)\n"
                #expect(await browser.post("\(base)/\(list)/import", [("pasted", people)]).status == 422, "\(list)")
            }
            let table = RouteTable(tenant: tenant.slug, user: ID.make().description)
            for route in console.console.routes where route.method == .post && route.pattern.contains(":tenant") {
                guard case .tenant = route.access, let path = table.path(route), !route.place.includes(tenant) else {
                    continue
                }
                let typed = [
                    ("email", "\(person)@example.net"), ("name", person),
                    ("pasted", "email,name\n\(person)@example.net,\(person)\n"),
                ]
                // A field that comes twice is no form of the console.
                let form = (table.form(route) ?? []).filter { one in !typed.contains { $0.0 == one.0 } } + typed
                #expect(await browser.post(path, form).status == 404, "\(route.pattern)")
            }
            let program = TestProgram(
                console, key: try installation.makeKey(in: tenant, scopes: Scope.all.map(\.id)).text)
            for route in console.console.routes {
                guard case .service = route.access, !route.place.includes(tenant), let json = table.json(route),
                    let path = table.path(route)
                else { continue }
                let marked = json.replacing("\"email\":\"", with: "\"email\":\"\(person)")
                #expect(await program.write(route.method, path, marked, ifMatch: "*").status == 404, "\(route.pattern)")
            }
            let exported = [("format", "csv"), ("reason", person)]
            _ = await browser.post("\(base)/cycle-articles/export", [("format", "csv"), ("reason", "test")])
            _ = await browser.post("\(base)/users/export", exported)
            let before = try places(of: [text, person])
            #expect(before.rows > 0 && before.found[text]?.isEmpty == false, "\(before)")
            #expect(before.found[person] == nil, "\(before.found)")
            try await console.work()
            let after = try places(of: [text, person])
            #expect(after.found[text]?.isEmpty == false && after.found[person] == nil, "\(after.found)")
        }
    }
}
