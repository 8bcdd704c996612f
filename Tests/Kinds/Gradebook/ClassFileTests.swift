import HTML
import Postgres
import Sheets
import Support
import Templates
import Testing
import Web

@testable import Gradebook

extension OnGradebook {
    /// What comes in as a file.
    @Suite struct ClassFileTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        private func filled() async throws -> (id: ID, students: [ID], essay: ID) {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams; 1\nBaranov; 2", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            _ = try await school.save(
                [(students[0], essay, 0, "17.5 L"), (students[1], essay, 0, "M")], in: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let day = await browser.post(
                "\(school.classes)/\(id)/attendance",
                [("day", "2026-11-20"), ("state-\(students[0])", "absent"), ("seen-\(students[0])", "0 ")])
            #expect(day.status == 303)
            return (id, students, essay)
        }

        /// As the workbook is read back.
        private func sheet(_ id: ID, _ change: ([SheetRow]) -> [SheetRow] = { $0 }) throws -> UploadedSheet {
            try school.inTenant { tx in
                let book = try Book.read(id, in: tx)
                let revision = try ClassRevision.read(id, in: tx)
                let bytes = GradeWorkbook(
                    book: book, attendance: try ClassAttendance.read(id, in: tx), language: .en, revision: revision
                ).bytes()
                func rows(_ sheet: Int) throws -> [SheetRow] {
                    let reader = try XLSXReader(bytes, sheet: sheet)
                    var rows: [SheetRow] = []
                    while let row = try reader.next() { rows.append(row) }
                    return rows
                }
                return .ours(schoolClass: id, revision: revision, grades: change(try rows(0)), attendance: try rows(1))
            }
        }

        private func changes(_ id: ID, _ sheet: UploadedSheet) throws -> ClassFileChanges {
            try school.inTenant { tx in
                let book = try Book.read(id, in: tx)
                return try ClassFileChanges(sheet.file(for: book), in: book, tx, now: .now)
            }
        }

        @Test func `GB8: a workbook that goes in as it came out changes nothing, cell by cell`() async throws {
            let (id, _, _) = try await filled()
            let found = try changes(id, try sheet(id))
            #expect(found.isEmpty && found.conflicts.isEmpty && found.rows.faults.isEmpty)
        }

        @Test func `GB8: a cell that differs is a change; one that was written meanwhile a conflict with both values`()
            async throws
        {
            let (id, students, essay) = try await filled()
            let edited = try sheet(id) { rows in
                rows.map { row in
                    var row = row
                    if row.number >= GradeWorkbook.Place.firstStudent, row.cells.count > 3, row.cells[0].count == 36 {
                        row.cells[3] = "20"
                    }
                    return row
                }
            }
            #expect(try changes(id, edited).lines.map(\.new) == ["20", "20"])
            _ = try await school.save([(students[0], essay, 1, "11")], in: id, by: school.manager)
            let found = try changes(id, edited)
            #expect(
                found.lines.count == 1 && found.conflicts.map(\.old) == ["11"] && found.conflicts.map(\.new) == ["20"])
        }

        @Test func `GB8: a colleague's sheet is asked what its columns are, shown as changes, and saved`() async throws
        {
            let (id, students, essay) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            let asked = await browser.post(
                files, [("pasted", "Pupil\tEssay\tProject\nAdams\t19\t7\nBaranov\tten\tmany\nNobody\t1\t2")])
            #expect(asked.status == 200 && asked.has("assignment \(essay)"), "\(asked.text.prefix(400))")
            let grid =
                #"{"titles":["Pupil","Essay","Project"],"rows":[[2,"Adams","19","7"],[3,"Baranov","ten","many"],[4,"Nobody","1","2"]]}"#
            let form = [
                ("grid", grid), ("revision", "9000000000000000"), ("column-0", "name"),
                ("column-1", "assignment \(essay)"),
                ("column-2", "new"), ("possible-2", "10"),
            ]
            let shown = await browser.post("\(files)/preview", form)
            #expect(shown.status == 200 && shown.has("17.5 L") && shown.has("19") && shown.has("1 new assignment"))
            #expect(
                shown.has("“ten” is no grade") && shown.has("“many” is no grade")
                    && shown.has("Nobody is not in this class"))
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["17.5 L", "M"])
            #expect(await browser.post("\(files)/changes", form).status == 303)
            let book = try school.book(id)
            #expect(book.assignments.map(\.name).contains("Project"))
            #expect(book.cells[try #require(book.line(students[0]))].map(\.grade.plain).sorted() == ["19", "7"])
            #expect(book.cells[try #require(book.line(students[1]))].map(\.grade.plain).sorted() == ["", "M"])
        }

        @Test func `GB8: what somebody writes after the preview is shown again, and nothing is saved before`()
            async throws
        {
            let (id, students, essay) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            let revision = try school.inTenant { try ClassRevision.read(id, in: $0) }
            let form = [
                ("grid", #"{"titles":["Name","Essay"],"rows":[[2,"Adams","19"],[3,"Baranov","12"]]}"#),
                ("revision", String(revision)), ("column-0", "name"), ("column-1", "assignment \(essay)"),
            ]
            #expect(await browser.post("\(files)/preview", form).status == 200)
            _ = try await school.save([(students[0], essay, 1, "11")], in: id, by: school.manager)
            let again = await browser.post("\(files)/changes", form + [("shown", String(revision))])
            #expect(again.status == 422 && again.has("Nothing was saved") && again.has("11"), "\(again.text)")
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["11", "M"])
            // Seen, and left as it is.
            let changes = try school.inTenant { tx in
                let file = try ClassFile(Query(form))
                return try ClassFileChanges(file, in: try Book.read(id, in: tx), tx, now: .now)
            }
            #expect(!changes.conflictMark.isEmpty)
            #expect(await browser.post("\(files)/changes", form + [("left", changes.conflictMark)]).status == 303)
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["11", "12"])
        }

        @Test func `GB8: a register with a line above its titles, names in two columns and many new assignments`()
            async throws
        {
            let (id, students, essay) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            _ = try await school.addStudents("Fraser, Niamh", to: id, by: school.hall)
            let asked = await browser.post(
                files,
                [("pasted", "List of Mr Smith\t\t\t\nSurname\tFirst name\tEssay\tQuiz\nFraser\tNiamh\t12\t7")])
            #expect(asked.status == 200 && asked.has("“Quiz”") && asked.has("“First name”"), "\(asked.text)")
            #expect(!asked.has("“List of Mr Smith”"))
            let sheet = UploadedSheet.foreign([
                SheetRow(number: 1, cells: ["Class list of Mr Smith"]), SheetRow(number: 2, cells: []),
                SheetRow(number: 3, cells: ["Surname", "First name", "Essay", "Quiz", "Remark"]),
                SheetRow(number: 4, cells: ["Fraser", "Niamh", "12", "7 L", "good"]),
            ])
            let file = try sheet.file(for: try school.book(id))
            #expect(file.columns == [.name, .given, .assignment(essay), .nothing, .nothing])
            let form = [
                ("grid", file.grid.text), ("revision", "9000000000000000"), ("column-0", "name"), ("column-1", "given"),
                ("column-2", "assignment \(essay)"), ("column-3", ""), ("column-4", ""), ("rest", "new"),
            ]
            let shown = await browser.post("\(files)/preview", form)
            #expect(shown.status == 200 && shown.has("1 new assignment"), "\(shown.text)")
            #expect(!shown.has("Nothing differs"))
            let whole = await browser.post(
                "\(files)/preview",
                [
                    ("grid", #"{"titles":["Who","Essay"],"rows":[[2,"Niamh Fraser","12"],[3,"Fraser Niamh","oops"]]}"#),
                    ("revision", "9000000000000000"), ("column-0", "name"), ("column-1", "assignment \(essay)"),
                ])
            #expect(whole.has("Fraser, Niamh") && !whole.has("is not in this class"), "\(whole.text)")
            #expect(students.count == 2)
        }

        @Test func `GB8: what a workbook says of names and points is named as left out`() async throws {
            let (id, _, _) = try await filled()
            #expect(try sheet(id).file(for: try school.book(id)).kept.isEmpty)
            let edited = try sheet(id) { rows in
                rows.map { row in
                    var row = row
                    if row.number == GradeWorkbook.Place.possible { row.cells[3] = "25" }
                    if row.number == GradeWorkbook.Place.firstStudent { row.cells[1] = "Adams, R." }
                    return row
                }
            }
            #expect(try edited.file(for: try school.book(id)).kept == ["Essay: 25", "Adams, R."])
        }

        @Test func `GB7: the workbook of another teacher's class is not there`() async throws {
            let (id, _, _) = try await filled()
            var browser = try school.console.browser(of: school.reed)
            #expect(await browser.get("\(school.classes)/\(id)/workbook.xlsx").status == 404)
            #expect(await browser.get("\(school.classes)/\(id)/files").status == 404)
            var own = try school.console.browser(of: school.hall)
            let file = await own.get("\(school.classes)/\(id)/workbook.xlsx")
            #expect(file.status == 200)
            // No reason is asked for it, and the next page speaks of none.
            let next = await own.get("\(school.classes)/\(id)")
            #expect(next.has(Strings.export_sent_without_reason.resolve(in: .en)))
            #expect(!next.has(Strings.export_sent.resolve(in: .en)))
            // Taken with one click, it is recorded as a file and as a reading.
            #expect(try school.events("list.exported") == 1 && school.events("users.listed") == 1)
            var auditor = try school.console.browser(of: school.installation.makeAdmin(.auditor, in: school.tenant))
            #expect(await auditor.get("\(school.classes)/\(id)/workbook.xlsx").status == 403)
            let page = await auditor.get("\(school.classes)/\(id)/files")
            #expect(page.status == 200 && !page.has("workbook.xlsx") && page.has("grades/export"))
        }

        @Test func `GB7: the grades as a table are asked a reason, have the totals, and are recorded as a reading`()
            async throws
        {
            let (id, _, _) = try await filled()
            var own = try school.console.browser(of: school.hall)
            let grades = "\(school.classes)/\(id)/grades"
            #expect(await own.get("\(grades)/export").has("Essay"))
            let asked = await own.get("\(grades).csv")
            #expect(asked.status == 422 && !asked.has("17.5"))
            #expect(try school.events("users.listed") == 0)
            let file = await own.get("\(grades).csv?reason=Staff+meeting")
            #expect(
                file.status == 200 && file.has("Adams,1,17.5 L,87.5,B") && file.has("Baranov,2,M,0.0,F"), "\(file.text)"
            )
            #expect(try school.events("list.exported") == 1 && school.events("users.listed") == 1)
            let some = await own.get("\(grades).jsonl?reason=Staff+meeting&file_column=student.total")
            #expect(some.has("Adams") && some.has("87.5") && !some.has("17.5"), "\(some.text)")
            // Another class in the query is none: the address says which.
            let other = try await school.makeClass("History", by: school.reed)
            #expect(await own.get("\(grades).csv?reason=x&class=\(other)").has("17.5 L"))
            #expect(await own.get("\(school.classes)/\(other)/grades.csv?reason=x").status == 404)
        }
    }
}
