import Console
import Postgres

/// All SQL on many students at once. Row-level security adds the tenant; an admin who imports may see every class.
enum StudentImportQueries {
    private static let columns: SQL = """
        gradebook_students.id, gradebook_students.name, gradebook_students.number, gradebook_students.version,
            array(select gradebook_enrolments.class_id from gradebook_enrolments
                where gradebook_enrolments.student_id = gradebook_students.id and gradebook_enrolments.left_at is null) as classes
        """

    /// Returns the classes that are not archived, with their number of students.
    static let classes: SQL = """
        select gradebook_classes.id, gradebook_classes.name, gradebook_classes.term,
            (select count(*) from gradebook_enrolments where gradebook_enrolments.class_id = gradebook_classes.id
                and gradebook_enrolments.left_at is null) as students
        from gradebook_classes where gradebook_classes.archived_at is null
        """

    /// Locks classes until the end of the transaction, in the order of their ids, so that two batches can't deadlock.
    static func lockClasses(_ ids: [ID]) -> SQL {
        """
        select gradebook_classes.id from gradebook_classes where gradebook_classes.id = any (\(ids))
        order by gradebook_classes.id for no key update
        """
    }

    static func lockStudents(_ ids: [ID]) -> SQL {
        """
        select gradebook_students.id from gradebook_students where gradebook_students.id = any (\(ids))
        order by gradebook_students.id for no key update
        """
    }

    static func students(_ ids: [ID]) -> SQL {
        "select \(columns) from gradebook_students where gradebook_students.id = any (\(ids))"
    }

    /// Returns each student with the number or name by which it was found, as it was given.
    static func found(numbers: [String], names: [String]) -> SQL {
        """
        select '' as name_asked, wanted.number as number_asked, gradebook_students.id
        from (select distinct number from unnest(\(numbers)) as number) as wanted
        join gradebook_students on gradebook_students.number = wanted.number and gradebook_students.number <> ''
        union all
        select wanted.name, '', gradebook_students.id
        from (select distinct name from unnest(\(names)) as name) as wanted
        join gradebook_students on lower(gradebook_students.name) = lower(wanted.name)
        """
    }

    static func save(_ students: [(id: ID, values: StudentValues)]) -> SQL {
        """
        update gradebook_students set name = given.name, number = given.number, version = gradebook_students.version + 1
        from unnest(\(students.map(\.id)), \(students.map(\.values.name)), \(students.map(\.values.number)))
            as given (id, name, number)
        where gradebook_students.id = given.id
        """
    }

    // MARK: Undo

    /// Returns pairs of student and class for which data is stored.
    static func used(_ ids: [ID]) -> SQL {
        """
        select distinct used.student_id, used.class_id from (
            select gradebook_grades.student_id, gradebook_grades.class_id from gradebook_grades
            where gradebook_grades.student_id = any (\(ids))
            union all
            select gradebook_attendance.student_id, gradebook_attendance.class_id from gradebook_attendance
            where gradebook_attendance.student_id = any (\(ids))
            union all
            select gradebook_report_links.student_id, gradebook_report_links.class_id from gradebook_report_links
            where gradebook_report_links.student_id = any (\(ids))
            union all
            select gradebook_enrolments.student_id, gradebook_enrolments.class_id from gradebook_enrolments
            where gradebook_enrolments.student_id = any (\(ids)) and gradebook_enrolments.override_percent is not null
        ) as used
        """
    }

    /// Returns students who were in a class and left it.
    static func left(_ ids: [ID]) -> SQL {
        """
        select distinct gradebook_enrolments.student_id from gradebook_enrolments
        where gradebook_enrolments.student_id = any (\(ids)) and gradebook_enrolments.left_at is not null
        """
    }

    static func removeEnrolments(_ ids: [ID]) -> SQL {
        "delete from gradebook_enrolments where gradebook_enrolments.student_id = any (\(ids))"
    }

    static func remove(_ ids: [ID]) -> SQL {
        "delete from gradebook_students where gradebook_students.id = any (\(ids))"
    }
}
