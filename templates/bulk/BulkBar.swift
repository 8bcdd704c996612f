import HTML

/// What can be done to many of the list's users: those that are ticked, or all that its filters fit.
package struct BulkBar: Sendable {
    package struct Act: Sendable {
        package var label: LocalText
        package var link: Link
        /// What they get, where that is chosen.
        package var choice: Choice?
        package var isDanger: Bool

        package init(label: LocalText, link: Link, choice: Choice? = nil, isDanger: Bool = false) {
            self.label = label
            self.link = link
            self.choice = choice
            self.isDanger = isDanger
        }
    }

    package var csrf: String
    /// The list's address, behind its `?`.
    package var filter: String
    /// How many it shows on all its pages.
    package var count: LocalText
    package var isAll: Bool
    /// At least one.
    package var acts: [Act]
    package var error: LocalText?
    package var past: Link

    package init(csrf: String, filter: String, count: LocalText, isAll: Bool, acts: [Act], error: LocalText?, past: Link) {
        self.csrf = csrf
        self.filter = filter
        self.count = count
        self.isAll = isAll
        self.acts = acts
        self.error = error
        self.past = past
    }

    /// What the Enter key does: every act shows first what it would do.
    package var action: Link { acts.first?.link ?? past }

    package static var sample: BulkBar {
        BulkBar(
            csrf: "x", filter: "status=active&q=o%27brien", count: Strings.export_count_about(total: 412_300), isAll: false,
            acts: [
                Act(label: LocalText(Strings.user_suspend), link: "/t/rooster-me/users/bulk/suspension"),
                Act(label: LocalText(Strings.user_delete), link: "/t/rooster-me/users/bulk/deletion", isDanger: true),
                Act(
                    label: LocalText(Strings.bulk_plan), link: "/t/rooster-me/users/bulk/plan",
                    choice: Choice(
                        "to-plan", label: LocalText(Strings.user_plan),
                        options: [.init(value: "free", label: "Free", isSelected: false), .init(value: "\"<b>\"", label: "\"<b>\"", isSelected: true)])),
            ], error: LocalText(Strings.bulk_nobody_chosen), past: "/t/rooster-me/users/bulk")
    }
}
