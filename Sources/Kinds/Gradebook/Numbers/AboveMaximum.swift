import HTML
import Templates

/// What an assignment does with a grade of more points than are possible.
enum AboveMaximum: String, Sendable, CaseIterable {
    case allowed
    /// Saves it and marks the cell: it may be meant, and more often it is a slip.
    case warned
    case refused

    var label: StringKey {
        switch self {
        case .allowed: Strings.gradebook_above_allowed
        case .warned: Strings.gradebook_above_warned
        case .refused: Strings.gradebook_above_refused
        }
    }
}

extension Book.Assignment {
    func isAbove(_ grade: Grade) -> Bool { grade.points.map { $0 > possible } ?? false }
    /// True if the cell is marked.
    func warns(of grade: Grade) -> Bool { above != .allowed && isAbove(grade) }
    func refuses(_ grade: Grade) -> Bool { above == .refused && isAbove(grade) }
}

extension Book {
    /// The number of cells that are marked for having more than the maximum.
    var aboveMaximum: Int {
        cells.reduce(0) { sum, line in sum + assignments.indices.count { assignments[$0].warns(of: line[$0].grade) } }
    }
}
