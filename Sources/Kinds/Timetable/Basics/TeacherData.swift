import Console
import HTML
import Postgres
import Templates

enum TeacherData: BasicData {
    static let object = ObjectKind.timetableTeacher
    static let parameter = "teacher"
    static let table: SQL = "timetable_teachers"
    static let words = BasicWords(add: Strings.timetable_teacher_add, edit: Strings.timetable_teacher)
    static let unique: (index: String, field: String)? = ("timetable_teachers_address", "address")
    static let fields = [
        BasicField(
            "name", Strings.timetable_teacher, .text(most: 120), isRequired: true, hint: Strings.timetable_teacher_hint),
        BasicField(
            "address", Strings.timetable_address, .text(most: 60), isRequired: true,
            hint: Strings.timetable_address_hint),
        BasicField("degree", Strings.timetable_degree, .text(most: 80)),
    ]

    /// Teachers may share a name; their addresses tell them apart.
    static func taken(_ value: String, except id: ID?) -> SQL {
        """
        select timetable_teachers.id from timetable_teachers
        where timetable_teachers.address = \(value) and timetable_teachers.id is distinct from \(id)::uuid limit 1
        """
    }

    static func check(_ values: BasicValues, _ errors: inout [String: LocalText]) {
        if !TeacherAddress.isWhole(values["address"]) { errors["address"] = LocalText(Strings.error_slug) }
    }

    static let list = ListDeclaration(
        "timetable-teachers", title: Strings.timetable_teachers, icon: "person", from: "timetable_teachers",
        key: "timetable_teachers.id",
        select: "timetable_teachers.id, timetable_teachers.name, timetable_teachers.address, timetable_teachers.degree",
        search: .init(Strings.timetable_search_name) { text in
            "lower(timetable_teachers.name || ' ' || timetable_teachers.address) like \(LikePattern.anywhere(text))"
        },
        head: .head("name", Strings.timetable_teacher, sort: "timetable_teachers.name collate \"und-x-icu\""),
        columns: [
            ListColumn("degree", Strings.timetable_degree, sort: "timetable_teachers.degree collate \"und-x-icu\"") {
                row, _ in
                .text(try row.text("degree"))
            }
        ],
        sort: "name", add: .init(Strings.timetable_teacher_add, needs: .editTimetable),
        empty: (Strings.timetable_teachers_empty, Strings.timetable_empty_advice),
        file: [
            .text("name", Strings.timetable_teacher, "timetable_teachers.name"),
            .text("address", Strings.timetable_address, "timetable_teachers.address"),
            .text("degree", Strings.timetable_degree, "timetable_teachers.degree"),
        ], isPersonal: false
    ) { row, actor, base in
        try Self.row(row, actor, base, code: try row.text("address"))
    }

    static func one(_ id: ID) -> SQL {
        """
        select timetable_teachers.name, timetable_teachers.address, timetable_teachers.degree, timetable_teachers.version
        from timetable_teachers where timetable_teachers.id = \(id)
        """
    }

    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL {
        """
        insert into timetable_teachers (tenant_id, id, name, address, degree)
        values (\(tenant), \(id), \(values["name"]), \(values["address"]), \(values["degree"]))
        """
    }

    static func save(_ id: ID, _ values: BasicValues) -> SQL {
        """
        update timetable_teachers set name = \(values["name"]), address = \(values["address"]), degree = \(values["degree"]),
            version = timetable_teachers.version + 1
        where timetable_teachers.id = \(id)
        """
    }
}
