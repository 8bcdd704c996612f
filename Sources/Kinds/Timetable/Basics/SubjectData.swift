import Console
import HTML
import Postgres
import Templates

enum SubjectData: BasicData {
    static let object = ObjectKind.timetableSubject
    static let parameter = "subject"
    static let table: SQL = "timetable_subjects"
    static let words = BasicWords(add: Strings.timetable_subject_add, edit: Strings.timetable_subject)
    static let unique: (index: String, field: String)? = ("timetable_subjects_name", "name")
    static let fields = [
        BasicField(
            "name", Strings.timetable_subject, .text(most: 60), isRequired: true, hint: Strings.timetable_subject_hint),
        BasicField("full_name", Strings.timetable_full_name, .text(most: 200)),
    ]

    static let list = ListDeclaration(
        "timetable-subjects", title: Strings.timetable_subjects, icon: "text", from: "timetable_subjects",
        key: "timetable_subjects.id",
        select: "timetable_subjects.id, timetable_subjects.name, timetable_subjects.full_name",
        search: .init(Strings.timetable_search_name) { text in
            "lower(timetable_subjects.name || ' ' || timetable_subjects.full_name) like \(LikePattern.anywhere(text))"
        },
        head: .head("name", Strings.timetable_subject, sort: "timetable_subjects.name collate \"und-x-icu\""),
        columns: [
            ListColumn("full", Strings.timetable_full_name, sort: "timetable_subjects.full_name collate \"und-x-icu\"")
            { row, _ in
                .text(try row.text("full_name"))
            }
        ],
        sort: "name", add: .init(Strings.timetable_subject_add, needs: .editTimetable),
        empty: (Strings.timetable_subjects_empty, Strings.timetable_empty_advice),
        file: [
            .text("name", Strings.timetable_subject, "timetable_subjects.name"),
            .text("full_name", Strings.timetable_full_name, "timetable_subjects.full_name"),
        ], isPersonal: false
    ) { row, actor, base in
        try Self.row(row, actor, base)
    }

    static func one(_ id: ID) -> SQL {
        """
        select timetable_subjects.name, timetable_subjects.full_name, timetable_subjects.version
        from timetable_subjects where timetable_subjects.id = \(id)
        """
    }

    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL {
        """
        insert into timetable_subjects (tenant_id, id, name, full_name)
        values (\(tenant), \(id), \(values["name"]), \(values["full_name"]))
        """
    }

    static func save(_ id: ID, _ values: BasicValues) -> SQL {
        """
        update timetable_subjects set name = \(values["name"]), full_name = \(values["full_name"]),
            version = timetable_subjects.version + 1
        where timetable_subjects.id = \(id)
        """
    }
}
