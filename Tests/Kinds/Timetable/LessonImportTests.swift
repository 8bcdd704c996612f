import Console
import JSON
import Postgres
import Support
import Templates
import Testing
import Web

@testable import Timetable

/// Lessons from files: what is said before anything is written, and what is in the draft then.
@Suite(.serialized) struct LessonImportTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private var base: String { "\(site.base)/timetable-lessons/import" }
    private let head = "subject,kind,groups,teachers,room,weekday,starts,ends,weeks\n"

    /// Brings the rows and has them checked. Returns the import's id.
    private func check(_ rows: String, missing: String = "no", _ browser: inout TestBrowser) async throws -> String {
        let brought = await browser.post(base, [("pasted", rows)])
        let matching = try #require(brought.location, "\(brought.text)")
        let form = await browser.get(matching).form(matching).filter { $0.0 != "option-missing" }
        #expect(await browser.post(matching, form + [("option-missing", missing)]).status == 303)
        try await site.console.work()
        return String(matching.split(separator: "/").dropLast().last ?? "")
    }

    /// Checks and writes.
    private func run(_ rows: String, missing: String = "no", _ browser: inout TestBrowser) async throws -> String {
        let id = try await check(rows, missing: missing, &browser)
        #expect(await browser.post("\(base)/\(id)/run").status == 303)
        try await site.console.work()
        return id
    }

    private func counts(_ id: String) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for row in try site.installation.database.connection(.superuser).send(
            "select state, count(*) as n from import_rows where import_id = \(ID(id) ?? .make()) group by 1"
        ).rows() { counts[try row.text("state")] = try row.int("n") }
        return counts
    }

    @Test func `TT6: lessons come into the draft from a file, are not published, and a second time nothing changes`()
        async throws
    {
        var browser = try site.browser()
        let rows =
            head + "Maths,lecture,\"G1, G2\",Petrov Oleg,201,1,9:00,,\"1, 3\"\n"
            + "Physics,ЛР,G1,ivanova-a,305,Tuesday,10:35,11:55,\n"
        let first = try await check(rows, &browser)
        #expect(try counts(first) == ["new": 2] && site.draft() == [])
        #expect(await browser.get("\(base)/\(first)").has("Petrov Oleg"))
        #expect(await browser.post("\(base)/\(first)/run").status == 303)
        try await site.console.work()
        #expect(try site.draft() == ["Maths 1 540-620 5", "Physics 2 635-715 15"])
        #expect(try site.published() == [])
        #expect(try counts(try await check(rows, &browser)) == ["unchanged": 2])
    }

    @Test func `TT6: whoever imports is asked for the term, and the preview and the result name it`() async throws {
        var browser = try site.browser()
        let (tenant, running, other) = (site.tenant.id, ID.make(), ID.make())
        func add(_ id: ID, _ name: String) throws {
            try site.installation.inTenant(site.tenant) { tx in
                try tx.execute(
                    """
                    insert into timetable_terms (tenant_id, id, name, first_day, last_day, first_week, bells)
                    values (\(tenant), \(id), \(name), current_date - 30, current_date + 30, 1, '09:00-10:20')
                    """)
                try TermDays.make(of: id, in: tx)
            }
        }
        try site.installation.inTenant(site.tenant) { tx in
            try tx.execute(
                "update timetable_terms set first_day = '2020-09-07', last_day = '2020-12-20' where id = \(site.term)")
        }
        try add(running, "Running")
        let rows = head + "Maths,lecture,G1,Petrov Oleg,201,1,9:00,10:20,\n"
        func brought() async throws -> String {
            try #require(await browser.post(base, [("pasted", rows)]).location)
        }
        // One is running: it is chosen, and another one can be.
        var matching = try await brought()
        let form = await browser.get(matching)
        #expect(form.has("value=\"\(running)\" selected") && form.has("Autumn"), "\(form.text)")
        // Two are: nobody can tell which is meant.
        try add(other, "Other")
        matching = try await brought()
        let open = await browser.get(matching).form(matching)
        #expect(open.contains { $0.0 == "option-term" && $0.1.isEmpty }, "\(open)")
        let refused = await browser.post(matching, open.map { $0.0 == "option-missing" ? ($0.0, "yes") : $0 })
        #expect(refused.status == 422 && refused.has("id=\"option-term-error\"") && refused.has("Several terms"))
        #expect(refused.form(matching).contains { $0 == ("option-missing", "yes") }, "\(refused.form(matching))")
        let chosen = open.map { $0.0 == "option-term" ? ($0.0, other.description) : $0 }
        #expect(await browser.post(matching, chosen).status == 303)
        try await site.console.work()
        let page = String(matching.dropLast("/matching".count))
        #expect(await browser.get(page).has("Term of the lessons: \u{2068}Other\u{2069}"))
        #expect(await browser.post("\(page)/run").status == 303)
        try await site.console.work()
        #expect(await browser.get(page).has("Term of the lessons: \u{2068}Other\u{2069}"))
        let term = try site.one("select term_id from timetable_lessons where tenant_id = \(tenant)")?.id("term_id")
        #expect(term == other)
        // A file with a column of its own needs no choice, and a row that leaves it empty is asked for one.
        let named =
            "subject,kind,groups,weekday,starts,ends,term\nMaths,lecture,G1,2,9:00,10:20,Running\n"
            + "Maths,lecture,G1,3,9:00,10:20,\n"
        let own = try #require(await browser.post(base, [("pasted", named)]).location)
        #expect(await browser.post(own, await browser.get(own).form(own)).status == 303)
        try await site.console.work()
        let id = String(own.split(separator: "/").dropLast().last ?? "")
        #expect(try counts(id) == ["new": 1, "wrong": 1])
    }

    @Test func `TT6: a file that says another room or teacher changes that lesson alone, and says so in words`()
        async throws
    {
        var browser = try site.browser()
        let rows = "Maths,lecture,G1,Petrov Oleg,201,1,9:00,10:20,\nPhysics,lab,G2,Ivanova Anna,305,2,9:00,10:20,\n"
        _ = try await run(head + rows, &browser)
        let id = try await check(head + rows.replacing("201", with: "305"), &browser)
        #expect(try counts(id) == ["changed": 1, "unchanged": 1])
        let page = await browser.get("\(base)/\(id)")
        #expect(page.has("201") && page.has("305") && page.has("Room"))
        #expect(await browser.post("\(base)/\(id)/run").status == 303)
        try await site.console.work()
        #expect(
            try site.one("select version from timetable_lessons where tenant_id = \(site.tenant.id) and weekday = 1")?
                .int("version") == 2)
        #expect(
            try site.one("select version from timetable_lessons where tenant_id = \(site.tenant.id) and weekday = 2")?
                .int("version") == 1)
    }

    @Test func `TT6: all that is wrong with a row is said at once, and the good rows are written`() async throws {
        var browser = try site.browser()
        let id = try await run(
            head + "Alchemy,lecture,\"G1, G9\",Petrov Oleg,201,8,25:00,10:20,5\n,lab,G1,,,1,10:00,9:00,\n"
                + "Maths,lecture,G1,Petrov Oleg,201,1,9:00,10:20,\n", &browser)
        #expect(try counts(id) == ["wrong": 2, "added": 1])
        let page = await browser.get("\(base)/\(id)?rows=wrong")
        for word in ["Alchemy", "G9", "weeks"] { #expect(page.has(word), "\(word)") }
        #expect(try site.draft() == ["Maths 1 540-620 15"])
    }

    @Test func `TT6: what is missing is made when somebody says so, with what stands in brackets`() async throws {
        var browser = try site.browser()
        let rows =
            head
            + "ОАиП <Основы алгоритмизации>,лк,\"253501 <27>, 253502\",Петров Олег Викторович <o-petrov>,112-2 <90>,1,9:00,,\n"
            + "ОАиП,лк,253501,Петров Олег Викторович <o-petrov>,112-2,3,9:00,,\n"
        #expect(try counts(try await check(rows, &browser)) == ["wrong": 2])
        let id = try await run(rows, missing: "yes", &browser)
        #expect(try counts(id) == ["added": 2])
        let tenant = site.tenant.id
        #expect(
            try site.one("select students from timetable_groups where tenant_id = \(tenant) and name = '253501'")?.int(
                "students") == 27)
        #expect(
            try site.one("select address from timetable_teachers where tenant_id = \(tenant) and name like 'Петров%'")?
                .text("address") == "o-petrov")
        #expect(
            try site.one("select capacity from timetable_rooms where tenant_id = \(tenant) and name = '112-2'")?.int(
                "capacity") == 90)
        #expect(
            try site.one("select full_name from timetable_subjects where tenant_id = \(tenant) and name = 'ОАиП'")?
                .text(
                    "full_name") == "Основы алгоритмизации")
        #expect(try counts(try await check(rows, &browser)) == ["unchanged": 2])
    }

    @Test func `TT6: an import is undone: what it added goes, and what it changed is as it was`() async throws {
        var browser = try site.browser()
        let old = "Maths,lecture,G1,Petrov Oleg,201,1,9:00,10:20,\n"
        _ = try await run(head + old, &browser)
        let id = try await run(
            head + old.replacing("201", with: "305") + "Physics,lab,G2,Ivanova Anna,201,2,9:00,10:20,\n", &browser)
        #expect(try counts(id) == ["updated": 1, "added": 1])
        #expect(await browser.post("\(base)/\(id)/undo").status == 303)
        try await site.console.work()
        #expect(try counts(id) == ["undone": 2])
        #expect(try site.draft().filter { !$0.hasSuffix("removed") } == ["Maths 1 540-620 15"])
        #expect(
            try site.one(
                """
                select timetable_rooms.name from timetable_lessons join timetable_rooms on timetable_rooms.id = room_id
                where timetable_lessons.tenant_id = \(site.tenant.id) and not is_removed
                """)?.text("name") == "201")
    }

    // MARK: BSUIR's shape

    private func lesson(
        _ subject: String, room: String, starts: String = "09:00", ends: String = "10:20", groups: [String] = ["253501"]
    ) -> String {
        let names = groups.map { "{\"name\": \"\($0)\", \"numberOfStudents\": 25}" }.joined(separator: ",")
        return """
            {"weekNumber": [1, 3], "studentGroups": [\(names)], "numSubgroup": 0, "auditories": ["\(room)"],
             "startLessonTime": "\(starts)", "endLessonTime": "\(ends)", "subject": "\(subject)",
             "subjectFullName": "\(subject), полностью", "note": null, "lessonTypeAbbrev": "ЛК", "dateLesson": null,
             "startLessonDate": "07.09.2026", "endLessonDate": "20.12.2026", "announcement": false, "split": false,
             "employees": [{"firstName": "Олег", "lastName": "Петров", "middleName": "Викторович", "urlId": "o-petrov"}]}
            """
    }

    private func schedule(_ monday: [String], group: String = "253501") -> String {
        """
        {"startDate": "07.09.2026", "endDate": "20.12.2026", "employeeDto": null, "studentGroupDto": {"name": "\(group)"},
         "schedules": {"Понедельник": [\(monday.joined(separator: ","))]},
         "exams": [{"weekNumber": null, "studentGroups": [{"name": "\(group)"}], "numSubgroup": 0, "auditories": ["201-4 к."],
            "startLessonTime": "12:00", "endLessonTime": "15:00", "subject": "ОАиП", "lessonTypeAbbrev": "Экзамен",
            "dateLesson": "15.12.2026", "employees": []}]}
        """
    }

    @Test
    func
        `TT6: the JSON of BSUIR's API becomes rows: a second time none changes, one that moved is moved, one that is gone goes`()
        async throws
    {
        var browser = try site.browser()
        let both = schedule([
            lesson("ОАиП", room: "201-4 к."), lesson("МА", room: "305-1 к.", starts: "10:35", ends: "11:55"),
        ])
        #expect(try counts(try await run(both, missing: "yes", &browser)) == ["added": 3])
        #expect(try site.draft() == ["МА 1 635-715 5", "ОАиП 1 540-620 5", "ОАиП 2 720-900 15"])
        #expect(try counts(try await check(both, missing: "yes", &browser)) == ["unchanged": 3])

        // The lecture begins later, and the second one is not held any more.
        let next = try await run(
            schedule([lesson("ОАиП", room: "201-4 к.", starts: "12:25", ends: "13:45")]), missing: "yes", &browser)
        #expect(try counts(next) == ["updated": 2, "unchanged": 1])
        #expect(try site.draft() == ["МА 1 635-715 5 removed", "ОАиП 1 745-825 5", "ОАиП 2 720-900 15"])
    }

    @Test func `TT6: a lecture that two groups' schedules have is one lesson, and lessons of one's own stay`()
        async throws
    {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        let shared = lesson("ОАиП", room: "201-4 к.", groups: ["253501", "253502"])
        let file = "[\(schedule([shared])), \(schedule([shared], group: "253502"))]"
        #expect(try counts(try await run(file, missing: "yes", &browser)) == ["added": 3])
        #expect(try site.draft().contains("Maths 1 540-620 15"))
        #expect(try counts(try await check(file, missing: "yes", &browser)) == ["unchanged": 3])
    }

    @Test func `TT6: of a lesson in several rooms the others stand in its note, and seats come from the list of rooms`()
        async throws
    {
        var browser = try site.browser()
        let several = lesson("ОАиП", room: "201-4 к.\", \"305-4 к.")
        let rooms = """
            {"id": 1, "name": "201-4 к.", "capacity": 60, "auditoryType": {"id": 1, "name": "x", "abbrev": "лк"},
             "buildingNumber": {"id": 1, "name": "4 к."}}
            """
        let file = "{\"auditories\": [\(rooms)], \"groups\": [\(schedule([several]))]}"
        #expect(try counts(try await run(file, missing: "yes", &browser)) == ["added": 2])
        let made = try #require(
            try site.one(
                """
                select timetable_rooms.name || ' ' || capacity as room, note from timetable_lessons
                join timetable_rooms on timetable_rooms.id = room_id
                where timetable_lessons.tenant_id = \(site.tenant.id) and weekday = 1
                """))
        #expect(try made.text("room") == "201-4 к. 60" && made.text("note") == "+ 305-4 к.")
        #expect(try counts(try await check(file, missing: "yes", &browser)) == ["unchanged": 2])
    }

    @Test func `TT6: a teacher's schedule adds what no group has, once for all its teachers, and takes it away again`()
        async throws
    {
        var browser = try site.browser()
        func employee(_ name: String) -> String {
            "{\"lastName\": \"\(name)\", \"firstName\": \"Олег\", \"urlId\": \"\(name == "Петров" ? "o-petrov" : "o-sidorov")\"}"
        }
        func teacher(_ name: String, _ lessons: [String]) -> String {
            """
            {"employeeDto": \(employee(name)), "studentGroupDto": null, "exams": [],
             "schedules": {"Понедельник": [\(lessons.joined(separator: ","))]}}
            """
        }
        // The teacher's own schedule names no teachers.
        let shared = lesson("ОАиП", room: "201-4 к.").replacing(
            "[{\"firstName\": \"Олег\", \"lastName\": \"Петров\", \"middleName\": \"Викторович\", \"urlId\": \"o-petrov\"}]",
            with: "null")
        let meeting = """
            {"weekNumber": [2], "studentGroups": [], "numSubgroup": 0, "auditories": [], "startLessonTime": "15:50",
             "endLessonTime": "17:10", "subject": "Кафедра", "lessonTypeAbbrev": "УД", "employees": null}
            """
        let group = schedule([lesson("ОАиП", room: "201-4 к.")])
        let file = "[\(teacher("Петров", [shared, meeting])), \(group), \(teacher("Сидоров", [meeting]))]"
        #expect(try counts(try await run(file, missing: "yes", &browser)) == ["added": 3])
        #expect(
            try site.one(
                "select cardinality(teacher_ids) as n from timetable_lessons where tenant_id = \(site.tenant.id) and starts = 950"
            )?.int("n") == 2)
        #expect(try counts(try await check(file, missing: "yes", &browser)) == ["unchanged": 3])
        let next = "[\(teacher("Петров", [shared])), \(group), \(teacher("Сидоров", []))]"
        #expect(try counts(try await run(next, missing: "yes", &browser)) == ["unchanged": 2, "updated": 1])
        #expect(try site.draft().contains("Кафедра 1 950-1030 2 removed") || !site.draft().joined().contains("Кафедра"))
    }

    @Test
    func `TT6: groups have the year, the faculty and the programme that a source's lists and schedules say of them`()
        async throws
    {
        var browser = try site.browser()
        let (tenant, lists) = (
            site.tenant.id,
            """
            {"groups": [{"id": 1, "name": "253501", "course": 2, "facultyId": 20026, "specialityDepartmentEducationFormId": 7},
                {"id": 2, "name": "253502", "course": 3, "facultyAbbrev": "ФКП", "facultyName": "Факультет <проектирования>",
                 "specialityName": "Оптика; приборы"}],
             "faculties": [{"id": 20026, "name": "Факультет компьютерных систем", "abbrev": "ФКСиС"}],
             "specialities": [{"id": 7, "name": "Информатика", "abbrev": "И", "educationForm": {"id": 1, "name": "x"},
                "facultyId": 20026, "code": ""}]
            """
        )
        func file(_ lists: String) -> String {
            let shared = lesson("ОАиП", room: "201-4 к.", groups: ["253501", "253502"])
            return """
                \(lists), "schedules of groups": [\(schedule([shared])), \(schedule([shared], group: "253502"))]}
                """
        }
        func group(_ name: String) throws -> String? {
            try site.one(
                """
                select course || ' ' || students || ' ' || coalesce(timetable_faculties.name || ' ' || short_name, '-') || ' '
                    || speciality as v from timetable_groups left join timetable_faculties on timetable_faculties.id = faculty_id
                where timetable_groups.tenant_id = \(tenant) and timetable_groups.name = \(name)
                """)?.text("v")
        }
        #expect(try counts(try await run(file(lists), missing: "yes", &browser)) == ["added": 3])
        #expect(try group("253501") == "2 25 Факультет компьютерных систем ФКСиС Информатика")
        // What separates the parts of a cell is no part of a name.
        #expect(try group("253502") == "3 25 Факультет проектирования ФКП Оптика приборы")
        #expect(try counts(try await check(file(lists), missing: "yes", &browser)) == ["unchanged": 3])
        // A year later the group is said to be another's; its lesson stays as it was, and the preview says what changes.
        let next = file(
            lists.replacing("\"course\": 2, \"facultyId\": 20026", with: "\"course\": 3, \"facultyAbbrev\": \"ФКП\""))
        let id = try await check(next, missing: "yes", &browser)
        #expect(try counts(id) == ["unchanged": 2, "changed": 1])
        #expect(await browser.get("\(base)/\(id)").has("ФКП"))
        #expect(try group("253501")?.hasPrefix("2 ") == true)
        #expect(await browser.post("\(base)/\(id)/run").status == 303)
        try await site.console.work()
        #expect(try group("253501") == "3 25 Факультет проектирования ФКП Информатика")
        #expect(
            try site.one("select version from timetable_lessons where tenant_id = \(tenant) and weekday = 1")?.int(
                "version") == 1)
        #expect(await browser.post("\(base)/\(id)/undo").status == 303)
        try await site.console.work()
        #expect(try group("253501") == "2 25 Факультет компьютерных систем ФКСиС Информатика")
        // They are shown, and narrow the list and the public one.
        let list = await browser.get(
            "\(site.base)/timetable-groups?\(TestBrowser.encoded([("speciality", "Информатика")]))")
        #expect(
            list.has("253501") && list.has("ФКСиС") == false && list.has("компьютерных систем") && !list.has("253502"))
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        #expect(await browser.post(publication, [("reason", "For a test")]).status == 303)
        site.console.services.received("public \(tenant)")
        var anybody = site.console.browser()
        for (query, isFirst) in [
            ([("faculty", "фксис")], true), ([("course", "3")], false), ([("speciality", "информатика")], true),
            ([("faculty", "ФКП"), ("course", "3")], false),
        ] {
            let groups = await anybody.get("/public/\(site.tenant.slug)/v1/groups?\(TestBrowser.encoded(query))")
            #expect(groups.has("\"253501\"") == isFirst && groups.has("\"253502\"") != isFirst, "\(query)")
            #expect(groups.has("\"faculty_short_name\":\"ФК"))
        }
        for wrong in ["course=8", "course=x"] {
            #expect(await anybody.get("/public/\(site.tenant.slug)/v1/groups?\(wrong)").status == 404)
        }
    }

    @Test func `TT6: a file says of a day outside of the term and of a subgroup that no group has what the form says`()
        async throws
    {
        var browser = try site.browser()
        let head = "subject,kind,groups,subgroup,weekday,starts,first_day,last_day\n"
        let rows = [
            "Maths,lecture,G1,,1,9:00,2026-08-01,2026-12-01", "Maths,lecture,G1,,2,9:00,2026-09-14,2027-02-01",
            "Maths,exam,G1,,,9:00,2027-06-01,2027-06-01", "Maths,lab,G1,3,3,9:00,,",
            "Maths,exam,G1,,,9:00,2027-01-11,2027-01-11", "Maths,lab,G1,2,4,9:00,2026-09-14,2026-12-01",
        ]
        let id = try await check(head + rows.joined(separator: "\n") + "\n", &browser)
        #expect(try counts(id) == ["wrong": 4, "new": 2])
        let page = await browser.get("\(base)/\(id)")
        #expect(page.has("Choose a day of the term, from 7 Sep 2026 to 20 Dec 2026."), "\(page.text)")
        #expect(page.has("to 18 Feb 2027.") && page.has(Strings.error_number(least: 0, most: 2).resolve(in: .en)))
        // The form says the same of each.
        let terms = "\(site.base)/timetable-terms/\(site.term)/lessons"
        let form = await browser.post(terms, site.fields(subgroup: "3") + [("first_day", "2026-08-01")])
        #expect(form.has("from 7 Sep 2026 to 20 Dec 2026") && form.has("id=\"subgroup-error\""))
        // Persian days are read too.
        #expect(
            try counts(try await check(head + "Maths,lab,G1,2,5,9:00,۱۴۰۵/۰۶/۳۰,1405/09/01\n", &browser)) == ["new": 1])
        // What is stored so, and stays so, is no fault of a row about something else.
        let lesson = try await site.add(
            site.fields() + [("first_day", "2026-09-14"), ("last_day", "2026-12-14")], &browser)
        try site.installation.set(
            "update timetable_terms set last_day = '2026-11-30' where id = \(site.term)", in: site.tenant)
        let note = "id,first_day,last_day,note\n\(lesson),2026-09-14,2026-12-14,Bring a ruler\n"
        #expect(try counts(try await check(note, &browser)) == ["changed": 1])
        let longer = "id,first_day,last_day\n\(lesson),2026-09-14,2026-12-15\n"
        #expect(try counts(try await check(longer, &browser)) == ["wrong": 1])
    }

    @Test func `TT6: of a group's detail what is not said stays, and a dash says that there is none`() throws {
        let stored = GroupDetail("24; 2; Faculty of Physics; FPh; Optics")
        #expect(GroupDetail(stored.text) == stored && stored.isDescription && !GroupDetail("27").isDescription)
        #expect(GroupDetail("27").text == "27" && GroupDetail("").text == "" && GroupDetail("; 3").text == "; 3")
        #expect(GroupDetail("; 9; fph").applied(to: stored).text == "24; 7; Faculty of Physics; FPh; Optics")
        #expect(GroupDetail("; ; —; ; —").applied(to: stored).text == "24; 2; —; —; —")
        #expect(GroupDetail("; ; Law; L").applied(to: stored).text == "24; 2; Law; L; Optics")
    }

    @Test func `TT6: thousands of names and of lessons that are alike take no longer than they are many`() async throws
    {
        let clock = ContinuousClock()
        let names = (0..<20_000).map { "{\"name\": \"g\($0)\"}" }.joined(separator: ",")
        let crowd = lesson("ОАиП", room: "1").replacing("{\"name\": \"253501\", \"numberOfStudents\": 25}", with: names)
        let many = (0..<16_000).map { lesson("Subject \($0)", room: "1") }
        let alike = (0..<4000).map { lesson("МА", room: "Room \($0)") }
        for lessons in [[crowd], many, alike] {
            let sources = try #require(try CompatibleFile.schedules(Array(schedule(lessons).utf8)))
            var bytes = 0
            let time = try clock.measure {
                try site.installation.inTenant(site.tenant) { bytes = try CompatibleRows(sources).csv(in: $0).count }
            }
            // Minutes, when each name was compared with each.
            #expect(bytes > 1000 && time < .seconds(30), "\(lessons.count): \(time)")
        }
    }

    @Test func `TT6: of a cell no more names are read than tell that they are too many`() {
        let cell = (0..<30_000).map { "g\($0)" }.joined(separator: ",")
        #expect(NamedObjects.Reference.all(cell, most: 40).count == 41)
        #expect(NamedObjects.Reference.all("a, b <12>; a", most: 40).map(\.name) == ["a", "b"])
        #expect(NamedObjects.Reference.all("a, b", most: 1).map(\.name) == ["a, b"])
    }

    @Test func `TT6: a value is taken once, in order, by whichever of its keys comes first`() {
        var pool = Pool([["a", "x"], ["b", "x"], ["a", "x"]])
        #expect(pool.take("x") == 0 && pool.take("a") == 2 && pool.take("a") == nil)
        #expect(pool.left == [1] && pool.take("x") == 1 && pool.take("b") == nil && pool.left.isEmpty)
    }

    @Test func `TT6: more lessons than a university has are refused before they are compared`() throws {
        let many = Array(repeating: "{\"subject\":\"a\"}", count: 30_000).joined(separator: ",")
        let value = try JSONReader.read(Array("{\"schedules\": {\"Вторник\": [\(many)]}}".utf8))
        var sources = CompatibleSources()
        let taken = (0..<4).map { _ in sources.add(value) }
        #expect(taken == [true, true, true, false])
    }

    @Test func `TT6: a long name of a group is not written into each of its lessons, and is said to be too long`()
        throws
    {
        let name = String(repeating: "g", count: 20_000)
        let file = """
            {"studentGroupDto": {"name": "\(name)"}, "employeeDto": {"lastName": "\(name)", "urlId": "\(name)"},
             "schedules": {"Понедельник": [\(Array(repeating: "{\"subject\":\"\(name)\"}", count: 50).joined(separator: ","))]}}
            """
        let source = try #require(try CompatibleFile.schedules(Array(file.utf8))?.first)
        #expect(source.lessons.count == 50)
        let bytes = source.lessons.flatMap(\.values).reduce(0) { $0 + $1.value.utf8.count }
        // Three megabytes; of a file of 30 megabytes more than any machine has.
        #expect(bytes < 50 * 5000, "\(bytes)")
        let cells = LessonCells(try #require(source.lessons.first).values)
        #expect(cells.faults.count >= 3)
    }

    @Test func `TT6: of a file with more lessons than are taken no more are read than tell it`() throws {
        let lessons = Array(repeating: "{\"subject\":\"a\"}", count: CompatibleRows.most + 500).joined(separator: ",")
        let file = "{\"schedules\": {\"Вторник\": [\(lessons)]}}"
        let source = try #require(CompatibleSource(try JSONReader.read(Array(file.utf8))))
        #expect(source.lessons.count == CompatibleRows.most + 1)
        #expect(throws: (any Error).self) { _ = try CompatibleFile.schedules(Array(file.utf8)) }
    }

    @Test func `TT6: what a schedule says and nobody understands is a fault of its row, said with the value`() throws {
        func wrong(_ member: String, _ value: String, says: String) throws {
            let file = """
                {"studentGroupDto": {"name": "253501"}, "schedules": {"Понедельник": [{"\(member)": \(value), "subject": "ОАиП",
                    "startLessonTime": "09:00", "endLessonTime": "10:20"}]}}
                """
            let source = try #require(try CompatibleFile.schedules(Array(file.utf8))?.first)
            let faults = LessonCells(try #require(source.lessons.first).values).faults.map { $0.text.resolve(in: .en) }
            #expect(!faults.isEmpty && faults.allSatisfy { $0.contains(says) }, "\(member): \(faults)")
        }
        try wrong("lessonTypeAbbrev", "\"ЙЦУ\"", says: "ЙЦУ")
        try wrong("weekNumber", "[1, 7]", says: "1, 7")
        try wrong("weekNumber", "[\"odd\"]", says: "odd")
        try wrong("numSubgroup", "\"first\"", says: "first")
        try wrong("numSubgroup", "12", says: "12")
        try wrong("startLessonDate", "\"32.09.2026\"", says: "32.09.2026")
        try wrong("dateLesson", "\"soon\"", says: "soon")
        let day = """
            {"studentGroupDto": {"name": "253501"}, "schedules": {"Noday": [{"subject": "ОАиП", "startLessonTime": "09:00"}]}}
            """
        let source = try #require(try CompatibleFile.schedules(Array(day.utf8))?.first)
        let faults = LessonCells(try #require(source.lessons.first).values).faults.map { $0.text.resolve(in: .en) }
        #expect(faults.count == 1 && faults.allSatisfy { $0.contains("Noday") }, "\(faults)")
    }

    @Test(arguments: [
        ("Пн", 1), ("вт.", 2), ("СР", 3), ("Thu", 4), ("friday", 5), ("sáb", 6), ("Miercoles", 3), ("سه شنبه", 2),
        ("ج", 5),
        ("Воскресенье", 7),
    ])
    func `TT6: a weekday is known by its short forms in every language`(text: String, number: Int) {
        #expect(WeekdayWords.number(text) == number)
        #expect(LessonCells(["weekday": text]).weekday == number)
        #expect(WeekdayWords.number("someday") == nil)
    }

    @Test func `TT6: a sheet's cell with a day and a time is read as the one or as the other`() {
        let cells = LessonCells([
            "first_day": "2026-09-07 00:00:00", "last_day": "2026-09-14T00:00:00", "starts": "2026-09-07 09:00:00",
            "ends": "1900-01-01 10:20:00",
        ])
        #expect(cells.faults.isEmpty, "\(cells.faults)")
        #expect(
            cells.firstDay == CalendarDay("2026-09-07")?.number && cells.lastDay == CalendarDay("2026-09-14")?.number)
        #expect(cells.starts == 540 && cells.ends == 620)
        #expect(LessonCells(["starts": "2026-09-07 late", "first_day": "2026-09-07 late"]).faults.count == 2)
    }

    @Test
    func
        `TT6: of names, of what stands in brackets and of notes, signs that nobody sees and ends of lines are left out`()
    {
        for sign in ["\u{202E}", "\u{2066}", "\u{200B}", "\u{7F}", "\u{85}", "\n"] {
            let cells = LessonCells(["subject": "Ма\(sign)th <full\(sign)name>", "note": "sa\(sign)id"])
            let subject = cells.references[.subject]?.first
            for text in [subject?.name, subject?.detail, cells.note] {
                #expect(text.map { LineText.isPlain($0) } == true, "\(sign.debugDescription): \(text ?? "")")
            }
            #expect(subject?.name.contains("th") == true && cells.faults.isEmpty)
        }
        let kept = LessonCells(["subject": "Матанализ – «ё»", "teachers": "علی\u{200C}رضا"])
        #expect(kept.references[.subject]?.first?.name == "Матанализ – «ё»")
        #expect(kept.references[.teacher]?.first?.name == "علی\u{200C}رضا")
    }
}
