import HTML
import Postgres
import Sheets
import Templates

/// A sheet with what counted: points of each cell; for categories with drops also the shares, and those that remain; and
/// in a class by points, which of equal shares are dropped (`TieSheetColumns`).
struct CountedSheet {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    let plan: SheetPlan

    func write(to writer: WorkbookWriter) {
        let ties = TieSheetColumns(plan: plan)
        let columns = plan.dropsSome ? ties.first + ties.count : Place.first + plan.width
        writer.begin(
            plan.settings(
                plan.names.counted,
                (0..<columns).map { column in
                    // The shares are for comparison by formulas, not for reading.
                    .init(
                        width: column == Place.name ? 30 : 12,
                        isHidden: column == 0
                            || plan.dropsSome
                                && ((plan.sharesFirst..<plan.keptFirst).contains(column) || column >= ties.first)
                    )
                }, frozen: Place.first))
        let numbers: [Cell] =
            plan.book.assignments.isEmpty
            ? [.empty()]
            : plan.rules.assignments.map {
                .decimal($0.category + ($0.isExtra ? 101 : 1), places: 0)
            }
        let names: [Cell] =
            plan.book.assignments.isEmpty ? [.empty()] : plan.book.assignments.map { .text($0.name, .columnHead) }
        writer.write(
            [.empty(), .empty(), .empty()] + (plan.dropsSome ? numbers + numbers + numbers : numbers), isHidden: true)
        writer.write([.empty(), plan.heading(plan.names.counted)])
        writer.write([])
        writer.write([])
        let gap = [Cell](repeating: .empty(), count: 2 * plan.width - 1)
        writer.write(
            [.empty(), .empty(), .empty(), .text(plan.word(Strings.gradebook_counted), .quiet)]
                + (plan.dropsSome ? gap + [.text(plan.word(Strings.gradebook_sheet_points_kept), .quiet)] : []))
        writer.write(
            [
                .empty(), .text(plan.word(Strings.gradebook_student), .head),
                .text(plan.word(Strings.gradebook_number), .head),
            ]
                + names + (plan.dropsSome ? names + names : []), height: 48)
        for (line, student) in plan.book.students.enumerated() {
            var cells: [Cell] = [.empty(), .text(student.name), .text(student.number)]
            cells += counted(line)
            if plan.dropsSome { cells += shares(line) + kept(line: line) + ties.cells(line) }
            writer.write(cells)
        }
        writer.end()
    }

    private func counted(_ line: Int) -> [Cell] {
        let row = plan.rows.lowerBound + line
        guard !plan.book.assignments.isEmpty else { return [.empty()] }
        return plan.book.assignments.indices.map { column in
            let grade = plan.inGrades + SheetAddress.cell(Place.first + column, row)
            let late = "_xlfn.NUMBERVALUE(SUBSTITUTE(LEFT(\(grade),LEN(\(grade))-1),\",\",\".\"),\".\",\" \")"
            return .formula(
                "IF(ISNUMBER(\(grade)),\(grade),IF(OR(\(grade)=\"M\",\(grade)=\"-\"),0,IF(RIGHT(\(grade),1)=\"L\",\(late),\"\")))",
                plan.book.cells[line][column].grade.counted.map { SheetPlan.value($0) } ?? SheetPlan.nothing, .centred)
        }
    }

    /// The shares are whole numbers, so that equal shares compare as equal.
    private func shares(_ line: Int) -> [Cell] {
        let row = plan.rows.lowerBound + line
        guard !plan.book.assignments.isEmpty else { return [.empty()] }
        return plan.book.assignments.indices.map { column in
            guard plan.isDropping(column) else { return .empty() }
            let own = SheetAddress.cell(Place.first + column, row)
            let possible = plan.inGrades + SheetAddress.fixed(Place.first + column, Place.possible)
            let value = plan.book.cells[line][column].grade.counted.map {
                WorkbookWriter.Value.real(
                    Double($0.thousandths) / Double(plan.book.assignments[column].possible.thousandths))
            }
            return .formula(
                "IF(ISNUMBER(\(own)),ROUND(1000*\(own),0)/ROUND(1000*\(possible),0),\"\")", value ?? SheetPlan.nothing)
        }
    }

    /// What remains when the lowest shares are dropped, by the rule of `Dropping`.
    private func kept(line: Int) -> [Cell] {
        let row = plan.rows.lowerBound + line
        guard !plan.book.assignments.isEmpty else { return [.empty()] }
        let dropped = Set(plan.totals[line].parts.flatMap(\.dropped).map(\.assignment))
        let ties = TieSheetColumns(plan: plan)
        return plan.book.assignments.indices.map { column in
            let own = SheetAddress.cell(Place.first + column, row)
            let counted = plan.book.cells[line][column].grade.counted
            let value =
                dropped.contains(column) ? SheetPlan.nothing : counted.map { SheetPlan.value($0) } ?? SheetPlan.nothing
            guard plan.isDropping(column) else { return .formula("IF(ISNUMBER(\(own)),\(own),\"\")", value, .centred) }
            let lower =
                ties.isNeeded ? ties.chosen(column, row) : ties.lower(column, row, .mostPoints)
            return .formula(
                "IF(ISNUMBER(\(own)),IF(\(lower)<\(ties.going(plan.rules.assignments[column].category, row)),\"\",\(own)),\"\")",
                value, .centred)
        }
    }
}
