import Console
import HTML
import Postgres
import Templates
import Web

/// The forms of the actions on a user's subscription, each with its typed values.
struct SubscriptionForms {
    var user: ID
    var typed: Query
    var errors: [String: LocalText]
    var actor: Actor

    private var here: Link { SubscriptionPageMaker.link(user, actor) }
    private var csrf: String { actor.session?.csrf ?? "" }

    /// The newest of `all` may have ended, and can still be refunded.
    func all(
        _ current: Subscription?, _ all: [Subscription], _ offered: [(key: String, plan: Plan)],
        in tx: borrowing TenantTransaction
    ) throws -> [SubscriptionForm] {
        var forms: [SubscriptionForm] = []
        let latest = all.first
        if let current {
            if current.endsAt != nil, current.state.after(.extended) != nil { forms.append(extend(current)) }
            if current.state.after(.cancelled) != nil { forms.append(cancel(current)) }
        }
        // Items that are sold once don't prevent a grant.
        if current?.isItem ?? true, !offered.isEmpty { forms.append(grant(offered)) }
        if let held = current ?? latest, held.provider == Provider.sandbox.rawValue, !held.reference.isEmpty {
            forms.append(sandbox(held))
        }
        if let paid = current ?? latest, paid.state.after(.refunded) != nil,
            let row = try tx.first(PaymentQueries.last(of: paid.id, zone: actor.tenant.zone))
        {
            let payment = try Payment(row)
            let left = try RefundQueries.left(of: payment, in: tx)
            if left.minor > 0 { forms.append(refund(paid, payment, left)) }
        }
        if all.contains(where: \.isTest) { forms.append(removal()) }
        return forms
    }

    func resume(_ id: ID?) -> SubscriptionForm? {
        id.map {
            SubscriptionForm(
                title: LocalText(Strings.subscription_resume), advice: nil, action: "\(here)/cancellation/end",
                csrf: csrf,
                subscription: $0.description, choice: nil, days: nil, reason: nil,
                confirm: LocalText(Strings.subscription_resume))
        }
    }

    private func grant(_ offered: [(key: String, plan: Plan)]) -> SubscriptionForm {
        let chosen = typed["plan"]
        let options = offered.map { key, plan in
            Choice.Option(
                value: key, label: plan.name(actor.language.rawValue, actor.tenant.languages), isSelected: key == chosen
            )
        }
        var choice = Choice("plan", label: LocalText(Strings.user_plan), options: options, error: errors["grant-plan"])
        choice.idPrefix = "grant-"
        return SubscriptionForm(
            title: LocalText(Strings.subscription_grant), advice: LocalText(Strings.subscription_grant_advice),
            action: here, csrf: csrf,
            subscription: "", choice: choice,
            days: days("grant", hint: Strings.subscription_days_hint, isRequired: false),
            reason: reason("grant"), confirm: LocalText(Strings.subscription_grant))
    }

    private func extend(_ held: Subscription) -> SubscriptionForm {
        var form = SubscriptionForm(
            title: LocalText(Strings.subscription_extend), advice: nil, action: "\(here)/extension", csrf: csrf,
            subscription: held.id.description, choice: nil, days: days("extend", hint: nil, isRequired: true),
            reason: reason("extend"),
            confirm: LocalText(Strings.subscription_extend))
        form.end = ExtendSubscription.shown(held.endsAt)
        return form
    }

    private func cancel(_ held: Subscription) -> SubscriptionForm {
        SubscriptionForm(
            title: LocalText(Strings.subscription_cancel), advice: LocalText(Strings.subscription_cancel_advice),
            action: "\(here)/cancellation", csrf: csrf, subscription: held.id.description, choice: nil, days: nil,
            reason: reason("cancel"),
            confirm: LocalText(Strings.subscription_cancel_now))
    }

    private func refund(_ held: Subscription, _ payment: Payment, _ left: Money) -> SubscriptionForm {
        let options = RefundSubscription.Part.allCases.compactMap { part -> Choice.Option? in
            let amount = RefundSubscription.amount(part, of: payment, left: left, now: actor.now)
            guard amount.minor > 0 else { return nil }
            let words =
                part == .all
                ? Strings.subscription_refund_all(amount: amount.words(actor.language))
                : Strings.subscription_refund_unused(amount: amount.words(actor.language))
            return .init(
                value: part.rawValue, label: words.resolve(in: actor.language),
                isSelected: typed["part"] == part.rawValue)
        }
        var choice = Choice(
            "part", label: LocalText(Strings.subscription_refund_part), options: options, error: errors["refund-part"])
        choice.idPrefix = "refund-"
        return SubscriptionForm(
            title: LocalText(Strings.subscription_refund), advice: LocalText(Strings.subscription_refund_advice),
            action: "\(here)/refund",
            csrf: csrf, subscription: held.id.description, choice: choice, days: nil, reason: reason("refund"),
            confirm: LocalText(Strings.subscription_refund_now), isDanger: true)
    }

    private func sandbox(_ held: Subscription) -> SubscriptionForm {
        var choice = Choice(
            "turn", label: LocalText(Strings.sandbox_turn),
            options: SandboxEvents.Simulation.allCases.map {
                .init(
                    value: $0.rawValue, label: LocalText($0.label).resolve(in: actor.language),
                    isSelected: typed["turn"] == $0.rawValue)
            }, error: errors["sandbox-turn"])
        choice.idPrefix = "sandbox-"
        return SubscriptionForm(
            title: LocalText(Strings.sandbox_title), advice: LocalText(Strings.sandbox_advice),
            action: "\(here)/sandbox", csrf: csrf,
            subscription: held.id.description, choice: choice, days: nil, reason: nil,
            confirm: LocalText(Strings.sandbox_do))
    }

    private func removal() -> SubscriptionForm {
        SubscriptionForm(
            title: LocalText(Strings.subscription_remove_tests),
            advice: LocalText(Strings.subscription_remove_tests_advice),
            action: "\(here)/tests/removal", csrf: csrf, subscription: "", choice: nil, days: nil,
            reason: reason("remove"), confirm: LocalText(Strings.subscription_remove_tests), isDanger: true)
    }

    /// The typed values belong to the form with the errors.
    private func value(_ act: String, _ name: String) -> String {
        errors.keys.contains { $0.hasPrefix(act + "-") } ? typed[name] ?? "" : ""
    }

    private func days(_ act: String, hint: StringKey?, isRequired: Bool) -> Field {
        Field(
            "days", label: LocalText(Strings.subscription_days), value: value(act, "days"),
            hint: hint.map { LocalText($0) },
            error: errors["\(act)-days"], inputMode: "numeric", isRequired: isRequired, isLatin: true
        ).prefixed("\(act)-")
    }

    private func reason(_ act: String) -> Field {
        Field(
            "reason", label: LocalText(Strings.user_reason), value: value(act, "reason"),
            hint: LocalText(Strings.user_reason_hint),
            error: errors["\(act)-reason"], isRequired: true
        ).prefixed("\(act)-")
    }
}
