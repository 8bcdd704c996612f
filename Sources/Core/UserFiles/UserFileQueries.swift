import Console
import Postgres

/// All SQL on files of users. Row-level security adds the tenant to every statement, and in calls of users the user.
package enum UserFileQueries {
    private static let columns: SQL = """
        user_files.id, user_files.media_type, user_files.bytes, user_files.width::bigint as width, user_files.height::bigint as height
        """

    /// Held, so that several uploads of one user come one after another.
    static func lockUser(_ user: ID) -> SQL {
        "select users.id from users where users.id = \(user) and users.status <> 'deleted' for no key update"
    }

    /// Of the user, and how many bytes all users of the tenant have.
    static func counts(of user: ID) -> SQL {
        """
        select count(*) as n, count(*) filter (where user_files.unused_since is not null) as unused,
            coalesce(sum(user_files.bytes), 0)::bigint as own, user_file_bytes() as bytes
        from user_files where user_files.user_id = \(user) and user_files.removed_at is null
        """
    }

    static func add(_ id: ID, _ file: CheckedFile, sealed: [UInt8], of user: ID, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into user_files (tenant_id, id, user_id, media_type, bytes, width, height, content, created_at, unused_since)
        values (\(tenant), \(id), \(user), \(file.type), \(file.bytes.count), \(file.width), \(file.height), \(sealed), \(now), \(now))
        """
    }

    /// Those of the user, without what they hold.
    package static func all(_ ids: [ID], of user: ID) -> SQL {
        """
        select \(columns) from user_files
        where user_files.id = any(\(ids)) and user_files.user_id = \(user) and user_files.removed_at is null
        """
    }

    /// The same, in use from now on: the sweeper waits for this transaction, and then sees that.
    package static func use(_ ids: [ID], of user: ID) -> SQL {
        """
        update user_files set unused_since = null
        where user_files.id = any(\(ids)) and user_files.user_id = \(user) and user_files.removed_at is null
        returning \(columns)
        """
    }

    static func one(_ id: ID, of user: ID) -> SQL {
        """
        select \(columns), user_files.content from user_files
        where user_files.id = \(id) and user_files.user_id = \(user) and user_files.removed_at is null
        """
    }

    static func ofSubmission(_ submission: ID, _ id: ID) -> SQL {
        """
        select \(columns), user_files.content, user_files.user_id from submission_files as used
        join user_files on user_files.id = used.file_id
        where used.submission_id = \(submission) and used.file_id = \(id)
        """
    }

    static func name(_ ids: [ID], in submission: ID, tenant: ID) -> SQL {
        """
        insert into submission_files (tenant_id, submission_id, file_id)
        select \(tenant), \(submission), given.id from unnest(\(ids)) as given (id) on conflict do nothing
        """
    }

    static func isUnused(_ id: ID, of user: ID) -> SQL {
        """
        select user_files.unused_since is not null as is_unused from user_files
        where user_files.id = \(id) and user_files.user_id = \(user) and user_files.removed_at is null for update
        """
    }

    /// If a legal hold on the user keeps the row, nobody finds the file any more all the same; the sweeper takes it after
    /// the hold.
    static func forget(_ id: ID, now: Timestamp, in tx: borrowing TenantTransaction) throws {
        try tx.execute("update user_files set removed_at = \(now) where user_files.id = \(id)")
        try tx.execute("delete from user_files where user_files.id = \(id)")
    }

    static let tenants: SQL = "select owner.id from tenants_with_user_files() as owner (id)"

    static func sweep(at: Timestamp) -> SQL { "select sweep_user_files(\(at)) as n" }
}
