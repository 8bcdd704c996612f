import HTML
import Postgres
import Sheets
import Templates

/// A class as an Excel workbook in which every number is a formula: grades, attendance, numbers, scale, and what counted.
///
/// Spreadsheets calculate in binary fractions. So percentages are made in tenths, freed of what such fractions leave behind
/// (`ROUND(…, 10)`), and only then rounded to a whole number of tenths, of which each half is exact: the program that recomputes them
/// gets what Roost shows, to the last digit. deploy/decisions/workbooks-compute-what-roost-shows.md says where that ends.
struct GradeWorkbook {
    /// Where rows and columns stand, which reading a workbook again needs to know. Columns count from 0, rows from 1.
    enum Place {
        /// Hidden: ids of students below, and of assignments to the right.
        static let ids = (column: 0, row: 1)
        static let name = 1
        static let number = 2
        static let first = 3
        static let category = 3
        static let possible = 4
        static let day = 5
        static let head = 6
        static let firstStudent = 7
        /// Categories and steps of the scale begin here.
        static let firstStep = 5
    }

    /// What begins the cell in the corner; the class and its revision follow.
    static let mark = "roost-class-1"

    let book: Book
    let attendance: ClassAttendance
    let language: Language
    /// Up to where the class had come: what was changed above it is not in the file.
    let revision: Int

    func bytes() -> [UInt8] {
        let writer = WorkbookWriter(rightToLeft: language.direction == "rtl")
        let sheets = GradeSheets(book: book, attendance: attendance, language: language, revision: revision)
        sheets.grades(to: writer)
        sheets.attendance(to: writer)
        sheets.numbers(to: writer)
        sheets.scale(to: writer)
        sheets.counted(to: writer)
        return writer.finish()
    }
}

/// Every day of a class on which somebody was marked, with every mark.
struct ClassAttendance: Sendable {
    /// In the order of the calendar, as days since 1970.
    let days: [Int]
    private let marks: [ID: [Int: AttendanceState]]

    static func read(_ id: ID, in tx: borrowing TenantTransaction) throws -> ClassAttendance {
        var (days, marks): (Set<Int>, [ID: [Int: AttendanceState]]) = ([], [:])
        for row in try tx.rows(AttendanceQueries.marks(of: id, from: "0001-01-01", until: "9999-12-31")) {
            let (day, state) = (try row.int("day_number"), AttendanceState(rawValue: try row.text("state")))
            if state != nil { days.insert(day) }
            if let state { marks[try row.id("student_id"), default: [:]][day] = state }
        }
        return ClassAttendance(days: days.sorted(), marks: marks)
    }

    init(days: [Int], marks: [ID: [Int: AttendanceState]]) { (self.days, self.marks) = (days, marks) }

    func mark(_ student: ID, _ day: Int) -> AttendanceState? { marks[student]?[day] }

    func count(_ student: ID, _ state: AttendanceState) -> Int {
        marks[student]?.values.count { $0 == state } ?? 0
    }
}

extension AttendanceState {
    /// The same in every language, as on paper and as `EX` and `M` of grades.
    var letter: String {
        switch self {
        case .present: "P"
        case .absent: "A"
        case .excused: "E"
        }
    }

    /// By its letter, or by its word in any language.
    init?(typed: String) {
        let folded = typed.lowercased()
        let found = Self.allCases.first { state in
            state.letter.lowercased() == folded || state.rawValue == folded
                || Language.allCases.contains { LocalText(state.label).resolve(in: $0).lowercased() == folded }
        }
        guard let found else { return nil }
        self = found
    }
}
