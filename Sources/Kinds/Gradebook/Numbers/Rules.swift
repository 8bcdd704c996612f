import Postgres

/// By what a class turns grades into totals.
struct Rules: Sendable {
    struct Category: Sendable {
        let id: ID
        let name: String
        let weight: Points
        /// How many of the lowest count for nothing.
        let drops: Int
    }

    struct Assignment: Sendable {
        let id: ID
        let name: String
        let possible: Points
        let isExtra: Bool
        /// Its place in `categories`.
        let category: Int
    }

    let isWeighted: Bool
    let categories: [Category]
    /// In the order of the table.
    let assignments: [Assignment]
    let scale: Scale

    /// A student's total, with everything that led to it. `grades` stand in the order of `assignments`.
    func total(_ grades: [Grade], override: Percent? = nil) -> Total {
        precondition(grades.count == assignments.count, "a grade for every assignment, if an empty one")
        let parts = categories.indices.map { part($0, grades) }
        let computed = isWeighted ? weighted(parts) : summed(parts)
        let percent = override ?? computed.map { Percent($0) }
        return Total(
            parts: parts, computed: computed.map { Percent($0) }, override: override,
            letter: percent.flatMap { scale.letter($0) })
    }

    private func part(_ category: Int, _ grades: [Grade]) -> Total.Part {
        let own = assignments.indices.filter { assignments[$0].category == category }
        let regular = own.compactMap { index -> Total.Item? in
            guard !assignments[index].isExtra, let earned = grades[index].counted else { return nil }
            return Total.Item(assignment: index, earned: earned, possible: assignments[index].possible)
        }
        // The one with the lowest share of its points goes first, of equal ones the earlier; the last one stays.
        let drops = min(categories[category].drops, max(0, regular.count - 1))
        let lowest = regular.sorted { a, b in
            let (left, right) = (
                a.earned.thousandths * b.possible.thousandths, b.earned.thousandths * a.possible.thousandths
            )
            return left == right ? a.assignment < b.assignment : left < right
        }
        let dropped = Set(lowest.prefix(drops).map(\.assignment))
        let kept = regular.filter { !dropped.contains($0.assignment) }
        // Extra points come on top of something: without it they wait.
        let extra =
            kept.isEmpty
            ? []
            : own.compactMap { index -> Total.Item? in
                guard assignments[index].isExtra, let earned = grades[index].counted else { return nil }
                return Total.Item(assignment: index, earned: earned, possible: .zero)
            }
        return Total.Part(
            category: category, counted: kept + extra, dropped: regular.filter { dropped.contains($0.assignment) },
            weight: categories[category].weight)
    }

    /// Points earned of points possible in all categories together.
    private func summed(_ parts: [Total.Part]) -> Fraction? {
        let possible = parts.reduce(0) { $0 + $1.possible.thousandths }
        return possible > 0 ? Fraction(parts.reduce(0) { $0 + $1.earned.thousandths }, over: possible) : nil
    }

    /// The mean of the categories' shares by their weights. A category without anything that counts is left out, and the weights of the
    /// others are what they are to one another.
    private func weighted(_ parts: [Total.Part]) -> Fraction? {
        let parts = parts.filter { $0.share != nil }
        let weights = parts.reduce(0) { $0 + $1.weight.thousandths }
        guard weights > 0 else { return nil }
        let sum = parts.reduce(Fraction(0, over: 1)) { sum, part in
            guard let share = part.share else { return sum }
            return sum + share * Fraction(part.weight.thousandths, over: 1)
        }
        return sum / Fraction(weights, over: 1)
    }
}

/// How a total was computed: what counted, what was dropped, category by category.
struct Total: Sendable {
    struct Item: Sendable, Equatable {
        /// Its place among the class's assignments.
        let assignment: Int
        let earned: Points
        /// None for extra credit.
        let possible: Points
    }

    struct Part: Sendable {
        let category: Int
        let counted: [Item]
        let dropped: [Item]
        let weight: Points

        var earned: Points { counted.reduce(.zero) { $0 + $1.earned } }
        var possible: Points { counted.reduce(.zero) { $0 + $1.possible } }
        /// nil when nothing counts.
        var share: Fraction? {
            possible.thousandths > 0 ? Fraction(earned.thousandths, over: possible.thousandths) : nil
        }
        var percent: Percent? { share.map { Percent($0) } }
    }

    let parts: [Part]
    /// nil when nothing counts.
    let computed: Percent?
    /// Given by a teacher in its place.
    let override: Percent?
    let letter: String?

    var percent: Percent? { override ?? computed }
}
