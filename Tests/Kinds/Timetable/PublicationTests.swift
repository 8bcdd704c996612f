import Console
import HTML
import Postgres
import Support
import Testing

@testable import Timetable

@Suite(.serialized) struct PublicationTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    private var publication: String { "\(site.base)/timetable-terms/\(site.term)/publication" }

    @Test func `TT4: what is new tells its weeks and subgroup, and an exam its date`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(weeks: "1, 3", subgroup: "2"), &browser)
        var exam = site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", room: "")
        exam[1] = ("kind", "exam")
        try await site.add(exam + [("first_day", "2026-12-14"), ("last_day", "2026-12-14")], &browser)
        let page = await browser.get(publication)
        for part in ["weeks 1, 3, subgroup 2", "14 Dec 2026 09:00–10:20"] { #expect(page.has(part), "\(part)") }
    }

    @Test func `TT4: a publication says what changes for how many groups, part by part, and makes it so`() async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", day: 2), &browser)
        let first = await browser.get(publication)
        #expect(first.has("2 lessons change for 2 groups") && first.has("New lesson"))
        #expect(try site.published() == [])
        #expect(await browser.post(publication).status == 303)
        #expect(try site.published() == ["Maths 1 540-620 15", "Physics 2 540-620 15"])
        #expect(await browser.get(publication).has("Nothing to publish"))
        // Nothing to publish is published by nobody.
        #expect(await browser.post(publication).status == 409)

        #expect(await browser.post("\(site.base)/timetable-lessons/\(id)/move", [("slot", "4-635")]).status == 303)
        let second = await browser.get(publication)
        #expect(
            second.has("1 lesson changes for 1 group") && second.has("Monday 09:00–10:20")
                && second.has("Thursday 10:35–11:55"))
        #expect(try site.published() == ["Maths 1 540-620 15", "Physics 2 540-620 15"])
        #expect(await browser.post(publication).status == 303)
        #expect(try site.published() == ["Maths 4 635-715 15", "Physics 2 540-620 15"])
    }

    @Test func `TT4: a version says what has changed, and the draft what will`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        #expect(await browser.get(publication).has("1 lesson changes for 1 group"))
        #expect(await browser.post(publication).status == 303)
        let page = await browser.get(publication)
        #expect(page.has("1 lesson changed for 1 group") && !page.has("1 lesson changes"))
        for (language, words) in [
            (Language.ru, "Изменено 350 занятий у 12 групп"), (.es, "Cambiaron 350 clases para 12 grupos"),
            (.fa, "۳۵۰ جلسه تغییر کرد برای ۱۲ گروه"),
        ] { #expect(DraftChanges.summary(lessons: 350, groups: 12).resolve(in: language) == words) }
    }

    @Test func `TT4: what is changed and changed back is no change`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        _ = await browser.post(publication)
        _ = await browser.post("\(site.base)/timetable-lessons/\(id)/move", [("slot", "4-635")])
        _ = await browser.post("\(site.base)/timetable-lessons/\(id)/move", [("slot", "1-540")])
        #expect(await browser.get(publication).has("Nothing to publish"))
    }

    @Test func `TT4: a removed lesson is seen until the publication, and then gone`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        _ = await browser.post(publication)
        _ = await browser.post("\(site.base)/timetable-lessons/\(id)/removal")
        #expect(try site.draft() == ["Maths 1 540-620 15 removed"])
        #expect(try site.published() == ["Maths 1 540-620 15"])
        #expect(await browser.get(publication).has("No longer takes place"))
        #expect(await browser.post(publication).status == 303)
        #expect(try site.draft() == [] && site.published() == [])
    }

    @Test func `TT3: clashes block a publication unless a reason is given, for the database too`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics"), &browser)
        let refused = await browser.post(publication)
        #expect(refused.status == 422 && refused.has("id=\"reason-error\"") && refused.has("3 clashes"))
        #expect(try site.published() == [])
        #expect(throws: DatabaseError.self) {
            try site.installation.inTenant(site.tenant) { tx in
                let term = try #require(try Term.find(site.term, in: tx))
                _ = try Publishing.publish(term, DraftChanges(term, in: tx), reason: "", in: tx, by: .script("t"))
            }
        }
        #expect(await browser.post(publication, [("reason", "The new building opens late")]).status == 303)
        #expect(try site.published().count == 2)
        #expect(await browser.get(publication).has("The new building opens late"))
    }

    @Test func `TT4: an older version comes back as a new one, with what was removed since`() async throws {
        var browser = try site.browser()
        let maths = try await site.add(site.fields(), &browser)
        let physics = try await site.add(
            site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", day: 2), &browser)
        _ = await browser.post(publication)
        _ = await browser.post("\(site.base)/timetable-lessons/\(maths)/move", [("slot", "4-635")])
        _ = await browser.post("\(site.base)/timetable-lessons/\(physics)/removal")
        try await site.add(site.fields("Physics", day: 5), &browser)
        _ = await browser.post(publication)
        #expect(try site.published() == ["Maths 4 635-715 15", "Physics 5 540-620 15"])

        #expect(await browser.post(publication + "/return", [("version", "1")]).status == 422)
        #expect(await browser.post(publication + "/return", [("version", "2"), ("reason", "x")]).status == 404)
        #expect(await browser.post(publication + "/return", [("version", "1"), ("reason", "Too early")]).status == 303)
        #expect(try site.published() == ["Maths 1 540-620 15", "Physics 2 540-620 15"])
        #expect(try site.draft() == ["Maths 1 540-620 15", "Physics 2 540-620 15"])
        #expect(
            try site.one("select max(number) as n from timetable_versions where tenant_id = \(site.tenant.id)")?.int(
                "n") == 3)
        #expect(await browser.get(publication).has("Back to version 1"))
    }

    @Test func `TT3: the database counts the clashes of a version itself`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics"), &browser)
        func add(_ clashes: Int, reason: String) throws {
            try site.installation.database.with(.app) { connection in
                try connection.inTenant(site.tenant.id) { tx in
                    try tx.execute(
                        PublicationQueries.add(
                            .init(
                                id: .make(), number: 1, term: site.term, by: "t", reason: reason, clashes: clashes,
                                added: 2,
                                changed: 0, removed: 0, groups: 1, returnedTo: nil, now: .now), tenant: tx.tenant))
                }
            }
        }
        // Three clashes, of which a program says nothing, or too little; and it has no reason.
        for (clashes, reason) in [(0, ""), (1, "Why not"), (3, "")] {
            #expect(throws: DatabaseError.self, "\(clashes)") { try add(clashes, reason: reason) }
        }
        try add(3, reason: "The new building opens late")
    }

    @Test func `TT6: what comes back with a version is still the source's, and goes when the source has it no longer`()
        async throws
    {
        var browser = try site.browser()
        func brought(_ lessons: [String]) async throws {
            let file = """
                {"studentGroupDto": {"name": "G1"}, "exams": [], "schedules": {"Вторник": [\(lessons.joined(separator: ","))]}}
                """
            let base = "\(site.base)/timetable-lessons/import"
            let matching = try #require((await browser.post(base, [("pasted", file)])).location)
            #expect(await browser.post(matching, await browser.get(matching).form(matching)).status == 303)
            try await site.console.work()
            let id = String(matching.split(separator: "/").dropLast().last ?? "")
            #expect(await browser.post("\(base)/\(id)/run").status == 303)
            try await site.console.work()
        }
        func lesson(_ subject: String) -> String {
            """
            {"weekNumber": [1], "numSubgroup": 0, "studentGroups": [{"name": "G1"}], "startLessonTime": "09:00",
             "endLessonTime": "10:20", "subject": "\(subject)", "lessonTypeAbbrev": "ЛК"}
            """
        }
        func draft() throws -> [String] { try site.draft().filter { !$0.hasSuffix("removed") } }
        let reason = [("reason", "Of one group, at one time")]
        try await brought([lesson("Maths"), lesson("Physics")])
        #expect(await browser.post(publication, reason).status == 303)
        try await brought([lesson("Maths")])
        #expect(await browser.post(publication).status == 303)
        #expect(try site.draft() == ["Maths 2 540-620 1"])
        #expect(await browser.post(publication + "/return", [("version", "1")] + reason).status == 303)
        #expect(try draft() == ["Maths 2 540-620 1", "Physics 2 540-620 1"])
        try await brought([lesson("Maths")])
        #expect(try draft() == ["Maths 2 540-620 1"])
    }

    @Test func `TT3: before a publication one is told of rooms whose seats nobody knows`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        #expect(await browser.get(publication).has("has no number of seats") == false)
        try site.installation.set(
            "update timetable_rooms set capacity = 0 where tenant_id = \(site.tenant.id) and name = '201'",
            in: site.tenant)
        #expect(await browser.get(publication).has("1 room has no number of seats"))
    }

    @Test func `TT4: what somebody else put into the draft meanwhile is shown before it is published`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        let seen = try #require((await browser.get(publication)).hidden("seen"))
        var other = try site.console.browser(of: try site.installation.makeAdmin(.editor, in: site.tenant))
        try await site.add(site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", day: 2), &other)
        let refused = await browser.post(publication, [("seen", seen)])
        #expect(refused.status == 409 && refused.has("changed the draft since") && refused.has("2 lessons change"))
        #expect(try site.published() == [])
        let now = try #require(refused.hidden("seen"))
        #expect(now != seen)
        #expect(await browser.post(publication, [("seen", now)]).status == 303)
        #expect(try site.published().count == 2)
    }

    @Test func `TT4: what was different on single days comes back with the lesson`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        _ = await browser.post(publication)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(
            await browser.post(lesson + "/exceptions", [("day", "2026-09-14"), ("change", "cancelled")]).status == 303)
        #expect(await browser.post(lesson + "/removal").status == 303)
        #expect(await browser.post(publication).status == 303)
        #expect(try site.published() == [])
        #expect(await browser.get(lesson).status == 404)
        #expect(await browser.get("\(site.base)/timetable-lessons").has(lesson) == false)
        let back = publication + "/return"
        #expect(await browser.post(back, [("version", "1"), ("reason", "It is held after all")]).status == 303)
        #expect(try site.published() == ["Maths 1 540-620 15"])
        #expect(
            try site.one("select id from timetable_exceptions where lesson_id = \(id) and day = '2026-09-14'") != nil)
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let day = await anybody.get("/public/\(site.tenant.slug)/v1/groups/G1/days?from=2026-09-14&until=2026-09-14")
        #expect(day.has("\"state\":\"cancelled\""))
    }

    @Test func `TT4: going back twice to what is published already takes nothing from the draft`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        _ = await browser.post(publication)
        _ = await browser.post("\(site.base)/timetable-lessons/\(id)/move", [("slot", "4-635")])
        _ = await browser.post(publication)
        let back = [("version", "1"), ("reason", "Too early")]
        #expect(await browser.post(publication + "/return", back).status == 303)
        try await site.add(site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", day: 2), &browser)
        #expect(await browser.post(publication + "/return", back).status == 409)
        #expect(try site.draft() == ["Maths 1 540-620 15", "Physics 2 540-620 15"])
        #expect(try site.published() == ["Maths 1 540-620 15"])
    }

    @Test func `TT4: a publication keeps what it changed, by whom and why, and the way back to it`() async throws {
        var browser = try site.browser()
        let maths = try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics", groups: "G2", teachers: "Ivanova Anna", day: 2), &browser)
        _ = await browser.post(publication, [("reason", "Autumn <begins>")])
        _ = await browser.post("\(site.base)/timetable-lessons/\(maths)/move", [("slot", "4-635")])
        _ = await browser.post(publication, [("reason", "Room 201 is being painted")])
        let list = "\(site.base)/timetable-publications"
        var reader = try site.console.browser(of: try site.installation.makeAdmin(.support, in: site.tenant))
        let all = await reader.get(list)
        for part in ["Version 1", "Version 2", "Autumn &lt;begins&gt;", "Room 201 is being painted", site.owner.name] {
            #expect(all.has(part), "\(part)")
        }
        func version(_ number: Int) throws -> String {
            let id = try site.one(
                "select id from timetable_versions where tenant_id = \(site.tenant.id) and number = \(number)")?.id(
                    "id")
            return "\(list)/\(try #require(id))"
        }
        // The draft goes on; what was published stays as it was.
        _ = await browser.post("\(site.base)/timetable-lessons/\(maths)/move", [("slot", "5-635")])
        let second = await reader.get(try version(2))
        #expect(second.has("Monday 09:00–10:20") && second.has("Thursday 10:35–11:55") && !second.has("Physics"))
        #expect(second.has("Students see this version") && second.has("1 lesson changed for 1 group"))
        let first = await reader.get(try version(1))
        #expect(first.has("New lesson") && first.has("Maths") && first.has("Physics") && !first.has("Students see"))
        #expect(!first.has("publication/return"), "support may not publish")
        #expect(await reader.get("\(list)/\(ID.make())").status == 404)
        #expect(await browser.get(publication).has(try version(1)))
        // Without a reason the version's own page says so.
        #expect(await browser.get(try version(1)).has("\(publication)/return"))
        let refused = await browser.post(publication + "/return", [("version", "1")])
        #expect(refused.status == 422 && refused.has("id=\"reason-error\"") && refused.has("<h1>Version 1"))
        #expect(
            await browser.post(publication + "/return", [("version", "1"), ("reason", "Painted already")]).status == 303
        )
        #expect(await reader.get(try version(3)).has("Back to version 1"))
        let file = await browser.get("\(list).csv?reason=why")
        #expect(file.status == 200 && file.has("Room 201 is being painted"))
    }

    @Test func `TT4: a manager publishes, an editor changes the draft, and a supporter looks`() async throws {
        for (role, sees, edits, publishes): (Role, Int, Int, Int) in [
            (.manager, 200, 200, 200), (.editor, 200, 200, 403), (.support, 200, 403, 403),
        ] {
            var browser = try site.console.browser(of: try site.installation.makeAdmin(role, in: site.tenant))
            #expect(await browser.get("\(site.base)/timetable").status == sees, "\(role)")
            #expect(await browser.get("\(site.base)/timetable-lessons/new").status == edits, "\(role)")
            #expect(await browser.get(publication).status == publishes, "\(role)")
        }
    }

    @Test func `TT4: groups or teachers in another order, and the weeks of what is held once, are no change`()
        async throws
    {
        var browser = try site.browser()
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        let both = try await site.add(
            site.fields(groups: "G1, G2", teachers: "Petrov Oleg, Ivanova Anna", room: ""), &browser)
        var exam = site.fields("Physics", groups: "G2", teachers: "", room: "")
        exam[1] = ("kind", "exam")
        let once = try await site.add(exam + [("first_day", "2026-12-14"), ("last_day", "2026-12-14")], &browser)
        #expect(await browser.post(publication, [("reason", "Autumn")]).status == 303)
        try site.installation.inTenant(site.tenant) { tx in
            try tx.execute(
                """
                update timetable_lessons set group_ids = array[group_ids[2], group_ids[1]],
                    teacher_ids = array[teacher_ids[2], teacher_ids[1]] where id = \(both)
                """)
            try tx.execute("update timetable_lessons set weeks = 1 where id = \(once)")
            let none = try #require(try tx.first(PublicationQueries.size(site.term)))
            #expect(try none.int("lessons") == 0 && none.int("groups") == 0)
            try tx.execute("update timetable_lessons set teacher_ids = teacher_ids[1:1] where id = \(both)")
            let one = try #require(try tx.first(PublicationQueries.size(site.term)))
            #expect(try one.int("lessons") == 1 && one.int("changed") == 1 && one.int("groups") == 2)
        }
    }
}
