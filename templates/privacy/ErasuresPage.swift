import HTML

/// Erasures that wait, to begin several at once.
package struct ErasuresPage: Sendable {
    package var frame: Frame
    package var action: Link
    /// nil: none waits.
    package var ticks: Ticks?
    package var cancel: Link

    package init(frame: Frame, action: Link, ticks: Ticks?, cancel: Link) {
        self.frame = frame
        self.action = action
        self.ticks = ticks
        self.cancel = cancel
    }

    package var errors: ErrorSummary? { ErrorSummary([ticks?.problem]) }

    package static var sample: ErasuresPage {
        ErasuresPage(
            frame: .sample("Erase several", at: "privacy"), action: "/t/rooster-me/privacy/erasures",
            ticks: Ticks(
                "erasures", label: LocalText(Strings.privacy_many_who),
                ticks: [
                    .init(value: "1", label: Strings.privacy_one_due(user: "Zoë <b>", time: "3 d"), isOn: true),
                    .init(value: "2", label: Strings.privacy_one_overdue(user: "علی", time: "2 d"), isOn: false),
                ], error: LocalText(Strings.privacy_none_ticked)), cancel: "/t/rooster-me/privacy")
    }

    package static var sampleEmpty: ErasuresPage {
        var page = sample
        page.ticks = nil
        return page
    }
}
