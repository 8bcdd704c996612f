import Console
import HTML
import Postgres
import Templates

enum FacultyData: BasicData {
    static let object = ObjectKind.timetableFaculty
    static let parameter = "faculty"
    static let table: SQL = "timetable_faculties"
    static let words = BasicWords(add: Strings.timetable_faculty_add, edit: Strings.timetable_faculty)
    static let unique: (index: String, field: String)? = ("timetable_faculties_name", "name")
    static let fields = [
        BasicField("name", Strings.timetable_name, .text(most: 160), isRequired: true),
        BasicField("short_name", Strings.timetable_short_name, .text(most: 20)),
    ]

    static let list = ListDeclaration(
        "timetable-faculties", title: Strings.timetable_faculties, icon: "tenants", from: "timetable_faculties",
        key: "timetable_faculties.id",
        select: """
            timetable_faculties.id, timetable_faculties.name, timetable_faculties.short_name,
            (select count(*) from timetable_groups where timetable_groups.faculty_id = timetable_faculties.id) as groups
            """,
        search: .init(Strings.timetable_search_name) { text in
            "lower(timetable_faculties.name || ' ' || timetable_faculties.short_name) like \(LikePattern.anywhere(text))"
        },
        head: .head("name", Strings.timetable_name, sort: "timetable_faculties.name collate \"und-x-icu\""),
        columns: [
            ListColumn("short", Strings.timetable_short_name) { row, _ in .text(try row.text("short_name")) },
            ListColumn("groups", Strings.timetable_groups, isNumber: true, saysLabel: true) { row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("groups")))
            },
        ],
        sort: "name", add: .init(Strings.timetable_faculty_add, needs: .editTimetable),
        empty: (Strings.timetable_faculties_empty, Strings.timetable_empty_advice),
        file: [
            .text("name", Strings.timetable_name, "timetable_faculties.name"),
            .text("short_name", Strings.timetable_short_name, "timetable_faculties.short_name"),
        ], isPersonal: false
    ) { row, actor, base in
        try Self.row(row, actor, base)
    }

    static func one(_ id: ID) -> SQL {
        """
        select timetable_faculties.name, timetable_faculties.short_name, timetable_faculties.version
        from timetable_faculties where timetable_faculties.id = \(id)
        """
    }

    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL {
        """
        insert into timetable_faculties (tenant_id, id, name, short_name)
        values (\(tenant), \(id), \(values["name"]), \(values["short_name"]))
        """
    }

    static func save(_ id: ID, _ values: BasicValues) -> SQL {
        """
        update timetable_faculties set name = \(values["name"]), short_name = \(values["short_name"]),
            version = timetable_faculties.version + 1
        where timetable_faculties.id = \(id)
        """
    }
}
