import Console
import Postgres

/// All SQL on the memberships of the tenant. Row-level security shows no other tenant's.
enum MembershipQueries {
    /// Returns the role and, for one of the tenant's own, its permissions.
    static func role(of admin: ID) -> SQL {
        """
        select memberships.role, memberships.role_id, roles.name as role_name, roles.permissions as role_permissions
        from memberships left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        where memberships.admin_id = \(admin)
        """
    }

    /// The account of a membership, as far as its tenant may know it. If the admin has not accepted, these are the
    /// values that the inviter wrote, and nothing shows whether there was an account before.
    static let known: SQL = """
        (select account.id, case when memberships.accepted_at is null then memberships.offered_name else account.name end as name,
            case when memberships.accepted_at is null then memberships.offered_email else account.email end as email,
            account.language,
            case when memberships.accepted_at is not null then account.totp_secret end as totp_secret,
            account.totp_last_step,
            case when memberships.accepted_at is not null then account.password_hash end as password_hash,
            case when memberships.accepted_at is not null then account.disabled_at end as disabled_at,
            case when memberships.accepted_at is not null then account.mailbox_proven_at end as mailbox_proven_at
        from admins as account where account.id = memberships.admin_id)
        """

    /// A second step that was reset (see `AdminQueriesAcrossTenants.resetStep`) is none that its owner could use.
    static let hasSecondStep: SQL = "admins.totp_secret is not null and admins.totp_last_step >= 0"

    private static func select(zone: String) -> SQL {
        """
        select admins.id, admins.email, admins.name, admins.language,
            \(hasSecondStep) as has_second_step, admins.disabled_at is not null as is_disabled,
            admins.password_hash is not null and admins.totp_secret is not null as is_enrolled,
            memberships.role, memberships.role_id, roles.name as role_name, roles.permissions as role_permissions,
            memberships.used_at, memberships.created_at at time zone \(zone) as since,
            memberships.accepted_at is null as is_offered, admins.mailbox_proven_at is not null as is_proven,
            link.expires_at at time zone \(zone) as link_until, link.expires_at as link_expires
        from memberships
        join lateral \(known) as admins on true
        cross join lateral (
            select case when memberships.accepted_at is null
                then memberships.offered_at + make_interval(hours => \(Int(BootstrapAcrossTenants.linkHours))::int)
                else (select max(enrolment_links.expires_at) from enrolment_links
                    where enrolment_links.admin_id = admins.id and enrolment_links.used_at is null
                        and (enrolment_links.issuer is null or enrolment_links.issuer = memberships.tenant_id))
                end as expires_at) as link
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        """
    }

    /// Admins who belong to the tenant since before `cutoff` and were not here since. `reader` is here: their visit may
    /// not be written yet.
    static func idle(since cutoff: Timestamp, reader: ID?, limit: Int, zone: String) -> SQL {
        select(zone: zone) + """
             where memberships.created_at < \(cutoff) and coalesce(memberships.used_at, memberships.created_at) < \(cutoff)
                and memberships.admin_id is distinct from \(reader)
            order by memberships.used_at nulls first, admins.name collate "und-x-icu", admins.id limit \(limit)
            """
    }

    /// An admin who was removed from this tenant recently.
    static func recentlyRemoved(_ admin: ID, since: Timestamp) -> SQL {
        """
        select admins.name from admins where admins.id = \(admin) and admins.disabled_at is null
            and exists (select from audit_events where audit_events.object_id = \(admin)
                and audit_events.action = 'membership.ended' and audit_events.at >= \(since))
        """
    }

    static func one(_ admin: ID, zone: String) -> SQL { select(zone: zone) + " where memberships.admin_id = \(admin)" }

    /// Locks the account until the transaction ends: nobody signs in, is disabled or gets a link meanwhile.
    static func holdAccount(_ admin: ID) -> SQL { "select from admins where admins.id = \(admin) for no key update" }

    static func lock(_ admin: ID, zone: String) -> SQL {
        one(admin, zone: zone) + " for no key update of memberships"
    }

    /// True if a one-time link for this admin may be shown here. See the function in migrations/core/0005_access.sql.
    static func mayHaveLink(_ admin: ID) -> SQL { "select may_have_link(\(admin)) as may" }

    /// All members of the tenant, by e-mail.
    static let emails: SQL = """
        select admins.email, memberships.role, memberships.role_id, roles.name as role_name, roles.permissions as role_permissions
        from memberships
        join admins on admins.id = memberships.admin_id
        left join roles on roles.tenant_id = memberships.tenant_id and roles.id = memberships.role_id
        order by admins.email collate "und-x-icu"
        """

    /// Owners who can sign in: the last of them can't be removed.
    static let owners: SQL = """
        select array(select memberships.admin_id from memberships join admins on admins.id = memberships.admin_id
            where memberships.role = 'owner' and memberships.accepted_at is not null and can_come_in(admins) limit 2) as ids
        """

    /// Returns one row, unless they belong to the tenant already.
    static func add(_ admin: ID, to tenant: ID, _ role: MemberRole) -> SQL {
        """
        insert into memberships (tenant_id, admin_id, role, role_id)
        values (\(tenant), \(admin), \(role.stored), \(role.id)) on conflict do nothing
        """
    }

    /// The same for an admin who has an account: the membership gives no access before they accept it.
    static func offer(
        _ admin: ID, to tenant: ID, _ role: MemberRole, name: String, email: String, byOperator: Bool, now: Timestamp
    ) -> SQL {
        """
        insert into memberships (
            tenant_id, admin_id, role, role_id, accepted_at, offered_name, offered_email, offered_at, offered_by_operator)
        values (\(tenant), \(admin), \(role.stored), \(role.id), null, \(name), \(email), \(now), \(byOperator))
        on conflict do nothing
        """
    }

    static func offerAgain(_ admin: ID, now: Timestamp) -> SQL {
        "update memberships set offered_at = \(now) where memberships.admin_id = \(admin) and memberships.accepted_at is null"
    }

    /// Returns one row if it was offered and is not accepted yet.
    static func accept(_ admin: ID, now: Timestamp) -> SQL {
        """
        update memberships set accepted_at = \(now), offered_name = '', offered_email = ''
        where memberships.admin_id = \(admin) and memberships.accepted_at is null
        """
    }

    static func decline(_ admin: ID) -> SQL {
        "delete from memberships where memberships.admin_id = \(admin) and memberships.accepted_at is null"
    }

    static func setRole(_ role: MemberRole, of admin: ID) -> SQL {
        "update memberships set role = \(role.stored), role_id = \(role.id) where memberships.admin_id = \(admin)"
    }

    static func end(_ admin: ID) -> SQL { "delete from memberships where memberships.admin_id = \(admin)" }

    /// `isMailed`: only a reader of that address's mail sees the link.
    static func addLink(
        _ tokenHash: [UInt8], admin: ID, issuer: ID, expires: Timestamp, isMailed: Bool = false, zone: String
    ) -> SQL {
        """
        insert into enrolment_links (token_hash, admin_id, issuer, expires_at, is_mailed)
        values (\(tokenHash), \(admin), \(issuer), \(expires), \(isMailed)) returning enrolment_links.expires_at at time zone \(zone) as until
        """
    }

    /// Ends the links that were made in this tenant; or all, for an account that gives access nowhere else.
    static func endLinks(of admin: ID, issuer: ID, all: Bool) -> SQL {
        """
        delete from enrolment_links where enrolment_links.admin_id = \(admin) and enrolment_links.used_at is null
            and (enrolment_links.issuer = \(issuer) or \(all))
        """
    }
}
