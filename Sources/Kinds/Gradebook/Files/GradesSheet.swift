import HTML
import Postgres
import Sheets
import Templates

/// A sheet with one row per student and one column per assignment; totals and letters refer to the sheet of numbers.
/// Statistics of each column are below.
struct GradesSheet {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    let plan: SheetPlan

    func write(to writer: WorkbookWriter) {
        let first = plan.rows.lowerBound
        let cells =
            "\(SheetAddress.cell(plan.assignments.lowerBound, first)):\(SheetAddress.cell(plan.assignments.upperBound - 1, plan.lastStudent))"
        let corner = SheetAddress.cell(plan.assignments.lowerBound, first)
        let possible = "\(SheetAddress.column(plan.assignments.lowerBound))$\(Place.possible)"
        writer.begin(
            plan.settings(
                plan.names.grades,
                [.init(width: 8, isHidden: true), .init(width: 30), .init(width: 12)]
                    + plan.assignments.map { _ in .init(width: 12) } + [.init(width: 10), .init(width: 8)],
                frozen: Place.first,
                [
                    .init(cells, where: "OR(\(corner)=\"M\",\(corner)=\"-\")", .bad),
                    .init(cells, where: "OR(\(corner)=\"EX\",\(corner)=\"E\")", .quiet),
                    .init(cells, where: "AND(ISTEXT(\(corner)),RIGHT(\(corner),1)=\"L\")", .warn),
                    .init(cells, where: "AND(ISNUMBER(\(corner)),\(corner)>\(possible))", .good),
                ]))
        let stamp = plan.stamp(.grades)
        let none: [Cell] = plan.book.assignments.isEmpty ? [.empty()] : []
        writer.write(
            [.text(stamp), .empty(), .empty()] + plan.book.assignments.map { .text($0.id.description) }, isHidden: true)
        writer.write([.empty(), plan.heading(plan.names.grades)])
        writer.write(
            [.empty(), .text(plan.word(Strings.gradebook_category), .quiet), .empty()]
                + plan.book.assignments.indices.map { column in
                    let assignment = plan.rules.assignments[column]
                    let name = plan.rules.categories[assignment.category].name
                    return .text(
                        assignment.isExtra ? plan.joined([name, plan.word(Strings.gradebook_extra)]) : name, .quiet)
                })
        writer.write(
            [.empty(), .text(plan.word(Strings.gradebook_possible), .quiet), .empty()]
                + plan.book.assignments.map { plan.points($0.possible, .quiet) })
        writer.write(
            [.empty(), .text(plan.word(Strings.gradebook_date), .quiet), .empty()]
                + plan.book.assignments.map { .day($0.due.dayNumber) })
        writer.write(
            [
                .empty(), .text(plan.word(Strings.gradebook_student), .head),
                .text(plan.word(Strings.gradebook_number), .head),
            ] + plan.book.assignments.map { .text($0.name, .columnHead) } + none
                + [
                    .text(plan.word(Strings.gradebook_total), .columnHead),
                    .text(plan.word(Strings.gradebook_letter), .columnHead),
                ], height: 48)
        for (line, student) in plan.book.students.enumerated() {
            let row = first + line
            writer.write(
                [.text(student.id.description), .text(student.name), .text(student.number)]
                    + plan.book.cells[line].map { grade($0.grade) } + none
                    + [
                        .formula(
                            plan.inNumbers + SheetAddress.cell(plan.totalColumn, row),
                            plan.tenths(plan.totals[line].percent?.tenths), .sum),
                        .formula(
                            plan.inNumbers + SheetAddress.cell(plan.letterColumn, row),
                            .text(plan.totals[line].letter ?? ""), .sumText),
                    ])
        }
        if plan.book.students.isEmpty { writer.write([]) }
        writer.write([])
        statistics(to: writer)
        writer.end()
    }

    private func grade(_ grade: Grade) -> Cell {
        guard grade.mark == nil else { return .text(grade.plain, .centred) }
        return grade.points.map { plan.points($0, .centred) } ?? .empty(.centred)
    }

    /// Statistics of each column and of the totals, below the students.
    private func statistics(to writer: WorkbookWriter) {
        let columns = plan.book.assignments.indices.map { plan.book.statistics($0) }
        let all = Statistics(thousandths: plan.totals.compactMap { $0.percent.map { $0.tenths * 100 } })
        let lines: [(StringKey, (String) -> String, (Statistics) -> WorkbookWriter.Value)] = [
            (Strings.gradebook_sheet_count, { "COUNT(\($0))" }, { .decimal($0.count, places: 0) }),
            (
                Strings.gradebook_mean, { plan.rounded("10*SUM(\($0))/COUNT(\($0))", places: 6) },
                { .decimal($0.mean, places: 1) }
            ),
            (
                Strings.gradebook_median, { plan.rounded("10*MEDIAN(\($0))", places: 6) },
                { .decimal($0.median, places: 1) }
            ),
            (
                Strings.gradebook_spread, { plan.rounded("10*SQRT(DEVSQ(\($0))/COUNT(\($0)))", places: 9) },
                { .decimal($0.spread, places: 1) }
            ),
            (Strings.gradebook_least, { plan.rounded("10*MIN(\($0))", places: 6) }, { .decimal($0.least, places: 1) }),
            (
                Strings.gradebook_greatest, { plan.rounded("10*MAX(\($0))", places: 6) },
                { .decimal($0.greatest, places: 1) }
            ),
        ]
        for (index, line) in lines.enumerated() {
            func cell(_ range: String, _ statistics: Statistics?) -> Cell {
                let style: WorkbookWriter.Style = index == 0 ? .centred : .tenths
                if index == 0 {
                    return .formula(line.1(range), statistics.map(line.2) ?? .decimal(0, places: 0), style)
                }
                return .formula(
                    "IF(COUNT(\(range))=0,\"\",\(line.1(range)))", statistics.map(line.2) ?? SheetPlan.nothing, style)
            }
            writer.write(
                [.empty(), .text(plan.word(line.0), .head), .empty(.head)]
                    + (plan.book.assignments.isEmpty
                        ? [.empty()]
                        : columns.enumerated().map { cell(plan.inCounted + plan.down(Place.first + $0), $1) })
                    + [cell(plan.inNumbers + plan.down(plan.totalColumn), all)])
        }
    }
}
