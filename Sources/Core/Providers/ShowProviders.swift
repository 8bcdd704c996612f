import Console
import HTML
import Postgres
import Templates
import Web

/// A tenant's payment providers, their settings, and the time of their last event.
struct ShowProviders: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        try ProvidersPageMaker().page(in: tx, by: actor, services)
    }
}

struct ProvidersPageMaker {
    /// For a refused form: the provider, the typed values, and the errors by field.
    var changed: Provider?
    var typed = Query()
    var errors: [String: LocalText] = [:]
    var notice: LocalText?

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ProvidersPage {
        let stored = try tx.send(ProviderQueries.all)
        let lately = try tx.send(ProviderQueries.lately)
        let off = try tx.send(ProviderEventQueries.off)
        let known = Dictionary(
            try stored.rows().map { try ProviderSettings($0, tenant: tx.tenant, services.keys) }.map {
                ($0.provider, $0)
            }, uniquingKeysWith: { $1 })
        let received = Dictionary(
            try lately.rows().map { (try $0.text("provider"), try $0.time("received_at")) }, uniquingKeysWith: { $1 })
        let waiting = Dictionary(
            try off.rows().map { (try $0.text("provider"), try $0.int("n")) }, uniquingKeysWith: { $1 })
        var frame = actor.frame(LocalText(Strings.providers_title), services, current: "providers")
        if let notice { frame.flash = Flash(warning: notice) }
        let told = try tx.rows(
            AuditQueries.latest(
                ["audit_events.action = \(AuditAction.providerChanged.id)"], zone: actor.tenant.zone,
                limit: ObjectTrail.most))
        var made = ProvidersPage(
            frame: frame, events: actor.may(.seeFinance) ? actor.link("provider-events") : nil,
            cards: Provider.allCases.map {
                var card = card(known[$0] ?? ProviderSettings($0), received[$0.rawValue], actor, services)
                card.waiting = waiting[$0.rawValue].map { Strings.provider_waiting(count: $0) }
                return card
            })
        made.trail = try ObjectTrail.card(
            Strings.user_trail, told, whole: AuditFilter(object: tx.tenant, action: .providerChanged), in: tx,
            by: actor, services)
        return made
    }

    private func card(_ settings: ProviderSettings, _ received: Timestamp?, _ actor: Actor, _ services: Services)
        -> ProviderCard
    {
        let provider = settings.provider
        let isTyped = changed == provider
        let prefix = "\(provider.rawValue)-"
        let wrong = isTyped ? errors : [:]
        return ProviderCard(
            name: LocalText(provider.label), advice: LocalText(provider.advice),
            state: settings.isOn
                ? StatusBadge(LocalText(Strings.provider_on), tone: .good)
                : StatusBadge(LocalText(Strings.provider_off), tone: .off),
            action: "\(actor.link("providers"))/\(provider.rawValue)", csrf: actor.session?.csrf ?? "",
            version: settings.version,
            fields: settings.texts.fields(provider.fields, prefix: prefix, typed: isTyped ? typed : nil, errors: wrong),
            areas: settings.texts.areas(provider.fields, prefix: prefix, errors: wrong),
            hook: provider == .sandbox ? nil : ProviderHook.address(actor.tenant.slug, provider, services),
            received: received.map {
                DurationStyle(actor.language).ago(seconds: Int(max(0, actor.now.seconds - $0.seconds)))
            },
            isOn: isTyped ? typed["on"] == "yes" : settings.isOn, id: provider.rawValue)
    }
}

/// Saves a provider's settings and whether it is used. A secret that is left empty stays unchanged.
struct ChangeProvider: Changing {
    let provider: Provider
    let form: Query

    init(_ request: WebRequest) throws {
        guard let provider = request.parameters["provider"].flatMap({ Provider(rawValue: $0) }) else {
            throw Refusal.notFound
        }
        self.provider = provider
        form = request.form
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let row = try tx.first(ProviderQueries.locked(provider))
        let stored =
            try row.map { try ProviderSettings($0, tenant: tx.tenant, services.keys) } ?? ProviderSettings(provider)
        guard form["version"] == String(stored.version) else {
            var maker = ProvidersPageMaker(changed: provider, typed: form)
            maker.notice = LocalText(Strings.problem_changed_advice)
            throw Refusal.changed(try maker.page(in: tx, by: actor, services))
        }
        var settings = stored
        settings.isOn = form["on"] == "yes"
        let errors = settings.texts.take(form, provider.fields, isOn: settings.isOn)
        guard errors.isEmpty else {
            let maker = ProvidersPageMaker(changed: provider, typed: form, errors: errors)
            throw Refusal.form(try maker.page(in: tx, by: actor, services))
        }
        try tx.execute(
            ProviderQueries.save(
                settings, secrets: try settings.sealed(of: tx.tenant, services.keys), tenant: tx.tenant, now: actor.now)
        )
        return Change(
            AuditEvent(
                .providerChanged, on: .tenant, tx.tenant, name: actor.tenant.name, changes: changes(stored, settings)),
            next: .to(actor.link("providers"), flash: Strings.providers_was_changed))
    }

    private func changes(_ old: ProviderSettings, _ new: ProviderSettings) -> [AuditEvent.Change] {
        let all: [AuditEvent.Change] = [
            .init("provider", new: provider.rawValue),
            .init("is_on", old: old.isOn ? "on" : "off", new: new.isOn ? "on" : "off"),
        ]
        return (all + new.texts.changes(since: old.texts, provider.fields)).filter { $0.old != $0.new }
    }
}
