import Console
import Postgres

/// SQL on many users at once. Row-level security adds the tenant to every statement.
enum UserBatchQueries {
    /// In their order: the e-mail as the index folds it, and who has it.
    static func byEmail(_ emails: [String]) -> SQL {
        "select found.folded, found.id from users_by_email(\(emails)) as found order by found.number"
    }

    private static let columns: SQL = """
        users.id, users.email, lower(users.email) as folded, users.name, users.status, users.role, users.plan, users.country,
        users.language, users.zone, users.version, users.deleted_from
        """

    /// In the order of their ids, so that two batches can't wait for each other.
    static func lock(_ ids: [ID]) -> SQL {
        "select \(columns) from users where users.id = any(\(ids)) order by users.id for update"
    }

    /// The same, with what bulk actions change.
    static func lockStates(_ ids: [ID]) -> SQL {
        """
        select users.id, users.status, users.status_reason, users.suspended_from, users.deleted_from, users.deleted_from_reason,
            users.plan, users.role, users.version
        from users
        where users.id = any(\(ids)) order by users.id for update
        """
    }

    static func find(_ ids: [ID]) -> SQL { "select \(columns) from users where users.id = any(\(ids))" }

    /// Beside what `save` writes of them, which counts the version.
    static func restore(_ ids: [ID]) -> SQL {
        """
        update users set status = users.deleted_from, status_reason = users.deleted_from_reason
        where users.id = any(\(ids)) and users.status = 'deleted'
        """
    }

    /// Takes those out of every list.
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

    /// Of deleted users those whom the undoing of an import has deleted, and nobody touched since.
    static func undone(_ ids: [ID]) -> SQL {
        """
        select array(select users.id from users where users.id = any(\(ids)) and users.status = 'deleted' and exists (
            select from import_rows where import_rows.object_id = users.id and import_rows.state = 'undone'
                and import_rows.version = users.version)) as ids
        """
    }

    static func add(_ users: [(id: ID, profile: UserProfile)], tenant: ID, now: Timestamp) -> SQL {
        """
        insert into users (tenant_id, id, email, name, status, role, country, language, zone, created_at)
        select \(tenant), added.id, added.email, added.name, 'active', added.role, added.country, added.language,
            added.zone, \(now)
        from \(values(users)) as added (id, email, name, role, country, language, zone)
        order by lower(added.email)
        """
    }

    static func save(_ users: [(id: ID, profile: UserProfile)]) -> SQL {
        """
        update users set email = saved.email, name = saved.name, role = saved.role,
            country = saved.country, language = saved.language, zone = saved.zone, version = users.version + 1
        from \(values(users)) as saved (id, email, name, role, country, language, zone)
        where users.id = saved.id
        """
    }

    private static func values(_ users: [(id: ID, profile: UserProfile)]) -> SQL {
        """
        unnest(\(users.map(\.id)), \(users.map(\.profile.email)), \(users.map(\.profile.name)), \(users.map(\.profile.role)),
            \(users.map(\.profile.country)), \(users.map(\.profile.language)),
            \(users.map(\.profile.zone)))
        """
    }
}
