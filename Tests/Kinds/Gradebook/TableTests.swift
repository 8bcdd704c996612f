import Console
import HTML
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Gradebook

extension OnGradebook {
    @Suite struct TableTests {
        private let school: TestSchool

        init() throws { school = try TestSchool() }

        private func filled() async throws -> (id: ID, students: [ID], essay: ID) {
            let id = try await school.makeClass("Biology", by: school.hall)
            let students = try await school.addStudents("Adams\nBaranov", to: id, by: school.hall)
            return (id, students, try await school.addAssignment("Essay", to: id, by: school.hall))
        }

        @Test func `GB4: each cell is saved at once with its version, and the answer has the new totals`() async throws
        {
            let (id, students, essay) = try await filled()
            let answer = try await school.save(
                [(students[0], essay, 0, "18"), (students[1], essay, 0, "EX")], in: id, by: school.hall)
            #expect(answer.status == 200)
            #expect(answer.has("data-state=\"saved\" data-version=\"1\" data-text=\"18\""))
            #expect(
                answer.has("data-percent=\"90.0%\" data-tenths=\"900\" data-letter=\"A\"")
                    && answer.has("data-mean=\"18.0\""))
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["18", "EX"])
            #expect(try school.events("grade.changed") == 2)
            // The same once more, as after an answer that got lost: it stands there already.
            let again = try await school.save([(students[0], essay, 0, "18.0")], in: id, by: school.hall)
            #expect(again.has("data-state=\"saved\" data-version=\"1\""))
            #expect(try school.events("grade.changed") == 2)
        }

        @Test func `GB4: two teachers never overwrite one another: the cell shows both values and who`() async throws {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "18")], in: id, by: school.hall)
            let answer = try await school.save(
                [(students[0], essay, 0, "12"), (students[1], essay, 0, "9")], in: id, by: school.manager)
            #expect(answer.has("data-state=\"conflict\" data-version=\"1\" data-text=\"18\""))
            #expect(answer.has("Ms Hall has written 18 here") && answer.has("you typed 12"))
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["18", "9"])
            let alone = try await school.save([(students[0], essay, 0, "12")], in: id, by: school.manager)
            #expect(alone.status == 409)
            // Having seen it, one may insist.
            #expect(try await school.save([(students[0], essay, 1, "12")], in: id, by: school.manager).status == 200)
        }

        @Test func `GB4: what is no grade is refused by itself, beside others that are saved`() async throws {
            let (id, students, essay) = try await filled()
            let answer = try await school.save(
                [(students[0], essay, 0, "abc"), (students[1], essay, 0, "7"), (.make(), essay, 0, "7")], in: id,
                by: school.hall)
            #expect(answer.status == 200 && answer.has("“abc” is no grade") && answer.has("data-state=\"gone\""))
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["", "7"])
        }

        @Test
        func `GB4: marks in look-alike letters are saved by cells and forms alike, and the refused say the character`()
            async throws
        {
            let (id, students, essay) = try await filled()
            let answer = try await school.save(
                [(students[0], essay, 0, "ЕХ"), (students[1], essay, 0, "1О")], in: id, by: school.hall)
            #expect(answer.has("data-state=\"saved\" data-version=\"1\" data-text=\"EX\""))
            #expect(answer.has("“1О” is no grade: “О” is neither a digit nor a mark"), "\(answer.text)")
            var browser = try school.console.browser(of: school.hall)
            _ = await browser.get("\(school.classes)/\(id)/assignments/\(essay)")
            let form = [
                ("grade-\(students[0])", "освобождён"), ("seen-\(students[0])", "1 EX"),
                ("grade-\(students[1])", "12 поздно"), ("seen-\(students[1])", "0 "),
            ]
            #expect(await browser.post("\(school.classes)/\(id)/assignments/\(essay)/grades", form).status == 303)
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["EX", "12 L"])
            // The page tells its script how marks are spelled, so that an answer that got lost is no conflict with oneself.
            let page = await browser.get("\(school.classes)/\(id)")
            #expect(page.has("data-spelled=\"EX|") && page.has("|exento|"), "\(page.text)")
        }

        @Test func `GB3: more than the maximum is saved, marked and counted, and refused where the assignment says so`()
            async throws
        {
            let (id, students, essay) = try await filled()
            let answer = try await school.save([(students[0], essay, 0, "22")], in: id, by: school.hall)
            #expect(
                answer.has("22 of 20: more than the maximum; saved") && answer.has("class=\"over\""), "\(answer.text)")
            var browser = try school.console.browser(of: school.hall)
            let page = await browser.get("\(school.classes)/\(id)")
            #expect(page.has("class=\"over\" data-v=\"1\" title=\"22 of 20: more than the maximum\""))
            #expect(page.has("<dt>\(Strings.gradebook_above_count.resolve(in: .en))</dt>"))
            let form = await browser.post(
                "\(school.classes)/\(id)/students/\(students[1])/grades",
                [("grade-\(essay)", "21"), ("seen-\(essay)", "0 ")])
            #expect(form.status == 303)
            let after = await browser.get("\(school.classes)/\(id)/students/\(students[1])")
            #expect(after.has("Some are more than the maximum") && after.has("21 of 20: more than the maximum"))
            // The assignment takes no more from now on. What stands there stays.
            let edit = "\(school.classes)/\(id)/assignments/\(essay)"
            #expect(await browser.get("\(edit)/edit").has("value=\"warned\" selected"))
            let category = try school.inTenant { try #require(try $0.first(ClassQueries.categories(of: id))).id("id") }
            let values = [
                ("name", "Essay"), ("category", category.description), ("day", "2026-11-20"), ("possible", "20"),
                ("version", "1"),
            ]
            #expect(await browser.post(edit, values + [("above", "refused")]).status == 303)
            let refused = try await school.save(
                [(students[0], essay, 1, "23"), (students[1], essay, 1, "20")], in: id, by: school.hall)
            #expect(refused.has("23 of 20: this assignment takes no more than its maximum"), "\(refused.text)")
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["22", "20"])
            let typed = await browser.post(
                "\(school.classes)/\(id)/students/\(students[1])/grades",
                [("grade-\(essay)", "25"), ("seen-\(essay)", "2 20")])
            #expect(typed.status == 422 && typed.has("value=\"25\"") && typed.has("25 of 20: this assignment"))
            // Allowed, nothing is marked.
            let allowed = values.dropLast() + [("version", "2"), ("above", "allowed")]
            #expect(await browser.post(edit, Array(allowed)).status == 303)
            let unmarked = await browser.get("\(school.classes)/\(id)")
            #expect(!unmarked.has("class=\"over\""))
            #expect(try school.events("assignment.changed") == 2)
        }

        @Test func `GB5: the figures of the class are asked for by themselves, as the page then shows them`()
            async throws
        {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "13")], in: id, by: school.hall)
            let one = try await school.save([(students[1], essay, 0, "19")], in: id, by: school.hall)
            // GB12: they need every cell of the class, so no cell waits for them.
            #expect(one.status == 200 && !one.has("id=\"figures\""))
            var browser = try school.console.browser(of: school.hall)
            let answer = await browser.get("\(school.classes)/\(id)/figures")
            #expect(answer.status == 200)
            func figures(_ answer: Answer) throws -> Substring {
                let text = answer.text
                let start = try #require(text.range(of: "<div id=\"figures\">"))
                return text[start.lowerBound...]
            }
            let shown = try figures(await browser.get("\(school.classes)/\(id)"))
            let sent = try figures(answer)
            let end = try #require(sent.range(of: "<u></u>"))
            #expect(shown.hasPrefix(String(sent[..<end.lowerBound]).trimmingSpaces), "\(sent)")
            #expect(sent.contains("80.0%"))
            #expect(try school.events("grade.changed") == 2)
            let cells = ("cells", "\(students[1])\t\(essay)\t1\t18")
            let saved = await browser.post("\(school.classes)/\(id)/cells", [cells])
            #expect(saved.status == 200 && !saved.has("id=\"figures\""))
            #expect(await browser.post("\(school.classes)/\(id)/cells", [("cells", "")]).status == 404)
        }

        @Test func `GB1: the search for anything finds students and one's own classes, each with its page`()
            async throws
        {
            let (id, students, _) = try await filled()
            let reeds = try await school.makeClass("Biology of Mr Reed", by: school.reed)
            let find = "/t/\(school.tenant.slug)/find.json?"
            var hall = try school.console.browser(of: school.hall)
            let classes = await hall.get(find + TestBrowser.encoded([("q", "bíology autumn")]))
            #expect(
                classes.has("\"href\":\"\(school.classes)/\(id)\"") && !classes.has(reeds.description),
                "\(classes.text)")
            let named = await hall.get(find + TestBrowser.encoded([("q", "adams")]))
            #expect(named.has("\"href\":\"/t/\(school.tenant.slug)/students/\(students[0])\""), "\(named.text)")
        }

        @Test func `GB3: who has added an assignment is led to its column`() async throws {
            let (id, _, essay) = try await filled()
            let category = try school.inTenant { try #require(try $0.first(ClassQueries.categories(of: id))).id("id") }
            var browser = try school.console.browser(of: school.hall)
            _ = await browser.get("\(school.classes)/\(id)/assignments/new")
            let added = await browser.post(
                "\(school.classes)/\(id)/assignments",
                [("name", "Quiz"), ("category", category.description), ("day", "2026-11-21"), ("possible", "10")])
            let quiz = try #require(try school.book(id).assignments.last).id
            #expect(quiz != essay && added.location == "\(school.classes)/\(id)#assignment-\(quiz)")
            #expect(await browser.get("\(school.classes)/\(id)").has("<th scope=\"col\" id=\"assignment-\(quiz)\""))
        }

        @Test func `GB4: on a Persian page no middle dot stands beside a number, where it would read as a zero`()
            async throws
        {
            let (id, students, essay) = try await filled()
            let reader = try school.installation.makeAdmin(.manager, in: school.tenant, language: "fa")
            var browser = try school.console.browser(of: reader)
            let here = "\(school.classes)/\(id)"
            for path in [
                here, "\(here)/students/\(students[0])", "\(here)/assignments/\(essay)", "\(here)/attendance",
                "\(here)/students/\(students[0])/assignments/\(essay)", "\(here)/files", "\(here)/links",
            ] {
                let page = await browser.get(path)
                let main = try #require(page.text.range(of: "<main"), "\(path)")
                #expect(page.status == 200 && !page.text[main.lowerBound...].contains("·"), "\(path)")
            }
        }

        @Test func `GB4: without a script there is a form for each student and for each assignment`() async throws {
            let (id, students, essay) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let page = await browser.get("\(school.classes)/\(id)")
            #expect(
                page.has("/classes/\(id)/students/\(students[0])\"")
                    && page.has("/classes/\(id)/assignments/\(essay)\""))
            let form = await browser.get("\(school.classes)/\(id)/students/\(students[0])")
            #expect(form.has("name=\"grade-\(essay)\"") && form.has("name=\"seen-\(essay)\" value=\"0 \""))
            let saved = await browser.post(
                "\(school.classes)/\(id)/students/\(students[0])/grades",
                [("grade-\(essay)", "17,5 L"), ("seen-\(essay)", "0 ")])
            #expect(saved.location == "\(school.classes)/\(id)/students/\(students[0])")
            #expect(try school.book(id).cells[0][0].grade.plain == "17.5 L")
            let all = await browser.post(
                "\(school.classes)/\(id)/assignments/\(essay)/grades",
                [
                    ("grade-\(students[0])", "17.5 L"),
                    ("seen-\(students[0])", "1 17.5 L"), ("grade-\(students[1])", "M"), ("seen-\(students[1])", "0 "),
                ])
            #expect(all.status == 303)
            #expect(try school.book(id).cells[1][0].grade.mark == .missing)
        }

        @Test func `GB4: a form that was saved over a newer cell stores nothing, and shows both beside the field`()
            async throws
        {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "18")], in: id, by: school.hall)
            var browser = try school.console.browser(of: school.manager)
            let answer = await browser.post(
                "\(school.classes)/\(id)/assignments/\(essay)/grades",
                [
                    ("grade-\(students[0])", "12"), ("seen-\(students[0])", "0 "),
                    ("grade-\(students[1])", "5"), ("seen-\(students[1])", "0 "),
                ])
            #expect(answer.status == 409 && answer.has("Ms Hall has written 18 here") && answer.has("value=\"12\""))
            #expect(answer.has("value=\"1 18\""))
            #expect(try school.book(id).cells.map { $0[0].grade.plain } == ["18", ""])
        }

        @Test func `GB5: a student's page says how the total was computed, and takes another one for a reason`()
            async throws
        {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "13")], in: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let here = "\(school.classes)/\(id)/students/\(students[0])"
            let page = await browser.get(here)
            #expect(page.has("Essay 13/20") && page.has("65.0%"))
            // The most that can be written is computed as well as any other number.
            let column = try await school.addAssignment("Tiny", possible: "0.001", to: id, by: school.hall)
            _ = try await school.save(students.map { ($0, column, 0, "100000") }, in: id, by: school.hall)
            #expect(await browser.get("\(school.classes)/\(id)").status == 200)
            _ = try await school.save(students.map { ($0, column, 1, "") }, in: id, by: school.hall)
            let without = await browser.post("\(here)/override", [("percent", "80"), ("version", "1")])
            #expect(without.status == 422)
            let set = await browser.post(
                "\(here)/override", [("percent", "80"), ("reason", "Was ill"), ("version", "1")])
            #expect(set.status == 303)
            let after = await browser.get(here)
            #expect(after.has("80.0%") && after.has("65.0%") && after.has("Was ill"))
            #expect(try school.events("total.overridden") == 1)
            // A reason that somebody else gave meanwhile is not overwritten either.
            let other = await browser.post(
                "\(here)/override", [("percent", "80"), ("reason", "Was away"), ("version", "1")])
            #expect(
                other.status == 422 && other.has("Ms Hall has set 80.0% · Was ill here")
                    && other.has("you typed 80 · Was away"), "\(other.text)")
        }

        @Test
        func `GB9: a total that was set before it had a history says who set it and when, or that it is not known`()
            async throws
        {
            let (id, students, _) = try await filled()
            let here = "\(school.classes)/\(id)/students/\(students[0])"
            var manager = try school.console.browser(of: school.manager)
            // As earlier versions left it.
            func set(_ known: Bool) throws {
                let by: SQL = known ? "'Ms Hall', timestamptz '2026-09-20 08:00Z'" : "null::text, null::timestamptz"
                try school.installation.set(
                    """
                    update gradebook_enrolments set override_percent = 80, override_reason = 'Was ill', override_id = null,
                        (overridden_by, overridden_at) = (select \(by))
                    where gradebook_enrolments.class_id = \(id) and gradebook_enrolments.student_id = \(students[0])
                    """, in: school.tenant)
            }
            try set(true)
            let known = await manager.get("\(here)/total")
            #expect(known.has("Ms Hall set this total") && known.has("20 Sep 2026"), "\(known.text)")
            try set(false)
            let unknown = await manager.get("\(here)/total")
            #expect(unknown.has(Strings.gradebook_total_set_unknown.resolve(in: .en)))
            #expect(!unknown.has("Nothing was ever written here"))
        }

        @Test func `GB9: a total that was set by hand has a history for its teacher, and a reason alone is refused`()
            async throws
        {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "13")], in: id, by: school.hall)
            let here = "\(school.classes)/\(id)/students/\(students[0])"
            var hall = try school.console.browser(of: school.hall)
            let none = await hall.get("\(here)/total")
            #expect(none.status == 200 && none.has("Nothing was ever written here"))
            let alone = await hall.post("\(here)/override", [("percent", ""), ("reason", "Was ill"), ("version", "1")])
            #expect(alone.status == 422 && alone.has("A reason without a percentage") && alone.has("value=\"Was ill\""))
            #expect(try school.events("total.overridden") == 0)
            var manager = try school.console.browser(of: school.manager)
            let set = [("percent", "80%"), ("reason", "Was ill"), ("version", "1")]
            #expect(await manager.post("\(here)/override", set).status == 303)
            let again = [("percent", "85"), ("reason", "Was ill twice"), ("version", "2")]
            #expect(await hall.post("\(here)/override", again).status == 303)
            #expect(await hall.get(here).has("\(here)/total"))
            let page = await hall.get("\(here)/total")
            #expect(
                page.status == 200 && page.has("Was ill twice") && page.has("Ms Hall") && page.has("80.0")
                    && page.has(school.manager.name), "\(page.text)")
            // What is taken back leaves its reason in the form, and is no fault.
            let back = [("percent", ""), ("reason", "Was ill twice"), ("version", "3")]
            #expect(await hall.post("\(here)/override", back).status == 303)
            var reed = try school.console.browser(of: school.reed)
            #expect(await reed.get("\(here)/total").status == 404)
        }

        @Test func `GB9: a cell's history says who wrote what, and when`() async throws {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "70")], in: id, by: school.hall)
            _ = try await school.save([(students[0], essay, 1, "72")], in: id, by: school.manager)
            var browser = try school.console.browser(of: school.manager)
            let page = await browser.get("\(school.classes)/\(id)/students/\(students[0])/assignments/\(essay)")
            #expect(page.has("Ms Hall") && page.has("70") && page.has("72"))
            // In the trail grades are sealed: its table holds no plain one.
            let plain = try school.installation.number(
                "select count(*) as n from audit_events where tenant_id = \(school.tenant.id) and action = 'grade.changed' and changes like '%72%'"
            )
            #expect(plain == 0)
        }

        @Test func `GB6: a day's attendance is saved, all others are made present, and rates follow`() async throws {
            let (id, students, _) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)/attendance"
            let saved = await browser.post(
                path,
                [
                    ("day", "2026-11-20"), ("all", "present"), ("state-\(students[0])", "absent"),
                    ("seen-\(students[0])", "0 "), ("state-\(students[1])", ""), ("seen-\(students[1])", "0 "),
                ])
            #expect(saved.status == 303)
            let page = await browser.get("\(path)?day=2026-11-20")
            #expect(page.has("50.0%") && page.has("100.0%") && page.has("value=\"1 absent\""))
            var other = try school.console.browser(of: school.manager)
            let late = await other.post(
                path, [("day", "2026-11-20"), ("state-\(students[0])", "excused"), ("seen-\(students[0])", "0 ")])
            #expect(late.status == 409 && late.has("Ms Hall has marked “Absent” meanwhile; you chose “Excused”"))
            let seen = await other.post(
                path, [("day", "2026-11-20"), ("state-\(students[0])", "excused"), ("seen-\(students[0])", "1 absent")])
            #expect(seen.status == 303)
            #expect(try school.events("attendance.changed") == 3)
        }

        @Test func `GB6: a day to come is refused beside its field with nothing lost, and never counts in rates`()
            async throws
        {
            let (id, students, _) = try await filled()
            var browser = try school.console.browser(of: school.hall)
            let path = "\(school.classes)/\(id)/attendance"
            func mark(_ day: String, _ state: String, _ seen: String = "0 ") async -> Answer {
                await browser.post(
                    path, [("day", day), ("state-\(students[0])", state), ("seen-\(students[0])", seen)])
            }
            func marks() throws -> Int {
                try school.installation.number(
                    "select count(*) as n from gradebook_attendance where class_id = \(id) and state <> ''")
            }
            // The year is a slip: neither shown nor saved, and what was typed stands there.
            let asked = await browser.get("\(path)?day=2099-11-20")
            #expect(asked.has("is still to come") && asked.has("value=\"2099-11-20\""), "\(asked.text)")
            let refused = await mark("2099-11-20", "absent")
            #expect(refused.status == 422 && refused.has("is still to come"), "\(refused.text)")
            #expect(refused.has("value=\"2099-11-20\"") && refused.has("<option value=\"absent\" selected>"))
            #expect(try marks() == 0)
            // Nor by a day that is none.
            let none = await mark("2026-11-31", "absent")
            #expect(none.status == 422 && none.has("<option value=\"absent\" selected>"), "\(none.text)")
            #expect(await mark("2026-11-20", "absent").status == 303)
            // Tomorrow can be marked, and counts when it has come.
            func day(_ ahead: Int) throws -> String {
                try school.inTenant { tx in
                    try #require(try tx.first("select ((now() at time zone 'UTC')::date + \(ahead)::int)::text as day"))
                        .text("day")
                }
            }
            let ahead = try day(3)
            #expect(await mark(ahead, "present").status == 422)
            _ = try school.inTenant { tx in
                try tx.execute(
                    """
                    insert into gradebook_attendance (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by)
                    values (\(school.tenant.id), gen_random_uuid(), \(id), \(students[0]), \(ahead)::text::date, 'present',
                        now(), 'x')
                    """)
            }
            let page = await browser.get("\(path)?day=2026-11-20")
            #expect(page.has("0 / 1") && !page.has("1 / 2"), "\(page.text)")
            let report = await browser.get("\(school.classes)/\(id)/students/\(students[0])/report")
            #expect(report.has("0.0%") && !report.has("50.0%"))
            // What was saved before is seen, and can be taken back.
            #expect(await browser.get("\(path)?day=\(ahead)").has("value=\"1 present\""))
            #expect(await mark(ahead, "", "1 present").status == 303)
            #expect(try marks() == 1)
        }

        @Test func `GB4: 409 is a conflict alone; what is refused is 422, and what is there already 200`() async throws
        {
            let (id, students, essay) = try await filled()
            func status(_ version: Int, _ typed: String, by admin: TestAdmin) async throws -> Int {
                try await school.save([(students[0], essay, version, typed)], in: id, by: admin).status
            }
            #expect(try await status(0, "18", by: school.hall) == 200)
            #expect(try await status(1, "abc", by: school.hall) == 422)
            #expect(try await status(0, "18", by: school.manager) == 200)
            #expect(try await status(0, "12", by: school.manager) == 409)
            #expect(try school.events("grade.changed") == 1)
        }

        @Test func `GB11: a student's report has grades, how the total came about, and attendance`() async throws {
            let (id, students, essay) = try await filled()
            _ = try await school.save([(students[0], essay, 0, "13")], in: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let page = await browser.get("\(school.classes)/\(id)/students/\(students[0])/report")
            #expect(page.status == 200 && page.has("Essay") && page.has("65.0%") && page.has("13 / 20"))
            // How the categories make the total, and of which day the paper is.
            #expect(page.has("(100 × 13 / 20) / 100 = 65.0%"), "\(page.text)")
            let year = try school.inTenant { try #require(try $0.first(GradeQueries.today)).text("day").prefix(4) }
            #expect(page.has("As of") && page.has(String(year)))
        }

        @Test func `GB11: the report says which grade was dropped and which is extra credit`() async throws {
            let id = try await school.makeClass("Biology", by: school.hall, [("category-1-drops", "1")])
            let students = try await school.addStudents("Adams", to: id, by: school.hall)
            let essay = try await school.addAssignment("Essay", to: id, by: school.hall)
            let quiz = try await school.addAssignment("Quiz", to: id, by: school.hall)
            let bonus = try await school.addAssignment("Bonus", to: id, by: school.hall, [("extra", "yes")])
            _ = try await school.save(
                [(students[0], essay, 0, "18"), (students[0], quiz, 0, "4"), (students[0], bonus, 0, "3")], in: id,
                by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let page = await browser.get("\(school.classes)/\(id)/students/\(students[0])/report")
            #expect(page.status == 200 && page.has("105.0%") && page.has("21 / 20"))
            #expect(page.has("<bdi>Quiz</bdi> <small>\(Strings.gradebook_dropped.resolve(in: .en))</small>"))
            #expect(page.has("<bdi>Bonus</bdi> <small>\(Strings.gradebook_extra.resolve(in: .en))</small>"))
            #expect(page.has("<bdi>Essay</bdi></th>"))
        }

        @Test func `GB4: names that are markup or run from right to left stand in the table as they are`() async throws
        {
            let id = try await school.makeClass("<b>\"Bio\"</b>", by: school.hall)
            _ = try await school.addStudents("<script>alert(1)</script>\nفرهادی، سارا", to: id, by: school.hall)
            _ = try await school.addAssignment("\"><img src=x>", to: id, by: school.hall)
            var browser = try school.console.browser(of: school.hall)
            let page = await browser.get("\(school.classes)/\(id)")
            #expect(
                page.status == 200 && !page.has("<script>alert") && !page.has("<img src=x") && page.has("فرهادی، سارا"))
        }
    }
}
