import Console
import JSON
import Postgres

/// What is known of a group besides its name, as a cell has it in brackets: `253501 <24; 2; Faculty of Physics; FPh; Optics>`
/// has the students, the year, the faculty with its short name, and the programme. An empty part says nothing; a dash
/// says that there is none.
struct GroupDetail: Hashable, Sendable {
    var students: Int?
    var course: Int?
    /// Empty: none.
    var faculty: String?
    var shortName: String?
    /// Empty: none.
    var speciality: String?

    init() {}

    init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { String($0).trimmingSpaces }
        func part(_ index: Int, most: Int) -> String? {
            guard parts.indices.contains(index), !parts[index].isEmpty else { return nil }
            return parts[index] == LessonCells.none ? "" : parts[index].columnPrefix(most)
        }
        func number(_ index: Int, _ range: ClosedRange<Int>) -> Int? {
            part(index, most: 9).flatMap { Int($0.latinDigits) }.map {
                min(max($0, range.lowerBound), range.upperBound)
            }
        }
        (students, course) = (number(0, 0...1000), number(1, 1...7))
        (faculty, shortName, speciality) = (part(2, most: 160), part(3, most: 20), part(4, most: 160))
    }

    /// `row` with all that is stored.
    init(_ row: Row) throws {
        (students, course) = (try row.int("students"), try row.int("course"))
        (faculty, shortName) = (try row.text("faculty"), try row.text("faculty_short"))
        speciality = try row.text("speciality")
    }

    /// It says more than how many students there are: so it holds for a group that exists already.
    var isDescription: Bool { course != nil || faculty != nil || speciality != nil }

    var text: String {
        func part(_ text: String?) -> String {
            text.map { $0.isEmpty ? LessonCells.none : String($0.filter { !";<>".contains($0) }) } ?? ""
        }
        let parts = [
            students.map { String($0) } ?? "", course.map { String($0) } ?? "", part(faculty), part(shortName),
            part(speciality),
        ]
        let last = parts.lastIndex { !$0.isEmpty } ?? -1
        return parts[..<(last + 1)].joined(separator: "; ")
    }

    /// Returns the stored detail with what this one says.
    func applied(to stored: GroupDetail) -> GroupDetail {
        var all = stored
        all.students = students ?? stored.students
        all.course = course ?? stored.course
        all.speciality = speciality ?? stored.speciality
        guard let faculty else { return all }
        // A faculty is the same by either of its names.
        let names = [stored.faculty, stored.shortName].compactMap { $0?.lowercased() }
        if faculty.isEmpty || !names.contains(faculty.lowercased()) {
            (all.faculty, all.shortName) = (faculty, faculty.isEmpty ? "" : shortName ?? "")
        }
        return all
    }

    func changes(from old: GroupDetail?) -> [AuditEvent.Change] {
        let fields: [(String, (GroupDetail) -> String?)] = [
            ("faculty", { $0.faculty }), ("speciality", { $0.speciality }),
            ("course", { $0.course.map { String($0) } }),
            ("students", { $0.students.map { String($0) } }),
        ]
        return fields.compactMap { name, value in
            let (before, after) = (old.flatMap(value), value(self))
            return before == after || old == nil && after?.isEmpty != false ? nil : .init(name, old: before, new: after)
        }
    }
}

/// The lists of a server in the shape of BSUIR's API, from which its groups are described: `/student-groups`, `/faculties` and
/// `/specialities`. A schedule describes its own group as well.
struct CompatibleDirectory {
    private var groups: [String: JSONText] = [:]
    private var faculties: [Int: (name: String, shortName: String)] = [:]
    private var specialities: [Int: String] = [:]

    /// Objects of these lists, which are no schedules.
    static func isListed(_ value: JSONText) -> Bool { sort(of: value) != nil }

    private enum Sort { case group, faculty, speciality }

    private static func sort(of value: JSONText) -> Sort? {
        guard value["schedules"] == nil, value["name"]?.text != nil else { return nil }
        if value["educationForm"] != nil { return .speciality }
        if value["course"] != nil || value["specialityName"] != nil || value["facultyId"] != nil { return .group }
        return value["abbrev"]?.text != nil && value["auditoryType"] == nil && value["id"]?.int != nil ? .faculty : nil
    }

    /// Adds an object of one of the lists; returns false for any other value, and if there are more than a server has.
    mutating func add(_ value: JSONText) -> Bool {
        guard let sort = Self.sort(of: value), groups.count + faculties.count + specialities.count < CompatibleRows.most
        else { return false }
        let name = CompatibleSourceLesson.text(value["name"]) ?? ""
        switch sort {
        case .group: groups[name.lowercased()] = value
        case .faculty:
            if let id = value["id"]?.int { faculties[id] = (name, CompatibleSourceLesson.text(value["abbrev"]) ?? "") }
        case .speciality: if let id = value["id"]?.int { specialities[id] = name }
        }
        return true
    }

    /// Returns what the lists and the schedule's own `studentGroupDto` say of its group; nil if they say nothing.
    func detail(of own: JSONText) -> GroupDetail? {
        let listed = CompatibleSourceLesson.text(own["name"]).flatMap { groups[$0.lowercased()] }
        func value(_ name: String) -> JSONText? {
            [own[name], listed?[name]].compactMap { $0 }.first { $0 != .null && $0 != .string("") }
        }
        func text(_ name: String) -> String? { CompatibleSourceLesson.text(value(name)) }
        let faculty = value("facultyId")?.int.flatMap { faculties[$0] }
        var detail = GroupDetail()
        detail.students = value("numberOfStudents")?.int
        detail.course = value("course")?.int.flatMap { (1...7).contains($0) ? $0 : nil }
        let shortName = text("facultyAbbrev") ?? faculty?.shortName
        detail.faculty = text("facultyName") ?? faculty?.name ?? shortName
        detail.shortName = shortName
        detail.speciality =
            text("specialityName") ?? value("specialityDepartmentEducationFormId")?.int.flatMap { specialities[$0] }
            ?? text("specialityAbbrev")
        // Read as a cell is: as long as a column takes.
        return detail.isDescription ? GroupDetail(detail.text) : nil
    }
}
