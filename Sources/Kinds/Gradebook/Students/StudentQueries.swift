import Console
import Postgres

/// All SQL on students and their classes. Row-level security adds the tenant, and restricts a teacher to their own classes
/// and to who is or was in them.
enum StudentQueries {
    /// A number is one student's.
    static let numberIndex = "gradebook_students_number"

    private static let columns: SQL =
        "gradebook_students.id, gradebook_students.name, gradebook_students.number, gradebook_students.version"

    /// For the audit trail.
    @Sendable static func names(_ ids: [ID]) -> SQL {
        "select gradebook_students.id, gradebook_students.name from gradebook_students where gradebook_students.id = any (\(ids))"
    }

    static func one(_ id: ID) -> SQL { "select \(columns) from gradebook_students where gradebook_students.id = \(id)" }

    static func lock(_ id: ID) -> SQL { one(id) + " for no key update" }

    /// Returns who has one of the numbers, of the whole school: a teacher adds a student of another class by it. `is_shown`
    /// is false for who is behind the wall: their name is shown to nobody who does not know it.
    static func byNumber(_ numbers: [String]) -> SQL {
        """
        select known.id, known.name, known.number, known.version, gradebook_students.id is not null as is_shown
        from gradebook_students_by_number(\(numbers)) as known
        left join gradebook_students on gradebook_students.id = known.id
        """
    }

    static func add(_ students: [(id: ID, name: String, number: String)], tenant: ID, now: Timestamp) -> SQL {
        """
        insert into gradebook_students (tenant_id, id, name, number, created_at)
        select \(tenant), given.id, given.name, given.number, \(now)
        from unnest(\(students.map(\.id)), \(students.map(\.name)), \(students.map(\.number))) as given (id, name, number)
        """
    }

    static func save(_ id: ID, name: String, number: String) -> SQL {
        """
        update gradebook_students set name = \(name), number = \(number), version = gradebook_students.version + 1
        where gradebook_students.id = \(id)
        """
    }

    /// A student who was in the class before comes back with all grades.
    static func enrol(_ students: [ID], in schoolClass: ID, tenant: ID) -> SQL {
        """
        insert into gradebook_enrolments (tenant_id, class_id, student_id)
        select \(tenant), \(schoolClass), student_id from unnest(\(students)) as student_id
        on conflict (tenant_id, class_id, student_id) do update
            set left_at = null, version = gradebook_enrolments.version + 1 where gradebook_enrolments.left_at is not null
        """
    }

    static func leave(_ student: ID, _ schoolClass: ID, at time: Timestamp) -> SQL {
        """
        update gradebook_enrolments set left_at = \(time), version = gradebook_enrolments.version + 1
        where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.student_id = \(student)
            and gradebook_enrolments.left_at is null
        """
    }

    static func comeBack(_ student: ID, _ schoolClass: ID) -> SQL {
        """
        update gradebook_enrolments set left_at = null, version = gradebook_enrolments.version + 1
        where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.student_id = \(student)
            and gradebook_enrolments.left_at is not null
        """
    }

    static func erase(_ student: ID) -> SQL { "select gradebook_erase_student(\(student)) as is_erased" }

    /// Everything that is held about a student, an object a line.
    static func data(of student: ID) -> SQL {
        """
        select line from (
            select 1 as place, '' as class, '' as day, jsonb_build_object('kind', 'student', 'name', gradebook_students.name,
                'number', gradebook_students.number, 'added_at', gradebook_students.created_at)::text as line
            from gradebook_students where gradebook_students.id = \(student)
            union all
            select 2, gradebook_classes.name, '', jsonb_build_object('kind', 'class', 'name', gradebook_classes.name,
                'term', gradebook_classes.term, 'left_at', gradebook_enrolments.left_at,
                'percent_set_by_hand', gradebook_enrolments.override_percent, 'reason', gradebook_enrolments.override_reason)::text
            from gradebook_enrolments join gradebook_classes on gradebook_classes.id = gradebook_enrolments.class_id
            where gradebook_enrolments.student_id = \(student)
            union all
            select 3, gradebook_classes.name, gradebook_assignments.due_on::text, jsonb_build_object('kind', 'grade',
                'class', gradebook_classes.name, 'assignment', gradebook_assignments.name, 'date', gradebook_assignments.due_on,
                'points', gradebook_grades.points, 'possible', gradebook_assignments.possible, 'mark', gradebook_grades.mark,
                'changed_at', gradebook_grades.changed_at, 'changed_by', gradebook_grades.changed_by)::text
            from gradebook_grades join gradebook_assignments on gradebook_assignments.id = gradebook_grades.assignment_id
            join gradebook_classes on gradebook_classes.id = gradebook_grades.class_id
            where gradebook_grades.student_id = \(student)
            union all
            select 4, gradebook_classes.name, gradebook_attendance.day::text, jsonb_build_object('kind', 'attendance',
                'class', gradebook_classes.name, 'date', gradebook_attendance.day, 'state', gradebook_attendance.state,
                'changed_at', gradebook_attendance.changed_at, 'changed_by', gradebook_attendance.changed_by)::text
            from gradebook_attendance join gradebook_classes on gradebook_classes.id = gradebook_attendance.class_id
            where gradebook_attendance.student_id = \(student)
            union all
            select 5, gradebook_classes.name, gradebook_report_links.made_at::text, jsonb_build_object('kind', 'link to the report',
                'class', gradebook_classes.name, 'recipient', gradebook_report_links.recipient,
                'made_by', gradebook_report_links.made_by, 'made_at', gradebook_report_links.made_at,
                'expires_at', gradebook_report_links.expires_at, 'ended_at', gradebook_report_links.ended_at,
                'opened_at', gradebook_report_links.opened_at)::text
            from gradebook_report_links join gradebook_classes on gradebook_classes.id = gradebook_report_links.class_id
            where gradebook_report_links.student_id = \(student)
        ) as held order by held.place, held.class, held.day, held.line
        """
    }

    static func classes(of student: ID) -> SQL {
        """
        select gradebook_classes.id, gradebook_classes.name, gradebook_classes.term
        from gradebook_enrolments join gradebook_classes on gradebook_classes.id = gradebook_enrolments.class_id
        where gradebook_enrolments.student_id = \(student) and gradebook_enrolments.left_at is null
        order by gradebook_classes.archived_at is not null, gradebook_classes.name collate "und-x-icu", gradebook_classes.id
        """
    }
}
