import HTML
import Postgres
import Sheets
import Templates

/// A sheet with the letters and their least percentages, the categories with their weights and drops, and the rule
/// for totals.
struct ScaleSheet {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    let plan: SheetPlan

    func write(to writer: WorkbookWriter) {
        let (steps, categories) = (plan.rules.scale.steps, plan.rules.categories)
        writer.begin(
            SheetSettings(
                plan.names.scale, columns: [10, 12, 12, 4, 30, 12, 16].map { .init(width: $0) }, frozen: (4, 0),
                foot: plan.title(plan.names.scale)))
        writer.write([], isHidden: true)
        writer.write([plan.heading(plan.names.scale)])
        writer.write([
            .text(
                plan.word(
                    plan.book.schoolClass.isWeighted ? Strings.gradebook_by_weights : Strings.gradebook_by_points),
                .plain)
        ])
        writer.write([
            .text(plan.word(Strings.gradebook_letter), .head), .text(plan.word(Strings.gradebook_sheet_from), .head),
            .text(plan.word(Strings.gradebook_students), .head), .empty(),
            .text(plan.word(Strings.gradebook_category), .head),
            .text(plan.word(Strings.gradebook_weight), .head), .text(plan.word(Strings.gradebook_drops), .head),
        ])
        for index in 0..<max(steps.count, categories.count) {
            var cells: [Cell] = [.empty(), .empty(), .empty(), .empty()]
            if steps.indices.contains(index) {
                let step = steps[index]
                let own = SheetAddress.fixed(0, Place.firstStep + index)
                cells = [
                    .text(step.letter, .centred), .decimal(step.least.tenths, places: 1, .tenths),
                    .formula(
                        "SUMPRODUCT(--EXACT(\(plan.inNumbers)\(plan.down(plan.letterColumn)),\(own)))",
                        .decimal(plan.totals.count { $0.letter == step.letter }, places: 0), .centred), .empty(),
                ]
            }
            if categories.indices.contains(index) {
                cells += [
                    .text(categories[index].name), plan.points(categories[index].weight, .centred),
                    .decimal(categories[index].drops, places: 0, .centred),
                ]
            }
            writer.write(cells)
        }
        writer.write([])
        writer.write([.text(plan.word(Strings.gradebook_rule))])
        writer.end()
    }
}
