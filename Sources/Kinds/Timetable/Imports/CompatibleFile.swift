import HTML
import JSON
import Sheets

/// Reads schedules in the shape of BSUIR's public API, as its clients store and pass them on.
enum CompatibleFile {
    /// Reads one schedule, an array of them, an object with them by name, or one per line. Returns nil if the file is
    /// no JSON.
    static func schedules(_ file: [UInt8]) throws(SheetProblem) -> [CompatibleSource]? {
        guard let first = file.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        var file = file
        if file.starts(with: [0xEF, 0xBB, 0xBF]) { file.removeFirst(3) }
        var values: [JSONText] = []
        if let value = try? JSONReader.read(file) {
            values = [value]
        } else {
            for line in file.split(separator: 0x0A) where line.contains(where: { $0 > 0x20 }) {
                guard let value = try? JSONReader.read(Array(line)) else { throw SheetProblem(.unreadable) }
                values.append(value)
            }
        }
        let sources = values.flatMap(all).compactMap(CompatibleSource.init)
        guard !sources.isEmpty else { throw SheetProblem(.noSheet) }
        return sources
    }

    private static func all(_ value: JSONText) -> [JSONText] {
        switch value {
        case .array(let values): values.flatMap(all)
        case .object(let members) where value["schedules"] == nil && value["exams"] == nil:
            members.flatMap { member -> [JSONText] in
                if case .object = member.1 { all(member.1) } else { [] }
            }
        default: [value]
        }
    }
}

/// The schedule of one group or one teacher.
struct CompatibleSource: Sendable {
    /// The group whose complete schedule this is; nil for a teacher's.
    private(set) var group: String?
    private(set) var lessons: [CompatibleSourceLesson] = []

    init?(_ value: JSONText) {
        guard value["schedules"] != nil || value["exams"] != nil else { return nil }
        group = value["studentGroupDto"]?["name"]?.text
        let students = value["studentGroupDto"]?["numberOfStudents"]?.int
        let own = group.map { NamedObjects.Reference(name: $0, detail: students.map { String($0) } ?? "") }
        let teacher = value["employeeDto"].flatMap { CompatibleSourceLesson.teacher($0) }
        if case .object(let days)? = value["schedules"] {
            for (day, ofDay) in days {
                let weekday = Self.weekday(day)
                lessons += ofDay.elements.compactMap {
                    CompatibleSourceLesson($0, weekday: weekday, group: own, teacher: teacher)
                }
            }
        }
        lessons += (value["exams"]?.elements ?? []).compactMap {
            CompatibleSourceLesson($0, weekday: nil, group: own, teacher: teacher)
        }
    }

    private static func weekday(_ name: String) -> Int? {
        LessonFields.weekdays.firstIndex { LocalText($0.words).resolve(in: .ru) == name.lowercased() }.map { $0 + 1 }
    }
}

/// A lesson of that API, converted to the cells of a row.
struct CompatibleSourceLesson: Sendable {
    let values: [String: String]

    /// nil for an announcement, and for a value that is no lesson.
    init?(
        _ value: JSONText, weekday: Int?, group: NamedObjects.Reference?, teacher: NamedObjects.Reference?
    ) {
        guard value["announcement"] != .some(.bool(true)), let subject = Self.text(value["subject"]) else { return nil }
        func cell(_ references: [NamedObjects.Reference]) -> String {
            references.isEmpty ? LessonCells.none : references.map(Self.cell).joined(separator: ", ")
        }
        var groups = (value["studentGroups"]?.elements ?? []).compactMap { one -> NamedObjects.Reference? in
            Self.text(one["name"]).map {
                .init(name: $0, detail: one["numberOfStudents"]?.int.map { String($0) } ?? "")
            }
        }
        if groups.isEmpty, let group { groups = [group] }
        var teachers = (value["employees"]?.elements ?? []).compactMap(Self.teacher)
        if teachers.isEmpty, let teacher { teachers = [teacher] }
        let room = (value["auditories"]?.elements ?? []).lazy.compactMap { Self.text($0) }.first
        let weeks = (value["weekNumber"]?.elements ?? []).compactMap(\.int).filter { (1...4).contains($0) }
        let only = Self.day(value["dateLesson"])
        let first = only ?? Self.day(value["startLessonDate"]) ?? Self.day(value["startDate"])
        let last = only ?? Self.day(value["endLessonDate"]) ?? Self.day(value["endDate"])
        let fullName = Self.text(value["subjectFullName"]) ?? ""
        values = [
            "subject": Self.cell(.init(name: subject, detail: fullName == subject ? "" : fullName)),
            "kind": (Self.text(value["lessonTypeAbbrev"]).flatMap { LessonKind(abbreviation: $0) } ?? .other).rawValue,
            "groups": cell(groups.sorted { $0.name < $1.name }),
            "subgroup": String(value["numSubgroup"]?.int ?? 0), "teachers": cell(teachers.sorted { $0.name < $1.name }),
            "room": room.map { Self.cell(.init(name: $0)) } ?? LessonCells.none,
            "weekday": weekday.map { String($0) } ?? "", "starts": Self.text(value["startLessonTime"]) ?? "",
            "ends": Self.text(value["endLessonTime"]) ?? "",
            "weeks": only != nil || weeks.isEmpty ? LessonCells.none : weeks.map { String($0) }.joined(separator: ", "),
            "first_day": first ?? LessonCells.none, "last_day": last ?? LessonCells.none,
            "note": Self.text(value["note"]) ?? LessonCells.none,
        ].filter { !$0.value.isEmpty }
    }

    static func teacher(_ value: JSONText) -> NamedObjects.Reference? {
        let parts = ["lastName", "firstName", "middleName"].compactMap { text(value[$0]) }
        let name = parts.isEmpty ? text(value["fio"]) : parts.joined(separator: " ")
        return name.map { .init(name: $0, detail: text(value["urlId"]) ?? "") }
    }

    /// Drops the characters that separate names in a cell.
    private static func cell(_ one: NamedObjects.Reference) -> String {
        let name = String(one.name.map { "<>".contains($0) ? " " : $0 })
        let detail = String(one.detail.filter { $0 != "<" && $0 != ">" })
        return detail.isEmpty ? name : "\(name) <\(detail)>"
    }

    private static func text(_ value: JSONText?) -> String? {
        value?.text.map(\.trimmingSpaces).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func day(_ value: JSONText?) -> String? {
        text(value).flatMap { CalendarDay($0) }.map(\.iso)
    }
}
