import Postgres

/// The SQL that checks a second step. Authentication belongs to no tenant.
package enum SecondStepQueriesAcrossTenants {
    package static func secret(of admin: ID) -> SQL {
        """
        select admins.totp_secret, admins.totp_last_step
        from admins where admins.id = \(admin) and admins.disabled_at is null
        """
    }

    package static func acceptStep(_ step: Int64, of admin: ID) -> SQL {
        """
        update admins set totp_last_step = \(step)
        where admins.id = \(admin) and admins.totp_last_step < \(step)
        returning admins.id
        """
    }

    package static func useRecoveryCode(_ hash: [UInt8], of admin: ID, now: Timestamp) -> SQL {
        """
        update recovery_codes set used_at = \(now)
        where recovery_codes.admin_id = \(admin) and recovery_codes.hash = \(hash) and recovery_codes.used_at is null
        returning recovery_codes.admin_id
        """
    }
}
