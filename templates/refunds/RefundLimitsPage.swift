import HTML

/// How much one admin may refund without asking.
package struct RefundLimitsPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var each: Field
    package var day: Field

    package init(frame: Frame, action: Link, each: Field, day: Field) {
        self.frame = frame
        self.action = action
        self.each = each
        self.day = day
    }

    package var errors: ErrorSummary? { ErrorSummary([each.problem, day.problem].compactMap { $0 }) }

    package static let sample = RefundLimitsPage(
        frame: .sample("Refund limits", at: "settings", crumbs: [Crumb(label: "Refund limits", link: nil)]),
        action: "/t/rooster-me/refund-limits",
        each: Field("each", label: LocalText(Strings.refund_each), value: "50.00", isRequired: true, isLatin: true),
        day: Field(
            "day", label: LocalText(Strings.refund_day), value: "x", error: LocalText(Strings.refund_no_sum),
            isRequired: true, isLatin: true))
}
