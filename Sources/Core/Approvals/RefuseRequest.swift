import Console
import HTML
import Postgres
import Templates
import Web

/// Refuses a request, with a reason.
struct RefuseRequest: Changing {
    let id: ID
    let reason: String

    init(_ request: WebRequest) throws {
        id = try request.id("approval")
        reason = request.form.trimmed("reason") ?? ""
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (approval, _) = try ApprovalPageMaker.approval(id, in: tx, by: actor, services)
        guard approval.requester != actor.id, approval.mayDo(actor) else { throw Refusal.notAllowed }
        if let error = Reason.fault(reason) {
            throw Refusal.form(
                try ApprovalPageMaker(id: id, reason: reason, error: error).page(in: tx, by: actor, services))
        }
        return try Decision.make(
            .refused, approval, .approvalRefused, why: reason, flash: Strings.approvals_was_refused, in: tx, by: actor,
            services)
    }
}

/// Withdraws the admin's own request.
struct WithdrawRequest: Changing {
    let id: ID

    init(_ request: WebRequest) throws {
        id = try request.id("approval")
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        let (approval, _) = try ApprovalPageMaker.approval(id, in: tx, by: actor, services)
        guard approval.requester == actor.id else { throw Refusal.notAllowed }
        return try Decision.make(
            .withdrawn, approval, .approvalWithdrawn, why: "", flash: Strings.approvals_was_withdrawn, in: tx,
            by: actor, services)
    }
}

/// A decision that ends a request without running its action.
private enum Decision {
    static func make(
        _ state: Approval.State, _ approval: Approval, _ action: AuditAction, why: String, flash: StringKey,
        in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        let decided = try tx.execute(
            ApprovalQueries.decide(approval.id, state, by: admin, name: actor.name, why: why, now: actor.now))
        guard decided == 1 else {
            throw Refusal.changed(
                try ApprovalPageMaker(id: approval.id, notice: Strings.approvals_was_decided).page(
                    in: tx, by: actor.givingBack(reason: why), services))
        }
        _ = try tx.rows(WaitingApprovals.changed(tx.tenant))
        services.waiting.invalidate(tx.tenant)
        return Change(
            AuditEvent(
                action, on: .approval, approval.id,
                changes: [.init("act", new: approval.action), .init("requested_by", new: approval.requesterName)],
                reason: why),
            next: .to("/t/\(actor.tenant.slug)/approvals", flash: flash))
    }
}
