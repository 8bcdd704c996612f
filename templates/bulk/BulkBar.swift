import HTML

/// What can be done to many of the list's users: those that are ticked, or all that its filters fit.
package struct BulkBar: Sendable {
    /// What the Enter key does: every act shows first what it would do.
    package var action: Link
    package var csrf: String
    /// The list's address, behind its `?`.
    package var filter: String
    /// How many it shows on all its pages.
    package var count: LocalText
    package var isAll: Bool
    package var acts: Printed<BulkActs>
    package var error: LocalText?
    package var past: Link

    package init(
        action: Link, csrf: String, filter: String, count: LocalText, isAll: Bool, acts: Printed<BulkActs>,
        error: LocalText?, past: Link
    ) {
        self.action = action
        self.csrf = csrf
        self.filter = filter
        self.count = count
        self.isAll = isAll
        self.acts = acts
        self.error = error
        self.past = past
    }

    package static var sample: BulkBar {
        BulkBar(
            action: "/t/rooster-me/users/bulk/suspension", csrf: "x", filter: "status=active&q=o%27brien",
            count: Strings.export_count_about(total: 412_300), isAll: false,
            acts: .now(.sample), error: LocalText(Strings.bulk_nobody_chosen), past: "/t/rooster-me/users/bulk")
    }
}
