import Console
import Postgres

/// All SQL on classes, their teachers, categories and assignments. Row-level security adds the tenant, and restricts
/// a teacher to their own classes.
enum ClassQueries {
    private static let columns: SQL = """
        gradebook_classes.id, gradebook_classes.name, gradebook_classes.term, gradebook_classes.is_weighted,
            gradebook_classes.scale, gradebook_classes.version, gradebook_classes.archived_at is not null as is_archived,
            gradebook_classes.revision
        """

    static func one(_ id: ID) -> SQL {
        "select \(columns) from gradebook_classes where gradebook_classes.id = \(id)"
    }

    /// Locks the class until the end of the transaction: changes of its table happen one after another.
    static func lock(_ id: ID) -> SQL {
        "select \(columns) from gradebook_classes where gradebook_classes.id = \(id) for no key update"
    }

    /// Locks the class until the end of the transaction against changes of its table; others may read it at the same
    /// time.
    static func share(_ id: ID) -> SQL {
        "select gradebook_classes.id from gradebook_classes where gradebook_classes.id = \(id) for share"
    }

    /// The revision of the class: each change of what a phone shows of it raises it
    /// (migrations/gradebook/0181_grade_book_revisions.sql).
    static func revision(of id: ID) -> SQL {
        "select gradebook_classes.revision from gradebook_classes where gradebook_classes.id = \(id)"
    }

    /// The most classes of one answer to a phone.
    static let mostOfPhone = 1000

    /// Returns all classes, with the number of students and the current revision: one more than an answer holds, if
    /// there are more.
    static let all: SQL = """
        select \(columns),
            (select count(*) from gradebook_enrolments
                where gradebook_enrolments.class_id = gradebook_classes.id and gradebook_enrolments.left_at is null) as students
        from gradebook_classes
        order by gradebook_classes.archived_at is not null, gradebook_classes.name collate "und-x-icu", gradebook_classes.id
        limit \(mostOfPhone + 1)
        """

    static func add(_ id: ID, tenant: ID, _ values: ClassValues, now: Timestamp) -> SQL {
        """
        insert into gradebook_classes (tenant_id, id, name, term, is_weighted, scale, created_at)
        values (\(tenant), \(id), \(values.name), \(values.term), \(values.isWeighted), \(values.scale), \(now))
        """
    }

    static func save(_ id: ID, _ values: ClassValues) -> SQL {
        """
        update gradebook_classes set name = \(values.name), term = \(values.term), is_weighted = \(values.isWeighted),
            scale = \(values.scale), version = gradebook_classes.version + 1
        where gradebook_classes.id = \(id)
        """
    }

    static func archive(_ id: ID, at time: Timestamp?) -> SQL {
        """
        update gradebook_classes set archived_at = \(time), version = gradebook_classes.version + 1
        where gradebook_classes.id = \(id)
        """
    }

    static func teachers(of id: ID) -> SQL {
        "select gradebook_teachers.admin_id from gradebook_teachers where gradebook_teachers.class_id = \(id)"
    }

    /// The most admins that a form lists.
    static let mostAdmins = 500

    private static let possible: SQL = """
        select admins.id, admins.name from memberships join admins on admins.id = memberships.admin_id
        where admins.disabled_at is null
        """

    /// Returns the possible teachers: the admins of the tenant, by name; one more than a form lists, if there are more.
    static let admins: SQL =
        possible + " order by admins.name collate \"und-x-icu\", admins.id limit \(mostAdmins + 1)"

    /// Returns those of the given admins who may teach here.
    static func admins(_ ids: [ID]) -> SQL {
        possible + " and admins.id = any (\(ids)) order by admins.name collate \"und-x-icu\", admins.id"
    }

    static func admin(email: String) -> SQL { possible + " and lower(admins.email) = lower(\(email))" }

    static func names(ofAdmins ids: [ID]) -> SQL {
        "select admins.id, admins.name from admins where admins.id = any (\(ids))"
    }

    static func addTeachers(_ admins: [ID], to id: ID, tenant: ID) -> SQL {
        """
        insert into gradebook_teachers (tenant_id, class_id, admin_id)
        select \(tenant), \(id), admin_id from unnest(\(admins)) as admin_id on conflict do nothing
        """
    }

    static func removeTeachers(_ admins: [ID], from id: ID) -> SQL {
        """
        delete from gradebook_teachers
        where gradebook_teachers.class_id = \(id) and gradebook_teachers.admin_id = any (\(admins))
        """
    }

    static func categories(of id: ID) -> SQL {
        """
        select gradebook_categories.id, gradebook_categories.name, gradebook_categories.weight::text as weight,
            gradebook_categories.drops
        from gradebook_categories where gradebook_categories.class_id = \(id)
        order by gradebook_categories.position, gradebook_categories.id
        """
    }

    static func addCategory(_ id: ID, to schoolClass: ID, tenant: ID, _ values: CategoryValues, position: Int) -> SQL {
        """
        insert into gradebook_categories (tenant_id, class_id, id, name, weight, drops, position)
        values (\(tenant), \(schoolClass), \(id), \(values.name), \(values.weight)::text::numeric, \(values.drops), \(position))
        """
    }

    /// Gives categories names that nobody types, since two of them may exchange theirs and names are unique at every moment.
    static func freeCategoryNames(_ ids: [ID], of schoolClass: ID) -> SQL {
        """
        update gradebook_categories set name = gradebook_categories.id::text
        where gradebook_categories.class_id = \(schoolClass) and gradebook_categories.id = any (\(ids))
        """
    }

    static func saveCategory(_ id: ID, _ values: CategoryValues, position: Int) -> SQL {
        """
        update gradebook_categories set name = \(values.name), weight = \(values.weight)::text::numeric,
            drops = \(values.drops), position = \(position), version = gradebook_categories.version + 1
        where gradebook_categories.id = \(id)
        """
    }

    static func assignments(of id: ID) -> SQL {
        """
        select gradebook_assignments.id, gradebook_assignments.category_id, gradebook_assignments.name,
            (gradebook_assignments.due_on - date '1970-01-01')::bigint as due_day,
            gradebook_assignments.possible::text as possible, gradebook_assignments.is_extra,
            gradebook_assignments.above_maximum, gradebook_assignments.version
        from gradebook_assignments
        where gradebook_assignments.class_id = \(id) and gradebook_assignments.removed_at is null
        order by gradebook_assignments.due_on, gradebook_assignments.position, gradebook_assignments.id
        """
    }

    static func removedAssignments(of id: ID) -> SQL {
        """
        select gradebook_assignments.id, gradebook_assignments.name from gradebook_assignments
        where gradebook_assignments.class_id = \(id) and gradebook_assignments.removed_at is not null
        order by gradebook_assignments.removed_at desc, gradebook_assignments.id limit 100
        """
    }

    static func formerStudents(of id: ID) -> SQL {
        """
        select gradebook_students.id, gradebook_students.name
        from gradebook_enrolments join gradebook_students on gradebook_students.id = gradebook_enrolments.student_id
        where gradebook_enrolments.class_id = \(id) and gradebook_enrolments.left_at is not null
        order by gradebook_enrolments.left_at desc, gradebook_students.id limit 100
        """
    }

    static func students(of id: ID) -> SQL {
        """
        select gradebook_students.id, gradebook_students.name, gradebook_students.number,
            gradebook_enrolments.override_percent::text as override_percent, gradebook_enrolments.override_reason,
            gradebook_enrolments.version, gradebook_enrolments.override_id, gradebook_enrolments.overridden_by,
            gradebook_enrolments.overridden_at at time zone
                (select tenants.zone from tenants where tenants.id = current_tenant()) as overridden
        from gradebook_enrolments join gradebook_students on gradebook_students.id = gradebook_enrolments.student_id
        where gradebook_enrolments.class_id = \(id) and gradebook_enrolments.left_at is null
        order by gradebook_students.name collate "und-x-icu", gradebook_students.id
        """
    }

    static func grades(of id: ID) -> SQL {
        """
        select gradebook_grades.student_id, gradebook_grades.assignment_id,
            (gradebook_grades.points * 1000)::bigint as thousandths, gradebook_grades.mark, gradebook_grades.version
        from gradebook_grades where gradebook_grades.class_id = \(id)
        """
    }

    /// Returns the grades of these students, and those of these assignments.
    static func grades(of id: ID, students: [ID], assignments: [ID]) -> SQL {
        grades(of: id) + """
             and (gradebook_grades.student_id = any (\(students)) or gradebook_grades.assignment_id = any (\(assignments)))
            """
    }
}
