import HTML

/// A published version: what it changed, when, by whom and why; and the way back to it.
package struct VersionPage: Sendable {
    package var frame: Frame
    package var term: String
    package var by: LocalText
    package var summary: LocalText
    /// May be empty.
    package var reason: String
    /// With how many clashes it was published; nil for none.
    package var clashes: LocalText?
    /// Students see it.
    package var isCurrent: Bool
    package var changes: [PublicationPage.Change]
    package var more: LocalText?
    /// Publishes it again; nil if it is the one that students see, and for somebody who may not publish.
    package var back: Link?
    package var hidden: [HiddenValue]
    package var field: Field

    package init(
        frame: Frame, term: String, by: LocalText, summary: LocalText, reason: String, clashes: LocalText?,
        isCurrent: Bool, changes: [PublicationPage.Change], more: LocalText?, back: Link?, hidden: [HiddenValue],
        field: Field
    ) {
        self.frame = frame
        self.term = term
        self.by = by
        self.summary = summary
        self.reason = reason
        self.clashes = clashes
        self.isCurrent = isCurrent
        self.changes = changes
        self.more = more
        self.back = back
        self.hidden = hidden
        self.field = field
    }

    package var hasReason: Bool { !reason.isEmpty }
    package var hasChanges: Bool { !changes.isEmpty }
    package var table: ChangeTable {
        ChangeTable(summary, head: LocalText(Strings.timetable_version_changed), changes: changes)
    }
    package var errors: ErrorSummary? { ErrorSummary([field.problem]) }

    package static var sample: VersionPage {
        let page = PublicationPage.sample
        return VersionPage(
            frame: .sample(
                "Version 2", at: "clock",
                crumbs: [Crumb(label: "Published versions", link: "/t/rooster-me/timetable-publications")]),
            term: page.term, by: Strings.timetable_published_by(name: "Sara \"<b>\"", time: "20 Nov 2026, 09:14"),
            summary: page.summary, reason: "<b>", clashes: Strings.timetable_clash_count(count: 3), isCurrent: false,
            changes: page.changes, more: page.more, back: "/t/rooster-me/timetable/publication/return",
            hidden: [HiddenValue("version", "2")],
            field: Field(
                "reason", label: LocalText(Strings.timetable_reason), error: LocalText(Strings.error_required),
                isRequired: true))
    }

    package static var sampleCurrent: VersionPage {
        var page = sample
        (page.isCurrent, page.back, page.changes, page.more, page.clashes) = (true, nil, [], nil, nil)
        (page.reason, page.field.error) = ("", nil)
        return page
    }
}
