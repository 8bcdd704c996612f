import Console
import HTML
import Postgres
import Templates
import Web

/// The form for refunding one payment: as shown, and as typed.
struct RefundForm: Sendable {
    let user: ID
    let payment: ID
    private let typed: Query
    var errors: [String: LocalText] = [:]

    init(_ request: WebRequest) throws {
        (user, payment) = (try request.id("user"), try request.id("payment"))
        typed = request.form
    }

    var ends: Bool { typed["ends"] != nil }
    var reason: String { typed.trimmed("reason") ?? "" }

    /// The payment, and the sum that can still be refunded.
    struct Found {
        var payment: Payment
        var left: Money
    }

    func found(in tx: borrowing TenantTransaction, by actor: Actor) throws -> Found {
        guard try tx.first(RefundQueries.owner(of: payment))?.id("user_id") == user,
            let row = try tx.first(PaymentQueries.one(payment, zone: actor.tenant.zone))
        else { throw Refusal.notFound }
        let found = try Payment(row)
        guard found.kind == .payment else { throw Refusal.notFound }
        return Found(payment: found, left: try RefundQueries.left(of: found, in: tx))
    }

    /// Returns the typed sum; nil with an error if it can't be refunded.
    mutating func amount(_ found: Found) -> Money? {
        errors["reason"] = Reason.fault(reason)
        if Refund.Way(found.payment.provider) == .whole { return found.left }
        let text = typed.trimmed("amount") ?? ""
        let sum = Money(typed: text, found.left.currency)
        if typed["part"] != "some" {
            // A typed part with everything chosen is one of two sums: the admin says which.
            if !text.isEmpty, sum != found.left { errors["amount"] = LocalText(Strings.refund_all_or_part) }
            return found.left
        }
        guard let sum, sum.minor > 0 else {
            errors["amount"] = LocalText(Strings.refund_no_sum)
            return nil
        }
        guard sum.minor <= found.left.minor else {
            errors["amount"] = Strings.refund_too_much(most: found.left.text)
            return nil
        }
        return sum
    }

    /// True if the refundable sum is the same as when the form was shown. It differs if the form is sent twice, after
    /// another admin's refund, or in a request for approval if another refund came first.
    func isFor(_ found: Found) -> Bool { typed["left"] == String(found.left.minor) }

    func page(
        _ found: Found, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services,
        notice: StringKey? = nil
    ) throws -> RefundPage {
        guard let row = try tx.first(UserQueries.one(user, zone: actor.tenant.zone)) else { throw Refusal.notFound }
        let name = UserName.shown(try row.text("name"), try row.text("email"), actor.language)
        let (payment, way, language) = (found.payment, Refund.Way(found.payment.provider), actor.language)
        let left = found.left.words(language)
        let isAllowed = try RefundLimits.allow(found.left, by: actor, in: tx)
        let asked = try RefundRequests(tx.rows(RefundRequests.about(user)), at: actor.now)[payment.id, since: nil]
        let waiting = asked.flatMap { $0.isWaiting ? $0 : nil }.map {
            Strings.refund_waits_already(name: $0.approval.requesterName, amount: $0.amount.words(language))
        }
        let isSome = typed["part"] == "some"
        let facts = [
            Fact(LocalText(Strings.payment_when), DateStyle(language).dateTime(payment.paid)),
            Fact(LocalText(Strings.user_plan), UserWords.plan(payment.plan, language)),
            Fact(LocalText(Strings.payment_amount), payment.amount.words(language)),
            Fact(LocalText(Strings.refund_left), left),
            Fact(LocalText(Strings.payment_provider), PaymentWords.provider(payment.provider, language)),
            Fact(LocalText(Strings.payment_reference), payment.reference, isCode: true),
        ]
        var frame = actor.frame(
            LocalText(Strings.refund_title), services, current: "users",
            crumb: (LocalText(Strings.menu_users), actor.link("users")))
        if let notice { frame.flash = Flash(warning: LocalText(notice)) }
        return RefundPage(
            frame: frame, name: name, user: actor.link("users/\(user)"),
            facts: facts.filter { !$0.value.isEmpty },
            advice: LocalText(advice(way)), isCustomers: way == .customer,
            action: actor.link("users/\(user)/payments/\(payment.id)/refund"),
            all: Strings.refund_all(amount: left), canBePart: way != .whole, isSome: isSome,
            amount: Field(
                "amount",
                label: Strings.refund_in(what: LocalText(Strings.refund_amount), currency: found.left.currency.code),
                value: typed["amount"] ?? "", error: errors["amount"], inputMode: "decimal", isLatin: true),
            ends: ends,
            reason: try ReasonPresets.field("reason", for: .refund, value: reason, error: errors["reason"], in: tx),
            isReady: try canBeAsked(found, in: tx, services),
            warnings: [
                waiting,
                isAllowed ? nil : LocalText(Strings.refund_above),
            ].compactMap { $0 },
            confirm: LocalText(
                isAllowed ? (way.isAsked ? Strings.refund_now : Strings.refund_record) : Strings.refund_ask),
            left: found.left.minor)
    }

    /// False if the provider would have to be asked, and can't be.
    func canBeAsked(_ found: Found, in tx: borrowing TenantTransaction, _ services: Services) throws -> Bool {
        try !Refund.Way(found.payment.provider).isAsked || isSetUp(found.payment.provider, in: tx, services)
    }

    /// True if the tenant has what the provider needs to be asked.
    private func isSetUp(_ provider: String, in tx: borrowing TenantTransaction, _ services: Services) throws -> Bool {
        guard let provider = Provider(rawValue: provider), let row = try tx.first(ProviderQueries.one(provider)) else {
            return false
        }
        return try ProviderSettings(row, tenant: tx.tenant, services.keys).isWhole
    }

    private func advice(_ way: Refund.Way) -> StringKey {
        switch way {
        case .parts: Strings.refund_by_provider
        case .whole: Strings.refund_by_store
        case .record: Strings.refund_by_hand
        case .customer: Strings.refund_by_customer
        }
    }
}

/// The form for refunding a payment or a part of it.
struct ShowRefund: Viewing {
    private let form: RefundForm

    init(_ request: WebRequest) throws { form = try RefundForm(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> (any Page, AuditEvent)
    {
        (
            try form.page(form.found(in: tx, by: actor), in: tx, by: actor, services),
            AuditEvent(.userViewed, on: .user, form.user)
        )
    }
}
