import Postgres
import Sheets

/// How a workbook drops one of equal shares: the formulas of `Dropping`, and for a class by points the hidden columns in
/// which it computes `TieBreak`. These are, on the sheet of what counted: for each assignment its place among the grades
/// of its category, the one that is dropped first at 0, either way of breaking ties; and for each category that drops
/// some the columns of `Column`.
struct TieSheetColumns {
    typealias Cell = WorkbookWriter.Cell
    typealias Place = GradeWorkbook.Place

    enum Column: Int, CaseIterable {
        /// The number that is dropped.
        case going
        /// Points and share of the last one that is dropped; zeros if none is.
        case earned, possible, share
        /// What is left of the category either way.
        case mostEarned, mostPossible, fewestEarned, fewestPossible
        /// 1 if the most points are dropped of equal shares, 0 if the fewest.
        case dropsMost
    }

    let plan: SheetPlan
    /// The categories that drop some.
    let categories: [Int]

    init(plan: SheetPlan) {
        self.plan = plan
        categories = plan.rules.categories.indices.filter { plan.rules.categories[$0].drops > 0 }
    }

    var isNeeded: Bool { plan.dropsSome && !plan.rules.isWeighted && !plan.book.assignments.isEmpty }
    var first: Int { plan.keptFirst + plan.width }
    var count: Int { isNeeded ? 2 * plan.width + Column.allCases.count * categories.count + 2 : 0 }

    private var tiesFirst: Int { first + 2 * plan.width }
    private var restFirst: Int { tiesFirst + Column.allCases.count * categories.count }

    // MARK: Addresses

    private var numbers: String { plan.fixedAlong(plan.sharesFirst..<(plan.sharesFirst + plan.width), Place.ids.row) }
    private var possibles: String { plan.inGrades + plan.fixedAlong(plan.assignments, Place.possible) }
    private func points(_ row: Int) -> String { plan.along(Place.first..<(Place.first + plan.width), row) }
    private func shares(_ row: Int) -> String {
        plan.along(plan.sharesFirst..<(plan.sharesFirst + plan.width), row)
    }
    private func placesFirst(_ tie: Dropping.Tie) -> Int { tie == .mostPoints ? first : first + plan.width }
    private func places(_ tie: Dropping.Tie, _ row: Int) -> String {
        plan.along(placesFirst(tie)..<(placesFirst(tie) + plan.width), row)
    }
    private func cell(_ column: Column, _ place: Int, _ row: Int) -> String {
        SheetAddress.cell(tiesFirst + column.rawValue * categories.count + place, row)
    }
    private func all(_ column: Column, _ row: Int) -> String {
        let first = tiesFirst + column.rawValue * categories.count
        return plan.along(first..<(first + categories.count), row)
    }

    // MARK: Formulas

    /// The number of grades that are dropped before this one.
    func lower(_ column: Int, _ row: Int, _ tie: Dropping.Tie) -> String {
        let code = plan.rules.assignments[column].category + 1
        let (share, all) = (SheetAddress.cell(plan.sharesFirst + column, row), shares(row))
        let possible = plan.inGrades + SheetAddress.fixed(Place.first + column, Place.possible)
        let sign = tie == .mostPoints ? ">" : "<"
        let equal =
            "((\(possibles)\(sign)\(possible))+(\(possibles)=\(possible))*(COLUMN(\(all))<COLUMN(\(share))))"
        return "SUMPRODUCT((\(numbers)=\(code))*((\(all)<\(share))+(\(all)=\(share))*\(equal)))"
    }

    /// The same, whichever way is chosen for the category.
    func chosen(_ column: Int, _ row: Int) -> String {
        let place = categories.firstIndex(of: plan.rules.assignments[column].category) ?? 0
        let (most, fewest) = (
            SheetAddress.cell(placesFirst(.mostPoints) + column, row),
            SheetAddress.cell(placesFirst(.fewestPoints) + column, row)
        )
        return "IF(\(cell(.dropsMost, place, row))=1,\(most),\(fewest))"
    }

    /// The number that is dropped of a category: never the last one.
    func going(_ category: Int, _ row: Int) -> String {
        let drops = plan.inScale + SheetAddress.fixed(SheetPlan.ScaleColumn.drops, Place.firstStep + category)
        return "MIN(\(drops),SUMPRODUCT((\(numbers)=\(category + 1))*ISNUMBER(\(shares(row))))-1)"
    }

    // MARK: Cells

    func cells(_ line: Int) -> [Cell] {
        guard isNeeded else { return [] }
        let row = plan.rows.lowerBound + line
        let grades = plan.book.cells[line].map(\.grade)
        let sorted = plan.rules.categories.indices.map { plan.rules.sorted($0, grades) }
        let others = sorted.enumerated().filter { !categories.contains($0.offset) }.map(\.element)
        let tieBreak = TieBreak(
            categories.map { sorted[$0].dropping },
            rest: sorted.flatMap(\.extra) + others.flatMap(\.dropping.regular))
        var cells: [Cell] = []
        for tie in [Dropping.Tie.mostPoints, .fewestPoints] { cells += places(tie, row, tieBreak) }
        let ties = tieBreak.ties
        for column in Column.allCases {
            for place in categories.indices { cells.append(tied(column, place, row, tieBreak, ties[place])) }
        }
        return cells + rest(row, tieBreak)
    }

    private func places(_ tie: Dropping.Tie, _ row: Int, _ tieBreak: TieBreak) -> [Cell] {
        var places: [Int: Int] = [:]
        for dropping in tieBreak.categories {
            for (place, item) in dropping.ordered(tie).enumerated() { places[item.assignment] = place }
        }
        return plan.book.assignments.indices.map { column in
            guard plan.isDropping(column) else { return .empty() }
            return .formula(
                "IF(ISNUMBER(\(SheetAddress.cell(Place.first + column, row))),\(lower(column, row, tie)),\"\")",
                places[column].map { .decimal($0, places: 0) } ?? SheetPlan.nothing)
        }
    }

    private func tied(_ column: Column, _ place: Int, _ row: Int, _ tieBreak: TieBreak, _ tie: Dropping.Tie) -> Cell {
        let dropping = tieBreak.categories[place]
        let level = dropping.level
        let (going, earned, possible) = (
            cell(.going, place, row), cell(.earned, place, row), cell(.possible, place, row)
        )
        let code = "\(numbers),\(categories[place] + 1)"
        func last(_ range: String) -> String { "SUMIFS(\(range),\(code),\(places(.mostPoints, row)),\(going)-1)" }
        func left(_ range: String, _ tie: Dropping.Tie, _ thousandths: Int) -> Cell {
            .formula("ROUND(SUMIFS(\(range),\(code),\(places(tie, row)),\">=\"&\(going)),3)", value(thousandths))
        }
        switch column {
        case .going:
            return .formula("MAX(0,\(self.going(categories[place], row)))", .decimal(dropping.drops, places: 0))
        case .earned: return .formula(last(points(row)), value(level?.earned.thousandths ?? 0))
        case .possible: return .formula(last(possibles), value(level?.possible.thousandths ?? 0))
        case .share:
            let share = level.map { Double($0.earned.thousandths) / Double($0.possible.thousandths) } ?? 0
            return .formula(
                "IF(\(possible)=0,0,ROUND(1000*\(earned),0)/ROUND(1000*\(possible),0))", .real(share))
        case .mostEarned: return left(points(row), .mostPoints, tieBreak.most[place].earned)
        case .mostPossible: return left(possibles, .mostPoints, tieBreak.most[place].possible)
        case .fewestEarned: return left(points(row), .fewestPoints, tieBreak.fewest[place].earned)
        case .fewestPossible: return left(possibles, .fewestPoints, tieBreak.fewest[place].possible)
        case .dropsMost:
            let share = cell(.share, place, row)
            func sum(_ rest: Int, _ most: Column, _ fewest: Column) -> String {
                let lower = "(\(all(.share, row))<\(share))*\(all(most, row))"
                let higher = "(\(all(.share, row))>=\(share))*\(all(fewest, row))"
                return "ROUND(1000*(\(SheetAddress.cell(rest, row))+SUMPRODUCT(\(lower)+\(higher))),0)"
            }
            let earnedInAll = sum(restFirst, .mostEarned, .fewestEarned)
            let possibleInAll = sum(restFirst + 1, .mostPossible, .fewestPossible)
            return .formula(
                "IF(\(earnedInAll)*ROUND(1000*\(possible),0)>=ROUND(1000*\(earned),0)*\(possibleInAll),1,0)",
                .decimal(tie == .mostPoints ? 1 : 0, places: 0))
        }
    }

    /// What counts besides: extra credit, and categories that drop nothing.
    private func rest(_ row: Int, _ tieBreak: TieBreak) -> [Cell] {
        let dropped = categories.map { "-SUMIF(\(numbers),\($0 + 1),\(points(row)))" }.joined()
        let others = plan.rules.categories.indices.filter { !categories.contains($0) }.map {
            "SUMIFS(\(possibles),\(numbers),\($0 + 1),\(points(row)),\">=0\")"
        }
        return [
            .formula("ROUND(SUM(\(points(row)))\(dropped),3)", value(tieBreak.rest.earned)),
            .formula(
                others.isEmpty ? "0" : "ROUND(\(others.joined(separator: "+")),3)", value(tieBreak.rest.possible)),
        ]
    }

    private func value(_ thousandths: Int) -> WorkbookWriter.Value {
        SheetPlan.value(Points(thousandths: thousandths))
    }
}
