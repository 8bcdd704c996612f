import Console
import HTML
import Postgres
import Templates
import Web

/// The most that one admin may refund alone: per refund, and per day of the tenant's zone.
struct RefundLimits: Sendable, Equatable {
    var each: Money
    var day: Money

    init(each: Money, day: Money) { (self.each, self.day) = (each, day) }

    init(_ row: Row) throws {
        let currency = Currency(stored: try row.text("currency"))
        each = Money(try row.int("each_refund"), currency)
        day = Money(try row.int("each_day"), currency)
    }

    static func stored(in tx: borrowing TenantTransaction) throws -> RefundLimits? {
        try tx.first(RefundQueries.limits).map { try RefundLimits($0) }
    }

    /// True if the actor may refund the sum without approval. A sum in another currency than the limits' is above them.
    static func allow(_ amount: Money, by actor: Actor, in tx: borrowing TenantTransaction) throws -> Bool {
        if actor.may(.refundAnything) { return true }
        guard let limits = try stored(in: tx), limits.each.currency == amount.currency,
            amount.minor <= limits.each.minor
        else { return false }
        let today = RefundQueries.today(actor.id, amount.currency, now: actor.now, zone: actor.tenant.zone)
        return try (tx.first(today)?.int("n") ?? 0) + amount.minor <= limits.day.minor
    }
}

/// The form for the limits.
struct RefundLimitsForm {
    var each = ""
    var day = ""
    var errors: [String: LocalText] = [:]

    init(_ stored: RefundLimits?) {
        if let stored { (each, day) = (stored.each.text, stored.day.text) }
    }

    init(_ form: Query) { (each, day) = (form.trimmed("each") ?? "", form.trimmed("day") ?? "") }

    func page(by actor: Actor, _ services: Services) -> RefundLimitsPage {
        let currency = actor.tenant.currency
        func field(_ name: String, _ label: StringKey, _ value: String) -> Field {
            Field(
                name, label: Strings.refund_in(what: LocalText(label), currency: currency), value: value,
                error: errors[name], inputMode: "decimal", isRequired: true, isLatin: true)
        }
        return RefundLimitsPage(
            frame: actor.frame(
                LocalText(Strings.refund_limits), services, current: "settings",
                crumb: (LocalText(Strings.payments_title), actor.link("payments"))),
            action: actor.link("refund-limits"),
            each: field("each", Strings.refund_each, each), day: field("day", Strings.refund_day, day))
    }

    /// Returns nil with errors if a text is no sum of money.
    mutating func read(_ code: String) -> RefundLimits? {
        let currency = Currency(stored: code)
        let (each, day) = (Money(typed: each, currency), Money(typed: day, currency))
        if each == nil { errors["each"] = LocalText(Strings.refund_no_sum) }
        if day == nil { errors["day"] = LocalText(Strings.refund_no_sum) }
        return each.flatMap { each in day.map { RefundLimits(each: each, day: $0) } }
    }
}

struct ShowRefundLimits: Viewing {
    init(_ request: WebRequest) {}

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> any Page {
        RefundLimitsForm(try RefundLimits.stored(in: tx)).page(by: actor, services)
    }
}

struct ChangeRefundLimits: Changing {
    private let typed: RefundLimitsForm

    init(_ request: WebRequest) { typed = RefundLimitsForm(request.form) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        var form = typed
        guard let limits = form.read(actor.tenant.currency) else {
            throw Refusal.form(form.page(by: actor, services))
        }
        let old = try RefundLimits.stored(in: tx)
        try tx.execute(RefundQueries.saveLimits(limits, tenant: tx.tenant))
        let changes: [AuditEvent.Change] = [
            .init("refund_each", old: old?.each.code, new: limits.each.code),
            .init("refund_day", old: old?.day.code, new: limits.day.code),
        ]
        return Change(
            AuditEvent(
                .refundLimitsChanged, on: .tenant, tx.tenant, changes: changes.filter { $0.old != $0.new }),
            next: .to(actor.link("refund-limits"), flash: Strings.refund_limits_were_changed))
    }
}
