import HTML

/// Everything that ever happened to one cell.
package struct CellHistoryPage: Sendable {
    package var frame: Frame
    package var title: String
    package var grade: String
    /// nil for a cell that was never filled.
    package var trail: TrailCard?

    package init(
        frame: Frame, title: String, grade: String, trail: TrailCard?
    ) {
        self.frame = frame
        self.title = title
        self.grade = grade
        self.trail = trail
    }

    package static var sample: CellHistoryPage {
        CellHistoryPage(
            frame: .sample("Adams · Essay", at: "tenants"), title: "Adams, \"Ruth\" · Essay <1>", grade: "18",
            trail: .sample)
    }
}
