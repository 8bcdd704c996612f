import HTML
import Postgres
import Sheets
import Templates
import Web

/// What stands in a workbook of ours and has no place in the class: nothing of it is left out without a word.
struct WorkbookLeavings {
    private typealias Place = GradeWorkbook.Place

    private let grades: [SheetRow]
    private let attendance: [SheetRow]
    private(set) var told: [LocalText] = []

    /// - Parameter columns: those of the grades that are taken.
    /// - Parameter days: the columns of the attendance that are taken.
    init(grades: [SheetRow], attendance: [SheetRow], columns: [Int], days: [Int], _ book: Book) {
        (self.grades, self.attendance) = (grades, attendance)
        findAssignments(columns, book)
        findRows(columns)
        findDays(days)
        findMarks(days)
    }

    private static func cell(_ row: SheetRow, _ column: Int) -> String {
        row.cells.indices.contains(column) ? row.cells[column].trimmingSpaces : ""
    }

    private func title(_ rows: [SheetRow], _ column: Int) -> String {
        rows.first { $0.number == Place.head }.map { Self.cell($0, column) }.flatMap { $0.isEmpty ? nil : $0 }
            .map { $0.columnPrefix(60) } ?? SheetAddress.column(column)
    }

    /// Columns of assignments that were removed since.
    private mutating func findAssignments(_ columns: [Int], _ book: Book) {
        let ids = grades.first { $0.number == Place.ids.row }
        let students = grades.filter { $0.number >= Place.firstStudent && UploadedSheet.isOfStudent($0) }
        for column in columns {
            guard let id = ids.flatMap({ ID(Self.cell($0, column)) }), book.column(id) == nil,
                students.contains(where: { !Self.cell($0, column).isEmpty })
            else { continue }
            told.append(Strings.gradebook_left_assignment(title: title(grades, column)))
        }
    }

    /// Rows of grades without a student.
    private mutating func findRows(_ columns: [Int]) {
        for row in grades where row.number >= Place.firstStudent && !UploadedSheet.isOfStudent(row) {
            guard !SheetTitles.isStatistic(Self.cell(row, Place.name)),
                columns.contains(where: { !Self.cell(row, $0).isEmpty })
            else { continue }
            told.append(Strings.gradebook_left_row(sheet: LocalText(Strings.gradebook_grades), row: row.number))
        }
    }

    private var marked: [SheetRow] { attendance.filter { $0.number >= Place.firstStudent } }

    /// Columns of attendance whose title is no day, or the day of another column.
    private mutating func findDays(_ days: [Int]) {
        guard let head = attendance.first(where: { $0.number == Place.head }) else { return }
        let students = marked.filter { ID(Self.cell($0, Place.ids.column)) != nil }
        let width = students.map(\.cells.count).max() ?? 0
        for column in Place.first..<max(Place.first, width) where !days.contains(column) {
            guard !SheetTitles.isCount(Self.cell(head, column)),
                students.contains(where: { !Self.cell($0, column).isEmpty })
            else { continue }
            told.append(Strings.gradebook_left_day(title: title(attendance, column)))
        }
    }

    /// Rows of marks without a student, of one who is in no row of the grades, and of one who has a row already.
    private mutating func findMarks(_ days: [Int]) {
        let known = Set(grades.compactMap { ID(Self.cell($0, Place.ids.column)) })
        var seen: Set<ID> = []
        for row in marked where days.contains(where: { !Self.cell(row, $0).isEmpty }) {
            let id = ID(Self.cell(row, Place.ids.column))
            if id == nil, SheetTitles.isCount(Self.cell(row, Place.name)) { continue }
            guard let id, known.contains(id), seen.insert(id).inserted else {
                told.append(Strings.gradebook_left_row(sheet: LocalText(Strings.gradebook_attendance), row: row.number))
                continue
            }
        }
    }
}
