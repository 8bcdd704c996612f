import HTML

/// What publishing changes: read before it is done.
package struct EntryPublicationPage: Sendable {
    package struct InLanguage: Sendable {
        package var name: String
        package var gap: LocalText?

        package init(name: String, gap: LocalText?) {
            self.name = name
            self.gap = gap
        }
    }

    package var frame: Frame
    package var changes: [TrailEntry.FieldChange]
    /// Apps have nothing of it yet.
    package var isFirst: Bool
    package var languages: [InLanguage]
    /// Fields that must be filled first.
    package var missing: [String]
    /// Why it can't be published, whatever it says.
    package var obstacle: LocalText?
    /// Whoever reads wrote it, and the tenant wants a second admin for that.
    package var waits: Bool
    package var action: Link
    package var csrf: String
    package var edit: Link
    package var cancel: Link

    package init(
        frame: Frame, changes: [TrailEntry.FieldChange], isFirst: Bool, languages: [InLanguage], missing: [String],
        obstacle: LocalText?, waits: Bool, action: Link, csrf: String, edit: Link, cancel: Link
    ) {
        self.frame = frame
        self.changes = changes
        self.isFirst = isFirst
        self.languages = languages
        self.missing = missing
        self.obstacle = obstacle
        self.waits = waits
        self.action = action
        self.csrf = csrf
        self.edit = edit
        self.cancel = cancel
    }

    package var diff: Diff? { Diff(changes) }

    package static var sample: EntryPublicationPage {
        EntryPublicationPage(
            frame: .sample("Publish “Rise & <shine>”", at: "text"),
            changes: [.init(label: "Text (English)", old: "Rise & shine", new: "Good morning, {name} <b>")],
            isFirst: false,
            languages: [
                InLanguage(name: "English", gap: nil),
                InLanguage(name: "فارسی", gap: Strings.catalogue_language_missing(count: 2)),
            ],
            missing: ["Text <English>"], obstacle: Strings.catalogue_named(name: "Not <yet>"), waits: true,
            action: "/t/rooster-me/texts/1/publication", csrf: "sample", edit: "/t/rooster-me/texts/1/edit",
            cancel: "/t/rooster-me/texts/1")
    }
}
