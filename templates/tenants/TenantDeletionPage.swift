import HTML

/// What deleting an archived tenant means, and the form that asks for it; or when it goes.
package struct TenantDeletionPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var cancel: Link
    package var users: LocalText
    package var admins: LocalText
    package var keys: LocalText
    /// Between asking and going.
    package var days: Int
    package var slug: Field
    package var reason: Field
    /// Set when it was asked for.
    package var goesOn: LocalText?
    package var keep: Link

    package init(
        frame: Frame, action: Link, cancel: Link, users: LocalText, admins: LocalText, keys: LocalText, days: Int,
        slug: Field,
        reason: Field, goesOn: LocalText?, keep: Link
    ) {
        self.frame = frame
        self.action = action
        self.cancel = cancel
        self.users = users
        self.admins = admins
        self.keys = keys
        self.days = days
        self.slug = slug
        self.reason = reason
        self.goesOn = goesOn
        self.keep = keep
    }

    package var errors: ErrorSummary? { ErrorSummary([slug.problem, reason.problem]) }

    package static var sample: TenantDeletionPage {
        TenantDeletionPage(
            frame: .sample("Delete Gym", at: "tenants", inTenant: false), action: "/tenants/1/deletion",
            cancel: "/tenants?archived=1", users: Strings.tenants_delete_users(users: 1_000_000),
            admins: Strings.tenants_delete_admins(admins: 1), keys: Strings.tenants_delete_keys(keys: 0), days: 30,
            slug: Field(
                "slug", label: Strings.tenants_delete_confirm(slug: "gym"), value: "gum",
                error: Strings.error_confirm_slug(slug: "gym"), isRequired: true, isLatin: true),
            reason: Field(
                "reason", label: LocalText(Strings.user_reason), value: "\"<moved>\" &c",
                hint: LocalText(Strings.user_reason_hint),
                isRequired: true),
            goesOn: nil, keep: "/tenants/1/deletion/end")
    }

    package static var sampleWaiting: TenantDeletionPage {
        var page = sample
        page.goesOn = LocalTime(year: 2026, month: 12, day: 21).map {
            Strings.tenants_goes_on(date: Formatted.date($0))
        }
        return page
    }
}
