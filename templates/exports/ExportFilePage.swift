import HTML

/// A file that was made in the background, for the one who asked for it.
package struct ExportFilePage: Sendable {
    package var frame: Frame
    package var state: StatusBadge
    /// Rows and size; nil when it could not be made.
    package var ready: LocalText?
    package var reason: String
    package var left: LocalText
    /// nil when there is none, or not for this admin any more.
    package var file: Link?
    package var deletion: ActButton
    /// nil for who may not see the audit log.
    package var trail: TrailCard?

    package init(
        frame: Frame, state: StatusBadge, ready: LocalText?, reason: String, left: LocalText, file: Link?,
        deletion: ActButton
    ) {
        self.frame = frame
        self.state = state
        self.ready = ready
        self.reason = reason
        self.left = left
        self.file = file
        self.deletion = deletion
    }

    package static var sample: ExportFilePage {
        ExportFilePage(
            frame: .sample(
                "rooster-me-users.csv", at: "", crumbs: [Crumb(label: "Exports", link: "/t/rooster-me/exports")]),
            state: StatusBadge(LocalText(Strings.work_done), tone: .good),
            ready: Strings.export_ready(rows: 412_300, size: Formatted.bytes(71_000_000)), reason: "request 77 \"<&>\"",
            left: Strings.export_left(left: "23 h"), file: "/t/rooster-me/exports/1/file",
            deletion: ActButton(
                LocalText(Strings.export_delete), icon: ButtonIcon(sprite: AssetLinks.sample.icons, name: "trash"),
                action: "/t/rooster-me/exports/1/deletion", csrf: "x"))
    }

    package static var sampleFailed: ExportFilePage {
        var page = sample
        page.state = StatusBadge(LocalText(Strings.export_failed), tone: .bad)
        (page.ready, page.file) = (nil, nil)
        return page
    }
}
