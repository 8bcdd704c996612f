import Console
import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Gradebook

extension OnGradebook {
    /// Who teaches a class, and what a second teacher of it sees.
    @Suite struct TeacherTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        private func teachers(_ id: ID) throws -> Set<ID> {
            Set(try school.inTenant { tx in try tx.rows(ClassQueries.teachers(of: id)).map { try $0.id("admin_id") } })
        }

        /// More admins than a form lists, all before the others by name.
        private func crowd() throws {
            let tenant = school.tenant.id
            try school.installation.set(
                """
                with added as (
                    insert into admins (id, email, name)
                    select gen_random_uuid(), gen_random_uuid() || '@crowd.example', 'AAA ' || n
                    from generate_series(1, \(ClassQueries.mostAdmins + 5)) as n returning id)
                insert into memberships (tenant_id, admin_id, role) select \(tenant), added.id, 'support' from added
                """)
        }

        @Test
        func
            `GB1: in a school with more admins than a form lists, the maker teaches the class and others can be named`()
            async throws
        {
            try crowd()
            let id = try await school.makeClass("Biology", by: school.hall)
            #expect(try teachers(id) == [school.hall.id])
            var browser = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)"
            #expect(await browser.get(path).status == 200)
            let page = await browser.get("\(path)/edit")
            #expect(page.has("Ms Hall") && page.has("another_teacher") && page.has("first 500 admins"))
            // An edit keeps whoever teaches, and somebody whom the form does not list is named by the e-mail address.
            let form = page.form(path).filter { $0.0 != "another_teacher" }
            let wrong = await browser.post(path, form + [("another_teacher", "nobody@example.org")])
            #expect(wrong.status == 422 && wrong.has("No active admin of this workspace"))
            let named = await browser.post(path, form + [("another_teacher", school.reed.email)])
            #expect(named.status == 303, "\(named.text)")
            #expect(try teachers(id) == [school.hall.id, school.reed.id])
            let again = await browser.get("\(path)/edit")
            #expect(again.has("Mr Reed"))
            #expect(await browser.post(path, again.form(path)).status == 303)
            #expect(try teachers(id) == [school.hall.id, school.reed.id])
        }

        @Test func `GB1: a disabled teacher stays one until somebody unticks them`() async throws {
            let id = try await school.makeClass(
                "Biology", by: school.manager, [("teachers", school.reed.id.description)])
            try school.installation.set("update admins set disabled_at = now() where id = \(school.reed.id)")
            var browser = try school.console.browser(of: school.manager)
            let path = "\(school.classes)/\(id)"
            let page = await browser.get("\(path)/edit")
            #expect(page.has("Mr Reed (no longer active here)"))
            #expect(await browser.post(path, page.form(path)).status == 303)
            #expect(try teachers(id).contains(school.reed.id))
            let without = await browser.get("\(path)/edit").form(path).filter { $0.1 != school.reed.id.description }
            #expect(await browser.post(path, without).status == 303)
            #expect(try !teachers(id).contains(school.reed.id))
            // They can't be chosen anew, nor by whoever sends their id.
            let anew = await browser.get("\(path)/edit").form(path) + [("teachers", school.reed.id.description)]
            _ = await browser.post(path, anew)
            #expect(try !teachers(id).contains(school.reed.id))
        }

        @Test func `GB1: a second teacher saves, and finds the class no more once they are taken off it`() async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall, [("teachers", school.reed.id.description)])
            let students = try await school.addStudents("Adams", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            #expect(try await school.save([(students[0], essay, 0, "18")], in: id, by: school.reed).status == 200)
            let path = "\(school.classes)/\(id)"
            var browser = try school.console.browser(of: school.hall)
            let form = await browser.get("\(path)/edit").form(path).filter { $0.1 != school.reed.id.description }
            #expect(await browser.post(path, form).status == 303)
            #expect(try await school.save([(students[0], essay, 1, "2")], in: id, by: school.reed).status == 404)
            var reed = try school.console.browser(of: school.reed)
            for place in ["", "/attendance", "/edit", "/workbook.xlsx", "/students/\(students[0])"] {
                #expect(await reed.get(path + place).status == 404, "\(place)")
            }
            #expect(try school.book(id).cells[0][0].grade.plain == "18")
        }

        @Test func `GB1: the walls of a teacher hold for reading and for writing, links for parents included`()
            async throws
        {
            let theirs = try await school.makeClass("History", by: school.reed)
            let student = try #require(try await school.addStudents("Adams", to: theirs, by: school.reed).first)
            let essay = try await school.addAssignment("Essay", to: theirs, by: school.reed)
            _ = try await school.save([(student, essay, 0, "18")], in: theirs, by: school.reed)
            let (tenant, hall) = (school.tenant.id, school.hall.id)
            try school.inTenant { tx in
                try tx.execute(ReportLinkQueries.allow(true, tenant: tenant))
                try tx.execute(
                    """
                    insert into gradebook_report_links
                        (tenant_id, id, class_id, student_id, token_hash, recipient, language, made_by, made_at, expires_at)
                    values (\(tenant), \(ID.make()), \(theirs), \(student), sha256('x'), 'Mother', 'en', 'x', now(), now())
                    """)
            }
            func asHall(_ work: @escaping (borrowing TenantTransaction) throws -> Void) throws {
                try school.inTenant { tx in
                    _ = try tx.rows("select set_config('roost.teacher', \(hall.description), true)")
                    try work(tx)
                }
            }
            for table in [
                "gradebook_classes", "gradebook_enrolments", "gradebook_categories", "gradebook_assignments",
                "gradebook_grades", "gradebook_attendance", "gradebook_report_links",
            ] as [SQL] {
                try asHall { tx in
                    let seen = try tx.rows("select count(*) as n from \(table)").first?.int("n")
                    #expect(seen == 0, "\(table)")
                }
            }
            let writes: [SQL] = [
                "insert into gradebook_enrolments (tenant_id, class_id, student_id) values (\(tenant), \(theirs), \(student))",
                """
                insert into gradebook_attendance (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by)
                values (\(tenant), \(ID.make()), \(theirs), \(student), '2026-11-20', 'absent', now(), 'x')
                """,
                """
                insert into gradebook_categories (tenant_id, class_id, id, name, weight, drops, position)
                values (\(tenant), \(theirs), \(ID.make()), 'Mine', 1, 0, 9)
                """,
                """
                insert into gradebook_report_links
                    (tenant_id, id, class_id, student_id, token_hash, recipient, language, made_by, made_at, expires_at)
                values (\(tenant), \(ID.make()), \(theirs), \(student), sha256('y'), 'Me', 'en', 'x', now(), now())
                """,
            ]
            for write in writes {
                #expect(throws: (any Error).self) { try asHall { tx in _ = try tx.execute(write) } }
            }
            try asHall { tx in
                let grades = try tx.execute("update gradebook_grades set points = 1")
                let links = try tx.execute("update gradebook_report_links set ended_at = now()")
                #expect(grades == 0 && links == 0)
            }
            #expect(try school.book(theirs).cells[0][0].grade.plain == "18")
        }

        @Test func `GB10: the audit log names teachers and classes, not their ids`() async throws {
            _ = try school.installation.makeKey(in: school.tenant, "Phone", scopes: ["gradebook.read"])
            let first = try await school.makeClass("Biology 9A", by: school.manager)
            _ = try await school.makeClass("Biology 9B", by: school.manager, [("copied", first.description)])
            var browser = try school.console.browser(of: school.manager)
            let page = await browser.get("\(school.classes)/phones")
            let key = try #require(page.text.firstMatch(of: /name="key" value="([^"]+)"/)?.output.1)
            let owner = try school.installation.makeAdmin(.owner, in: school.tenant)
            var confirmed = try school.console.browser(of: owner)
            let bound = await confirmed.post(
                "\(school.classes)/phones", [("key", String(key)), ("teacher-\(key)", school.hall.id.description)])
            #expect(bound.status == 303, "\(bound.text)")
            let log = await confirmed.get("/t/\(school.tenant.slug)/audit")
            #expect(log.has("Ms Hall") && log.has("Biology 9A"))
            #expect(!log.text.contains(">\(school.hall.id)<") && !log.text.contains(">\(first)<"))
        }

        @Test func `GB1: what left a full class does not come back, and the page says why`() async throws {
            let id = try await school.makeClass("Biology", by: school.manager)
            let students = try await school.addStudents("Adams", to: id, by: school.manager)
            let essay = try await school.addAssignment("Essay", to: id, by: school.manager)
            var browser = try school.console.browser(of: school.manager)
            let path = "\(school.classes)/\(id)"
            #expect(await browser.post("\(path)/students/\(students[0])/removal").status == 303)
            #expect(await browser.post("\(path)/assignments/\(essay)/removal").status == 303)
            let tenant = school.tenant.id
            try school.inTenant { tx in
                try tx.execute(
                    """
                    insert into gradebook_students (tenant_id, id, name, number, created_at)
                    select \(tenant), gen_random_uuid(), 'Pupil ' || n, 'F' || n, now()
                    from generate_series(1, \(Book.mostStudents)) as n
                    """)
                try tx.execute(
                    """
                    insert into gradebook_enrolments (tenant_id, class_id, student_id)
                    select \(tenant), \(id), gradebook_students.id from gradebook_students
                    where gradebook_students.number like 'F%'
                    """)
                try tx.execute(
                    """
                    insert into gradebook_assignments
                        (tenant_id, class_id, id, category_id, name, due_on, possible, is_extra, position)
                    select \(tenant), \(id), gen_random_uuid(), gradebook_categories.id, 'Task ' || n, '2026-10-01', 20,
                        false, n
                    from gradebook_categories, generate_series(1, \(Book.mostAssignments)) as n
                    where gradebook_categories.class_id = \(id)
                    """)
            }
            let student = await browser.post("\(path)/students/\(students[0])/removal/end")
            #expect(student.status == 422 && student.has("at most \(Book.mostStudents) students"))
            let assignment = await browser.post("\(path)/assignments/\(essay)/removal/end")
            #expect(assignment.status == 422 && assignment.has("at most \(Book.mostAssignments) assignments"))
        }
    }
}
