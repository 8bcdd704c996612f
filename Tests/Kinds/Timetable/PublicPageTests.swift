import Console
import Foundation
import HTTPTypes
import Postgres
import Support
import Testing
import Web

@testable import Timetable

@Suite(.serialized) struct PublicPageTests {
    private static let made = Result { try TestInstallation() }
    private static let files = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "public")
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private var root: String { "/public/\(site.tenant.slug)/timetable" }
    private var data: String { "/public/\(site.tenant.slug)/v1" }

    /// What is kept in memory for a minute is forgotten here as in every process.
    private func forget() { site.console.services.received("public \(site.tenant.id)") }

    private func publish(_ browser: inout TestBrowser) async {
        _ = await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "For a test")])
        forget()
    }

    private func except(_ lesson: ID, _ fields: [(String, String)], _ browser: inout TestBrowser) async {
        // A day that clashes is saved for a reason.
        let answer = await browser.post(
            "\(site.base)/timetable-lessons/\(lesson)/exceptions", fields + [("new_reason", "For a test")])
        #expect(answer.status == 303, "\(answer.text)")
        forget()
    }

    // MARK: Roost's own shape

    @Test func `TT7: groups, teachers, rooms, terms and the week are lists of Roost's own shape`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        for (list, parts) in [
            ("groups", ["\"name\":\"G1\"", "\"subgroups\":2", "\"schedule\":\"\(data)/groups/G1/schedule\""]),
            (
                "teachers",
                [
                    "\"name\":\"Petrov Oleg\"", "\"address\":\"petrov-o\"",
                    "\"calendar\":\"\(root)/teachers/petrov-o/calendar.ics\"",
                ]
            ),
            ("rooms", ["\"name\":\"201\"", "\"capacity\":30"]), ("terms", ["\"first_day\":\"2026-09-07\""]),
            ("faculties", ["\"faculties\":[]"]), ("specialities", ["\"specialities\":[]"]),
            ("week", ["\"zone\":\"\(site.tenant.zone)\"", "\"term\":{"]),
        ] {
            let answer = await anybody.get("\(data)/\(list)")
            #expect(answer.status == 200 && answer.headers[.eTag] != nil, "\(list)")
            #expect(answer.headers[.cacheControl] == "public, max-age=60", "\(list)")
            for part in parts { #expect(answer.has(part), "\(list): \(part)") }
        }
        let other = try site.installation.makeTenant()
        for list in ["groups", "week", "groups/G1/schedule"] {
            #expect(await anybody.get("/public/\(other.slug)/v1/\(list)").status == 404, "\(list)")
        }
    }

    @Test func `TT7: a schedule is narrowed by week, weekday and subgroup, and what makes no sense is 404`()
        async throws
    {
        var browser = try site.browser()
        try await site.add(site.fields(weeks: "1"), &browser)
        try await site.add(site.fields("Physics", day: 2, weeks: "2", subgroup: "2"), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        let both = await anybody.get("\(data)/groups/G1/schedule")
        #expect(both.has("\"Maths\"") && both.has("\"Physics\"") && both.has("\"weeks\":[1]"))
        for (query, hasMaths, hasPhysics) in [
            ("week=1", true, false), ("week=2", false, true), ("weekday=2", false, true), ("subgroup=1", true, false),
            ("week=3", false, false),
        ] {
            let answer = await anybody.get("\(data)/groups/G1/schedule?\(query)")
            #expect(answer.has("\"Maths\"") == hasMaths && answer.has("\"Physics\"") == hasPhysics, "\(query)")
        }
        for query in ["week=5", "week=x", "weekday=0", "subgroup=a"] {
            #expect(await anybody.get("\(data)/groups/G1/schedule?\(query)").status == 404, "\(query)")
        }
        for query in [
            "from=x", "until=2026-09-01", "from=2026-09-10&until=2026-09-01", "from=2026-01-01&until=2026-12-31",
        ] {
            #expect(await anybody.get("\(data)/groups/G1/days?\(query)").status == 404, "\(query)")
        }
    }

    @Test func `TT7: day by day a cancelled lesson says so, and a moved one is gone here and there with another room`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        await publish(&browser)
        await except(id, [("day", "2026-09-14"), ("change", "cancelled"), ("new_note", "Ill")], &browser)
        await except(
            id,
            [
                ("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-24"), ("new_starts", "12:25"),
                ("new_room", "305"),
            ],
            &browser)
        var anybody = site.console.browser()
        let days = await anybody.get("\(data)/groups/G1/days?from=2026-09-07&until=2026-09-27")
        for part in [
            "{\"date\":\"2026-09-07\",\"week\":1,\"weekday\":1,\"is_holiday\":false,\"lessons\":[{",
            "\"state\":\"usual\",\"takes_place\":true",
            "\"note\":\"Ill\",\"state\":\"cancelled\",\"takes_place\":false",
            "\"state\":\"moved_away\",\"to\":{\"date\":\"2026-09-24\",\"starts\":\"12:25\"}",
            "\"room\":\"305\",\"starts\":\"12:25\",\"ends\":\"13:45\"",
            "\"state\":\"moved_here\",\"from\":{\"date\":\"2026-09-21\",\"starts\":\"09:00\"}",
        ] { #expect(days.has(part), "\(part)") }
        let schedule = await anybody.get("\(data)/groups/G1/schedule")
        #expect(schedule.has("\"exceptions\":[{\"day\":\"2026-09-14\",\"change\":\"cancelled\""))
    }

    @Test func `TT7: exams are listed by date, apart from the lessons that repeat`() async throws {
        var browser = try site.browser()
        var exam = site.fields("Physics")
        exam[1] = ("kind", "exam")
        try await site.add(exam + [("first_day", "2026-12-14"), ("last_day", "2026-12-14")], &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        #expect(await anybody.get("\(data)/groups/G1/exams").has("{\"date\":\"2026-12-14\""))
        #expect(await anybody.get("\(data)/groups/G1/schedule").has("Physics") == false)
        #expect(await anybody.get("\(data)/teachers/petrov-o/exams").has("\"type\":\"exam\""))
    }

    @Test func `TT7: in BSUIR's shape a lesson that is different on a day ends before it and begins anew after it`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        await publish(&browser)
        await except(
            id, [("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-23"), ("new_starts", "12:25")],
            &browser)
        var anybody = site.console.browser()
        let answer = await anybody.get("/public/\(site.tenant.slug)/api/v1/schedule?studentGroup=G1")
        for part in [
            "\"startLessonDate\":\"07.09.2026\",\"endLessonDate\":\"20.09.2026\"",
            "\"startLessonDate\":\"22.09.2026\",\"endLessonDate\":\"20.12.2026\"",
            "\"Среда\":[{\"weekNumber\":[3]", "\"startLessonTime\":\"12:25\"",
            "\"dateLesson\":\"23.09.2026\",\"startLessonDate\":\"23.09.2026\",\"endLessonDate\":\"23.09.2026\"",
        ] { #expect(answer.has(part), "\(part)") }
        await except(
            id, [("day", "2026-09-28"), ("change", "substituted"), ("new_teachers", "Ivanova Anna")], &browser)
        let other = await anybody.get("/public/\(site.tenant.slug)/api/v1/employees/schedule/ivanova-a")
        #expect(other.has("\"dateLesson\":\"28.09.2026\"") && !other.has("07.09.2026\",\"endLessonDate"))
    }

    @Test func `TT7: a day that is asked for is that day, and what is no day is answered with 404`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics", day: 2), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        let monday = await anybody.get("\(data)/groups/G1/schedule?day=2026-09-07")
        #expect(monday.has("\"Maths\"") && !monday.has("\"Physics\""))
        #expect(await anybody.get("\(data)/groups/G1/schedule?day=08.09.2026").has("\"Physics\""))
        #expect(await anybody.get("\(data)/groups/G1/schedule?day=2027-03-01").has("\"lessons\":[]"))
        let one = await anybody.get("\(data)/groups/G1/days?day=2026-09-07")
        #expect(one.text.components(separatedBy: "\"date\":").count == 2 && one.has("\"date\":\"2026-09-07\""))
        for odd in [
            "x", "8", "2026-13-01", "2026-02-30", "+2026-9-7", "2026-09-07T00:00", "1899-12-31", "2200-01-01", "-1",
        ] {
            let query = TestBrowser.encoded([("day", odd)])
            for address in ["\(data)/groups/G1/schedule", "\(data)/groups/G1/days", "\(root)/groups/G1"] {
                #expect(await anybody.get("\(address)?\(query)").status == 404, "\(address) \(odd)")
            }
        }
        #expect(await anybody.get("\(data)/groups/G1/days?day=2026-09-07&until=2026-09-08").status == 404)
        // An empty one is none.
        #expect(await anybody.get("\(root)/groups/G1?day=&lang=en").has("Today"))
    }

    @Test func `TT9: the first day that computers count is a day like any other, and never today's page`() async throws
    {
        var anybody = site.console.browser()
        let first = await anybody.get("\(root)/groups/G1?day=1970-01-01&lang=en")
        let today = await anybody.get("\(root)/groups/G1?lang=en")
        #expect(first.has("1 Jan 1970") || first.has("1 Jan"), "\(first.text)")
        #expect(today.body != first.body && !today.has("1970"))
        let days = await anybody.get("\(data)/groups/G1/days?from=1970-01-01")
        #expect(days.has("\"date\":\"1970-01-01\"") && days.has("\"date\":\"1970-01-07\""))
        #expect(await anybody.get("\(data)/groups/G1/days").has("1970-01-01") == false)
        // From the ends of what can be asked for no link leads beyond them.
        for (end, beyond) in [("1900-01-01", "day=1899"), ("2199-12-31", "day=2200")] {
            let page = await anybody.get("\(root)/groups/G1?day=\(end)&lang=en")
            #expect(page.status == 200 && !page.has(beyond), "\(end)")
        }
    }

    @Test
    func `TT4: what is typed for a day stays whatever the lesson becomes, and what is not typed follows the lesson`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        await publish(&browser)
        let here = [
            ("new_starts", "09:00"), ("new_room", "201"), ("new_teachers", "Petrov Oleg"),
        ]
        await except(id, [("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-15")] + here, &browser)
        await except(id, [("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-22")], &browser)
        // The line and the event say what was typed, and what applies although nobody typed it.
        let page = await browser.get("\(site.base)/timetable-lessons/\(id)")
        #expect(page.has("15 Sep 2026, 09:00 · 201 · Petrov Oleg"), "\(page.text)")
        #expect(page.has("22 Sep 2026, 09:00 · as in the lesson: \u{2068}09:00, 201, Petrov Oleg\u{2069}"))
        let events =
            try site.one(
                """
                select array_agg(changes::text order by sequence) as v from audit_events
                where tenant_id = \(site.tenant.id) and action = 'timetable.lesson_exception'
                """)?.texts("v") ?? []
        #expect(events.count == 2, "\(events)")
        #expect(events.first?.contains("\"room\"") == true && events.first?.contains("\"201\"") == true, "\(events)")
        #expect(events.first?.contains("as_lesson") == false, "\(events)")
        #expect(events.last?.contains("as_lesson") == true, "\(events)")
        #expect(events.last?.contains("09:00, 201, Petrov Oleg") == true, "\(events)")
        // The lesson gets another room, another hour and another teacher, and that is published.
        let other = site.fields(teachers: "Ivanova Anna", room: "305", starts: "10:35", ends: "11:55")
        #expect(await browser.post("\(site.base)/timetable-lessons/\(id)", other + [("version", "1")]).status == 303)
        await publish(&browser)
        var anybody = site.console.browser()
        let typed = await anybody.get("\(data)/groups/G1/days?from=2026-09-15&until=2026-09-15")
        #expect(
            typed.has("\"room\":\"201\",\"starts\":\"09:00\",\"ends\":\"10:20\"") && typed.has("Petrov"),
            "\(typed.text)")
        let follows = await anybody.get("\(data)/groups/G1/days?from=2026-09-22&until=2026-09-22")
        #expect(
            follows.has("\"room\":\"305\",\"starts\":\"10:35\",\"ends\":\"11:55\"") && follows.has("Ivanova"),
            "\(follows.text)")
        let calendar = await anybody.get("\(root)/groups/G1/calendar.ics").text
        for day in ["20260915T090000", "20260922T103500"] { #expect(calendar.contains(":\(day)"), "\(day)") }
        let compatible = await anybody.get("/public/\(site.tenant.slug)/api/v1/schedule?studentGroup=G1").text
        let day = try #require(compatible.range(of: "\"dateLesson\":\"15.09.2026\"")?.lowerBound)
        #expect(compatible[..<day].suffix(500).contains("\"auditories\":[\"201\"]"))
        #expect(await anybody.get("\(root)/groups/G1?day=2026-09-15").has("201"))
    }

    @Test func `TT4: a group, a teacher and a room of which nothing is published are on no public list`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        await publish(&browser)
        let lists = [
            "\(root)", "\(data)/groups", "/public/\(site.tenant.slug)/api/v1/student-groups", "\(root)?q=G",
            "\(root)?q=Iva", "\(data)/teachers", "/public/\(site.tenant.slug)/api/v1/employees/all", "\(root)?q=305",
            "\(data)/rooms", "/public/\(site.tenant.slug)/api/v1/auditories",
        ]
        let added = ["G2", "G2", "G2", "G2", "Ivanova", "Ivanova", "Ivanova", "305", "\"305\"", "\"305\""]
        var anybody = site.console.browser()
        func there(_ list: Int) async -> Bool { await anybody.get(lists[list]).has(added[list]) }
        // The search page repeats what is searched.
        for list in lists.indices where !lists[list].hasSuffix("q=305") {
            #expect(await !there(list), "\(lists[list])")
        }
        #expect(await anybody.get(lists[7]).has("rooms/305") == false)
        try await site.add(
            site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", room: "305", day: 2), &browser)
        site.console.services.received("public \(site.tenant.id)")
        for list in lists.indices where !lists[list].hasSuffix("q=305") {
            #expect(await !there(list), "a draft: \(lists[list])")
        }
        await publish(&browser)
        for list in lists.indices { #expect(await there(list), "\(lists[list])") }
    }

    @Test func `TT7: a changed time zone is that of every public page with the next request`() async throws {
        let listener = Listener(
            site.installation.database.settings(), channel: "roost_kept", logger: .silent
        ) { [services = site.console.services] in services.received($0) }
        listener.start()
        defer { listener.stop() }
        func waits() throws -> Bool {
            try site.one(
                """
                select count(*) as n from pg_stat_activity
                where datname = current_database() and application_name = 'roost-listen' and state = 'idle'
                """)?.int("n") ?? 0 > 0
        }
        while try !waits() { try await Task.sleep(for: .milliseconds(20)) }
        var (browser, anybody) = (try site.browser(), site.console.browser())
        #expect(await anybody.get("\(data)/week").has("\"zone\":\"\(site.tenant.zone)\""))
        let settings = "\(site.base)/settings"
        let form = await browser.get(settings).form(settings, ["zone": "Pacific/Kiritimati"])
        #expect(await browser.post(settings, form).status == 303)
        // The notification takes as long as it takes, but not the minute for which a response is kept.
        let start = ContinuousClock.now
        var isThere = false
        while !isThere, start.duration(to: .now) < .seconds(10) {
            isThere = await anybody.get("\(data)/week").has("\"zone\":\"Pacific/Kiritimati\"")
            if !isThere { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(isThere)
    }

    // MARK: What changed

    @Test func `TT4: after a publication those affected are told what changed, in words, and nobody else is`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        #expect(await anybody.get("\(data)/groups/G1/changes").has("\"changes\":[]"))
        _ = await browser.post("\(site.base)/timetable-lessons/\(id)", site.fields(room: "305") + [("version", "1")])
        try await site.add(site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", day: 3), &browser)
        await publish(&browser)
        let mine = await anybody.get("\(data)/groups/G1/changes?lang=en")
        #expect(mine.has("\"change\":\"changed\"") && mine.has("Maths"), "\(mine.text)")
        #expect(mine.has("201") && mine.has("305") && !mine.has("Physics"), "\(mine.text)")
        let theirs = await anybody.get("\(data)/groups/G2/changes?lang=en")
        #expect(theirs.has("\"change\":\"added\"") && !theirs.has("Maths"))
        #expect(await anybody.get("\(root)/groups/G1?lang=en").has("What changed"))
        let feed = await anybody.get("\(root)/teachers/ivanova-a/changes.atom?lang=en")
        #expect(feed.headers[.contentType] == "application/atom+xml; charset=utf-8")
        #expect(feed.has("<feed xmlns=\"http://www.w3.org/2005/Atom\"") && feed.has("Physics · Wednesday"))
    }

    @Test
    func `TT4: what is new says what is left of several publications, and nothing of what was moved there and back`()
        async throws
    {
        var browser = try site.browser()
        let maths = try await site.add(site.fields(), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        func move(_ slot: String) async {
            #expect(await browser.post("\(site.base)/timetable-lessons/\(maths)/move", [("slot", slot)]).status == 303)
            await publish(&browser)
        }
        await move("3-540")
        #expect(await anybody.get("\(data)/groups/G1/changes?lang=en").has("\"change\":\"changed\""))
        await move("1-540")
        #expect(await anybody.get("\(data)/groups/G1/changes?lang=en").has("\"changes\":[]"))
        // Twice moved on is one change, from where it was to where it is.
        await move("3-540")
        await move("4-635")
        let on = await anybody.get("\(data)/groups/G1/changes?lang=en")
        #expect(on.text.split(separator: "\"change\":").count == 2, "\(on.text)")
        #expect(on.has("Monday 09:00") && on.has("Thursday 10:35") && !on.has("Wednesday"), "\(on.text)")
        // Added and removed again is nothing.
        let physics = try await site.add(site.fields("Physics", day: 5), &browser)
        await publish(&browser)
        #expect(await anybody.get("\(data)/groups/G1/changes?lang=en").has("Physics"))
        #expect(await browser.post("\(site.base)/timetable-lessons/\(physics)/removal").status == 303)
        await publish(&browser)
        #expect(await anybody.get("\(data)/groups/G1/changes?lang=en").has("Physics") == false)
        // For the other group it was never there.
        _ = await browser.post(
            "\(site.base)/timetable-lessons/\(maths)",
            site.fields(groups: "G2", day: 4, starts: "10:35", ends: "11:55") + [("version", "5")])
        await publish(&browser)
        #expect(await anybody.get("\(data)/groups/G2/changes?lang=en").has("\"change\":\"added\""))
        _ = await browser.post(
            "\(site.base)/timetable-lessons/\(maths)",
            site.fields(groups: "G1", day: 4, starts: "10:35", ends: "11:55") + [("version", "6")])
        await publish(&browser)
        #expect(await anybody.get("\(data)/groups/G2/changes?lang=en").has("\"changes\":[]"))
    }

    @Test func `TT4: what is different on a single day is told at once`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        await publish(&browser)
        await except(id, [("day", "2026-12-14"), ("change", "cancelled"), ("new_note", "The <pipes> burst")], &browser)
        var anybody = site.console.browser()
        let changes = await anybody.get("\(data)/groups/G1/changes?lang=en")
        #expect(changes.has("\"change\":\"day\"") && changes.has("Cancelled") && changes.has("2026-12-14"))
        let feed = await anybody.get("\(root)/groups/G1/changes.atom?lang=en")
        #expect(feed.has("The &lt;pipes> burst") || feed.has("The &lt;pipes&gt; burst"))
    }

    // MARK: Pages

    @Test func `TT9: the start page finds groups, teachers and rooms by a part of their names`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        let start = await anybody.get(root)
        #expect(start.status == 200 && start.has("\(root)/groups/G1") && !start.has("petrov"))
        let found = await anybody.get("\(root)?q=PETR")
        #expect(found.has("\(root)/teachers/petrov-o") && !found.has("groups/G1"))
        #expect(await anybody.get("\(root)?q=20&lang=ru").has("\(root)/rooms/201?lang=ru"))
        #expect(await anybody.get("\(root)?q=%25").has("/groups/G1") == false)
        let none = await anybody.get("\(root)?q=%3Cb%3E&lang=en")
        #expect(none.has("&lt;b&gt;") && none.has("Nothing is called"))
    }

    /// Makes every group one of which something is published, as far as the lists can tell.
    private func publishGroups() throws {
        try site.installation.set(
            """
            insert into timetable_published_owners (tenant_id, object_id, lesson_id, term_id)
            select \(site.tenant.id), timetable_groups.id, gen_random_uuid(), \(site.term) from timetable_groups
            where timetable_groups.tenant_id = \(site.tenant.id)
            """, in: site.tenant)
        forget()
    }

    /// Adds faculties, each with some groups: “F-03-2” is the second group of “Faculty 03”.
    private func addFaculties(_ count: Int, groups: Int) throws {
        try site.installation.set(
            """
            with made as (
                insert into timetable_faculties (tenant_id, id, name, short_name)
                select \(site.tenant.id), gen_random_uuid(), 'Факультет информационных технологий и управления '
                    || to_char(number, 'FM000'), 'F' || to_char(number, 'FM000') from generate_series(1, \(count)) as number
                returning id, short_name)
            insert into timetable_groups (tenant_id, id, name, faculty_id, speciality, course, students, subgroups)
            select \(site.tenant.id), gen_random_uuid(), made.short_name || '-' || number, made.id, '', 1, 20, 2
            from made, generate_series(1, \(groups)) as number
            """, in: site.tenant)
        try publishGroups()
    }

    @Test(arguments: [(3, 4), (25, 2), (25, 8), (60, 6), (140, 2)])
    func `TT9: of however many faculties each is found on the start page, and each of their groups from there`(
        faculties: Int, groups: Int
    ) async throws {
        try addFaculties(faculties, groups: groups)
        var anybody = site.console.browser()
        let start = await anybody.get(root)
        #expect(start.status == 200)
        let files = try ["timetable.css", "timetable.js", "timetable-worker.js"].map { name in
            try Data(contentsOf: Self.files.appending(path: name)).count
        }
        #expect(start.body.count + files.reduce(0, +) < 50_000, "\(start.body.count)")
        // On the page, or by a part of the name.
        let last = String(format: "%03d", faculties)
        let shown =
            start.has("управления \(last)")
            ? start : await anybody.get("\(root)?\(TestBrowser.encoded([("q", "управления \(last)")]))")
        #expect(shown.has("управления \(last)"), "\(shown.text)")
        let group = "\(root)/groups/F\(last)-\(groups)\""
        if !shown.has(group) {
            let id = try site.id("timetable_faculties", "Факультет информационных технологий и управления \(last)")
            #expect(shown.has("\(root)?faculty=\(id)\""))
            let page = await anybody.get("\(root)?faculty=\(id)")
            #expect(page.status == 200 && page.has(group) && page.has("href=\"\(root)\""), "\(page.text)")
            #expect(!page.has("F001-1\""))
        }
        // The site's own groups have none.
        #expect(await anybody.get("\(root)?faculty=none").has("\(root)/groups/G1\""))
        #expect(await anybody.get("\(root)?faculty=\(ID.make())").status == 404)
        #expect(await anybody.get("\(root)?faculty=x").status == 404)
    }

    @Test func `TT9: a name that is what was typed is found among hundreds that have it in them`() async throws {
        try site.installation.set(
            """
            insert into timetable_groups (tenant_id, id, name, speciality, course, students, subgroups)
            select \(site.tenant.id), gen_random_uuid(), name, '', 1, 20, 2
            from (select 'А' || number || 'ЯЯ' as name from generate_series(1, 90) as number union all select 'ЯЯ') as names
            """, in: site.tenant)
        try publishGroups()
        var anybody = site.console.browser()
        let found = await anybody.get("\(root)?\(TestBrowser.encoded([("q", "яя"), ("lang", "en")]))")
        #expect(found.has("<bdi>ЯЯ</bdi>") && found.has("Not all are shown."), "\(found.text)")
    }

    @Test func `TT9: the page shows the day that is asked for, the week, and what is different on a day`() async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics", day: 3, subgroup: "2"), &browser)
        await publish(&browser)
        await except(id, [("day", "2026-09-14"), ("change", "cancelled"), ("new_note", "Ill <b>")], &browser)
        var anybody = site.console.browser()
        let monday = await anybody.get("\(root)/groups/g1?day=2026-09-07&lang=en")
        #expect(monday.status == 200 && monday.has("Maths") && monday.has("09:00") && monday.has("Week 1"))
        #expect(!monday.has("Physics") && monday.has("\(root)/teachers/petrov-o?lang=en"))
        let next = await anybody.get("\(root)/groups/G1?day=2026-09-14&lang=en")
        #expect(next.has("Cancelled") && next.has("Ill &lt;b&gt;"))
        // Nothing takes place any more: the next lessons follow.
        #expect(next.has("The next lessons") && next.has("Physics"))
        let week = await anybody.get("\(root)/groups/G1?day=2026-09-09&view=week&lang=en")
        #expect(week.has("Maths") && week.has("Physics") && week.has("subgroup 2"))
        #expect(
            await anybody.get("\(root)/groups/G1?day=2026-09-09&view=week&subgroup=1&lang=en").has("Physics") == false)
        let room = await anybody.get("\(root)/rooms/201?day=2026-09-07&lang=en")
        #expect(room.has("Maths") && room.has("\(root)/groups/G1?lang=en"))
        #expect(await anybody.get("\(root)/groups/G1?day=x").status == 404)
        #expect(await anybody.get("\(root)/groups/nowhere").status == 404)
    }

    @Test func `TT9: before the first lesson the page says when lessons begin, and after the last when it was`()
        async throws
    {
        var browser = try site.browser()
        try await site.add(site.fields(day: 3), &browser)
        await publish(&browser)
        var anybody = site.console.browser()
        for view in ["", "&view=week"] {
            let before = await anybody.get("\(root)/groups/G1?day=2026-08-26&lang=en\(view)")
            #expect(before.has("Lessons begin on 9 Sep 2026.") && before.has("day=2026-09-09"), "\(view)")
            let after = await anybody.get("\(root)/groups/G1?day=2026-12-23&lang=en\(view)")
            #expect(after.has("The last lesson was on 16 Dec 2026."), "\(view)")
            let within = await anybody.get("\(root)/groups/G1?day=2026-09-10&lang=en\(view)")
            #expect(!within.has("Lessons begin") && !within.has("The last lesson was"), "\(view)")
        }
        // A group without lessons has no first one.
        #expect(await anybody.get("\(root)/groups/G2?day=2026-08-26&lang=en").has("Lessons begin") == false)
    }

    @Test func `TT9: what is typed to find a name is no pattern`() async throws {
        var anybody = site.console.browser()
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        await publish(&browser)
        for typed in ["%25", "_1", "G%CC%81", "%25%CC%81", "%5C"] {
            #expect(await anybody.get("\(root)?q=\(typed)&lang=en").has("Nothing is called"), "\(typed)")
            let week = await browser.get("\(site.base)/timetable?by=group&q=\(typed)&term=\(site.term)")
            #expect(week.status == 200 && !week.has("<h1><bdi>G1"), "\(typed)")
        }
    }

    @Test func `TT9: the tenant's first language comes first, and the other ones by a link`() async throws {
        _ = try site.one(
            "update tenants set languages = '{ru,en}' where id = \(site.tenant.id) returning id")
        forget()
        var anybody = site.console.browser()
        let page = await anybody.get("\(root)/groups/G1")
        #expect(page.has("<html lang=\"ru\" dir=\"ltr\"") && page.has("Сегодня"))
        #expect(page.has("\(root)/groups/G1?lang=fa"))
        let persian = await anybody.get("\(root)/groups/G1?lang=fa")
        #expect(persian.has("<html lang=\"fa\" dir=\"rtl\"") && persian.has("امروز"))
    }

    @Test func `TT9: the page can be put on a home screen, and its worker comes from beside it`() async throws {
        var anybody = site.console.browser()
        let page = await anybody.get("\(root)/groups/G1")
        #expect(page.headers[.contentSecurityPolicy]?.hasSuffix("manifest-src 'self'") == true)
        #expect(page.has("href=\"\(root)/app.webmanifest\"") && page.has("data-worker=\"\(root)-worker.js\""))
        let manifest = await anybody.get("\(root)/app.webmanifest")
        #expect(manifest.headers[.contentType] == "application/manifest+json")
        #expect(manifest.has("\"start_url\":\"\(root)\"") && manifest.has("\"display\":\"standalone\""))
        let worker = await anybody.get("\(root)-worker.js")
        #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(worker.has("self.start = \"\(root)\"") && worker.has("importScripts("))
    }

    @Test func `TT9: page, style and scripts are under 50 KB together, unpacked`() async throws {
        var browser = try site.browser()
        for day in 1...6 {
            try await site.add(site.fields(day: day), &browser)
            try await site.add(site.fields("Physics", day: day, starts: "10:35", ends: "11:55"), &browser)
        }
        await publish(&browser)
        var anybody = site.console.browser()
        let week = await anybody.get("\(root)/groups/G1?day=2026-09-09&view=week&lang=fa")
        let files = try ["timetable.css", "timetable.js", "timetable-worker.js"].map { name in
            try Data(contentsOf: Self.files.appending(path: name)).count
        }
        #expect(week.body.count + files.reduce(0, +) < 50_000)
    }
}
