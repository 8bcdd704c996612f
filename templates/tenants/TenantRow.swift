import HTML

/// What can be done with an archived tenant.
package struct ArchivedTenantActs: Sendable {
    package var restore: Link
    /// The page of its deletion: asks for it, or takes it back.
    package var delete: Link
    /// Set for one that is to be deleted.
    package var goesIn: LocalText?

    package init(restore: Link, delete: Link, goesIn: LocalText?) {
        self.restore = restore
        self.delete = delete
        self.goesIn = goesIn
    }
}

/// A tenant in the list.
package struct TenantRow: Sendable {
    package var name: String
    package var slug: String
    package var kind: LocalText
    package var role: String
    /// nil when it may not be entered.
    package var link: Link?
    package var mark: Mark
    /// nil for one in use.
    package var archived: ArchivedTenantActs?

    package init(
        name: String, slug: String, kind: LocalText, role: String, link: Link?, mark: Mark,
        archived: ArchivedTenantActs? = nil
    ) {
        self.name = name
        self.slug = slug
        self.kind = kind
        self.role = role
        self.link = link
        self.mark = mark
        self.archived = archived
    }

    package var restoreLabel: LocalText { Strings.tenants_restore_one(name: name) }
    package var deleteLabel: LocalText { Strings.tenants_delete_one(name: name) }

    package static var samples: [TenantRow] {
        let tenants: [(String, String, StringKey)] = [
            ("RoosterMe", "rooster-me", Strings.alarm_kind),
            ("FitPact \"EU\" & Söhne", "fitpact", Strings.fitness_kind),
            ("دبیرستان البرز", "alborz", Strings.gradebook_kind), ("БГУИР", "bsuir", Strings.timetable_kind),
            ("Luna", "luna", Strings.cycle_kind),
            (String(repeating: "Wolfeschlegel", count: 6), "w", Strings.alarm_kind),
            ("=2+2", "sum", Strings.alarm_kind), ("🐓", "cock", Strings.alarm_kind),
        ]
        return tenants.enumerated().map { index, tenant in
            TenantRow(
                name: tenant.0, slug: tenant.1, kind: LocalText(tenant.2),
                role: index == 0 ? "Owner" : "Night <shift>", link: "/t/\(tenant.1)",
                mark: Mark(
                    name: tenant.0, accentClass: "accent-\(index % 8 + 1)",
                    icon: index == 1 ? "/t/\(tenant.1)/images/1" : nil))
        }
    }
}
