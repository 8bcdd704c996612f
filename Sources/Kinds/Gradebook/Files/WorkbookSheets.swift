import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// The sheets of an uploaded workbook. Those of ours are known by their stamp, wherever they stand and whatever they are
/// called; of a foreign one the first that looks like a register is read. What is not read is told.
struct WorkbookSheets {
    private struct Sheet {
        let index: Int
        let name: String
        let isHidden: Bool
        let begin: [SheetRow]
        let stamp: Stamp?
    }

    struct Stamp: Equatable {
        let schoolClass: ID
        let revision: Int
        let part: GradeWorkbook.Part?

        init?(_ cell: String?) {
            let words = (cell ?? "").split(separator: " ")
            guard (3...4).contains(words.count), words[0] == GradeWorkbook.mark, let id = ID(String(words[1])),
                let revision = Int(words[2])
            else { return nil }
            (schoolClass, self.revision) = (id, revision)
            part = words.count == 4 ? GradeWorkbook.Part(rawValue: String(words[3])) : nil
        }
    }

    /// Each is begun in a process of its own; a workbook of ours has five.
    private static let most = 12

    private let file: [UInt8]
    private let services: Services
    private var sheets: [Sheet] = []
    private var told: [LocalText] = []

    init(_ file: [UInt8], _ services: Services) throws {
        (self.file, self.services) = (file, services)
        let names = try services.reading.sheets(of: file)
        let all = Array(names.enumerated().prefix(Self.most))
        var first: SheetProblem?
        // Those that compute are read only where no other sheet is ours: a foreign workbook may call its register so.
        for (index, sheet) in all where !GradeWorkbook.isComputed(sheet.name) {
            first = begin(index, sheet) ?? first
        }
        if !sheets.contains(where: { $0.stamp != nil }) {
            for (index, sheet) in all where GradeWorkbook.isComputed(sheet.name) {
                first = begin(index, sheet) ?? first
            }
            sheets.sort { $0.index < $1.index }
        }
        for sheet in names.dropFirst(Self.most) { tellUnread(sheet.name) }
        if sheets.isEmpty { throw first ?? SheetProblem(.noSheet) }
    }

    /// Returns why the sheet can't be read, which is told if any other can.
    private mutating func begin(_ index: Int, _ sheet: (name: String, isHidden: Bool)) -> SheetProblem? {
        switch Self.begin(file, index, services) {
        case .success(let begin):
            sheets.append(
                Sheet(
                    index: index, name: sheet.name, isHidden: sheet.isHidden, begin: begin,
                    stamp: Stamp(begin.first.flatMap { $0.number == 1 ? $0.cells.first : nil })))
            return nil
        case .failure(let problem):
            told.append(Strings.gradebook_sheet_unread(name: sheet.name.columnPrefix(60), problem: problem.words))
            return problem
        }
    }

    /// The first rows of a sheet, in which its stamp and its titles are.
    private static func begin(_ file: [UInt8], _ index: Int, _ services: Services) -> Result<[SheetRow], SheetProblem> {
        do {
            let reader = try services.reading.workbook(file, at: .any(index), columns: SheetLimits.mostColumns)
            var rows: [SheetRow] = []
            while rows.count < 20, let row = try reader.next() { rows.append(row) }
            return .success(rows)
        } catch let problem as SheetProblem {
            return .failure(problem)
        } catch {
            return .failure(SheetProblem(.unreadable))
        }
    }

    mutating func uploaded() throws -> UploadedSheet {
        try ours() ?? foreign()
    }

    /// nil for a workbook without a sheet of grades that Roost made.
    private mutating func ours() throws -> UploadedSheet? {
        guard let grades = find(.grades), let stamp = grades.stamp else { return nil }
        let attendance = find(.attendance, besides: grades)
        let isSame = attendance?.stamp?.schoolClass == stamp.schoolClass
        for sheet in sheets where sheet.index != grades.index && !(isSame && sheet.index == attendance?.index) {
            if !GradeWorkbook.isComputed(sheet.name), !sheet.begin.isEmpty { tellUnread(sheet.name) }
        }
        var marks: [SheetRow] = []
        // A sheet that came from an older workbook does not have what was written since.
        var revision = stamp.revision
        if let attendance, isSame {
            marks = try rows(attendance, SheetLimits.mostColumns)
            revision = min(revision, attendance.stamp?.revision ?? revision)
        } else {
            told.append(LocalText(Strings.gradebook_sheet_no_attendance))
        }
        return .ours(
            schoolClass: stamp.schoolClass, revision: revision, grades: try rows(grades, SheetLimits.mostColumns),
            attendance: marks, told: told)
    }

    /// By the stamp, which says the part; in earlier workbooks by the name, and then by what only grades have: the ids of
    /// assignments beside the stamp.
    private func find(_ part: GradeWorkbook.Part, besides other: Sheet? = nil) -> Sheet? {
        let stamped = sheets.filter { $0.stamp != nil && $0.index != other?.index }
        func hasIDs(_ sheet: Sheet) -> Bool {
            (sheet.begin.first?.cells.dropFirst(GradeWorkbook.Place.first) ?? []).contains { ID($0) != nil }
        }
        let own = stamped.filter { $0.stamp?.part == part }
        let unsaid = stamped.filter { $0.stamp?.part == nil }
        return own.first { part.isName($0.name) } ?? own.first ?? unsaid.first { part.isName($0.name) }
            ?? unsaid.first { hasIDs($0) == (part == .grades) } ?? unsaid.first
    }

    private mutating func foreign() throws -> UploadedSheet {
        let shown = sheets.filter { !$0.isHidden }
        let possible = (shown.isEmpty ? sheets : shown).filter { $0.begin.contains { !$0.cells.isEmpty } }
        let register = possible.first { sheet in
            sheet.begin.contains { $0.cells.contains(where: SheetTitles.isOfStudents) }
        }
        guard let read = register ?? possible.first ?? sheets.first else { throw SheetProblem(.noSheet) }
        for sheet in sheets where sheet.index != read.index && !sheet.begin.isEmpty { tellUnread(sheet.name) }
        let name = told.isEmpty ? [] : [Strings.gradebook_sheet_read(name: read.name.columnPrefix(60))]
        return .foreign(try rows(read, SheetLimits.columns), isWorkbook: true, told: name + told)
    }

    private mutating func tellUnread(_ name: String) {
        told.append(Strings.gradebook_sheet_left(name: name.columnPrefix(60)))
    }

    private func rows(_ sheet: Sheet, _ columns: Int) throws -> [SheetRow] {
        try UploadedSheet.rows(try services.reading.workbook(file, at: .any(sheet.index), columns: columns))
    }
}
