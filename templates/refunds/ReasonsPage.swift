import HTML

/// The reasons that are offered where one is asked for.
package struct ReasonsPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var areas: [Area]

    package init(frame: Frame, action: Link, areas: [Area]) {
        self.frame = frame
        self.action = action
        self.areas = areas
    }

    package var errors: ErrorSummary? { ErrorSummary(areas.compactMap(\.field.problem)) }

    package static let sample = ReasonsPage(
        frame: .sample("Reasons", at: "settings", crumbs: [Crumb(label: "Reasons", link: nil)]),
        action: "/t/rooster-me/reasons",
        areas: [
            Area(Field("suspension", label: LocalText(Strings.reasons_suspension), value: "Spam\nChargeback <again>")),
            Area(Field("refund", label: LocalText(Strings.reasons_refund), error: Strings.reasons_too_many(max: 20))),
        ])
}
