import Console
import Core
import Postgres
import Support
import Templates
import Testing

@testable import Gradebook

extension OnGradebook {
    /// A student is erased for good, and what is held about one is given out.
    @Suite struct StudentErasureTests {
        @Test
        func `GB2: a student is erased for good with grades, marks, links and what the log keeps, and nobody else is`()
            async throws
        {
            let school = try TestSchool()
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams Canary\nBaranov", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            _ = try await school.save(
                [(students[0], essay, 0, "18"), (students[1], essay, 0, "7")], in: id, by: school.hall)
            var hall = try school.console.browser(of: school.hall)
            let marked = await hall.post(
                "\(school.classes)/\(id)/attendance",
                [
                    ("day", "2026-11-20"), ("state-\(students[0])", "absent"), ("seen-\(students[0])", "0 "),
                    ("why", "Canary ill"),
                ])
            #expect(marked.status == 303)
            let override = [("percent", "80"), ("reason", "Canary override"), ("version", "1")]
            let total = "\(school.classes)/\(id)/students/\(students[0])/override"
            #expect(await hall.post(total, override).status == 303)
            let here = "/t/\(school.tenant.slug)/students/\(students[0])"
            // A teacher may not, and finds no way to.
            #expect(await !hall.get(here).has("/erasure"))
            let lacking = await hall.post("\(here)/erasure", [("reason", "x")])
            #expect(lacking.status == 403 && lacking.has(Strings.permission_privacy_handle.resolve(in: .en)))
            // Nor may who handles requests for privacy and does not see all classes, and is told that.
            let role = try school.installation.makeRole(
                "Privacy", [.seeUsers, .seePrivacy, .handlePrivacy, .seeClasses], in: school.tenant)
            let officer = try school.installation.makeAdmin(.support, in: school.tenant)
            try school.installation.give(own: role, in: school.tenant, to: officer)
            var another = try school.console.browser(of: officer)
            let second = await another.post("\(here)/erasure", [("reason", "x")])
            let permission = Strings.gradebook_permission_all.resolve(in: .en)
            #expect(second.status == 403 && second.has("permission “\(permission)”"), "\(second.text)")
            #expect(await hall.get("\(here)/data.jsonl").status == 403)
            var manager = try school.console.browser(of: school.manager)
            #expect(await manager.get(here).has("/erasure"))
            // 13.28: everything that is held goes to nobody without a reason.
            let refused = await manager.get("\(here)/data.jsonl?reason=+")
            #expect(refused.status == 422 && refused.has("id=\"data-reason-error\"") && !refused.has("18.000"))
            let data = await manager.get("\(here)/data.jsonl?reason=The+parents+asked")
            #expect(data.status == 200)
            let reasons = try school.installation.text(
                """
                select string_agg(audit_events.reason, ',') as t from audit_events
                where audit_events.object_id = \(students[0]) and audit_events.action like '%.exported'
                """)
            #expect(reasons == "The parents asked")
            for word in ["Adams Canary", "Biology", "Essay", "18.000", "absent", "Ms Hall"] {
                #expect(data.has(word), "\(word): \(data.text)")
            }
            #expect(!data.has("Baranov"))
            #expect(await manager.post("\(here)/erasure", [("reason", "")]).status == 422)
            let erased = await manager.post("\(here)/erasure", [("reason", "The parents asked for it")])
            #expect(erased.status == 303, "\(erased.text)")
            #expect(await manager.get(here).status == 404)
            let tenant = school.tenant.id
            for table in [
                "gradebook_grades", "gradebook_attendance", "gradebook_enrolments", "gradebook_report_links",
            ] as [SQL] {
                let left = try school.installation.number(
                    "select count(*) as n from \(table) where tenant_id = \(tenant) and student_id = \(students[0])")
                #expect(left == 0, "\(table)")
            }
            #expect(
                try school.installation.number(
                    "select count(*) as n from subject_keys where tenant_id = \(tenant) and subject_id = \(students[0])"
                ) == 0)
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["7"])
            let log = await manager.get("/t/\(school.tenant.slug)/audit")
            #expect(!log.has("Canary") && log.has("The parents asked for it"))
        }
    }
}
