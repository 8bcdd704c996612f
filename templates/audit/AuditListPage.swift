import HTML

/// The audit trail of a tenant or, for operators, of the installation.
package struct AuditListPage: Sendable {
    package var frame: Frame
    package var search: String
    package var hidden: [HiddenValue]
    package var filters: [FilterMenu]
    package var from: DayInput
    package var until: DayInput
    package var clearAll: Link?
    package var entries: [TrailEntry]
    package var pager: Pager
    /// Where the older entries are; nil when all are here.
    package var archived: LocalText?
    package var exportLink: Link
    package var here: Link

    package var filterCount: LocalText? { FilterMenu.count(filters) }

    package init(
        frame: Frame, search: String, hidden: [HiddenValue], filters: [FilterMenu], from: DayInput, until: DayInput,
        clearAll: Link?, entries: [TrailEntry], pager: Pager, archived: LocalText?, exportLink: Link, here: Link
    ) {
        self.frame = frame
        self.search = search
        self.hidden = hidden
        self.filters = filters
        self.from = from
        self.until = until
        self.clearAll = clearAll
        self.entries = entries
        self.pager = pager
        self.archived = archived
        self.exportLink = exportLink
        self.here = here
    }

    package static var sample: AuditListPage {
        AuditListPage(
            frame: .sample("Audit trail", at: "trail", crumbs: [Crumb(label: "Audit trail", link: nil)]),
            search: "", hidden: [HiddenValue("actor", "sara")],
            filters: [
                .sample(
                    Strings.audit_filter_actor, chosen: "Sara Lind", ["Sara Lind", "علی رضایی", "importer", "Roost"]),
                .sample(
                    Strings.audit_filter_action,
                    [
                        "signed in", "signed out", "added the user", "changed the user", "suspended the user",
                        "deleted the user", "restored the user", "looked at the user", "began an export of users",
                    ]),
            ],
            from: DayInput("from", Strings.audit_from, "2026-11-01", .en),
            until: DayInput("until", Strings.audit_until, "", .en), clearAll: "/t/rooster-me/audit",
            entries: TrailEntry.samples,
            pager: Pager(
                shown: Strings.audit_shown(count: 50), previous: nil, next: "/t/rooster-me/audit?after=x", exact: nil),
            archived: Strings.audit_archived(number: 39_000, time: "12 Nov 2026, 17:40"),
            exportLink: "/t/rooster-me/audit/export", here: "/t/rooster-me/audit")
    }

    package static var sampleEmpty: AuditListPage {
        var page = sample
        page.entries = []
        page.from = DayInput("from", Strings.audit_from, "", .fa)
        page.archived = nil
        page.clearAll = nil
        page.pager.shown = Strings.audit_shown(count: 0)
        page.pager.next = nil
        return page
    }
}
