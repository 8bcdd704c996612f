import Console
import Mail
import Postgres
import Support
import Testing
import Web

@testable import Timetable
@testable import roost

/// A university with a term, two groups, two teachers and two rooms, and somebody who keeps its timetable.
struct TimetableSite {
    let installation: TestInstallation
    let tenant: Tenant
    let console: TestConsole
    let owner: TestAdmin
    /// Autumn 2026: 7 September, a Monday, to 20 December.
    let term: ID

    init(_ installation: TestInstallation, mail: MailSender? = nil) throws {
        self.installation = installation
        tenant = try installation.makeTenant(kind: TimetableKind().id)
        console = TestConsole(installation, declarations: ConsoleApplication.declarations, kinds: Kinds.all, mail: mail)
        owner = try installation.makeAdmin(.owner, in: tenant)
        let (tenant, term) = (tenant.id, ID.make())
        self.term = term
        try installation.inTenant(self.tenant) { tx in
            try tx.execute(
                """
                insert into timetable_terms (tenant_id, id, name, first_day, last_day, first_week, bells)
                values (\(tenant), \(term), 'Autumn', '2026-09-07', '2026-12-20', 1, '09:00-10:20, 10:35-11:55')
                """)
            try TermDays.make(of: term, in: tx)
            for name in ["Maths", "Physics"] {
                try tx.execute(
                    "insert into timetable_subjects (tenant_id, id, name, full_name) values (\(tenant), \(ID.make()), \(name), '')"
                )
            }
            for name in ["G1", "G2"] {
                try tx.execute(
                    """
                    insert into timetable_groups (tenant_id, id, name, speciality, course, students, subgroups)
                    values (\(tenant), \(ID.make()), \(name), '', 1, 24, 2)
                    """)
            }
            for name in ["Petrov Oleg", "Ivanova Anna"] {
                try tx.execute(
                    """
                    insert into timetable_teachers (tenant_id, id, name, address, degree)
                    values (\(tenant), \(ID.make()), \(name), \(TeacherAddress.make(of: name)), '')
                    """)
            }
            for (name, seats) in [("201", 30), ("305", 15)] {
                try tx.execute(
                    """
                    insert into timetable_rooms (tenant_id, id, name, building, capacity, purpose)
                    values (\(tenant), \(ID.make()), \(name), '', \(seats), 'any')
                    """)
            }
        }
    }

    var base: String { "/t/\(tenant.slug)" }
    func browser() throws -> TestBrowser { try console.browser(of: owner) }

    func fields(
        _ subject: String = "Maths", groups: String = "G1", teachers: String = "Petrov Oleg", room: String = "201",
        day: Int = 1,
        starts: String = "09:00", ends: String = "10:20", weeks: String = "", subgroup: String = ""
    ) -> [(String, String)] {
        [
            ("subject", subject), ("kind", "lecture"), ("groups", groups), ("subgroup", subgroup),
            ("teachers", teachers),
            ("room", room), ("weekday", String(day)), ("starts", starts), ("ends", ends), ("weeks", weeks),
        ]
    }

    /// Adds it with the form. Returns its id.
    @discardableResult
    func add(_ fields: [(String, String)], _ browser: inout TestBrowser) async throws -> ID {
        // Ids of one millisecond stand in no order.
        let all: SQL = "select array(select id from timetable_lessons where tenant_id = \(tenant.id)) as ids"
        let before = try one(all)?.ids("ids") ?? []
        let answer = await browser.post("\(base)/timetable-terms/\(term)/lessons", fields)
        #expect(answer.status == 303, "\(answer.text)")
        return try #require(try one(all)?.ids("ids").first { !before.contains($0) })
    }

    func one(_ sql: SQL) throws -> Row? { try installation.database.connection(.superuser).send(sql).rows().first }

    /// What the form for a single day carries of what is stored of it.
    func seen(_ lesson: ID, _ day: String) throws -> (String, String) {
        let row = try #require(
            try one(
                """
                select id || ' ' || md5(row(kind, new_day, starts, room_id, teacher_ids, note)::text) as v from timetable_exceptions
                where lesson_id = \(lesson) and day = \(day)::date
                """))
        return ("seen", "\(day) \(try row.text("v"))")
    }

    func id(_ table: SQL, _ name: String) throws -> ID {
        try #require(try one("select id from \(table) where tenant_id = \(tenant.id) and name = \(name)")?.id("id"))
    }

    /// Every lesson of the draft: Maths 1 540-620 15.
    func draft() throws -> [String] {
        try one(
            """
            select array(select timetable_subjects.name || ' ' || weekday || ' ' || starts || '-' || ends || ' ' || weeks
                || case when is_removed then ' removed' else '' end
                from timetable_lessons join timetable_subjects on timetable_subjects.id = subject_id
                where timetable_lessons.tenant_id = \(tenant.id) order by 1) as v
            """
        )?.texts("v") ?? []
    }

    /// What students see, in the same form.
    func published() throws -> [String] {
        try one(
            """
            select array(select timetable_subjects.name || ' ' || weekday || ' ' || starts || '-' || ends || ' ' || weeks
                from timetable_published join timetable_subjects on timetable_subjects.id = subject_id
                where timetable_published.tenant_id = \(tenant.id) and until_version is null order by 1) as v
            """
        )?.texts("v") ?? []
    }

    func clashes() throws -> [String] {
        try one("select array(select kind from timetable_clashes where tenant_id = \(tenant.id) order by kind) as v")?
            .texts("v") ?? []
    }
}
