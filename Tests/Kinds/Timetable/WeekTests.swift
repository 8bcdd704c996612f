import Console
import Foundation
import Postgres
import Support
import Testing
import Web

@testable import Timetable

/// The week of a group, a teacher or a room: how it is found and what it shows.
@Suite(.serialized) struct WeekTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    @Test func `TT2: the search for anything finds groups, teachers and rooms, each with its week`() async throws {
        try site.installation.set(
            "update timetable_rooms set building = 'North' where tenant_id = \(site.tenant.id) and name = '201'",
            in: site.tenant)
        let rooms = "\(site.base)/timetable-rooms"
        var browser = try site.browser()
        for name in ["1201", "201a"] {
            let fields = [("name", name), ("building", ""), ("capacity", "0"), ("purpose", "any")]
            #expect(await browser.post(rooms, fields).status == 303)
        }
        func find(_ text: String, by browser: inout TestBrowser) async -> Answer {
            await browser.get("\(site.base)/find.json?\(TestBrowser.encoded([("q", text)]))")
        }
        var support = try site.console.browser(of: try site.installation.makeAdmin(.support, in: site.tenant))
        for (kind, table, name, text): (String, SQL, String, String) in [
            ("group", "timetable_groups", "G1", "g1"), ("teacher", "timetable_teachers", "Petrov Oleg", "oleg PÉTROV"),
            ("room", "timetable_rooms", "201", "201 north"),
        ] {
            let found = await find(text, by: &support)
            let week = "\(site.base)/timetable?\(kind)=\(try site.id(table, name))"
            #expect(found.has("\"href\":\"\(week)\""), "\(found.text)")
            #expect(await support.get(week).has("<bdi>\(name)"), "\(kind)")
        }
        // What begins with the words comes first, the shortest of it before the others.
        let labels = await find("201", by: &support).text.matches(of: /"label":"([^"]*)"/).map { String($0.output.1) }
        #expect(labels == ["201", "201a", "1201"])
        let other = try site.installation.makeTenant()
        var elsewhere = try site.console.browser(of: try site.installation.makeAdmin(.owner, in: other))
        #expect(await elsewhere.get("/t/\(other.slug)/find.json?q=petrov").has("Petrov") == false)
    }

    @Test
    func
        `TT2, TT7: a lesson with a day of its own is in that day's week and in no other, wherever weeks are asked for`()
        async throws
    {
        var browser = try site.browser()
        // 14 September is of week 2; the lessons end on 20 December.
        var ids: [ID] = []
        for (kind, day) in [("exam", "2026-09-14"), ("practice", "2026-09-15"), ("consultation", "2026-12-28")] {
            var fields = site.fields(room: "", starts: "10:35", ends: "11:55")
            fields[1] = ("kind", kind)
            ids.append(try await site.add(fields + [("first_day", day), ("last_day", day)], &browser))
        }
        for (number, shown) in [(1, []), (2, [0, 1]), (3, []), (4, [])] {
            let page = await browser.get(try week("group", "G1", "&week=\(number)"))
            let found = ids.indices.filter { page.has("timetable-lessons/\(ids[$0])?") }
            #expect(found == shown, "week \(number)")
        }
        let all = await browser.get(try week("group", "G1"))
        #expect(ids.allSatisfy { all.has("timetable-lessons/\($0)?") })
        let dated = await browser.get(try week("group", "G1", "&day=2026-12-28"))
        #expect(dated.has("timetable-lessons/\(ids[2])?") && !dated.has("timetable-lessons/\(ids[0])?"))
        // What strangers read says the same.
        _ = await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "For a test")])
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let data = "/public/\(site.tenant.slug)"
        for number in 1...4 {
            let answer = await anybody.get("\(data)/v1/groups/G1/schedule?week=\(number)")
            #expect(answer.has("\"practice\"") == (number == 2), "\(number)")
        }
        #expect(await anybody.get("\(data)/v1/groups/G1/schedule").has("\"weeks\":[2],"))
        let compatible = await anybody.get("\(data)/api/v1/schedule?studentGroup=G1")
        #expect(compatible.has("\"Вторник\":[{\"weekNumber\":[2],"), "\(compatible.text)")
    }

    private func week(_ kind: String, _ name: String, _ more: String = "") throws -> String {
        let table: SQL =
            switch kind {
            case "group": "timetable_groups"
            case "teacher": "timetable_teachers"
            default: "timetable_rooms"
            }
        return "\(site.base)/timetable?\(kind)=\(try site.id(table, name))\(more)&term=\(site.term)"
    }

    private func except(_ lesson: ID, _ fields: [(String, String)], _ browser: inout TestBrowser) async {
        // A day that clashes is saved for a reason.
        let answer = await browser.post(
            "\(site.base)/timetable-lessons/\(lesson)/exceptions", fields + [("new_reason", "For a test")])
        #expect(answer.status == 303, "\(answer.text)")
    }

    @Test func `TT2: a week of the calendar shows what takes place on its days, and what was changed on one of them`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        await except(id, [("day", "2026-09-14"), ("change", "cancelled"), ("new_note", "The <pipes> burst")], &browser)
        await except(
            id, [("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-23"), ("new_starts", "10:35")],
            &browser)
        await except(
            id,
            [("day", "2026-09-28"), ("change", "substituted"), ("new_teachers", "Ivanova Anna"), ("new_room", "305")],
            &browser)
        let move = "timetable-lessons/\(id)/move"
        let usual = await browser.get(try week("group", "G1", "&day=2026-09-10"))
        #expect(usual.has("lesson good\"") && usual.has("7 Sep – 13 Sep 2026, week 1") && usual.has(move))
        #expect(!usual.has("Cancelled") && usual.has("<small>7 Sep</small>"))
        let cancelled = await browser.get(try week("group", "G1", "&day=2026-09-14"))
        #expect(
            cancelled.has("lesson good off\"") && cancelled.has("Cancelled") && cancelled.has("The &lt;pipes&gt; burst")
        )
        // A move by the grid would move what repeats: the day is changed on the lesson's page, which knows it.
        #expect(!cancelled.has(move) && cancelled.has("timetable-lessons/\(id)?day=2026-09-14"))
        let moved = await browser.get(try week("group", "G1", "&day=2026-09-21"))
        #expect(moved.has("Moved to 23 Sep, 10:35") && moved.has("Instead of 21 Sep, 09:00"), "\(moved.text)")
        let relieved = await browser.get(try week("teacher", "Petrov Oleg", "&day=2026-09-28"))
        #expect(relieved.has("Taken over") && relieved.has("lesson good off\"") && relieved.has("Ivanova Anna"))
        for (kind, name) in [("teacher", "Ivanova Anna"), ("room", "305")] {
            let other = await browser.get(try week(kind, name, "&day=2026-09-28"))
            #expect(other.has("Another teacher or room") && !other.has("lesson good off\""), "\(name)")
            #expect(await browser.get(try week(kind, name, "&day=2026-10-05")).has("timetable-lessons/\(id)") == false)
        }
        // A week before, between and after the others, and none far from the term.
        #expect(moved.has("day=2026-09-14") && moved.has("day=2026-09-28"))
        #expect(await browser.get(try week("group", "G1", "&day=2030-01-01")).status == 200)
    }

    @Test func `TT2: the weeks that repeat say how many dates differ, and lead to one of them`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        #expect(await browser.get(try week("group", "G1")).has("differ") == false)
        // The first two are of week 2, the last one of week 3.
        for day in ["2026-09-14", "2026-10-12", "2026-11-16"] {
            await except(id, [("day", day), ("change", "cancelled")], &browser)
        }
        let all = await browser.get(try week("group", "G1"))
        #expect(all.text.components(separatedBy: "3 dates differ").count == 3, "on the card and above")
        #expect(all.has("&amp;day=2026-"))
        let second = await browser.get(try week("group", "G1", "&week=2"))
        #expect(second.has("2 dates differ"))
        let fourth = await browser.get(try week("group", "G1", "&week=4"))
        #expect(fourth.text.components(separatedBy: "dates differ").count == 2, "only above")
        // Who takes over on a day has no lesson of their own, but a day that differs.
        await except(
            id, [("day", "2026-09-21"), ("change", "substituted"), ("new_teachers", "Ivanova Anna")], &browser)
        #expect(await browser.get(try week("teacher", "Ivanova Anna")).has("1 date differs"))
    }

    @Test func `TT2: from a lesson one comes back to the week or the list from which it was opened`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        func opened(_ page: String) async throws -> String {
            let text = await browser.get(page).text
            let link = try #require(text.firstMatch(of: /href="([^"]*timetable-lessons\/[0-9a-f-]{36}\?[^"]*)"/))
            return String(link.output.1).replacing("&amp;", with: "&")
        }
        func saved(_ lesson: String, _ version: Int) async -> String? {
            let page = await browser.get(lesson)
            let action = page.text.firstMatch(of: /action="([^"]*timetable-lessons\/[0-9a-f-]{36}\?[^"]*)"/)?.output.1
            return await browser.post(
                String(action ?? "").replacing("&amp;", with: "&"),
                site.fields() + [("version", String(version))]
            ).location
        }
        let places = [
            try week("group", "G1", "&week=3"), try week("teacher", "Petrov Oleg", "&week=2"),
            try week("room", "201", "&day=2026-09-14"), "\(site.base)/timetable-lessons?sort=subject",
        ]
        for (number, place) in places.enumerated() {
            let lesson = try await opened(place)
            let location = await saved(lesson, number + 1)
            #expect(location == place, "\(lesson)")
        }
        // So do its other acts, and where it can go.
        let back = "back=" + TestBrowser.encoded(places[1])
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        let page = await browser.get("\(lesson)?\(back)")
        for act in ["copy", "split", "removal", "exceptions", "places"] {
            #expect(page.has("\(lesson)/\(act)?back="), "\(act)")
        }
        let free = await browser.get("\(lesson)/places?\(back)")
        #expect(free.has("\(lesson)/move?back="))
        #expect(
            await browser.post("\(lesson)/move?\(back)", [("weekday", "2"), ("starts", "540")]).location == places[1])
        #expect(await browser.post("\(lesson)/removal?\(back)").location == places[1])
        // Another site is no page to come back to.
        let other = try await site.add(site.fields("Physics"), &browser)
        for address in ["https://example.org/", "//example.org/"] {
            let answer = await browser.post(
                "\(site.base)/timetable-lessons/\(other)/move?back=\(TestBrowser.encoded(address))", [("slot", "3-540")]
            )
            #expect(answer.location?.hasPrefix("/") == true && answer.location?.hasPrefix("//") == false, "\(address)")
        }
    }

    @Test func `TT2: a lesson of several groups names the others in the week of each`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(groups: "G1, G2"), &browser)
        try await site.add(site.fields("Physics", day: 2), &browser)
        let first = await browser.get(try week("group", "G1"))
        #expect(first.text.components(separatedBy: "with 1 other group").count == 2)
        #expect(first.has("\u{2068}G2\u{2069}"))
        #expect(await browser.get(try week("group", "G2", "&day=2026-09-07")).has("\u{2068}G1\u{2069}"))
        #expect(await browser.get(try week("teacher", "Petrov Oleg")).has("other group") == false)
    }

    @Test func `TT3: what is saved but clashes is said in amber, with the clash and the way to it`() async throws {
        var browser = try site.browser()
        let place = try week("group", "G1")
        let back = "back=" + TestBrowser.encoded(place)
        let add = "\(site.base)/timetable-terms/\(site.term)/lessons?\(back)"
        #expect(await browser.post(add, site.fields()).location == place)
        let good = await browser.get(place)
        #expect(good.has("class=\"flash\"") && good.has("added to the draft"))
        #expect(await browser.post(add, site.fields("Physics", groups: "G2", room: "")).location == place)
        let page = await browser.get(place)
        #expect(page.has("class=\"flash warn\"") && page.has("#warn"), "\(page.text)")
        for part in ["Saved in the draft, but it clashes.", "teaches elsewhere", "Maths, G1", "See why"] {
            #expect(page.has(part), "\(part)")
        }
        let look = try #require(page.text.firstMatch(of: /href="([^"]*)">See why/)?.output.1)
        let lesson = await browser.get(String(look).replacing("&amp;", with: "&"))
        #expect(lesson.status == 200 && lesson.has("Physics") && !lesson.has("class=\"flash"))
        // A single day that does not fit, and what was refused, are no success either.
        let id = try site.one(
            """
            select timetable_lessons.id from timetable_lessons join timetable_subjects on timetable_subjects.id = subject_id
            where timetable_lessons.tenant_id = \(site.tenant.id) and timetable_subjects.name = 'Maths'
            """)?.id("id")
        let maths = "\(site.base)/timetable-lessons/\(try #require(id))"
        let day = [
            ("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-21"), ("new_reason", "No other way"),
        ]
        #expect(await browser.post(maths + "/exceptions", day).status == 303)
        #expect(await browser.get(maths).has("class=\"flash warn\""))
        let room = "\(site.base)/timetable-rooms/\(try site.id("timetable_rooms", "201"))/deletion"
        #expect(await browser.post(room).has("class=\"flash warn\""))
        // What is undone with one click still is.
        #expect(await browser.post(maths + "/move?\(back)", [("slot", "1-545")]).location == place)
        let moved = await browser.get(place)
        #expect(moved.has("class=\"flash warn\"") && moved.has(maths + "/move?weekday=1&amp;starts=540"))
    }

    @Test func `TT4: the audit log has why a day was cancelled, and tells the move of one week from that of all`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        func event(_ action: String) throws -> String? {
            try site.one(
                """
                select reason || ' ' || changes as v from audit_events where tenant_id = \(site.tenant.id)
                    and action = \(action) order by sequence desc limit 1
                """)?.text("v")
        }
        await except(id, [("day", "2026-09-14"), ("change", "cancelled"), ("new_note", "Teacher is ill")], &browser)
        #expect(try event("timetable.lesson_exception")?.hasPrefix("Teacher is ill ") == true)
        let page = await browser.get("\(site.base)/timetable-lessons/\(id)")
        #expect(page.has("Teacher is ill"))
        // What replaces it says what it was; so does its end.
        let seen = try site.seen(id, "2026-09-14")
        await except(id, [("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-15"), seen], &browser)
        let replaced = try #require(try event("timetable.lesson_exception"))
        for part in ["cancelled", "moved", "Teacher is ill", "2026-09-15 09:00"] {
            #expect(replaced.contains(part), "\(part): \(replaced)")
        }
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id)")?.id("id"))
        #expect(await browser.post("\(site.base)/timetable-exceptions/\(exception)/end").status == 303)
        #expect(try event("timetable.lesson_exception_ended")?.contains("2026-09-15 09:00") == true)

        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(await browser.post(lesson + "/move", [("slot", "3-635"), ("only", "2")]).status == 303)
        let moved = try #require(try event("timetable.lesson_changed"))
        #expect(moved.contains("moved_week") && moved.contains("2 1 540") && moved.contains("2 3 635"), "\(moved)")
        #expect(!moved.contains("weekday") && !moved.contains("starts"), "\(moved)")
        let trail = await browser.get(lesson)
        #expect(trail.has("week 2, Monday 09:00") && trail.has("week 2, Wednesday 10:35"), "\(trail.text)")
        // The week's own lesson has a history too.
        let part = try #require(
            try site.one("select id from timetable_lessons where tenant_id = \(site.tenant.id) and id <> \(id)")?.id(
                "id"))
        #expect(
            try site.one(
                """
                select count(*) as n from audit_events where tenant_id = \(site.tenant.id) and object_id = \(part)
                    and action = 'timetable.lesson_added'
                """)?.int("n") == 1)
    }
}
