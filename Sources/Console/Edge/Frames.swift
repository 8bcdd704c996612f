import HTML
import Postgres
import Templates
import Web

extension Actor {
    /// Returns the parts around a page. `current` is the path of the highlighted menu entry; `crumb` is the page
    /// above this one, `above` the one above that.
    package func frame(
        _ title: LocalText, _ services: Services, current: String? = nil, crumb: (label: LocalText, link: Link)? = nil,
        above: (label: LocalText, link: Link)? = nil, undo: Link? = nil
    ) -> Frame {
        frame(title.resolve(in: language), services, current: current, crumb: crumb, above: above, undo: undo)
    }

    package func frame(
        _ title: String, _ services: Services, current: String? = nil, crumb: (label: LocalText, link: Link)? = nil,
        above: (label: LocalText, link: Link)? = nil, undo: Link? = nil
    ) -> Frame {
        var crumbs: [Crumb] = []
        if !tenant.isInstallation { crumbs.append(Crumb(label: tenant.name, link: "/t/\(tenant.slug)")) }
        for crumb in [above, crumb].compactMap({ $0 }) {
            crumbs.append(Crumb(label: crumb.label.resolve(in: language), link: crumb.link))
        }
        crumbs.append(Crumb(label: title, link: nil))
        let tenant = mark(services)
        var frame = Frame(
            title: title, assets: services.assets, theme: theme, tenant: tenant, rail: rail(tenant, services, current),
            adminName: name,
            accountLink: "/account", accountIsCurrent: current == "account", tenantsLink: "/tenants",
            findLink: findLink(),
            signOutLink: "/sign-out", csrf: session?.csrf ?? "", crumbs: crumbs, flash: shownFlash(undo: undo))
        frame.adminID = id?.description ?? ""
        frame.idleMinutes = services[IdleTimes.self].minutes(of: self)
        frame.isAnswer = here == nil
        frame.secondsLeft = session?.endsAt.map { max(0, Int($0.seconds - now.seconds)) }
        frame.helpLink = guideLink(topic)
        frame.notices = services.notices.unseen(by: self, services)
        if let refusal { frame.flash = Flash(warning: refusal) }
        if !givenBack.isEmpty { frame.givenBack = FactsCard(LocalText(Strings.frame_given_back), givenBack) }
        return frame
    }

    private func mark(_ services: Services) -> TenantMark? {
        guard !tenant.isInstallation else { return nil }
        return TenantMark(tenant.mark, name: tenant.name, kind: services.kindLabel(tenant.kind))
    }

    /// The values from which a rail is made, except those that never change while the process runs.
    package struct RailKey: Hashable, Weighed {
        package var tenant: ID
        package var slug: String
        package var name: String
        package var kind: String
        package var accent: String
        package var icon: ID?
        package var holdsPeople: Bool
        package var permissions: Set<Permission>
        package var isOperator: Bool
        package var language: Language
        package var current: String?
        package var waiting: Int

        package var weight: Int { 256 + [slug, name, kind, accent, current ?? ""].weight + 32 * permissions.count }
    }

    private func rail(_ mark: TenantMark?, _ services: Services, _ current: String?) -> Printed<Rail> {
        let waiting = tenant.isInstallation ? 0 : services.waiting.count(for: self)
        let key = RailKey(
            tenant: tenant.id, slug: tenant.slug, name: tenant.name, kind: tenant.kind, accent: tenant.accent,
            icon: tenant.icon,
            holdsPeople: tenant.holdsPeople, permissions: permissions, isOperator: isOperator, language: language,
            current: current, waiting: waiting)
        return services.rails.part(key, in: language) {
            Rail(
                tenant: mark, tenantsLink: "/tenants", icons: services.assets.icons,
                sections: menu(services, current, waiting))
        }
    }

    private func menu(_ services: Services, _ current: String?, _ waiting: Int) -> [MenuSection] {
        guard !tenant.isInstallation else {
            return [
                MenuSection(
                    "top", title: nil, icons: services.assets.icons,
                    items: [
                        MenuItem(
                            label: LocalText(Strings.menu_tenants), link: "/tenants", icon: "tenants",
                            isCurrent: current == "tenants")
                    ]
                        + (isOperator
                            ? [
                                MenuItem(
                                    label: LocalText(Strings.menu_admins), link: "/admins", icon: "shield",
                                    isCurrent: current == "admins"),
                                MenuItem(
                                    label: LocalText(Strings.review_title), link: "/access-review", icon: "clock",
                                    isCurrent: current == "access-review"),
                                MenuItem(
                                    label: LocalText(Strings.menu_audit), link: "/audit", icon: "trail",
                                    isCurrent: current == "audit"),
                            ] : []))
            ]
        }
        let entries = entries(services)
        return MenuEntry.Section.allCases.compactMap { section in
            let items = entries.filter { $0.section == section }.map { entry in
                MenuItem(
                    label: LocalText(entry.label), link: link(entry), icon: entry.icon,
                    isCurrent: entry.path == current,
                    waiting: entry.path == "approvals" ? waiting : 0)
            }
            guard !items.isEmpty else { return nil }
            let title: StringKey? =
                switch section {
                case .top: nil
                case .people: Strings.menu_people
                case .money: Strings.menu_money
                case .content: Strings.menu_content
                case .reports: Strings.menu_reports
                case .safety: Strings.menu_safety
                }
            return MenuSection(
                section.rawValue, title: title.map { LocalText($0) }, icons: services.assets.icons, items: items)
        }
    }

    /// Returns the menu entries of this tenant that the actor may see. A tenant without personal data has no entries
    /// about people.
    package func entries(_ services: Services) -> [MenuEntry] {
        services.declarations.menu.filter { may($0.needs) && $0.place.includes(tenant) }
    }

    package func link(_ entry: MenuEntry) -> Link { link(entry.path) }

    /// Returns the link to a page of the tenant; `path` is that of the route, without a leading slash.
    package func link(_ path: String) -> Link {
        path.split(separator: "/").reduce("/t/\(tenant.slug)") { base, part in "\(base)/\(String(part))" }
    }

    /// Returns the link to the search page; with `.json` the one that its script requests.
    package func findLink(_ ending: String = "") -> Link {
        tenant.isInstallation ? Link("/find\(ending)") : Link("/t/\(tenant.slug)/find\(ending)")
    }

    private func shownFlash(undo: Link?) -> Flash? {
        flash.map { said in
            said.isWarning
                ? Flash(warning: said.text, undo: undo ?? said.undo, look: said.look)
                : Flash(text: said.text, undo: undo ?? said.undo)
        }
    }
}

extension Services {
    package func kindLabel(_ id: String) -> LocalText { LocalText(kind(id)?.label ?? Strings.kind_unknown) }
}
