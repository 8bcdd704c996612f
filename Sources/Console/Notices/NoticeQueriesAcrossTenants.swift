import Postgres

/// All SQL on notices: to operators about commands on the server's shell, and to admins about their accounts. They
/// belong to the installation.
package enum NoticeQueriesAcrossTenants {
    package static func add(_ id: ID, _ kind: ShellNotices.Kind, about admin: ID, reason: String, at: Timestamp) -> SQL
    {
        """
        insert into shell_notices (id, kind, admin_id, reason, at)
        values (\(id), \(kind.rawValue), \(admin), \(reason), \(at))
        """
    }

    /// Adds the notice for every operator who was one before this transaction: on an empty installation nobody gets
    /// it.
    package static func notify(_ notice: ID) -> SQL {
        """
        insert into shell_notice_readers (notice_id, admin_id)
        select \(notice), admins.id from admins
        where admins.is_operator and admins.disabled_at is null and admins.created_at < now()
        """
    }

    /// Adds the notice for the admin whose account it is about.
    package static func notify(_ notice: ID, _ holder: ID) -> SQL {
        "insert into shell_notice_readers (notice_id, admin_id) values (\(notice), \(holder))"
    }

    /// Notices to admins about their accounts stay for 30 days; those about the shell stay until they are seen.
    package static func deleteOld(now: Timestamp) -> [SQL] {
        let old = now.adding(seconds: -30 * 86400)
        let those: SQL = """
            shell_notices.at < \(old) and shell_notices.kind in (
                'new_device', 'password_changed', 'second_step_changed', 'passkey_added', 'passkey_removed',
                'membership_offered')
            """
        return [
            """
            delete from shell_notice_readers using shell_notices
            where shell_notices.id = shell_notice_readers.notice_id and \(those)
            """, "delete from shell_notices where \(those)",
        ]
    }

    package static let unseen: SQL = """
        select shell_notice_readers.admin_id as reader, shell_notices.id, shell_notices.kind, shell_notices.reason,
            shell_notices.at, admins.id as admin_id, admins.name, admins.email
        from shell_notice_readers
        join shell_notices on shell_notices.id = shell_notice_readers.notice_id
        join admins on admins.id = shell_notices.admin_id
        where shell_notice_readers.seen_at is null
        order by shell_notices.at desc, shell_notices.id limit 5000
        """

    /// Changes one row if the admin had not seen it before.
    package static func see(_ notice: ID, by admin: ID, now: Timestamp) -> SQL {
        """
        update shell_notice_readers set seen_at = \(now)
        from shell_notices join admins on admins.id = shell_notices.admin_id
        where shell_notice_readers.notice_id = \(notice) and shell_notice_readers.admin_id = \(admin)
            and shell_notice_readers.seen_at is null and shell_notices.id = shell_notice_readers.notice_id
        returning admins.id, admins.name
        """
    }

}
