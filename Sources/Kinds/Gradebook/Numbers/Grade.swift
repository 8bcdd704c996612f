import Web

/// The content of a cell of the grade table. An empty cell does not count.
struct Grade: Sendable, Equatable {
    enum Mark: String, Sendable, CaseIterable {
        /// Does not count.
        case excused
        /// Counts as no points earned.
        case missing
        /// Counts like any other grade; the mark is only shown.
        case late
    }

    /// nil for an empty, excused or missing grade.
    let points: Points?
    let mark: Mark?

    static let empty = Grade(points: nil, mark: nil)

    init(points: Points?, mark: Mark?) {
        (self.points, self.mark) = (points, mark)
    }

    init(points: String?, mark: String) throws {
        self.init(points: try points.map { try Points(stored: $0) }, mark: Mark(rawValue: mark))
    }

    /// Parses a typed or pasted grade: points, `EX`, `M` or a dash, points followed by `L`, or an empty text. nil for
    /// anything else. The letters are the same in every language, as they are on paper; Roost's files use them too.
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

    /// The text that is typed and shown in the table.
    var plain: String {
        switch mark {
        case .excused: "EX"
        case .missing: "M"
        case .late: (points?.plain ?? "") + " L"
        case nil: points?.plain ?? ""
        }
    }

    /// The points from which numbers are computed; nil if the grade does not count.
    var counted: Points? { mark == .missing ? .zero : points }

    var isEmpty: Bool { self == .empty }
}
