import HTML

/// A declared list: see `ListDeclaration`.
package struct ListPage: Sendable {
    package var frame: Frame
    package var icon: String
    package var add: Add?
    /// To where a file is brought that fills the list.
    package var importing: Add?
    /// What is said above the list.
    package var note: Note?
    /// To the file of what is shown; nil for a list that is not taken out.
    package var export: Link?
    package var tools: ListTools
    package var rows: [ListRow]
    /// What the column of acts is called, when there is one.
    package var acts: LocalText?
    package var pager: Pager
    /// Said when there is nothing yet, and what to do then.
    package var empty: LocalText
    package var emptyAdvice: LocalText

    /// A button: one more, or a file with many.
    package struct Add: Sendable {
        package var label: LocalText
        package var link: Link

        package init(label: LocalText, link: Link) {
            self.label = label
            self.link = link
        }
    }

    /// A sentence, and a link for whoever may follow it.
    package struct Note: Sendable {
        package var text: LocalText
        package var link: Add?

        package init(text: LocalText, link: Add?) {
            self.text = text
            self.link = link
        }
    }

    package init(
        frame: Frame, icon: String, add: Add?, importing: Add? = nil, note: Note? = nil, export: Link?,
        tools: ListTools, rows: [ListRow],
        acts: LocalText?, pager: Pager, empty: LocalText,
        emptyAdvice: LocalText
    ) {
        self.frame = frame
        self.icon = icon
        self.add = add
        self.importing = importing
        self.note = note
        self.export = export
        self.tools = tools
        self.rows = rows
        self.acts = acts
        self.pager = pager
        self.empty = empty
        self.emptyAdvice = emptyAdvice
    }

    package var title: String { frame.title }
    package var hasActions: Bool { export != nil || add != nil || importing != nil }
    package var hasActs: Bool { acts != nil }

    package static var sample: ListPage {
        func cells(_ state: StatusBadge, _ role: String) -> [ListCell] {
            var used = ListCell.text("2 min ago", isStrong: true)
            (used.isNumber, used.label) = (true, LocalText(Strings.account_last_used))
            return [.badge(state), .text(role), .codes(["users.read", "<users>"]), used]
        }
        return ListPage(
            frame: .sample("Admins", at: "person"), icon: "person",
            add: Add(label: LocalText(Strings.admins_invite), link: "/t/rooster-me/admins/new"),
            importing: Add(label: LocalText(Strings.import_button), link: "/t/rooster-me/admins/import"),
            note: Note(
                text: LocalText(Strings.list_export_jsonl_hint),
                link: Add(label: LocalText(Strings.import_button), link: "/t/rooster-me/admins/import")),
            export: "/t/rooster-me/admins/export?q=x",
            tools: ListTools(
                here: "/t/rooster-me/admins", search: "\"<o'brien>\"", searchHint: LocalText(Strings.admins_search),
                hidden: [HiddenValue("sort", "-used")],
                filters: [.sample(Strings.admins_state, chosen: "Active", ["Active", "Invited <b>"])],
                columns: [
                    ColumnHead(
                        label: LocalText(Strings.user_name), link: "/t/rooster-me/admins?sort=name", sort: "ascending"),
                    ColumnHead(label: LocalText(Strings.admins_state)),
                    ColumnHead(label: LocalText(Strings.admins_role)),
                    ColumnHead(label: LocalText(Strings.key_scopes_short), isLess: true),
                    ColumnHead(
                        label: LocalText(Strings.account_last_used), link: "/t/rooster-me/admins?sort=-used",
                        isNumber: true),
                ],
                columnMenu: .sample,
                views: ViewMenu(
                    views: [
                        SavedViewLink(
                            name: "Invited <lately>", link: "/t/rooster-me/admins?state=invited", isCurrent: true)
                    ],
                    save: "/t/rooster-me/admins/views"),
                clearAll: "/t/rooster-me/admins"),
            rows: [
                ListRow(
                    name: "Ada \"<&>\" O'Brien", link: "/t/rooster-me/admins/1", detail: "ada@example.org",
                    tag: LocalText(Strings.admins_you),
                    cells: cells(StatusBadge(LocalText(Strings.admins_active), tone: .good), "Owner")),
                ListRow(
                    name: "علی رضایی", link: nil, detail: "rst_live_x", detailIsCode: true,
                    cells: cells(StatusBadge(LocalText(Strings.admins_disabled), tone: .off), "Night <shift>"),
                    acts: [
                        ListAct(
                            action: "/admins/1/disabling", label: LocalText(Strings.admins_disable),
                            fullLabel: LocalText(Strings.admins_disable), isDanger: true)
                    ]),
            ],
            acts: LocalText(Strings.admins_disable),
            pager: Pager(
                shown: Strings.list_shown_more(shown: 50, total: 10_000), previous: "/t/rooster-me/admins?before=x",
                next: "/t/rooster-me/admins?after=y", exact: nil),
            empty: LocalText(Strings.admins_empty), emptyAdvice: LocalText(Strings.admins_empty_advice))
    }

    package static var sampleEmpty: ListPage {
        var page = sample
        (page.rows, page.tools.clearAll, page.tools.views) = ([], nil, nil)
        return page
    }

    package static var sampleWithoutMatch: ListPage {
        var page = sample
        page.rows = []
        return page
    }
}
