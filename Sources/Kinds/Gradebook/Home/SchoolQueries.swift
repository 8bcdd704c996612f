import Console
import Postgres

/// The open work of a teacher, and the size of the school. Row-level security adds the tenant, and restricts a
/// teacher to their own classes.
enum SchoolQueries {
    /// Today in the tenant's zone, as a date.
    static let today: SQL =
        "(now() at time zone (select tenants.zone from tenants where tenants.id = current_tenant()))::date"

    /// School days differ between countries and classes: a class has open attendance on the weekdays on which it was
    /// marked within the last three weeks.
    static let waitsForAttendance: SQL = """
        gradebook_classes.archived_at is null
            and gradebook_classes.id in (
                select gradebook_attendance.class_id from gradebook_attendance
                where gradebook_attendance.day = any (array[\(today) - 7, \(today) - 14, \(today) - 21])
                    and gradebook_attendance.state <> '')
            and gradebook_classes.id not in (
                select gradebook_attendance.class_id from gradebook_attendance
                where gradebook_attendance.day = \(today) and gradebook_attendance.state <> '')
        """

    private static let isWithoutGrades: SQL = """
        gradebook_assignments.removed_at is null
            and gradebook_assignments.due_on between \(today) - 60 and \(today) - 1
            and not exists (
                select from gradebook_grades
                where gradebook_grades.class_id = gradebook_assignments.class_id
                    and gradebook_grades.assignment_id = gradebook_assignments.id
                    and (gradebook_grades.points is not null or gradebook_grades.mark <> ''))
        """

    static let waitsForGrades: SQL = """
        gradebook_classes.archived_at is null
            and gradebook_classes.id in (
                select gradebook_assignments.class_id from gradebook_assignments where \(isWithoutGrades))
        """

    static let classes: SQL =
        "select count(*) as classes from gradebook_classes where gradebook_classes.archived_at is null"

    static let classesWithoutAttendance: SQL =
        "select count(*) as n from gradebook_classes where \(waitsForAttendance)"

    static let assignmentsWithoutGrades: SQL = """
        select count(*) as n from gradebook_assignments
        join gradebook_classes on gradebook_classes.id = gradebook_assignments.class_id
        where gradebook_classes.archived_at is null and \(isWithoutGrades)
        """
}
