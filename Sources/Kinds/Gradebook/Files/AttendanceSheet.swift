import Console
import HTML
import Postgres
import Sheets
import Templates

/// A sheet with one row per student, one column per day, counts and rates.
struct AttendanceSheet {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    let plan: SheetPlan

    func write(to writer: WorkbookWriter) {
        let width = max(1, plan.days.days.count)
        let columns = Place.first..<(Place.first + width)
        let sums = columns.upperBound
        let corner = SheetAddress.cell(columns.lowerBound, plan.rows.lowerBound)
        let cells = "\(corner):\(SheetAddress.cell(columns.upperBound - 1, plan.lastStudent))"
        writer.begin(
            plan.settings(
                plan.names.attendance,
                [.init(width: 8, isHidden: true), .init(width: 30), .init(width: 12)]
                    + columns.map { _ in .init(width: 11) } + (0..<4).map { _ in .init(width: 11) },
                frozen: Place.first,
                [
                    .init(cells, where: "\(corner)=\"A\"", .bad), .init(cells, where: "\(corner)=\"E\"", .quiet),
                    .init(cells, where: "\(corner)=\"P\"", .good),
                ]))
        writer.write([.text(plan.stamp(.attendance))], isHidden: true)
        writer.write([.empty(), plan.heading(plan.names.attendance)])
        writer.write([
            .empty(),
            .text(
                AttendanceState.allCases.map { "\($0.letter) = \(plan.word($0.label))" }.listed(in: plan.language),
                .quiet
            ),
        ])
        writer.write([])
        writer.write([])
        writer.write(
            [
                .empty(), .text(plan.word(Strings.gradebook_student), .head),
                .text(plan.word(Strings.gradebook_number), .head),
            ]
                + (plan.days.days.isEmpty ? [.empty()] : plan.days.days.map { .day($0) })
                + AttendanceState.allCases.map { .text(plan.word($0.label), .columnHead) }
                + [.text(plan.word(Strings.gradebook_rate), .columnHead)], height: 32)
        for (line, student) in plan.book.students.enumerated() {
            let row = plan.rows.lowerBound + line
            // Days to come are the last ones.
            let counted = columns.lowerBound..<(columns.upperBound - plan.days.days.count + plan.days.counted.count)
            let range = counted.isEmpty ? "" : plan.along(counted, row)
            let counts = AttendanceState.allCases.map { plan.days.count(student.id, $0) }
            let (present, absent) = (SheetAddress.cell(sums, row), SheetAddress.cell(sums + 1, row))
            let rate = counts[0] + counts[1] > 0 ? Percent(Fraction(counts[0], over: counts[0] + counts[1])) : nil
            writer.write(
                [.text(student.id.description), .text(student.name), .text(student.number)]
                    + (plan.days.days.isEmpty
                        ? [.empty()]
                        : plan.days.days.map { .text(plan.days.mark(student.id, $0)?.letter ?? "", .centred) })
                    + zip(AttendanceState.allCases, counts).map { state, count in
                        .formula(
                            range.isEmpty ? "0" : "COUNTIF(\(range),\"\(state.letter)\")",
                            .decimal(count, places: 0), .centred)
                    }
                    + [
                        .formula(
                            "IF(\(present)+\(absent)=0,\"\",\(plan.rounded("1000*\(present)/(\(present)+\(absent))")))",
                            plan.tenths(rate?.tenths), .sum)
                    ])
        }
        if plan.book.students.isEmpty { writer.write([]) }
        writer.write([])
        for state in AttendanceState.allCases {
            writer.write(
                [.empty(), .text(plan.word(state.label), .head), .empty(.head)]
                    + (plan.days.days.isEmpty
                        ? [.empty()]
                        : plan.days.days.enumerated().map { index, day in
                            .formula(
                                "COUNTIF(\(plan.down(Place.first + index)),\"\(state.letter)\")",
                                .decimal(plan.book.students.count { plan.days.mark($0.id, day) == state }, places: 0),
                                .centred)
                        }))
        }
        writer.end()
    }
}
