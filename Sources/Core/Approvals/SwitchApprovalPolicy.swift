import Console
import HTML
import Postgres
import Templates
import Web

/// Switches on or off that an action requires approval. Switching it off requires approval itself.
struct SwitchApprovalPolicy: Changing {
    let act: GuardedAct
    let on: Bool

    init(_ request: WebRequest) throws {
        guard let act = request.parameters["act"].flatMap({ Declarations.current.guardedAct($0) }) else {
            throw Refusal.notFound
        }
        self.act = act
        on = try request.wantsOn()
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard services.declarations.guardedActs(in: actor.tenant).contains(act) else { throw Refusal.notFound }
        guard try tx.execute(ApprovalQueries.choose(act, on: on)) == 1 else {
            throw try TenantSettingsForm.switchedMeanwhile(in: tx, by: actor, services)
        }
        var event = AuditEvent(
            .approvalPolicySwitched, on: .tenant, tx.tenant, name: actor.tenant.name,
            changes: [.init(act.choice, old: on ? "off" : "on", new: on ? "on" : "off")])
        if on { event.guardedAct = nil }
        return Change(
            event,
            next: .to(
                Link("/t/\(actor.tenant.slug)/settings"),
                flash: on ? Strings.approval_policy_was_on : Strings.approval_policy_was_off))
    }
}
