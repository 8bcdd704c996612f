import Console
import Postgres
import Support
import Testing

@testable import Gradebook

extension OnGradebook {
    @Suite struct MergeTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        /// As the form sends it: every field with its value, but for those that are typed over.
        private func form(_ page: Answer, _ typed: [String: String] = [:]) -> [(String, String)] {
            var fields: [(String, String)] = []
            func add(_ name: Substring, _ value: Substring) {
                let name = String(name)
                guard name != "csrf", name != "q", name == "teachers" || !fields.contains(where: { $0.0 == name })
                else {
                    return
                }
                fields.append((name, typed[name] ?? String(value)))
            }
            for input in page.text.matches(of: /<input[^>]* name="([^"]+)"[^>]*>/) {
                let tag = input.output.0
                if tag.contains("type=\"checkbox\""), !tag.contains(" checked") { continue }
                add(input.output.1, tag.firstMatch(of: /\ value="([^"]*)"/)?.output.1 ?? "")
            }
            for area in page.text.matches(of: /<textarea[^>]* name="([^"]+)"[^>]*>([^<]*)</) {
                add(area.output.1, area.output.2)
            }
            for choice in page.text.matches(of: /<select[^>]* name="([^"]+)"[\s\S]*?value="([^"]*)" selected/) {
                add(choice.output.1, choice.output.2)
            }
            return fields
        }

        @Test func `GB1: two who edit one class at once lose nothing: fields are merged and both are shown`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            var (hall, manager) = (
                try school.console.browser(of: school.hall), try school.console.browser(of: school.manager)
            )
            let path = "\(school.classes)/\(id)"
            let opened = await hall.get("\(path)/edit")
            let other = await manager.get("\(path)/edit")
            let theirs = form(other, ["category-1-weight": "60"]) + [("teachers", school.reed.id.description)]
            #expect(await manager.post(path, theirs).status == 303)
            let answer = await hall.post(path, form(opened, ["name": "Biology 9B"]))
            #expect(answer.status == 409 && answer.has("This class was changed meanwhile"))
            #expect(answer.has("Mr Reed") && answer.has("value=\"Biology 9B\"") && answer.has("value=\"60\""))
            #expect(try school.book(id).schoolClass.name == "Biology")
            // Whoever saves again has seen it.
            #expect(await hall.post(path, form(answer)).status == 303)
            let book = try school.book(id)
            #expect(book.schoolClass.name == "Biology 9B" && book.rules.categories[0].weight.plain == "60")
            let teachers = try school.inTenant { try $0.rows(ClassQueries.teachers(of: id)).count }
            #expect(teachers == 2)
        }

        @Test func `GB9: the trail of a class names its teachers`() async throws {
            let id = try await school.makeClass("Biology", by: school.hall)
            var manager = try school.console.browser(of: school.manager)
            let path = "\(school.classes)/\(id)"
            let page = await manager.get("\(path)/edit")
            // Beside a name stands no id.
            #expect(page.has("Ms Hall") && !page.has("\(school.hall.id)</code>"))
            #expect(
                await manager.post(path, form(page) + [("teachers", school.reed.id.description)]).status == 303)
            let trail = try school.installation.number(
                """
                select count(*) as n from audit_events where tenant_id = \(school.tenant.id) and action = 'class.changed'
                    and changes like '%Mr Reed, Ms Hall%' and changes not like \("%\(school.reed.id)%")
                """)
            #expect(trail == 1)
        }

        @Test func `GB3: an assignment that two edit at once is merged field by field`() async throws {
            let id = try await school.makeClass("Biology", by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            var (hall, manager) = (
                try school.console.browser(of: school.hall), try school.console.browser(of: school.manager)
            )
            let path = "\(school.classes)/\(id)/assignments/\(essay)"
            let opened = await hall.get("\(path)/edit")
            #expect(await manager.post(path, form(await manager.get("\(path)/edit"), ["possible": "25"])).status == 303)
            let answer = await hall.post(path, form(opened, ["name": "Essay 1"]))
            #expect(answer.status == 409 && answer.has("value=\"25\"") && answer.has("value=\"Essay 1\""))
            #expect(await hall.post(path, form(answer)).status == 303)
            let stored = try school.book(id).assignments[0]
            #expect(stored.name == "Essay 1" && stored.possible.plain == "25")
        }

        @Test func `GB2: a student whom two edit at once is merged field by field`() async throws {
            let id = try await school.makeClass("Biology", by: school.hall)
            let student = try await school.addStudents("Adams;1", to: id, by: school.hall)[0]
            var (hall, manager) = (
                try school.console.browser(of: school.hall), try school.console.browser(of: school.manager)
            )
            let path = "/t/\(school.tenant.slug)/students/\(student)"
            let opened = await hall.get(path)
            #expect(await manager.post(path, form(await manager.get(path), ["number": "77"])).status == 303)
            let answer = await hall.post(path, form(opened, ["name": "Adams, Ruth"]))
            #expect(answer.status == 409 && answer.has("value=\"77\"") && answer.has("value=\"Adams, Ruth\""))
            #expect(await hall.post(path, form(answer)).status == 303)
            let stored = try school.book(id).students[0]
            #expect(stored.name == "Adams, Ruth" && stored.number == "77")
        }

        @Test func `GB6: a student's days are marked on one page, and rates hold for a period`() async throws {
            let id = try await school.makeClass("Biology", by: school.hall)
            let student = try await school.addStudents("Adams", to: id, by: school.hall)[0]
            var hall = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)/attendance"
            for (day, state) in [("2026-09-01", "absent"), ("2026-10-01", "present"), ("2026-11-02", "present")] {
                #expect(await hall.post(path, [("day", day), ("state-\(student)", state)]).status == 303)
            }
            #expect(await hall.get("\(path)?day=2026-11-02").has("66.7%"))
            let october = await hall.get("\(path)?day=2026-11-02&from=2026-10-01&until=2026-10-31")
            #expect(october.has("100.0%") && october.has("1 / 1"))
            let own = "\(school.classes)/\(id)/students/\(student)/attendance"
            let page = await hall.get(own)
            #expect(page.has("name=\"seen-2026-09-01\" value=\"1 absent\"") && page.has("66.7%"))
            let saved = await hall.post(
                own, [("state-2026-09-01", "excused"), ("seen-2026-09-01", "1 absent")])
            #expect(saved.status == 303)
            let late = await hall.post(own, [("state-2026-09-01", "present"), ("seen-2026-09-01", "1 absent")])
            #expect(late.status == 409 && late.has("Ms Hall has marked “Excused” meanwhile"))
        }

        @Test func `GB5: the statistics of an assignment and of a class say how they were computed`() async throws {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("A\nB", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            _ = try await school.save(
                [(students[0], essay, 0, "13"), (students[1], essay, 0, "20")], in: id, by: school.hall)
            var hall = try school.console.browser(of: school.hall)
            let page = await hall.get("\(school.classes)/\(id)/assignments/\(essay)")
            #expect(page.has("33 / 2") && page.has("16.5") && page.has("13 and 20"))
            let whole = await hall.get("\(school.classes)/\(id)")
            #expect(whole.has("165.0% / 2") && whole.has("82.5%") && whole.has("#how"))
        }

        @Test func `GB1: the home page counts classes without attendance and assignments without grades`() async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            try school.installation.set(
                "update gradebook_assignments set due_on = current_date - 3 where tenant_id = \(school.tenant.id)")
            let day = try school.inTenant { tx in
                try #require(try tx.first("select (\(GradeQueries.today))::text as day")).text("day")
            }
            var hall = try school.console.browser(of: school.hall)
            try school.installation.set(
                """
                insert into gradebook_attendance
                    (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by)
                values (\(school.tenant.id), gen_random_uuid(), \(id), \(students[0]), \(day)::text::date - 7, 'present',
                    now(), 'x')
                """)
            let home = await hall.get("/t/\(school.tenant.slug)")
            #expect(home.has("1 class without attendance today") && home.has("1 assignment without grades"))
            #expect(await hall.get("\(school.classes)?waits=attendance").has("Biology"))
            #expect(await hall.get("\(school.classes)?waits=grades").has("Biology"))
            #expect(
                await hall.post(
                    "\(school.classes)/\(id)/attendance", [("day", day), ("state-\(students[0])", "present")]
                )
                .status == 303)
            #expect(try await school.save([(students[0], essay, 0, "13")], in: id, by: school.hall).status == 200)
            #expect(await !hall.get("/t/\(school.tenant.slug)").has("without"))
        }
    }
}
