import Console
import HTML
import Postgres
import Sheets
import Templates

/// What the sheets of a class's workbook share, and the addresses by which they refer to each other. A student has
/// the same row on all sheets, so a formula finds its numbers in its own row.
struct SheetPlan {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    let book: Book
    let days: ClassAttendance
    let language: Language
    let revision: Int
    let totals: [Total]
    let names: (grades: String, attendance: String, numbers: String, scale: String, counted: String)

    init(book: Book, attendance: ClassAttendance, language: Language, revision: Int) {
        (self.book, days, self.language, self.revision) = (book, attendance, language, revision)
        totals = book.students.indices.map { book.total($0) }
        func name(_ key: StringKey) -> String { key.resolve(in: language) }
        names = (
            name(Strings.gradebook_grades), name(Strings.gradebook_attendance), name(Strings.gradebook_numbers),
            name(Strings.gradebook_sheet_scale), name(Strings.gradebook_counted)
        )
    }

    /// The text in the corner of a sheet that is read again.
    func stamp(_ part: GradeWorkbook.Part) -> String {
        "\(GradeWorkbook.mark) \(book.schoolClass.id) \(revision) \(part.rawValue)"
    }

    // MARK: Positions

    var rules: Rules { book.rules }
    /// A class without assignments has one empty column for them.
    var width: Int { max(1, book.assignments.count) }
    var assignments: Range<Int> { Place.first..<(Place.first + width) }
    var lastStudent: Int { Place.firstStudent + max(1, book.students.count) - 1 }
    var rows: ClosedRange<Int> { Place.firstStudent...lastStudent }
    var dropsSome: Bool { rules.categories.contains { $0.drops > 0 } }

    /// Columns of the scale to which other sheets refer.
    enum ScaleColumn {
        static let weight = 5
        static let drops = 6
    }

    /// Columns of the sheet of numbers.
    enum Numbers {
        static let first = 2
        /// Earned, possible and percentage.
        static let each = 3
    }
    var computedColumn: Int { Numbers.first + Numbers.each * rules.categories.count }
    var overrideColumn: Int { computedColumn + 1 }
    var totalColumn: Int { computedColumn + 2 }
    var letterColumn: Int { computedColumn + 3 }

    /// Columns of the sheet with what counted: the points of each cell; for categories with drops also the shares,
    /// and those that remain. `TieSheetColumns` are after them.
    var sharesFirst: Int { Place.first + width }
    var keptFirst: Int { dropsSome ? Place.first + 2 * width : Place.first }

    func isDropping(_ column: Int) -> Bool {
        !rules.assignments[column].isExtra && rules.categories[rules.assignments[column].category].drops > 0
    }

    func word(_ key: StringKey) -> String { key.resolve(in: language) }
    func reference(_ name: String) -> String {
        SheetSettings(name, columns: [], frozen: (1, 0), foot: "").reference
    }
    var inGrades: String { reference(names.grades) }
    var inNumbers: String { reference(names.numbers) }
    var inScale: String { reference(names.scale) }
    var inCounted: String { reference(names.counted) }

    /// A range of one column, or of one row.
    func down(_ column: Int) -> String {
        "\(SheetAddress.fixed(column, rows.lowerBound)):\(SheetAddress.fixed(column, rows.upperBound))"
    }
    func along(_ columns: Range<Int>, _ row: Int) -> String {
        "$\(SheetAddress.column(columns.lowerBound))\(row):$\(SheetAddress.column(columns.upperBound - 1))\(row)"
    }
    func fixedAlong(_ columns: Range<Int>, _ row: Int) -> String {
        "\(SheetAddress.fixed(columns.lowerBound, row)):\(SheetAddress.fixed(columns.upperBound - 1, row))"
    }
    func kept(_ row: Int) -> String { inCounted + along(keptFirst..<(keptFirst + width), row) }
    var codes: String { inCounted + fixedAlong(keptFirst..<(keptFirst + width), Place.ids.row) }

    func settings(
        _ name: String, _ columns: [SheetSettings.Column], frozen: Int, _ colours: [SheetSettings.Colour] = []
    ) -> SheetSettings {
        SheetSettings(
            name, columns: columns, frozen: (Place.head, frozen), colours: colours,
            foot: title(name))
    }

    func heading(_ name: String) -> Cell {
        .text(title(name), .title)
    }

    func title(_ sheet: String) -> String { joined([book.schoolClass.name, book.schoolClass.term, sheet]) }
    func joined(_ parts: [String]) -> String { parts.joined(in: language) }

    static let nothing = WorkbookWriter.Value.text("")

    func tenths(_ value: Int?) -> WorkbookWriter.Value {
        value.map { .decimal($0, places: 1) } ?? Self.nothing
    }

    func points(_ points: Points, _ style: WorkbookWriter.Style = .plain) -> Cell {
        .decimal(points.thousandths / points.unit, places: points.placesNeeded, style)
    }

    static func value(_ points: Points) -> WorkbookWriter.Value {
        .decimal(points.thousandths / points.unit, places: points.placesNeeded)
    }

    /// Returns tenths of a number in units of one, by the one rounding rule: a half away from zero. `places` removes
    /// the error of binary fractions.
    func rounded(_ tenths: String, places: Int = 10) -> String { "ROUND(ROUND(\(tenths),\(places)),0)/10" }
}
