import Console
import HTML
import JSON
import Postgres
import Web

/// Objects in BSUIR's shape.
enum CompatibleNames {
    /// That API has numbers as ids: the last 31 bits of ours, which are random.
    static func number(_ id: ID) -> JSONText { .int(Int(id.low & 0x7FFF_FFFF)) }

    /// The number of what has only a name: FNV-1a in 31 bits.
    static func derived(from text: String) -> Int {
        Int(text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } & 0x7FFF_FFFF)
    }

    /// The number of a programme of a faculty. Ours have only names.
    static func speciality(_ name: String, _ faculty: ID?) -> JSONText {
        .int(derived(from: "\(name) \(faculty?.description ?? "")"))
    }

    /// Clients decode a number, never null: 0 is no faculty's.
    static func faculty(_ id: ID?) -> JSONText { id.map(number) ?? 0 }

    static func byID(_ rows: Rows, _ json: (Row) throws -> JSONText) throws -> [ID: JSONText] {
        var made: [ID: JSONText] = [:]
        for row in rows { made[try row.id("id")] = try json(row) }
        return made
    }

    /// Texts that Roost doesn't have are empty, not null: clients decode them as texts.
    static func group(_ row: Row) throws -> JSONText {
        let (speciality, faculty) = (try row.text("speciality"), try row.idOrNil("faculty_id"))
        return .object([
            ("id", number(try row.id("id"))), ("name", .string(try row.text("name"))),
            ("facultyId", Self.faculty(faculty)),
            ("facultyAbbrev", .string(try row.text("faculty_short"))),
            ("facultyName", .string(try row.text("faculty"))),
            ("specialityDepartmentEducationFormId", Self.speciality(speciality, faculty)),
            ("specialityName", .string(speciality)), ("specialityAbbrev", .string(speciality)),
            ("course", .int(try row.int("course"))), ("numberOfStudents", .int(try row.int("students"))),
            ("calendarId", ""), ("educationDegree", 1),
        ])
    }

    static func groupOfLesson(_ row: Row) throws -> JSONText {
        .object([
            ("specialityName", .string(try row.text("speciality"))), ("specialityCode", ""),
            ("numberOfStudents", .int(try row.int("students"))), ("name", .string(try row.text("name"))),
            ("educationDegree", 1),
        ])
    }

    /// In our names the family name comes first.
    static func teacher(_ row: Row) throws -> JSONText {
        let name = try row.text("name")
        let parts = name.split(separator: " ").map(String.init)
        let initials = parts.dropFirst().map { " \($0.prefix(1))." }.joined()
        return .object([
            ("id", number(try row.id("id"))), ("firstName", .string(parts.count > 1 ? parts[1] : "")),
            ("lastName", .string(parts.first ?? name)),
            ("middleName", .string(parts.dropFirst(2).joined(separator: " "))),
            ("degree", .string(try row.text("degree"))), ("degreeAbbrev", ""), ("rank", ""), ("photoLink", ""),
            ("calendarId", ""), ("email", .null), ("jobPositions", .null), ("academicDepartment", .array([])),
            ("urlId", .string(try row.text("address"))),
            ("fio", .string((parts.first ?? name) + initials)),
        ])
    }
}

/// A list of that API.
protocol CompatibleList: PublicReading {
    init()
}

extension CompatibleList {
    var key: String { "" }
    init?(_ request: WebRequest) { self.init() }
}

struct CompatibleGroups: CompatibleList {
    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        .json(.array(try tx.rows(PublicQueries.groups).map { try CompatibleNames.group($0) }))
    }
}

struct CompatibleTeachers: CompatibleList {
    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        .json(.array(try tx.rows(PublicQueries.teachers).map { try CompatibleNames.teacher($0) }))
    }
}

/// Clients decode the type and the building as objects with a number and names, none of them null, and some know only
/// that API's own types. A room for every type of lesson is one for practices, the plainest of those.
struct CompatibleRooms: CompatibleList {
    private static let types: [String: (number: Int, name: String, abbreviation: String)] = [
        "lecture": (1, "лекционная", "лк"), "practice": (2, "практические занятия", "пз"),
        "lab": (3, "лабораторные занятия", "лб"),
    ]
    private static let plainest = (number: 2, name: "практические занятия", abbreviation: "пз")

    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        .json(
            .array(
                try tx.rows(PublicQueries.rooms).map { row in
                    let type = Self.types[try row.text("purpose")] ?? Self.plainest
                    let (seats, building) = (try row.int("capacity"), try row.text("building"))
                    return .object([
                        ("id", CompatibleNames.number(try row.id("id"))), ("name", .string(try row.text("name"))),
                        ("note", ""), ("capacity", seats == 0 ? .null : .int(seats)),
                        (
                            "auditoryType",
                            .object([
                                ("id", .int(type.number)), ("name", .string(type.name)),
                                ("abbrev", .string(type.abbreviation)),
                            ])
                        ),
                        (
                            "buildingNumber",
                            .object([
                                // Few and small there: some clients read it in 16 bits.
                                ("id", .int(building.isEmpty ? 0 : CompatibleNames.derived(from: building) & 0x7FFF)),
                                ("name", .string(building)),
                            ])
                        ),
                        (
                            "department",
                            .object([
                                ("idDepartment", 0), ("abbrev", ""), ("name", ""), ("nameAndAbbrev", ""),
                            ])
                        ),
                    ])
                }))
    }
}

struct CompatibleFaculties: CompatibleList {
    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        .json(
            .array(
                try tx.rows(PublicQueries.faculties).map { row in
                    .object([
                        ("id", CompatibleNames.number(try row.id("id"))), ("name", .string(try row.text("name"))),
                        ("abbrev", .string(try row.text("short_name"))),
                    ])
                }))
    }
}

/// The programmes of a faculty's groups. Ours know no form of education; clients decode one as an object, so it is that API's
/// usual one.
struct CompatibleSpecialities: CompatibleList {
    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        .json(
            .array(
                try tx.rows(PublicQueries.specialities).map { row in
                    let name = try row.text("speciality")
                    let faculty = try row.idOrNil("faculty_id")
                    return .object([
                        ("id", CompatibleNames.speciality(name, faculty)), ("name", .string(name)),
                        ("abbrev", .string(name)),
                        ("educationForm", .object([("id", 1), ("name", "дневная")])),
                        ("facultyId", CompatibleNames.faculty(faculty)), ("code", ""),
                    ])
                }))
    }
}

/// A bare number from 1 to 4; outside terms, and in a week that the count skips, the response has none.
struct CompatibleWeek: CompatibleList {
    func run(in tx: borrowing TenantTransaction, _ services: Services) throws -> PublicAnswer? {
        let today = try Today.number(in: tx)
        return try Term.current(today, in: tx)?.calendar.week(of: today).map { .json(.int($0)) }
    }
}
