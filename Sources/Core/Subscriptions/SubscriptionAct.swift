import Console
import HTML
import Postgres
import Templates
import Web

/// The shared part of all actions on a user's subscription: it is locked, its state must allow the step, and a reason
/// is required.
struct SubscriptionAct: Sendable {
    /// The most days that can be given at once.
    static let mostDays = 3650

    let user: ID
    let form: Query

    init(_ request: WebRequest) throws {
        user = try request.id("user")
        form = request.form
    }

    /// The user is locked first, so that simultaneous actions on one user run one after another.
    func lockUser(in tx: borrowing TenantTransaction) throws {
        guard let row = try tx.first(UserQueries.lock(user)), try row.text("status") != "deleted" else {
            throw Refusal.notFound
        }
    }

    /// Returns the subscription that the form was shown with, if its state allows the step.
    func held(
        _ step: SubscriptionState.Step, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> (Subscription, SubscriptionState) {
        try lockUser(in: tx)
        guard let id = form["subscription"].flatMap({ ID($0) }),
            let row = try tx.first(SubscriptionQueries.locked(id, of: user, zone: actor.tenant.zone))
        else { throw try conflict(in: tx, by: actor, services) }
        let held = try Subscription(row)
        guard let next = held.state.after(step) else { throw try conflict(in: tx, by: actor, services) }
        return (held, next)
    }

    /// Another admin was first, or it has ended: the response is the page with the present state.
    func conflict(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Refusal {
        // What ended meanwhile has no forms any more.
        let givingBack = actor.givingBack(reason: form.trimmed("reason") ?? "")
        return .changed(
            try page(in: tx, by: givingBack, services) { $0.notice = LocalText(Strings.problem_changed_advice) })
    }

    /// Shows the errors beside their fields, with the typed values.
    func refuse(
        _ errors: [String: LocalText], in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        .form(try page(in: tx, by: actor, services) { $0.errors = errors })
    }

    private func page(
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services,
        _ change: (inout SubscriptionPageMaker) -> Void
    ) throws -> SubscriptionPage {
        var maker = SubscriptionPageMaker(user: user, typed: form)
        change(&maker)
        return try maker.page(in: tx, by: actor, services)
    }

    /// Returns the reason, which every action requires; if it is missing or too long, adds an error.
    func reason(_ act: String, _ errors: inout [String: LocalText]) -> String {
        let reason = form.trimmed("reason") ?? ""
        errors["\(act)-reason"] = Reason.fault(reason)
        return reason
    }

    /// Returns a whole number typed in any digits; nil with an error for any other text.
    func days(_ act: String, mayBeEmpty: Bool = false, _ errors: inout [String: LocalText]) -> Int? {
        let text = (form.trimmed("days") ?? "").latinDigits
        if text.isEmpty, mayBeEmpty { return nil }
        if let days = Int(text), (1...Self.mostDays).contains(days) { return days }
        errors["\(act)-days"] =
            text.isEmpty ? LocalText(Strings.error_required) : Strings.error_number(least: 1, most: Self.mostDays)
        return nil
    }

    /// Stores the step, and updates the columns that lists of users show.
    func store(
        _ held: Subscription, _ next: SubscriptionState, endsAt: Timestamp?, in tx: borrowing TenantTransaction,
        by actor: Actor
    ) throws {
        try tx.execute(SubscriptionQueries.step(held.id, next, endsAt: endsAt, now: actor.now))
        try tx.execute(SubscriptionQueries.setPlan(user))
    }

    func done(
        _ action: AuditAction, _ held: Subscription, _ next: SubscriptionState, _ changes: [AuditEvent.Change] = [],
        reason: String,
        flash: StringKey, by actor: Actor
    ) -> Change {
        let state: [AuditEvent.Change] =
            held.state == next ? [] : [.init("subscription", old: held.state.rawValue, new: next.rawValue)]
        return Change(
            AuditEvent(
                action, on: .user, user, changes: state + [.init("plan", new: held.key)] + changes, reason: reason),
            next: .to(SubscriptionPageMaker.link(user, actor), flash: flash))
    }
}
