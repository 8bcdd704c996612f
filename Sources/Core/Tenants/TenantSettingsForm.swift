import Console
import HTML
import Postgres
import Templates

/// The page of a tenant's settings: the form, the services, and archiving.
struct TenantSettingsForm {
    var profile: TenantProfile
    var errors: [String: LocalText] = [:]
    var conflict: Conflict?
    /// The error of the uploaded picture.
    var iconError: LocalText?
    /// The version and the values with which the form was opened.
    var version: Int
    var was: TenantProfile
    /// Actions that require approval.
    var approvalPolicy: [String]
    /// The notice at the top, if the page is the response to a request that failed.
    var notice: StringKey?

    /// Reads the stored settings.
    init(_ row: Row) throws {
        profile = try TenantProfile(row)
        was = profile
        version = try row.int("version")
        approvalPolicy = try row.texts("four_eyes")
    }

    func page(_ actor: Actor, _ services: Services) -> TenantSettingsPage {
        let path: Link = "/t/\(actor.tenant.slug)/settings"
        let fields = TenantFields(profile: profile, errors: errors)
        var frame = actor.frame(LocalText(Strings.settings_title), services, current: "settings")
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        return TenantSettingsPage(
            frame: frame, action: path, name: fields.name(),
            slug: actor.isOperator ? fields.slug(hint: Strings.settings_slug_hint) : nil, fixedSlug: actor.tenant.slug,
            zone: fields.zone, languages: fields.languages, currency: fields.currency, idleMinutes: fields.idleMinutes,
            periods: [
                fields.auditDays, fields.passwordLeast, fields.renewalGrace, fields.quietFrom, fields.quietUntil,
            ],
            accent: AccentChoice(
                options: Accent.all.map {
                    .init(
                        value: $0.color, label: LocalText($0.label), className: Accent.className($0.color),
                        isSelected: $0.color == profile.accent)
                }, error: errors["accent"]),
            icon: icon(actor, path),
            hidden: [HiddenValue("version", String(version))]
                + TenantProfile.fields.map { HiddenValue("was_" + $0.name, was[keyPath: $0.path]) },
            conflict: conflict,
            services: SwitchCard(
                "services", title: LocalText(Strings.settings_services),
                advice: LocalText(Strings.settings_services_advice),
                switches: TenantService.allCases.map {
                    Switch(
                        label: LocalText($0.label), what: LocalText($0.explanation),
                        isOn: actor.tenant.services.contains($0),
                        action: "\(path)/services/\($0.rawValue)")
                }, csrf: actor.session?.csrf ?? ""),
            approvalPolicy: SwitchCard(
                "four-eyes", title: LocalText(Strings.approval_policy_title),
                advice: LocalText(Strings.approval_policy_advice),
                switches: services.declarations.guardedActs(in: actor.tenant).map {
                    Switch(
                        label: LocalText($0.label), what: LocalText($0.explanation),
                        isOn: approvalPolicy.contains($0.id),
                        action: "\(path)/four-eyes/\($0.id)")
                }, csrf: actor.session?.csrf ?? ""),
            archive: actor.may(.archiveTenant) && !actor.tenant.isArchived ? archive(actor) : nil,
            restore: actor.tenant.isArchived ? "/tenants/\(actor.tenant.id)/restoration" : nil,
            isArchived: actor.tenant.isArchived)
    }

    /// The response if the switch has the wanted state already: the present page, with the notice that another admin
    /// was first.
    static func switchedMeanwhile(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> Refusal
    {
        guard let row = try tx.first(TenantQueries.settings) else { return .notFound }
        var form = try TenantSettingsForm(row)
        form.notice = Strings.problem_changed_advice
        return .changed(form.page(actor, services))
    }

    private func icon(_ actor: Actor, _ path: Link) -> IconForm {
        IconForm(
            mark: actor.tenant.mark,
            field: FileField(
                ChangeTenantIcon.field, label: LocalText(Strings.icon_field), accept: UploadedImage.accepted,
                isRequired: true,
                hint: Strings.icon_hint(max: Formatted.bytes(ChangeTenantIcon.limits.bytes)), error: iconError),
            action: "\(path)/icon", removal: "\(path)/icon/removal", csrf: actor.session?.csrf ?? "")
    }

    private func archive(_ actor: Actor) -> ReasonForm {
        ReasonForm(
            action: "/t/\(actor.tenant.slug)/archive", csrf: actor.session?.csrf ?? "",
            reason: Field("reason", label: LocalText(Strings.user_reason), hint: LocalText(Strings.user_reason_hint)))
    }
}

extension TenantService {
    var label: StringKey {
        switch self {
        case .signUp: Strings.service_sign_up
        case .serviceAPI: Strings.service_service_api
        case .push: Strings.service_push
        case .checkout: Strings.service_checkout
        }
    }

    /// What the service does, and the effect of switching it off.
    var explanation: StringKey {
        switch self {
        case .signUp: Strings.service_sign_up_what
        case .serviceAPI: Strings.service_service_api_what
        case .push: Strings.service_push_what
        case .checkout: Strings.service_checkout_what
        }
    }
}
