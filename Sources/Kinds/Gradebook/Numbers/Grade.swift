import Web

/// What stands in a cell of the grade table. An empty cell counts for nothing.
struct Grade: Sendable, Equatable {
    enum Mark: String, Sendable, CaseIterable {
        /// Counts for nothing.
        case excused
        /// Counts as no points earned.
        case missing
        /// Counts like any other; only said.
        case late
    }

    /// nil for an empty cell, an excused and a missing one.
    let points: Points?
    let mark: Mark?

    static let empty = Grade(points: nil, mark: nil)

    init(points: Points?, mark: Mark?) {
        (self.points, self.mark) = (points, mark)
    }

    init(points: String?, mark: String) throws {
        self.init(points: try points.map { try Points(stored: $0) }, mark: Mark(rawValue: mark))
    }

    /// What somebody typed or pasted: points, `EX`, `M` or a dash, points with `L` behind them, or nothing. nil for anything else. The
    /// letters are the same in every language, as they are on paper; files of Roost come back in by them.
    init?(typed: String) {
        let text = typed.trimmingSpaces.uppercased()
        switch text {
        case "": self = .empty
        case "EX", "E": self.init(points: nil, mark: .excused)
        case "M", "-", "–", "—", "−": self.init(points: nil, mark: .missing)
        default:
            let isLate = text.hasSuffix("L")
            guard let points = Points(isLate ? String(text.dropLast()) : text) else { return nil }
            self.init(points: points, mark: isLate ? .late : nil)
        }
    }

    /// As it is typed, and shown in the table.
    var plain: String {
        switch mark {
        case .excused: "EX"
        case .missing: "M"
        case .late: (points?.plain ?? "") + " L"
        case nil: points?.plain ?? ""
        }
    }

    /// What the numbers are made from; nil for what counts for nothing.
    var counted: Points? { mark == .missing ? .zero : points }

    var isEmpty: Bool { self == .empty }
}
