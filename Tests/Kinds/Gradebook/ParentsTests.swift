import Console
import HTTPTypes
import Postgres
import Support
import Testing

@testable import Gradebook

extension OnGradebook {
    @Suite struct ParentsTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        private func allow(_ isOn: Bool) async throws {
            var owner = try school.console.browser(of: school.installation.makeAdmin(.owner, in: school.tenant))
            let page = "/t/\(school.tenant.slug)/report-links"
            #expect(await owner.get(page).status == 200)
            #expect(await owner.post("\(page)/allowed", [("state", isOn ? "on" : "off")]).status == 303)
        }

        private func given(_ here: String, _ more: [(String, String)] = []) async throws -> String {
            var hall = try school.console.browser(of: school.hall)
            let page = await hall.post(
                "\(here)/links", [("recipient", "Mother"), ("days", "30"), ("language", "en")] + more)
            #expect(page.status == 200, "\(page.text)")
            let text = page.text
            let start = try #require(text.range(of: "/public/"))
            return String(text[start.lowerBound...].prefix { $0 != "<" })
        }

        private func filled() async throws -> (here: String, students: [ID]) {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams\nBaranov", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            _ = try await school.save(
                [(students[0], essay, 0, "13"), (students[1], essay, 0, "19")], in: id, by: school.hall)
            return ("\(school.classes)/\(id)/students/\(students[0])", students)
        }

        @Test func `GB11: a link opens one student's report, says who gave it, and is stored as a hash`() async throws {
            let (here, _) = try await filled()
            try await allow(true)
            let link = try await given(here)
            var stranger = try school.console.browser(of: school.reed)
            let page = await stranger.get(link)
            #expect(page.status == 200 && page.has("Adams") && page.has("65.0%") && page.has("Given by"))
            #expect(page.has("Ms Hall") && !page.has("Baranov") && !page.has("Mother"))
            let token = String(link.suffix(43))
            #expect(
                try school.installation.number(
                    "select count(*) as n from gradebook_report_links where encode(token_hash, 'base64') like \(token + "%")"
                )
                    == 0)
            #expect(try school.events("report_link.given") == 1)
            let wrong = link.dropLast() + (link.hasSuffix("A") ? "E" : "A")
            #expect(await stranger.get(String(wrong)).status == 404)
            // A parent who opens an old link is led to no sign-in of the school's, and stays there in another language.
            stranger.headers[.accept] = "text/html"
            let gone = await stranger.get(String(wrong))
            #expect(gone.status == 404 && gone.has("Nothing opens here any more"))
            #expect(!gone.has("href=\"/\"") && !gone.has("href=\"/?lang=") && gone.has("\(wrong)?lang=fa"))
        }

        @Test func `GB11: a link opens nothing once it is ended, over, or forbidden, or the student has left`()
            async throws
        {
            let (here, students) = try await filled()
            try await allow(true)
            var hall = try school.console.browser(of: school.hall)
            var stranger = try school.console.browser(of: school.reed)
            let ended = try await given(here)
            let id = try school.inTenant {
                try #require(try $0.first("select id from gradebook_report_links")).id("id")
            }
            #expect(await hall.post("\(here)/links/\(id)/end", []).status == 303)
            #expect(await stranger.get(ended).status == 404)
            #expect(try school.events("report_link.ended") == 1)
            let over = try await given(here)
            #expect(await stranger.get(over).status == 200)
            try school.installation.set(
                "update gradebook_report_links set expires_at = now() where tenant_id = \(school.tenant.id)")
            #expect(await stranger.get(over).status == 404)
            let forbidden = try await given(here)
            try await allow(false)
            #expect(await stranger.get(forbidden).status == 404)
            #expect(await hall.post("\(here)/links", [("recipient", "Mother")]).status == 404)
            try await allow(true)
            #expect(await stranger.get(forbidden).status == 200)
            #expect(await hall.post("\(here)/removal", []).status == 303)
            #expect(await stranger.get(forbidden).status == 404)
            #expect(students.count == 2)
        }

        @Test func `GB11: the pages of the class and of the student say who has a link and when it was last opened`()
            async throws
        {
            let (here, students) = try await filled()
            try await allow(true)
            let link = try await given(here)
            var hall = try school.console.browser(of: school.hall)
            let schoolClass = String(here.dropLast("/students/\(students[0])".count))
            #expect(await hall.get(schoolClass).has("href=\"\(schoolClass)/links\""))
            let before = await hall.get("\(schoolClass)/links")
            #expect(before.status == 200 && before.has("Mother") && before.has("Not opened yet"), "\(before.text)")
            #expect(before.has("href=\"\(schoolClass)/students/\(students[1])/links\""))
            var stranger = try school.console.browser(of: school.reed)
            stranger.now = try #require(Timestamp(iso: "2026-11-24T10:00:00Z"))
            #expect(await stranger.get(link).status == 200)
            await school.console.services[ReportOpenings.self].flush()
            let student = await hall.get(here)
            #expect(student.has("Mother") && student.has("Last opened 24 Nov 2026"), "\(student.text)")
            // Ended on the page of the student, who ends it stays there.
            let id = try school.inTenant {
                try #require(try $0.first("select id from gradebook_report_links")).id("id")
            }
            #expect(student.has("\(here)/links/\(id)/end?from=student"))
            #expect(await hall.post("\(here)/links/\(id)/end?from=student", []).location == here)
            let after = await hall.get("\(schoolClass)/links")
            #expect(after.status == 200 && !after.has("Mother"))
            var reed = try school.console.browser(of: school.reed)
            #expect(await reed.get("\(schoolClass)/links").status == 404)
        }

        @Test func `GB11: a teacher of another class sees and ends no link`() async throws {
            let (here, _) = try await filled()
            try await allow(true)
            let link = try await given(here)
            let id = try school.inTenant {
                try #require(try $0.first("select id from gradebook_report_links")).id("id")
            }
            var reed = try school.console.browser(of: school.reed)
            #expect(await reed.get("\(here)/links").status == 404)
            #expect(await reed.post("\(here)/links/\(id)/end", []).status == 404)
            #expect(await reed.get(link).status == 200)
        }
    }
}
