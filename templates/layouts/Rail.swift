import HTML

/// Where one is and where one can go: the tenant, with the way to the others, and the menu.
package struct Rail: Sendable {
    /// nil on pages that belong to no tenant.
    package var tenant: TenantMark?
    package var tenantsLink: Link
    package var icons: Link
    package var sections: [MenuSection]

    package init(tenant: TenantMark?, tenantsLink: Link, icons: Link, sections: [MenuSection]) {
        self.tenant = tenant
        self.tenantsLink = tenantsLink
        self.icons = icons
        self.sections = sections
    }
}
