import HTML
import Postgres
import Sheets
import Templates

/// A sheet that computes each total, category by category.
struct NumbersSheet {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    let plan: SheetPlan

    func write(to writer: WorkbookWriter) {
        let categories = plan.rules.categories
        writer.begin(
            plan.settings(
                plan.names.numbers,
                [.init(width: 30), .init(width: 12)]
                    + (0..<(SheetPlan.Numbers.each * categories.count + 4)).map { _ in .init(width: 12) },
                frozen: SheetPlan.Numbers.first))
        writer.write([], isHidden: true)
        writer.write([plan.heading(plan.names.numbers)])
        writer.write([])
        writer.write([])
        writer.write(
            [.empty(), .empty()]
                + categories.flatMap { [.text($0.name, .quiet), .empty(), .empty()] as [Cell] })
        writer.write(
            [.text(plan.word(Strings.gradebook_student), .head), .text(plan.word(Strings.gradebook_number), .head)]
                + categories.flatMap { _ in
                    [
                        .text(plan.word(Strings.gradebook_sheet_earned), .columnHead),
                        .text(plan.word(Strings.gradebook_possible), .columnHead), .text("%", .columnHead),
                    ] as [Cell]
                } + [
                    .text(plan.word(Strings.gradebook_computed), .columnHead),
                    .text(plan.word(Strings.gradebook_sheet_override), .columnHead),
                    .text(plan.word(Strings.gradebook_total), .columnHead),
                    .text(plan.word(Strings.gradebook_letter), .columnHead),
                ], height: 32)
        for (line, student) in plan.book.students.enumerated() {
            let (row, total) = (plan.rows.lowerBound + line, plan.totals[line])
            var cells: [Cell] = [.text(student.name), .text(student.number)]
            for (index, part) in total.parts.enumerated() { cells += numbers(part, index, row) }
            let (computed, override) = (
                SheetAddress.cell(plan.computedColumn, row), SheetAddress.cell(plan.overrideColumn, row)
            )
            cells.append(.formula(totalFormula(row), plan.tenths(total.computed?.tenths), .tenths))
            cells.append(student.override.map { .decimal($0.tenths, places: 1, .tenths) } ?? .empty(.tenths))
            cells.append(
                .formula("IF(\(override)=\"\",\(computed),\(override))", plan.tenths(total.percent?.tenths), .sum))
            cells.append(.formula(letterFormula(row), .text(total.letter ?? ""), .sumText))
            writer.write(cells)
        }
        writer.end()
    }

    private func numbers(_ part: Total.Part, _ index: Int, _ row: Int) -> [Cell] {
        let first = SheetPlan.Numbers.first + SheetPlan.Numbers.each * index
        let (earned, possible) = (SheetAddress.cell(first, row), SheetAddress.cell(first + 1, row))
        let possibles = plan.inGrades + plan.fixedAlong(plan.assignments, Place.possible)
        let hasSome = part.share != nil
        // By points, extra credit counts in a category without anything else too.
        let hasNone =
            plan.rules.isWeighted
            ? "\(possible)=\"\""
            : "AND(\(possible)=\"\",COUNTIFS(\(plan.codes),\(index + 101),\(plan.kept(row)),\">=0\")=0)"
        return [
            .formula(
                "IF(\(hasNone),\"\",ROUND(SUMIF(\(plan.codes),\(index + 1),\(plan.kept(row)))+SUMIF(\(plan.codes),\(index + 101),\(plan.kept(row))),3))",
                part.counted.isEmpty ? SheetPlan.nothing : SheetPlan.value(part.earned), .centred),
            .formula(
                "IF(COUNTIFS(\(plan.codes),\(index + 1),\(plan.kept(row)),\">=0\")=0,\"\","
                    + "ROUND(SUMIFS(\(possibles),\(plan.codes),\(index + 1),\(plan.kept(row)),\">=0\"),3))",
                hasSome ? SheetPlan.value(part.possible) : SheetPlan.nothing, .centred),
            .formula(
                "IF(\(possible)=\"\",\"\",\(plan.rounded("1000*\(earned)/\(possible)")))",
                plan.tenths(part.percent?.tenths),
                .tenths),
        ]
    }

    private func totalFormula(_ row: Int) -> String {
        let parts = plan.rules.categories.indices.map { index in
            let first = SheetPlan.Numbers.first + SheetPlan.Numbers.each * index
            return (
                earned: SheetAddress.cell(first, row), possible: SheetAddress.cell(first + 1, row),
                weight: plan.inScale + SheetAddress.fixed(SheetPlan.ScaleColumn.weight, Place.firstStep + index)
            )
        }
        guard plan.book.schoolClass.isWeighted else {
            let earned = "SUM(\(parts.map(\.earned).joined(separator: ",")))"
            let possible = "SUM(\(parts.map(\.possible).joined(separator: ",")))"
            return "IF(\(possible)=0,\"\",\(plan.rounded("1000*\(earned)/\(possible)")))"
        }
        let shares = parts.map { "IF(\($0.possible)=\"\",0,\($0.weight)*\($0.earned)/\($0.possible))" }.joined(
            separator: "+")
        let weights = parts.map { "IF(\($0.possible)=\"\",0,\($0.weight))" }.joined(separator: "+")
        return "IF(\(weights)=0,\"\",\(plan.rounded("1000*(\(shares))/(\(weights))")))"
    }

    /// Finds the first step that is not above the percentage.
    private func letterFormula(_ row: Int) -> String {
        let total = SheetAddress.cell(plan.totalColumn, row)
        let steps = plan.rules.scale.steps
        guard !steps.isEmpty else { return "\"\"" }
        func column(_ column: Int) -> String {
            plan.inScale + SheetAddress.fixed(column, Place.firstStep) + ":"
                + SheetAddress.fixed(column, Place.firstStep + steps.count - 1)
        }
        let above = "SUMPRODUCT(--(\(column(1))>\(total)))"
        return "IF(\(total)=\"\",\"\",IF(\(above)>=\(steps.count),\"\",INDEX(\(column(0)),\(above)+1)))"
    }
}
