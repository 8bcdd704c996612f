/// The grades of one category of which the lowest are dropped. The rule: the grades with the lowest share of their
/// points go, and the last one never. Of equal shares those go whose dropping leaves the student the highest total, and
/// of grades that are equal in this too the earliest.
struct Dropping: Sendable {
    /// Which of equal shares goes first. The more possible points go, the nearer the total comes to the other grades;
    /// so it is always one of the ends that is best.
    enum Tie: Sendable {
        case mostPoints, fewestPoints
    }

    let regular: [Total.Item]
    /// The number that is dropped.
    let drops: Int

    init(_ regular: [Total.Item], drops: Int) {
        self.regular = regular
        self.drops = min(drops, max(0, regular.count - 1))
    }

    /// All grades, the one that is dropped first at the beginning.
    func ordered(_ tie: Tie) -> [Total.Item] {
        regular.sorted { a, b in
            let order = a.shareCompared(to: b)
            if order != 0 { return order < 0 }
            if a.possible != b.possible { return (a.possible > b.possible) == (tie == .mostPoints) }
            return a.assignment < b.assignment
        }
    }

    func dropped(_ tie: Tie) -> Set<Int> {
        drops == 0 ? [] : Set(ordered(tie).prefix(drops).map(\.assignment))
    }

    func kept(_ tie: Tie) -> [Total.Item] {
        let gone = dropped(tie)
        return gone.isEmpty ? regular : regular.filter { !gone.contains($0.assignment) }
    }

    /// A grade with the highest share that is dropped; nil if none is.
    var level: Total.Item? { drops == 0 ? nil : ordered(.mostPoints)[drops - 1] }

    /// True if a grade that stays has the same share as one that goes.
    var isTied: Bool {
        guard drops > 0 else { return false }
        let ordered = ordered(.mostPoints)
        return ordered[drops - 1].shareCompared(to: ordered[drops]) == 0
    }
}

/// Which of equal shares each category of a class by points drops, for one student.
///
/// The total is all points earned by all points possible. Without so many possible points of a share `s`, it rises if it
/// is above `s` and falls if it is below; so a category drops the most points if the best total is at least its own
/// `s`, else the fewest. The best total is at least `s` if the points earned are at least `s` times the points
/// possible with the choice that is best at `s`: the most points where the share is lower, the fewest where it is higher.
struct TieBreak: Sendable {
    struct Sum: Sendable {
        var earned = 0
        var possible = 0

        init(_ items: [Total.Item]) {
            for item in items {
                earned += item.earned.thousandths
                possible += item.possible.thousandths
            }
        }
    }

    let categories: [Dropping]
    /// What is left of each category either way, in thousandths.
    let most: [Sum]
    let fewest: [Sum]
    /// What counts besides: extra credit, and categories that drop nothing.
    let rest: Sum

    init(_ categories: [Dropping], rest: [Total.Item]) {
        self.categories = categories
        most = categories.map { Sum($0.kept(.mostPoints)) }
        fewest = categories.map { Sum($0.kept(.fewestPoints)) }
        self.rest = Sum(rest)
    }

    var ties: [Dropping.Tie] {
        let levels = categories.map(\.level)
        return levels.map { level in
            guard let level else { return .mostPoints }
            var (earned, possible) = (Int128(rest.earned), Int128(rest.possible))
            for (index, other) in levels.enumerated() {
                let isLower = other.map { $0.shareCompared(to: level) < 0 } ?? true
                let sum = isLower ? most[index] : fewest[index]
                earned += Int128(sum.earned)
                possible += Int128(sum.possible)
            }
            let isAbove =
                earned * Int128(level.possible.thousandths) >= possible * Int128(level.earned.thousandths)
            return isAbove ? .mostPoints : .fewestPoints
        }
    }
}

extension Total.Item {
    /// Below zero if the share of this grade is lower, above if it is higher. Exact.
    func shareCompared(to other: Total.Item) -> Int {
        earned.thousandths * other.possible.thousandths - other.earned.thousandths * possible.thousandths
    }
}
