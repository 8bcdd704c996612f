import HTML
import Postgres
import Templates
import Web

extension Actor {
    /// What surrounds a page. `current` is the menu's path that stands out; `crumb` is a page above this one.
    func frame(
        _ title: LocalText, _ services: Services, current: String? = nil, crumb: (label: LocalText, link: Link)? = nil,
        undo: Link? = nil
    ) -> Frame {
        frame(title.resolve(in: language), services, current: current, crumb: crumb, undo: undo)
    }

    func frame(
        _ title: String, _ services: Services, current: String? = nil, crumb: (label: LocalText, link: Link)? = nil,
        undo: Link? = nil
    ) -> Frame {
        var crumbs: [Crumb] = []
        if !tenant.isInstallation { crumbs.append(Crumb(label: tenant.name, link: "/t/\(tenant.slug)")) }
        if let crumb { crumbs.append(Crumb(label: crumb.label.resolve(in: language), link: crumb.link)) }
        crumbs.append(Crumb(label: title, link: nil))
        let tenant = mark(services)
        var frame = Frame(
            title: title, assets: services.assets, theme: theme, tenant: tenant, rail: rail(tenant, services, current),
            adminName: name,
            accountLink: "/account", accountIsCurrent: current == "account", tenantsLink: "/tenants",
            findLink: findLink(),
            signOutLink: "/sign-out", csrf: session?.csrf ?? "", crumbs: crumbs, flash: shownFlash(undo: undo))
        frame.notices = services.notices.unseen(by: self, services)
        return frame
    }

    private func mark(_ services: Services) -> TenantMark? {
        guard !tenant.isInstallation else { return nil }
        return TenantMark(tenant.mark, name: tenant.name, kind: services.kindLabel(tenant.kind))
    }

    /// What a rail is made from, beside what stays the same while the process runs.
    struct RailKey: Hashable {
        var tenant: ID
        var slug: String
        var name: String
        var kind: String
        var accent: String
        var icon: ID?
        var holdsPeople: Bool
        var permissions: Set<Permission>
        var isOperator: Bool
        var language: Language
        var current: String?
        var waiting: Int
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
                    title: nil,
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
        return [MenuEntry.Section.top, .people, .content, .reports, .safety].compactMap { section in
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
                case .content: Strings.menu_content
                case .reports: Strings.menu_reports
                case .safety: Strings.menu_safety
                }
            return MenuSection(title: title.map { LocalText($0) }, items: items)
        }
    }

    /// The menu's pages of this tenant that the actor may see. One that holds nobody's data has none about people.
    func entries(_ services: Services) -> [MenuEntry] {
        services.menu.filter { may($0.needs) && (!$0.isAboutPeople || tenant.holdsPeople) }
    }

    func link(_ entry: MenuEntry) -> Link { link(entry.path) }

    /// A page of the tenant; `path` as routes have it, without a slash in front.
    func link(_ path: String) -> Link {
        path.split(separator: "/").reduce("/t/\(tenant.slug)") { base, part in "\(base)/\(String(part))" }
    }

    /// The page that finds anything, and, with `.json`, what its script asks.
    func findLink(_ ending: String = "") -> Link {
        tenant.isInstallation ? Link("/find\(ending)") : Link("/t/\(tenant.slug)/find\(ending)")
    }

    /// What a change says on the next page.
    private static let flashes: [String: StringKey] = [
        "added": Strings.users_added, "saved": Strings.users_saved, "suspended": Strings.users_suspended,
        "reinstated": Strings.users_reinstated, "deleted": Strings.users_deleted, "restored": Strings.users_restored,
        "noted": Strings.users_note_added, "account": Strings.account_saved,
        "password": Strings.account_password_changed,
        "settings": Strings.settings_saved, "icon": Strings.icon_saved, "icon-removed": Strings.icon_removed,
        "service-on": Strings.settings_turned_on, "service-off": Strings.settings_turned_off,
        "role": Strings.admins_role_changed, "admin-added": Strings.admins_added, "taken-out": Strings.admins_taken_out,
        "withdrawn": Strings.admins_withdrawn, "mailed": Strings.admins_mailed,
        "job-again": Strings.jobs_was_retried, "job-gone": Strings.jobs_was_discarded,
        "disabled": Strings.admins_was_disabled, "enabled": Strings.admins_was_enabled,
        "back": Strings.admins_back, "permission-taken": Strings.review_permission_taken,
        "permission-given": Strings.review_permission_given,
        "role-added": Strings.roles_added, "role-saved": Strings.roles_saved, "role-deleted": Strings.roles_deleted,
        "archived": Strings.tenants_was_archived, "unarchived": Strings.tenants_was_restored,
        "goes": Strings.tenants_will_go, "kept": Strings.tenants_was_kept,
        "passkey-added": Strings.passkeys_added, "passkey-removed": Strings.passkeys_removed,
        "four-eyes-on": Strings.approval_policy_was_on, "four-eyes-off": Strings.approval_policy_was_off,
        "entry-added": Strings.catalogue_was_added, "entry-saved": Strings.catalogue_was_saved,
        "entry-published": Strings.catalogue_was_published, "entry-scheduled": Strings.catalogue_was_scheduled,
        "entry-unscheduled": Strings.catalogue_was_unscheduled, "entry-in-review": Strings.catalogue_was_sent,
        "entry-back": Strings.catalogue_was_taken_back, "entry-discarded": Strings.catalogue_was_discarded,
        "entry-deleted": Strings.catalogue_was_deleted, "entry-returned": Strings.catalogue_was_returned,
        "entry-retired": Strings.catalogue_was_retired, "entry-restored": Strings.catalogue_was_restored,
        "approval-asked": Strings.approvals_was_asked, "approval-given": Strings.approvals_was_given,
        "approval-refused": Strings.approvals_was_refused, "approval-withdrawn": Strings.approvals_was_withdrawn,
        "session": Strings.account_session_ended, "sessions": Strings.account_sessions_ended,
        "tenant": Strings.tenants_added,
        "segment-added": Strings.segments_was_added, "segment-saved": Strings.segments_was_saved,
        "segment-deleted": Strings.segments_was_deleted,
        "view": Strings.views_saved, "view-deleted": Strings.views_deleted,
        "subscription-granted": Strings.subscription_was_granted,
        "subscription-extended": Strings.subscription_was_extended,
        "subscription-cancelled": Strings.subscription_was_cancelled,
        "subscription-resumed": Strings.subscription_was_resumed,
        "subscription-refunded": Strings.subscription_was_refunded,
        "provider": Strings.providers_was_changed, "sandbox-turned": Strings.sandbox_was_turned,
        "report-mail": Strings.report_mail_was_added, "report-mail-stopped": Strings.report_mail_was_ended,
        "import-deleted": Strings.import_was_deleted, "export-deleted": Strings.export_was_deleted,
        "key-disabled": Strings.keys_disabled, "key-enabled": Strings.keys_enabled, "key-deleted": Strings.keys_deleted,
    ]

    private func shownFlash(undo: Link?) -> Flash? {
        guard let parts = flash?.split(separator: "~", maxSplits: 1),
            let text = parts.first.flatMap({ Self.flashes[String($0)] })
        else { return nil }
        return Flash(
            text: LocalText(text), undo: undo ?? (parts.count > 1 ? Link(pathOfThisHost: String(parts[1])) : nil))
    }
}

extension Services {
    func kindLabel(_ id: String) -> LocalText { LocalText(kind(id)?.label ?? Strings.kind_unknown) }
}
