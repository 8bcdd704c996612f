import Console
import HTML
import Postgres
import Templates
import Web

/// Approves a request: runs the requested action in the approver's transaction, if requester and approver may both do
/// it now.
struct ApproveRequest: Changing {
    let id: ID
    /// The sequence number of the last event of the object's trail that the approver has read.
    let seen: Int

    init(_ request: WebRequest) throws {
        id = try request.id("approval")
        seen = request.form["seen"].flatMap { Int($0) } ?? 0
    }

    func run(in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services) throws -> Change {
        guard let admin = actor.id else { throw Refusal.notAllowed }
        try tx.send(ApprovalQueries.lock(id))
        let (approval, opened) = try ApprovalPageMaker.approval(id, in: tx, by: actor, services)
        guard approval.state == .waiting else {
            throw try refusal(Strings.approvals_was_decided, in: tx, by: actor, services)
        }
        guard approval.requester != admin else { throw Refusal.notAllowed }
        guard approval.isDecided(by: actor) else { throw Refusal.notAllowed }
        guard let requested = opened else {
            throw try refusal(Strings.approvals_unreadable, in: tx, by: actor, services)
        }
        let later = try ApprovalPageMaker.since(approval, in: tx, by: actor)
        guard try later?.first?.int("sequence") ?? 0 <= max(seen, approval.sequence) else {
            throw try refusal(Strings.approvals_changed, in: tx, by: actor, services)
        }
        guard let route = services.changes[approval.route], case .changing(let change) = route.work,
            case .tenant(let permission) = route.access,
            let requester = try Self.requester(approval, permission, in: tx, as: actor)
        else { throw try refusal(Strings.approvals_requester_lost, in: tx, by: actor, services) }
        let action = try change.init(requested.request(route, by: actor))
        // Both must be permitted to do it now: the requester with their present role, and the approver.
        do {
            _ = try RequestApproval.tryOut(action, in: tx, by: requester, services)
        } catch {
            guard let why = Self.refusal(error) else { throw error }
            if case .notAllowed = why {
                throw try refusal(Strings.approvals_requester_lost, in: tx, by: actor, services)
            }
            throw try refusal(Strings.approvals_no_longer_fits, in: tx, by: actor, services)
        }
        let decided = try tx.execute(
            ApprovalQueries.decide(id, .approved, by: admin, name: actor.name, why: "", now: actor.now))
        guard decided == 1 else { throw try refusal(Strings.approvals_was_decided, in: tx, by: actor, services) }
        var done = try action.run(in: tx, by: actor.cleared(.approved(id)), services)
        done.clearance = .approved(id)
        done.event.changes += [
            .init("requested_by", new: approval.requesterName), .init("approval", new: id.description),
        ]
        if done.event.reason.isEmpty { done.event.reason = approval.reason }
        _ = try tx.rows(WaitingApprovals.changed(tx.tenant))
        services.waiting.invalidate(tx.tenant)
        // A page that is shown only once goes to the approver, who ran the action; any other result leads back to the
        // list of requests.
        if case .to = done.next {
            done.next = .to("/t/\(actor.tenant.slug)/approvals", flash: Strings.approvals_was_given)
        }
        return done
    }

    /// Returns the page of the request with the reason; the action is not done.
    private func refusal(
        _ notice: StringKey, in tx: borrowing TenantTransaction, by actor: Actor, _ services: Services
    ) throws -> Refusal {
        .changed(try ApprovalPageMaker(id: id, notice: notice).page(in: tx, by: actor, services))
    }

    private static func refusal(_ error: any Error) -> Refusal? {
        (error as? Refusal) ?? (error as? DatabaseError).flatMap { Refusal($0) }
    }

    /// Returns the requester as an actor; nil if they are no longer permitted to do the action.
    private static func requester(
        _ approval: Approval, _ permission: Permission, in tx: borrowing TenantTransaction, as approver: Actor
    ) throws
        -> Actor?
    {
        let requester = try approver.standing(for: approval.requester, named: approval.requesterName, in: tx)
        return requester.flatMap { $0.may(permission) ? $0 : nil }
    }
}
