import Console
import HTML
import Postgres
import Templates
import Web

/// The providers with which a tenant's users may sign in, with a form for the settings of each.
struct ShowIdentityProviders: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try IdentityProvidersPageMaker().page(in: tx, by: actor, services)
    }
}

struct IdentityProvidersPageMaker {
    /// The provider of a refused form, with the typed values and the errors by field.
    var changed: IdentityProvider?
    var typed = Query()
    var errors: [String: LocalText] = [:]
    var notice: LocalText?

    func page(
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> IdentityProvidersPage {
        let stored = try tx.rows(IdentityProviderQueries.all).compactMap {
            try IdentitySettings($0, tenant: tx.tenant, services.keys)
        }
        let known = Dictionary(stored.map { ($0.provider, $0) }, uniquingKeysWith: { $1 })
        var frame = actor.frame(LocalText(Strings.identity_title), services, current: "identity-providers")
        if let notice { frame.flash = Flash(warning: notice) }
        let changes = try tx.rows(
            AuditQueries.latest(
                ["audit_events.action = \(AuditAction.identityProviderChanged.id)"], zone: actor.tenant.zone,
                limit: ObjectTrail.most))
        return IdentityProvidersPage(
            frame: frame,
            cards: IdentityProvider.allCases.map { card(known[$0] ?? IdentitySettings($0), actor, services) },
            trail: try ObjectTrail.card(
                Strings.user_trail, changes,
                whole: AuditFilter(object: tx.tenant, action: .identityProviderChanged), in: tx, by: actor, services))
    }

    private func card(_ settings: IdentitySettings, _ actor: Actor, _ services: Services) -> ProviderCard {
        let provider = settings.provider
        let isTyped = changed == provider
        let prefix = "\(provider.rawValue)-"
        let wrong = isTyped ? errors : [:]
        let callback = HostedVisit.link("identities/\(provider.rawValue)/callback", slug: actor.tenant.slug)
        return ProviderCard(
            name: LocalText(provider.label), advice: LocalText(provider.advice),
            state: settings.isOn
                ? StatusBadge(LocalText(Strings.provider_on), tone: .good)
                : StatusBadge(LocalText(Strings.provider_off), tone: .off),
            action: "\(actor.link("identity-providers"))/\(provider.rawValue)", csrf: actor.session?.csrf ?? "",
            version: settings.version,
            fields: settings.texts.fields(provider.fields, prefix: prefix, typed: isTyped ? typed : nil, errors: wrong),
            areas: settings.texts.areas(provider.fields, prefix: prefix, errors: wrong),
            hook: services.address + callback.description, hookLabel: Strings.identity_callback,
            hookHint: Strings.identity_callback_hint, use: Strings.identity_use, received: nil,
            isOn: isTyped ? typed["on"] == "yes" : settings.isOn, id: provider.rawValue)
    }
}

/// Changes the settings of a provider and whether it is offered. A secret that is left empty stays unchanged.
struct ChangeIdentityProvider: Changing {
    let provider: IdentityProvider
    let form: Query

    init(_ request: WebRequest) throws {
        guard let provider = request.parameters["issuer"].flatMap({ IdentityProvider(rawValue: $0) }) else {
            throw Refusal.notFound
        }
        self.provider = provider
        form = request.form
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let stored =
            try tx.first(IdentityProviderQueries.locked(provider)).flatMap {
                try IdentitySettings($0, tenant: tx.tenant, services.keys)
            } ?? IdentitySettings(provider)
        guard form["version"] == String(stored.version) else {
            let maker = IdentityProvidersPageMaker(
                changed: provider, typed: form, notice: LocalText(Strings.problem_changed_advice))
            throw Refusal.changed(try maker.page(in: tx, by: actor, services))
        }
        var settings = stored
        settings.isOn = form["on"] == "yes"
        var errors = settings.texts.take(form, provider.fields, isOn: settings.isOn)
        // A server that a tenant names must be outside the operator's own networks.
        if provider == .oidc, errors["issuer"] == nil, !settings["issuer"].isEmpty,
            OutsideServer(settings["issuer"], reach: services.identities.reach) == nil
        {
            errors["issuer"] = LocalText(Strings.error_issuer)
        }
        guard errors.isEmpty else {
            let maker = IdentityProvidersPageMaker(changed: provider, typed: form, errors: errors)
            throw Refusal.form(try maker.page(in: tx, by: actor, services))
        }
        try tx.execute(
            IdentityProviderQueries.save(
                settings, secrets: try settings.sealed(of: tx.tenant, services.keys), now: actor.now))
        let changes: [AuditEvent.Change] = [
            .init("identity_provider", new: provider.rawValue),
            .init("identity_on", old: stored.isOn ? "on" : "off", new: settings.isOn ? "on" : "off"),
        ]
        return Change(
            AuditEvent(
                .identityProviderChanged, on: .tenant, tx.tenant, name: actor.tenant.name,
                changes: (changes + settings.texts.changes(since: stored.texts, provider.fields)).filter {
                    $0.old != $0.new
                }),
            next: .to(actor.link("identity-providers"), flash: Strings.identity_was_changed))
    }
}
