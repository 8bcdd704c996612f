import Console
import HTML
import Postgres

/// A school that teaches in four languages: students of each in classes of about thirty, with the grades and
/// attendance of a term. Some work is left for the teacher, as in a real school.
enum SchoolDemo: DemoRows {
    /// The subjects and groups of one language.
    private struct Section {
        let language: String
        let subjects: [String]
        let groups: [String]
        let teachers: [String]
        let scale: String
        let homework: String
        let tests: String
        let project: String
        let extra: String
        /// ISO days of the week without school.
        let weekend: [Int64]

        var digits: String { language == "fa" ? "۰۱۲۳۴۵۶۷۸۹" : "0123456789" }
    }

    private static let sections = [
        Section(
            language: "en", subjects: ["Biology", "Mathematics", "English Literature", "History"],
            groups: ["9B", "9A", "8A", "8B", "7A", "7B"], teachers: ["Ms Hall", "Mr Okafor", "Ms Fraser", "Mr Walsh"],
            scale: "A 90, B 80, C 70, D 60, F 0", homework: "Homework", tests: "Test", project: "Project",
            extra: "Extra task", weekend: [6, 7]),
        Section(
            language: "es", subjects: ["Matemáticas", "Lengua y Literatura", "Física y Química", "Geografía"],
            groups: ["3.º A", "3.º B", "2.º A", "2.º B", "1.º A", "1.º B"],
            teachers: ["Sra. Vega", "Sr. Ibáñez", "Sra. Rojas", "Sr. Puig"],
            scale: "SB 90, NT 70, BI 60, SF 50, IN 0", homework: "Deberes", tests: "Examen", project: "Proyecto",
            extra: "Tarea extra", weekend: [6, 7]),
        Section(
            language: "ru", subjects: ["Алгебра", "Литература", "Физика", "История"],
            groups: ["8 «А»", "8 «Б»", "7 «А»", "7 «Б»", "6 «А»", "6 «Б»"],
            teachers: ["Белова О. П.", "Орлов И. С.", "Макарова Е. А.", "Титов Г. Л."],
            scale: "5 85, 4 70, 3 50, 2 0", homework: "Домашняя работа", tests: "Контрольная", project: "Проект",
            extra: "Дополнительное задание", weekend: [7]),
        Section(
            language: "fa", subjects: ["ریاضی", "ادبیات فارسی", "علوم تجربی", "تاریخ"],
            groups: ["نهم الف", "نهم ب", "هشتم الف", "هشتم ب", "هفتم الف", "هفتم ب"],
            teachers: ["خانم رضایی", "آقای کریمی", "خانم احمدی", "آقای موسوی"],
            scale: "الف 85, ب 70, ج 50, د 0", homework: "تکلیف", tests: "آزمون", project: "پروژه",
            extra: "تکلیف اضافه", weekend: [4, 5]),
    ]

    /// A class and its teacher.
    private typealias Taught = (id: ID, teacher: String)

    /// The number in each class.
    private static let assignments = 12
    private static let students = 28

    static func fill(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        // If the load adds to existing data, the school exists already.
        guard
            try tx.first(
                "select 1 as n from gradebook_classes where gradebook_classes.tenant_id = \(load.tenant.id) limit 1")
                == nil
        else { return }
        let pool = CulturePool(weights: [:])
        let groups = min(6, max(1, load.size / 1_500))
        var taught: [Taught] = []
        for section in sections {
            guard let culture = pool.languages.firstIndex(of: section.language) else { continue }
            for group in section.groups.prefix(groups) {
                taught += try add(group, of: section, names(culture, pool, seed: load.seed, group), load, in: tx)
            }
        }
        try addGrades(taught, load, in: tx)
        try addAttendance(taught, load, in: tx)
        load.progress("\(load.kind.demo.slug): \(groups * sections.count * 4) classes")
    }

    /// Returns full names as the culture writes them in a register: the family name first.
    private static func names(_ culture: Int, _ pool: CulturePool, seed: Int64, _ group: String) -> [String] {
        var chance = UInt64(bitPattern: seed)
        for byte in group.utf8 { chance = (chance ^ UInt64(byte)) &* 0x100_0000_01B3 }
        func draw(_ parts: CulturePool.Parts, _ names: [String], _ slot: Int) -> String {
            chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return names[Int(parts.starts[slot]) - 1 + Int((chance >> 33) % UInt64(parts.sizes[slot]))]
        }
        var names: Set<String> = []
        var number = 0
        while names.count < students, number < 10 * students {
            let slot = 2 * culture + number % 2
            let comma = pool.languages[culture] == "fa" ? "، " : pool.languages[culture] == "ru" ? " " : ", "
            names.insert(draw(pool.family, pool.familyNames, slot) + comma + draw(pool.given, pool.givenNames, slot))
            number += 1
        }
        return names.sorted()
    }

    private static func add(
        _ group: String, of section: Section, _ names: [String], _ load: DemoLoad, in tx: borrowing TenantTransaction
    ) throws -> [Taught] {
        var taught: [Taught] = []
        let (tenant, begin) = (load.tenant.id, load.now.adding(seconds: -84 * 86_400))
        let ids = names.map { _ in ID.make(at: begin) }
        try tx.execute(
            """
            insert into gradebook_students (tenant_id, id, name, number, created_at)
            select \(tenant), given.id, given.name,
                'S' || (select count(*) + 1000 from gradebook_students where gradebook_students.tenant_id = \(tenant))
                    + row_number() over (order by given.name), \(begin)
            from unnest(\(ids), \(names)) as given (id, name)
            """)
        for (subject, teacher) in zip(section.subjects, section.teachers) {
            let id = ID.make(at: begin)
            taught.append((id, teacher))
            let categories = [ID.make(at: begin), ID.make(at: begin), ID.make(at: begin)]
            try tx.execute(
                """
                insert into gradebook_classes (tenant_id, id, name, term, is_weighted, scale, created_at)
                select \(tenant), \(id), \("\(subject) \(group)"),
                    translate(
                        extract(year from school_year)::bigint - \(section.language == "fa" ? 621 : 0) || '/'
                            || right((extract(year from school_year)::bigint - \(section.language == "fa" ? 620 : -1))::text, 2),
                        '0123456789', \(section.digits)), true,
                    \(section.scale), \(begin)
                from date_trunc('year', \(load.now)::timestamptz - interval '7 months') as school_year
                """)
            try tx.execute(
                """
                insert into gradebook_teachers (tenant_id, class_id, admin_id)
                select \(tenant), \(id), memberships.admin_id from memberships
                where memberships.tenant_id = \(tenant) and memberships.role in ('owner', 'manager', 'editor')
                """)
            try tx.execute(
                """
                insert into gradebook_enrolments (tenant_id, class_id, student_id)
                select \(tenant), \(id), student from unnest(\(ids)) as student
                """)
            try tx.execute(
                """
                insert into gradebook_categories (tenant_id, class_id, id, name, weight, drops, position)
                select \(tenant), \(id), given.id, given.name, (array[30, 50, 20])[given.position],
                    (array[1, 0, 0])[given.position], given.position - 1
                from unnest(\(categories), \([section.homework, section.tests, section.project]))
                    with ordinality as given (id, name, position)
                """)
            // Homework each week, a test each third, one project, one task for extra credit. The last one is due
            // soon.
            try tx.execute(
                """
                insert into gradebook_assignments (tenant_id, class_id, id, category_id, name, due_on, possible, is_extra, position)
                select \(tenant), \(id), md5(\(id)::text || n)::uuid,
                    (\(categories))[case when n = 8 then 3 when n % 3 = 0 then 2 else 1 end],
                    translate(
                        case when n = 8 then \(section.project) when n = 10 then \(section.extra)
                            when n % 3 = 0 then \(section.tests) || ' ' || n / 3
                            else \(section.homework) || ' ' || n - n / 3 - (n > 8)::int - (n > 10)::int end,
                        '0123456789', \(section.digits)),
                    (\(load.now)::timestamptz - interval '80 days' + n * interval '7 days')::date,
                    case when n = 8 then 50 when n = 10 then 5 when n % 3 = 0 then 100 else 20 end, n = 10, n
                from generate_series(1, \(assignments)) as n
                """)
        }
        return taught
    }

    /// Grades vary by student, by assignment and by day. In every fourth class the newest assignment is not graded
    /// yet.
    private static func addGrades(_ taught: [Taught], _ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let tenant = load.tenant.id
        try tx.execute(
            """
            insert into gradebook_grades
                (tenant_id, id, class_id, student_id, assignment_id, points, mark, changed_at, changed_by)
            select \(tenant), md5(drawn.student_id::text || drawn.assignment_id)::uuid, drawn.class_id, drawn.student_id,
                drawn.assignment_id,
                case when drawn.fate < 40 then null
                    else round(drawn.possible * greatest(0.15, least(1, drawn.skill)) * 2) / 2 end,
                case when drawn.fate < 20 then 'excused' when drawn.fate < 40 then 'missing' when drawn.fate < 75 then 'late'
                    else '' end,
                drawn.due_on + interval '2 days 15 hours', taught.teacher
            from (
                select assignments.class_id, assignments.id as assignment_id, enrolments.student_id, assignments.possible,
                    assignments.due_on,
                    (hashtextextended(enrolments.student_id::text || assignments.id, \(load.seed)) & 1023) as fate,
                    0.62 + (hashtextextended(enrolments.student_id::text, \(load.seed)) & 1023) / 3000.0
                        + (hashtextextended(enrolments.student_id::text || assignments.id, \(load.seed + 1)) & 1023) / 4000.0
                        - (hashtextextended(assignments.id::text, \(load.seed)) & 1023) / 9000.0 as skill
                from gradebook_assignments as assignments
                join gradebook_enrolments as enrolments
                    on enrolments.tenant_id = assignments.tenant_id and enrolments.class_id = assignments.class_id
                where assignments.tenant_id = \(tenant) and assignments.due_on < \(load.now)::timestamptz::date
                    and not (assignments.position = 11 and (hashtextextended(assignments.class_id::text, \(load.seed)) & 3) = 0)
            ) as drawn
            join unnest(\(taught.map(\.id)), \(taught.map(\.teacher))) as taught (class_id, teacher)
                on taught.class_id = drawn.class_id
            """)
    }

    /// Each class meets on three weekdays of its own; two classes in three have today's attendance already.
    private static func addAttendance(_ taught: [Taught], _ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let tenant = load.tenant.id
        for section in sections {
            try tx.execute(
                """
                insert into gradebook_attendance (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by)
                select \(tenant), md5(enrolments.class_id::text || enrolments.student_id || days.day)::uuid,
                    enrolments.class_id, enrolments.student_id, days.day,
                    case when drawn.fate < 28 then 'absent' when drawn.fate < 60 then 'excused' else 'present' end,
                    days.day + interval '9 hours', taught.teacher
                from gradebook_enrolments as enrolments
                join gradebook_classes as classes
                    on classes.tenant_id = enrolments.tenant_id and classes.id = enrolments.class_id
                join unnest(\(taught.map(\.id)), \(taught.map(\.teacher))) as taught (class_id, teacher)
                    on taught.class_id = classes.id
                cross join (
                    select day::date as day
                    from generate_series(\(load.now)::timestamptz - interval '56 days', \(load.now)::timestamptz, interval '1 day')
                        as day
                ) as days
                cross join lateral (
                    select hashtextextended(enrolments.student_id::text || days.day || classes.id, \(load.seed)) & 1023 as fate,
                        hashtextextended(classes.id::text || extract(isodow from days.day), \(load.seed)) & 1023 as lesson,
                        hashtextextended(classes.id::text, \(load.seed)) & 3 as today
                ) as drawn
                where enrolments.tenant_id = \(tenant) and classes.scale = \(section.scale)
                    and extract(isodow from days.day)::bigint <> all (\(section.weekend)) and drawn.lesson < 640
                    and (days.day < \(load.now)::timestamptz::date or drawn.today > 0)
                """)
        }
    }
}
