import Console
import JSON
import Postgres
import Support
import Testing
import Web

@testable import Timetable

@Suite(.serialized) struct PublicAPITests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private var api: String { "/public/\(site.tenant.slug)/api/v1" }

    private func publish(_ browser: inout TestBrowser) async {
        _ = await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "For a test")])
    }

    @Test func `TT7: without a key anybody reads the published schedule of a group and of a teacher, in BSUIR's shape`()
        async throws
    {
        var browser = try site.browser()
        try await site.add(site.fields(weeks: "1, 3", subgroup: "2"), &browser)
        var anybody = site.console.browser()
        let before = await anybody.get("\(api)/schedule?studentGroup=G1")
        #expect(before.status == 200 && before.has("\"schedules\":{}"))
        await publish(&browser)
        // Another process answers what was cached for a minute at most; this one has been told.
        site.console.services.received("public \(site.tenant.id)")
        for address in ["\(api)/schedule?studentGroup=g1", "\(api)/employees/schedule/petrov-o"] {
            let answer = await anybody.get(address)
            #expect(answer.status == 200, "\(address)")
            for part in [
                "\"Понедельник\":[{\"weekNumber\":[1,3],", "\"numSubgroup\":2", "\"auditories\":[\"201\"]",
                "\"startLessonTime\":\"09:00\"",
                "\"subject\":\"Maths\"", "\"lessonTypeAbbrev\":\"ЛК\"", "\"startLessonDate\":\"07.09.2026\"",
                "\"urlId\":\"petrov-o\"",
                "\"startDate\":\"07.09.2026\"",
            ] { #expect(answer.has(part), "\(part)") }
        }
    }

    @Test func `TT7, TT9: terms may overlap, and exams are held outside of them: every day has its lessons`()
        async throws
    {
        var browser = try site.browser()
        let terms = "\(site.base)/timetable-terms"
        let evening = await browser.post(
            terms,
            [
                ("name", "Evening"), ("first_day", "2026-11-02"), ("last_day", "2027-02-28"), ("first_week", "1"),
                ("bells", "18:00-19:20"),
            ])
        #expect(evening.status == 303)
        let id = try site.id("timetable_terms", "Evening")
        let late = site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", starts: "18:00", ends: "19:20")
        #expect(await browser.post("\(terms)/\(id)/lessons", late).status == 303)
        try await site.add(site.fields(), &browser)
        var exam = site.fields(room: "305", starts: "11:00", ends: "12:00").filter { $0.0 != "kind" }
        exam += [("kind", "exam"), ("first_day", "2027-01-15")]
        try await site.add(exam, &browser)
        for term in [site.term, id] {
            let published = await browser.post("\(terms)/\(term)/publication", [("reason", "For a test")])
            #expect(published.status == 303)
        }
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let open = "/public/\(site.tenant.slug)"
        func subjects(_ group: String, _ from: String, _ until: String) async -> [String] {
            let answer = await anybody.get("\(open)/v1/groups/\(group)/days?from=\(from)&until=\(until)")
            let days = answer.json?["days"]?.elements ?? []
            return days.flatMap { day in
                (day["lessons"]?.elements ?? []).map { _ in day["date"]?.text ?? "" }
            }
        }
        // In the term that began later, across its border, and on a day on which the exam's own term has ended.
        #expect(await subjects("G2", "2026-10-26", "2026-11-09") == ["2026-11-02", "2026-11-09"])
        #expect(await subjects("G1", "2026-12-10", "2027-01-16") == ["2026-12-14", "2027-01-15"])
        #expect(await subjects("G1", "2027-01-15", "2027-01-15") == ["2027-01-15"])
        #expect(await anybody.get("\(open)/timetable/groups/G1?day=2027-01-15").has("11:00"))
        #expect(await anybody.get("\(open)/timetable/groups/G2?day=2026-11-09").has("Physics"))
        #expect(await anybody.get("\(open)/v1/groups/G1/exams").has("2027-01-15"))
        let compatible = await anybody.get("\(open)/api/v1/schedule?studentGroup=G1")
        #expect(compatible.has("\"dateLesson\":\"15.01.2027\""), "\(compatible.text)")
    }

    @Test func `TT7: names that are composed in different ways are different addresses`() async throws {
        var browser = try site.browser()
        for name in ["\u{439}1", "\u{438}\u{306}1"] {
            let group = [
                ("name", name), ("speciality", ""), ("course", "1"), ("students", "20"), ("subgroups", "0"),
                ("faculty", ""),
            ]
            #expect(await browser.post("\(site.base)/timetable-groups", group).status == 303)
        }
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        var bodies: Set<[UInt8]> = []
        for name in ["%D0%B91", "%D0%B8%CC%861"] {
            let answer = await anybody.get("/public/\(site.tenant.slug)/v1/groups/\(name)/schedule")
            #expect(answer.status == 200)
            bodies.insert(Array(answer.text.utf8))
        }
        #expect(bodies.count == 2)
    }

    @Test func `TT7: the draft is nobody's to read, and neither is another kind of tenant`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields("Physics"), &browser)
        var anybody = site.console.browser()
        #expect(await anybody.get("\(api)/schedule?studentGroup=G1").has("Physics") == false)
        #expect(await anybody.get("\(api)/schedule?studentGroup=G9").status == 404)
        #expect(await anybody.get("\(api)/schedule").status == 404)
        #expect(await anybody.get("\(api)/employees/schedule/nobody").status == 404)
        let other = try site.installation.makeTenant()
        for list in ["student-groups", "employees/all", "auditories", "faculties"] {
            #expect(await anybody.get("\(api)/\(list)").status == 200, "\(list)")
            #expect(await anybody.get("/public/\(other.slug)/api/v1/\(list)").status == 404, "\(list)")
            #expect(await anybody.get("/public/nowhere/api/v1/\(list)").status == 404, "\(list)")
        }
    }

    @Test func `TT7: a client of BSUIR's API that is strict with types decodes all eight endpoints`() async throws {
        var browser = try site.browser()
        // Today's term; a teacher of one name, a group with a faculty and a programme, a lesson without either.
        let today = try #require(
            try site.one(
                "select ((now() at time zone zone)::date)::text as v from tenants where id = \(site.tenant.id)")?
                .text("v"))
        let days = try #require(CalendarDay(today)?.number)
        try site.installation.set(
            "update timetable_terms set first_day = '2020-09-07', last_day = '2020-12-20' where id = \(site.term)")
        let term = [
            ("name", "Now"), ("first_day", CalendarDay(number: days - 3).iso),
            ("last_day", CalendarDay(number: days + 60).iso), ("first_week", "2"), ("bells", "09:00-10:20"),
        ]
        #expect(await browser.post("\(site.base)/timetable-terms", term).status == 303)
        let now = try site.id("timetable_terms", "Now")
        #expect(
            await browser.post("\(site.base)/timetable-faculties", [("name", "Faculty <1>"), ("short_name", "F1")])
                .status
                == 303)
        let faculty = try site.id("timetable_faculties", "Faculty <1>")
        let group = [
            ("name", "353501"), ("speciality", "Программная инженерия"), ("course", "2"), ("students", "24"),
            ("subgroups", "2"), ("faculty", faculty.description),
        ]
        #expect(await browser.post("\(site.base)/timetable-groups", group).status == 303)
        let wang = [("name", "王"), ("address", "wang"), ("degree", "")]
        #expect(await browser.post("\(site.base)/timetable-teachers", wang).status == 303)
        let lessons = "\(site.base)/timetable-terms/\(now)/lessons"
        #expect(
            await browser.post(lessons, site.fields(groups: "353501, G1", teachers: "王", weeks: "1, 3")).status == 303)
        #expect(
            await browser.post(lessons, site.fields("Physics", groups: "353501", teachers: "", room: "", day: 2)).status
                == 303)
        var exam = site.fields("Physics", groups: "353501", teachers: "王", day: 5)
        exam[1] = ("kind", "exam")
        let last = CalendarDay(number: days + 30).iso
        #expect(await browser.post(lessons, exam + [("first_day", last), ("last_day", last)]).status == 303)
        #expect(
            await browser.post("\(site.base)/timetable-terms/\(now)/publication", [("reason", "For a test")]).status
                == 303)
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        var answers: [[String: Any]] = []
        for (endpoint, path) in [
            ("schedule", "schedule?studentGroup=353501"), ("employees/schedule", "employees/schedule/wang"),
            ("schedule/current-week", "schedule/current-week"), ("employees/all", "employees/all"),
            ("student-groups", "student-groups"), ("auditories", "auditories"), ("faculties", "faculties"),
            ("specialities", "specialities"),
        ] {
            let answer = await anybody.get("\(api)/\(path)")
            #expect(answer.status == 200, "\(path)")
            answers.append(["endpoint": endpoint, "body": answer.text])
        }
        let said = try Reference.run("compatible_client.py", answers)
        #expect(said == "8 endpoints decoded\n", "\(said)")
    }

    @Test func `TT7: outside of terms and in a week that the count leaves out there is no current week`() async throws {
        var browser = try site.browser()
        var anybody = site.console.browser()
        func week() async -> Answer {
            site.console.services.received("public \(site.tenant.id)")
            return await anybody.get("\(api)/schedule/current-week")
        }
        try site.installation.set(
            """
            update timetable_terms set first_day = (now() at time zone 'Europe/Minsk')::date - 10,
                last_day = (now() at time zone 'Europe/Minsk')::date + 30 where id = \(site.term)
            """)
        let usual = await week()
        #expect(usual.status == 200 && ["1", "2", "3", "4"].contains(usual.text))
        let today = Int(Timestamp.now.seconds / 86_400)
        let days = [
            ("name", "Away"), ("first_day", CalendarDay(number: today - 8).iso),
            ("last_day", CalendarDay(number: today + 8).iso), ("is_counted", "no"),
        ]
        #expect(await browser.post("\(site.base)/timetable-holidays", days).status == 303)
        #expect(await week().status == 404)
        try site.installation.set("delete from timetable_holidays where tenant_id = \(site.tenant.id)")
        #expect(await week().status == 200)
        try site.installation.set(
            """
            update timetable_terms set first_day = (now() at time zone 'Europe/Minsk')::date + 20 where id = \(site.term)
            """)
        #expect(await week().status == 404)
    }

    @Test func `TT7: rooms have the types and buildings that BSUIR's clients decode, none of them null`() async throws {
        var browser = try site.browser()
        for (name, purpose) in [("112-2", "lecture"), ("113-2", "lab"), ("114-2", "practice")] {
            let fields = [("name", name), ("building", "2 к."), ("capacity", "0"), ("purpose", purpose)]
            #expect(await browser.post("\(site.base)/timetable-rooms", fields).status == 303)
        }
        // Only rooms in which something is held are on the list.
        for (index, room) in ["201", "305", "112-2", "113-2", "114-2"].enumerated() {
            try await site.add(site.fields(room: room, day: index + 1), &browser)
        }
        await publish(&browser)
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let rooms = try JSONReader.read(Array((await anybody.get("\(api)/auditories")).text.utf8)).elements
        #expect(rooms.count == 5)
        var types: [String: String] = [:]
        for room in rooms {
            let name = try #require(room["name"]?.text)
            #expect(room["auditoryType"]?["id"]?.int != nil && room["auditoryType"]?["name"]?.text != nil, "\(name)")
            // Some clients read it in 16 bits.
            let building = try #require(room["buildingNumber"]?["id"]?.int)
            #expect((0...32_767).contains(building) && room["buildingNumber"]?["name"]?.text != nil, "\(name)")
            types[name] = room["auditoryType"]?["abbrev"]?.text
        }
        #expect(types == ["112-2": "лк", "113-2": "лб", "114-2": "пз", "201": "пз", "305": "пз"])
        // Nobody knows how many seats it has: not none.
        #expect(rooms.first { $0["name"]?.text == "112-2" }?["capacity"] == .some(.null))
    }

    @Test func `TT7: an answer has a tag, and who has it already gets 304`() async throws {
        // Lists have what something is published of: without a lesson both are empty, and the same bytes have the same tag.
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        let first = await anybody.get("\(api)/student-groups")
        let tag = try #require(first.headers[.eTag])
        anybody.headers[.ifNoneMatch] = tag
        let second = await anybody.get("\(api)/student-groups")
        #expect(second.status == 304 && second.body.isEmpty)
        #expect(await anybody.get("\(api)/auditories").status == 200)
    }
}
