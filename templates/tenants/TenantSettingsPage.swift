import HTML

/// What a tenant's owners and managers set.
package struct TenantSettingsPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var name: Field
    /// nil for those who may not change it; `fixedSlug` is then shown.
    package var slug: Field?
    package var fixedSlug: String
    package var zone: Field
    package var languages: Field
    package var currency: Field
    package var idleMinutes: Field
    /// How long the trail stays, the quiet hours, the users' passwords.
    package var periods: [Field]
    package var accent: AccentChoice
    package var icon: IconForm
    /// The version and the values the form was opened with.
    package var hidden: [HiddenValue]
    package var conflict: Conflict?
    package var services: SwitchCard
    /// Acts that may wait for a second admin.
    package var approvalPolicy: SwitchCard
    package var archive: ReasonForm?
    package var restore: Link?
    package var isArchived: Bool
    /// What was changed here before; nil beside a form that came back, and for somebody who may not see it.
    package var trail: TrailCard?

    package init(
        frame: Frame, action: Link, name: Field, slug: Field?, fixedSlug: String, zone: Field, languages: Field,
        currency: Field,
        idleMinutes: Field, periods: [Field], accent: AccentChoice, icon: IconForm, hidden: [HiddenValue],
        conflict: Conflict?, services: SwitchCard,
        approvalPolicy: SwitchCard, archive: ReasonForm?, restore: Link?, isArchived: Bool, trail: TrailCard? = nil
    ) {
        self.frame = frame
        self.action = action
        self.name = name
        self.slug = slug
        self.fixedSlug = fixedSlug
        self.zone = zone
        self.languages = languages
        self.currency = currency
        self.idleMinutes = idleMinutes
        self.periods = periods
        self.accent = accent
        self.icon = icon
        self.hidden = hidden
        self.conflict = conflict
        self.services = services
        self.approvalPolicy = approvalPolicy
        self.archive = archive
        self.restore = restore
        self.isArchived = isArchived
        self.trail = trail
    }

    package var errors: ErrorSummary? {
        ErrorSummary(
            [
                name.problem, slug?.problem, zone.problem, languages.problem, currency.problem, idleMinutes.problem,
                accent.problem, icon.field.problem,
            ] + periods.map(\.problem))
    }

    package var archiveMenu: ReasonMenu? {
        archive.map {
            ReasonMenu(
                LocalText(Strings.settings_archive), icon: frame.icon("archive"),
                advice: LocalText(Strings.settings_archive_advice),
                form: $0, confirm: LocalText(Strings.settings_archive_now), isDanger: true)
        }
    }

    package var restoreButton: ActButton? {
        restore.map {
            ActButton(LocalText(Strings.tenants_restore), icon: frame.icon("undo"), action: $0, csrf: frame.csrf)
        }
    }

    package static var sample: TenantSettingsPage { sample(slug: nil, isArchived: false, conflict: nil) }

    /// As an operator sees an archived one, after somebody else saved.
    package static var sampleArchived: TenantSettingsPage {
        sample(
            slug: Field(
                "slug", label: LocalText(Strings.tenant_slug), value: "Gym!",
                hint: LocalText(Strings.settings_slug_hint),
                error: LocalText(Strings.error_slug_taken), isRequired: true, isLatin: true),
            isArchived: true, conflict: .sample(Strings.merge_settings_title))
    }

    private static func sample(slug: Field?, isArchived: Bool, conflict: Conflict?) -> TenantSettingsPage {
        func field(_ name: String, _ label: StringKey, _ value: String, hint: StringKey, isLatin: Bool = true) -> Field
        {
            Field(
                name, label: LocalText(label), value: value, hint: LocalText(hint), isRequired: true, isLatin: isLatin)
        }
        return TenantSettingsPage(
            frame: .sample("Settings", at: "gear"), action: "/t/rooster-me/settings",
            name: field(
                "name", Strings.tenant_name, "Gym \"<&>\" باشگاه", hint: Strings.user_name_hint, isLatin: false),
            slug: slug, fixedSlug: "rooster-me",
            zone: field("zone", Strings.tenant_zone, "Europe/Madrid", hint: Strings.tenant_zone_hint),
            languages: field("languages", Strings.tenant_languages, "en, es", hint: Strings.tenant_languages_hint),
            currency: field("currency", Strings.tenant_currency, "EUR", hint: Strings.tenant_currency_hint),
            idleMinutes: field("idle_minutes", Strings.settings_idle, "15", hint: Strings.settings_idle_hint),
            periods: [
                field("audit_days", Strings.settings_audit_days, "400", hint: Strings.settings_audit_days_hint),
                Field(
                    "quiet_from", label: LocalText(Strings.settings_quiet_from), value: "22:00", type: "time",
                    error: LocalText(Strings.error_time), isLatin: true),
            ],
            accent: .sample,
            icon: isArchived
                ? .sample(icon: "/t/rooster-me/images/1", error: LocalText(Strings.error_image_damaged))
                : .sample(icon: nil), hidden: [HiddenValue("version", "3")], conflict: conflict,
            services: SwitchCard(
                "services", title: LocalText(Strings.settings_services),
                advice: LocalText(Strings.settings_services_advice),
                switches: [
                    Switch(
                        label: LocalText(Strings.service_push), what: LocalText(Strings.service_push_what), isOn: true,
                        action: "/t/rooster-me/settings/services/push"),
                    Switch(
                        label: LocalText(Strings.service_checkout), what: LocalText(Strings.service_checkout_what),
                        isOn: false,
                        action: "/t/rooster-me/settings/services/checkout"),
                ], csrf: "sample"),
            approvalPolicy: SwitchCard(
                "four-eyes", title: LocalText(Strings.approval_policy_title),
                advice: LocalText(Strings.approval_policy_advice),
                switches: [
                    Switch(
                        label: LocalText(Strings.approval_policy_roles),
                        what: LocalText(Strings.approval_policy_roles_what),
                        isOn: true,
                        action: "/t/rooster-me/settings/four-eyes/roles")
                ], csrf: "sample"),
            archive: isArchived
                ? nil
                : ReasonForm(
                    action: "/t/rooster-me/archive", csrf: "sample",
                    reason: Field(
                        "reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint))),
            restore: isArchived ? "/tenants/1/restoration" : nil, isArchived: isArchived,
            trail: isArchived ? nil : .sample)
    }
}
