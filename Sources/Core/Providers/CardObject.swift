import Console
import Postgres

/// The object of one of Stripe's events, read into facts.
struct CardObject {
    let object: ProviderObject
    let tenant: ID
    let kind: String

    /// `before` is the object before the event, if the event says it.
    func fill(_ event: inout ProviderEvent, before: ProviderObject?) {
        switch kind {
        case "customer.subscription.created", "customer.subscription.updated", "customer.subscription.deleted",
            "customer.subscription.paused", "customer.subscription.resumed":
            subscription(&event, before: before)
        case "invoice.paid": invoice(&event)
        case "invoice_payment.paid":
            if let name = object["payment"].flatMap({ paid($0) }), let invoice = object["invoice"]?.id {
                event.name = ChargeName(name: name, reference: invoice)
            }
        case "checkout.session.completed", "checkout.session.async_payment_succeeded": session(&event)
        case "charge.refunded":
            guard let charge = object["payment_intent"]?.id ?? object["id"]?.text,
                let total = object["amount_refunded"]?.int,
                total > 0
            else { return }
            if let total = money(total) {
                event.refund = RefundFacts(charge: charge, effect: .total(total), isRevoked: false)
            } else if object["refunded"]?.isTrue ?? false {
                // A refund in full needs no sum.
                event.refund = RefundFacts(charge: charge, effect: .total(nil), isRevoked: false)
            } else {
                event.lacks(.refund, of: charge, .currency)
            }
        case "charge.dispute.created", "charge.dispute.updated", "charge.dispute.closed",
            "charge.dispute.funds_withdrawn", "charge.dispute.funds_reinstated":
            dispute(&event)
        // The payer and the payment method: reported when a card is attached, and with each charge.
        case "payment_method.attached", "payment_method.updated", "payment_method.automatically_updated":
            method(of: object, &event)
        case "charge.succeeded":
            method(of: object["payment_method_details"], &event)
            card(&event)
        case "refund.failed", "refund.updated", "charge.refund.updated": reversal(&event)
        default: break
        }
    }

    /// The fingerprint of a card or a bank account is the same for every customer to whom it is attached.
    private func method(of details: ProviderObject?, _ event: inout ProviderEvent) {
        guard let payer = object["customer"]?.id, let type = details?["type"]?.text,
            let fingerprint = details?[type]?["fingerprint"]?.text, !fingerprint.isEmpty
        else { return }
        (event.payer, event.method) = (payer, "\(type) \(fingerprint)")
    }

    private func card(_ event: inout ProviderEvent) {
        guard let last4 = object["payment_method_details"]?["card"]?["last4"]?.text, CardDigits.isLast4(last4),
            let charge = paid(object) ?? object["id"]?.text
        else { return }
        event.card = ChargeCard(charge: charge, last4: last4)
    }

    // MARK: Subscriptions

    /// The metadata that our checkout has written on it.
    private enum Owner {
        case ours(sold: Sold, period: BillingPeriod?, user: ID?)
        /// No metadata: it was sold in another way, and may belong to this tenant.
        case unknown
        /// It belongs to another tenant that sells through the same account.
        case another
    }

    private func owner(_ metadata: ProviderObject?) -> Owner {
        guard let owner = metadata?["roost_tenant"]?.text else { return .unknown }
        guard owner == tenant.description else { return .another }
        let user = metadata?["roost_user"]?.text.flatMap { ID($0) }
        guard let plan = metadata?["roost_plan"]?.text,
            let version = metadata?["roost_version"]?.text.flatMap({ Int($0) })
        else { return .ours(sold: .product(""), period: nil, user: user) }
        return .ours(
            sold: .plan(plan, version: version),
            period: metadata?["roost_period"]?.text.flatMap { BillingPeriod(rawValue: $0) }, user: user)
    }

    private func subscription(_ event: inout ProviderEvent, before: ProviderObject?) {
        let items = CardItems(object)
        guard let reference = object["id"]?.text, let standing = standing(of: object, items.main) else { return }
        var facts: SubscriptionFacts
        switch owner(object["metadata"]) {
        case .another: return
        case .ours(let sold, let period, let user):
            facts = SubscriptionFacts(
                reference: reference, user: user, sold: sold, state: standing.state, period: period, price: nil)
        case .unknown:
            facts = SubscriptionFacts(
                reference: reference, user: nil, sold: .product(Self.product(items.main)), state: standing.state,
                period: Self.interval(items.main), price: nil)
        }
        facts.price = price(of: object, items.main)
        // Prices in tiers have no single amount: an invoice or an admin says how much it is.
        if facts.price == nil { event.lacks(.price, of: reference, .amount) }
        facts.endsAt = standing.endsAt
        facts.isInTrial = object["status"]?.text == "trialing"
        event.payer = object["customer"]?.id ?? ""
        facts.isCreation = kind == "customer.subscription.created"
        if items.all.count > 1 { facts.item = items.main?["id"]?.text }
        if let before { facts.before = earlier(before, CardItems(before).main, facts) }
        event.subscription = facts
    }

    private func earlier(_ before: ProviderObject, _ item: ProviderObject?, _ facts: SubscriptionFacts)
        -> SubscriptionFacts.Before?
    {
        standing(of: before, item).map {
            .init(state: $0.state, endsAt: $0.endsAt, price: price(of: before, item) ?? facts.price)
        }
    }

    /// Returns nil before its first payment: nothing was bought yet.
    private func standing(of object: ProviderObject, _ item: ProviderObject?) -> (
        state: SubscriptionState, endsAt: Timestamp?
    )? {
        let until = (object["current_period_end"] ?? item?["current_period_end"])?.int
        // A cancellation time in a later period changes nothing yet: the subscription is renewed until then.
        let cancelAt = object["cancel_at"]?.int.flatMap { at in until.map { at <= $0 } ?? true ? at : nil }
        let isEnding = object["cancel_at_period_end"]?.isTrue ?? false || cancelAt != nil
        let state: SubscriptionState
        switch object["status"]?.text {
        case "trialing": state = isEnding ? .cancelled : .trial
        case "active": state = isEnding ? .cancelled : .active
        case "past_due": state = .pastDue
        // Stripe no longer tries to charge, or a trial ended without a payment method: the service stops, and returns
        // with `active`. Source: Stripe, “How subscriptions work”, subscription statuses.
        case "unpaid", "paused", "canceled": state = .expired
        default: return nil
        }
        let end =
            switch state {
            case .expired: (object["ended_at"] ?? object["canceled_at"])?.int ?? until
            case .cancelled: cancelAt ?? until
            default: until
            }
        return (state, end.map { Timestamp(seconds: $0) })
    }

    private func price(of object: ProviderObject, _ item: ProviderObject?) -> Money? {
        let price = item?["price"] ?? item?["plan"] ?? object["plan"]
        guard let amount = (price?["unit_amount"] ?? price?["amount"])?.int else { return nil }
        let (sum, isTooMuch) = amount.multipliedReportingOverflow(by: item?["quantity"]?.int ?? 1)
        return isTooMuch ? nil : CardMoney.read(sum, (price?["currency"] ?? object["currency"])?.text)
    }

    /// The provider's name of the product, for an item that our checkout did not sell.
    private static func product(_ item: ProviderObject?) -> String { (item?["price"]?["product"])?.id ?? "" }

    private static func interval(_ item: ProviderObject?) -> BillingPeriod? {
        let recurring = item?["price"]?["recurring"]
        return switch (recurring?["interval"]?.text, recurring?["interval_count"]?.int ?? 1) {
        case ("week", 1): .week
        case ("month", 1): .month
        case ("month", 3): .quarter
        case ("year", 1), ("month", 12): .year
        default: nil
        }
    }

    // MARK: Several items

    /// The events about the further items of the object. Each has a name of its own, so it counts once, and waits alone if
    /// it matches no plan.
    func others(than event: ProviderEvent, before: ProviderObject?) -> [ProviderEvent] {
        if let facts = event.subscription, !facts.isHint, object["items"] != nil {
            return items(beside: facts, of: event, before: before)
        }
        guard kind == "invoice.paid", event.charge?.part != nil, let whole = wholeCharge else { return [] }
        return CardInvoice(object).parts(of: whole).dropFirst().map { part in
            var other = event.other(part.name)
            other.charge = part.charge
            if case .once(let product) = part.key {
                other.subscription = SubscriptionFacts(
                    reference: part.charge.subscription, user: invoiceUser, sold: .product(product), state: .active,
                    period: .once, price: part.charge.amount)
            }
            return other
        }
    }

    private func items(beside main: SubscriptionFacts, of event: ProviderEvent, before: ProviderObject?)
        -> [ProviderEvent]
    {
        let now = CardItems(object).others
        let then = before.map { CardItems($0).others } ?? []
        let made = now.compactMap { name, item -> ProviderEvent? in
            guard let standing = standing(of: object, item) else { return nil }
            var other = event.other(name)
            var facts = facts(item, name, beside: main, standing.state, until: standing.endsAt)
            facts.isInTrial = main.isInTrial
            facts.isCreation = main.isCreation
            if facts.price == nil { other.lacks(.price, of: facts.reference, .amount) }
            if let before, let old = then.first(where: { $0.name == name }) {
                facts.before = earlier(before, old.item, facts)
            }
            other.subscription = facts
            return other
        }
        // An item that was removed is over, and so is one that stands for the whole subscription from now on.
        let gone = then.filter { old in !now.contains { $0.name == old.name } }
        return made
            + gone.map { name, item in
                var other = event.other(name)
                other.subscription = facts(item, name, beside: main, .expired, until: event.at)
                return other
            }
    }

    private func facts(
        _ item: ProviderObject, _ name: String, beside main: SubscriptionFacts, _ state: SubscriptionState,
        until: Timestamp?
    ) -> SubscriptionFacts {
        SubscriptionFacts(
            reference: "\(main.reference)/\(name)", user: main.user, sold: .product(Self.product(item)), state: state,
            period: Self.interval(item), price: price(of: object, item), endsAt: until)
    }

    // MARK: Money

    /// The subscription's part of an invoice; later versions have it in the invoice's parent.
    private var details: ProviderObject? { object["parent"]?["subscription_details"] ?? object["subscription_details"] }

    private func invoice(_ event: inout ProviderEvent) {
        let details = details
        // Invoices for other things, free ones, and those of trials are ignored.
        guard let subscription = (details?["subscription"] ?? object["subscription"])?.id,
            let reference = object["id"]?.text, let paid = object["amount_paid"]?.int, paid > 0
        else { return }
        let invoice = CardInvoice(object)
        let line = invoice.lines.first
        let owner = owner(details?["metadata"] ?? line?["metadata"])
        if case .another = owner { return }
        let amount = money(paid)
        if case .ours(let sold, let period, let user) = owner, sold != .product("") {
            event.subscription = SubscriptionFacts(
                reference: subscription, user: user, sold: sold, state: .active, period: period, price: amount,
                endsAt: invoice.lines.compactMap { $0["period"]?["end"]?.int }.max().map { Timestamp(seconds: $0) },
                isHint: true)
        }
        if let whole = wholeCharge {
            event.charge = invoice.parts(of: whole).first?.charge ?? whole
        } else {
            event.lacks(
                .charge(subscription: subscription, country: country(object["customer_address"]), at: nil),
                of: reference, .currency)
        }
        let payment = object["payments"]?["data"]?.elements.compactMap { $0["payment"].flatMap { self.paid($0) } }.first
        if let name = object["payment_intent"]?.id ?? object["charge"]?.id ?? payment {
            event.name = ChargeName(name: name, reference: reference)
        }
    }

    /// What an invoice of a subscription came to; nil for other invoices, and for a sum that can't be read.
    private var wholeCharge: ChargeFacts? {
        guard let subscription = (details?["subscription"] ?? object["subscription"])?.id,
            let reference = object["id"]?.text, let amount = object["amount_paid"]?.int.flatMap({ money($0) })
        else { return nil }
        return ChargeFacts(
            reference: reference, subscription: subscription, amount: amount, tax: money(tax)?.minor ?? 0,
            country: country(object["customer_address"]))
    }

    /// The user in the subscription's metadata, which the invoice repeats.
    private var invoiceUser: ID? {
        let metadata = details?["metadata"] ?? CardInvoice(object).lines.first?["metadata"]
        if case .ours(_, _, let user) = owner(metadata) { return user }
        return nil
    }

    private var tax: Int {
        let parts = object["total_taxes"] ?? object["total_tax_amounts"]
        return parts.map { $0.elements.reduce(0) { $0 &+ ($1["amount"]?.int ?? 0) } } ?? object["tax"]?.int ?? 0
    }

    /// The payment that settled an invoice.
    private func paid(_ payment: ProviderObject) -> String? { payment["payment_intent"]?.id ?? payment["charge"]?.id }

    /// An item that is sold once has no subscription at the provider: the payment takes its place, or the session if
    /// nothing was to be paid.
    private func session(_ event: inout ProviderEvent) {
        let metadata = object["metadata"]
        guard case .ours(let sold, _, let user) = owner(metadata) else { return }
        event.checkout = metadata?["roost_checkout"]?.text.flatMap { ID($0) }
        guard object["mode"]?.text == "payment", let status = object["payment_status"]?.text,
            ["paid", "no_payment_required"].contains(status),
            let reference = object["payment_intent"]?.id ?? object["id"]?.text
        else { return }
        let amount = object["amount_total"]?.int.flatMap { money($0) }
        let country = country(object["customer_details"]?["address"])
        event.subscription = SubscriptionFacts(
            reference: reference, user: user, sold: sold, state: .active, period: .once, price: amount)
        guard let amount else {
            event.lacks(.charge(subscription: reference, country: country, at: nil), of: reference, .currency)
            return
        }
        guard amount.minor > 0 else { return }
        event.charge = ChargeFacts(
            reference: reference, subscription: reference, amount: amount,
            tax: object["total_details"]?["amount_tax"]?.int.flatMap { money($0) }?.minor ?? 0, country: country)
    }

    /// A refund that the bank returned, or that was cancelled. Versions differ in which of three events they send.
    private func reversal(_ event: inout ProviderEvent) {
        guard let status = object["status"]?.text, ["failed", "canceled"].contains(status),
            let charge = object["payment_intent"]?.id ?? object["charge"]?.id, let refund = object["id"]?.text
        else { return }
        guard let amount = object["amount"]?.int.flatMap({ money($0) }) else {
            event.lacks(.reversal(of: refund), of: charge, .currency)
            return
        }
        event.refund = RefundFacts(charge: charge, effect: .reversed(amount, refund: refund), isRevoked: false)
    }

    // MARK: Disputes

    /// Each event has the whole dispute. Source: Stripe, “How disputes work”, and the statuses of the Dispute object: the
    /// disputed sum is withdrawn when the dispute is created, unless the bank only inquires (`warning_…`), and returned
    /// when it is won. What is reinstated of a dispute that is not won is a part of what its balance transactions have
    /// withdrawn, which may be in another currency than the charge.
    private func dispute(_ event: inout ProviderEvent) {
        guard let charge = object["payment_intent"]?.id ?? object["charge"]?.id, let name = object["id"]?.text,
            let status = object["status"]?.text
        else { return }
        let standing: DisputeFacts.Standing =
            switch status {
            case "won": .won
            case "lost": .lost
            case "needs_response", "under_review": .open
            // `prevented`: resolved before it became a dispute.
            default: kind == "charge.dispute.funds_withdrawn" ? .open : .inquiry
            }
        var facts = DisputeFacts(
            charge: charge, dispute: name, standing: standing, amount: object["amount"]?.int.flatMap { money($0) },
            openedAt: object["created"]?.int.map { Timestamp(seconds: $0) } ?? event.at)
        if standing != .won, kind == "charge.dispute.funds_reinstated" {
            let moved = object["balance_transactions"]?.elements.compactMap { $0["amount"]?.int } ?? []
            let out = moved.filter { $0 < 0 && $0 > -Money.most }.reduce(0, -)
            let back = moved.filter { $0 > 0 && $0 < Money.most }.reduce(0, +)
            facts.returned = out > 0 ? min(100_000, back * 100_000 / out) : 100_000
        }
        event.dispute = facts
    }

    private func money(_ amount: Int) -> Money? { CardMoney.read(amount, object["currency"]?.text) }

    private func country(_ address: ProviderObject?) -> String {
        let code = address?["country"]?.text ?? ""
        return Countries.codes.contains(code) ? code : ""
    }
}
