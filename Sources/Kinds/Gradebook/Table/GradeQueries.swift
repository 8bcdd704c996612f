import Console
import Postgres

/// All SQL on single cells of grade tables. Row-level security adds the tenant, and restricts a teacher to their own
/// classes.
enum GradeQueries {
    /// Today in the tenant's zone.
    static let today: SQL = "select \(SchoolQueries.today)::text as day"

    static let tomorrow: SQL = "select (\(SchoolQueries.today) + 1)::text as day"

    /// Returns the cells of the given pairs of student and assignment; pairs that were never filled are absent.
    static func cells(of schoolClass: ID, students: [ID], assignments: [ID]) -> SQL {
        """
        select gradebook_grades.id, gradebook_grades.student_id, gradebook_grades.assignment_id,
            (gradebook_grades.points * 1000)::bigint as thousandths, gradebook_grades.mark, gradebook_grades.version,
            gradebook_grades.changed_by, gradebook_grades.changed_by_id, gradebook_grades.changed_at,
            gradebook_grades.revision,
            gradebook_grades.changed_at at time zone (select tenants.zone from tenants where tenants.id = current_tenant())
                as changed
        from unnest(\(students), \(assignments)) as wanted (student_id, assignment_id)
        join gradebook_grades on gradebook_grades.class_id = \(schoolClass)
            and gradebook_grades.student_id = wanted.student_id
            and gradebook_grades.assignment_id = wanted.assignment_id
        """
    }

    /// Returns the names of a cell's student and assignment, also if they have left the class.
    static func names(of student: ID, _ assignment: ID, in schoolClass: ID) -> SQL {
        """
        select gradebook_students.name as student, gradebook_assignments.name as assignment
        from gradebook_enrolments join gradebook_students on gradebook_students.id = gradebook_enrolments.student_id
        join gradebook_assignments on gradebook_assignments.class_id = gradebook_enrolments.class_id
        where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.student_id = \(student)
            and gradebook_assignments.id = \(assignment)
        """
    }

    /// Returns the name of a student and what the audit trail calls their total in a class, also if they have left it.
    static func total(of student: ID, in schoolClass: ID) -> SQL {
        """
        select gradebook_students.name, gradebook_enrolments.override_id,
            gradebook_enrolments.override_percent is not null as is_set, gradebook_enrolments.overridden_by,
            gradebook_enrolments.overridden_at at time zone
                (select tenants.zone from tenants where tenants.id = current_tenant()) as overridden
        from gradebook_enrolments join gradebook_students on gradebook_students.id = gradebook_enrolments.student_id
        where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.student_id = \(student)
        """
    }

    /// Rows for a file: one per student, with a line for each cell: assignment, points and mark separated by tabs.
    static func table(of schoolClass: ID) -> SQL {
        """
        select gradebook_students.name, gradebook_students.number, gradebook_enrolments.override_percent::text,
            (select string_agg(gradebook_grades.assignment_id::text || chr(9) || coalesce(gradebook_grades.points::text, '')
                    || chr(9) || gradebook_grades.mark, chr(10))
                from gradebook_grades where gradebook_grades.class_id = \(schoolClass)
                    and gradebook_grades.student_id = gradebook_students.id) as cells
        from gradebook_enrolments join gradebook_students on gradebook_students.id = gradebook_enrolments.student_id
        where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.left_at is null
        order by gradebook_students.name collate "und-x-icu", gradebook_students.id
        """
    }

    /// Overwrites stored grades, so the class must be locked. Points are texts; an empty one means none.
    static func save(
        _ cells: [WrittenCell<GradeCell>], of schoolClass: ID, tenant: ID, by actor: Actor
    ) -> SQL {
        """
        insert into gradebook_grades (tenant_id, id, class_id, student_id, assignment_id, points, mark, changed_at, changed_by,
            changed_by_id)
        select \(tenant), given.id, \(schoolClass), given.student_id, given.assignment_id,
            nullif(given.points, '')::numeric, given.mark, \(actor.now), \(actor.name),
            \(actor.id)
        from unnest(\(cells.map(\.id)), \(cells.map(\.student)), \(cells.map(\.column)),
            \(cells.map { $0.value.points?.plain ?? "" }), \(cells.map { $0.value.mark?.rawValue ?? "" }))
            as given (id, student_id, assignment_id, points, mark)
        on conflict (tenant_id, class_id, student_id, assignment_id) do update
            set points = excluded.points, mark = excluded.mark, version = gradebook_grades.version + 1,
                changed_at = excluded.changed_at, changed_by = excluded.changed_by, changed_by_id = excluded.changed_by_id
        """
    }

    /// - Parameter id: what the audit trail calls the total.
    static func override(
        _ student: ID, in schoolClass: ID, id: ID, percent: String?, reason: String, by actor: Actor
    ) -> SQL {
        """
        update gradebook_enrolments set override_percent = \(percent)::text::numeric, override_reason = \(reason),
            override_id = \(id), overridden_by = \(actor.name), overridden_by_id = \(actor.id),
            overridden_at = \(actor.now), version = gradebook_enrolments.version + 1
        where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.student_id = \(student)
        """
    }
}
