import Console
import HTML
import Postgres
import Support
import Templates
import Testing

@testable import Gradebook

extension OnGradebook {
    /// Who changed a cell or a mark, from what to what, and why.
    @Suite struct HistoryTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        private func filled() async throws -> (id: ID, students: [ID], essay: ID) {
            let id = try await school.makeClass("Biology", by: school.hall, [("teachers", school.reed.id.description)])
            let students = try await school.addStudents("Adams\nBaranov", to: id, by: school.hall)
            return (id, students, try await school.addAssignment("Essay", to: id, by: school.hall))
        }

        @Test func `GB9: a mark of attendance has a history, which each teacher of the class reads and no other`()
            async throws
        {
            let (id, students, _) = try await filled()
            var hall = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)/students/\(students[0])/attendance"
            #expect(
                await hall.post(path, [("state-2026-11-20", "absent"), ("seen-2026-11-20", "0 ")]).status == 303)
            var reed = try school.console.browser(of: school.reed)
            let changed = await reed.post(
                path,
                [("state-2026-11-20", "excused"), ("seen-2026-11-20", "1 absent"), ("why", "A note from the doctor")])
            #expect(changed.status == 303, "\(changed.text)")
            let days = await hall.get(path)
            let link = try #require(days.text.firstMatch(of: /href="([^"]+\/attendance\/[0-9a-f-]{36})"/)?.output.1)
            let page = await hall.get(String(link))
            for word in ["Ms Hall", "Mr Reed", "absent", "excused", "A note from the doctor"] {
                #expect(page.has(word), "\(word)")
            }
            // The page itself changes the mark, with a reason.
            let form = page.form(path).filter { $0.0 != "why" }
            #expect(form.contains { $0 == ("seen-2026-11-20", "2 excused") })
            let stranger = try school.installation.makeAdmin(.editor, in: school.tenant)
            var other = try school.console.browser(of: stranger)
            #expect(await other.get(String(link)).status == 404)
            // The reason tells of the student: it is sealed with the rest.
            #expect(
                try school.installation.number(
                    """
                    select count(*) as n from audit_events where tenant_id = \(school.tenant.id)
                        and (changes like '%doctor%' or reason like '%doctor%')
                    """) == 0)
        }

        @Test func `GB9: a grade's change takes a reason in each form, and the cell's history says it`() async throws {
            let (id, students, essay) = try await filled()
            var hall = try school.console.browser(of: school.hall)
            let base = "\(school.classes)/\(id)"
            let cell = "\(base)/students/\(students[0])/assignments/\(essay)"
            let empty = await hall.get(cell)
            // One cell alone, from its own page.
            var form = empty.form("\(base)/students/\(students[0])/grades").filter {
                $0.0 != "why" && !$0.0.hasPrefix("grade-")
            }
            let first = await hall.post(
                "\(base)/students/\(students[0])/grades", form + [("grade-\(essay)", "12"), ("why", "Marked again")])
            #expect(first.status == 303, "\(first.text)")
            form = await hall.get("\(base)/assignments/\(essay)").form("\(base)/assignments/\(essay)/grades")
            let changed = form.map {
                $0.0 == "grade-\(students[0])" ? ($0.0, "15") : $0.0 == "why" ? ("why", "Handed in late") : $0
            }
            let second = await hall.post("\(base)/assignments/\(essay)/grades", changed)
            #expect(second.status == 303, "\(second.text)")
            let page = await hall.get(cell)
            #expect(page.has("Marked again") && page.has("Handed in late") && page.has("Ms Hall"))
            let long = await hall.post(
                "\(base)/students/\(students[0])/grades",
                [("grade-\(essay)", "16"), ("seen-\(essay)", "2 15"), ("why", String(repeating: "x", count: 301))])
            #expect(long.status == 422 && long.has("id=\"why-error\""), "\(long.status)")
            #expect(try school.book(id).cells[0][0].grade.plain == "15")
        }

        @Test func `GB9: the history stays when the assignment or the student has left the class`() async throws {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "17")], in: id, by: school.hall)
            var hall = try school.console.browser(of: school.hall)
            let base = "\(school.classes)/\(id)"
            let cell = "\(base)/students/\(students[0])/assignments/\(essay)"
            #expect(await hall.post("\(base)/assignments/\(essay)/removal").status == 303)
            let removed = await hall.get(cell)
            #expect(
                removed.status == 200 && removed.has("Adams · Essay") && removed.has("17")
                    && !removed.has("name=\"why\""))
            #expect(await hall.post("\(base)/students/\(students[0])/removal").status == 303)
            #expect(await hall.get(cell).has("Adams · Essay"))
        }

        @Test func `GB4: the answer says whether the reader or somebody else wrote what stands there`() async throws {
            let (id, students, essay) = try await filled()
            _ = try await school.save(
                [(students[0], essay, 0, "7"), (students[1], essay, 0, "9")], in: id, by: school.hall)
            let own = try await school.save([(students[0], essay, 0, "8")], in: id, by: school.hall)
            #expect(own.has("data-state=\"conflict\"") && own.has("data-writer=\"self\""))
            let theirs = try await school.save([(students[0], essay, 0, "8")], in: id, by: school.reed)
            #expect(theirs.has("data-state=\"conflict\"") && theirs.has("data-writer=\"other\""))
            let same = try await school.save([(students[1], essay, 0, "9")], in: id, by: school.reed)
            #expect(same.has("data-state=\"saved\"") && same.has("data-writer=\"other\""))
        }

        @Test func `GB5: the charts of a class count the totals in each tenth and the students with each letter`()
            async throws
        {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams\nBaranov\nCruz\nDiaz\nEvans", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            let grades = ["19", "17", "17.9", "20"]
            _ = try await school.save(
                zip(students, grades).map { ($0, essay, 0, $1) }, in: id, by: school.hall)
            var hall = try school.console.browser(of: school.hall)
            let text = await hall.get("\(school.classes)/\(id)").text
            func counts(_ heading: String) -> [String] {
                // The table beneath the chart, which shows the same; the grade table above has such a heading too.
                guard
                    let table = text.split(separator: "<table").last(where: {
                        $0.contains("<th scope=\"col\">\(heading)</th>")
                    })
                else { return [] }
                return table.matches(
                    of: /<tr><th scope="row"><bdi>([^<]*)<\/bdi><\/th><td class="num"><bdi>([^<]*)<\/bdi>/
                )
                .map { "\($0.output.1) \($0.output.2)" }
            }
            // 95 %, 85 %, 89.5 %, 100 %: two in the ninth tenth, two in the last; the one without a grade is in none.
            let tenths = counts(Strings.gradebook_share.resolve(in: .en))
            #expect(
                tenths.count == 10
                    && tenths.map { $0.split(separator: " ").last ?? "" } == [
                        "0", "0", "0", "0", "0", "0", "0", "0", "2", "2",
                    ], "\(tenths)")
            #expect(counts(Strings.gradebook_letter.resolve(in: .en)) == ["A 2", "B 2", "C 0", "F 0"], "\(text)")
        }

        @Test func `GB6: a student's rate counts every day, however many are listed`() async throws {
            let (id, students, _) = try await filled()
            let (tenant, student) = (school.tenant.id, students[0])
            try school.inTenant { tx in
                try tx.execute(
                    """
                    insert into gradebook_attendance (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by)
                    select \(tenant), gen_random_uuid(), \(id), \(student), date '2025-01-01' + n::int,
                        case when n <= 100 then 'absent' else 'present' end, now(), 'x' from generate_series(1, 400) as n
                    """)
            }
            var hall = try school.console.browser(of: school.hall)
            let page = await hall.get("\(school.classes)/\(id)/students/\(student)/attendance")
            #expect(page.has("75.0%") && page.has("newest 250 days"), "\(page.text.prefix(3000))")
        }

        @Test func `GB5: how a total came about has its last step and the letter's, and statistics their numbers`()
            async throws
        {
            let id = try await school.makeClass(
                "Biology", by: school.hall, [("category-2", "Labs"), ("category-2-weight", "50")])
            let students = try await school.addStudents("Adams\nBaranov\nCruz", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            let labs = try school.inTenant { tx in
                try #require(try tx.rows(ClassQueries.categories(of: id)).first { try $0.text("name") == "Labs" }).id(
                    "id")
            }
            var hall = try school.console.browser(of: school.hall)
            let base = "\(school.classes)/\(id)"
            #expect(
                await hall.post(
                    "\(base)/assignments",
                    [("name", "Lab"), ("category", labs.description), ("day", "2026-11-20"), ("possible", "10")]
                ).status == 303)
            let lab = try school.inTenant { tx in
                try #require(try tx.rows(ClassQueries.assignments(of: id)).first { try $0.text("name") == "Lab" }).id(
                    "id")
            }
            _ = try await school.save(
                [
                    (students[0], essay, 0, "18"), (students[0], lab, 0, "7"), (students[1], essay, 0, "12.5"),
                    (students[2], essay, 0, "20"),
                ],
                in: id, by: school.hall)
            let page = await hall.get("\(base)/students/\(students[0])")
            // (100 × 18/20 + 50 × 7/10) / 150 = 83.3 %
            #expect(page.has("(100 × 18 / 20 + 50 × 7 / 10) / 150 = 83.3%"), "\(page.text)")
            #expect(page.has("B: 83.3% is at least 80.0%, and less than 90.0% for A"))
            let statistics = await hall.get("\(base)/assignments/\(essay)")
            // 18² + 12.5² + 20² = 880.25, of which the root of 880.25 / 3 − (50.5 / 3)² is 3.2.
            #expect(statistics.has("The root of 880.25 / 3 − (50.5 / 3)²"))
            #expect(statistics.has("The first of 3 in order: 12.5") && statistics.has("The last of 3 in order: 20"))
            let best = await hall.get("\(base)/students/\(students[2])")
            #expect(best.has("A: 100.0% is at least 90.0%"))
        }
    }
}
