import Console
import Postgres
import Support
import Testing
import Web

@testable import Timetable

/// What the published timetable comes to.
@Suite(.serialized) struct TimetableReportTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private let week = "from=2026-09-07&until=2026-09-13"

    /// Maths on Mondays of every week, Physics on Tuesdays of week 2 alone.
    private func publish(_ browser: inout TestBrowser) async throws {
        try await site.add(site.fields(), &browser)
        try await site.add(
            site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", room: "305", day: 2, weeks: "2")
                .filter { $0.0 != "kind" } + [("kind", "lab")], &browser)
        #expect(
            await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "small room")])
                .status == 303)
    }

    private func lines<R: Report>(_ report: R.Type, _ query: String) throws -> [String] {
        var lines: [String] = []
        try site.installation.inTenant(site.tenant) { tx in
            let actor = Actor.script("test", in: site.tenant)
            let report = try R(Query(urlEncoded: Array(query.utf8)), in: tx, by: actor, site.console.services)
            lines = try tx.rows(report.lines).map { row in
                "\(try row.text("label")) \(try row.ints("values").map { String($0) }.joined(separator: " "))"
            }
        }
        return lines
    }

    @Test func `TT10: a teacher's load counts lessons that take place, by week, and not those that were cancelled`()
        async throws
    {
        var browser = try site.browser()
        try await publish(&browser)
        #expect(try lines(TeacherLoadReport.self, week) == ["Petrov Oleg 1 1 1 0 0 0"])
        #expect(
            try lines(TeacherLoadReport.self, "from=2026-09-07&until=2026-09-20") == [
                "Petrov Oleg 2 3 2 0 0 0", "Ivanova Anna 1 1 0 0 1 0",
            ])
        let maths = try #require(
            try site.one("select id from timetable_lessons where tenant_id = \(site.tenant.id) and weekday = 1")?.id(
                "id"))
        let answer = await browser.post(
            "\(site.base)/timetable-lessons/\(maths)/exceptions", [("day", "2026-09-07"), ("change", "cancelled")])
        #expect(answer.status == 303)
        #expect(try lines(TeacherLoadReport.self, week) == [])
        // Another day and room of the same week.
        _ = await browser.post(
            "\(site.base)/timetable-lessons/\(maths)/exceptions",
            [
                ("day", "2026-09-07"), ("change", "moved"), ("new_day", "2026-09-10"), ("new_teachers", "Ivanova Anna"),
                try site.seen(maths, "2026-09-07"),
            ])
        #expect(try lines(TeacherLoadReport.self, week) == ["Ivanova Anna 1 1 1 0 0 0"])
    }

    @Test func `TT10: an exam after the term and on a holiday counts, and so does a lesson moved there`() async throws {
        var browser = try site.browser()
        #expect(
            await browser.post(
                "\(site.base)/timetable-holidays",
                [("name", "Feast"), ("first_day", "2026-10-05"), ("last_day", "2026-10-05"), ("is_counted", "yes")]
            ).status == 303)
        for day in ["2026-10-05", "2026-12-22"] {
            try await site.add(
                site.fields(teachers: "Ivanova Anna", weeks: "3").filter { $0.0 != "kind" }
                    + [("kind", "exam"), ("first_day", day)], &browser)
        }
        #expect(
            await browser.post("\(site.base)/timetable-terms/\(site.term)/publication").status == 303)
        #expect(try lines(TeacherLoadReport.self, "from=2026-10-05&until=2026-10-05") == ["Ivanova Anna 1 1 0 0 0 1"])
        #expect(try lines(TeacherLoadReport.self, "from=2026-12-22&until=2026-12-22") == ["Ivanova Anna 1 1 0 0 0 1"])
    }

    @Test func `TT10: what was different on a day that the lesson no longer has counts nowhere`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let (lesson, publication) = (
            "\(site.base)/timetable-lessons/\(id)", "\(site.base)/timetable-terms/\(site.term)/publication"
        )
        _ = await browser.post(publication)
        #expect(
            await browser.post(
                lesson + "/exceptions", [("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-17")]
            ).status == 303)
        let thursday = "from=2026-09-17&until=2026-09-17"
        #expect(try lines(TeacherLoadReport.self, thursday) == ["Petrov Oleg 1 1 1 0 0 0"])
        // From now on the lesson is on Tuesdays: its Monday was moved, and is none any more.
        _ = await browser.post(lesson + "/move", [("slot", "2-540")])
        #expect(await browser.post(publication).status == 303)
        #expect(try lines(TeacherLoadReport.self, thursday) == [])
        // Nor does another lesson clash with it there.
        let other = try await site.add(site.fields("Physics", day: 3), &browser)
        let otherDay = "\(site.base)/timetable-lessons/\(other)"
        _ = await browser.post(
            otherDay + "/exceptions", [("day", "2026-09-16"), ("change", "moved"), ("new_day", "2026-09-17")])
        #expect(await browser.get(otherDay).has("Maths, G1") == false)
    }

    @Test func `TT10: the use of a room is a share of the usual times`() async throws {
        var browser = try site.browser()
        try await publish(&browser)
        // Six days of two usual times.
        #expect(try lines(RoomUseReport.self, week) == ["201 1 1 8", "305 0 0 0"])
    }

    @Test
    func `TT10: the chart of the use of rooms counts the lessons in the building that was chosen, like its table`()
        async throws
    {
        var browser = try site.browser()
        try await publish(&browser)
        try site.installation.set(
            "update timetable_rooms set building = 'B' where tenant_id = \(site.tenant.id) and name = '305'")
        let weeks = "from=2026-09-07&until=2026-09-20"
        func charted(_ query: String) throws -> Int {
            var sum = 0
            try site.installation.inTenant(site.tenant) { tx in
                let actor = Actor.script("test", in: site.tenant)
                let report = try RoomUseReport(
                    Query(urlEncoded: Array(query.utf8)), in: tx, by: actor, site.console.services)
                for row in try tx.rows(report.along(.day)) { sum += Int(try row.ints("values").first ?? 0) }
            }
            return sum
        }
        #expect(try lines(RoomUseReport.self, weeks + "&building=B").map { $0.prefix(5) } == ["305 1"])
        #expect(try charted(weeks + "&building=B") == 1)
        #expect(try charted(weeks) == 3)
    }

    @Test func `TT10: free rooms are told by time and by room`() async throws {
        var browser = try site.browser()
        try await publish(&browser)
        let monday = "from=2026-09-07&until=2026-09-07"
        #expect(try lines(FreeRoomsReport.self, monday) == ["2026-09-07 09:00 1 15", "2026-09-07 10:35 2 45"])
        #expect(try lines(FreeRoomsReport.self, monday + "&by=room&time=09:00") == ["305 1 1 15"])
        #expect(try lines(FreeRoomsReport.self, monday + "&by=room") == ["305 2 2 15", "201 1 2 30"])
    }

    @Test func `TT10: two terms with one day have its times once, and a room that either takes is taken`() async throws
    {
        var browser = try site.browser()
        try await publish(&browser)
        let other = [
            ("name", "Evening"), ("first_day", "2026-09-07"), ("last_day", "2026-12-20"), ("first_week", "1"),
            ("bells", "09:00-10:50, 18:00-19:20"),
        ]
        #expect(await browser.post("\(site.base)/timetable-terms", other).status == 303)
        let monday = "from=2026-09-07&until=2026-09-07"
        #expect(
            try lines(FreeRoomsReport.self, monday) == [
                "2026-09-07 09:00 1 15", "2026-09-07 10:35 2 45", "2026-09-07 18:00 2 45",
            ])
        #expect(try lines(FreeRoomsReport.self, monday + "&by=room") == ["305 3 3 15", "201 2 3 30"])
    }

    @Test
    func `TT10: no report compares all lessons with all rooms and times, whatever the planner knows of the tables`()
        async throws
    {
        try site.installation.inTenant(site.tenant) { tx in
            let (tenant, term) = (tx.tenant, site.term)
            try tx.execute(
                """
                insert into timetable_rooms (tenant_id, id, name, building, capacity, purpose)
                select \(tenant), gen_random_uuid(), 'R' || n, '', 30, 'any' from generate_series(1, 60) as n
                """)
            try tx.execute(
                """
                insert into timetable_published (tenant_id, lesson_id, from_version, term_id, subject_id, kind, group_ids,
                    subgroup, teacher_ids, room_id, weekday, starts, ends, weeks, first_day, last_day, note, published_at)
                select \(tenant), gen_random_uuid(), 1, \(term),
                    (select timetable_subjects.id from timetable_subjects limit 1), 'lab', '{}', 0, '{}', rooms.id,
                    1 + n % 6, case when n % 2 = 0 then 540 else 635 end, case when n % 2 = 0 then 620 else 715 end, 15,
                    '2026-09-07', '2026-12-20', '', now()
                from generate_series(1, 600) as n join (
                    select timetable_rooms.id, row_number() over (order by timetable_rooms.name) as number from timetable_rooms
                ) as rooms on rooms.number = 1 + n % 60
                """)
            let actor = Actor.script("test", in: site.tenant)
            func query(_ more: String) -> Query { Query(urlEncoded: Array("\(week)&\(more)".utf8)) }
            let services = site.console.services
            let reports: [any Report] = [
                try FreeRoomsReport(query(""), in: tx, by: actor, services),
                try FreeRoomsReport(query("by=room"), in: tx, by: actor, services),
                try RoomUseReport(query(""), in: tx, by: actor, services),
                try TeacherLoadReport(query(""), in: tx, by: actor, services),
            ]
            let all = reports.flatMap { [$0.lines, $0.along(.day)] }
            // The worst that a planner without statistics can choose.
            for setting: SQL in ["set local enable_hashjoin = off", "set local enable_mergejoin = off"] {
                try tx.execute(setting)
            }
            for statement in all {
                var (compared, loops) = (0, 1)
                for row in try tx.rows("explain (analyze, costs off, timing off, summary off) \(statement)") {
                    let line = try row.text("QUERY PLAN")
                    if let found = line.firstMatch(of: /loops=(\d+)/) { loops = Int(found.output.1) ?? 1 }
                    if let found = line.firstMatch(of: /Rows Removed by .*Filter: (\d+)/) {
                        compared += loops * (Int(found.output.1) ?? 0)
                    }
                }
                // All with all is 600 lessons by 62 rooms by 12 times: 446,400.
                #expect(compared < 60_000, "\(compared): \(statement.rendered.text)")
            }
        }
    }

    @Test func `TT10: every report has a page with or without lessons, a form for its files, and those`() async throws {
        var browser = try site.browser()
        for path in ["timetable-load", "timetable-rooms", "timetable-free-rooms"] {
            #expect(await browser.get("\(site.base)/reports/\(path)").status == 200, "\(path)")
        }
        try await publish(&browser)
        for path in ["timetable-load", "timetable-rooms", "timetable-free-rooms"] {
            let page = await browser.get("\(site.base)/reports/\(path)?\(week)")
            #expect(page.status == 200 && page.has("/reports/\(path)/export"), "\(path)")
            #expect(await browser.get("\(site.base)/reports/\(path)/export?\(week)").status == 200, "\(path)")
            for format in ["csv", "xlsx", "jsonl"] {
                let file = await browser.get("\(site.base)/reports/\(path).\(format)?\(week)&reason=why")
                #expect(file.status == 200, "\(path).\(format)")
            }
        }
    }
}
