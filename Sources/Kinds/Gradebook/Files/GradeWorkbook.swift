import HTML
import Postgres
import Sheets
import Templates
import Web

/// A class as an Excel workbook in which every number is a formula: grades, attendance, numbers, scale, and what
/// counted.
///
/// Spreadsheets calculate in binary fractions. So percentages are computed in tenths, cleaned of the error of such
/// fractions (`ROUND(…, 10)`), and only then rounded to a whole number of tenths, where each half is exact: a program
/// that computes them again gets the numbers that Roost shows, to the last digit.
/// deploy/decisions/workbooks-compute-what-roost-shows.md describes the limits.
struct GradeWorkbook {
    /// The positions of rows and columns, which are needed to read a workbook again. Columns count from 0, rows from
    /// 1.
    enum Place {
        /// A hidden column and row: ids of students below, and of assignments to the right.
        static let ids = (column: 0, row: 1)
        static let name = 1
        static let number = 2
        static let first = 3
        static let category = 3
        static let possible = 4
        static let day = 5
        static let head = 6
        static let firstStudent = 7
        /// The first row of categories and of steps of the scale.
        static let firstStep = 5
    }

    /// The prefix of the cell in the corner; the class, its revision and the part follow. Earlier workbooks say no part.
    static let mark = "roost-class-1"

    /// A sheet that is read again.
    enum Part: String {
        case grades, attendance

        private var title: StringKey { self == .grades ? Strings.gradebook_grades : Strings.gradebook_attendance }

        /// True for the name that the sheet has in any language.
        func isName(_ name: String) -> Bool {
            Language.allCases.contains { title.resolve(in: $0).lowercased() == name.trimmingSpaces.lowercased() }
        }
    }

    /// True for the name of a sheet that only computes.
    static func isComputed(_ name: String) -> Bool {
        [Strings.gradebook_numbers, Strings.gradebook_sheet_scale, Strings.gradebook_counted].contains { title in
            Language.allCases.contains { title.resolve(in: $0).lowercased() == name.trimmingSpaces.lowercased() }
        }
    }

    let book: Book
    let attendance: ClassAttendance
    let language: Language
    /// The revision of the class: later changes are not in the file.
    let revision: Int

    func bytes() -> [UInt8] {
        let writer = WorkbookWriter(rightToLeft: language.direction == "rtl")
        let plan = SheetPlan(book: book, attendance: attendance, language: language, revision: revision)
        GradesSheet(plan: plan).write(to: writer)
        AttendanceSheet(plan: plan).write(to: writer)
        NumbersSheet(plan: plan).write(to: writer)
        ScaleSheet(plan: plan).write(to: writer)
        CountedSheet(plan: plan).write(to: writer)
        return writer.finish()
    }
}
