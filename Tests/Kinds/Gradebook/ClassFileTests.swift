import Console
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
                return .ours(
                    schoolClass: id, revision: revision, grades: change(try bytes.rows(ofSheet: 0)),
                    attendance: try bytes.rows(ofSheet: 1))
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

        @Test func `GB8: a text of a workbook that can be two numbers is refused with both; a number is what it is`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            _ = try await school.addStudents("Adams; 1\nBaranov; 2\nCruz; 3", to: id, by: school.hall)
            _ = try await school.addAssignment("Essay", possible: "2000", to: id, by: school.hall)
            let writer = WorkbookWriter(rightToLeft: false)
            writer.begin(
                SheetSettings("Sheet1", columns: [.init(width: 20), .init(width: 20)], frozen: (1, 0), foot: ""))
            writer.write([.text("Student"), .text("Essay")])
            writer.write([.text("Adams"), .text("1.000")])
            writer.write([.text("Baranov"), .decimal(12_125, places: 3)])
            writer.write([.text("Cruz"), .text("17.5 L")])
            writer.end()
            let bytes = writer.finish()
            let rows = try bytes.rows(ofSheet: 0)
            #expect(rows[1].texts == [1] && rows[2].texts.isEmpty && rows[3].texts == [1])
            func read(_ language: Language) throws -> (lines: [String], wrong: [String]) {
                try school.inTenant { tx in
                    let book = try Book.read(id, in: tx)
                    let file = UploadedSheet.foreign(rows, isWorkbook: true).file(for: book, language)
                    // The pages carry the rows to and fro.
                    var sent = file
                    sent.grid = try #require(SheetGrid(file.grid.text))
                    let found = try ClassFileChanges(sent, in: book, tx, now: .now, language: language)
                    return (
                        found.lines.map(\.new), found.wrongCells.flatMap { $0.problems.map { $0.resolve(in: .en) } }
                    )
                }
            }
            let russian = try read(.ru)
            #expect(russian.lines == ["12.125", "17.5 L"], "\(russian)")
            #expect(
                russian.wrong.count == 1 && russian.wrong[0].contains("“1.000” can be read as 1 or as 1000"),
                "\(russian)")
            // In English the point has one meaning.
            #expect(try read(.en).lines == ["1", "12.125", "17.5 L"])
            // In a workbook of Roost's own nobody but a person has typed such a zero.
            let own = try sheet(id) { rows in
                rows.map { row in
                    var row = row
                    if row.number >= GradeWorkbook.Place.firstStudent, row.cells[0].count == 36 {
                        while row.cells.count < 4 { row.cells.append("") }
                        row.cells[3] = row.cells[1] == "Adams" ? "1.000" : "12.125 L"
                        row.texts = [3]
                    }
                    return row
                }
            }
            let found = try changes(id, own)
            #expect(found.lines.map(\.new) == ["12.125 L", "12.125 L"] && found.wrongCells.count == 1)
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

        @Test func `GB8: students who are not in the class are offered to be added, and the columns are a step back`()
            async throws
        {
            let (id, _, essay) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let preview = "\(school.classes)/\(id)/files/preview"
            let form = [
                ("grid", #"{"titles":["Name","Essay"],"rows":[[2,"Davis, Ann","19"]]}"#),
                ("revision", "9000000000000000"),
                ("column-0", "name"), ("column-1", "assignment \(essay)"),
            ]
            let shown = await browser.post(preview, form)
            #expect(shown.status == 200 && shown.has("Davis, Ann is not in this class"))
            #expect(shown.has("1 row names somebody who is not in this class") && shown.has("Add them and check again"))
            // The page's own fields, with its button.
            let own = shown.form("\(school.classes)/\(id)/files/changes")
            let added = await browser.post(preview, own + [("unknown", "add")])
            #expect(
                added.status == 200 && added.has("1 new student") && added.has("1 change")
                    && !added.has("is not in this class"))
            let back = await browser.post(preview, own + [("step", "columns")])
            #expect(back.status == 200 && back.has("name=\"column-1\"") && back.has("name=\"unknown\""), "\(back.text)")
            #expect(back.has("value=\"assignment \(essay)\" selected"))
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

        @Test func `GB8: one bad cell keeps only itself out, and the rest of its row is saved`() async throws {
            let (id, students, essay) = try await filled()
            let quiz = try await school.addAssignment("Quiz", to: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            let form = [
                ("grid", #"{"titles":["Name","Essay","Quiz"],"rows":[[2,"Adams","oops","9"],[3,"Whoever","1","2"]]}"#),
                ("revision", "9000000000000000"), ("column-0", "name"), ("column-1", "assignment \(essay)"),
                ("column-2", "assignment \(quiz)"),
            ]
            let shown = await browser.post("\(files)/preview", form)
            #expect(
                shown.has("Cells that are left out") && shown.has("Row 2 · Essay: “oops” is no grade"), "\(shown.text)")
            #expect(shown.has("Rows that are left out") && shown.has("Whoever is not in this class"))
            #expect(await browser.post("\(files)/changes", form).status == 303)
            let book = try school.book(id)
            let line = try #require(book.line(students[0]))
            #expect(try book.cells[line][#require(book.column(quiz))].grade.plain == "9")
            #expect(try book.cells[line][#require(book.column(essay))].grade.plain == "17.5 L")
        }

        @Test func `GB8: a preview has its days and marks in the reader's language, and a word for empty`() async throws
        {
            let (id, students, _) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            let form = [
                (
                    "grid",
                    #"{"titles":["","Name","2026-11-20","2026-11-21"],"rows":[[7,"\#(students[0])","Adams","","P"],[8,"\#(students[1])","Baranov","here",""]]}"#
                ),
                ("ours", "yes"), ("revision", "9000000000000000"), ("column-0", "id"), ("column-1", "name"),
                ("column-2", "day 2026-11-20"), ("column-3", "day 2026-11-21"),
            ]
            let shown = await browser.post("\(files)/preview", form)
            #expect(
                shown.has("20 Nov 2026") && shown.has("21 Nov 2026") && shown.has("<td>Absent</td><td>(empty)</td>"))
            #expect(shown.has("<td>(empty)</td><td>Present</td>"), "\(shown.text)")
            #expect(shown.has("20 Nov 2026: “here” is no attendance"))
            #expect(!shown.has("∅") && !shown.has("<bdi>2026-11"))
        }

        @Test func `GB8: of two students with one name the one who is spelled as the file does is meant`() async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams, Ruth; 1\nRuth Adams; 2", to: id, by: school.hall)
            #expect(students.count == 2)
            let names = ["adams, ruth", "Ruth Adams", "Adams Ruth"]
            let grid = SheetGrid(
                titles: ["Name"], rows: names.enumerated().map { .init(number: $0.offset + 2, cells: [$0.element]) })
            let file = ClassFile(grid: grid, columns: [.name])
            let found = try school.inTenant { tx in
                let book = try Book.read(id, in: tx)
                return try grid.rows.map { row in
                    // One for each row, since it takes no student twice.
                    var finder = try StudentFinder(file, file.columns, book, tx, now: .now)
                    guard case .found(_, let name) = finder.student(row) else { return "nobody" }
                    return name
                }
            }
            #expect(found == ["Adams, Ruth", "Ruth Adams", "Adams, Ruth"])
        }

        @Test func `GB8: the titles of a sheet of two columns are found below a line above them`() async throws {
            let (id, _, essay) = try await filled()
            let sheet = UploadedSheet.foreign([
                SheetRow(number: 1, cells: ["Class list of Mr Smith"]), SheetRow(number: 2, cells: ["Name", "Essay"]),
                SheetRow(number: 3, cells: ["Adams", "12"]),
            ])
            let file = try sheet.file(for: try school.book(id))
            #expect(file.columns == [.name, .assignment(essay)] && file.grid.rows.map(\.number) == [3])
        }

        @Test func `GB8: rows and columns that were added to a workbook are named, and change nothing`() async throws {
            let (id, students, essay) = try await filled()
            let edited = try sheet(id) { rows in
                let last = rows.lastIndex { $0.cells.first.flatMap { ID($0) } == students[1] } ?? 0
                var rows = rows
                for index in rows.indices {
                    while rows[index].cells.count < 7 { rows[index].cells.append("") }
                    // A copied column takes the hidden id along.
                    if rows[index].number == 1 { rows[index].cells[5] = essay.description }
                    if rows[index].number == GradeWorkbook.Place.head {
                        (rows[index].cells[5], rows[index].cells[6]) = ("Essay again", "Oral")
                    }
                }
                rows.insert(
                    SheetRow(number: rows[last].number + 1, cells: ["", "Newcomer, Nina", "", "12"]), at: last + 1)
                return rows
            }
            let book = try school.book(id)
            #expect(try edited.file(for: book).kept == ["Essay again", "Oral"])
            let found = try changes(id, edited)
            #expect(found.isEmpty && found.rows.faults.count == 1, "\(found.rows.faults)")
            #expect(
                found.rows.faults.first?.problems == [Strings.gradebook_error_added_row(name: "Newcomer, Nina")])
        }

        @Test func `GB8: the workbook of the largest class with a year of days goes through the pages`() throws {
            let titles = (0..<(3 + Book.mostAssignments + 240)).map { "2026-11-\($0)" }
            let rows = (0..<Book.mostStudents).map { line in
                SheetGrid.Row(
                    number: line + 7,
                    cells: [ID.make().description, "فرهادی، سارا \(line)", "S\(line)"]
                        + [String](repeating: "17.5", count: Book.mostAssignments)
                        + [String](repeating: "P", count: 240))
            }
            let grid = SheetGrid(titles: titles, rows: rows)
            #expect(!grid.isTooLong)
            let form = TestBrowser.encoded([("grid", grid.text)])
            #expect(form.utf8.count < SheetGrid.longestForm - 100_000, "\(form.utf8.count)")
            #expect(SheetGrid(grid.text)?.rows.count == rows.count)
            #expect(
                SheetGrid(titles: titles, rows: rows + rows + rows.prefix(100)).isTooLong,
                "what a form can't send back is refused at once")
            for path in ["preview", "changes"] {
                let route = GradebookFeature().routes.first { $0.pattern.hasSuffix("classes/:class/files/\(path)") }
                #expect(route?.bodyLimit == SheetGrid.longestForm)
            }
        }

        @Test func `GB8: a file that is more than a class holds says why, and one that changes nothing says so`()
            async throws
        {
            let (id, students, essay) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            let names = (0..<Book.mostStudents).map { #"[\#($0 + 2),"Person \#($0)"]"# }.joined(separator: ",")
            let full = [
                ("grid", #"{"titles":["Name"],"rows":[\#(names)]}"#), ("revision", "9000000000000000"),
                ("column-0", "name"), ("unknown", "add"),
            ]
            #expect(await browser.post("\(files)/preview", full).has("at most 400 students"))
            let refused = await browser.post("\(files)/changes", full)
            #expect(refused.status == 422 && refused.has("at most 400 students"))
            #expect(try school.book(id).students.count == 2)
            // A conflict that is left as it is.
            let revision = try school.inTenant { try ClassRevision.read(id, in: $0) }
            _ = try await school.save([(students[0], essay, 1, "11")], in: id, by: school.manager)
            let form = [
                ("grid", #"{"titles":["Name","Essay"],"rows":[[2,"Adams","19"]]}"#), ("revision", String(revision)),
                ("column-0", "name"), ("column-1", "assignment \(essay)"),
            ]
            let changes = try school.inTenant { tx in
                try ClassFileChanges(ClassFile(Query(form)), in: try Book.read(id, in: tx), tx, now: .now)
            }
            let saved = await browser.post("\(files)/changes", form + [("left", changes.conflictMark)])
            #expect(saved.status == 303)
            #expect(await browser.get("\(school.classes)/\(id)").has("Nothing was changed"))
            // An empty file.
            let empty = await browser.post(files, [("pasted", "Name\tEssay")])
            #expect(empty.status == 422 && empty.has("The file is empty"), "\(empty.text)")
        }

        @Test func `GB8: a preview is not preceded by words about an earlier file, and neither is what follows it`()
            async throws
        {
            let (id, _, _) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            _ = await browser.get(files)
            #expect(await browser.get("\(school.classes)/\(id)/workbook.xlsx?reason=Marking").status == 200)
            let sent = Strings.export_sent.resolve(in: .en)
            let shown = await browser.post(files, [("pasted", "Student\tEssay\nAdams\t19")])
            #expect(shown.status == 200 && !shown.has(sent))
            let after = await browser.get(files)
            #expect(after.status == 200 && !after.has(sent))
        }

        @Test func `GB3: a file brings no more than the maximum where the assignment refuses it`() async throws {
            let (id, students, essay) = try await filled()
            try school.installation.set(
                "update gradebook_assignments set above_maximum = 'refused' where tenant_id = \(school.tenant.id)",
                in: school.tenant)
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            _ = await browser.get(files)
            let form = [
                ("grid", #"{"titles":["Name","Essay"],"rows":[[2,"Adams","25"],[3,"Baranov","ЕХ"]]}"#),
                ("revision", "9000000000000000"), ("column-0", "name"), ("column-1", "assignment \(essay)"),
            ]
            let shown = await browser.post("\(files)/preview", form)
            #expect(shown.has("25 of 20: this assignment takes no more than its maximum"), "\(shown.text)")
            #expect(await browser.post("\(files)/changes", form).status == 303)
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["17.5 L", "EX"])
            #expect(students.count == 2)
        }

        /// A workbook with the sheets of the class in another order, and one that somebody has added.
        private func workbook(
            _ id: ID, attendance: Bool = true, _ more: (SheetPlan, WorkbookWriter) -> Void = { _, _ in }
        ) throws -> [UInt8] {
            try school.inTenant { tx in
                let writer = WorkbookWriter(rightToLeft: false)
                let plan = SheetPlan(
                    book: try Book.read(id, in: tx), attendance: try ClassAttendance.read(id, in: tx), language: .en,
                    revision: try ClassRevision.read(id, in: tx))
                writer.begin(
                    SheetSettings("My notes", columns: [.init(width: 10)], frozen: (1, 0), foot: ""))
                writer.write([.text("Ask Adams")])
                writer.end()
                NumbersSheet(plan: plan).write(to: writer)
                if attendance { AttendanceSheet(plan: plan).write(to: writer) }
                more(plan, writer)
                GradesSheet(plan: plan).write(to: writer)
                ScaleSheet(plan: plan).write(to: writer)
                CountedSheet(plan: plan).write(to: writer)
                return writer.finish()
            }
        }

        private func upload(_ bytes: [UInt8], to id: ID, by admin: TestAdmin) async throws -> Answer {
            var browser = try school.console.browser(of: admin)
            let files = "\(school.classes)/\(id)/files"
            _ = await browser.get(files)
            return await browser.post(files, [], files: ["file": UploadedFile(name: "class.xlsx", bytes: bytes)])
        }

        @Test func `GB8: the sheets of a workbook are found wherever they stand, and what is not read is named`()
            async throws
        {
            let (id, students, essay) = try await filled()
            let bytes = try workbook(id)
            let same = try await upload(bytes, to: id, by: school.hall)
            #expect(same.status == 200 && same.has("Nothing differs"), "\(same.text)")
            #expect(same.has("The sheet “My notes” is not read") && !same.has("“Numbers” is not read"), "\(same.text)")
            #expect(same.has("Grades and attendance are taken from the workbook"))
            // What was marked since is a conflict in the attendance too: the sheet was read.
            _ = try await school.save([(students[0], essay, 1, "12")], in: id, by: school.manager)
            var browser = try school.console.browser(of: school.manager)
            let day = await browser.post(
                "\(school.classes)/\(id)/attendance",
                [("day", "2026-11-20"), ("state-\(students[0])", "present"), ("seen-\(students[0])", "1 absent")])
            #expect(day.status == 303)
            let late = try await upload(bytes, to: id, by: school.hall)
            #expect(late.has("Changed here after the file was made") && late.has("20 Nov 2026"), "\(late.text)")
            // Without the sheet of attendance, that is said.
            let without = try await upload(workbook(id, attendance: false), to: id, by: school.hall)
            #expect(without.has("no sheet with the attendance of this class"), "\(without.text)")
        }

        @Test func `GB8: the attendance of more than 249 days comes back with the workbook`() async throws {
            let (id, students, _) = try await filled()
            let tenant = school.tenant.id
            try school.installation.set(
                """
                insert into gradebook_attendance (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by)
                select \(tenant), gen_random_uuid(), \(id), \(students[1]), date '2025-09-01' + n, 'present', now(), 'x'
                from generate_series(0, 299) as n
                """, in: school.tenant)
            var browser = try school.console.browser(of: school.hall)
            let same = try await upload(workbook(id), to: id, by: school.hall)
            #expect(same.status == 200 && same.has("Nothing differs"), "\(same.text.prefix(2000))")
            let grid = try #require(same.hidden("grid"))
            #expect(grid.contains("2025-09-01") && grid.contains("2026-06-27") && grid.contains("2026-11-20"))
            // A mark that was changed here since is a conflict: the days are in the file, the oldest as well.
            let marked = await browser.post(
                "\(school.classes)/\(id)/attendance",
                [("day", "2025-09-01"), ("state-\(students[1])", "absent"), ("seen-\(students[1])", "1 present")])
            #expect(marked.status == 303)
            let bytes = try workbook(id)
            let again = await browser.post(
                "\(school.classes)/\(id)/attendance",
                [("day", "2025-09-01"), ("state-\(students[1])", "excused"), ("seen-\(students[1])", "2 absent")])
            #expect(again.status == 303)
            #expect(try await upload(bytes, to: id, by: school.hall).has("1 Sep 2025"))
        }

        @Test func `GB8: of a foreign workbook the sheet with the register is read, and the others are named`()
            async throws
        {
            let (id, _, essay) = try await filled()
            let writer = WorkbookWriter(rightToLeft: false)
            func sheet(_ name: String, _ rows: [[WorkbookWriter.Cell]]) {
                writer.begin(
                    SheetSettings(name, columns: (0..<3).map { _ in .init(width: 10) }, frozen: (1, 0), foot: ""))
                for row in rows { writer.write(row) }
                writer.end()
            }
            sheet("Cover", [[.text("School of <x>")]])
            // As numbers of a workbook are: a point before decimals, in every language.
            sheet(
                "9B",
                [
                    [.text("Name"), .text("Essay")], [.text("Adams"), .decimal(12_125, places: 3)],
                    [.text("Baranov"), .text("70%")],
                ])
            let bytes = writer.finish()
            let asked = try await upload(bytes, to: id, by: school.hall)
            #expect(asked.status == 200 && asked.has("assignment \(essay)\" selected"), "\(asked.text)")
            #expect(asked.has("The sheet “9B” is read") && asked.has("The sheet “Cover” is not read"), "\(asked.text)")
            var browser = try school.console.browser(of: school.hall)
            let form = asked.form("\(school.classes)/\(id)/files/preview", [:]).filter { $0.0 != "csrf" }
            let shown = await browser.post("\(school.classes)/\(id)/files/preview", form)
            #expect(shown.has("12.125") && shown.has(">14<") && shown.has("“Cover” is not read"), "\(shown.text)")
        }

        @Test func `GB8: a file that is too large says by how much, and a broken one says so`() async throws {
            let (id, _, _) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let files = "\(school.classes)/\(id)/files"
            _ = await browser.get(files)
            let large = await browser.post(
                files, [], files: ["file": UploadedFile(name: "x.xlsx", bytes: [], isCut: true)])
            #expect(large.status == 422 && large.has("larger than 8 MB"), "\(large.text)")
            let broken = try await upload(Array(try workbook(id).prefix(900)), to: id, by: school.hall)
            #expect(broken.status == 422, "\(broken.text)")
        }

        @Test func `GB8: what has no place in the class is named, cell for cell nothing is left out without a word`()
            async throws
        {
            let (id, students, essay) = try await filled()
            let (grades, attendance) = try school.inTenant { tx in
                let bytes = GradeWorkbook(
                    book: try Book.read(id, in: tx), attendance: try ClassAttendance.read(id, in: tx), language: .en,
                    revision: 1
                ).bytes()
                return (try bytes.rows(ofSheet: 0), try bytes.rows(ofSheet: 1))
            }
            func told(_ change: (inout [SheetRow], inout [SheetRow]) -> Void) throws -> [String] {
                var (grades, attendance) = (grades, attendance)
                change(&grades, &attendance)
                let sheet = UploadedSheet.ours(
                    schoolClass: id, revision: 1, grades: grades, attendance: attendance)
                return try school.inTenant { sheet.file(for: try Book.read(id, in: $0)).told }
            }
            #expect(try told { _, _ in } == [])
            let first = GradeWorkbook.Place.firstStudent
            func index(_ rows: [SheetRow], _ number: Int) throws -> Int {
                try #require(rows.firstIndex { $0.number == number })
            }
            let (line, head) = (try index(attendance, first), try index(attendance, GradeWorkbook.Place.head))
            let twice = try told { _, attendance in attendance.append(attendance[line]) }
            #expect(twice.count == 1 && twice[0].hasPrefix("Attendance, row"), "\(twice)")
            let gone = try told { grades, _ in grades.removeAll { $0.cells.first == students[0].description } }
            #expect(gone == ["Attendance, row \(first): it belongs to no student of its own and is left out."])
            let day = try told { _, attendance in attendance[head].cells[3] = "Nov 20" }
            #expect(day == ["Attendance: “Nov 20” is no day of its own, so its column is left out."])
            let row = try index(grades, first)
            let nobody = try told { grades, attendance in
                grades[row].cells[0] = ""
                grades[row].cells[1] = ""
                grades[row].cells[2] = ""
                attendance.removeAll { $0.number == first }
            }
            #expect(nobody == ["Grades, row \(first): it belongs to no student of its own and is left out."])
            try school.installation.set(
                "update gradebook_assignments set removed_at = now() where id = \(essay)", in: school.tenant)
            #expect(try told { _, _ in } == ["“Essay” is not in the class any more: its column is left out."])
        }

        @Test func `GB8: what is written while the preview is made is shown before the file may win`() async throws {
            let (id, students, essay) = try await filled()
            let edited = try sheet(id) { rows in
                rows.map { row in
                    var row = row
                    if row.cells.first == students[0].description { row.cells[3] = "17.5 L" }
                    return row
                }
            }
            let (actor, services) = (Actor.script("test", in: school.tenant), school.console.services)
            // The book of the preview is read, and then somebody writes.
            let book = try school.book(id)
            _ = try await school.save([(students[0], essay, 1, "11")], in: id, by: school.manager)
            let shown = try school.inTenant { tx in
                try ClassFilePages(book: book, actor: actor, services: services).preview(
                    edited.file(for: book), in: tx)
            }
            let revision = try #require(shown.hidden.first { $0.name == "shown" }.flatMap { Int($0.value) })
            var file = edited.file(for: book)
            (file.shown, file.takesAll) = (revision, true)
            let changes = try school.inTenant { tx in
                try ClassFileChanges(file, in: try Book.read(id, in: tx), tx, now: .now)
            }
            #expect(changes.conflicts.map(\.old) == ["11"] && changes.lines.isEmpty)
        }

        @Test func `GB7: the workbook of another teacher's class is not there`() async throws {
            let (id, _, _) = try await filled()
            var browser = try school.console.browser(of: school.reed)
            #expect(await browser.get("\(school.classes)/\(id)/workbook.xlsx").status == 404)
            #expect(await browser.get("\(school.classes)/\(id)/files").status == 404)
            var own = try school.console.browser(of: school.hall)
            // 13.28: without a reason the form comes back, and nothing is recorded.
            for reason in ["", "?reason=", "?reason=" + String(repeating: "x", count: 501)] {
                let asked = await own.get("\(school.classes)/\(id)/workbook.xlsx" + reason)
                #expect(asked.status == 422 && asked.has("id=\"reason-error\""), "\(reason.prefix(12))")
            }
            #expect(try school.events("list.exported") == 0)
            let file = await own.get("\(school.classes)/\(id)/workbook.xlsx?reason=Marking+at+home")
            #expect(file.status == 200)
            let next = await own.get("\(school.classes)/\(id)")
            #expect(next.has(Strings.export_sent.resolve(in: .en)))
            // It is recorded as a file and as a reading.
            #expect(try school.events("list.exported") == 1 && school.events("users.listed") == 1)
            var auditor = try school.console.browser(of: school.installation.makeAdmin(.auditor, in: school.tenant))
            #expect(await auditor.get("\(school.classes)/\(id)/workbook.xlsx").status == 403)
            let page = await auditor.get("\(school.classes)/\(id)/files")
            #expect(page.status == 200 && !page.has("workbook.xlsx") && page.has("grades/export"))
        }

        @Test func `GB7: the attendance as a table has a column for each day, and is asked a reason as the grades are`()
            async throws
        {
            let (id, students, _) = try await filled()
            var own = try school.console.browser(of: school.hall)
            let attendance = "\(school.classes)/\(id)/attendance"
            let day = await own.post(
                attendance,
                [
                    ("day", "2026-11-18"), ("state-\(students[0])", "present"), ("seen-\(students[0])", "0 "),
                    ("state-\(students[1])", "excused"), ("seen-\(students[1])", "0 "),
                ])
            #expect(day.status == 303)
            #expect(await own.get("\(school.classes)/\(id)/files").has("attendance/export"))
            #expect(await own.get("\(attendance).csv").status == 422)
            let file = await own.get("\(attendance).csv?reason=Staff+meeting")
            #expect(file.status == 200 && file.has("2026-11-18,2026-11-20"), "\(file.text)")
            #expect(file.has("Adams,1,P,A,1,1,0,50.0") && file.has("Baranov,2,E,,0,0,1,"), "\(file.text)")
            #expect(try school.events("list.exported") == 1)
            let other = try await school.makeClass("History", by: school.reed)
            #expect(await own.get("\(school.classes)/\(other)/attendance.csv?reason=x").status == 404)
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
