import Console
import Postgres

/// All SQL on students and their classes. Row-level security adds the tenant. The register belongs to the whole
/// school; of classes a teacher sees only their own.
enum StudentQueries {
    private static let columns: SQL =
        "gradebook_students.id, gradebook_students.name, gradebook_students.number, gradebook_students.version"

    /// For the audit trail.
    @Sendable static func names(_ ids: [ID]) -> SQL {
        "select gradebook_students.id, gradebook_students.name from gradebook_students where gradebook_students.id = any (\(ids))"
    }

    static func one(_ id: ID) -> SQL { "select \(columns) from gradebook_students where gradebook_students.id = \(id)" }

    static func lock(_ id: ID) -> SQL { one(id) + " for no key update" }

    static func byNumber(_ numbers: [String]) -> SQL {
        """
        select \(columns) from gradebook_students
        where gradebook_students.number <> '' and gradebook_students.number = any (\(numbers))
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

    static func classes(of student: ID) -> SQL {
        """
        select gradebook_classes.id, gradebook_classes.name, gradebook_classes.term
        from gradebook_enrolments join gradebook_classes on gradebook_classes.id = gradebook_enrolments.class_id
        where gradebook_enrolments.student_id = \(student) and gradebook_enrolments.left_at is null
        order by gradebook_classes.archived_at is not null, gradebook_classes.name collate "und-x-icu", gradebook_classes.id
        """
    }
}
