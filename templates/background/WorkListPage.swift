import HTML

/// A page of what was begun in the background.
package struct WorkListPage: Sendable {
    package var frame: Frame
    package var table: WorkTable
    package var empty: LocalText
    /// How long it is kept, and where one begins.
    package var advice: LocalText
    package var back: Link
    package var backLabel: LocalText

    package init(frame: Frame, table: WorkTable, empty: LocalText, advice: LocalText, back: Link, backLabel: LocalText)
    {
        self.frame = frame
        self.table = table
        self.empty = empty
        self.advice = advice
        self.back = back
        self.backLabel = backLabel
    }

    package static var sample: WorkListPage {
        WorkListPage(
            frame: .sample("Bulk actions", at: "users", crumbs: [Crumb(label: "Users", link: "/t/rooster-me/users")]),
            table: WorkTable(
                label: LocalText(Strings.bulk_title), head: LocalText(Strings.bulk_act),
                third: LocalText(Strings.work_by),
                rows: [
                    .init(
                        link: "/t/rooster-me/users/bulk/1", name: "Suspend \"<&>\"",
                        detail: Strings.bulk_touches(users: 1_243),
                        state: StatusBadge(LocalText(Strings.work_done), tone: .good), third: "Ada O'Neil", when: "2 h")
                ]),
            empty: LocalText(Strings.bulk_none), advice: Strings.bulk_kept(days: 14), back: "/t/rooster-me/users",
            backLabel: LocalText(Strings.menu_users))
    }

    package static var sampleEmpty: WorkListPage {
        var page = sample
        page.table.rows = []
        return page
    }
}
