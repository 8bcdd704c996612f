import HTML
import JSON
import Sheets
import Web

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
        var sources = CompatibleSources()
        for value in values.flatMap(all) {
            guard sources.add(value) else { throw SheetProblem(.manyRows) }
        }
        guard !sources.all.isEmpty else { throw SheetProblem(.noSheet) }
        return sources.told
    }

    private static func all(_ value: JSONText) -> [JSONText] {
        switch value {
        case .array(let values): values.flatMap(all)
        case .object where CompatibleRoom(value) != nil || CompatibleDirectory.isListed(value): [value]
        case .object(let members) where value["schedules"] == nil && value["exams"] == nil:
            members.flatMap { member -> [JSONText] in
                switch member.1 {
                case .object, .array: all(member.1)
                default: []
                }
            }
        default: [value]
        }
    }
}

/// Schedules that are read one after another, as long as they have no more lessons than are taken.
struct CompatibleSources {
    private(set) var all: [CompatibleSource] = []
    private var lessons = 0
    /// What groups' schedules have; a teacher's schedule has it again. nil before the first of a teacher.
    private var held: Set<String>?
    private var seats: [String: Int] = [:]
    private var directory = CompatibleDirectory()

    /// Adds a schedule or an object of a list, if it is one; returns false if there are too many lessons.
    mutating func add(_ value: JSONText) -> Bool {
        if directory.add(value) { return true }
        if let room = CompatibleRoom(value) {
            seats[room.name.lowercased()] = room.seats
            return seats.count <= CompatibleRows.most
        }
        guard var source = CompatibleSource(value) else { return true }
        if source.group == nil {
            let held = held ?? Set(all.lazy.filter { $0.group != nil }.flatMap(\.lessons).map(\.withoutTeachers))
            self.held = held
            source.lessons.removeAll { held.contains($0.withoutTeachers) }
        } else {
            held?.formUnion(source.lessons.map(\.withoutTeachers))
        }
        all.append(source)
        lessons += source.lessons.count
        return lessons <= CompatibleRows.most
    }

    /// The schedules, whose groups are described as far as the lists and they themselves say, and whose rooms say how many seats
    /// they have, if the list of rooms was read.
    var told: [CompatibleSource] {
        all.map { source in
            var source = source
            source.detail = source.own.flatMap { directory.detail(of: $0) }
            guard !seats.isEmpty else { return source }
            source.lessons = source.lessons.map { lesson in
                guard let room = lesson.values["room"], let seats = seats[room.lowercased()] else { return lesson }
                var told = lesson
                told.values["room"] = "\(room) <\(seats)>"
                return told
            }
            return source
        }
    }
}

/// A room of the list `/auditories`.
struct CompatibleRoom {
    let name: String
    let seats: Int

    /// nil for another value, and for a room whose seats are not known.
    init?(_ value: JSONText) {
        guard value["auditoryType"] != nil || value["buildingNumber"] != nil,
            let name = value["name"]?.text.map({ CompatibleSourceLesson.plain($0.trimmingSpaces) }), !name.isEmpty,
            let seats = value["capacity"]?.int, seats > 0
        else { return nil }
        (self.name, self.seats) = (name, seats)
    }
}

/// The schedule of one group or one teacher.
struct CompatibleSource: Sendable {
    /// The group whose complete schedule this is; nil for a teacher's.
    private(set) var group: String?
    /// The address of the teacher whose complete schedule this is.
    private(set) var teacher: String?
    fileprivate(set) var lessons: [CompatibleSourceLesson] = []
    /// Its group as the schedule has it.
    fileprivate let own: JSONText?
    /// What is known of its group; nil for nothing but its students.
    fileprivate(set) var detail: GroupDetail?

    /// Of more lessons than are taken it holds one more, which tells that they are too many: a lesson takes far more memory here than
    /// in the file.
    init?(_ value: JSONText) {
        guard value["schedules"] != nil || value["exams"] != nil else { return nil }
        self.own = value["studentGroupDto"]
        let own = value["studentGroupDto"].flatMap { CompatibleSourceLesson.group($0) }
        group = own?.name
        let employee = value["employeeDto"].flatMap { CompatibleSourceLesson.teacher($0) }
        teacher = own == nil ? employee?.detail : nil
        let owner = CompatibleSourceLesson.Owner(group: own, teacher: employee)
        if case .object(let days)? = value["schedules"] {
            for (day, ofDay) in days { add(ofDay.elements, weekday: day, of: owner) }
        }
        add(value["exams"]?.elements ?? [], weekday: nil, of: owner)
    }

    /// A weekday that is no name of one stands in the rows as it is, which say so.
    private mutating func add(_ values: [JSONText], weekday name: String?, of owner: CompatibleSourceLesson.Owner) {
        let weekday = name.map { name in
            WeekdayWords.number(name).map { String($0) } ?? CompatibleSourceLesson.plain(name.columnPrefix(60))
        }
        for value in values {
            guard lessons.count <= CompatibleRows.most else { return }
            if let lesson = CompatibleSourceLesson(value, weekday: weekday, of: owner) { lessons.append(lesson) }
        }
    }
}

/// A lesson of that API, converted to the cells of a row.
struct CompatibleSourceLesson: Sendable {
    /// Whose schedule it is: the cells of lessons that name no group or teacher of their own. They are made once, since thousands of
    /// lessons may have them.
    struct Owner {
        fileprivate let group: String
        fileprivate let teacher: String

        init(group: NamedObjects.Reference?, teacher: NamedObjects.Reference?) {
            self.group = CompatibleSourceLesson.cells(group.map { [$0] } ?? [])
            self.teacher = CompatibleSourceLesson.cells(teacher.map { [$0] } ?? [])
        }
    }

    /// The most characters of a text that are read: more than any cell may have, so that a longer one is still found too long.
    private static let longest = 1000

    fileprivate(set) var values: [String: String]

    /// Identifies what a group's and a teacher's schedule both have: the group's names all teachers, the teacher's perhaps none.
    var withoutTeachers: String {
        LessonCells.columns.map { $0.name == "teachers" ? "" : values[$0.name] ?? "" }.joined(separator: "\u{1F}")
    }

    /// nil for an announcement, and for a value that is no lesson.
    init?(_ value: JSONText, weekday: String?, of owner: Owner) {
        guard value["announcement"] != .some(.bool(true)), let subject = Self.text(value["subject"]) else { return nil }
        let groups = (value["studentGroups"]?.elements ?? []).compactMap(Self.group)
        let teachers = (value["employees"]?.elements ?? []).compactMap(Self.teacher)
        // A lesson has one room here. Others stand in its note, where students and whoever looks at the import read them.
        let rooms = (value["auditories"]?.elements ?? []).prefix(10).compactMap { Self.text($0) }
        let others = rooms.dropFirst().map { "+ \($0)" }
        let note = [Self.text(value["note"]) ?? ""] + others
        let weeks = Self.weeks(value["weekNumber"])
        let only = Self.day(value["dateLesson"])
        let first = only ?? Self.day(value["startLessonDate"]) ?? Self.day(value["startDate"])
        let last = only ?? Self.day(value["endLessonDate"]) ?? Self.day(value["endDate"])
        let fullName = Self.text(value["subjectFullName"]) ?? ""
        values = [
            "subject": Self.cell(.init(name: subject, detail: fullName == subject ? "" : fullName)),
            // What is there and not understood stays as it is: the row says so.
            "kind": Self.text(value["lessonTypeAbbrev"]).map { LessonKind(abbreviation: $0)?.rawValue ?? $0 }
                ?? LessonKind.other.rawValue,
            "groups": groups.isEmpty ? owner.group : Self.cells(groups.sorted { $0.name < $1.name }),
            "subgroup": Self.written(value["numSubgroup"]) ?? "0",
            "teachers": teachers.isEmpty ? owner.teacher : Self.cells(teachers.sorted { $0.name < $1.name }),
            "room": rooms.first.map { Self.cell(.init(name: $0)) } ?? LessonCells.none,
            "weekday": weekday ?? "", "starts": Self.text(value["startLessonTime"]) ?? "",
            "ends": Self.text(value["endLessonTime"]) ?? "",
            "weeks": only != nil || weeks.isEmpty ? LessonCells.none : weeks,
            "first_day": first ?? LessonCells.none, "last_day": last ?? LessonCells.none,
            "note": note == [""] ? LessonCells.none : note.filter { !$0.isEmpty }.joined(separator: " "),
        ].filter { !$0.value.isEmpty }
    }

    static func group(_ value: JSONText) -> NamedObjects.Reference? {
        text(value["name"]).map {
            .init(name: $0, detail: value["numberOfStudents"]?.int.map { String($0) } ?? "")
        }
    }

    static func teacher(_ value: JSONText) -> NamedObjects.Reference? {
        let parts = ["lastName", "firstName", "middleName"].compactMap { text(value[$0]) }
        let name = parts.isEmpty ? text(value["fio"]) : parts.joined(separator: " ")
        return name.map { .init(name: $0, detail: text(value["urlId"]) ?? "") }
    }

    private static func cells(_ references: [NamedObjects.Reference]) -> String {
        references.isEmpty ? LessonCells.none : references.map(cell).joined(separator: ", ")
    }

    /// Drops the characters that separate names in a cell.
    private static func cell(_ one: NamedObjects.Reference) -> String {
        let name = plain(one.name)
        let detail = hasBrackets(one.detail) ? String(one.detail.filter { $0 != "<" && $0 != ">" }) : one.detail
        return detail.isEmpty ? name : "\(name) <\(detail)>"
    }

    fileprivate static func plain(_ name: String) -> String {
        hasBrackets(name) ? String(name.map { "<>".contains($0) ? " " : $0 }) : name
    }

    private static func hasBrackets(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
    }

    static func text(_ value: JSONText?) -> String? {
        value?.text.map { $0.trimmingSpaces.columnPrefix(longest) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `2026-09-07`, or what stands there instead of a day; nil if nothing does.
    private static func day(_ value: JSONText?) -> String? {
        written(value).map { CalendarDay($0)?.iso ?? $0 }
    }

    /// `1, 3`, or what stands there instead of weeks; empty if nothing does. Week 0 is an older way to say all four, beside them.
    private static func weeks(_ value: JSONText?) -> String {
        guard case .array(let all)? = value else { return written(value) ?? "" }
        let numbers = all.compactMap(\.int)
        guard numbers.count == all.count else { return all.prefix(10).compactMap(written).joined(separator: ", ") }
        let isWhole = numbers.contains(0) && Set(numbers).isSuperset(of: 1...4)
        return numbers.filter { !isWhole || $0 != 0 }.prefix(10).map { String($0) }.joined(separator: ", ")
    }

    /// A text or a number as it is written, and a sign for what is neither; nil for nothing.
    private static func written(_ value: JSONText?) -> String? {
        switch value {
        case nil, .null: nil
        case .string: text(value).map(plain)
        case .int(let number): String(number)
        case .number(let number): String(number.prefix(20))
        default: "?"
        }
    }
}
