import Console
import HTTPTypes
import Postgres
import Web

/// A demo tenant wants two admins for deleting users, and two such requests wait for one who is not their author.
enum ApprovalDemo: DemoRows {
    private static let reasons = [
        (why: "Asked for it on the phone; the call was confirmed by e-mail.", wait: Int64(26)),
        (why: "Second account of the same person, who wants to keep the other one.", wait: Int64(3)),
    ]

    static func work(_ load: DemoLoad, in tx: borrowing TenantTransaction) throws {
        let route = Declarations.current.routes.first {
            $0.method == .post && $0.pattern.hasSuffix("/users/:user/deletion")
        }
        guard load.tenant.holdsPeople, let route else { return }
        let act = GuardedAct.userDeletion
        try tx.execute(
            """
            update tenants set four_eyes = array[\(act.id)] where tenants.id = \(load.tenant.id) and tenants.four_eyes = '{}'
            """)
        load.diary.note(
            AuditEvent(
                .approvalPolicySwitched, on: .tenant, load.tenant.id, name: load.tenant.name,
                changes: [.init(act.choice, old: "off", new: "on")]),
            by: load.actor(.owner, at: load.moment(daysAgo: 120)))
        let users = try tx.rows(
            """
            select newest.id from (
                select users.id from users where users.tenant_id = \(load.tenant.id) and users.status = 'active'
                order by users.id desc limit 2000
            ) as newest
            order by uuid_hash_extended(newest.id, \(load.seed)) desc limit \(reasons.count)
            """)
        for (row, reason) in zip(users, reasons) {
            let moment = load.now.adding(seconds: -reason.wait * 3600)
            try add(to: try row.id("id"), route, reason.why, load, by: load.actor(.manager, at: moment), in: tx)
        }
    }

    private static func add(
        to user: ID, _ route: Route, _ reason: String, _ load: DemoLoad, by actor: Actor,
        in tx: borrowing TenantTransaction
    ) throws {
        guard let requester = actor.id else { return }
        let request = WebRequest(
            method: .post, path: "", query: Query(), headers: [.contentType: "application/x-www-form-urlencoded"],
            parameters: ["tenant": load.tenant.slug, "user": user.description],
            body: Query([("reason", reason)]).urlEncoded, address: actor.address, isSecure: true, id: actor.requestID,
            now: actor.now)
        let event = AuditEvent(
            .userDeleted, on: .user, user, changes: [.init("status", old: "active", new: "deleted")], reason: reason)
        let approval = Approval(
            event, route: route, permission: .deleteUsers, reason: reason, sequence: 0, by: actor, requester: requester)
        let sealed = try load.keys.data.seal(
            Approval.StoredRequest(request, event).bytes, Approval.place(approval.id, of: load.tenant.id))
        try tx.execute(ApprovalQueries.add(approval, request: sealed, tenant: load.tenant.id))
        load.diary.note(
            AuditEvent(
                .approvalRequested, on: .approval, approval.id, changes: [.init("act", new: approval.action)],
                reason: reason), by: actor)
    }
}
