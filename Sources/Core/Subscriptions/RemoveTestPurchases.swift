import Console
import HTML
import Postgres
import Templates
import Web

/// Removes a user's test purchases: from a sandbox, from TestFlight, or by a licence tester.
struct RemoveTestPurchases: Changing {
    let act: SubscriptionAct

    init(_ request: WebRequest) throws { act = try SubscriptionAct(request) }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        try act.lockUser(in: tx)
        // Without one the page has no form that would keep what was typed.
        guard try tx.first(SubscriptionQueries.tests(of: act.user)) != nil else {
            throw try act.conflict(in: tx, by: actor, services)
        }
        var errors: [String: LocalText] = [:]
        let reason = act.reason("remove", &errors)
        guard errors.isEmpty else { throw try act.refuse(errors, in: tx, by: actor, services) }
        let gone = try tx.first(SubscriptionQueries.removeTests(of: act.user))?.int("gone") ?? 0
        try tx.execute(SubscriptionQueries.setPlan(act.user))
        return Change(
            AuditEvent(
                .testPurchasesRemoved, on: .user, act.user,
                changes: [.init("rows", old: String(gone), new: nil)], reason: reason),
            next: .to(SubscriptionPageMaker.link(act.user, actor), flash: Strings.subscription_was_cleared))
    }
}
