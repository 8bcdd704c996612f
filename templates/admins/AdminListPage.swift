import HTML

/// The admins of a tenant; or, for operators, of the installation.
package struct AdminListPage: Sendable {
    package var frame: Frame
    package var here: Link
    package var search: String
    package var rows: [AdminRow]
    package var shown: LocalText
    package var next: Link?
    package var inviteLink: Link?
    package var isInstallation: Bool

    package init(
        frame: Frame, here: Link, search: String, rows: [AdminRow], shown: LocalText, next: Link?, inviteLink: Link?,
        isInstallation: Bool
    ) {
        self.frame = frame
        self.here = here
        self.search = search
        self.rows = rows
        self.shown = shown
        self.next = next
        self.inviteLink = inviteLink
        self.isInstallation = isInstallation
    }

    package var isSearching: Bool { !search.isEmpty }

    package static var sample: AdminListPage {
        AdminListPage(
            frame: .sample("Admins", at: "person"), here: "/t/rooster-me/admins", search: "", rows: AdminRow.samples,
            shown: Strings.admins_shown(shown: 4), next: "/t/rooster-me/admins?after=1", inviteLink: "/t/rooster-me/admins/new",
            isInstallation: false)
    }

    package static var sampleEmpty: AdminListPage {
        var page = sample
        page.rows = []
        return page
    }

    package static var sampleOfInstallation: AdminListPage {
        var page = sample
        page.frame = .sample("Admins", at: "person", inTenant: false)
        (page.here, page.isInstallation, page.inviteLink, page.next) = ("/admins", true, nil, nil)
        page.rows = AdminRow.samples.enumerated().map { index, row in
            var row = row
            row.link = nil
            if index == 2 { row.restore = "/admins/1/disabling/end" } else if !row.isYou { row.disable = "/admins/1/disabling" }
            return row
        }
        return page
    }
}
