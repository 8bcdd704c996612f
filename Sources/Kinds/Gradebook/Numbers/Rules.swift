import Postgres

/// The rules by which a class turns grades into totals.
struct Rules: Sendable {
    struct Category: Sendable {
        let id: ID
        let name: String
        let weight: Points
        /// The number of lowest grades that do not count.
        let drops: Int
    }

    struct Assignment: Sendable {
        let id: ID
        let name: String
        let possible: Points
        let isExtra: Bool
        /// The index of its category in `categories`.
        let category: Int
    }

    let isWeighted: Bool
    let categories: [Category]
    /// In the order of the table.
    let assignments: [Assignment]
    let scale: Scale

    /// Returns a student's total, with its parts. `grades` are in the order of `assignments`.
    func total(_ grades: [Grade], override: Percent? = nil) -> Total {
        precondition(grades.count == assignments.count, "a grade for every assignment, if an empty one")
        let all = categories.indices.map { sorted($0, grades) }
        let chosen = ties(all)
        let parts = categories.indices.map { part($0, all[$0], chosen[$0]) }
        let computed = isWeighted ? weighted(parts) : summed(parts)
        let percent = override ?? computed.map { Percent($0) }
        return Total(
            parts: parts, computed: computed.map { Percent($0) }, override: override,
            letter: percent.flatMap { scale.letter($0) })
    }

    /// What of one category can count: grades of which the lowest are dropped, and extra credit.
    struct Sorted: Sendable {
        let dropping: Dropping
        let extra: [Total.Item]
    }

    func sorted(_ category: Int, _ grades: [Grade]) -> Sorted {
        var (regular, extra): ([Total.Item], [Total.Item]) = ([], [])
        for index in assignments.indices where assignments[index].category == category {
            guard let earned = grades[index].counted else { continue }
            if assignments[index].isExtra {
                extra.append(Total.Item(assignment: index, earned: earned, possible: .zero))
            } else {
                regular.append(Total.Item(assignment: index, earned: earned, possible: assignments[index].possible))
            }
        }
        return Sorted(dropping: Dropping(regular, drops: categories[category].drops), extra: extra)
    }

    /// By weights a category's share is best without the most points: it is never below the share of what is dropped.
    private func ties(_ sorted: [Sorted]) -> [Dropping.Tie] {
        guard !isWeighted, sorted.contains(where: \.dropping.isTied) else {
            return sorted.map { _ in .mostPoints }
        }
        return TieBreak(sorted.map(\.dropping), rest: sorted.flatMap(\.extra)).ties
    }

    private func part(_ category: Int, _ sorted: Sorted, _ tie: Dropping.Tie) -> Total.Part {
        let dropped = sorted.dropping.dropped(tie)
        let regular = sorted.dropping.regular
        let kept = dropped.isEmpty ? regular : regular.filter { !dropped.contains($0.assignment) }
        // Extra points are added to other points: they do not count as long as there are none. By points, these may be in any
        // category.
        let extra = isWeighted && kept.isEmpty ? [] : sorted.extra
        return Total.Part(
            category: category, counted: kept + extra,
            dropped: dropped.isEmpty ? [] : regular.filter { dropped.contains($0.assignment) },
            weight: categories[category].weight)
    }

    /// Divides the points earned by the points possible, over all categories together.
    private func summed(_ parts: [Total.Part]) -> Fraction? {
        let possible = parts.reduce(0) { $0 + $1.possible.thousandths }
        return possible > 0 ? Fraction(parts.reduce(0) { $0 + $1.earned.thousandths }, over: possible) : nil
    }

    /// Returns the mean of the categories' shares by their weights. If nothing in a category counts, it is left out,
    /// and the other weights keep their proportions.
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

/// How a total was computed: what counted and what was dropped, category by category.
struct Total: Sendable {
    struct Item: Sendable, Equatable {
        /// The index among the class's assignments.
        let assignment: Int
        let earned: Points
        /// Zero for extra credit.
        let possible: Points
    }

    struct Part: Sendable {
        let category: Int
        let counted: [Item]
        let dropped: [Item]
        let weight: Points

        var earned: Points { counted.reduce(.zero) { $0 + $1.earned } }
        var possible: Points { counted.reduce(.zero) { $0 + $1.possible } }
        /// nil if nothing counts.
        var share: Fraction? {
            possible.thousandths > 0 ? Fraction(earned.thousandths, over: possible.thousandths) : nil
        }
        var percent: Percent? { share.map { Percent($0) } }
    }

    let parts: [Part]
    /// nil if nothing counts.
    let computed: Percent?
    /// A percentage that a teacher set instead.
    let override: Percent?
    let letter: String?

    var percent: Percent? { override ?? computed }
}
