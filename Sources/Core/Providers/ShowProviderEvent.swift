import Console
import HTML
import Postgres
import Templates
import Web

/// One provider event: its contents, its result, and the form that matches it by hand. What happened to a user's
/// purchases is of that user, so it records the reading.
struct ShowProviderEvent: Viewing {
    let event: ID

    init(_ request: WebRequest) throws { event = try request.id("event") }

    func run(
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> (any Page, AuditEvent?) {
        let page = try ProviderEventPageMaker(event: event).page(in: tx, by: actor, services)
        let owner = try tx.first(ProviderEventQueries.owner(of: event))?.idOrNil("user_id")
        return (
            page,
            owner.map {
                AuditEvent(.userViewed, on: .user, $0, changes: [.init("list", new: ProviderEventList.list.path)])
            }
        )
    }
}

struct ProviderEventPageMaker {
    var event: ID
    /// The typed values of a refused form.
    var typed = Query()
    var errors: [String: LocalText] = [:]
    var notice: LocalText?

    static func link(_ event: ID, _ actor: Actor) -> Link { "\(actor.link(to: ProviderEventList.list))/\(event)" }

    func page(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> ProviderEventPage {
        guard let row = try tx.first(ProviderEventQueries.shown(event, zone: actor.tenant.zone)) else {
            throw Refusal.notFound
        }
        let (outcome, why) = (try row.text("outcome"), try row.text("why"))
        let stored = try ProviderEvent(row)
        var frame = actor.frame(
            LocalText(Strings.provider_events_one), services, current: "providers",
            crumb: (LocalText(Strings.provider_events_title), actor.link(to: ProviderEventList.list)))
        if let notice { frame.flash = Flash(warning: notice) }
        let isOff = why == ProviderEventOutcome.Missing.off.rawValue
        let canMatch = outcome == "unmatched" && !isOff && stored != nil && actor.may(.manageSubscriptions)
        var page = ProviderEventPage(
            frame: frame, state: ProviderEventWords.badge(outcome, why: why),
            facts: try facts(row, stored, actor),
            user: try row.idOrNil("user_id").map { SubscriptionPageMaker.link($0, actor) },
            match: canMatch ? try match(row, stored, in: tx, actor) : nil)
        page.trail = try trail(row, in: tx, by: actor, services)
        return page
    }

    /// What admins did with it is recorded of its user, or of the tenant while it has none.
    private func trail(_ row: Row, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws
        -> TrailCard?
    {
        guard actor.may(.seeAudit) else { return nil }
        let name = try row.text("event")
        let owner = try row.idOrNil("user_id") ?? tx.tenant
        let told = try tx.rows(
            AuditQueries.latest(
                [
                    "audit_events.object_id = any(\([owner, tx.tenant]))",
                    "audit_events.action = \(AuditAction.providerEventMatched.id)",
                    "strpos(audit_events.changes, \(name)) > 0",
                ], zone: actor.tenant.zone, limit: ObjectTrail.most))
        return try ObjectTrail.card(
            Strings.user_trail, told, whole: AuditFilter(object: owner, action: .providerEventMatched), in: tx,
            by: actor, services)
    }

    private func facts(_ row: Row, _ event: ProviderEvent?, _ actor: Actor) throws -> [Fact] {
        let (language, style) = (actor.language, DateStyle(actor.language))
        func when(_ name: StaticString) throws -> String {
            style.dateTime(LocalTime(microseconds: Int(try row.localTime(name))))
        }
        var facts = [
            Fact(LocalText(Strings.payment_provider), PaymentWords.provider(try row.text("provider"), language)),
            Fact(LocalText(Strings.provider_events_kind), try row.text("kind")),
            Fact(LocalText(Strings.provider_events_event), try row.text("event")),
            Fact(LocalText(Strings.provider_events_at), try when("happened")),
            Fact(LocalText(Strings.provider_events_received), try when("received")),
        ]
        func add(_ label: StringKey, _ text: String?) {
            if let text, !text.isEmpty { facts.append(Fact(LocalText(label), text)) }
        }
        add(Strings.provider_events_reference, try row.text("reference"))
        if try row.bool("is_test") { add(Strings.payment_test, TestMark.badge(true).text.resolve(in: language)) }
        if let subscription = event?.subscription {
            switch subscription.sold {
            case .plan(let key, _): add(Strings.user_plan, key)
            case .product(let name): add(Strings.plans_product_name, name)
            }
            add(Strings.subscription_title, subscription.state.badge.text.resolve(in: language))
            add(Strings.subscription_price, subscription.price?.words(language))
        }
        add(Strings.payment_amount, event?.charge?.amount.words(language))
        add(Strings.payment_reference, event?.missingSum?.charge)
        add(Strings.payment_refund_of, event?.refund?.charge)
        add(Strings.payment_dispute, event?.dispute.map { $0.amount?.words(language) ?? $0.charge })
        return facts
    }

    private func match(_ row: Row, _ event: ProviderEvent?, in tx: borrowing TenantTransaction, _ actor: Actor) throws
        -> ProviderEventPage.Match
    {
        let plans = try tx.rows(SubscriptionQueries.sold).map { row in
            let (key, plan) = (try row.text("key"), Plan(Content(json: try row.text("content"))))
            let name = plan.name(actor.language.rawValue, actor.tenant.languages)
            let retired = LocalText(Strings.catalogue_retired).resolve(in: actor.language)
            return (key: key, name: try row.bool("is_retired") ? "\(name) (\(retired))" : name)
        }
        let empty = Choice.Option(value: "", label: "—", isSelected: false)
        let period = typed["period"] ?? event?.subscription?.period?.rawValue
        return ProviderEventPage.Match(
            action: "\(Self.link(self.event, actor))/match", csrf: actor.session?.csrf ?? "",
            user: Field(
                "user", label: LocalText(Strings.provider_events_match_user),
                value: try typed["user"] ?? (row.idOrNil("match_user") ?? event?.subscription?.user)?.description ?? "",
                error: errors["user"], isLatin: true),
            plan: Choice(
                "plan", label: LocalText(Strings.user_plan),
                options: [empty]
                    + plans.map { .init(value: $0.key, label: $0.name, isSelected: typed["plan"] == $0.key) },
                error: errors["plan"]),
            period: Choice(
                "period", label: LocalText(Strings.plans_period),
                options: [empty]
                    + BillingPeriod.allCases.map {
                        .init(
                            value: $0.rawValue, label: LocalText($0.label).resolve(in: actor.language),
                            isSelected: $0.rawValue == period)
                    }, error: errors["period"]),
            sum: event?.missingSum == nil ? nil : sum(event, actor))
    }

    /// What was paid or refunded, for an event that does not say it.
    private func sum(_ event: ProviderEvent?, _ actor: Actor) -> ProviderEventPage.Sum {
        let currency = typed["currency"] ?? event?.subscription?.price?.currency.code ?? actor.tenant.currency
        return ProviderEventPage.Sum(
            amount: Field(
                "amount", label: LocalText(Strings.payment_amount), value: typed["amount"] ?? "",
                error: errors["amount"], inputMode: "decimal", isLatin: true),
            currency: Choice(
                "currency", label: LocalText(Strings.tenant_currency),
                options: Currency.codes.map { .init(value: $0, label: $0, isSelected: $0 == currency) },
                error: errors["currency"]))
    }
}
