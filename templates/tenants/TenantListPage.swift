import HTML

/// The tenants one may enter: found by typing, the same with 5 and with 5,000.
package struct TenantListPage: Sendable {
    package var frame: Frame
    package var search: String
    package var rows: [TenantRow]
    package var next: Link?
    /// Operators only.
    package var addLink: Link?
    /// The archived ones are shown.
    package var isArchive: Bool
    /// There may be archived ones to look at.
    package var hasArchive: Bool
    /// What waits to be accepted.
    package var offers: [TenantOffer]

    package init(
        frame: Frame, search: String, rows: [TenantRow], next: Link?, addLink: Link?, isArchive: Bool = false,
        hasArchive: Bool = false, offers: [TenantOffer] = []
    ) {
        self.offers = offers
        self.frame = frame
        self.search = search
        self.rows = rows
        self.next = next
        self.addLink = addLink
        self.isArchive = isArchive
        self.hasArchive = hasArchive
    }

    package var isSearching: Bool { !search.isEmpty }
    package var archiveLink: Link { frame.tenantsLink.with(query: [("archived", "1")]) }
    package var showAll: Link { isArchive ? archiveLink : frame.tenantsLink }

    package static var sample: TenantListPage {
        TenantListPage(
            frame: .sample("Tenants", at: "tenants", inTenant: false), search: "", rows: TenantRow.samples,
            next: "/tenants?after=x", addLink: "/tenants/new", hasArchive: true, offers: [.sample])
    }

    package static var sampleArchived: TenantListPage {
        var page = sample
        (page.isArchive, page.next, page.addLink) = (true, nil, nil)
        page.rows = page.rows.enumerated().map { index, row in
            var row = row
            row.archived = ArchivedTenantActs(
                restore: "/tenants/1/restoration", delete: "/tenants/1/deletion",
                goesIn: index % 3 == 1 ? Strings.tenants_goes_in(days: index) : nil)
            if index > 0 { row.link = nil }
            return row
        }
        return page
    }

    package static var sampleEmpty: TenantListPage {
        TenantListPage(
            frame: .sample("Tenants", at: "tenants", inTenant: false), search: "", rows: [], next: nil, addLink: nil)
    }
}
