import Console
import HTML
import Postgres
import Templates
import Web

/// An admin says to which user and plan a provider event belongs, and which sum it lacks, and the event is applied. Empty
/// fields leave the values unchanged. If only the sum is missing then, the match is kept.
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
            try row.text("why") != ProviderEventOutcome.Missing.off.rawValue, let stored = try ProviderEvent(row)
        else {
            throw Refusal.changed(
                try ProviderEventPageMaker(event: event, notice: LocalText(Strings.problem_changed_advice))
                    .page(
                        in: tx,
                        by: actor.givingBack([
                            (Strings.provider_events_match_user, form.trimmed("user") ?? ""),
                            (Strings.user_plan, form["plan"] ?? ""),
                            (Strings.payment_amount, form.trimmed("amount") ?? ""),
                        ]), services))
        }
        var errors: [String: LocalText] = [:]
        let user = try user(in: tx, &errors)
        let plan = try plan(in: tx, &errors)
        let period = form["period"].flatMap { BillingPeriod(rawValue: $0) }
        if plan != nil, period == nil { errors["period"] = LocalText(Strings.error_required) }
        let sum = stored.missingSum == nil ? nil : sum(&errors)
        guard errors.isEmpty else { throw Refusal.form(try page(errors, in: tx, by: actor, services)) }
        try tx.execute(
            ProviderEventQueries.match(event, user: user, plan: plan?.id, period: plan == nil ? nil : period))
        if let sum { try tx.execute(ProviderEventQueries.complete(event, stored.completed(sum))) }
        let outcome = try applying.retry(event, by: actor, in: tx)
        var flash = Strings.provider_events_was_matched
        if case .unmatched(let missing) = outcome {
            let isSum = missing == .amount || missing == .currency
            guard isSum, user != nil || plan != nil else {
                let field = missing == .user ? "user" : isSum && stored.missingSum != nil ? "amount" : "plan"
                let why = LocalText(ProviderEventWords.label(missing)).resolve(in: actor.language)
                throw Refusal.form(
                    try page([field: Strings.provider_events_still(why: why)], in: tx, by: actor, services))
            }
            flash = Strings.provider_events_was_matched_no_amount
        }
        let owner = try tx.first(ProviderEventQueries.one(event))?.idOrNil("user_id")
        let changes: [AuditEvent.Change] = [
            .init("event", new: try row.text("event")), .init("provider", new: provider.rawValue),
            .init("plan", new: plan?.key), .init("amount", new: sum?.code),
        ].filter { $0.new != nil }
        return Change(
            owner.map { AuditEvent(.providerEventMatched, on: .user, $0, changes: changes) }
                ?? AuditEvent(
                    .providerEventMatched, on: .tenant, tx.tenant, name: actor.tenant.name, changes: changes),
            next: .to(ProviderEventPageMaker.link(event, actor), flash: flash))
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

    /// Returns the typed sum; nil if none was typed.
    private func sum(_ errors: inout [String: LocalText]) -> Money? {
        guard let text = form.trimmed("amount") else { return nil }
        guard let currency = Currency(form["currency"] ?? "") else {
            errors["currency"] = LocalText(Strings.error_choice)
            return nil
        }
        let sum = Money(typed: text, currency)
        if sum == nil { errors["amount"] = LocalText(Strings.refund_no_sum) }
        return sum
    }

    private func plan(in tx: borrowing TenantTransaction, _ errors: inout [String: LocalText]) throws -> (
        id: ID, key: String
    )? {
        let key = form["plan"] ?? ""
        if key.isEmpty { return nil }
        guard let row = try tx.rows(SubscriptionQueries.sold).first(where: { try $0.text("key") == key }) else {
            errors["plan"] = LocalText(Strings.error_choice)
            return nil
        }
        return (try row.id("id"), key)
    }
}
