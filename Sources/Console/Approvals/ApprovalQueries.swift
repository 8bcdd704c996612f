import Postgres

/// All SQL on approvals. Row-level security adds the tenant.
package enum ApprovalQueries {
    package static let choice: SQL = "select tenants.four_eyes from tenants where tenants.id = current_tenant()"

    /// Changes one row if the act's setting was different.
    package static func choose(_ act: GuardedAct, on: Bool) -> SQL {
        on
            ? """
            update tenants set four_eyes = tenants.four_eyes || \(act.id)
            where tenants.id = current_tenant() and not \(act.id) = any (tenants.four_eyes)
            """
            : """
            update tenants set four_eyes = array_remove(tenants.four_eyes, \(act.id))
            where tenants.id = current_tenant() and \(act.id) = any (tenants.four_eyes)
            """
    }

    /// Returns the sequence of the audit trail; the trail of a new tenant has no head yet.
    package static let sequence: SQL = "select coalesce(max(audit_heads.sequence), 0) as n from audit_heads"

    package static func add(_ approval: Approval, request: [UInt8], tenant: ID) -> SQL {
        """
        insert into approvals (tenant_id, id, route, permission, action, object_kind, object_id, object_name, sequence, request,
            reason, payment_id, amount, currency, requested_by, requested_name, requested_at, expires_at)
        values (\(tenant), \(approval.id), \(approval.route), \(approval.permission), \(approval.action),
            \(approval.objectKind), \(approval.objectID), \(approval.objectName), \(approval.sequence), \(request),
            \(approval.reason), \(approval.sum?.payment), \(approval.sum?.amount.minor), \(approval.sum?.amount.currency.code),
            \(approval.requester), \(approval.requesterName), \(approval.requestedAt), \(approval.expiresAt))
        """
    }

    private static let columns: SQL = """
        approvals.id, approvals.route, approvals.permission, approvals.action, approvals.object_kind, approvals.object_id,
        approvals.object_name, approvals.sequence, approvals.reason, approvals.requested_by, approvals.requested_name,
        approvals.payment_id, approvals.amount, approvals.currency, approvals.requested_at, approvals.expires_at, approvals.state, approvals.decided_name, approvals.decided_at,
        approvals.decision
        """

    package static func one(_ id: ID) -> SQL {
        "select \(columns), approvals.request from approvals where approvals.id = \(id)"
    }

    /// Locks the request until the end of the transaction: if two admins decide at once, the second sees the first
    /// decision.
    package static func lock(_ id: ID) -> SQL { "select from approvals where approvals.id = \(id) for update" }

    /// Returns waiting requests, the oldest first.
    package static func waiting(now: Timestamp) -> SQL {
        """
        select \(columns) from approvals
        where approvals.state = 'waiting' and approvals.expires_at > \(now) order by approvals.id limit 200
        """
    }

    /// Returns requests that no longer wait, the newest first.
    package static func over(now: Timestamp, _ keyset: Keyset<ID>) -> SQL {
        let order = KeysetOrder(by: "approvals.id", isFalling: true)
        let those: [SQL] = ["(approvals.state <> 'waiting' or approvals.expires_at <= \(now))"] + order.beyond(keyset)
        return """
            select \(columns) from approvals where \(SQL.joined(those, by: " and "))
            order by \(order.sql(keyset)) limit \(keyset.limit)
            """
    }

    /// Returns an admin's own requests that wait, or that were decided or have expired since then, the newest first.
    /// What was requested so long before that it has expired is not read.
    package static func own(of admin: ID?, since then: Timestamp, limit: Int) -> SQL {
        """
        select \(columns) from approvals
        where approvals.requested_by = \(admin) and approvals.state <> 'withdrawn'
            and approvals.id >= \(ID.earliest(at: then.adding(seconds: -Approval.seconds)))
            and coalesce(approvals.decided_at, approvals.expires_at) >= \(then)
        order by approvals.id desc limit \(limit)
        """
    }

    /// Returns requests about payments of a user, the newest first.
    package static func payments(of user: ID, limit: Int) -> SQL {
        """
        select \(columns) from approvals
        where approvals.object_id = \(user) and approvals.payment_id is not null
        order by approvals.id desc limit \(limit)
        """
    }

    /// Deletes the requests about erased users of all tenants some days after their end.
    package static let forget: SQL = "select forget_requests_about_erased() as forgotten"

    /// Changes one row; of two simultaneous decisions only the first does.
    package static func decide(
        _ id: ID, _ state: Approval.State, by admin: ID, name: String, why: String, now: Timestamp
    )
        -> SQL
    {
        """
        update approvals set state = \(state.rawValue), decided_by = \(admin), decided_name = \(name), decided_at = \(now),
            decision = \(why)
        where approvals.id = \(id) and approvals.state = 'waiting' and approvals.expires_at > \(now)
        """
    }

}
