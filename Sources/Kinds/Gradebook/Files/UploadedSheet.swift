import Console
import HTML
import Postgres
import Sheets
import Templates
import Web

/// The content of an uploaded file: a workbook that Roost made, or any other sheet.
enum UploadedSheet: Sendable {
    /// `told`: what of the file is not read, and why.
    case ours(
        schoolClass: ID, revision: Int, grades: [SheetRow], attendance: [SheetRow], told: [LocalText] = [])
    case foreign([SheetRow], isWorkbook: Bool = false, told: [LocalText] = [])

    init(_ file: [UInt8], _ services: Services) throws {
        if ImportBeginning.isWorkbook(file) {
            var sheets = try WorkbookSheets(file, services)
            self = try sheets.uploaded()
            return
        }
        let begun = try ImportBeginning(file, services)
        self = .foreign(try Self.rows(try ImportSource.reader(file, begun.format, begun.dialect, services)))
    }

    /// True if a sheet has more rows than are read.
    var isTooLong: Bool {
        switch self {
        case .ours(_, _, let grades, let attendance, _): max(grades.count, attendance.count) > Self.mostRead
        case .foreign(let rows, _, _): rows.count > Self.mostRead
        }
    }

    /// With titles and statistics.
    private static let mostRead = SheetGrid.mostRows + 19

    static func rows(_ reader: any SheetReader) throws -> [SheetRow] {
        var rows: [SheetRow] = []
        // Reads more rows than are allowed, to detect that there are too many.
        while rows.count <= mostRead, var row = try reader.next() {
            // A formula without a stored value is no grade, and must not count as an empty cell.
            for (column, fault) in row.faults where fault == .noValue && row.cells.indices.contains(column) {
                row.cells[column] = "=?"
            }
            rows.append(row)
        }
        return rows
    }

    /// Returns one grid of the file, with the meaning of its columns.
    func file(for book: Book, _ language: Language = .en) -> ClassFile {
        var file: ClassFile
        let said: [LocalText]
        switch self {
        case .foreign(let rows, let isWorkbook, let told):
            let head = Self.head(of: rows)
            let width = rows.dropFirst(head).map { ($0.cells.lastIndex { !$0.trimmingSpaces.isEmpty } ?? -1) + 1 }.max()
            let given = rows.indices.contains(head) ? rows[head].cells : []
            let titles = (0..<(width ?? 0)).map { given.indices.contains($0) ? given[$0] : "" }
            let grid = SheetGrid(
                titles: titles,
                rows: rows.dropFirst(head + 1).map { .init(number: $0.number, cells: $0.cells, texts: $0.texts) })
            file = ClassFile(grid: grid, columns: Self.guess(titles, book))
            file.isWorkbook = isWorkbook
            said = told
        case .ours(_, let revision, let grades, let attendance, let told):
            typealias Place = GradeWorkbook.Place
            var titles = ["", "", ""]
            var columns: [SheetColumnMeaning] = [.id, .name, .number]
            let head = grades.first { $0.number == Place.head }?.cells ?? []
            let ids = grades.first?.cells ?? []
            var taken: [Int] = []
            for column in Place.first..<max(Place.first, ids.count) {
                // A column that was copied in the workbook has the hidden id of the first one.
                guard let id = ID(ids[column]), !columns.contains(.assignment(id)) else { continue }
                taken.append(column)
                columns.append(.assignment(id))
                titles.append(head.indices.contains(column) ? head[column] : "")
            }
            let days = attendance.first { $0.number == Place.head }?.cells ?? []
            var dayColumns: [Int] = []
            for column in Place.first..<max(Place.first, days.count)
            where SchoolDay.isPossible(days[column]) && !columns.contains(.day(days[column])) {
                dayColumns.append(column)
                columns.append(.day(days[column]))
                titles.append(days[column])
            }
            let marks = Dictionary(
                attendance.filter { $0.number >= Place.firstStudent }.map { ($0.cells.first ?? "", $0) }
            ) { first, _ in first }
            func cell(_ cells: [String], _ column: Int) -> String {
                cells.indices.contains(column) ? cells[column] : ""
            }
            var rows: [SheetGrid.Row] = []
            for row in grades where row.number >= Place.firstStudent && Self.isOfStudent(row) {
                var cells = (0..<Place.first).map { cell(row.cells, $0) }
                for column in taken { cells.append(cell(row.cells, column)) }
                // If a student's row was removed from the attendance sheet, all their marks stay.
                let own = ID(cells[0]) == nil ? nil : marks[cells[0]]?.cells
                for column in dayColumns { cells.append(own.map { cell($0, column) } ?? Self.untouched) }
                let texts = taken.indices.filter { row.texts.contains(taken[$0]) }.map { Place.first + $0 }
                rows.append(SheetGrid.Row(number: row.number, cells: cells, texts: Set(texts)))
            }
            file = ClassFile(grid: SheetGrid(titles: titles, rows: rows), columns: columns)
            (file.isOurs, file.revision) = (true, revision)
            file.kept = Self.kept(
                grades,
                taken.compactMap { column in ID(ids[column]).map { (column: column, id: $0) } }, book)
            said =
                told
                + WorkbookLeavings(grades: grades, attendance: attendance, columns: taken, days: dayColumns, book).told
        }
        file.language = language
        file.told = said.map { $0.resolve(in: language) }
        return file
    }

    /// True for the row of a student, also of one who was typed into the workbook and has no id; the numbers of each column
    /// follow below.
    static func isOfStudent(_ row: SheetRow) -> Bool {
        func cell(_ column: Int) -> String {
            row.cells.indices.contains(column) ? row.cells[column].trimmingSpaces : ""
        }
        if ID(cell(GradeWorkbook.Place.ids.column)) != nil { return true }
        let name = cell(GradeWorkbook.Place.name)
        return !(name.isEmpty && cell(GradeWorkbook.Place.number).isEmpty) && !SheetTitles.isStatistic(name)
    }

    /// The index of the row with the titles: lines above it, such as the name of the class, fill few columns. In a sheet of
    /// two columns they fill as much as titles do, so a row with a known title comes first.
    private static func head(of rows: [SheetRow]) -> Int {
        let filled = rows.prefix(20).map { $0.cells.filter { !$0.trimmingSpaces.isEmpty }.count }
        let most = filled.max() ?? 0
        let possible = filled.indices.filter { 2 * filled[$0] >= most && filled[$0] > 0 }
        return possible.first { rows[$0].cells.contains(where: SheetTitles.isOfStudents) } ?? possible.first ?? 0
    }

    /// The names that a workbook of ours has and the class has not, with the points that were changed in it, and the columns
    /// that were added to it.
    private static func kept(_ grades: [SheetRow], _ columns: [(column: Int, id: ID)], _ book: Book) -> [String] {
        typealias Place = GradeWorkbook.Place
        func cell(_ row: Int, _ column: Int) -> String {
            guard let cells = grades.first(where: { $0.number == row })?.cells else { return "" }
            return cells.indices.contains(column) ? cells[column].trimmingSpaces : ""
        }
        var kept: [String] = []
        for (column, id) in columns {
            guard let index = book.column(id) else { continue }
            let (title, possible) = (cell(Place.head, column), cell(Place.possible, column))
            if title != book.assignments[index].name.trimmingSpaces {
                kept.append(title)
            } else if !possible.isEmpty, Points(plain: possible) != book.assignments[index].possible {
                kept.append("\(title): \(possible)")
            }
        }
        let (heads, taken) = (grades.first { $0.number == Place.head }?.cells ?? [], Set(columns.map(\.column)))
        for column in heads.indices where column >= Place.first && !taken.contains(column) {
            let title = heads[column].trimmingSpaces
            if !title.isEmpty, !SheetTitles.isResult(title) { kept.append(title) }
        }
        for row in grades where row.number >= Place.firstStudent {
            guard let id = row.cells.first.flatMap({ ID($0) }), let line = book.line(id), row.cells.count > 2 else {
                continue
            }
            let student = book.students[line]
            if row.cells[1].trimmingSpaces != student.name.trimmingSpaces { kept.append(row.cells[1].trimmingSpaces) }
            if row.cells[2].trimmingSpaces != student.number.trimmingSpaces { kept.append(row.cells[2].trimmingSpaces) }
        }
        return kept.map { $0.columnPrefix(60) }
    }

    /// True if the cell says nothing.
    static func isUntouched(_ text: String) -> Bool { text == untouched }
    private static let untouched = "\u{2205}"

    private static func guess(_ titles: [String], _ book: Book) -> [SheetColumnMeaning] {
        var left = book.assignments
        var taken: [SheetColumnMeaning] = []
        func folded(_ text: String) -> String { text.trimmingSpaces.lowercased() }
        let hasFamily = titles.contains { SheetTitles.isFamily($0) }
        return titles.map { title in
            if let index = left.firstIndex(where: { folded($0.name) == folded(title) }) {
                return .assignment(left.remove(at: index).id)
            }
            if SchoolDay.isPossible(title.trimmingSpaces) { return .day(title.trimmingSpaces) }
            let isName = hasFamily ? SheetTitles.isFamily(title) : SheetTitles.isName(title)
            let meaning: SheetColumnMeaning =
                isName
                ? .name
                : hasFamily && SheetTitles.isGiven(title)
                    ? .given : SheetTitles.isNumber(title) ? .number : .nothing
            guard meaning != .nothing, !taken.contains(meaning) else { return .nothing }
            taken.append(meaning)
            return meaning
        }
    }
}
