import Console
import HTML
import Postgres
import Templates
import Web

/// A student whom a file adds to a class.
struct AddedStudent: Sendable {
    let id: ID
    let name: String
    let number: String
    /// The register has the number, so no new student is added to it.
    let isKnown: Bool
}

/// Who has a number of the school's register.
struct NumberOwner: Sendable {
    let id: ID
    let name: String
    let number: String
    /// False for a student whom the teacher does not see: the name is not shown.
    let isShown: Bool

    init(_ row: Row) throws {
        (id, name) = (try row.id("id"), try row.text("name"))
        (number, isShown) = (try row.text("number"), try row.bool("is_shown"))
    }

    func isNamed(_ typed: String) -> Bool { StudentFinder.isSame(typed, name) }

    /// The number was typed beside another name.
    var isOther: LocalText {
        isShown
            ? Strings.gradebook_error_number_of(number: number.columnPrefix(40), name: name)
            : Strings.gradebook_error_number_unknown(number: number.columnPrefix(40))
    }
}

/// Finds the student that a row means.
struct StudentFinder {
    enum Found {
        case empty
        case found(ID, String)
        /// Nobody of the class; the file may add them.
        case unknown(LocalText)
        case wrong(LocalText)
    }

    private let file: ClassFile
    private let (id, name, number): (Int?, Int?, Int?)
    private let given: Int?
    private var byID: [ID: String] = [:]
    private var byNumber: [String: ID] = [:]
    /// By the name as it is written, and by all its spellings.
    private var (byName, bySpelling): ([String: Set<ID>], [String: Set<ID>]) = ([:], [:])
    /// Students of the school who are not in the class, by number.
    private var register: [String: NumberOwner] = [:]
    private var pending: AddedStudent?
    private let now: Timestamp
    private(set) var added: [AddedStudent] = []

    init(
        _ file: ClassFile, _ columns: [SheetColumnMeaning], _ book: Book, _ tx: borrowing TenantTransaction,
        now: Timestamp
    ) throws {
        (self.file, self.now) = (file, now)
        given = columns.firstIndex(of: .given)
        (id, name, number) = (
            columns.firstIndex(of: .id), columns.firstIndex(of: .name), columns.firstIndex(of: .number)
        )
        for student in book.students {
            byID[student.id] = student.name
            if !student.number.isEmpty { byNumber[student.number] = student.id }
            know(student.name, student.id)
        }
        guard file.addsStudents, let number else { return }
        for row in try tx.rows(StudentQueries.byNumber(file.grid.rows.map { $0.cell(number) })) {
            register[try row.text("number")] = try NumberOwner(row)
        }
    }

    mutating func student(_ row: SheetGrid.Row) -> Found {
        pending = nil
        let (id, name, number) = (
            self.id.map { row.cell($0) } ?? "", self.written(in: row),
            self.number.map { row.cell($0) } ?? ""
        )
        if row.cells.allSatisfy({ $0.trimmingSpaces.isEmpty }) { return .empty }
        let shown = (name.isEmpty ? number : name).columnPrefix(60)
        if !id.isEmpty {
            guard let known = ID(id), let stored = byID[known] else {
                return .wrong(Strings.gradebook_error_unknown_student(name: shown))
            }
            return .found(known, stored)
        }
        // An empty cell of a workbook of ours empties the stored one, so no row of it is found by a name.
        if file.isOurs { return .wrong(Strings.gradebook_error_added_row(name: shown)) }
        if !number.isEmpty, let known = byNumber[number] { return .found(known, byID[known] ?? name) }
        guard !name.isEmpty || !number.isEmpty else { return .wrong(LocalText(Strings.gradebook_error_no_student)) }
        let named = ids(of: name)
        if number.isEmpty || self.number == nil || !file.addsStudents {
            if named.count == 1, let only = named.first { return .found(only, byID[only] ?? name) }
            if named.count > 1 { return .wrong(Strings.gradebook_error_two_students(name: shown)) }
        }
        guard file.addsStudents else { return .unknown(Strings.gradebook_error_unknown_student(name: shown)) }
        if let known = register[number] {
            // The number of somebody else would bring a student whom nobody meant.
            guard name.isEmpty || known.isNamed(name) else { return .wrong(known.isOther) }
            // Who is found by the number alone is shown by it, until they are in the class and that is recorded.
            let shown = known.isShown || !name.isEmpty ? known.name : number
            pending = AddedStudent(id: known.id, name: shown, number: number, isKnown: true)
            return .found(known.id, shown)
        }
        guard !name.isEmpty, name.columnLength <= 120, number.columnLength <= 40 else {
            return .wrong(Strings.gradebook_error_line(line: shown))
        }
        let new = ID.make(at: now)
        pending = AddedStudent(id: new, name: name, number: number, isKnown: false)
        return .found(new, name)
    }

    /// The row is valid, so its student is added to the class.
    mutating func take(_ id: ID) {
        guard let pending, pending.id == id else { return }
        added.append(pending)
        byID[id] = pending.name
        if !pending.number.isEmpty { byNumber[pending.number] = id }
        know(pending.name, id)
    }

    private mutating func know(_ name: String, _ id: ID) {
        byName[name.lowercased(), default: []].insert(id)
        for spelling in Self.spellings(name) { bySpelling[spelling, default: []].insert(id) }
    }

    /// Of two students whose names are one name in two spellings, the one who is spelled as the file does is meant.
    private func ids(of name: String) -> Set<ID> {
        byName[name.lowercased()]
            ?? Self.spellings(name).reduce(into: Set<ID>()) { $0.formUnion(bySpelling[$1] ?? []) }
    }

    /// “Adams, Ruth” is “Ruth Adams” and “Adams Ruth” as well, in small letters.
    static func spellings(_ name: String) -> Set<String> {
        let whole = name.lowercased()
        let parts = whole.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "،" }.map {
            String($0).trimmingSpaces
        }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return [whole] }
        return [whole, "\(parts[0]), \(parts[1])", "\(parts[1]) \(parts[0])", "\(parts[0]) \(parts[1])"]
    }

    static func isSame(_ one: String, _ other: String) -> Bool {
        !spellings(one.trimmingSpaces).isDisjoint(with: spellings(other.trimmingSpaces))
    }

    private func written(in row: SheetGrid.Row) -> String {
        [name, given].compactMap { $0.map { row.cell($0) } }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
