import Console
import HTML
import Postgres
import Templates

/// The register of students.
package enum StudentList: DeclaredList {
    package static let list = ListDeclaration(
        "students", title: Strings.gradebook_students, icon: "person",
        from: "gradebook_students", key: "gradebook_students.id",
        select: """
            gradebook_students.id, gradebook_students.name, gradebook_students.number,
            array(select gradebook_classes.name from gradebook_enrolments
                join gradebook_classes on gradebook_classes.id = gradebook_enrolments.class_id
                where gradebook_enrolments.student_id = gradebook_students.id and gradebook_enrolments.left_at is null
                order by gradebook_classes.name collate "und-x-icu") as classes
            """,
        search: .init(Strings.gradebook_search_students) { text in
            "(lower(gradebook_students.name) like \(LikePattern.anywhere(text)) or gradebook_students.number = \(text))"
        },
        head: .head("name", Strings.gradebook_student_name, sort: "gradebook_students.name collate \"und-x-icu\""),
        columns: [
            ListColumn("number", Strings.gradebook_number, sort: "gradebook_students.number") { row, _ in
                .text(try row.text("number"))
            },
            ListColumn("classes", Strings.gradebook_classes, isLess: true) { row, actor in
                .text(try row.texts("classes").listed(in: actor.language))
            },
        ],
        filters: [
            ListFilter(
                "class", Strings.gradebook_class,
                found: """
                    select gradebook_classes.id::text as value, gradebook_classes.name || ' – ' || gradebook_classes.term as words
                    from gradebook_classes where gradebook_classes.archived_at is null order by 2 limit 200
                    """
            ) { value, _ in
                ID(value).map {
                    """
                    exists (select from gradebook_enrolments where gradebook_enrolments.student_id = gradebook_students.id
                        and gradebook_enrolments.class_id = \($0) and gradebook_enrolments.left_at is null)
                    """
                }
            }
        ],
        sort: "name", importing: .init(Strings.import_button, path: "import", needs: .importStudents),
        empty: (Strings.gradebook_no_students, Strings.gradebook_no_students_advice),
        // The columns that an import reads again.
        file: [
            .uuid("id", Strings.list_column_id, "gradebook_students.id"),
            .text("name", Strings.gradebook_student_name, "gradebook_students.name").personal,
            .text("number", Strings.gradebook_number, "gradebook_students.number").personal,
            .text(
                "classes", Strings.gradebook_classes,
                """
                coalesce((select string_agg(gradebook_classes.name || ' · ' || gradebook_classes.term, '; '
                        order by gradebook_classes.name collate "und-x-icu", gradebook_classes.id)
                    from gradebook_enrolments join gradebook_classes on gradebook_classes.id = gradebook_enrolments.class_id
                    where gradebook_enrolments.student_id = gradebook_students.id and gradebook_enrolments.left_at is null
                        and gradebook_classes.archived_at is null), '')
                """),
        ], fileNeeds: .importStudents, isReading: true
    ) { row, _, base in
        ListRow(name: try row.text("name"), link: "\(base)/\(try row.id("id"))")
    }
}
