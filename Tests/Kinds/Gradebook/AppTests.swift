import Console
import Core
import Foundation
import HTML
import JSON
import Postgres
import Support
import Testing

@testable import Gradebook

extension OnGradebook {
    /// The service API on behalf of a user who teaches, and what a phone learns of a class.
    @Suite struct AppTests {
        private let school: TestSchool
        private let user: TestUser
        private let phone: TestProgram
        private let classes = "/v1/me/gradebook/classes"

        init() async throws {
            school = try TestSchool()
            let app = try school.installation.makeApp(in: school.tenant)
            user = try school.installation.addAccount("Nora Hall", to: school.tenant)
            try school.installation.set(
                "update users set role = 'teacher' where users.id = \(user.id)", in: school.tenant)
            var browser = school.console.browser()
            phone = TestProgram(school.console, key: try #require(await browser.tokens(of: user, for: app)).access)
        }

        private func link(to admin: TestAdmin?) async throws -> Answer {
            var browser = try school.console.browser(of: school.manager)
            return await browser.post(
                "/t/\(school.tenant.slug)/users/\(user.id)/teacher", [("teacher", admin?.id.description ?? "")])
        }

        private func filled(_ name: String = "Biology", by admin: TestAdmin) async throws -> (
            id: ID, students: [ID], essay: ID
        ) {
            let id = try await school.makeClass(name, by: admin)
            let students = try await school.addStudents("Adams \(name)\nBaranov \(name)", to: id, by: admin)
            return (id, students, try await school.addAssignment("Essay", to: id, by: admin))
        }

        private func grade(_ student: ID, _ assignment: ID, _ version: Int, _ grade: String, _ operation: ID = .make())
            -> String
        {
            #"{"grades":[{"operation":"\#(operation)","student":"\#(student)","assignment":"\#(assignment)","version":\#(version),"grade":"\#(grade)"}]}"#
        }

        private func read(_ id: ID, after: Int? = nil) async throws -> JSONText {
            let answer = await phone.call(.get, "\(classes)/\(id)\(after.map { "?after=\($0)" } ?? "")")
            #expect(answer.status == 200, "\(answer.text)")
            return try JSONReader.read(Array(answer.text.utf8))
        }

        @Test
        func `GB10: a user sees and records in the classes of the teacher whom the console has linked, and no others`()
            async throws
        {
            let (own, students, essay) = try await filled(by: school.hall)
            let (other, theirs, theirEssay) = try await filled("Chemistry", by: school.reed)
            // Without a link there is nothing.
            #expect(await phone.call(.get, classes).has(#""teacher":null,"classes":[]"#))
            #expect(await phone.call(.get, "\(classes)/\(own)").status == 404)
            let linked = try await link(to: school.hall)
            #expect(linked.status == 303, "\(linked.text)")
            let list = await phone.call(.get, classes)
            #expect(list.has(own.description) && list.has("Ms Hall") && !list.has(other.description), "\(list.text)")
            #expect(await phone.call(.get, "\(classes)/\(other)").status == 404)
            #expect(
                await phone.write(.post, "\(classes)/\(other)/grades", grade(theirs[0], theirEssay, 0, "1")).status
                    == 404)
            let operation = ID.make()
            let saved = await phone.write(
                .post, "\(classes)/\(own)/grades", grade(students[0], essay, 0, "18", operation))
            #expect(saved.status == 200 && saved.has(#""result":"saved","version":1"#), "\(saved.text)")
            #expect(try school.book(own).cells[0][0].grade.plain == "18")
            let again = await phone.write(
                .post, "\(classes)/\(own)/grades", grade(students[0], essay, 0, "18", operation))
            #expect(again.has(#""result":"saved","version":1"#))
            #expect(try school.events("grade.changed") == 1)
            _ = try await school.save([(students[0], essay, 1, "12")], in: own, by: school.manager)
            let late = await phone.write(.post, "\(classes)/\(own)/grades", grade(students[0], essay, 1, "19"))
            #expect(late.has(#""result":"conflict","version":2,"grade":"12""#), "\(late.text)")
            let mark =
                #"{"attendance":[{"operation":"\#(ID.make())","student":"\#(students[1])","day":"2026-11-23","version":0,"state":"absent"}]}"#
            #expect(await phone.write(.post, "\(classes)/\(own)/attendance", mark).has(#""result":"saved""#))
            // The history of the cell says who.
            var browser = try school.console.browser(of: school.hall)
            let page = await browser.get("\(school.classes)/\(own)/students/\(students[0])/assignments/\(essay)")
            #expect(page.has("Ms Hall") && page.has("18") && page.has("12"))
            #expect(try school.events("teacher.linked") == 1)
        }

        @Test
        func `GB10: of two devices of one teacher the second is told of a conflict, and none replaces the other's`()
            async throws
        {
            let (own, students, essay) = try await filled(by: school.hall)
            _ = try await link(to: school.hall)
            let app = try school.installation.makeApp(in: school.tenant)
            var browser = school.console.browser()
            let tablet = TestProgram(school.console, key: try #require(await browser.tokens(of: user, for: app)).access)
            let path = "\(classes)/\(own)/grades"
            // The phone was offline and wrote twice, each over what it saw before the first.
            #expect(await phone.write(.post, path, grade(students[0], essay, 0, "15")).has(#""result":"saved""#))
            #expect(
                await phone.write(.post, path, grade(students[0], essay, 0, "16")).has(#""result":"saved","version":2"#)
            )
            // The tablet saw the empty cell as well, and nothing of the phone's.
            let late = await tablet.write(.post, path, grade(students[0], essay, 0, "9"))
            #expect(late.has(#""result":"conflict","version":2,"grade":"16""#), "\(late.text)")
            #expect(try school.book(own).cells[0][0].grade.plain == "16")
            // Over what it has been told it writes, and twice offline as the phone did.
            #expect(
                await tablet.write(.post, path, grade(students[0], essay, 2, "9")).has(#""result":"saved","version":3"#)
            )
            #expect(
                await tablet.write(.post, path, grade(students[0], essay, 2, "8")).has(#""result":"saved","version":4"#)
            )
            #expect(
                await phone.write(.post, path, grade(students[0], essay, 2, "17")).has(
                    #""result":"conflict","version":4"#))
        }

        @Test func `GB10: the link ends with the membership, the role of either, and by hand`() async throws {
            let (own, _, _) = try await filled(by: school.hall)
            _ = try await link(to: school.hall)
            #expect(await phone.call(.get, "\(classes)/\(own)").status == 200)
            try school.installation.set(
                "update users set role = 'student' where users.id = \(user.id)", in: school.tenant)
            #expect(await phone.call(.get, "\(classes)/\(own)").status == 404)
            #expect(try await link(to: school.hall).status == 404, "a student is no teacher")
            try school.installation.set(
                "update users set role = 'teacher' where users.id = \(user.id)", in: school.tenant)
            #expect(await phone.call(.get, "\(classes)/\(own)").status == 200)
            try school.installation.set("update admins set disabled_at = now() where id = \(school.hall.id)")
            #expect(await phone.call(.get, "\(classes)/\(own)").status == 404)
            try school.installation.set("update admins set disabled_at = null where id = \(school.hall.id)")
            #expect(try await link(to: nil).status == 303)
            #expect(await phone.call(.get, "\(classes)/\(own)").status == 404)
            // Somebody who may not bind keys may not link users.
            var browser = try school.console.browser(of: school.hall)
            #expect(
                await browser.post("/t/\(school.tenant.slug)/users/\(user.id)/teacher", [("teacher", "")]).status == 403
            )
        }

        @Test
        func `GB10: in a user's call the database shows what is the teacher's, and of the register their students`()
            async throws
        {
            _ = try await filled(by: school.hall)
            let (_, theirs, _) = try await filled("Chemistry", by: school.reed)
            _ = try await link(to: school.hall)
            let (user, hall) = (user.id, school.hall.id)
            func count(_ table: SQL, teacher: String) throws -> Int {
                try school.inTenant { tx in
                    _ = try tx.rows(
                        "select set_config('roost.user', \(user.description), true), set_config('roost.teacher', \(teacher), true)"
                    )
                    return try tx.first("select count(*) as n from \(table)")?.int("n") ?? -1
                }
            }
            #expect(try count("gradebook_students", teacher: hall.description) == 2)
            for table in ["gradebook_classes", "gradebook_students", "gradebook_enrolments", "gradebook_teachers"]
                as [SQL]
            {
                #expect(try count(table, teacher: "") == 0, "\(table) without a teacher")
            }
            for table in ["gradebook_keys", "gradebook_settings", "gradebook_report_links", "memberships"] as [SQL] {
                #expect(try count(table, teacher: hall.description) == 0, "\(table)")
            }
            #expect(theirs.count == 2)
        }

        @Test func `GB10: each change of what a phone shows of a class raises its revision, and nothing is missed`()
            async throws
        {
            let (id, students, essay) = try await filled(by: school.hall)
            _ = try await link(to: school.hall)
            _ = try await school.save(
                [(students[0], essay, 0, "18"), (students[1], essay, 0, "7")], in: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)"
            func listed() async throws -> Int {
                let all = try JSONReader.read(Array(await phone.call(.get, classes).text.utf8))
                return try #require(all["classes"]?.elements.first?["revision"]?.int)
            }
            var newest = try #require(try await read(id)["revision"]?.int)
            #expect(try await listed() == newest)
            func raises(_ what: String, _ act: () async throws -> Answer) async throws {
                let answer = try await act()
                #expect(answer.status == 303, "\(what): \(answer.text)")
                let now = try await listed()
                #expect(now > newest, "\(what)")
                newest = now
            }
            try await raises("a new assignment") {
                await browser.post(
                    "\(path)/assignments",
                    [
                        ("name", "Quiz"), ("day", "2026-11-21"), ("possible", "10"),
                        (
                            "category",
                            try school.inTenant {
                                try #require(try $0.first(ClassQueries.categories(of: id))).id("id").description
                            }
                        ),
                    ])
            }
            try await raises("a removed assignment") { await browser.post("\(path)/assignments/\(essay)/removal") }
            // Cells of what is not in the class are not sent.
            #expect(try await read(id)["grades"]?.elements.isEmpty == true)
            let before = newest
            try await raises("a restored assignment") { await browser.post("\(path)/assignments/\(essay)/removal/end") }
            #expect(try await read(id, after: before)["grades"]?.elements.count == 2)
            try await raises("a new student") { await browser.post("\(path)/students", [("names", "Cruz")]) }
            try await raises("a student who left") { await browser.post("\(path)/students/\(students[0])/removal") }
            #expect(try await read(id)["grades"]?.elements.count == 1)
            let without = newest
            try await raises("a student who came back") {
                await browser.post("\(path)/students/\(students[0])/removal/end")
            }
            #expect(try await read(id, after: without)["grades"]?.elements.count == 1)
            try await raises("an override") {
                await browser.post(
                    "\(path)/students/\(students[0])/override",
                    [
                        ("percent", "80"), ("reason", "Was ill"),
                        ("version", String(try school.book(id).students[0].version)),
                    ])
            }
            try await raises("the scale") {
                let form = await browser.get("\(path)/edit").form(path).filter { $0.0 != "scale" }
                return await browser.post(path, form + [("scale", "A 95, F 0")])
            }
            try await raises("a weight") {
                let form = await browser.get("\(path)/edit").form(path)
                return await browser.post(path, form.map { $0.0 == "category-1-weight" ? ($0.0, "60") : $0 })
            }
            try await raises("a name in the register, corrected by somebody else") {
                var manager = try school.console.browser(of: school.manager)
                let student = "/t/\(school.tenant.slug)/students/\(students[0])"
                let form = await manager.get(student).form(student).filter { $0.0 != "name" }
                return await manager.post(student, form + [("name", "Adamson")])
            }
            let last = try await read(id, after: newest)
            #expect(last["revision"]?.int == newest && last["grades"]?.elements.isEmpty == true)
        }
    }
}
