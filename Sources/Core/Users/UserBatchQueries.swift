import Console
import Postgres

/// SQL on many users at once, in addition to the fields that `UserColumnQueries.swift` reads and writes. Row-level
/// security adds the tenant to every statement.
enum UserBatchQueries {
    /// In the given order: the e-mail as the index folds it, and the user who has it.
    static func byEmail(_ emails: [String]) -> SQL {
        "select found.folded, found.id from users_by_email(\(emails)) as found order by found.number"
    }

    static func byExternalID(_ ids: [String]) -> SQL {
        "select users.external_id, users.id from users where users.external_id = any(\(ids)) and users.external_id <> ''"
    }

    /// Locks the columns that bulk actions change, in the order of the ids, so that two batches can't deadlock.
    static func lockStates(_ ids: [ID]) -> SQL {
        """
        select users.id, users.status, users.status_reason, users.suspended_from, users.deleted_from, users.deleted_from_reason,
            users.plan, users.role, users.version
        from users
        where users.id = any(\(ids)) order by users.id for update
        """
    }

    /// Used together with `UserQueries.save`, which increases the version.
    static func restore(_ ids: [ID]) -> SQL {
        """
        update users set status = users.deleted_from, status_reason = users.deleted_from_reason
        where users.id = any(\(ids)) and users.status = 'deleted'
        """
    }

    /// Removes these users from every list.
    static func remove(_ ids: [ID], versions: [Int64]) -> SQL {
        """
        update users set status = 'deleted', status_reason = '', version = users.version + 1
        from unnest(\(ids), \(versions)) as expected (id, version)
        where users.id = expected.id and users.version = expected.version
        """
    }

    static func setStatuses(_ states: UserStates) -> SQL {
        """
        update users set status = state.value, status_reason = state.reason, version = users.version + 1
        from unnest(\(states.users), \(states.values), \(states.reasons)) as state (id, value, reason) where users.id = state.id
        """
    }

    static func setRoles(_ states: UserStates) -> SQL {
        """
        update users set role = state.value, version = users.version + 1
        from unnest(\(states.users), \(states.values)) as state (id, value) where users.id = state.id
        """
    }

    /// Of the deleted users, those whom an import's undo has deleted and nobody has changed since.
    static func undone(_ ids: [ID]) -> SQL {
        """
        select array(select users.id from users where users.id = any(\(ids)) and users.status = 'deleted' and exists (
            select from import_rows where import_rows.object_id = users.id and import_rows.state = 'undone'
                and import_rows.version = users.version)) as ids
        """
    }
}
