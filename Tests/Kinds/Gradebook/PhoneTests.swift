import Foundation
import HTML
import JSON
import Postgres
import Support
import Testing

@testable import Gradebook

extension OnGradebook {
    /// The service API with a key that acts for one teacher.
    @Suite struct PhoneTests {
        private let school: TestSchool
        private let key: TestKey
        private let phone: TestProgram
        private let classes = "/v1/gradebook/classes"

        init() throws {
            school = try TestSchool()
            key = try school.installation.makeKey(
                in: school.tenant, "Hall's phone", scopes: ["gradebook.read", "gradebook.write"])
            phone = TestProgram(school.console, key: key.text)
            let (tenant, id, teacher) = (school.tenant.id, key.id, school.hall.id)
            try school.inTenant { tx in _ = try tx.execute(PhoneQueries.bind(id, to: teacher, tenant: tenant)) }
        }

        private func filled(_ name: String = "Biology", by admin: TestAdmin) async throws -> (
            id: ID, students: [ID], essay: ID
        ) {
            let id = try await school.makeClass(name, by: admin)
            let students = try await school.addStudents("Adams \(name)\nBaranov \(name)", to: id, by: admin)
            return (id, students, try await school.addAssignment("Essay", to: id, by: admin))
        }

        private func grade(
            _ student: ID, _ assignment: ID, _ version: Int, _ grade: String, operation: ID = .make()
        ) -> String {
            #"{"grades":[{"operation":"\#(operation)","student":"\#(student)","assignment":"\#(assignment)","version":\#(version),"grade":"\#(grade)"}]}"#
        }

        @Test func `GB10: a teacher's key sees that teacher's classes and no others, in lists as in single calls`()
            async throws
        {
            let (own, _, _) = try await filled(by: school.hall)
            let (other, students, essay) = try await filled("Chemistry", by: school.reed)
            let list = await phone.call(.get, classes)
            #expect(
                list.status == 200 && list.has(own.description) && list.has("Ms Hall") && !list.has(other.description))
            #expect(await phone.call(.get, "\(classes)/\(own)").status == 200)
            #expect(await phone.call(.get, "\(classes)/\(other)").status == 404)
            let write = await phone.write(
                .post, "\(classes)/\(other)/grades", grade(students[0], essay, 0, "5"), ifMatch: nil)
            #expect(write.status == 404)
            #expect(try school.book(other).cells[0][0].grade.isEmpty)
        }

        @Test
        func `GB10: a call takes marks as they are typed, and no more than an assignment's maximum if it refuses that`()
            async throws
        {
            let (id, students, essay) = try await filled(by: school.hall)
            let saved = await phone.write(
                .post, "\(classes)/\(id)/grades", grade(students[0], essay, 0, "Освобождён"), ifMatch: nil)
            #expect(saved.status == 200 && saved.has(#""grade":"EX""#), "\(saved.text)")
            try school.installation.set(
                "update gradebook_assignments set above_maximum = 'refused' where tenant_id = \(school.tenant.id)",
                in: school.tenant)
            let above = await phone.write(
                .post, "\(classes)/\(id)/grades", grade(students[1], essay, 0, "20.5"), ifMatch: nil)
            #expect(above.status == 200 && above.has(#""result":"refused""#), "\(above.text)")
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["EX", ""])
        }

        @Test func `GB10: a key without a teacher, and one whose teacher has left, see nothing`() async throws {
            let (id, _, _) = try await filled(by: school.hall)
            let free = TestProgram(
                school.console,
                key: try school.installation.makeKey(in: school.tenant, "Free", scopes: ["gradebook.read"]).text)
            #expect(await free.call(.get, "\(classes)/\(id)").status == 404)
            #expect(await free.call(.get, classes).has("\"classes\":[]"))
            let (tenant, admin) = (school.tenant.id, school.hall.id)
            try school.installation.set("delete from memberships where tenant_id = \(tenant) and admin_id = \(admin)")
            #expect(await phone.call(.get, "\(classes)/\(id)").status == 404)
        }

        @Test func `GB10: a cell that a phone wrote twice while it was offline has the second grade`() async throws {
            let (id, students, essay) = try await filled(by: school.hall)
            let (one, two) = (grade(students[0], essay, 0, "15"), grade(students[0], essay, 0, "16"))
            let both = one.dropLast(2) + "," + two.dropFirst(#"{"grades":["#.count)
            let answer = await phone.write(.post, "\(classes)/\(id)/grades", String(both), ifMatch: nil)
            #expect(
                answer.status == 200 && answer.has(#""result":"saved","version":1,"grade":"15""#)
                    && answer.has(#""result":"saved","version":2,"grade":"16""#), "\(answer.text)")
            #expect(try school.book(id).cells[0][0].grade.plain == "16")
            #expect(try school.events("grade.changed") == 2)
            // What somebody else wrote is overwritten by neither.
            _ = try await school.save([(students[0], essay, 2, "9")], in: id, by: school.manager)
            let (three, four) = (grade(students[0], essay, 2, "17"), grade(students[0], essay, 2, "18"))
            let late = await phone.write(
                .post, "\(classes)/\(id)/grades",
                String(three.dropLast(2) + "," + four.dropFirst(#"{"grades":["#.count)), ifMatch: nil)
            #expect(late.text.ranges(of: #""result":"conflict","version":3,"grade":"9""#).count == 2, "\(late.text)")
            #expect(try school.book(id).cells[0][0].grade.plain == "9")
        }

        @Test func `16: one call writes a cell twenty times at most`() async throws {
            let (id, students, essay) = try await filled(by: school.hall)
            func many(_ count: Int) -> String {
                let list = (0..<count).map { _ in grade(students[0], essay, 0, "15").dropFirst(11).dropLast(2) }
                return #"{"grades":["# + list.joined(separator: ",") + "]}"
            }
            let path = "\(classes)/\(id)/grades"
            #expect(await phone.write(.post, path, many(21), ifMatch: nil).status == 422)
            #expect(try school.book(id).cells[0][0].grade.isEmpty)
            let answer = await phone.write(.post, path, many(20), ifMatch: nil)
            let saved = answer.text.ranges(of: #""result":"saved""#).count
            #expect(answer.status == 200 && saved == 20, "\(answer.text)")
        }

        @Test
        func `GB10: a grade over an old version is a conflict with both values and who, and nothing is overwritten`()
            async throws
        {
            let (id, students, essay) = try await filled(by: school.hall)
            _ = try await school.save([(students[0], essay, 0, "12")], in: id, by: school.manager)
            let answer = await phone.write(
                .post, "\(classes)/\(id)/grades", grade(students[0], essay, 0, "18"), ifMatch: nil)
            #expect(
                answer.status == 200 && answer.has(#""result":"conflict","version":1,"grade":"12""#), "\(answer.text)")
            // On nobody's clock, as in every other answer.
            #expect(answer.text.contains(/"at":"[0-9T:.-]+Z"/), "\(answer.text)")
            #expect(try school.book(id).cells[0][0].grade.plain == "12")
            let insisted = await phone.write(
                .post, "\(classes)/\(id)/grades", grade(students[0], essay, 1, "18"), ifMatch: nil)
            #expect(insisted.has(#""result":"saved","version":2"#))
            #expect(try school.book(id).cells[0][0].grade.plain == "18")
        }

        @Test func `GB10: an operation is done once, also when somebody else has written over it since`() async throws {
            let (id, students, essay) = try await filled(by: school.hall)
            let operation = ID.make()
            let body = grade(students[0], essay, 0, "18", operation: operation)
            #expect(await phone.write(.post, "\(classes)/\(id)/grades", body, ifMatch: nil).has("\"saved\""))
            _ = try await school.save([(students[0], essay, 1, "19")], in: id, by: school.manager)
            let again = await phone.write(.post, "\(classes)/\(id)/grades", body, ifMatch: nil)
            #expect(again.has(#""result":"saved","version":1"#), "\(again.text)")
            #expect(try school.book(id).cells[0][0].grade.plain == "19")
            #expect(try school.events("grade.changed") == 2)
        }

        @Test func `GB10: who wrote the same grade as another has not seen that one, and writes nothing over it`()
            async throws
        {
            let (id, students, essay) = try await filled(by: school.hall)
            _ = try await school.save([(students[0], essay, 0, "5")], in: id, by: school.hall)
            _ = try await school.save([(students[0], essay, 1, "9")], in: id, by: school.manager)
            let operations = ["7", "9", "10"].map { grade in
                operation(students[0], essay, 1, grade)
            }
            let body = #"{"grades":[\#(operations.joined(separator: ","))]}"#
            let answer = await phone.write(.post, "\(classes)/\(id)/grades", body, ifMatch: nil)
            let results = answer.json?["results"]?.elements.compactMap { $0["result"]?.text }
            #expect(results == ["conflict", "saved", "conflict"], "\(answer.text)")
            #expect(try school.book(id).cells[0][0].grade == Grade(points: Points(plain: "9"), mark: nil))
        }

        @Test
        func `GB10: a cell that a phone wrote twice in two calls, over what it saw before both, has the second grade`()
            async throws
        {
            let (id, students, essay) = try await filled(by: school.hall)
            let path = "\(classes)/\(id)/grades"
            // A queue sends the second with the version that it saw before the first.
            for (typed, version) in [("15", 1), ("16", 2), ("16", 2), ("17", 3)] {
                let answer = await phone.write(.post, path, grade(students[0], essay, 0, typed), ifMatch: nil)
                #expect(answer.has(#""result":"saved","version":\#(version),"grade":"\#(typed)""#), "\(answer.text)")
            }
            func mark(_ state: String) -> String {
                #"{"attendance":[{"operation":"\#(ID.make())","student":"\#(students[0])","day":"2026-11-23","version":0,"state":"\#(state)"}]}"#
            }
            for (state, version) in [("absent", 1), ("present", 2)] {
                let answer = await phone.write(.post, "\(classes)/\(id)/attendance", mark(state), ifMatch: nil)
                #expect(answer.has(#""result":"saved","version":\#(version)"#), "\(answer.text)")
            }
            // Somebody else's grade in between is overwritten by neither, nor is it by another key.
            _ = try await school.save([(students[0], essay, 3, "9")], in: id, by: school.manager)
            let late = await phone.write(.post, path, grade(students[0], essay, 0, "18"), ifMatch: nil)
            #expect(late.has(#""result":"conflict","version":4,"grade":"9""#), "\(late.text)")
            let other = try anotherPhone()
            let first = await phone.write(.post, path, grade(students[1], essay, 0, "5"), ifMatch: nil)
            #expect(first.has(#""result":"saved","version":1"#))
            let second = await other.write(.post, path, grade(students[1], essay, 0, "6"), ifMatch: nil)
            #expect(second.has(#""result":"conflict","version":1,"grade":"5""#), "\(second.text)")
        }

        @Test func `GB10: a grade that can be two numbers and an impossible day are refused in clear words`()
            async throws
        {
            let (id, students, essay) = try await filled(by: school.hall)
            let answer = await phone.write(
                .post, "\(classes)/\(id)/grades", grade(students[0], essay, 0, "1,000"), ifMatch: nil)
            #expect(answer.has(#""result":"refused""#) && answer.has("can be read as 1 or as 1000"), "\(answer.text)")
            #expect(try school.book(id).cells[0][0].grade.isEmpty)
            for day in ["0026-11-23", "2026-02-30", "2100-01-01", "1989-12-31"] {
                let mark =
                    #"{"attendance":[{"operation":"\#(ID.make())","student":"\#(students[0])","day":"\#(day)","version":0,"state":"absent"}]}"#
                let answer = await phone.write(.post, "\(classes)/\(id)/attendance", mark, ifMatch: nil)
                #expect(answer.status == 422 && answer.has("from 1990-01-01 to 2099-12-31"), "\(day): \(answer.text)")
            }
        }

        private func operation(_ student: ID, _ assignment: ID, _ version: Int, _ grade: String) -> String {
            let whole = self.grade(student, assignment, version, grade)
            return String(whole.dropFirst(#"{"grades":["#.count).dropLast(2))
        }

        /// A phone of the same teacher with a key of its own.
        private func anotherPhone() throws -> TestProgram {
            let text = try school.installation.makeKey(
                in: school.tenant, "Another phone", scopes: ["gradebook.read", "gradebook.write"])
            let (tenant, key, teacher) = (school.tenant.id, text.id, school.hall.id)
            try school.inTenant { tx in _ = try tx.execute(PhoneQueries.bind(key, to: teacher, tenant: tenant)) }
            return TestProgram(school.console, key: text.text)
        }

        @Test func `GB10: a mark of attendance over an old version is a conflict with both marks, as a grade is`()
            async throws
        {
            let (id, students, _) = try await filled(by: school.hall)
            func mark(_ state: String, over version: Int) -> String {
                #"{"attendance":[{"operation":"\#(ID.make())","student":"\#(students[0])","day":"2026-11-23","version":\#(version),"state":"\#(state)"}]}"#
            }
            let path = "\(classes)/\(id)/attendance"
            #expect(await phone.write(.post, path, mark("absent", over: 0), ifMatch: nil).has(#""version":1"#))
            let other = try anotherPhone()
            let late = await other.write(.post, path, mark("present", over: 0), ifMatch: nil)
            #expect(late.has(#""result":"conflict","version":1,"state":"absent""#), "\(late.text)")
            let insisted = await other.write(.post, path, mark("", over: 1), ifMatch: nil)
            #expect(insisted.has(#""result":"saved","version":2,"state":null"#), "\(insisted.text)")
            #expect(try school.events("attendance.changed") == 2)
        }

        @Test func `GB10: a phone gets what has changed since its revision, and nothing else`() async throws {
            let (id, students, essay) = try await filled(by: school.hall)
            _ = try await school.save([(students[0], essay, 0, "18")], in: id, by: school.hall)
            let all = try JSONReader.read(Array(await phone.call(.get, "\(classes)/\(id)").text.utf8))
            let revision = try #require(all["revision"]?.int)
            #expect(all["grades"]?.elements.count == 1 && all["students"]?.elements.first?["percent"]?.text == "90.0")
            let mark =
                #"{"attendance":[{"operation":"\#(ID.make())","student":"\#(students[1])","day":"2026-11-23","version":0,"state":"absent"}]}"#
            #expect(await phone.write(.post, "\(classes)/\(id)/attendance", mark, ifMatch: nil).has("\"saved\""))
            let later = try JSONReader.read(
                Array(await phone.call(.get, "\(classes)/\(id)?after=\(revision)").text.utf8))
            #expect(later["grades"]?.elements.isEmpty == true && later["attendance"]?.elements.count == 1)
            let newest = try #require(later["revision"]?.int)
            #expect(newest > revision)
            let none = try JSONReader.read(Array(await phone.call(.get, "\(classes)/\(id)?after=\(newest)").text.utf8))
            #expect(none["attendance"]?.elements.isEmpty == true && none["revision"]?.int == newest)
        }
    }
}
