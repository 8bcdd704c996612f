import Console
import Foundation
import Postgres
import Support
import Testing

@testable import Timetable

@Suite(.serialized) struct LessonTests {
    private static let made = Result { try TestInstallation() }
    private let site: TimetableSite

    init() throws { site = try TimetableSite(try Self.made.get()) }

    @Test
    func `TT1: a room is added, changed and deleted with its form, and a name that is taken is said beside the field`()
        async throws
    {
        var browser = try site.browser()
        let rooms = "\(site.base)/timetable-rooms"
        let fields = [("name", "112-2"), ("building", "B"), ("capacity", "۴۰"), ("purpose", "lab")]
        #expect(await browser.post(rooms, fields).location == rooms)
        #expect(await browser.get(rooms).has("112-2"))
        let again = await browser.post(rooms, fields)
        #expect(again.status == 422 && again.has("id=\"name-error\"") && again.has("value=\"112-2\""))
        let id = try site.id("timetable_rooms", "112-2")
        #expect(try site.one("select capacity from timetable_rooms where id = \(id)")?.int("capacity") == 40)
        let stale =
            fields + [
                ("version", "1"), ("was_name", "112-2"), ("was_building", "B"), ("was_capacity", "40"),
                ("was_purpose", "lab"),
            ]
        #expect(await browser.post("\(rooms)/\(id)", [("name", "113-2")] + stale.dropFirst()).location == rooms)
        // The same form once more: somebody has renamed the room meanwhile.
        let conflict = await browser.post(
            "\(rooms)/\(id)", [("name", "112-2"), ("building", "C")] + stale.dropFirst(2))
        #expect(conflict.status == 409 && conflict.has("value=\"113-2\"") && conflict.has("value=\"C\""))
        #expect(await browser.post("\(rooms)/\(id)/deletion").location == rooms)
        #expect(try site.one("select id from timetable_rooms where id = \(id)") == nil)
    }

    @Test func `TT1: a form says all that is wrong at once, each beside its field, and keeps all that was typed`()
        async throws
    {
        var browser = try site.browser()
        let terms = "\(site.base)/timetable-terms"
        let wrong = await browser.post(
            terms,
            [
                ("name", "AUTUMN"), ("first_day", "soon"), ("last_day", "2026-13-01"), ("first_week", "7"),
                ("bells", "9 to 10"),
            ])
        #expect(wrong.status == 422)
        for (field, typed) in [
            ("name", "AUTUMN"), ("first_day", "soon"), ("last_day", "2026-13-01"), ("first_week", "7"),
            ("bells", "9 to 10"),
        ] {
            #expect(wrong.has("id=\"\(field)-error\"") && wrong.has("value=\"\(typed)\""), "\(field)")
        }
        // Days in the wrong order beside other errors.
        let order = await browser.post(
            terms,
            [
                ("name", ""), ("first_day", "2026-09-07"), ("last_day", "2026-09-01"), ("first_week", "1"),
                ("bells", "x"),
            ])
        for field in ["name", "last_day", "bells"] { #expect(order.has("id=\"\(field)-error\""), "\(field)") }
        let teacher = await browser.post(
            "\(site.base)/timetable-teachers", [("name", ""), ("address", "Petrov O"), ("degree", "")])
        #expect(
            teacher.has("id=\"name-error\"") && teacher.has("id=\"address-error\"") && teacher.has("value=\"Petrov O\"")
        )
        // A name that is taken leaves the choices of the form as they are.
        try site.installation.set(
            """
            insert into timetable_faculties (tenant_id, id, name, short_name)
            values (\(site.tenant.id), gen_random_uuid(), 'Law', '')
            """, in: site.tenant)
        let faculty = try site.id("timetable_faculties", "Law")
        let group = await browser.post(
            "\(site.base)/timetable-groups",
            [
                ("name", "g1"), ("faculty", faculty.description), ("speciality", ""), ("course", "9"),
                ("students", "20"),
                ("subgroups", "2"),
            ])
        #expect(group.has("id=\"name-error\"") && group.has("id=\"course-error\"") && group.has(">Law</option>"))
        // Saved under its own name a row is not taken by itself.
        let id = try site.id("timetable_groups", "G1")
        let own = [
            ("name", "G1"), ("faculty", ""), ("speciality", ""), ("course", "2"), ("students", "20"),
            ("subgroups", "2"),
        ]
        #expect(
            await browser.post("\(site.base)/timetable-groups/\(id)", own + [("version", "1")]).location
                == "\(site.base)/timetable-groups")
    }

    @Test func `TT1, TT2: in Persian days are typed in the Jalali calendar, in Persian digits, and shown in it`()
        async throws
    {
        let admin = try site.installation.makeAdmin(.owner, in: site.tenant, language: "fa")
        var browser = try site.console.browser(of: admin)
        // 1405/06/30 is 21 September 2026, a Monday.
        var fields = site.fields(room: "")
        fields += [("first_day", "۱۴۰۵/۰۶/۳۰"), ("last_day", "۱۴۰۵/۹/۱")]
        let id = try await site.add(fields, &browser)
        let stored = try site.one(
            "select first_day::text || ' ' || last_day::text as v from timetable_lessons where id = \(id)")
        #expect(try stored?.text("v") == "2026-09-21 2026-11-22")
        let page = await browser.get("\(site.base)/timetable-lessons/\(id)")
        #expect(page.has("value=\"۱۴۰۵/۰۶/۳۰\"") && page.has("value=\"۱۴۰۵/۰۹/۰۱\"") && !page.has("type=\"date\""))
        // What is no day comes back as it was typed.
        let wrong = await browser.post(
            "\(site.base)/timetable-terms/\(site.term)/lessons", site.fields() + [("first_day", "۱۴۰۵/۱۳/۴۰")])
        #expect(wrong.status == 422 && wrong.has("value=\"۱۴۰۵/۱۳/۴۰\"") && wrong.has("id=\"first_day-error\""))
        // A single day is moved to a day of that calendar.
        let moved = await browser.post(
            "\(site.base)/timetable-lessons/\(id)/exceptions",
            [("day", "2026-09-28"), ("change", "moved"), ("new_day", "۱۴۰۵/۰۷/۰۸")])
        #expect(moved.status == 303)
        #expect(
            try site.one("select new_day::text as v from timetable_exceptions where lesson_id = \(id)")?.text("v")
                == "2026-09-30")
        let term = await browser.get("\(site.base)/timetable-terms/\(site.term)")
        #expect(term.has("value=\"۱۴۰۵/۰۶/۱۶\"") && !term.has("type=\"date\""))
        let saved = await browser.post(
            "\(site.base)/timetable-terms",
            [
                ("name", "بهار"), ("first_day", "۱۴۰۵/۱۱/۱۸"), ("last_day", "1406/03/20"), ("first_week", "۱"),
                ("bells", "۹:۰۰-۱۰:۲۰"),
            ])
        #expect(saved.status == 303, "\(saved.text)")
        let spring = try site.one(
            "select first_day::text || ' ' || last_day::text as v from timetable_terms where tenant_id = \(site.tenant.id) and name = 'بهار'"
        )
        #expect(try spring?.text("v") == "2027-02-07 2027-06-10")
        #expect(await browser.get("\(site.base)/timetable-lessons/new").has("placeholder=\"۱۴۰۵/۰۶/۱۶\""))
    }

    @Test func `TT2, TT3: lists on a Persian page have its comma`() async throws {
        let admin = try site.installation.makeAdmin(.owner, in: site.tenant, language: "fa")
        var browser = try site.console.browser(of: admin)
        let id = try await site.add(
            site.fields(groups: "G1, G2", teachers: "Petrov Oleg, Ivanova Anna", room: "305"), &browser)
        let list = await browser.get("\(site.base)/timetable-lessons")
        #expect(list.has("G1، G2") && list.has("Ivanova Anna، Petrov Oleg"))
        // What is read back from a form has the comma of files.
        #expect(await browser.get("\(site.base)/timetable-lessons/\(id)").has("value=\"G1, G2\""))
        #expect(await browser.get("\(site.base)/timetable-clashes").has("Maths، G1، G2"))
        let publication = await browser.get("\(site.base)/timetable-terms/\(site.term)/publication")
        #expect(publication.has("Maths، G1، G2"))
    }

    @Test func `TT3: more than ten thousand clashes are counted, listed and said of every lesson`() async throws {
        var browser = try site.browser()
        let lessons = 150
        // Each with each: 11,175, at one time with one teacher.
        try site.installation.inTenant(site.tenant) { tx in
            for _ in 0..<lessons { try insert(.make(), room: site.id("timetable_rooms", "201"), in: tx) }
            try tx.execute("update timetable_lessons set room_id = null, group_ids = '{}'")
        }
        let term = "&term=\(site.term)"
        let pairs = lessons * (lessons - 1) / 2
        #expect(try site.clashes().count == pairs)
        let teacher = try site.id("timetable_teachers", "Petrov Oleg")
        let week = await browser.get("\(site.base)/timetable?teacher=\(teacher)\(term)")
        #expect(week.status == 200 && week.has("More than 10,000 clashes"))
        // Each card says it, and how many more there are.
        #expect(week.text.components(separatedBy: "And 139 more clashes.").count == lessons + 1)
        let list = await browser.get("\(site.base)/timetable-clashes")
        #expect(list.status == 200 && list.has("Petrov Oleg"))
        let publication = await browser.get("\(site.base)/timetable-terms/\(site.term)/publication")
        #expect(publication.has("11,175 clashes"))
        let refused = await browser.post("\(site.base)/timetable-terms/\(site.term)/publication")
        #expect(refused.status == 422 && refused.has("id=\"reason-error\""))
        #expect(
            await browser.post("\(site.base)/timetable-terms/\(site.term)/publication", [("reason", "Known")]).status
                == 303)
        #expect(
            try site.one("select clashes from timetable_versions where tenant_id = \(site.tenant.id)")?.int("clashes")
                == pairs)
        let one = try #require(
            try site.one("select id from timetable_lessons where tenant_id = \(site.tenant.id) limit 1")?.id("id"))
        #expect(await browser.get("\(site.base)/timetable-lessons/\(one)").has("And 139 more clashes."))
        _ = await browser.post("\(site.base)/timetable-lessons/\(one)/removal")
        #expect(try site.clashes().count == (lessons - 1) * (lessons - 2) / 2)
    }

    @Test func `TT1: what a lesson names stays`() async throws {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        for (table, name): (SQL, String) in [
            ("timetable_rooms", "201"), ("timetable_groups", "G1"), ("timetable_teachers", "Petrov Oleg"),
            ("timetable_subjects", "Maths"),
        ] {
            let id = try site.id(table, name)
            let path = name == "201" ? "rooms" : name == "G1" ? "groups" : name == "Maths" ? "subjects" : "teachers"
            #expect(await browser.post("\(site.base)/timetable-\(path)/\(id)/deletion").status == 409, "\(name)")
            #expect(try site.one("select id from \(table) where id = \(id)") != nil)
        }
    }

    /// Adds a lesson of G1, or of another group, as the application's role does.
    private func insert(
        _ id: ID, term: ID? = nil, subject: ID? = nil, group: ID? = nil, teacher: ID? = nil, room: ID? = nil,
        in tx: borrowing TenantTransaction
    ) throws {
        let subject = try subject ?? site.id("timetable_subjects", "Maths")
        let groups = [try group ?? site.id("timetable_groups", "G1")]
        let teachers = [try teacher ?? site.id("timetable_teachers", "Petrov Oleg")]
        let room = try room ?? site.id("timetable_rooms", "201")
        try tx.execute(
            """
            insert into timetable_lessons (tenant_id, id, term_id, subject_id, kind, group_ids, subgroup, teacher_ids, room_id, weekday,
                starts, ends, weeks, first_day, last_day, note, changed_at, changed_by)
            values (\(tx.tenant), \(id), \(term ?? site.term), \(subject), 'lab', \(groups), 0, \(teachers), \(room), 1,
                540, 620, 15, '2026-09-07', '2026-12-20', '', now(), 'Test')
            """)
    }

    @Test func `15: the database takes no lesson that names what is not there`() throws {
        func refused(_ body: (borrowing TenantTransaction) throws -> Void) -> String? {
            (#expect(throws: DatabaseError.self) { try site.installation.inTenant(site.tenant, body) })?.sqlState
        }
        #expect(refused { try insert(.make(), subject: .make(), in: $0) } == "23503")
        #expect(refused { try insert(.make(), group: .make(), in: $0) } == "23503")
        #expect(refused { try insert(.make(), teacher: .make(), in: $0) } == "23503")
        #expect(refused { try insert(.make(), room: .make(), in: $0) } == "23503")
        #expect(refused { try insert(.make(), term: .make(), in: $0) } == "23503")
        let other = try TimetableSite(site.installation)
        let theirs = try other.id("timetable_groups", "G1")
        #expect(refused { try insert(.make(), group: theirs, in: $0) } == "23503")
        let id = ID.make()
        try site.installation.inTenant(site.tenant) { try insert(id, in: $0) }
        #expect(
            refused { try $0.execute("update timetable_lessons set room_id = \(ID.make()) where id = \(id)") }
                == "23503")
        #expect(
            refused { try $0.execute("update timetable_groups set id = gen_random_uuid() where name = 'G1'") }
                == "23503")
        // What is named stays, of a lesson that was removed from the draft as well.
        try site.installation.inTenant(site.tenant) {
            try $0.execute("update timetable_lessons set is_removed = true where id = \(id)")
        }
        for statement in [
            "delete from timetable_terms where name = 'Autumn'", "delete from timetable_subjects where name = 'Maths'",
            "delete from timetable_rooms where name = '201'",
            "update timetable_rooms set id = gen_random_uuid() where name = '201'",
        ] as [SQL] { #expect(refused { try $0.execute(statement) } == "23503") }
    }

    @Test func `15: what a lesson names is held while the lesson is written, and the other way round`() throws {
        let (one, other) = try (site.installation.database.connection(), site.installation.database.connection())
        _ = try other.send("set lock_timeout = '200ms'").rows()
        let named: [(SQL, ID)] = [
            ("timetable_groups", try site.id("timetable_groups", "G1")), ("timetable_terms", site.term),
            ("timetable_subjects", try site.id("timetable_subjects", "Maths")),
            ("timetable_rooms", try site.id("timetable_rooms", "201")),
        ]
        func delete(_ table: SQL, _ id: ID) throws {
            try other.inTenant(site.tenant.id) { tx in try tx.execute("delete from \(table) where id = \(id)") }
        }
        func state(_ table: SQL, _ id: ID) -> String? {
            (#expect(throws: DatabaseError.self) { try delete(table, id) })?.sqlState
        }
        try one.inTenant(site.tenant.id) { tx in
            try insert(.make(), in: tx)
            for (table, id) in named { #expect(state(table, id) == "55P03") }
        }
        for (table, id) in named { #expect(state(table, id) == "23503") }
        let spare = try site.id("timetable_groups", "G2")
        try one.inTenant(site.tenant.id) { tx in
            try tx.execute("delete from timetable_groups where id = \(spare)")
            let late = #expect(throws: DatabaseError.self) {
                try other.inTenant(site.tenant.id) { try insert(.make(), group: spare, in: $0) }
            }
            #expect(late?.sqlState == "55P03")
        }
    }

    @Test func `15: with a lesson all goes that the database made of it`() throws {
        let id = ID.make()
        try site.installation.inTenant(site.tenant) { try insert(id, in: $0) }
        let made: SQL = """
            select (select count(*) from timetable_claims where lesson_id = \(id))
                + (select count(*) from timetable_edits where lesson_id = \(id)) as n
            """
        #expect(try site.one(made)?.int("n") == 4)
        try site.installation.inTenant(site.tenant) { try $0.execute("delete from timetable_lessons where id = \(id)") }
        #expect(try site.one(made)?.int("n") == 0)
    }

    @Test func `TT2: a lesson is in the weeks of its group, its teacher and its room`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(weeks: "1, 3"), &browser)
        for (kind, table, name): (String, SQL, String) in [
            ("group", "timetable_groups", "G1"), ("teacher", "timetable_teachers", "Petrov Oleg"),
            ("room", "timetable_rooms", "201"),
        ] {
            let week = "\(site.base)/timetable?\(kind)=\(try site.id(table, name))&term=\(site.term)"
            #expect(await browser.get(week).has("timetable-lessons/\(id)?"), "\(kind)")
            #expect(await browser.get(week + "&week=3").has("timetable-lessons/\(id)?"))
            #expect(await browser.get(week + "&week=2").has("timetable-lessons/\(id)?") == false)
        }
        #expect(
            await browser.get("\(site.base)/timetable?by=group&q=g2&term=\(site.term)").has("timetable-lessons/\(id)?")
                == false)
    }

    @Test func `TT2: names that nobody has are said beside their fields, and nothing typed is lost`() async throws {
        var browser = try site.browser()
        let wrong = await browser.post(
            "\(site.base)/timetable-terms/\(site.term)/lessons",
            site.fields("Alchemy", groups: "G1, G9", weeks: "5") + [("note", "kept <note>")])
        #expect(wrong.status == 422)
        for field in ["subject", "groups", "weeks"] { #expect(wrong.has("id=\"\(field)-error\""), "\(field)") }
        #expect(wrong.has("kept &lt;note&gt;") && wrong.has("G1, G9"))
        #expect(try site.draft() == [])
    }

    @Test func `TT2: a lesson is moved, and back by undo; a page that is old moves nothing`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let move = "\(site.base)/timetable-lessons/\(id)/move"
        #expect(await browser.post(move, [("slot", "3-635"), ("version", "1")]).status == 303)
        #expect(try site.draft() == ["Maths 3 635-715 15"])
        #expect(await browser.post(move, [("slot", "5-540"), ("version", "1")]).status == 409)
        #expect(try site.draft() == ["Maths 3 635-715 15"])
        #expect(await browser.post(move + "?weekday=1&starts=540").status == 303)
        #expect(try site.draft() == ["Maths 1 540-620 15"])
    }

    @Test func `TT2: a lesson is copied, split by weeks and removed`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(await browser.post(lesson + "/copy", [("slot", "2-540")]).status == 303)
        #expect(try site.draft() == ["Maths 1 540-620 15", "Maths 2 540-620 15"])
        let all = await browser.post(lesson + "/split", [("split", "1-4")])
        // 14: the error stands beside the field, which keeps what was typed.
        #expect(all.status == 422 && all.has("id=\"split-error\"") && all.has("value=\"1-4\""))
        #expect(await browser.post(lesson + "/split", [("split", "2, 4")]).status == 303)
        #expect(try site.draft() == ["Maths 1 540-620 10", "Maths 1 540-620 5", "Maths 2 540-620 15"])
        #expect(await browser.post(lesson + "/removal").status == 303)
        #expect(try site.draft() == ["Maths 1 540-620 10", "Maths 2 540-620 15"])
    }

    @Test func `TT2: free places are offered where group, teacher and a room that is large enough are free`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        try await site.add(site.fields("Physics", teachers: "Ivanova Anna", room: "305", day: 2), &browser)
        let places = await browser.get("\(site.base)/timetable-lessons/\(id)/places")
        #expect(places.status == 200 && places.has("10:35–11:55"))
        #expect(places.has("name=\"weekday\" value=\"2\"") && places.has("The best places come first"))
        // G1 has Physics then; and 24 don't fit into 15 seats.
        #expect(!places.has("Tuesday 09:00") && !places.has(">305<"))
    }

    @Test func `TT3: clashes are found as lessons are typed, of every sort, and go when the lesson moves`() async throws
    {
        var browser = try site.browser()
        try await site.add(site.fields(), &browser)
        let other = try await site.add(site.fields("Physics", groups: "G1, G2", weeks: "2"), &browser)
        #expect(try site.clashes() == ["capacity", "group", "room", "teacher"])
        let list = await browser.get("\(site.base)/timetable-clashes")
        #expect(list.status == 200 && list.has("Petrov Oleg") && list.has("week 2"))
        let page = await browser.get("\(site.base)/timetable-lessons/\(other)")
        #expect(page.status == 200)
        #expect(page.text.contains("teaches elsewhere"))
        #expect(await browser.post("\(site.base)/timetable-lessons/\(other)/move", [("slot", "1-635")]).status == 303)
        #expect(try site.clashes() == ["capacity"])
        try site.installation.inTenant(site.tenant) { tx in
            _ = try tx.rows("update timetable_rooms set capacity = 300 where name = '201'")
        }
        #expect(try site.clashes() == [])
    }

    @Test func `TT3: two exams of one day clash on that day, and not in all weeks`() async throws {
        var browser = try site.browser()
        for subject in ["Maths", "Physics"] {
            try await site.add(
                site.fields(subject).filter { $0.0 != "kind" } + [
                    ("kind", "exam"), ("first_day", "2026-12-14"), ("last_day", ""),
                ], &browser)
        }
        let list = await browser.get("\(site.base)/timetable-clashes")
        #expect(list.has("14 Dec 2026 09:00–10:20") && !list.has("weeks 1–4") && !list.has("weeks 1-4"))
    }

    @Test func `TT1: a term whose days another term has is saved with a warning, which its page repeats`() async throws
    {
        var browser = try site.browser()
        let terms = "\(site.base)/timetable-terms"
        func add(_ name: String, _ first: String, _ last: String) async -> Answer {
            await browser.post(
                terms,
                [
                    ("name", name), ("first_day", first), ("last_day", last), ("first_week", "1"),
                    ("bells", "09:00-10:20"),
                ])
        }
        #expect(await add("Winter", "2026-12-21", "2027-01-31").status == 303)
        #expect(await browser.get(terms).has("overlap") == false)
        #expect(await add("Session", "2026-12-20", "2026-12-27").status == 303)
        #expect(await browser.get(terms).has("overlap those of another term"))
        let session = await browser.get("\(terms)/\(try site.id("timetable_terms", "Session"))")
        #expect(session.has("(Autumn, Winter)"))
        #expect(await browser.get("\(terms)/\(site.term)").has("(Session)"))
    }

    @Test func `TT1: the week leads to every term, and to what strangers see; a search stays in the term`() async throws
    {
        var browser = try site.browser()
        let one = await browser.get("\(site.base)/timetable")
        #expect(one.has("\"/public/\(site.tenant.slug)/timetable\"") && !one.has(">Autumn<"))
        let terms = "\(site.base)/timetable-terms"
        let added = await browser.post(
            terms,
            [
                ("name", "Spring"), ("first_day", "2027-02-01"), ("last_day", "2027-06-30"), ("first_week", "1"),
                ("bells", "09:00-10:20"),
            ])
        #expect(added.location == terms)
        let spring = try site.id("timetable_terms", "Spring")
        let group = try site.id("timetable_groups", "G1")
        let both = await browser.get("\(site.base)/timetable?group=\(group)&term=\(site.term)")
        #expect(both.has(">Autumn<") && both.has(">Spring<"))
        #expect(both.has("timetable?group=\(group)&amp;term=\(spring)"))
        #expect(both.has("name=\"term\" value=\"\(site.term)\""))
        let other = await browser.get("\(site.base)/timetable?group=\(group)&term=\(spring)")
        #expect(other.has("name=\"term\" value=\"\(spring)\"") && other.has("timetable-lessons/new?group=\(group)"))
    }

    @Test func `TT2: a lesson's form offers what there is by name, its groups and teachers one after another`()
        async throws
    {
        var browser = try site.browser()
        let form = await browser.get("\(site.base)/timetable-lessons/new")
        for (field, name) in [("subject", "Maths"), ("groups", "G1"), ("teachers", "Petrov Oleg"), ("room", "201")] {
            #expect(form.has("list=\"\(field)-list\"") && form.has("<option value=\"\(name)\">"), "\(field)")
        }
        #expect(form.has("<datalist id=\"teachers-list\" data-list>") && form.has("<datalist id=\"room-list\">"))
    }

    @Test func `TT3: the database finds the clashes that the rule finds, in 200 random lessons`() throws {
        var random = SeededRandom(15)
        try site.installation.inTenant(site.tenant) { tx in
            let term = try #require(try Term.find(site.term, in: tx))
            let groups = try tx.rows("select id from timetable_groups order by id").map { try $0.id("id") }
            let teachers = try tx.rows("select id from timetable_teachers order by id").map { try $0.id("id") }
            let rooms = try tx.rows("select id from timetable_rooms order by id").map { try $0.id("id") }
            let subjects = try tx.rows("select id from timetable_subjects order by id").map { try $0.id("id") }
            var lessons: [(ID, LessonContent)] = []
            for _ in 0..<200 {
                // Some single days are after the term: exams are.
                let first = Int.random(in: 20_703...20_812, using: &random)
                let starts = [540, 600, 635, 730].randomElement(using: &random) ?? 540
                let isOnce = first > 20_807 || Int.random(in: 0..<5, using: &random) == 0
                let last = isOnce ? first : Int.random(in: first...20_807, using: &random)
                let content = LessonContent(
                    subject: subjects[0], kind: .lab, groups: groups.filter { _ in Bool.random(using: &random) },
                    subgroup: Int.random(in: 0...2, using: &random),
                    teachers: teachers.filter { _ in Bool.random(using: &random) },
                    room: rooms.randomElement(using: &random),
                    weekday: last == first ? TermCalendar.weekday(of: first) : Int.random(in: 1...6, using: &random),
                    time: starts..<starts + 80,
                    weeks: Weeks(mask: Int.random(in: 1...15, using: &random)) ?? .all,
                    days: first...last, note: "")
                let id = ID.make()
                try tx.execute(LessonQueries.add(id, tenant: tx.tenant, term: term.id, content, by: "t", now: .now))
                lessons.append((id, content))
            }
            var expected: Set<String> = []
            for (one, a) in lessons {
                for (two, b) in lessons where one < two {
                    for found in LessonClash.between(a, b, in: term.calendar) {
                        expected.insert("\(one) \(two) \(found.kind) \(found.object)")
                    }
                }
            }
            let stored = try tx.rows(
                """
                select lesson_id::text || ' ' || other_id || ' ' || kind || ' ' || object_id as v from timetable_clashes
                where kind <> 'capacity'
                """
            ).map { try $0.text("v") }
            #expect(expected.count > 100)
            #expect(Set(stored) == expected && stored.count == expected.count)
        }
    }

    @Test func `TT3: an exam on a holiday clashes with another, and one of another week with the lesson of its day`()
        async throws
    {
        var browser = try site.browser()
        #expect(
            await browser.post(
                "\(site.base)/timetable-holidays",
                [("name", "Feast"), ("first_day", "2026-10-05"), ("last_day", "2026-10-05"), ("is_counted", "yes")]
            ).status == 303)
        func exam(_ subject: String, _ day: String, weeks: String = "") -> [(String, String)] {
            site.fields(subject, teachers: "", room: "", weeks: weeks).filter { $0.0 != "kind" }
                + [("kind", "exam"), ("first_day", day)]
        }
        try await site.add(exam("Maths", "2026-10-05"), &browser)
        try await site.add(exam("Physics", "2026-10-05"), &browser)
        #expect(try site.clashes() == ["group"])
        // 14 September is of week 2.
        try await site.add(exam("Physics", "2026-09-14", weeks: "4"), &browser)
        try await site.add(site.fields(teachers: "", room: "", weeks: "2"), &browser)
        #expect(try site.clashes() == ["group", "group"])
    }

    @Test func `TT3: the form says what it clashes with while it is filled in, and stores nothing`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let check = "\(site.base)/timetable-terms/\(site.term)/clashes"
        let form = await browser.get("\(site.base)/timetable-lessons/new?term=\(site.term)")
        #expect(form.status == 200 && form.has("data-check=\"\(check)\"") && form.has("data-checked"))
        // No subject yet, and a group of which only a part is typed.
        let typed = [
            ("kind", "lab"), ("weekday", "1"), ("starts", "09:30"), ("ends", "10:50"), ("groups", "G1, G"),
            ("teachers", "Petrov Oleg"), ("room", "305"),
        ]
        let answer = await browser.post(check, typed)
        #expect(answer.status == 200 && !answer.has("<html"))
        for part in ["has another lesson", "Maths, G1", "teaches elsewhere", "305"] {
            #expect(answer.has(part), "\(part)")
        }
        #expect(try site.draft() == ["Maths 1 540-620 15"])
        let other = await browser.post(check, typed.filter { $0.0 != "weekday" } + [("weekday", "2")])
        #expect(!other.has("Maths, G1"))
        // A lesson doesn't clash with itself, and without its time nothing is said.
        let own = await browser.post(check, site.fields() + [("lesson", "\(id)")])
        #expect(own.status == 200 && own.has("clashes with nothing"))
        #expect(await browser.post(check, [("groups", "G1")]).has("clashes with nothing") == false)
        let page = await browser.get("\(site.base)/timetable-lessons/\(id)")
        #expect(page.has("name=\"lesson\" value=\"\(id)\""))
        for role in [Role.support, .editor] {
            var somebody = try site.console.browser(of: try site.installation.makeAdmin(role, in: site.tenant))
            #expect(await somebody.post(check, typed).status == (role == .editor ? 200 : 403), "\(role)")
        }
    }

    @Test func `TT2: an address with an impossible time opens the form at a possible one`() async throws {
        var browser = try site.browser()
        for starts in ["1440", "2000", "-5", "9223372036854775807"] {
            let form = await browser.get("\(site.base)/timetable-lessons/new?term=\(site.term)&starts=\(starts)")
            #expect(form.status == 200 && form.has("value=\"09:00\""), "\(starts)")
        }
        let answer = await browser.post(
            "\(site.base)/timetable-terms/\(site.term)/lessons",
            site.fields(starts: "09:00:" + String(repeating: "9", count: 30)))
        #expect(answer.status == 422)
    }

    @Test func `TT1: an exam may be after the lessons' last day, but not a year from them`() async throws {
        var browser = try site.browser()
        func exam(_ day: String) -> [(String, String)] {
            site.fields().filter { $0.0 != "kind" } + [("kind", "exam"), ("first_day", day)]
        }
        let wrong = await browser.post("\(site.base)/timetable-terms/\(site.term)/lessons", exam("2027-12-22"))
        #expect(wrong.status == 422 && wrong.has("id=\"first_day-error\""))
        let id = try await site.add(exam("2026-12-22"), &browser)
        let change = [("day", "2026-12-22"), ("change", "moved"), ("new_day", "2026-12-23")]
        #expect(await browser.post("\(site.base)/timetable-lessons/\(id)/exceptions", change).status == 303)
    }

    @Test func `TT2: an undo gives no room to a lesson that had none, and a room that is not there is refused`()
        async throws
    {
        var browser = try site.browser()
        let lesson = "\(site.base)/timetable-lessons/\(try await site.add(site.fields(room: ""), &browser))"
        let room = try site.id("timetable_rooms", "201")
        let moved = await browser.post(lesson + "/move", [("slot", "2-540"), ("room", room.description)])
        #expect(moved.status == 303)
        func rooms() throws -> Int {
            try site.installation.number(
                "select count(room_id) as n from timetable_lessons where tenant_id = \(site.tenant.id)")
        }
        #expect(try rooms() == 1)
        let week = await browser.get("\(site.base)/timetable?group=\(try site.id("timetable_groups", "G1"))")
        let start = try #require(week.text.firstRange(of: "\(lesson)/move?"))
        let undo = String(week.text[start.lowerBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
        #expect(await browser.post(undo).status == 303)
        #expect(try rooms() == 0)
        for act in ["move", "copy"] {
            let answer = await browser.post("\(lesson)/\(act)", [("slot", "2-540"), ("room", ID.make().description)])
            #expect(answer.status == 404, "\(act)")
        }
        let group = [
            ("name", "G3"), ("course", "1"), ("students", "20"), ("subgroups", "0"), ("faculty", ID.make().description),
        ]
        #expect(await [404, 422].contains(browser.post("\(site.base)/timetable-groups", group).status))
    }

    @Test func `TT2: who removes a lesson that somebody has changed since is shown the change`() async throws {
        var browser = try site.browser()
        let lesson = "\(site.base)/timetable-lessons/\(try await site.add(site.fields(), &browser))"
        let version = try #require(await browser.get(lesson).hidden("version"))
        let (room, fields) = (site.fields(room: "305"), [("version", version)])
        #expect(await browser.post(lesson, room + fields).status == 303)
        #expect(await browser.post(lesson + "/removal", fields).status == 409)
        #expect(try site.draft().count == 1)
        #expect(await browser.get(lesson).text.contains("/removal"))
        let now = try #require(await browser.get(lesson).hidden("version"))
        #expect(await browser.post(lesson + "/removal", [("version", now)]).status == 303)
    }

    @Test func `TT1, TT2: a weekly consultation stays weekly, and a name may have a comma`() async throws {
        var browser = try site.browser()
        let subject = "Waves, light, and heat"
        #expect(
            await browser.post("\(site.base)/timetable-subjects", [("name", subject), ("full_name", "")]).status == 303)
        var typed = site.fields(subject).filter { $0.0 != "kind" } + [("kind", "consultation")]
        typed += [("first_day", "2026-09-14"), ("last_day", "2026-12-20")]
        let lesson = "\(site.base)/timetable-lessons/\(try await site.add(typed, &browser))"
        let form = await browser.get(lesson).form(lesson, ["room": "305"])
        #expect(await browser.post(lesson, form).status == 303)
        #expect(
            try site.installation.number(
                "select (last_day - first_day)::bigint as n from timetable_lessons where tenant_id = \(site.tenant.id)")
                == 97)
    }

    @Test func `TT4: who may not publish changes no term and no holiday, which what is published follows at once`()
        async throws
    {
        var editor = try site.console.browser(of: try site.installation.makeAdmin(.editor, in: site.tenant))
        for path in ["timetable-terms", "timetable-terms/\(site.term)", "timetable-holidays"] {
            #expect(await editor.post("\(site.base)/\(path)", [("name", "X")]).status == 403, "\(path)")
        }
        #expect(await editor.get("\(site.base)/timetable-terms").status == 200)
        var owner = try site.browser()
        #expect(await owner.get("\(site.base)/timetable-holidays/new").has("without a publication"))
    }

    @Test func `TT2: an undo of one's own move doesn't undo what somebody else has changed since`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let move = "\(site.base)/timetable-lessons/\(id)/move"
        #expect(await browser.post(move, [("slot", "3-635"), ("version", "1")]).status == 303)
        let week = await browser.get(
            "\(site.base)/timetable?group=\(try site.id("timetable_groups", "G1"))&term=\(site.term)")
        #expect(week.has("version=2"), "the undo has the version that the move made")
        var other = try site.console.browser(of: try site.installation.makeAdmin(.editor, in: site.tenant))
        #expect(await other.post(move, [("slot", "5-540"), ("version", "2")]).status == 303)
        #expect(await browser.post(move + "?weekday=1&starts=540&version=2").status == 409)
        #expect(try site.draft() == ["Maths 5 540-620 15"])
    }

    @Test func `TT5: the term's page says which calendar week is which, with its holidays`() async throws {
        var browser = try site.browser()
        for (name, first, last, counts) in [
            ("Feast", "2026-09-16", "2026-09-16", "yes"), ("Autumn break", "2026-09-21", "2026-09-27", "no"),
        ] {
            let fields = [("name", name), ("first_day", first), ("last_day", last), ("is_counted", counts)]
            #expect(await browser.post("\(site.base)/timetable-holidays", fields).status == 303)
        }
        let weeks = "\(site.base)/timetable-terms/\(site.term)/weeks"
        var reader = try site.console.browser(of: try site.installation.makeAdmin(.support, in: site.tenant))
        let page = await reader.get(weeks)
        #expect(page.status == 200)
        let text = page.text
        let order = [
            "7 Sep 2026 – 13 Sep 2026", "14 Sep 2026 – 20 Sep 2026", "Feast", "Not counted",
            "21 Sep 2026 – 27 Sep 2026",
            "Autumn break", "28 Sep 2026 – 4 Oct 2026", "14 Dec 2026 – 20 Dec 2026",
        ].map { text.range(of: $0)?.lowerBound }
        #expect(order.allSatisfy { $0 != nil } && order.compactMap { $0 } == order.compactMap { $0 }.sorted())
        // The week after the break has the number that the break would have had.
        let after = try #require(text.range(of: "28 Sep 2026 – 4 Oct 2026")?.lowerBound)
        let label = try #require(text[..<after].range(of: "Week ", options: .backwards)?.upperBound)
        #expect(text[label] == "3")
        #expect(await browser.get("\(site.base)/timetable-terms/\(site.term)").has(weeks))
        #expect(await browser.get("\(site.base)/timetable?term=\(site.term)").has(weeks))
        #expect(await browser.get("\(site.base)/timetable-terms/\(ID.make())/weeks").status == 404)
    }

    @Test func `TT1: when a term's days change, lessons that last the whole term follow, and no other`() async throws {
        var browser = try site.browser()
        let whole = try await site.add(site.fields(), &browser)
        let part = try await site.add(
            site.fields("Physics", day: 2) + [("first_day", "2026-10-01"), ("last_day", "2026-11-01")], &browser)
        let exam = try await site.add(
            site.fields("Physics", day: 3).filter { $0.0 != "kind" } + [("kind", "exam"), ("first_day", "2026-09-07")],
            &browser)
        func days(_ id: ID) throws -> String? {
            try site.one("select first_day || ' ' || last_day as days from timetable_lessons where id = \(id)")?.text(
                "days")
        }
        let term = "\(site.base)/timetable-terms/\(site.term)"
        let fields = [("name", "Autumn"), ("first_week", "1"), ("bells", "09:00-10:20, 10:35-11:55"), ("version", "1")]
        let saved = await browser.post(term, fields + [("first_day", "2026-08-31"), ("last_day", "2026-12-27")])
        #expect(saved.status == 303, "\(saved.text)")
        #expect(try days(whole) == "2026-08-31 2026-12-27")
        #expect(try days(part) == "2026-10-01 2026-11-01")
        #expect(try days(exam) == "2026-09-07 2026-09-07")
        #expect(await browser.get(saved.location ?? "").has("Lessons that last the whole term follow"))
    }

    @Test func `TT4: a day of the published lesson can be cancelled although the draft has moved the lesson`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        _ = await browser.post("\(site.base)/timetable-terms/\(site.term)/publication")
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(await browser.post(lesson + "/move", [("slot", "3-540")]).status == 303)
        // A Monday, as students still see it.
        #expect(
            await browser.post(lesson + "/exceptions", [("day", "2026-09-14"), ("change", "cancelled")]).status == 303)
        #expect(
            await browser.post(lesson + "/exceptions", [("day", "2026-09-15"), ("change", "cancelled")]).status == 422)
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let day = await anybody.get("/public/\(site.tenant.slug)/v1/groups/G1/days?from=2026-09-14&until=2026-09-14")
        #expect(day.has("\"state\":\"cancelled\""))
    }

    @Test func `TT4: a day of a lesson that only what is published still has can be cancelled`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        _ = await browser.post(publication)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(await browser.post(lesson + "/removal").status == 303)
        #expect(await browser.get(publication).has("href=\"\(lesson)"))
        let page = await browser.get(lesson)
        #expect(page.status == 200 && page.has("The draft has this lesson no longer") && !page.has("\(lesson)/split"))
        let exceptions = lesson + "/exceptions"
        #expect(await browser.post(exceptions, [("day", "2026-09-14"), ("change", "cancelled")]).status == 303)
        site.console.services.received("public \(site.tenant.id)")
        var anybody = site.console.browser()
        let days = "/public/\(site.tenant.slug)/v1/groups/G1/days?from=2026-09-14&until=2026-09-14"
        #expect(await anybody.get(days).has("\"state\":\"cancelled\""))
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id)")?.id("id"))
        #expect(await browser.post("\(site.base)/timetable-exceptions/\(exception)/end").status == 303)
        // Nothing else of it can be changed; and a lesson that is nowhere has no page.
        #expect(await browser.post(lesson, site.fields() + [("version", "1")]).status == 404)
        #expect(await browser.post(lesson + "/move", [("slot", "3-540")]).status == 404)
        _ = await browser.post(publication)
        #expect(await browser.get(lesson).status == 404)
    }

    @Test func `TT1: days outside of the term, and a subgroup that no group has, are said beside their fields`()
        async throws
    {
        var browser = try site.browser()
        let lessons = "\(site.base)/timetable-terms/\(site.term)/lessons"
        let days = [("first_day", "2026-09-01"), ("last_day", "2026-12-25")]
        let wrong = await browser.post(lessons, site.fields(subgroup: "3") + days)
        #expect(wrong.status == 422)
        for field in ["first_day", "last_day", "subgroup"] { #expect(wrong.has("id=\"\(field)-error\""), "\(field)") }
        #expect(wrong.has("value=\"2026-12-25\""))
        try await site.add(
            site.fields(subgroup: "2") + [("first_day", "2026-09-07"), ("last_day", "2026-12-20")], &browser)
    }

    @Test func `TT1: a teacher who only stands in on a day stays`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let change = [("day", "2026-09-14"), ("change", "substituted"), ("new_teachers", "Ivanova Anna")]
        #expect(await browser.post("\(site.base)/timetable-lessons/\(id)/exceptions", change).status == 303)
        let teacher = try site.id("timetable_teachers", "Ivanova Anna")
        #expect(await browser.post("\(site.base)/timetable-teachers/\(teacher)/deletion").status == 409)
    }

    @Test func `TT6: the page of imports says which files are read, the JSON of a schedule among them`() async throws {
        var browser = try site.browser()
        let page = await browser.get("\(site.base)/timetable-lessons/import")
        #expect(page.has("JSON of the BSUIR schedule API") && page.has(".xlsx,.json"))
        let users = await browser.get("\(site.base)/users/import")
        #expect(!users.has("BSUIR") && !users.has(".xlsx,.json"))
    }

    @Test func `15: first steps are those of the kind: a timetable is made and published`() async throws {
        var browser = try site.browser()
        let home = await browser.get(site.base)
        #expect(
            home.has("Add a lesson to the draft") && home.has("Publish the timetable") && home.has("Invite an admin"))
        #expect(!home.has("Find a user and open the profile") && home.has("0 of 4"))
        try await site.add(site.fields(), &browser)
        #expect(await browser.get(site.base).has("1 of 4"))
    }

    @Test func `TT2: a lesson that is split keeps what is different on single days of either part`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        for day in ["2026-09-14", "2026-09-21"] {
            #expect(await browser.post(lesson + "/exceptions", [("day", day), ("change", "cancelled")]).status == 303)
        }
        #expect(await browser.post(lesson + "/split", [("split", "2, 4")]).status == 303)
        let part = try #require(
            try site.one(
                "select lesson_id as id from timetable_exceptions where lesson_id <> \(id) and day = '2026-09-14'")?.id(
                    "id"))
        #expect(
            try site.one("select id from timetable_exceptions where lesson_id = \(part) and day = '2026-09-21'") == nil)
        // The published lesson keeps its day until the parts are published.
        #expect(
            try site.one("select id from timetable_exceptions where lesson_id = \(id) and day = '2026-09-14'") != nil)
        #expect(await browser.get(lesson).has("In the draft the lesson is not held on this day."))
        #expect(await browser.get("\(site.base)/timetable-lessons/\(part)").has("is not held on this day") == false)
    }

    @Test func `TT3: a single day that clashes, is a holiday or is outside of the term is told`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let other = try await site.add(site.fields("Physics", groups: "G2", room: "305", day: 2), &browser)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        func move(_ day: String, _ browser: inout TestBrowser) async -> Answer {
            await browser.post(
                lesson + "/exceptions",
                [
                    ("day", "2026-09-14"), ("change", "moved"), ("new_day", day), ("new_note", "Kept as typed"),
                    ("new_reason", "No other way"),
                ])
        }
        let outside = await move("2026-12-21", &browser)
        #expect(outside.status == 422 && outside.has("Choose a day of the term") && outside.has("Kept as typed"))
        #expect(await move("2026-09-15", &browser).status == 303)
        #expect(await browser.get(lesson).has("Physics, G2"))
        // The other lesson gives way on that day.
        #expect(
            await browser.post(
                "\(site.base)/timetable-lessons/\(other)/exceptions", [("day", "2026-09-15"), ("change", "cancelled")]
            ).status == 303)
        #expect(await browser.get(lesson).has("Physics, G2") == false)
        #expect(
            await browser.post(
                "\(site.base)/timetable-holidays",
                [("name", "Feast"), ("first_day", "2026-09-16"), ("last_day", "2026-09-16"), ("is_counted", "yes")]
            ).status == 303)
        // The day is moved already: whoever has not seen that replaces nothing.
        #expect(await move("2026-09-16", &browser).status == 409)
        let again = [
            ("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-16"), try site.seen(id, "2026-09-14"),
        ]
        #expect(await browser.post(lesson + "/exceptions", again).status == 303)
        #expect(await browser.get(lesson).has("is a holiday."))
    }

    @Test func `TT2: a single day that somebody else has changed is shown with both values, and nothing typed is lost`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let exceptions = "\(site.base)/timetable-lessons/\(id)/exceptions"
        func stored() throws -> String? {
            try site.one(
                "select kind || ' ' || coalesce(new_day::text, '') || ' ' || note as v from timetable_exceptions where lesson_id = \(id)"
            )?.text("v")
        }
        let theirs = [
            ("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-15"), ("new_note", "Fire drill"),
        ]
        let mine = [("day", "2026-09-14"), ("change", "cancelled"), ("new_note", "Illness")]
        #expect(await browser.post(exceptions, theirs).status == 303)
        let refused = await browser.post(exceptions, mine)
        #expect(refused.status == 409 && refused.has("Somebody else has changed this day meanwhile"))
        #expect(refused.has("Moved to another day or time") && refused.has("Fire drill") && refused.has("15 Sep 2026"))
        #expect(refused.has("value=\"Illness\"") && refused.has("name=\"seen\""))
        #expect(try stored() == "moved 2026-09-15 Fire drill")
        // The same once more, without having seen it, changes nothing and asks nothing.
        #expect(await browser.post(exceptions, theirs).status == 303)
        // Whoever has seen theirs may replace it.
        let old = try site.seen(id, "2026-09-14")
        #expect(await browser.post(exceptions, mine + [old]).status == 303)
        #expect(try stored() == "cancelled  Illness")
        // The page that shows the earlier state ends nothing, and replaces nothing.
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id)")?.id("id"))
        let end = "\(site.base)/timetable-exceptions/\(exception)/end"
        #expect(await browser.post(end, [old]).status == 409)
        #expect(await browser.post(exceptions, theirs + [old]).status == 409)
        #expect(try stored() == "cancelled  Illness")
        let new = try site.seen(id, "2026-09-14")
        #expect(await browser.post(end, [new]).status == 303)
        // As usual again is something that somebody else did as well.
        let gone = await browser.post(exceptions, theirs + [new])
        #expect(gone.status == 409 && gone.has("As usual"))
        #expect(try stored() == nil)
        // What was seen of another day says nothing of this one.
        #expect(
            await browser.post(exceptions, [("day", "2026-09-21"), ("change", "cancelled"), new]).status == 303)
    }

    @Test func `TT3: a single day in a room with too few seats, or on another day of the lesson itself, is told`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        let small = [
            ("day", "2026-09-14"), ("change", "substituted"), ("new_room", "305"), ("new_reason", "No other way"),
        ]
        #expect(await browser.post(lesson + "/exceptions", small).status == 303)
        let page = await browser.get(lesson)
        #expect(page.has("has too few seats"))
        let own = [
            ("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-28"), ("new_reason", "No other way"),
        ]
        #expect(await browser.post(lesson + "/exceptions", own).status == 303)
        #expect(await browser.get(lesson).has("has another lesson at this time"))
        // The other day gives way.
        #expect(
            await browser.post(lesson + "/exceptions", [("day", "2026-09-28"), ("change", "cancelled")]).status == 303)
        #expect(await browser.get(lesson).has("has another lesson at this time") == false)
    }

    @Test func `TT2: a substitute is somebody else, and all that is wrong with a single day is said at once`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let exceptions = "\(site.base)/timetable-lessons/\(id)/exceptions"
        let same = await browser.post(
            exceptions,
            [("day", "2026-09-14"), ("change", "substituted"), ("new_teachers", "Petrov Oleg"), ("new_room", "201")])
        #expect(same.status == 422 && same.has("id=\"new_teachers-error\"") && same.has("value=\"Petrov Oleg\""))
        let stays = await browser.post(
            exceptions,
            [("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-14"), ("new_starts", "09:00")])
        #expect(stays.status == 422 && stays.has("id=\"new_day-error\""))
        let wrong = await browser.post(
            exceptions,
            [
                ("day", "2026-09-15"), ("change", "moved"), ("new_day", "soon"), ("new_starts", "late"),
                ("new_room", "999"),
                ("new_teachers", "Nobody"), ("new_note", String(repeating: "x", count: 201)),
            ])
        #expect(wrong.status == 422)
        for field in ["day", "new_day", "new_starts", "new_room", "new_teachers", "new_note"] {
            #expect(wrong.has("id=\"\(field)-error\""), "\(field)")
        }
        #expect(wrong.has("value=\"soon\"") && wrong.has("value=\"late\""))
        #expect(try site.one("select id from timetable_exceptions where lesson_id = \(id)") == nil)
    }

    @Test func `TT2: of two teachers of one name the form keeps the one that is meant, and offers both apart`()
        async throws
    {
        var browser = try site.browser()
        try site.installation.inTenant(site.tenant) { tx in
            try tx.execute(
                """
                insert into timetable_teachers (tenant_id, id, name, address, degree)
                values (\(site.tenant.id), \(ID.make()), 'Petrov Oleg', 'petrov-chemist', 'Chemist'),
                    (\(site.tenant.id), \(ID.make()), 'Kim, Jr', 'kim-jr', '')
                """)
        }
        func teacher(_ lesson: ID) throws -> String? {
            try site.one(
                """
                select string_agg(address, ' ' order by address) as v from timetable_teachers
                join timetable_lessons on timetable_teachers.id = any (teacher_ids) where timetable_lessons.id = \(lesson)
                """)?.text("v")
        }
        let alone = await browser.post("\(site.base)/timetable-terms/\(site.term)/lessons", site.fields())
        #expect(alone.status == 422 && alone.has("Several are called"))
        let id = try await site.add(site.fields(teachers: "Petrov Oleg (petrov-chemist), kim-jr"), &browser)
        #expect(try teacher(id) == "kim-jr petrov-chemist")
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        let page = await browser.get(lesson)
        #expect(page.has("kim-jr, Petrov Oleg (petrov-chemist)") && page.has("Chemist"))
        // Saved as the form shows it, it stays.
        let version = [("version", "1")]
        let kept = site.fields(teachers: "kim-jr, Petrov Oleg (petrov-chemist)", room: "305")
        #expect(await browser.post(lesson, kept + version).status == 303)
        #expect(try teacher(id) == "kim-jr petrov-chemist")
        // A new lesson of a teacher's week is that teacher's.
        let chemist = try #require(
            try site.one(
                "select id from timetable_teachers where tenant_id = \(site.tenant.id) and address = 'petrov-chemist'")?
                .id("id"))
        #expect(
            await browser.get("\(site.base)/timetable-lessons/new?teacher=\(chemist)&weekday=2&starts=635").has(
                "value=\"Petrov Oleg (petrov-chemist)\""))
    }

    @Test func `TT3: a day moved onto a holiday or an exam's days meets what is held once there`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(
            await browser.post(
                "\(site.base)/timetable-holidays",
                [("name", "Feast"), ("first_day", "2026-09-16"), ("last_day", "2026-09-16"), ("is_counted", "yes")]
            ).status == 303)
        var exam = site.fields("Physics", groups: "G2", room: "305")
        exam[1] = ("kind", "exam")
        try await site.add(exam + [("first_day", "2026-09-16"), ("last_day", "2026-09-16")], &browser)
        let move = [
            ("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-16"), ("new_reason", "No other way"),
        ]
        #expect(await browser.post(lesson + "/exceptions", move).status == 303)
        // The teacher holds the exam.
        let page = await browser.get(lesson)
        #expect(page.has("is a holiday.") && page.has("Physics, G2"))
        // An exam may be moved beyond the term's last day, onto another one.
        var late = site.fields("Maths", groups: "G1", room: "")
        late[1] = ("kind", "exam")
        let moved = try await site.add(late + [("first_day", "2026-12-14"), ("last_day", "2026-12-14")], &browser)
        try await site.add(exam + [("first_day", "2026-12-28"), ("last_day", "2026-12-28")], &browser)
        let own = "\(site.base)/timetable-lessons/\(moved)"
        #expect(
            await browser.post(
                own + "/exceptions",
                [("day", "2026-12-14"), ("change", "moved"), ("new_day", "2026-12-28"), ("new_reason", "No other way")]
            ).status == 303)
        #expect(await browser.get(own).has("Physics, G2"))
    }

    @Test func `TT2: in the view of one week a lesson moves, or is copied, in that week alone`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let (lesson, group) = ("\(site.base)/timetable-lessons/\(id)", try site.id("timetable_groups", "G1"))
        let week = await browser.get("\(site.base)/timetable?group=\(group)&week=2")
        #expect(week.has("name=\"only\" value=\"2\"") && week.has("Only in week 2"))
        #expect(await browser.get("\(site.base)/timetable?group=\(group)").has("name=\"only\"") == false)
        #expect(await browser.post(lesson + "/move", [("slot", "3-635"), ("only", "2")]).status == 303)
        #expect(try site.draft() == ["Maths 1 540-620 13", "Maths 3 635-715 2"])
        #expect(await browser.post(lesson + "/copy", [("slot", "4-635"), ("only", "1")]).status == 303)
        #expect(try site.draft() == ["Maths 1 540-620 13", "Maths 3 635-715 2", "Maths 4 635-715 1"])
        // It is not held in that week: all of it moves, as without a week.
        #expect(await browser.post(lesson + "/move", [("slot", "5-635"), ("only", "2")]).status == 303)
        #expect(try site.draft().contains("Maths 5 635-715 13"))
    }

    @Test func `TT2: an exam is moved in the grid to another day of its week, and back`() async throws {
        var browser = try site.browser()
        var exam = site.fields("Physics")
        exam[1] = ("kind", "exam")
        let id = try await site.add(exam + [("first_day", "2026-12-14"), ("last_day", "2026-12-14")], &browser)
        let (lesson, group) = ("\(site.base)/timetable-lessons/\(id)", try site.id("timetable_groups", "G1"))
        #expect(await browser.get("\(site.base)/timetable?group=\(group)").has("\(lesson)/move"))
        func day() throws -> String? {
            try site.one(
                "select first_day || ' ' || last_day || ' ' || weekday as v from timetable_lessons where id = \(id)")?
                .text("v")
        }
        #expect(await browser.post(lesson + "/move", [("slot", "4-635")]).status == 303)
        #expect(try day() == "2026-12-17 2026-12-17 4")
        #expect(await browser.post(lesson + "/move", [("slot", "1-540")]).status == 303)
        #expect(try day() == "2026-12-14 2026-12-14 1")
    }

    @Test func `TT2: a lesson without a room is offered places with one that fits`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(room: ""), &browser)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        let places = await browser.get(lesson + "/places")
        #expect(places.has("<bdi>201</bdi>") && !places.has("<bdi>305</bdi>"))
        let room = try site.id("timetable_rooms", "201")
        #expect(
            await browser.post(lesson + "/move", [("weekday", "2"), ("starts", "540"), ("room", room.description)])
                .status
                == 303)
        #expect(try site.one("select room_id from timetable_lessons where id = \(id)")?.id("room_id") == room)
    }

    @Test func `TT3: a single day that clashes is stored when its reason is said, and is changed in place`()
        async throws
    {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let publication = "\(site.base)/timetable-terms/\(site.term)/publication"
        #expect(await browser.post(publication).status == 303)
        let other = try await site.add(site.fields("Physics", groups: "G2", room: "305", day: 2), &browser)
        let (lesson, exceptions) = (
            "\(site.base)/timetable-lessons/\(id)", "\(site.base)/timetable-lessons/\(id)/exceptions"
        )
        func stored() throws -> String? {
            try site.one(
                "select kind || ' ' || coalesce(new_day::text, '') || ' ' || note as v from timetable_exceptions where lesson_id = \(id)"
            )?.text("v")
        }
        let move = [
            ("day", "2026-09-14"), ("change", "moved"), ("new_day", "2026-09-15"), ("new_room", "201"),
            ("new_note", "Kept as typed"),
        ]
        let asked = await browser.post(exceptions, move)
        #expect(asked.status == 422 && asked.has("id=\"new_reason-error\"") && asked.has("would clash"))
        // The teacher has a lesson there that only the draft knows.
        #expect(asked.has("Physics, G2") && asked.has("(only in the draft)"))
        #expect(asked.has("value=\"Kept as typed\"") && asked.has("value=\"2026-09-15\"") && asked.has("value=\"201\""))
        #expect(try stored() == nil)
        let form = asked.form(exceptions, ["day": "2026-09-14", "change": "moved", "new_reason": "No other way"])
        #expect(form.contains { $0.0 == "clashes" && !$0.1.isEmpty }, "\(form)")
        // What was seen is not what it clashes with any more.
        let stale = await browser.post(exceptions, form.map { $0.0 == "clashes" ? ("clashes", "other") : $0 })
        #expect(stale.status == 422 && stale.has("No other way") && stale.has("something else meanwhile"))
        #expect(await browser.post(exceptions, form).status == 303)
        #expect(try stored() == "moved 2026-09-15 Kept as typed")
        let event = try site.one(
            """
            select reason || ' ' || changes as v from audit_events where tenant_id = \(site.tenant.id)
                and action = 'timetable.lesson_exception' order by sequence desc limit 1
            """)?.text("v")
        #expect(event?.hasPrefix("No other way ") == true && event?.contains("Kept as typed") == true, "\(event ?? "")")
        // The day stays in the list and is corrected there, without being cancelled first.
        #expect(await browser.get(lesson).has("\(lesson)?day=2026-09-14#single-day"))
        let open = await browser.get("\(lesson)?day=2026-09-14")
        let change = open.form(exceptions, ["day": "2026-09-14", "change": "moved", "new_day": "2026-09-16"])
        for field in [("new_room", "201"), ("new_note", "Kept as typed")] {
            #expect(change.contains { $0 == field }, "\(field) \(change)")
        }
        #expect(await browser.post(exceptions, change).status == 303)
        #expect(try stored() == "moved 2026-09-16 Kept as typed")
        // What is published until the draft is can be clashed with as well.
        #expect(await browser.post(publication, [("reason", "For a test")]).status == 303)
        #expect(
            await browser.post("\(site.base)/timetable-lessons/\(other)/move", [("slot", "4-540")]).status == 303)
        let published = await browser.post(
            exceptions, [("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-22")])
        #expect(published.status == 422 && published.has("(as published, until the draft is)"), "\(published.text)")
        let drafted = await browser.post(
            exceptions, [("day", "2026-09-21"), ("change", "moved"), ("new_day", "2026-09-24")])
        #expect(drafted.status == 422 && drafted.has("(only in the draft)"))
        // Seats: another room than usual, and the same where both are meant.
        let small = await browser.post(
            exceptions, [("day", "2026-09-21"), ("change", "substituted"), ("new_room", "305")])
        #expect(small.status == 422 && small.has("has too few seats") && !small.has("(only in the draft)"))
    }

    @Test func `TT1: a new term has the bells of the last one`() async throws {
        var browser = try site.browser()
        #expect(await browser.get("\(site.base)/timetable-terms/new").has("value=\"09:00-10:20, 10:35-11:55\""))
        let later = [
            ("name", "Spring"), ("first_day", "2027-02-01"), ("last_day", "2027-06-01"), ("first_week", "1"),
            ("bells", "08:00-09:20"),
        ]
        #expect(await browser.post("\(site.base)/timetable-terms", later).status == 303)
        #expect(await browser.get("\(site.base)/timetable-terms/new").has("value=\"08:00-09:20\""))
    }

    @Test func `a single day is cancelled at once, and as usual again`() async throws {
        var browser = try site.browser()
        let id = try await site.add(site.fields(), &browser)
        let lesson = "\(site.base)/timetable-lessons/\(id)"
        #expect(
            await browser.post(lesson + "/exceptions", [("day", "2026-09-15"), ("change", "cancelled")]).status == 422)
        #expect(await browser.post(lesson + "/exceptions", [("day", "2026-09-14"), ("change", "moved")]).status == 422)
        #expect(
            await browser.post(lesson + "/exceptions", [("day", "2026-09-14"), ("change", "cancelled")]).status == 303)
        let exception = try #require(
            try site.one("select id from timetable_exceptions where lesson_id = \(id)")?.id("id"))
        #expect(await browser.get(lesson).has("timetable-exceptions/\(exception)/end"))
        #expect(await browser.post("\(site.base)/timetable-exceptions/\(exception)/end").status == 303)
        #expect(try site.one("select id from timetable_exceptions where lesson_id = \(id)") == nil)
    }
}
