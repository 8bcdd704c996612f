import HTML

/// The users of a tenant.
package struct UserListPage: Sendable {
    package var frame: Frame
    package var here: Link
    /// The bare list, when anything narrows this one.
    package var clearAll: Link?
    package var tools: Printed<ListTools>
    package var heads: Printed<ColumnHeads>
    package var rows: [UserRow]
    package var pager: Pager
    package var exportLink: Link?
    package var addLink: Link?
    package var importLink: Link?
    /// nil for somebody who may do nothing to users.
    package var bulk: BulkBar?
    /// How those below were found, when it was not by what was typed.
    package var note: LocalText?

    package init(
        frame: Frame, here: Link, clearAll: Link?, tools: Printed<ListTools>, heads: Printed<ColumnHeads>,
        rows: [UserRow], pager: Pager,
        exportLink: Link?, addLink: Link?, importLink: Link? = nil, bulk: BulkBar? = nil,
        note: LocalText? = nil
    ) {
        self.frame = frame
        self.here = here
        self.clearAll = clearAll
        self.tools = tools
        self.heads = heads
        self.rows = rows
        self.pager = pager
        self.exportLink = exportLink
        self.addLink = addLink
        self.importLink = importLink
        self.bulk = bulk
        self.note = note
    }

    package var hasBulk: Bool { shownBulk != nil }
    /// Where there is nobody, there is nothing to be done; but why it could not be is said.
    package var shownBulk: BulkBar? { rows.isEmpty && bulk?.error == nil ? nil : bulk }

    private static var sampleTools: ListTools {
        ListTools(
            here: "/t/rooster-me/users", search: "o'brien \"& co\"", searchHint: LocalText(Strings.users_search),
            hidden: [HiddenValue("status", "active"), HiddenValue("sort", "-created")],
            filters: [
                .sample(Strings.user_status, chosen: "Active", ["Active", "Pending", "Suspended", "Deleted"]),
                .sample(Strings.user_role, ["Sponsor", "Recipient"]),
                .sample(Strings.user_plan, chosen: "Premium", ["Free", "Premium", "Trial", "Family"]),
                .sample(
                    Strings.user_country,
                    ["Belarus", "China", "Germany", "Iran", "Ireland", "Nigeria", "Russia", "Spain", "Sweden", "USA"]),
                .sample(Strings.user_language, ["English", "Español", "Русский", "فارسی"]),
                .sample(Strings.user_platform, ["iOS", "Android", "Web"]),
                .sample(Strings.user_created, ["Today", "7 days", "30 days", "90 days"]),
                .sample(Strings.user_seen, ["Today", "7 days", "30 days", "Never"]),
            ],
            columns: heads.columns,
            columnMenu: .sample,
            views: ViewMenu(
                views: [
                    SavedViewLink(
                        name: "Suspended <lately>", link: "/t/rooster-me/users?status=suspended", isCurrent: true)
                ],
                save: "/t/rooster-me/users/views?status=active"),
            clearAll: "/t/rooster-me/users")
    }

    private static var heads: ColumnHeads {
        ColumnHeads(
            columns: [
                ColumnHead(label: LocalText(Strings.user_user), link: "/t/rooster-me/users?sort=name"),
                ColumnHead(label: LocalText(Strings.user_status)), ColumnHead(label: LocalText(Strings.user_plan)),
                ColumnHead(label: LocalText(Strings.user_country)),
                ColumnHead(
                    label: LocalText(Strings.user_seen), link: "/t/rooster-me/users?sort=-seen", isNumber: true),
                ColumnHead(
                    label: LocalText(Strings.user_created), link: "/t/rooster-me/users?sort=created",
                    sort: "descending",
                    isNumber: true, isLess: true),
            ])
    }

    package static var sample: UserListPage {
        UserListPage(
            frame: .sample("Users", at: "users", crumbs: [Crumb(label: "Users", link: nil)]),
            here: "/t/rooster-me/users", clearAll: "/t/rooster-me/users", tools: .now(sampleTools), heads: .now(heads),
            rows: UserRow.samples,
            pager: Pager(
                shown: Strings.users_shown_about(total: 412_300, shown: 50), previous: "/t/rooster-me/users?before=x",
                next: "/t/rooster-me/users?after=y", exact: "/t/rooster-me/users?count=exact"),
            exportLink: "/t/rooster-me/users/export", addLink: "/t/rooster-me/users/new", bulk: .sample,
            note: LocalText(Strings.users_near))
    }

    /// Filters that fit nobody.
    package static var sampleWithoutMatch: UserListPage {
        var page = sample
        page.rows = []
        page.pager = Pager(shown: Strings.users_shown_exact(total: 0, shown: 0), previous: nil, next: nil, exact: nil)
        return page
    }

    /// A tenant on its first day.
    package static var sampleEmpty: UserListPage {
        var page = sampleWithoutMatch
        page.clearAll = nil
        var tools = sampleTools
        tools.search = ""
        tools.clearAll = nil
        tools.filters = tools.filters.map {
            FilterMenu(label: $0.label, name: "filter", chosen: nil, clear: $0.clear, options: $0.options)
        }
        page.tools = .now(tools)
        return page
    }
}
