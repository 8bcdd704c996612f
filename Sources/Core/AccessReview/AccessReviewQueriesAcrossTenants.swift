import Console
import Postgres

/// All SQL on admins of the installation who have not signed in. It needs a transaction of the installation, whose
/// trail has the sign-ins.
enum AccessReviewQueriesAcrossTenants {
    /// Ended sessions are stored for 30 days only, so the query reads the audit trail as well.
    static func idleAdmins(since cutoff: Timestamp, limit: Int) -> SQL {
        """
        select admins.id, admins.name, admins.email, admins.is_operator,
            admins.password_hash is not null and admins.totp_secret is not null as is_enrolled,
            greatest(
                (select max(sessions.last_used_at) from sessions where sessions.admin_id = admins.id),
                (select max(audit_events.at) from audit_events where audit_events.actor_id = admins.id
                    and audit_events.action in ('admin.signed_in', 'admin.recovery_code_used', 'admin.enrolled'))) as last_used_at
        from admins
        where admins.disabled_at is null and admins.created_at < \(cutoff)
            and not exists (select from sessions where sessions.admin_id = admins.id and sessions.last_used_at >= \(cutoff))
            and not exists (select from audit_events where audit_events.actor_id = admins.id
                and audit_events.action in ('admin.signed_in', 'admin.recovery_code_used', 'admin.enrolled')
                and audit_events.at >= \(cutoff))
        order by admins.name collate "und-x-icu", admins.id limit \(limit)
        """
    }
}
