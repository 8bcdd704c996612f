import Console
import Postgres

/// All SQL on unused access in the tenant. Row-level security adds the tenant.
enum AccessReviewQueries {
    /// Admins of the tenant who can sign in and joined before `cutoff`, with the actions that the audit trail has of
    /// them since then or that they requested, and the permissions with which they decided on others' requests. The
    /// trail has an approved action as the approver's. An admin whose role was given since `cutoff` is left out.
    static func exercised(_ actions: [String], since cutoff: Timestamp, limit: Int) -> SQL {
        """
        select admins.id, admins.name, admins.email, memberships.role, memberships.role_id, roles.name as role_name,
            roles.permissions as role_permissions,
            array(select wanted.action from unnest(\(actions)) as wanted (action)
                where exists (select from audit_events where audit_events.actor_id = memberships.admin_id
                    and audit_events.action = wanted.action and audit_events.at >= \(cutoff))
                union select approvals.action from approvals where approvals.requested_by = memberships.admin_id
                    and approvals.requested_at >= \(cutoff)) as actions,
            array(select distinct approvals.permission from approvals where approvals.decided_by = memberships.admin_id
                and approvals.requested_by <> memberships.admin_id and approvals.decided_at >= \(cutoff)) as decided
        from memberships
        join admins on admins.id = memberships.admin_id
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where can_come_in(admins) and memberships.accepted_at is not null and memberships.created_at < \(cutoff)
            and not exists (select from audit_events where audit_events.object_id = memberships.admin_id
                and audit_events.action = 'membership.given' and audit_events.at >= \(cutoff))
        order by admins.name collate "und-x-icu", admins.id limit \(limit)
        """
    }

    /// Counts the admin's events of each action since `cutoff`, and the requests for a second admin's approval. Of an action
    /// with more than `most` events only so many are read, so the cost does not grow with the trail. The trail has an
    /// approved action as the approver's.
    static func uses(of admin: ID, _ actions: [String], since cutoff: Timestamp, most: Int) -> SQL {
        """
        select wanted.action, uses.uses, uses.used_at
        from unnest(\(actions)) as wanted (action)
        cross join lateral (select count(*) as uses, max(found.at) as used_at
            from (select audit_events.at from audit_events where audit_events.actor_id = \(admin)
                and audit_events.action = wanted.action and audit_events.at >= \(cutoff)
                order by audit_events.at desc limit \(most)) as found) as uses
        where uses.uses > 0
        union all
        select approvals.action, count(*), max(approvals.requested_at) from approvals
        where approvals.requested_by = \(admin) and approvals.requested_at >= \(cutoff)
        group by approvals.action
        """
    }

    /// Counts by permission the others' requests that the admin refused since `cutoff`.
    static func refusals(by admin: ID, since cutoff: Timestamp) -> SQL {
        """
        select approvals.permission, count(*) as uses, max(approvals.decided_at) as used_at from approvals
        where approvals.decided_by = \(admin) and approvals.requested_by <> \(admin) and approvals.state = 'refused'
            and approvals.decided_at >= \(cutoff)
        group by approvals.permission
        """
    }

    /// The tenant's own roles that were last changed before `cutoff` and that an admin has, with the actions that the
    /// audit trail has of all admins with the role.
    static func exercisedRoles(_ actions: [String], since cutoff: Timestamp) -> SQL {
        """
        select roles.id, roles.name, roles.permissions,
            (select count(*) from memberships where memberships.role_id = roles.id) as holders,
            array(select wanted.action from unnest(\(actions)) as wanted (action)
                where exists (select from memberships
                    join audit_events on audit_events.actor_id = memberships.admin_id and audit_events.action = wanted.action
                        and audit_events.at >= \(cutoff)
                    where memberships.role_id = roles.id)
                union select approvals.action from memberships
                join approvals on approvals.requested_by = memberships.admin_id and approvals.requested_at >= \(cutoff)
                where memberships.role_id = roles.id) as actions,
            array(select distinct approvals.permission from memberships
                join approvals on approvals.decided_by = memberships.admin_id and approvals.decided_at >= \(cutoff)
                    and approvals.requested_by <> memberships.admin_id
                where memberships.role_id = roles.id) as decided
        from roles
        where roles.created_at < \(cutoff) and exists (select from memberships where memberships.role_id = roles.id)
            and not exists (select from audit_events where audit_events.object_id = roles.id
                and audit_events.action = 'role.changed' and audit_events.at >= \(cutoff))
        order by roles.name collate "und-x-icu", roles.id
        """
    }

    /// Counts all keys and roles, and those that are old enough for the review.
    static func counts(since cutoff: Timestamp) -> SQL {
        """
        select (select count(*) from api_keys) as keys, (select count(*) from api_keys where api_keys.created_at < \(cutoff)) as old_keys,
            (select count(*) from roles) as roles
        """
    }

    /// Keys that were made before `cutoff` and not used since.
    static func idleKeys(since cutoff: Timestamp, limit: Int) -> SQL {
        """
        select api_keys.id, api_keys.name, api_keys.disabled_at is not null as is_disabled, api_keys.expires_at,
            api_keys.last_used_at, secret.lookup_id
        from api_keys
        join api_key_secrets as secret on secret.key_id = api_keys.id and secret.ends_at is null
        where api_keys.created_at < \(cutoff) and api_keys.last_used_at < \(cutoff)
        order by api_keys.last_used_at, api_keys.id limit \(limit)
        """
    }
}
