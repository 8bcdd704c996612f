import Console
import HTML
import Postgres
import Templates

enum GroupData: BasicData {
    static let object = ObjectKind.timetableGroup
    static let parameter = "group"
    static let table: SQL = "timetable_groups"
    static let words = BasicWords(add: Strings.timetable_group_add, edit: Strings.timetable_group)
    static let unique: (index: String, field: String)? = ("timetable_groups_name", "name")
    static let fields = [
        BasicField("name", Strings.timetable_group, .text(most: 40), isRequired: true),
        BasicField(
            "faculty", Strings.timetable_faculty,
            .found(
                """
                select timetable_faculties.id::text as value, timetable_faculties.name as words from timetable_faculties
                order by timetable_faculties.name collate "und-x-icu"
                """)),
        BasicField("speciality", Strings.timetable_speciality, .text(most: 160)),
        BasicField("course", Strings.timetable_course, .number(1...7), isRequired: true),
        BasicField("students", Strings.timetable_students, .number(0...1000), isRequired: true),
        BasicField(
            "subgroups", Strings.timetable_subgroups, .number(0...9), isRequired: true,
            hint: Strings.timetable_subgroups_hint),
    ]

    static let list = ListDeclaration(
        "timetable-groups", title: Strings.timetable_groups, icon: "users",
        from: """
            timetable_groups left join timetable_faculties on timetable_faculties.tenant_id = timetable_groups.tenant_id
                and timetable_faculties.id = timetable_groups.faculty_id
            """,
        key: "timetable_groups.id",
        select: """
            timetable_groups.id, timetable_groups.name, timetable_groups.speciality, timetable_groups.course,
            timetable_groups.students, timetable_groups.subgroups, coalesce(timetable_faculties.name, '') as faculty
            """,
        search: .init(Strings.timetable_search_name) { text in
            "lower(timetable_groups.name || ' ' || timetable_groups.speciality) like \(LikePattern.anywhere(text))"
        },
        head: .head("name", Strings.timetable_group, sort: "timetable_groups.name collate \"und-x-icu\""),
        columns: [
            ListColumn(
                "faculty", Strings.timetable_faculty,
                sort: "coalesce(timetable_faculties.name, '') collate \"und-x-icu\""
            ) {
                row, _ in .text(try row.text("faculty"))
            },
            ListColumn(
                "course", Strings.timetable_course, isNumber: true, saysLabel: true, sort: "timetable_groups.course"
            ) {
                row, actor in .text(NumberStyle(actor.language).integer(try row.int("course")))
            },
            ListColumn(
                "students", Strings.timetable_students, isNumber: true, saysLabel: true,
                sort: "timetable_groups.students",
                fallsFirst: true
            ) { row, actor in .text(NumberStyle(actor.language).integer(try row.int("students"))) },
            ListColumn(
                "speciality", Strings.timetable_speciality, isLess: true,
                sort: "timetable_groups.speciality collate \"und-x-icu\""
            ) {
                row, _ in .text(try row.text("speciality"))
            },
            ListColumn("subgroups", Strings.timetable_subgroups, isNumber: true, isLess: true, saysLabel: true) {
                row, actor in
                .text(NumberStyle(actor.language).integer(try row.int("subgroups")))
            },
        ],
        filters: [
            ListFilter(
                "faculty", Strings.timetable_faculty,
                found: """
                    select timetable_faculties.id::text as value, timetable_faculties.name as words from timetable_faculties
                    order by timetable_faculties.name collate "und-x-icu" limit 200
                    """
            ) { value, _ in ID(value).map { "timetable_groups.faculty_id = \($0)" } },
            ListFilter(
                "speciality", Strings.timetable_speciality,
                found: """
                    select distinct rtrim(left(timetable_groups.speciality, 80)) as value, rtrim(left(timetable_groups.speciality, 80)) as words
                    from timetable_groups where timetable_groups.speciality <> '' order by 1 limit 200
                    """
            ) { value, _ in "rtrim(left(timetable_groups.speciality, 80)) = \(value)" },
            ListFilter("course", Strings.timetable_course) { actor in
                (1...7).map { (String($0), NumberStyle(actor.language).integer($0)) }
            } condition: { value, _ in
                Int(value).map { "timetable_groups.course = \($0)" }
            },
        ],
        sort: "name", add: .init(Strings.timetable_group_add, needs: .editTimetable),
        empty: (Strings.timetable_groups_empty, Strings.timetable_empty_advice),
        file: [
            .text("name", Strings.timetable_group, "timetable_groups.name"),
            .text("faculty", Strings.timetable_faculty, "coalesce(timetable_faculties.name, '')"),
            .text("speciality", Strings.timetable_speciality, "timetable_groups.speciality"),
            .integer("course", Strings.timetable_course, "timetable_groups.course::bigint"),
            .integer("students", Strings.timetable_students, "timetable_groups.students::bigint"),
            .integer("subgroups", Strings.timetable_subgroups, "timetable_groups.subgroups::bigint"),
        ], isPersonal: false
    ) { row, actor, base in
        try Self.row(row, actor, base)
    }

    static func one(_ id: ID) -> SQL {
        """
        select timetable_groups.name, timetable_groups.faculty_id::text as faculty, timetable_groups.speciality,
            timetable_groups.course::text as course, timetable_groups.students::text as students,
            timetable_groups.subgroups::text as subgroups, timetable_groups.version
        from timetable_groups where timetable_groups.id = \(id)
        """
    }

    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL {
        """
        insert into timetable_groups (tenant_id, id, name, faculty_id, speciality, course, students, subgroups)
        values (\(tenant), \(id), \(values["name"]), \(values.id("faculty")), \(values["speciality"]), \(values.number("course")),
            \(values.number("students")), \(values.number("subgroups")))
        """
    }

    static func save(_ id: ID, _ values: BasicValues) -> SQL {
        """
        update timetable_groups set name = \(values["name"]), faculty_id = \(values.id("faculty")),
            speciality = \(values["speciality"]), course = \(values.number("course")), students = \(values.number("students")),
            subgroups = \(values.number("subgroups")), version = timetable_groups.version + 1
        where timetable_groups.id = \(id)
        """
    }
}
