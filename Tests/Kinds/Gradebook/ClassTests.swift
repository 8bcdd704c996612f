import Console
import Core
import Postgres
import Support
import Testing

@testable import Gradebook

extension OnGradebook {
    @Suite struct ClassTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        @Test func `GB1: a teacher sees and changes their own classes, and finds no other by any address`() async throws
        {
            let mine = try await school.makeClass("Biology 9B", by: school.hall)
            let theirs = try await school.makeClass("History 9B", by: school.reed)
            let students = try await school.addStudents("Adams, Ruth", to: theirs, by: school.reed)
            let essay = try await school.addAssignment("Essay", to: theirs, by: school.reed)
            var browser = try school.console.browser(of: school.hall)
            let list = await browser.get(school.classes)
            #expect(list.has("Biology 9B") && !list.has("History 9B") && list.has("1 of 1"))
            #expect(await browser.get("\(school.classes)/\(mine)").status == 200)
            for path in [
                "", "/edit", "/students", "/attendance", "/assignments/new", "/assignments/\(essay)",
                "/assignments/\(essay)/edit", "/students/\(students[0])", "/students/\(students[0])/report",
                "/students/\(students[0])/assignments/\(essay)",
            ] {
                #expect(await browser.get("\(school.classes)/\(theirs)\(path)").status == 404, "\(path)")
            }
            #expect(await browser.get("\(school.classes)/new?copy=\(theirs)").status == 404)
            let answer = try await school.save([(students[0], essay, 0, "17")], in: theirs, by: school.hall)
            #expect(answer.status == 404)
            #expect(await browser.get("/t/\(school.tenant.slug)/students?class=\(theirs)").has("Nothing matches"))
            // Of other classes' students nothing is said.
            #expect(await !browser.get("/t/\(school.tenant.slug)/students").has("Adams, Ruth"))
            #expect(await !browser.get("/t/\(school.tenant.slug)/students").has("History 9B"))
            var manager = try school.console.browser(of: school.manager)
            let all = await manager.get(school.classes)
            #expect(all.has("Biology 9B") && all.has("History 9B"))
        }

        @Test func `GB1: a student's history tells a teacher nothing of the classes of others`() async throws {
            let mine = try await school.makeClass("Biology 9B", by: school.hall)
            let theirs = try await school.makeClass("History 9B", by: school.reed)
            let student = try #require(try await school.addStudents("Adams, Ruth", to: theirs, by: school.reed).first)
            _ = try await school.addStudents("Baranov, Ilya", to: mine, by: school.hall)
            var (reed, hall) = (
                try school.console.browser(of: school.reed), try school.console.browser(of: school.hall)
            )
            let set = await reed.post(
                "\(school.classes)/\(theirs)/students/\(student)/override",
                [("percent", "12.3"), ("reason", "Was ill"), ("version", "1")])
            #expect(set.status == 303, "\(set.text)")
            let here = "/t/\(school.tenant.slug)/students/\(student)"
            var page = await hall.get(here)
            // A student of others is nobody to her, until they are in a class of hers.
            #expect(page.status == 404 && !page.has("Adams, Ruth"))
            try school.installation.set(
                """
                insert into gradebook_enrolments (tenant_id, class_id, student_id)
                values (\(school.tenant.id), \(mine), \(student))
                """)
            page = await hall.get(here)
            #expect(page.has("Adams, Ruth") && page.has("History"))
            for secret in ["12.3", "Was ill", "History 9B"] { #expect(!page.has(secret), "\(secret)") }
            // What is done to the register is theirs who see the student, and who may see every class sees all of it.
            var manager = try school.console.browser(of: school.manager)
            let form = await manager.get(here).form(here).filter { $0.0 != "number" }
            #expect(await manager.post(here, form + [("number", "1042")]).status == 303)
            page = await hall.get(here)
            #expect(page.has("1042") && !page.has("Was ill"))
            #expect(await manager.get(here).has("History 9B"))
            let total = "\(school.classes)/\(theirs)/students/\(student)/total"
            let whole = await manager.get(total)
            #expect(whole.has("12.3") && whole.has("Was ill"), "\(whole.text)")
            #expect(await hall.get(total).status == 404)
        }

        @Test func `GB1: who reads the audit log and not every class reads nothing of the classes there`() async throws
        {
            let theirs = try await school.makeClass("History 9B", by: school.reed)
            let student = try #require(try await school.addStudents("Adams, Ruth", to: theirs, by: school.reed).first)
            var reed = try school.console.browser(of: school.reed)
            let set = await reed.post(
                "\(school.classes)/\(theirs)/students/\(student)/override",
                [("percent", "12.3"), ("reason", "Was ill"), ("version", "1")])
            #expect(set.status == 303, "\(set.text)")
            let here = "/t/\(school.tenant.slug)"
            let addresses = [
                "/audit", "/audit?kind=total", "/audit?kind=total&action=total.overridden",
                "/audit?field=percent", "/audit.csv?reason=why", "/audit.jsonl?reason=why&kind=total",
                "/audit/export",
            ]
            func expect(_ admin: TestAdmin, reads: Bool) async throws {
                var browser = try school.console.browser(of: admin)
                // The latest events of the home page are of the same log.
                #expect(await browser.get(here).has("set the total by hand") == reads)
                for address in addresses {
                    let page = await browser.get(here + address)
                    #expect(page.status == 200, "\(address)")
                    guard address != "/audit/export" else { continue }
                    #expect(page.has("Was ill") == reads, "\(address)")
                    if !reads { #expect(!page.has("12.3") && !page.has("History 9B"), "\(address)") }
                }
            }
            let role = try school.installation.makeRole(
                "Log only", [.seeHome, .seeAudit, .seeUsers, .seeClasses], in: school.tenant)
            let reader = try school.installation.makeAdmin(.auditor, in: school.tenant)
            try await expect(reader, reads: true)
            try school.installation.give(own: role, in: school.tenant, to: reader)
            try await expect(reader, reads: false)
            // What is done to a student in the register is read by who sees the student.
            var browser = try school.console.browser(of: reader)
            #expect(await !browser.get("\(here)/audit?object=\(student)").has("Adams"))
            // Who may see students and no users reads the values of students alone.
            let user = try school.installation.addUser("Erika", to: school.tenant)
            try school.inTenant { tx in
                try school.installation.trail.append(
                    AuditEvent(
                        .userChanged, on: .user, user.id, subject: user.id,
                        changes: [.init("email", old: "a@b.example", new: "erika@secret.example", isPersonal: true)]),
                    by: .script("test", in: school.tenant), in: tx)
            }
            let classes = try school.installation.makeRole(
                "Classes alone", [.seeHome, .seeAudit, .seeClasses, .seeAllClasses], in: school.tenant)
            let other = try school.installation.makeAdmin(.auditor, in: school.tenant)
            var whole = try school.console.browser(of: other)
            #expect(await whole.get("\(here)/audit").has("erika@secret.example"))
            try school.installation.give(own: classes, in: school.tenant, to: other)
            browser = try school.console.browser(of: other)
            let page = await browser.get("\(here)/audit")
            #expect(page.has("12.3") && page.has("not shown to you") && !page.has("secret.example"))
        }

        @Test func `GB1: of students of other classes a teacher reads nothing, over the wall and on every page`()
            async throws
        {
            let role = try school.installation.makeRole(
                "Teacher", [.seeHome, .seeAudit, .seeClasses, .editClasses], in: school.tenant)
            for admin in [school.hall, school.reed] {
                try school.installation.give(own: role, in: school.tenant, to: admin)
            }
            let mine = try await school.makeClass("Biology 9B", by: school.hall)
            let theirs = try await school.makeClass("History 9B", by: school.reed)
            _ = try await school.addStudents("Baranov, Ilya; 7001", to: mine, by: school.hall)
            let fuchs = try #require(
                try await school.addStudents("Fuchs, Eva; 8042", to: theirs, by: school.reed).first)
            for index in 0..<3 { _ = try school.installation.addUser("User \(index)", to: school.tenant) }
            // The database: as her, there is no such row, and the one way to it is the whole number.
            let teacher = school.hall.id.description
            try school.installation.inTenant(school.tenant) { tx in
                _ = try tx.rows("select set_config('roost.teacher', \(teacher), true)")
                let seen = try tx.rows("select gradebook_students.name from gradebook_students").map {
                    try $0.text("name")
                }
                #expect(seen == ["Baranov, Ilya"])
                #expect(try tx.execute("update gradebook_students set name = 'x' where id = \(fuchs)") == 0)
                for (number, found) in [("8042", 1), ("804", 0), ("", 0), ("%", 0)] {
                    let rows = try tx.rows("select known.id from gradebook_students_by_number(\([number])) as known")
                    #expect(rows.count == found, "\(number)")
                }
            }
            var hall = try school.console.browser(of: school.hall)
            let here = "/t/\(school.tenant.slug)"
            for address in [
                "/students", "/students?q=Fuchs", "/find?q=Fuchs", "/find?q=8042", "/audit", "/audit?q=Fuchs",
                "/audit?object=\(fuchs)", "", "/students/\(fuchs)",
            ] {
                let page = await hall.get(here + address)
                #expect(!page.has("Fuchs, Eva"), "\(address)")
                #expect(!page.has(theirs.description), "\(address)")
            }
            // What another teacher has read is named by ids of their classes.
            try school.inTenant { tx in
                try school.installation.trail.append(
                    AuditEvent(
                        .usersListed, on: .users, changes: [.init("filter", new: "class=\(theirs)")]),
                    by: .script("test", in: school.tenant), in: tx)
            }
            #expect(await !hall.get("\(here)/audit?reads=on").has(theirs.description))
            var manager = try school.console.browser(of: school.manager)
            #expect(await manager.get("\(here)/students").has("Fuchs, Eva"))
            #expect(await manager.get(here).has("Suspended"))
            // How many users there are is for who may see them.
            #expect(await !hall.get(here).has("Suspended"))
            // The number of another beside a wrong name tells no name, and beside the right one brings the student.
            let path = "\(school.classes)/\(mine)/students"
            let wrong = await hall.post(path, [("names", "Davis, Ann; 8042")])
            #expect(wrong.status == 422 && wrong.has("8042 is the number of somebody else") && !wrong.has("Fuchs"))
            let grid = ##"{"titles":["Number"],"rows":[[2,"8042"]]}"##
            let preview = await hall.post(
                "\(school.classes)/\(mine)/files/preview",
                [("grid", grid), ("column-0", "number"), ("unknown", "add"), ("revision", "9000000000000000")])
            #expect(preview.status == 200 && preview.has("1 new student") && !preview.has("Fuchs"), "\(preview.text)")
            #expect(await hall.post(path, [("names", "Fuchs, Eva; 8042")]).status == 303)
            #expect(await hall.get("\(here)/students").has("Fuchs, Eva"))
            #expect(try school.book(mine).students.contains { $0.id == fuchs })
        }

        @Test func `GB1: the database itself keeps a teacher to their own classes`() async throws {
            let mine = try await school.makeClass("Biology", by: school.hall)
            let theirs = try await school.makeClass("History", by: school.reed)
            for (id, admin) in [(mine, school.hall), (theirs, school.reed)] {
                let students = try await school.addStudents("A\nB", to: id, by: admin)
                let essay = try await school.addAssignment("Essay", to: id, by: admin)
                #expect(try await school.save([(students[0], essay, 0, "17")], in: id, by: admin).status == 200)
                var browser = try school.console.browser(of: admin)
                let saved = await browser.post(
                    "\(school.classes)/\(id)/attendance", [("day", "2026-11-20"), ("state-\(students[0])", "absent")])
                #expect(saved.status == 303)
            }
            let teacher = school.hall.id.description
            try school.installation.inTenant(school.tenant) { tx in
                _ = try tx.rows("select set_config('roost.teacher', \(teacher), true)")
                for (rows, count) in [
                    ("select gradebook_classes.id from gradebook_classes", 1),
                    ("select gradebook_enrolments.class_id from gradebook_enrolments", 2),
                    ("select gradebook_categories.id from gradebook_categories", 1),
                    ("select gradebook_assignments.id from gradebook_assignments", 1),
                    ("select gradebook_grades.id from gradebook_grades", 1),
                    ("select gradebook_attendance.id from gradebook_attendance", 1),
                ] as [(SQL, Int)] {
                    #expect(try tx.rows(rows).count == count, "\(rows.rendered.text)")
                }
                #expect(try tx.execute("update gradebook_grades set points = 0, version = 9") == 1)
            }
            let error = #expect(throws: DatabaseError.self) {
                try school.installation.inTenant(school.tenant) { tx in
                    _ = try tx.rows("select set_config('roost.teacher', \(teacher), true)")
                    _ = try tx.rows(
                        """
                        insert into gradebook_categories (tenant_id, class_id, id, name, weight, drops, position)
                        values (\(school.tenant.id), \(theirs), gen_random_uuid(), 'x', 1, 0, 0)
                        """)
                }
            }
            #expect(error?.sqlState == "42501")
        }

        @Test func `GB1: a class is copied to a new term with its rules and assignments, without students`()
            async throws
        {
            let old = try await school.makeClass(
                "Biology", by: school.hall,
                [("category-2", "Labs"), ("category-2-weight", "50"), ("category-2-drops", "1")])
            _ = try await school.addStudents("Adams, Ruth", to: old, by: school.hall)
            _ = try await school.addAssignment("Essay", to: old, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let form = await browser.get("\(school.classes)/new?copy=\(old)")
            #expect(form.has("value=\"Labs\"") && form.has("name=\"copied\" value=\"\(old)\""))
            let new = try await school.makeClass(
                "Biology", by: school.hall,
                [
                    ("category-2", "Labs"), ("category-2-weight", "50"), ("category-2-drops", "1"),
                    ("copied", old.description), ("start", "2027-02-01"),
                ])
            let book = try school.book(new)
            #expect(book.assignments.map(\.name) == ["Essay"] && book.students.isEmpty)
            #expect(book.rules.categories.map(\.drops) == [0, 1])
        }

        @Test func `GB1: a copied class asks when the new term's first assignment is, and moves all dates by that`()
            async throws
        {
            let old = try await school.makeClass("Biology", by: school.hall)
            _ = try await school.addAssignment("Essay", to: old, by: school.hall)
            _ = try await school.addAssignment("Quiz", to: old, by: school.hall, day: "2026-12-04")
            var browser = try school.console.browser(of: school.hall)
            let form = await browser.get("\(school.classes)/new?copy=\(old)")
            #expect(form.has("name=\"start\"") && form.has("The first was on 20 Nov 2026"), "\(form.text)")
            #expect(await !browser.get("\(school.classes)/new").has("name=\"start\""))
            func copy(_ start: String) async -> Answer {
                await browser.post(
                    school.classes,
                    form.form(school.classes, ["term": "Spring 2027", "start": start]))
            }
            for (start, words) in [
                ("", "Choose the date of the first assignment"), ("2027-02-30", "Choose the date of the first"),
                ("0026-02-01", "Choose a day from"), ("2099-12-31", "would come after"),
            ] {
                let refused = await copy(start)
                #expect(refused.status == 422 && refused.has(words) && refused.has("Spring 2027"), "\(start)")
            }
            let made = await copy("2027-02-01")
            let new = try #require(made.location.flatMap { ID(String($0.suffix(36))) }, "\(made.text)")
            #expect(
                try school.book(new).assignments.map { String($0.due.iso.prefix(10)) } == ["2027-02-01", "2027-02-15"])
            #expect(await browser.get("\(school.classes)/\(new)").has("moved to the new term"))
        }

        @Test func `GB2: a student is renamed by who teaches them or sees all classes, and that is recorded`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams", to: id, by: school.hall)
            let page = "/t/\(school.tenant.slug)/students/\(students[0])"
            var reed = try school.console.browser(of: school.reed)
            #expect(await reed.get(page).status == 404)
            let form = [
                ("name", "Adams II"), ("number", ""), ("version", "1"), ("was_name", "Adams"), ("was_number", ""),
            ]
            #expect(await reed.post(page, form).status == 404)
            #expect(try school.book(id).students.map(\.name) == ["Adams"])
            var hall = try school.console.browser(of: school.hall)
            #expect(await !hall.get(page).has("You teach no class"))
            #expect(await hall.post(page, form).status == 303)
            var manager = try school.console.browser(of: school.manager)
            // Over the version that both have opened.
            #expect(await manager.post(page, [("name", "Adams III")] + form.dropFirst()).status == 409)
            #expect(try school.book(id).students.map(\.name) == ["Adams II"])
            // Each teacher of the student reads who has changed the name.
            #expect(try school.events("student.changed") == 1)
            #expect(await hall.get(page).has("Ms Hall"))
        }

        @Test func `GB1: an archived class can be read, and nothing in it is changed until it is restored`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            #expect(await browser.post("\(school.classes)/\(id)/archive", []).status == 303)
            let page = await browser.get("\(school.classes)/\(id)")
            #expect(page.has("Archived") && !page.has("data-editable"))
            // The next term's class is made from it.
            #expect(page.has("\(school.classes)/new?copy=\(id)"))
            // No form is shown that could not be sent.
            for path in ["edit", "students", "assignments/new", "assignments/\(essay)/edit"] {
                #expect(await browser.get("\(school.classes)/\(id)/\(path)").status == 404, "\(path)")
            }
            #expect(try await school.save([(students[0], essay, 0, "17")], in: id, by: school.hall).status == 404)
            #expect(await browser.post("\(school.classes)/\(id)/archive/end", []).status == 303)
            #expect(try await school.save([(students[0], essay, 0, "17")], in: id, by: school.hall).status == 200)
        }

        @Test func `GB2: a pasted column makes students; a known number means the student who has it`() async throws {
            let (one, two) = (
                try await school.makeClass("Biology", by: school.hall),
                try await school.makeClass("Chemistry", by: school.hall)
            )
            let first = try await school.addStudents(
                "Adams, Ruth\t1042\r\n\r\nفرهادی، سارا; 1043\nChen", to: one, by: school.hall)
            let second = try await school.addStudents("Ruth Adams;1042\nNew", to: two, by: school.hall)
            #expect(first.count == 3 && second.count == 2)
            #expect(try school.book(two).students.map(\.name) == ["Adams, Ruth", "New"])
            #expect(try school.events("student.added") == 4 && school.events("student.enrolled") == 5)
            var browser = try school.console.browser(of: school.hall)
            let twice = await browser.post("\(school.classes)/\(one)/students", [("names", "Chen\nLi")])
            #expect(twice.status == 422 && twice.has("Chen would be in this class twice") && twice.has("Chen\nLi"))
            #expect(try school.book(one).students.count == 3)
        }

        @Test func `GB2: a number that is somebody else's and a line that stands twice are named, nobody is added`()
            async throws
        {
            let one = try await school.makeClass("Biology", by: school.hall)
            let two = try await school.makeClass("History", by: school.reed)
            _ = try await school.addStudents("Adams, Ruth;1042", to: one, by: school.hall)
            var browser = try school.console.browser(of: school.reed)
            let refused = await browser.post(
                "\(school.classes)/\(two)/students",
                [("names", "Name\tNumber\nWhoever;1042\nChen;7\n\nLi;7\n\(String(repeating: "x", count: 130))")])
            #expect(refused.status == 422, "\(refused.text)")
            #expect(
                refused.has("Line 2: 1042 is the number of somebody else") && !refused.has("number of Adams"),
                "\(refused.text)")
            #expect(refused.has("Line 5: Li has the name or number of line 3"))
            #expect(refused.has("Line 6: This line is too long"))
            #expect(try school.book(two).students.isEmpty)
            // The title of a copied column is nobody.
            let added = try await school.addStudents("Name\tNumber\nChen\t7", to: two, by: school.reed)
            #expect(added.count == 1)
        }

        @Test func `GB2: who leaves a class and comes back has the same grades`() async throws {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams;1\nChen;2", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            _ = try await school.save([(students[0], essay, 0, "17")], in: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            #expect(await browser.post("\(school.classes)/\(id)/students/\(students[0])/removal", []).status == 303)
            #expect(try school.book(id).students.count == 1)
            _ = try await school.addStudents("Adams;1", to: id, by: school.hall)
            #expect(try school.book(id).cells[0][0].grade.plain == "17")
        }

        @Test func `GB2: who was taken out of a class by mistake comes back by one click, with all grades`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            // Without a number, a list of names would make a new student.
            let students = try await school.addStudents("Adams\nChen", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            _ = try await school.save([(students[0], essay, 0, "17")], in: id, by: school.hall)
            var (hall, reed) = (
                try school.console.browser(of: school.hall), try school.console.browser(of: school.reed)
            )
            let removal = "\(school.classes)/\(id)/students/\(students[0])/removal"
            #expect(await hall.post("\(removal)/end", []).status == 404)
            #expect(await hall.post(removal, []).status == 303)
            #expect(await hall.get("\(school.classes)/\(id)").has("\(removal)/end"))
            let edit = await hall.get("\(school.classes)/\(id)/edit")
            #expect(edit.has("Students who left") && edit.has("action=\"\(removal)/end\""))
            #expect(await reed.post("\(removal)/end", []).status == 404)
            #expect(await hall.post("\(removal)/end", []).status == 303)
            let book = try school.book(id)
            #expect(try book.cells[#require(book.line(students[0]))][0].grade.plain == "17")
            #expect(try school.events("student.enrolled") == 3)
        }

        @Test func `GB3: an assignment that was removed by mistake comes back by one click, with all grades`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            _ = try await school.save([(students[0], essay, 0, "17")], in: id, by: school.hall)
            var (hall, reed) = (
                try school.console.browser(of: school.hall), try school.console.browser(of: school.reed)
            )
            let removal = "\(school.classes)/\(id)/assignments/\(essay)/removal"
            #expect(await hall.post("\(removal)/end", []).status == 404)
            #expect(await hall.post(removal, []).status == 303)
            #expect(await hall.get("\(school.classes)/\(id)").has("\(removal)/end"))
            #expect(try school.book(id).assignments.isEmpty)
            // The class's own page has it for whoever notices later.
            let edit = await hall.get("\(school.classes)/\(id)/edit")
            #expect(edit.has("Removed assignments") && edit.has("action=\"\(removal)/end\""))
            #expect(await reed.post("\(removal)/end", []).status == 404)
            #expect(await hall.post("\(removal)/end", []).status == 303)
            #expect(try school.book(id).cells[0].map(\.grade.plain) == ["17"])
            #expect(try school.events("assignment.restored") == 1)
        }

        @Test func `GB3: the numbers of a class are written as the reader's language writes them, and read again`()
            async throws
        {
            let id = try await school.makeClass(
                "Biology", by: school.hall,
                [("category-1-drops", "2"), ("category-2", "Labs"), ("category-2-weight", "12.5")])
            try school.installation.set("update admins set language = 'fa' where id = \(school.hall.id)")
            var browser = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)"
            let page = await browser.get("\(path)/edit")
            let form = page.form(path)
            func value(_ name: String) -> String? { form.first { $0.0 == name }?.1 }
            #expect(value("category-1-drops") == "۲" && value("category-2-weight") == "۱۲٫۵")
            #expect(value("scale") == "A ۹۰، B ۸۰، C ۷۰، F ۰", "\(value("scale") ?? "")")
            #expect(await browser.post(path, form).status == 303)
            let book = try school.book(id)
            #expect(
                book.rules.categories.map(\.drops) == [2, 0]
                    && book.schoolClass.scale == Scale(stored: "A 90, B 80, C 70, F 0"))
            // What is no number comes back as it was typed.
            let wrong = await browser.post(path, form.map { $0.0 == "category-1-drops" ? ($0.0, "two") : $0 })
            #expect(wrong.status == 422 && wrong.has("value=\"two\""))
        }

        @Test func `GB1: two categories exchange their names in one form`() async throws {
            let id = try await school.makeClass(
                "Biology", by: school.hall, [("category-2", "Labs"), ("category-2-weight", "50")])
            var hall = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)"
            let page = await hall.get("\(path)/edit")
            let form = page.form(path, ["category-1": "Labs", "category-2": "Tests"])
            let saved = await hall.post(path, form)
            #expect(saved.status == 303, "\(saved.text)")
            #expect(try school.book(id).rules.categories.map(\.name) == ["Labs", "Tests"])
            #expect(try school.book(id).rules.categories.map(\.weight.plain) == ["100", "50"])
        }

        @Test func `GB1: a copied class keeps the assignments of a category that is renamed in the form`() async throws
        {
            let old = try await school.makeClass(
                "Biology", by: school.hall, [("category-2", "Labs"), ("category-2-weight", "50")])
            _ = try await school.addAssignment("Essay", to: old, by: school.hall)
            var hall = try school.console.browser(of: school.hall)
            let page = await hall.get("\(school.classes)/new?copy=\(old)")
            let form = page.form(
                school.classes,
                [
                    "category-1": "Quizzes", "category-2": "", "category-2-weight": "", "term": "Spring 2027",
                    "start": "2027-02-01",
                ])
            let made = await hall.post(school.classes, form)
            let new = try #require(made.location.flatMap { ID(String($0.suffix(36))) }, "\(made.text)")
            let book = try school.book(new)
            #expect(book.rules.categories.map(\.name) == ["Quizzes"] && book.assignments.map(\.name) == ["Essay"])
            // The old one is as it was.
            #expect(try school.book(old).rules.categories.map(\.name) == ["Tests", "Labs"])
        }

        @Test func `GB3: what is wrong with an assignment is said beside the field, and nothing typed is lost`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let answer = await browser.post(
                "\(school.classes)/\(id)/assignments",
                [("name", "Essay \"1\""), ("category", "x"), ("day", "2026-02-30"), ("possible", "0")])
            #expect(answer.status == 422 && answer.has("Essay &quot;1&quot;") && answer.has("A number above 0"))
            #expect(answer.has("Choose a day") && answer.has("value=\"2026-02-30\""))
        }
    }
}
