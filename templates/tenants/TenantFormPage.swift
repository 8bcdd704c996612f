import HTML

/// A new tenant.
package struct TenantFormPage: Sendable {
    package var frame: Frame
    package var action: Link
    package var name: Field
    package var slug: Field
    package var kind: Choice
    package var zone: Field
    package var currency: Field
    package var languages: Field
    package var cancel: Link

    package init(
        frame: Frame, action: Link, name: Field, slug: Field, kind: Choice, zone: Field, currency: Field,
        languages:
            Field, cancel: Link
    ) {
        self.frame = frame
        self.action = action
        self.name = name
        self.slug = slug
        self.kind = kind
        self.zone = zone
        self.currency = currency
        self.languages = languages
        self.cancel = cancel
    }

    package var errors: ErrorSummary? {
        ErrorSummary([
            name.problem, slug.problem, kind.problem, zone.problem, currency.problem, languages.problem,
        ])
    }

    package static var sample: TenantFormPage {
        func field(
            _ name: String, _ label: StringKey, _ value: String, hint: StringKey? = nil, error: StringKey? = nil,
            isLatin: Bool = true
        ) -> Field {
            Field(
                name, label: LocalText(label), value: value, hint: hint.map { LocalText($0) },
                error: error.map { LocalText($0) }, isRequired: true, isLatin: isLatin)
        }
        return TenantFormPage(
            frame: .sample(
                "Add a tenant", at: "tenants", crumbs: [Crumb(label: "Tenants", link: "/tenants")], inTenant: false),
            action: "/tenants", name: field("name", Strings.tenant_name, "Gym \"<&>\" باشگاه", isLatin: false),
            slug: field("slug", Strings.tenant_slug, "Gym!", hint: Strings.tenant_slug_hint, error: Strings.error_slug),
            kind: Choice(
                "kind", label: LocalText(Strings.tenant_kind),
                options: [.init(value: "fitness", label: "Fitness goals with sponsors", isSelected: true)]),
            zone: field("zone", Strings.tenant_zone, "Europe/Madrid", hint: Strings.tenant_zone_hint),
            currency: field(
                "currency", Strings.tenant_currency, "EURO", hint: Strings.tenant_currency_hint,
                error: Strings.error_currency),
            languages: field("languages", Strings.tenant_languages, "en, es", hint: Strings.tenant_languages_hint),
            cancel: "/tenants")
    }
}
