import Console
import Postgres
import Support
import Testing

@testable import Gradebook

extension OnGradebook {
    /// The register from a file, from bringing it to taking it back.
    @Suite struct StudentImportTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        private var base: String { "/t/\(school.tenant.slug)/students/import" }

        /// Brings the rows, matches them as guessed, and has them checked.
        private func checked(_ rows: String) async throws -> (id: String, browser: TestBrowser) {
            var browser = try school.console.browser(of: school.manager)
            let matching = try #require(await browser.post(base, [("pasted", rows)]).location)
            let page = await browser.get(matching)
            #expect(await browser.post(matching, page.form(matching)).status == 303)
            try await school.console.work()
            return (String(matching.split(separator: "/").dropLast().last ?? ""), browser)
        }

        private func act(_ what: String, _ id: String, _ browser: inout TestBrowser) async throws {
            #expect(await browser.post("\(base)/\(id)/\(what)").status == 303)
            try await school.console.work()
        }

        private func count(_ state: String, of id: String) throws -> Int {
            try school.installation.number(
                "select count(*) as n from import_rows where import_id = \(ID(id) ?? .make()) and state = \(state)")
        }

        /// Name and number of each, by name.
        private func register() throws -> [String] {
            try school.inTenant { tx in
                try tx.rows("select name, number from gradebook_students order by name, number").map {
                    "\(try $0.text("name")) \(try $0.text("number"))"
                }
            }
        }

        @Test
        func
            `GB2: students come from a file with their classes: found by number, else by name, else new; each row says what is wrong`()
            async throws
        {
            let biology = try await school.makeClass("Biology", by: school.hall)
            let history = try await school.makeClass("History", by: school.reed)
            _ = try await school.addStudents("Adams;1\nBaranov;2\nChen", to: biology, by: school.hall)
            let rows = """
                Name,Number,Class
                "Adams, Ruth",1,history
                Baranov,2,Biology
                Chen,,"Biology; History · Autumn 2026"
                Dietz,4,Biology
                Eco,,
                Eco,,
                ,9,
                Falk,5,Chemistry
                """
            let (id, browser) = try await checked(rows)
            var manager = browser
            #expect(try count("new", of: id) == 2 && count("changed", of: id) == 2)
            #expect(try count("unchanged", of: id) == 1 && count("wrong", of: id) == 3)
            let page = await manager.get("\(base)/\(id)?state=wrong")
            #expect(page.has("There is no class “Chemistry”"), "\(page.text)")
            // Nothing is written before it is asked for.
            #expect(try register() == ["Adams 1", "Baranov 2", "Chen "])
            try await act("run", id, &manager)
            #expect(try register() == ["Adams, Ruth 1", "Baranov 2", "Chen ", "Dietz 4", "Eco "])
            #expect(try school.book(history).students.map(\.name) == ["Adams, Ruth", "Chen"])
            #expect(try school.book(biology).students.count == 4)
            #expect(try school.events("student.added") == 5 && school.events("student.changed") == 1)
            // Brought once more nothing differs.
            let again = try await checked(rows)
            #expect(try count("new", of: again.id) == 0 && count("changed", of: again.id) == 0)
        }

        @Test func `GB2: an import is taken back as a whole, but nobody goes who has a grade since`() async throws {
            let biology = try await school.makeClass("Biology", by: school.hall)
            _ = try await school.addStudents("Adams;1", to: biology, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: biology, by: school.hall)
            let (id, browser) = try await checked("Name,Number,Class\nAdams R,1,\nBaranov,2,Biology\nChen,3,Biology\n")
            var manager = browser
            try await act("run", id, &manager)
            #expect(try register() == ["Adams R 1", "Baranov 2", "Chen 3"])
            let chen = try #require(try school.book(biology).students.first { $0.name == "Chen" }).id
            _ = try await school.save([(chen, essay, 0, "17")], in: biology, by: school.hall)
            try await act("undo", id, &manager)
            #expect(try count("undone", of: id) == 2 && count("kept", of: id) == 1)
            #expect(try register() == ["Adams 1", "Chen 3"])
            #expect(try school.book(biology).students.map(\.name) == ["Adams", "Chen"])
            #expect(try school.events("student.removed") == 1)
            // The trail still says who that was, for as long as the student's key is there.
            let page = await manager.get("/t/\(school.tenant.slug)/audit?action=student.removed")
            #expect(page.status == 200 && page.has("Baranov"), "\(page.text)")
        }

        @Test func `GB2: whoever was changed after the preview is left as they are`() async throws {
            let biology = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams;1", to: biology, by: school.hall)
            let (id, browser) = try await checked("Name,Number\nAdams R,1\n")
            var manager = browser
            let saved = await manager.post(
                "/t/\(school.tenant.slug)/students/\(students[0])",
                [
                    ("name", "Adams, Ruth"), ("number", "1"), ("version", "1"), ("was_name", "Adams"),
                    ("was_number", "1"),
                ])
            #expect(saved.status == 303)
            try await act("run", id, &manager)
            #expect(try count("failed", of: id) == 1)
            #expect(try register() == ["Adams, Ruth 1"])
        }

        @Test func `GB2: the register's own file goes in again and changes nothing; a teacher does neither`()
            async throws
        {
            let biology = try await school.makeClass("Biology", by: school.hall)
            _ = try await school.addStudents("Adams, Ruth;007\nفرهادی، سارا\n=1+1;3", to: biology, by: school.hall)
            var manager = try school.console.browser(of: school.manager)
            let file = await manager.get("/t/\(school.tenant.slug)/students.csv?reason=For+the+office")
            #expect(file.status == 200 && file.has("Biology · Autumn 2026"), "\(file.text)")
            let (id, _) = try await checked(file.text)
            #expect(try count("unchanged", of: id) == 3)
            var teacher = try school.console.browser(of: school.hall)
            #expect(await teacher.get(base).status == 403)
            #expect(await teacher.get("/t/\(school.tenant.slug)/students.csv?reason=x").status == 403)
        }
    }
}
