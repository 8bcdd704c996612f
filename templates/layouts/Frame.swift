import HTML

/// What surrounds every page of a signed-in admin: the rail, the bar above the page, a
/// message about what was just done.
package struct Frame: Sendable {
    package var title: String
    package var assets: AssetLinks
    package var theme: String
    /// nil on pages that belong to no tenant.
    package var tenant: TenantMark?
    package var rail: Printed<Rail>
    package var adminName: String
    /// By which a script knows whose a kept form is: names are not unique.
    package var adminID = ""
    package var accountLink: Link
    package var accountIsCurrent: Bool
    package var tenantsLink: Link
    package var findLink: Link
    package var signOutLink: Link
    package var csrf: String
    package var crumbs: [Crumb]
    package var flash: Flash?
    /// Above everything else, for operators, until they have been seen.
    package var notices: [ShellNotice] = []
    /// What a refused form held that this page has no field for.
    package var givenBack: FactsCard?
    /// After so many minutes without a request the session ends.
    package var idleMinutes = 15
    /// The page answers a form at the form's address.
    package var isAnswer = false
    /// After so many seconds the session ends, however much it is used.
    package var secondsLeft: Int?
    /// The guide's page on where one is.
    package var helpLink: Link?

    package init(
        title: String, assets: AssetLinks, theme: String, tenant: TenantMark?, rail: Printed<Rail>,
        adminName: String,
        accountLink: Link, accountIsCurrent: Bool, tenantsLink: Link, findLink: Link, signOutLink: Link, csrf: String,
        crumbs: [Crumb],
        flash: Flash?
    ) {
        self.title = title
        self.assets = assets
        self.theme = theme
        self.tenant = tenant
        self.rail = rail
        self.adminName = adminName
        self.accountLink = accountLink
        self.accountIsCurrent = accountIsCurrent
        self.tenantsLink = tenantsLink
        self.findLink = findLink
        self.signOutLink = signOutLink
        self.csrf = csrf
        self.crumbs = crumbs
        self.flash = flash
    }

    /// What follows the title in the window's bar.
    package var place: String { tenant?.name ?? "Roost" }

    /// For controls and scroll bars, before the style sheet has come.
    package var colorScheme: String {
        switch theme {
        case "light", "dark": theme
        default: "light dark"
        }
    }

    package static func sample(
        _ title: String, at current: String = "", crumbs: [Crumb] = [], flash: Flash? = nil, theme: String = "auto",
        inTenant: Bool = true
    ) -> Frame {
        func item(_ label: StringKey, _ link: Link, _ icon: String) -> MenuItem {
            MenuItem(label: LocalText(label), link: link, icon: icon, isCurrent: icon == current)
        }
        let sections = [
            MenuSection(
                "top", title: nil, icons: AssetLinks.sample.icons,
                items: [item(Strings.menu_home, "/t/rooster-me", "home")]),
            MenuSection(
                "people", title: LocalText(Strings.menu_people), icons: AssetLinks.sample.icons,
                items: [item(Strings.menu_users, "/t/rooster-me/users", "users")]
            ),
            MenuSection(
                "safety", title: LocalText(Strings.menu_safety), icons: AssetLinks.sample.icons,
                items: [item(Strings.menu_audit, "/t/rooster-me/audit", "trail")]
            ),
        ]
        let tenant =
            inTenant
            ? TenantMark(
                Mark(name: "RoosterMe", accentClass: "accent-1", icon: nil), name: "RoosterMe",
                kind: LocalText(Strings.alarm_kind)) : nil
        return Frame(
            title: title, assets: .sample, theme: theme, tenant: tenant,
            rail: .now(
                Rail(
                    tenant: tenant, tenantsLink: "/tenants", icons: AssetLinks.sample.icons,
                    sections: inTenant
                        ? sections
                        : [
                            MenuSection(
                                "top", title: nil, icons: AssetLinks.sample.icons,
                                items: [item(Strings.menu_tenants, "/tenants", "tenants")])
                        ])),
            adminName: "Sara Lind", accountLink: "/account", accountIsCurrent: current == "person",
            tenantsLink: "/tenants", findLink: inTenant ? "/t/rooster-me/find" : "/find", signOutLink: "/sign-out",
            csrf: "sample",
            crumbs: inTenant ? [Crumb(label: "RoosterMe", link: "/t/rooster-me")] + crumbs : crumbs, flash: flash)
    }
}

package struct AssetLinks: Sendable {
    package var css: Link
    package var script: Link
    package var icons: Link
    package var favicon: Link
    /// Every file of `public/` by its name: a script that only one page loads is found here.
    package var files: [String: Link]

    package init(css: Link, script: Link, icons: Link, favicon: Link, files: [String: Link] = [:]) {
        self.files = files
        self.css = css
        self.script = script
        self.icons = icons
        self.favicon = favicon
    }

    package func file(_ name: String) -> Link { files[name] ?? "/assets/\(name)" }

    package static let sample = AssetLinks(
        css: "/assets/roost.css", script: "/assets/roost.js", icons: "/assets/icons.svg", favicon: "/assets/favicon.svg"
    )
}

/// The tenant in the rail: its icon or letter, its name, its kind in words.
package struct TenantMark: Sendable {
    package var mark: Mark
    package var name: String
    package var kind: LocalText

    package init(_ mark: Mark, name: String, kind: LocalText) {
        self.mark = mark
        self.name = name
        self.kind = kind
    }
}

package struct MenuItem: Sendable {
    package var label: LocalText
    package var link: Link
    /// A symbol's id in public/icons.svg.
    package var icon: String
    package var isCurrent: Bool
    /// How many things on that page wait for whoever looks.
    package var waiting: Int

    package init(label: LocalText, link: Link, icon: String, isCurrent: Bool, waiting: Int = 0) {
        self.label = label
        self.link = link
        self.icon = icon
        self.isCurrent = isCurrent
        self.waiting = waiting
    }

    package var count: LocalText? { waiting > 0 ? Strings.frame_count(count: waiting) : nil }
    package var countInWords: LocalText { Strings.frame_waiting(count: waiting) }
}

package struct Crumb: Sendable {
    package var label: String
    package var link: Link?

    package init(label: String, link: Link?) {
        self.label = label
        self.link = link
    }
}

package struct LanguageChoice: Sendable {
    package var code: String
    package var name: String
    package var isCurrent: Bool

    package init(code: String, name: String, isCurrent: Bool) {
        self.code = code
        self.name = name
        self.isCurrent = isCurrent
    }

    package static let sample = Language.allCases.map {
        LanguageChoice(code: $0.code, name: $0.nameInItself, isCurrent: $0 == .en)
    }
}

/// What was just done, said once at the top of the next page.
package struct Flash: Sendable {
    package var text: LocalText
    /// Where a POST takes it back, when it can be taken back.
    package var undo: Link?
    /// It was done but deserves a look, or it was not done.
    package var isWarning: Bool
    /// Where one sees why it is a warning.
    package var look: Link?

    package init(text: LocalText, undo: Link? = nil) {
        self.text = text
        self.undo = undo
        isWarning = false
    }

    package init(warning text: LocalText, undo: Link? = nil, look: Link? = nil) {
        self.text = text
        self.undo = undo
        isWarning = true
        self.look = look
    }

    package var icon: String { isWarning ? "warn" : "check" }
}
