import Console
import HTML
import Postgres
import Templates
import Web

/// An admin says to which user and plan a provider event belongs, and the event is applied. Empty fields leave the
/// values unchanged.
struct MatchProviderEvent: Changing {
    let event: ID
    let form: Query

    init(_ request: WebRequest) throws {
        event = try request.id("event")
        form = request.form
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let first = try tx.first(ProviderEventQueries.shown(event, zone: "UTC")),
            let provider = Provider(rawValue: try first.text("provider"))
        else { throw Refusal.notFound }
        let applying = ApplyProviderEvent(provider: provider, services: services, now: actor.now)
        try applying.lock(in: tx)
        // Another admin matched it first, or a plan that it waited for was published.
        guard let row = try tx.first(ProviderEventQueries.one(event)), try row.text("outcome") == "unmatched",
            try ProviderEvent(row) != nil
        else {
            throw Refusal.changed(
                try ProviderEventPageMaker(event: event, notice: LocalText(Strings.problem_changed_advice))
                    .page(in: tx, by: actor, services))
        }
        var errors: [String: LocalText] = [:]
        let user = try user(in: tx, &errors)
        let plan = try plan(in: tx, &errors)
        let period = form["period"].flatMap { BillingPeriod(rawValue: $0) }
        if plan != nil, period == nil { errors["period"] = LocalText(Strings.error_required) }
        guard errors.isEmpty else { throw Refusal.form(try page(errors, in: tx, by: actor, services)) }
        try tx.execute(
            ProviderEventQueries.match(event, user: user, plan: plan?.id, period: plan == nil ? nil : period))
        let outcome = try applying.retry(event, by: actor, in: tx)
        if case .unmatched(let missing) = outcome {
            let field = missing == .user ? "user" : "plan"
            let why = LocalText(ProviderEventWords.label(missing)).resolve(in: actor.language)
            throw Refusal.form(
                try page([field: Strings.provider_events_still(why: why)], in: tx, by: actor, services))
        }
        let owner = try tx.first(ProviderEventQueries.one(event))?.idOrNil("user_id")
        let changes: [AuditEvent.Change] = [
            .init("event", new: try row.text("event")), .init("provider", new: provider.rawValue),
            .init("plan", new: plan?.key),
        ].filter { $0.new != nil }
        return Change(
            owner.map { AuditEvent(.providerEventMatched, on: .user, $0, changes: changes) }
                ?? AuditEvent(
                    .providerEventMatched, on: .tenant, tx.tenant, name: actor.tenant.name, changes: changes),
            next: .to(ProviderEventPageMaker.link(event, actor), flash: Strings.provider_events_was_matched))
    }

    private func page(
        _ errors: [String: LocalText], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> ProviderEventPage {
        try ProviderEventPageMaker(event: event, typed: form, errors: errors).page(in: tx, by: actor, services)
    }

    private func user(in tx: borrowing TenantTransaction, _ errors: inout [String: LocalText]) throws -> ID? {
        let text = form.trimmed("user") ?? ""
        if text.isEmpty { return nil }
        guard let row = try tx.first(ProviderEventQueries.user(text)) else {
            errors["user"] = LocalText(Strings.error_no_such_user)
            return nil
        }
        return try row.id("id")
    }

    private func plan(in tx: borrowing TenantTransaction, _ errors: inout [String: LocalText]) throws -> (
        id: ID, key: String
    )? {
        let key = form["plan"] ?? ""
        if key.isEmpty { return nil }
        guard let row = try tx.rows(SubscriptionQueries.plans).first(where: { try $0.text("key") == key }) else {
            errors["plan"] = LocalText(Strings.error_choice)
            return nil
        }
        return (try row.id("id"), key)
    }
}
