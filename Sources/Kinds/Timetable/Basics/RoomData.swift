import Console
import HTML
import Postgres
import Templates

enum RoomData: BasicData {
    static let object = ObjectKind.timetableRoom
    static let parameter = "room"
    static let table: SQL = "timetable_rooms"
    static let words = BasicWords(add: Strings.timetable_room_add, edit: Strings.timetable_room)
    static let unique: (index: String, field: String)? = ("timetable_rooms_name", "name")
    static let purposes: [(value: String, words: StringKey)] = [
        ("any", Strings.timetable_purpose_any), ("lecture", Strings.timetable_kind_lecture),
        ("practice", Strings.timetable_kind_practice), ("lab", Strings.timetable_kind_lab),
    ]
    static let fields = [
        BasicField(
            "name", Strings.timetable_room, .text(most: 40), isRequired: true, hint: Strings.timetable_room_hint),
        BasicField("building", Strings.timetable_building, .text(most: 80)),
        BasicField(
            "capacity", Strings.timetable_capacity, .number(0...5000), isRequired: true,
            hint: Strings.timetable_capacity_hint),
        BasicField("purpose", Strings.timetable_purpose, .choice(purposes), isRequired: true),
    ]

    static let list = ListDeclaration(
        "timetable-rooms", title: Strings.timetable_rooms, icon: "home", from: "timetable_rooms",
        key: "timetable_rooms.id",
        select: """
            timetable_rooms.id, timetable_rooms.name, timetable_rooms.building, timetable_rooms.capacity, timetable_rooms.purpose
            """,
        search: .init(Strings.timetable_search_name) { text in
            "lower(timetable_rooms.name || ' ' || timetable_rooms.building) like \(LikePattern.anywhere(text))"
        },
        head: .head("name", Strings.timetable_room, sort: "timetable_rooms.name collate \"und-x-icu\""),
        columns: [
            ListColumn("building", Strings.timetable_building, sort: "timetable_rooms.building collate \"und-x-icu\"") {
                row, _ in
                .text(try row.text("building"))
            },
            ListColumn(
                "capacity", Strings.timetable_capacity, isNumber: true, saysLabel: true,
                sort: "timetable_rooms.capacity",
                fallsFirst: true
            ) { row, actor in
                let seats = try row.int("capacity")
                return .text(seats == 0 ? "—" : NumberStyle(actor.language).integer(seats))
            },
            ListColumn("purpose", Strings.timetable_purpose) { row, actor in
                let purpose = try row.text("purpose")
                return .text(
                    purposes.first { $0.value == purpose }.map { LocalText($0.words).resolve(in: actor.language) }
                        ?? purpose)
            },
        ],
        filters: [
            ListFilter("purpose", Strings.timetable_purpose) { actor in
                purposes.map { ($0.value, LocalText($0.words).resolve(in: actor.language)) }
            } condition: { value, _ in
                "timetable_rooms.purpose = \(value)"
            },
            ListFilter(
                "building", Strings.timetable_building,
                found: """
                    select distinct timetable_rooms.building as value, timetable_rooms.building as words from timetable_rooms
                    where timetable_rooms.building <> '' order by timetable_rooms.building limit 100
                    """
            ) { value, _ in "timetable_rooms.building = \(value)" },
        ],
        sort: "name", add: .init(Strings.timetable_room_add, needs: .editTimetable),
        empty: (Strings.timetable_rooms_empty, Strings.timetable_empty_advice),
        file: [
            .text("name", Strings.timetable_room, "timetable_rooms.name"),
            .text("building", Strings.timetable_building, "timetable_rooms.building"),
            .integer("capacity", Strings.timetable_capacity, "timetable_rooms.capacity::bigint"),
            .text("purpose", Strings.timetable_purpose, "timetable_rooms.purpose"),
        ], isPersonal: false
    ) { row, actor, base in
        try Self.row(row, actor, base)
    }

    static func one(_ id: ID) -> SQL {
        """
        select timetable_rooms.name, timetable_rooms.building, timetable_rooms.capacity::text as capacity,
            timetable_rooms.purpose, timetable_rooms.version
        from timetable_rooms where timetable_rooms.id = \(id)
        """
    }

    static func add(_ id: ID, tenant: ID, _ values: BasicValues) -> SQL {
        """
        insert into timetable_rooms (tenant_id, id, name, building, capacity, purpose)
        values (\(tenant), \(id), \(values["name"]), \(values["building"]), \(values.number("capacity")), \(values["purpose"]))
        """
    }

    static func save(_ id: ID, _ values: BasicValues) -> SQL {
        """
        update timetable_rooms set name = \(values["name"]), building = \(values["building"]),
            capacity = \(values.number("capacity")), purpose = \(values["purpose"]), version = timetable_rooms.version + 1
        where timetable_rooms.id = \(id)
        """
    }
}
