import Console
import HTML
import Postgres
import Templates
import Web

/// The fields of a new tenant, as typed, and what is wrong with them.
struct TenantForm {
    var profile = TenantProfile()
    var kind = ""
    var errors: [String: LocalText] = [:]

    init() {}

    init(_ form: Query) {
        let typed = TenantProfile(form)
        // The rest is chosen for a new tenant, not typed; its settings change it.
        (profile.name, profile.slug, profile.zone) = (typed.name, typed.slug, typed.zone)
        (profile.languages, profile.currency) = (typed.languages, typed.currency)
        kind = form["kind"] ?? ""
    }

    mutating func check(_ services: Services, in tx: borrowing TenantTransaction) throws {
        errors = try profile.errors(own: nil, in: tx)
        if services.kind(kind) == nil { errors["kind"] = LocalText(Strings.error_choice) }
    }

    func page(_ actor: Actor, _ services: Services) -> TenantFormPage {
        let fields = TenantFields(profile: profile, errors: errors)
        return TenantFormPage(
            frame: actor.frame(
                LocalText(Strings.tenants_add_title), services, crumb: (LocalText(Strings.menu_tenants), "/tenants")),
            action: "/tenants", name: fields.name(hasFocus: true), slug: fields.slug(hint: Strings.tenant_slug_hint),
            kind: Choice(
                "kind", label: LocalText(Strings.tenant_kind),
                options: services.kinds.map {
                    .init(
                        value: $0.id, label: LocalText($0.label).resolve(in: actor.language), isSelected: $0.id == kind)
                }, error: errors["kind"]),
            zone: fields.zone, currency: fields.currency, languages: fields.languages, cancel: "/tenants")
    }
}

/// The fields that a new tenant's form and the settings have in common.
struct TenantFields {
    var profile: TenantProfile
    var errors: [String: LocalText]

    private func field(
        _ name: String, _ label: StringKey, _ value: String, hint: StringKey? = nil, isLatin: Bool = true
    ) -> Field {
        Field(
            name, label: LocalText(label), value: value, hint: hint.map { LocalText($0) }, error: errors[name],
            isRequired: true,
            isLatin: isLatin)
    }

    func name(hasFocus: Bool = false) -> Field {
        var name = field("name", Strings.tenant_name, profile.name, isLatin: false)
        name.hasFocus = hasFocus
        return name
    }

    func slug(hint: StringKey) -> Field { field("slug", Strings.tenant_slug, profile.slug, hint: hint) }
    var zone: Field {
        var zone = field("zone", Strings.tenant_zone, profile.zone, hint: Strings.tenant_zone_hint)
        zone.picks = .zones
        return zone
    }
    var currency: Field {
        var currency = field("currency", Strings.tenant_currency, profile.currency, hint: Strings.tenant_currency_hint)
        currency.picks = .currencies
        return currency
    }
    var languages: Field {
        var languages = field(
            "languages", Strings.tenant_languages, profile.languages, hint: Strings.tenant_languages_hint)
        languages.picks = .languages
        return languages
    }

    var idleMinutes: Field {
        number("idle_minutes", Strings.settings_idle, profile.idleMinutes, hint: Strings.settings_idle_hint)
    }
    var auditDays: Field {
        number("audit_days", Strings.settings_audit_days, profile.auditDays, hint: Strings.settings_audit_days_hint)
    }
    var passwordLeast: Field {
        number(
            "password_least", Strings.settings_password_least, profile.passwordLeast,
            hint: Strings.settings_password_least_hint)
    }
    var renewalGrace: Field {
        number(
            "renewal_grace", Strings.settings_renewal_grace, profile.renewalGrace,
            hint: Strings.settings_renewal_grace_hint)
    }
    var quietFrom: Field {
        time("quiet_from", Strings.settings_quiet_from, profile.quietFrom, hint: Strings.settings_quiet_hint)
    }
    var quietUntil: Field { time("quiet_until", Strings.settings_quiet_until, profile.quietUntil) }

    private func number(_ name: String, _ label: StringKey, _ value: String, hint: StringKey) -> Field {
        var field = field(name, label, value, hint: hint)
        field.inputMode = "numeric"
        return field
    }

    private func time(_ name: String, _ label: StringKey, _ value: String, hint: StringKey? = nil) -> Field {
        var field = field(name, label, value, hint: hint)
        (field.type, field.isRequired) = ("time", false)
        return field
    }
}
