import Console
import HTML
import Postgres
import Templates

/// Finds the objects that rows of a file name: subjects, groups, teachers, rooms. Missing ones can be added.
struct NamedObjects {
    enum Kind: String, CaseIterable, Sendable {
        case subject, group, teacher, room

        var column: String {
            switch self {
            case .subject: "subject"
            case .group: "groups"
            case .teacher: "teachers"
            case .room: "room"
            }
        }

        /// The most characters of a name.
        var most: Int {
            switch self {
            case .subject: 60
            case .group, .room: 40
            case .teacher: 120
            }
        }

        var mostOfLesson: Int {
            switch self {
            case .subject, .room: 1
            case .group: 40
            case .teacher: 10
            }
        }

        var object: ObjectKind {
            switch self {
            case .subject: .timetableSubject
            case .group: .timetableGroup
            case .teacher: .timetableTeacher
            case .room: .timetableRoom
            }
        }

        fileprivate func known(_ names: [String]) -> SQL {
            switch self {
            case .subject: LessonQueries.subjects(names)
            case .group: LessonImportQueries.groups(names)
            case .teacher: LessonQueries.teachers(names)
            case .room: LessonQueries.rooms(names)
            }
        }
    }

    /// `Name`, or `Name <detail>`: a teacher's address, a group's students or all of its `GroupDetail`, a room's seats, a
    /// subject's full name.
    struct Reference: Hashable, Sendable {
        var name: String
        var detail = ""

        var text: String { detail.isEmpty ? name : "\(name) <\(detail)>" }

        /// Parses a cell with one name or with several. Of more than `most` it returns one more: what is read has a bound, and still is
        /// too much.
        static func all(_ text: String, most: Int) -> [Reference] {
            var all: [Reference] = []
            for part in most > 1 ? parts(text) : [text] where all.count <= most {
                let pieces =
                    part.utf8.contains(UInt8(ascii: "<"))
                    ? part.split(separator: "<", maxSplits: 1).map { String($0).trimmingSpaces }
                    : [part.trimmingSpaces]
                let name = pieces.first.map(plain) ?? ""
                guard !name.isEmpty else { continue }
                let detail = pieces.count > 1 ? plain(String(pieces[1].prefix { $0 != ">" }).trimmingSpaces) : ""
                let one = Reference(name: name, detail: detail)
                if !all.contains(one) { all.append(one) }
            }
            return all
        }

        /// Files and sources of others have signs that no name has here: they are left out, and refused nowhere.
        static func plain(_ text: String) -> String {
            // No end of a line is plain.
            if LineText.isPlain(text) { return text }
            return LineText.plain(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        }

        /// Splits at commas outside brackets.
        private static func parts(_ text: String) -> [String] {
            // Nearly every cell of a file has one name.
            guard text.unicodeScalars.contains(where: { $0 == "," || $0 == ";" || $0 == "،" }) else { return [text] }
            var (parts, isInside) = ([""], false)
            for letter in text {
                if letter == "<" { isInside = true }
                if letter == ">" { isInside = false }
                if !isInside, ",;،".contains(letter) { parts.append("") } else { parts[parts.count - 1].append(letter) }
            }
            return parts
        }
    }

    struct Made {
        var kind: Kind
        var id: ID
        var reference: Reference
    }

    private(set) var names: [ID: String] = [:]
    private(set) var made: [Made] = []
    /// Groups that exist and are described otherwise than they are stored.
    private(set) var described: [ID: (old: GroupDetail, new: GroupDetail)] = [:]
    /// Faculties that don't exist yet, to which described groups belong.
    private(set) var faculties: [(id: ID, name: String, shortName: String)] = []
    private var storedGroups: [ID: GroupDetail] = [:]
    private var knownSubgroups: [ID: Int] = [:]
    /// Those of a group that an import adds.
    static let usualSubgroups = 2
    /// By name and by short name.
    private var knownFaculties: [String: ID] = [:]
    private var known: [Kind: [String: Set<ID>]] = [:]
    private let makesMissing: Bool

    init(_ cells: [LessonCells], makesMissing: Bool, in tx: borrowing TenantTransaction) throws {
        self.makesMissing = makesMissing
        for kind in Kind.allCases {
            var wanted: Set<String> = []
            for cells in cells {
                for one in cells.references[kind] ?? [] {
                    wanted.insert(one.name)
                    if kind == .teacher, !one.detail.isEmpty { wanted.insert(one.detail) }
                }
            }
            guard !wanted.isEmpty else { continue }
            for row in try tx.rows(kind.known(Array(wanted))) {
                let id = try row.id("id")
                known[kind, default: [:]][try row.text("known"), default: []].insert(id)
                names[id] = try row.text("name")
                if kind == .group {
                    storedGroups[id] = try GroupDetail(row)
                    knownSubgroups[id] = try row.int("subgroups")
                }
            }
        }
        let groups = cells.lazy.flatMap { $0.references[.group] ?? [] }
        if groups.contains(where: { $0.detail.contains(";") }) {
            for row in try tx.rows(PublicQueries.faculties) {
                let id = try row.id("id")
                for name in [try row.text("short_name"), try row.text("name")] where !name.isEmpty {
                    knownFaculties[name.lowercased()] = id
                }
            }
        }
    }

    /// Returns the ids for a cell; errors with a name go to `wrong`.
    mutating func ids(_ kind: Kind, _ references: [Reference], wrong: (LocalText) -> Void) -> [ID] {
        var ids: [ID] = []
        for one in references {
            if let id = id(kind, one, wrong: wrong), !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    private mutating func id(_ kind: Kind, _ one: Reference, wrong: (LocalText) -> Void) -> ID? {
        let key = one.name.lowercased()
        // An address belongs to one teacher, whatever the name beside it; it distinguishes teachers with the same
        // name.
        let isAddressed = kind == .teacher && !one.detail.isEmpty
        if isAddressed, let id = known[kind]?[one.detail.lowercased()]?.first { return id }
        if let meant = known[kind]?[key], !isAddressed || !makesMissing {
            if meant.count == 1, let id = meant.first {
                if kind == .group { describe(id, one, wrong: wrong) }
                return id
            }
            wrong(Strings.timetable_error_ambiguous(name: one.name))
            return nil
        }
        guard makesMissing else {
            wrong(Strings.timetable_error_unknown(name: one.name))
            return nil
        }
        let id = ID.make()
        if kind == .group { _ = faculty(GroupDetail(one.detail), wrong: wrong) }
        made.append(Made(kind: kind, id: id, reference: one))
        names[id] = one.name
        known[kind, default: [:]][key, default: []].insert(id)
        if kind == .teacher, !one.detail.isEmpty {
            known[kind, default: [:]][one.detail.lowercased(), default: []].insert(id)
        }
        return id
    }

    /// Notes what a row says of a group that exists.
    private mutating func describe(_ id: ID, _ one: Reference, wrong: (LocalText) -> Void) {
        let detail = GroupDetail(one.detail)
        guard detail.isDescription else { return }
        // Another row named it before, without saying what it is.
        if let index = made.firstIndex(where: { $0.id == id }) {
            let whole = detail.applied(to: GroupDetail(made[index].reference.detail))
            if faculty(whole, wrong: wrong) { made[index].reference.detail = whole.text }
            return
        }
        guard let stored = storedGroups[id] else { return }
        let old = described[id]?.old ?? stored
        let new = detail.applied(to: described[id]?.new ?? stored)
        guard new != old, faculty(new, wrong: wrong) else { return }
        described[id] = (old, new)
    }

    /// Returns the groups that these references describe otherwise than they are stored.
    func described(by references: [Reference]) -> [ID] {
        guard !described.isEmpty else { return [] }
        return references.filter { GroupDetail($0.detail).isDescription }.compactMap { one in
            known[.group]?[one.name.lowercased()]?.first { described[$0] != nil }
        }
    }

    /// Returns the names of groups as a file describes them: of those that are described with their earlier or later detail.
    func words(_ groups: [ID], describing ids: [ID], _ detail: ((old: GroupDetail, new: GroupDetail)) -> GroupDetail)
        -> String
    {
        groups.map { id in
            let name = names[id] ?? ""
            guard ids.contains(id), let both = described[id] else { return name }
            return Reference(name: name, detail: detail(both).text).text
        }.sorted().joined(separator: ", ")
    }

    /// Makes the faculty of a group if it is missing; returns false if it may not be made.
    private mutating func faculty(_ detail: GroupDetail, wrong: (LocalText) -> Void) -> Bool {
        guard let name = detail.faculty, !name.isEmpty, facultyID(detail) == nil else { return true }
        guard makesMissing else {
            wrong(Strings.timetable_error_unknown(name: name))
            return false
        }
        let id = ID.make()
        faculties.append((id, name, detail.shortName ?? ""))
        for one in [detail.shortName ?? "", name] where !one.isEmpty { knownFaculties[one.lowercased()] = id }
        return true
    }

    private func facultyID(_ detail: GroupDetail) -> ID? {
        guard let name = detail.faculty, !name.isEmpty else { return nil }
        return knownFaculties[name.lowercased()] ?? detail.shortName.flatMap { knownFaculties[$0.lowercased()] }
    }

    /// Loads the names of objects to which stored lessons refer.
    mutating func load(_ ids: Set<ID>, in tx: borrowing TenantTransaction) throws {
        let missing = ids.filter { names[$0] == nil }
        guard !missing.isEmpty else { return }
        for row in try tx.rows(LessonImportQueries.names(Array(missing))) {
            names[try row.id("id")] = try row.text("name")
        }
    }

    /// Returns the names as forms and files write them.
    func words(_ ids: [ID]) -> String {
        ids.map { names[$0] ?? "" }.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }.joined(separator: ", ")
    }

    /// Loads the numbers of subgroups of groups that stored lessons have and no row names.
    mutating func loadSubgroups(of groups: some Sequence<ID>, in tx: borrowing TenantTransaction) throws {
        let made = Set(made.map(\.id))
        let missing = Set(groups).filter { knownSubgroups[$0] == nil && !made.contains($0) }
        guard !missing.isEmpty else { return }
        for row in try tx.rows(LessonImportQueries.subgroups(of: Array(missing))) {
            knownSubgroups[try row.id("id")] = try row.int("subgroups")
        }
    }

    func subgroups(of group: ID) -> Int { knownSubgroups[group] ?? Self.usualSubgroups }

    // MARK: Making

    /// Adds the missing objects that are named by rows to be written.
    func store(_ used: Set<ID>, in tx: borrowing TenantTransaction) throws {
        let missing = missingFaculties(used)
        if !missing.isEmpty {
            try tx.execute(
                LessonImportQueries.addFaculties(
                    missing.map(\.id), missing.map(\.name), shortNames: missing.map(\.shortName), tenant: tx.tenant))
        }
        let changed = described.filter { used.contains($0.key) }
        if !changed.isEmpty {
            let (ids, details) = (Array(changed.keys), changed.values.map(\.new))
            try tx.execute(LessonImportQueries.describeGroups(ids, details, faculties: details.map(facultyID)))
            try tx.execute(PublicAnswers.changed(tx.tenant))
        }
        for kind in Kind.allCases {
            let new = made.filter { $0.kind == kind && used.contains($0.id) }
            guard !new.isEmpty else { continue }
            let (ids, names) = (new.map(\.id), new.map(\.reference.name))
            switch kind {
            case .subject:
                try tx.execute(
                    LessonImportQueries.addSubjects(
                        ids, names, fullNames: new.map { $0.reference.detail.columnPrefix(200) }, tenant: tx.tenant))
            case .group:
                let details = new.map { GroupDetail($0.reference.detail) }
                try tx.execute(
                    LessonImportQueries.addGroups(
                        ids, names, details, faculties: details.map(facultyID), tenant: tx.tenant))
            case .room:
                try tx.execute(
                    LessonImportQueries.addRooms(
                        ids, names, seats: new.map { number($0.reference.detail, most: 5000) }, tenant: tx.tenant))
            case .teacher:
                try tx.execute(
                    LessonImportQueries.addTeachers(
                        ids, names, addresses: try addresses(new.map(\.reference), in: tx), tenant: tx.tenant))
            }
        }
    }

    /// The faculties that are made for groups that are.
    func missingFaculties(_ used: Set<ID>) -> [(id: ID, name: String, shortName: String)] {
        guard !faculties.isEmpty else { return [] }
        let details =
            made.filter { $0.kind == .group && used.contains($0.id) }.map { GroupDetail($0.reference.detail) }
            + described.filter { used.contains($0.key) }.map(\.value.new)
        let wanted = Set(details.compactMap(facultyID))
        return faculties.filter { wanted.contains($0.id) }
    }

    private func number(_ text: String, most: Int) -> Int64 { Int64(min(most, max(0, Int(text.latinDigits) ?? 0))) }

    /// Returns an address for each new teacher that no other teacher has.
    private func addresses(_ new: [Reference], in tx: borrowing TenantTransaction) throws -> [String] {
        let wanted = new.map { one in
            let given = one.detail.lowercased()
            if TeacherAddress.isWhole(given) { return given }
            let made = TeacherAddress.make(of: one.name)
            return TeacherAddress.isWhole(made) ? made : "teacher"
        }
        var taken = Set(try tx.first(LessonImportQueries.addresses(like: Array(Set(wanted))))?.texts("taken") ?? [])
        // Many may have one name: each goes on where the last one found a free address.
        var numbers: [String: Int] = [:]
        return wanted.map { address in
            var (one, number) = (address, numbers[address] ?? 1)
            while taken.contains(one) {
                number += 1
                one = "\(address.prefix(TeacherAddress.longest - 5))-\(number)"
            }
            numbers[address] = number
            taken.insert(one)
            return one
        }
    }
}
