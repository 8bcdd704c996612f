import Console
import HTML
import Postgres
import Templates

/// The classes of a school; for a teacher only their own.
package enum ClassList: DeclaredList {
    package static let list = ListDeclaration(
        "classes", title: Strings.gradebook_classes, icon: "tenants",
        from: "gradebook_classes", key: "gradebook_classes.id",
        select: """
            gradebook_classes.id, gradebook_classes.name, gradebook_classes.term,
            gradebook_classes.archived_at is not null as is_archived,
            (select count(*) from gradebook_enrolments where gradebook_enrolments.class_id = gradebook_classes.id
                and gradebook_enrolments.left_at is null) as students,
            (select count(*) from gradebook_assignments where gradebook_assignments.class_id = gradebook_classes.id
                and gradebook_assignments.removed_at is null) as assignments,
            array(select admins.name from gradebook_teachers join admins on admins.id = gradebook_teachers.admin_id
                where gradebook_teachers.class_id = gradebook_classes.id order by admins.name collate "und-x-icu") as teachers
            """,
        search: .init(Strings.gradebook_search_classes) { text in
            "lower(gradebook_classes.name || ' ' || gradebook_classes.term) like \(LikePattern.anywhere(text))"
        },
        head: .head("name", Strings.gradebook_name, sort: "gradebook_classes.name collate \"und-x-icu\""),
        columns: [
            ListColumn("term", Strings.gradebook_term, sort: "gradebook_classes.term collate \"und-x-icu\"") { row, _ in
                .text(try row.text("term"))
            },
            ListColumn("students", Strings.gradebook_students, isNumber: true, saysLabel: true) { row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("students")))
            },
            ListColumn("assignments", Strings.gradebook_assignments, isNumber: true, saysLabel: true) { row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("assignments")))
            },
            ListColumn("teachers", Strings.gradebook_teachers, isLess: true) { row, actor in
                .text(try row.texts("teachers").listed(in: actor.language))
            },
        ],
        filters: [
            ListFilter(
                "term", Strings.gradebook_term,
                found: """
                    select distinct gradebook_classes.term as value, gradebook_classes.term as words
                    from gradebook_classes order by 1 limit 100
                    """
            ) { value, _ in "gradebook_classes.term = \(value)" },
            ListFilter("state", Strings.gradebook_state) { actor in
                [
                    ("active", LocalText(Strings.gradebook_active).resolve(in: actor.language)),
                    ("archived", LocalText(Strings.gradebook_archived).resolve(in: actor.language)),
                ]
            } condition: { value, _ in
                switch value {
                case "active": "gradebook_classes.archived_at is null"
                case "archived": "gradebook_classes.archived_at is not null"
                default: nil
                }
            },
            ListFilter("waits", Strings.gradebook_waiting_filter) { actor in
                [
                    ("attendance", LocalText(Strings.gradebook_waits_attendance).resolve(in: actor.language)),
                    ("grades", LocalText(Strings.gradebook_waits_grades).resolve(in: actor.language)),
                ]
            } condition: { value, _ in
                switch value {
                case "attendance": SchoolQueries.waitsForAttendance
                case "grades": SchoolQueries.waitsForGrades
                default: nil
                }
            },
        ],
        sort: "name", add: .init(Strings.gradebook_add_class, needs: .editClasses),
        empty: (Strings.gradebook_no_classes, Strings.gradebook_no_classes_advice), isPersonal: false
    ) { row, _, base in
        ListRow(
            name: try row.text("name"), link: "\(base)/\(try row.id("id"))",
            tag: try row.bool("is_archived") ? LocalText(Strings.gradebook_archived) : nil)
    }
}
