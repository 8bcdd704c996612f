import HTML

/// The tenants one may enter: found by typing, the same with 5 and with 5,000.
package struct TenantListPage: Sendable {
    package var frame: Frame
    package var search: String
    package var rows: [TenantRow]
    package var next: Link?
    /// Operators only.
    package var addLink: Link?

    package init(frame: Frame, search: String, rows: [TenantRow], next: Link?, addLink: Link?) {
        self.frame = frame
        self.search = search
        self.rows = rows
        self.next = next
        self.addLink = addLink
    }

    package var isSearching: Bool { !search.isEmpty }

    package static var sample: TenantListPage {
        TenantListPage(
            frame: .sample("Tenants", at: "tenants", inTenant: false), search: "", rows: TenantRow.samples,
            next: "/tenants?after=x", addLink: "/tenants/new")
    }

    package static var sampleEmpty: TenantListPage {
        TenantListPage(
            frame: .sample("Tenants", at: "tenants", inTenant: false), search: "", rows: [], next: nil, addLink: nil)
    }
}
