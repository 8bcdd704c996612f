import HTML

/// Said above a form that was saved over a newer version: what others changed meanwhile,
/// and what stands in the form now.
package struct Conflict: Sendable {
    package var title: LocalText
    /// Who saved the newer version, and when; nil where that is not known.
    package var saved: LocalText?
    package var notes: [MergeNote]

    package init(title: LocalText, saved: LocalText? = nil, notes: [MergeNote]) {
        self.title = title
        self.saved = saved
        self.notes = notes
    }

    package static func sample(_ title: StringKey) -> Conflict {
        Conflict(
            title: LocalText(title), saved: Strings.merge_by(name: "Sara \"<b>\" Lind", time: "20 Nov 2026, 23:12"),
            notes: [
                MergeNote(label: LocalText(Strings.tenant_zone), theirs: "Asia/Tehran", yours: "UTC", isKept: true),
                MergeNote(
                    label: LocalText(Strings.tenant_name), theirs: "زویی", yours: "Zoë “Quill” O'Brien", isKept: false),
            ])
    }
}
