import HTML
import Postgres
import Sheets
import Templates

/// The sheets of a class's workbook. Students stand in the same rows of all that name them, so a formula finds its numbers in its own row.
struct GradeSheets {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    let book: Book
    private let days: ClassAttendance
    private let language: Language
    private let revision: Int
    private let totals: [Total]
    private let names: (grades: String, attendance: String, numbers: String, scale: String, counted: String)

    init(book: Book, attendance: ClassAttendance, language: Language, revision: Int) {
        (self.book, days, self.language, self.revision) = (book, attendance, language, revision)
        totals = book.students.indices.map { book.total($0) }
        func name(_ key: StringKey) -> String { key.resolve(in: language) }
        names = (
            name(Strings.gradebook_grades), name(Strings.gradebook_attendance), name(Strings.gradebook_numbers),
            name(Strings.gradebook_sheet_scale), name(Strings.gradebook_counted)
        )
    }

    // MARK: What stands where

    private var rules: Rules { book.rules }
    /// A class without assignments has one column for them that is empty.
    private var width: Int { max(1, book.assignments.count) }
    private var assignments: Range<Int> { Place.first..<(Place.first + width) }
    private var lastStudent: Int { Place.firstStudent + max(1, book.students.count) - 1 }
    private var rows: ClosedRange<Int> { Place.firstStudent...lastStudent }
    private var dropsSome: Bool { rules.categories.contains { $0.drops > 0 } }

    private enum Numbers {
        static let first = 2
        /// Earned, possible and percentage.
        static let each = 3
    }
    private var computed: Int { Numbers.first + Numbers.each * rules.categories.count }
    private var override: Int { computed + 1 }
    private var total: Int { computed + 2 }
    private var letter: Int { computed + 3 }

    /// Of the sheet that says what counted: points of each cell; below the line of categories with drops also the shares, and what is left.
    private var sharesFirst: Int { Place.first + width }
    private var keptFirst: Int { dropsSome ? Place.first + 2 * width : Place.first }

    private func word(_ key: StringKey) -> String { key.resolve(in: language) }
    private func reference(_ name: String) -> String {
        SheetSettings(name, columns: [], frozen: (1, 0), foot: "").reference
    }
    private var inGrades: String { reference(names.grades) }
    private var inNumbers: String { reference(names.numbers) }
    private var inScale: String { reference(names.scale) }
    private var inCounted: String { reference(names.counted) }

    /// A stretch of one column, or of one row.
    private func down(_ column: Int) -> String {
        "\(SheetAddress.fixed(column, rows.lowerBound)):\(SheetAddress.fixed(column, rows.upperBound))"
    }
    private func along(_ columns: Range<Int>, _ row: Int) -> String {
        "$\(SheetAddress.column(columns.lowerBound))\(row):$\(SheetAddress.column(columns.upperBound - 1))\(row)"
    }
    private func fixedAlong(_ columns: Range<Int>, _ row: Int) -> String {
        "\(SheetAddress.fixed(columns.lowerBound, row)):\(SheetAddress.fixed(columns.upperBound - 1, row))"
    }
    private func kept(_ row: Int) -> String { inCounted + along(keptFirst..<(keptFirst + width), row) }
    private var codes: String { inCounted + fixedAlong(keptFirst..<(keptFirst + width), Place.ids.row) }

    private func settings(
        _ name: String, _ columns: [SheetSettings.Column], frozen: Int, _ colours: [SheetSettings.Colour] = []
    ) -> SheetSettings {
        SheetSettings(
            name, columns: columns, frozen: (Place.head, frozen), colours: colours,
            foot: "\(book.schoolClass.name) · \(book.schoolClass.term) · \(name)")
    }

    private func heading(_ name: String) -> Cell {
        .text("\(book.schoolClass.name) · \(book.schoolClass.term) · \(name)", .title)
    }

    private static let nothing = WorkbookWriter.Value.text("")

    private func tenths(_ value: Int?) -> WorkbookWriter.Value {
        value.map { .decimal($0, places: 1) } ?? Self.nothing
    }

    private func points(_ points: Points, _ style: WorkbookWriter.Style = .plain) -> Cell {
        .decimal(points.thousandths / Self.unit(points), places: points.placesNeeded, style)
    }

    private static func value(_ points: Points) -> WorkbookWriter.Value {
        .decimal(points.thousandths / unit(points), places: points.placesNeeded)
    }

    private static func unit(_ points: Points) -> Int { [1000, 100, 10, 1][points.placesNeeded] }

    /// Tenths, from what is in units of one, by the one rule: a half away from zero. `places` frees it of what binary fractions leave.
    private func rounded(_ tenths: String, places: Int = 10) -> String { "ROUND(ROUND(\(tenths),\(places)),0)/10" }

    // MARK: Grades

    func grades(to writer: WorkbookWriter) {
        let total = assignments.upperBound
        let first = rows.lowerBound
        let cells =
            "\(SheetAddress.cell(assignments.lowerBound, first)):\(SheetAddress.cell(assignments.upperBound - 1, lastStudent))"
        let corner = SheetAddress.cell(assignments.lowerBound, first)
        let possible = "\(SheetAddress.column(assignments.lowerBound))$\(Place.possible)"
        writer.begin(
            settings(
                names.grades,
                [.init(width: 8, isHidden: true), .init(width: 30), .init(width: 12)]
                    + assignments.map { _ in .init(width: 12) } + [.init(width: 10), .init(width: 8)],
                frozen: Place.first,
                [
                    .init(cells, where: "OR(\(corner)=\"M\",\(corner)=\"-\")", .bad),
                    .init(cells, where: "OR(\(corner)=\"EX\",\(corner)=\"E\")", .quiet),
                    .init(cells, where: "AND(ISTEXT(\(corner)),RIGHT(\(corner),1)=\"L\")", .warn),
                    .init(cells, where: "AND(ISNUMBER(\(corner)),\(corner)>\(possible))", .good),
                ]))
        let stamp = "\(GradeWorkbook.mark) \(book.schoolClass.id) \(revision)"
        let none: [Cell] = book.assignments.isEmpty ? [.empty()] : []
        writer.write(
            [.text(stamp), .empty(), .empty()] + book.assignments.map { .text($0.id.description) }, isHidden: true)
        writer.write([.empty(), heading(names.grades)])
        writer.write(
            [.empty(), .text(word(Strings.gradebook_category), .quiet), .empty()]
                + book.assignments.indices.map { column in
                    let assignment = rules.assignments[column]
                    let name = rules.categories[assignment.category].name
                    return .text(assignment.isExtra ? "\(name) · \(word(Strings.gradebook_extra))" : name, .quiet)
                })
        writer.write(
            [.empty(), .text(word(Strings.gradebook_possible), .quiet), .empty()]
                + book.assignments.map { points($0.possible, .quiet) })
        writer.write(
            [.empty(), .text(word(Strings.gradebook_date), .quiet), .empty()]
                + book.assignments.map { .day($0.due.dayNumber) })
        writer.write(
            [
                .empty(), .text(word(Strings.gradebook_student), .head), .text(word(Strings.gradebook_number), .head),
            ] + book.assignments.map { .text($0.name, .columnHead) } + none
                + [
                    .text(word(Strings.gradebook_total), .columnHead),
                    .text(word(Strings.gradebook_letter), .columnHead),
                ], height: 48)
        for (line, student) in book.students.enumerated() {
            let row = first + line
            writer.write(
                [.text(student.id.description), .text(student.name), .text(student.number)]
                    + book.cells[line].map { grade($0.grade) } + none
                    + [
                        .formula(
                            inNumbers + SheetAddress.cell(self.total, row), tenths(totals[line].percent?.tenths), .sum),
                        .formula(
                            inNumbers + SheetAddress.cell(self.letter, row), .text(totals[line].letter ?? ""), .sumText),
                    ])
        }
        if book.students.isEmpty { writer.write([]) }
        writer.write([])
        statistics(to: writer, total: total)
        writer.end()
    }

    private func grade(_ grade: Grade) -> Cell {
        guard grade.mark == nil else { return .text(grade.plain, .centred) }
        return grade.points.map { points($0, .centred) } ?? .empty(.centred)
    }

    /// Below the students: each column as a whole, and the totals.
    private func statistics(to writer: WorkbookWriter, total: Int) {
        let columns = book.assignments.indices.map { book.statistics($0) }
        let all = Statistics(thousandths: totals.compactMap { $0.percent.map { $0.tenths * 100 } })
        let lines: [(StringKey, (String) -> String, (Statistics) -> WorkbookWriter.Value)] = [
            (Strings.gradebook_sheet_count, { "COUNT(\($0))" }, { .decimal($0.count, places: 0) }),
            (
                Strings.gradebook_mean, { rounded("10*SUM(\($0))/COUNT(\($0))", places: 6) },
                { .decimal($0.mean, places: 1) }
            ),
            (Strings.gradebook_median, { rounded("10*MEDIAN(\($0))", places: 6) }, { .decimal($0.median, places: 1) }),
            (
                Strings.gradebook_spread, { rounded("10*SQRT(DEVSQ(\($0))/COUNT(\($0)))", places: 9) },
                { .decimal($0.spread, places: 1) }
            ),
            (Strings.gradebook_least, { rounded("10*MIN(\($0))", places: 6) }, { .decimal($0.least, places: 1) }),
            (Strings.gradebook_greatest, { rounded("10*MAX(\($0))", places: 6) }, { .decimal($0.greatest, places: 1) }),
        ]
        for (index, line) in lines.enumerated() {
            func cell(_ range: String, _ statistics: Statistics?) -> Cell {
                let style: WorkbookWriter.Style = index == 0 ? .centred : .tenths
                if index == 0 {
                    return .formula(line.1(range), statistics.map(line.2) ?? .decimal(0, places: 0), style)
                }
                return .formula(
                    "IF(COUNT(\(range))=0,\"\",\(line.1(range)))", statistics.map(line.2) ?? Self.nothing, style)
            }
            writer.write(
                [.empty(), .text(word(line.0), .head), .empty(.head)]
                    + (book.assignments.isEmpty
                        ? [.empty()]
                        : columns.enumerated().map { cell(inCounted + down(Place.first + $0), $1) })
                    + [cell(inNumbers + down(self.total), all)])
        }
    }

    // MARK: Attendance

    func attendance(to writer: WorkbookWriter) {
        let width = max(1, days.days.count)
        let columns = Place.first..<(Place.first + width)
        let sums = columns.upperBound
        let corner = SheetAddress.cell(columns.lowerBound, rows.lowerBound)
        let cells = "\(corner):\(SheetAddress.cell(columns.upperBound - 1, lastStudent))"
        writer.begin(
            settings(
                names.attendance,
                [.init(width: 8, isHidden: true), .init(width: 30), .init(width: 12)]
                    + columns.map { _ in .init(width: 11) } + (0..<4).map { _ in .init(width: 11) },
                frozen: Place.first,
                [
                    .init(cells, where: "\(corner)=\"A\"", .bad), .init(cells, where: "\(corner)=\"E\"", .quiet),
                    .init(cells, where: "\(corner)=\"P\"", .good),
                ]))
        writer.write([.text("\(GradeWorkbook.mark) \(book.schoolClass.id) \(revision)")], isHidden: true)
        writer.write([.empty(), heading(names.attendance)])
        writer.write([
            .empty(),
            .text(AttendanceState.allCases.map { "\($0.letter) = \(word($0.label))" }.joined(separator: ", "), .quiet),
        ])
        writer.write([])
        writer.write([])
        writer.write(
            [.empty(), .text(word(Strings.gradebook_student), .head), .text(word(Strings.gradebook_number), .head)]
                + (days.days.isEmpty ? [.empty()] : days.days.map { .day($0) })
                + AttendanceState.allCases.map { .text(word($0.label), .columnHead) }
                + [.text(word(Strings.gradebook_rate), .columnHead)], height: 32)
        for (line, student) in book.students.enumerated() {
            let row = rows.lowerBound + line
            let range = along(columns, row)
            let counts = AttendanceState.allCases.map { days.count(student.id, $0) }
            let (present, absent) = (SheetAddress.cell(sums, row), SheetAddress.cell(sums + 1, row))
            let rate = counts[0] + counts[1] > 0 ? Percent(Fraction(counts[0], over: counts[0] + counts[1])) : nil
            writer.write(
                [.text(student.id.description), .text(student.name), .text(student.number)]
                    + (days.days.isEmpty
                        ? [.empty()]
                        : days.days.map { .text(days.mark(student.id, $0)?.letter ?? "", .centred) })
                    + zip(AttendanceState.allCases, counts).map { state, count in
                        .formula("COUNTIF(\(range),\"\(state.letter)\")", .decimal(count, places: 0), .centred)
                    }
                    + [
                        .formula(
                            "IF(\(present)+\(absent)=0,\"\",\(rounded("1000*\(present)/(\(present)+\(absent))")))",
                            tenths(rate?.tenths), .sum)
                    ])
        }
        if book.students.isEmpty { writer.write([]) }
        writer.write([])
        for state in AttendanceState.allCases {
            writer.write(
                [.empty(), .text(word(state.label), .head), .empty(.head)]
                    + (days.days.isEmpty
                        ? [.empty()]
                        : days.days.enumerated().map { index, day in
                            .formula(
                                "COUNTIF(\(down(Place.first + index)),\"\(state.letter)\")",
                                .decimal(book.students.count { days.mark($0.id, day) == state }, places: 0),
                                .centred)
                        }))
        }
        writer.end()
    }

    // MARK: Numbers

    func numbers(to writer: WorkbookWriter) {
        let categories = rules.categories
        writer.begin(
            settings(
                names.numbers,
                [.init(width: 30), .init(width: 12)]
                    + (0..<(Numbers.each * categories.count + 4)).map { _ in .init(width: 12) },
                frozen: Numbers.first))
        writer.write([], isHidden: true)
        writer.write([heading(names.numbers)])
        writer.write([])
        writer.write([])
        writer.write(
            [.empty(), .empty()]
                + categories.flatMap { [.text($0.name, .quiet), .empty(), .empty()] as [Cell] })
        writer.write(
            [.text(word(Strings.gradebook_student), .head), .text(word(Strings.gradebook_number), .head)]
                + categories.flatMap { _ in
                    [
                        .text(word(Strings.gradebook_sheet_earned), .columnHead),
                        .text(word(Strings.gradebook_possible), .columnHead), .text("%", .columnHead),
                    ] as [Cell]
                } + [
                    .text(word(Strings.gradebook_computed), .columnHead),
                    .text(word(Strings.gradebook_sheet_override), .columnHead),
                    .text(word(Strings.gradebook_total), .columnHead),
                    .text(word(Strings.gradebook_letter), .columnHead),
                ], height: 32)
        for (line, student) in book.students.enumerated() {
            let (row, total) = (rows.lowerBound + line, totals[line])
            var cells: [Cell] = [.text(student.name), .text(student.number)]
            for (index, part) in total.parts.enumerated() { cells += numbers(part, index, row) }
            let (computed, override) = (SheetAddress.cell(self.computed, row), SheetAddress.cell(self.override, row))
            cells.append(.formula(totalFormula(row), tenths(total.computed?.tenths), .tenths))
            cells.append(student.override.map { .decimal($0.tenths, places: 1, .tenths) } ?? .empty(.tenths))
            cells.append(.formula("IF(\(override)=\"\",\(computed),\(override))", tenths(total.percent?.tenths), .sum))
            cells.append(.formula(letterFormula(row), .text(total.letter ?? ""), .sumText))
            writer.write(cells)
        }
        writer.end()
    }

    private func numbers(_ part: Total.Part, _ index: Int, _ row: Int) -> [Cell] {
        let first = Numbers.first + Numbers.each * index
        let (earned, possible) = (SheetAddress.cell(first, row), SheetAddress.cell(first + 1, row))
        let possibles = inGrades + fixedAlong(assignments, Place.possible)
        let hasSome = part.share != nil
        return [
            .formula(
                "IF(\(possible)=\"\",\"\",ROUND(SUMIF(\(codes),\(index + 1),\(kept(row)))+SUMIF(\(codes),\(index + 101),\(kept(row))),3))",
                hasSome ? Self.value(part.earned) : Self.nothing, .centred),
            .formula(
                "IF(COUNTIFS(\(codes),\(index + 1),\(kept(row)),\">=0\")=0,\"\","
                    + "ROUND(SUMIFS(\(possibles),\(codes),\(index + 1),\(kept(row)),\">=0\"),3))",
                hasSome ? Self.value(part.possible) : Self.nothing, .centred),
            .formula(
                "IF(\(possible)=\"\",\"\",\(rounded("1000*\(earned)/\(possible)")))", tenths(part.percent?.tenths),
                .tenths),
        ]
    }

    private func totalFormula(_ row: Int) -> String {
        let parts = rules.categories.indices.map { index in
            let first = Numbers.first + Numbers.each * index
            return (
                earned: SheetAddress.cell(first, row), possible: SheetAddress.cell(first + 1, row),
                weight: inScale + SheetAddress.fixed(Self.weight, Place.firstStep + index)
            )
        }
        guard book.schoolClass.isWeighted else {
            let earned = "SUM(\(parts.map(\.earned).joined(separator: ",")))"
            let possible = "SUM(\(parts.map(\.possible).joined(separator: ",")))"
            return "IF(\(possible)=0,\"\",\(rounded("1000*\(earned)/\(possible)")))"
        }
        let shares = parts.map { "IF(\($0.possible)=\"\",0,\($0.weight)*\($0.earned)/\($0.possible))" }.joined(
            separator: "+")
        let weights = parts.map { "IF(\($0.possible)=\"\",0,\($0.weight))" }.joined(separator: "+")
        return "IF(\(weights)=0,\"\",\(rounded("1000*(\(shares))/(\(weights))")))"
    }

    /// The first step that is not above the percentage.
    private func letterFormula(_ row: Int) -> String {
        let total = SheetAddress.cell(self.total, row)
        let steps = rules.scale.steps
        guard !steps.isEmpty else { return "\"\"" }
        func column(_ column: Int) -> String {
            inScale + SheetAddress.fixed(column, Place.firstStep) + ":"
                + SheetAddress.fixed(column, Place.firstStep + steps.count - 1)
        }
        let above = "SUMPRODUCT(--(\(column(1))>\(total)))"
        return "IF(\(total)=\"\",\"\",IF(\(above)>=\(steps.count),\"\",INDEX(\(column(0)),\(above)+1)))"
    }

    // MARK: Scale

    private static let category = 4
    private static let weight = 5
    private static let drops = 6

    func scale(to writer: WorkbookWriter) {
        let (steps, categories) = (rules.scale.steps, rules.categories)
        writer.begin(
            SheetSettings(
                names.scale, columns: [10, 12, 12, 4, 30, 12, 16].map { .init(width: $0) }, frozen: (4, 0),
                foot: "\(book.schoolClass.name) · \(book.schoolClass.term) · \(names.scale)"))
        writer.write([], isHidden: true)
        writer.write([heading(names.scale)])
        writer.write([
            .text(
                word(book.schoolClass.isWeighted ? Strings.gradebook_by_weights : Strings.gradebook_by_points), .plain)
        ])
        writer.write([
            .text(word(Strings.gradebook_letter), .head), .text(word(Strings.gradebook_sheet_from), .head),
            .text(word(Strings.gradebook_students), .head), .empty(), .text(word(Strings.gradebook_category), .head),
            .text(word(Strings.gradebook_weight), .head), .text(word(Strings.gradebook_drops), .head),
        ])
        for index in 0..<max(steps.count, categories.count) {
            var cells: [Cell] = [.empty(), .empty(), .empty(), .empty()]
            if steps.indices.contains(index) {
                let step = steps[index]
                let own = SheetAddress.fixed(0, Place.firstStep + index)
                cells = [
                    .text(step.letter, .centred), .decimal(step.least.tenths, places: 1, .tenths),
                    .formula(
                        "SUMPRODUCT(--EXACT(\(inNumbers)\(down(letter)),\(own)))",
                        .decimal(totals.count { $0.letter == step.letter }, places: 0), .centred), .empty(),
                ]
            }
            if categories.indices.contains(index) {
                cells += [
                    .text(categories[index].name), points(categories[index].weight, .centred),
                    .decimal(categories[index].drops, places: 0, .centred),
                ]
            }
            writer.write(cells)
        }
        writer.write([])
        writer.write([.text(word(Strings.gradebook_rule))])
        writer.end()
    }

    // MARK: What counted

    func counted(to writer: WorkbookWriter) {
        let columns = dropsSome ? Place.first + 3 * width : Place.first + width
        writer.begin(
            settings(
                names.counted,
                (0..<columns).map { column in
                    // Shares are there to be compared and not to be read.
                    .init(
                        width: column == Place.name ? 30 : 12,
                        isHidden: column == 0 || dropsSome && (sharesFirst..<keptFirst).contains(column))
                }, frozen: Place.first))
        let numbers: [Cell] =
            book.assignments.isEmpty
            ? [.empty()]
            : rules.assignments.map {
                .decimal($0.category + ($0.isExtra ? 101 : 1), places: 0)
            }
        let names: [Cell] = book.assignments.isEmpty ? [.empty()] : book.assignments.map { .text($0.name, .columnHead) }
        writer.write(
            [.empty(), .empty(), .empty()] + (dropsSome ? numbers + numbers + numbers : numbers), isHidden: true)
        writer.write([.empty(), heading(self.names.counted)])
        writer.write([])
        writer.write([])
        let gap = [Cell](repeating: .empty(), count: 2 * width - 1)
        writer.write(
            [.empty(), .empty(), .empty(), .text(word(Strings.gradebook_counted), .quiet)]
                + (dropsSome ? gap + [.text(word(Strings.gradebook_sheet_points_kept), .quiet)] : []))
        writer.write(
            [.empty(), .text(word(Strings.gradebook_student), .head), .text(word(Strings.gradebook_number), .head)]
                + names
                + (dropsSome ? names + names : []), height: 48)
        for (line, student) in book.students.enumerated() {
            var cells: [Cell] = [.empty(), .text(student.name), .text(student.number)]
            cells += counted(line)
            if dropsSome { cells += shares(line) + kept(line: line) }
            writer.write(cells)
        }
        writer.end()
    }

    private func counted(_ line: Int) -> [Cell] {
        let row = rows.lowerBound + line
        guard !book.assignments.isEmpty else { return [.empty()] }
        return book.assignments.indices.map { column in
            let grade = inGrades + SheetAddress.cell(Place.first + column, row)
            let late = "_xlfn.NUMBERVALUE(SUBSTITUTE(LEFT(\(grade),LEN(\(grade))-1),\",\",\".\"),\".\",\" \")"
            return .formula(
                "IF(ISNUMBER(\(grade)),\(grade),IF(OR(\(grade)=\"M\",\(grade)=\"-\"),0,IF(RIGHT(\(grade),1)=\"L\",\(late),\"\")))",
                book.cells[line][column].grade.counted.map { Self.value($0) } ?? Self.nothing, .centred)
        }
    }

    private func isDropping(_ column: Int) -> Bool {
        !rules.assignments[column].isExtra && rules.categories[rules.assignments[column].category].drops > 0
    }

    /// Of whole numbers, so that equal shares are equal.
    private func shares(_ line: Int) -> [Cell] {
        let row = rows.lowerBound + line
        guard !book.assignments.isEmpty else { return [.empty()] }
        return book.assignments.indices.map { column in
            guard isDropping(column) else { return .empty() }
            let own = SheetAddress.cell(Place.first + column, row)
            let possible = inGrades + SheetAddress.fixed(Place.first + column, Place.possible)
            let value = book.cells[line][column].grade.counted.map {
                WorkbookWriter.Value.real(
                    Double($0.thousandths) / Double(book.assignments[column].possible.thousandths))
            }
            return .formula(
                "IF(ISNUMBER(\(own)),ROUND(1000*\(own),0)/ROUND(1000*\(possible),0),\"\")", value ?? Self.nothing)
        }
    }

    /// What is left when the lowest shares are dropped: of equal ones the earlier goes, and the last one stays.
    private func kept(line: Int) -> [Cell] {
        let row = rows.lowerBound + line
        guard !book.assignments.isEmpty else { return [.empty()] }
        let dropped = Set(totals[line].parts.flatMap(\.dropped).map(\.assignment))
        let shares = along(sharesFirst..<(sharesFirst + width), row)
        let numbers = fixedAlong(sharesFirst..<(sharesFirst + width), Place.ids.row)
        return book.assignments.indices.map { column in
            let own = SheetAddress.cell(Place.first + column, row)
            let counted = book.cells[line][column].grade.counted
            let value = dropped.contains(column) ? Self.nothing : counted.map { Self.value($0) } ?? Self.nothing
            guard isDropping(column) else { return .formula("IF(ISNUMBER(\(own)),\(own),\"\")", value, .centred) }
            let share = SheetAddress.cell(sharesFirst + column, row)
            let category = rules.assignments[column].category
            let drops = inScale + SheetAddress.fixed(Self.drops, Place.firstStep + category)
            let lower =
                "SUMPRODUCT((\(numbers)=\(category + 1))*((\(shares)<\(share))+(\(shares)=\(share))*(COLUMN(\(shares))<COLUMN(\(share)))))"
            let all = "SUMPRODUCT((\(numbers)=\(category + 1))*ISNUMBER(\(shares)))"
            return .formula(
                "IF(ISNUMBER(\(own)),IF(\(lower)<MIN(\(drops),\(all)-1),\"\",\(own)),\"\")", value, .centred)
        }
    }
}
