import Console
import Postgres

/// All SQL on API keys that act for a teacher, and on the operations of their phones. Row-level security adds the
/// tenant, and restricts them to the teacher's own classes.
enum PhoneQueries {
    /// The teacher for whom a key acts. An admin who was disabled or has left the tenant is no longer a teacher.
    private static func teacher(of key: ID?) -> SQL {
        """
        from gradebook_keys join memberships on memberships.admin_id = gradebook_keys.admin_id
        join admins on admins.id = gradebook_keys.admin_id and admins.disabled_at is null
        left join roles on roles.id = memberships.role_id
        where gradebook_keys.key_id = \(key)
        """
    }

    /// Restricts the transaction to the classes of the key's teacher; to `nobody` for a key without one.
    static func wall(_ key: ID?, nobody: String) -> SQL {
        """
        select set_config('roost.teacher',
            coalesce((select gradebook_keys.admin_id::text \(teacher(of: key))), \(nobody)), true)
        """
    }

    static func teacherAndRole(of key: ID) -> SQL {
        """
        select admins.id, admins.name, memberships.role, coalesce(roles.permissions, '{}') as role_permissions
        \(teacher(of: key))
        """
    }

    /// Returns the keys with one of those scopes, and their teachers.
    static func keys(_ scopes: [String]) -> SQL {
        """
        select api_keys.id, api_keys.name, gradebook_keys.admin_id
        from api_keys left join gradebook_keys on gradebook_keys.key_id = api_keys.id
        where api_keys.scopes && \(scopes) order by api_keys.name collate "und-x-icu", api_keys.id limit 200
        """
    }

    static func bind(_ key: ID, to admin: ID, tenant: ID) -> SQL {
        """
        insert into gradebook_keys (tenant_id, key_id, admin_id) values (\(tenant), \(key), \(admin))
        on conflict (tenant_id, key_id) do update set admin_id = excluded.admin_id
        """
    }

    static func release(_ key: ID) -> SQL { "delete from gradebook_keys where gradebook_keys.key_id = \(key)" }

    // MARK: Reading

    static func grades(of schoolClass: ID, after revision: Int) -> SQL {
        """
        select gradebook_grades.student_id, gradebook_grades.assignment_id,
            (gradebook_grades.points * 1000)::bigint as thousandths, gradebook_grades.mark, gradebook_grades.version,
            gradebook_grades.revision, gradebook_grades.changed_by, gradebook_grades.changed_at
        from gradebook_grades
        where gradebook_grades.class_id = \(schoolClass) and gradebook_grades.revision > \(revision)
        order by gradebook_grades.revision, gradebook_grades.id
        """
    }

    static func attendance(of schoolClass: ID, after revision: Int) -> SQL {
        """
        select gradebook_attendance.student_id, gradebook_attendance.day::text as day, gradebook_attendance.state,
            gradebook_attendance.version, gradebook_attendance.revision, gradebook_attendance.changed_by,
            gradebook_attendance.changed_at
        from gradebook_attendance
        where gradebook_attendance.class_id = \(schoolClass) and gradebook_attendance.revision > \(revision)
        order by gradebook_attendance.revision, gradebook_attendance.id
        """
    }

    // MARK: Operations of phones

    /// The number of days for which an operation is remembered: a phone that was offline for longer starts anew.
    private static let days: Int64 = 60

    static func done(_ operations: [ID], by key: ID) -> SQL {
        """
        select gradebook_operations.id, gradebook_operations.version from gradebook_operations
        where gradebook_operations.key_id = \(key) and gradebook_operations.id = any (\(operations))
        """
    }

    static func forget(by key: ID, now: Timestamp) -> SQL {
        """
        delete from gradebook_operations where gradebook_operations.key_id = \(key)
            and gradebook_operations.done_at < \(now.adding(seconds: -days * 86_400))
        """
    }

    static func remember(
        _ operations: [(id: ID, version: Int)], of schoolClass: ID, by key: ID, tenant: ID, now: Timestamp
    ) -> SQL {
        """
        insert into gradebook_operations (tenant_id, key_id, id, class_id, version, done_at)
        select \(tenant), \(key), given.id, \(schoolClass), given.version, \(now)
        from unnest(\(operations.map(\.id)), \(operations.map { Int64($0.version) })) as given (id, version)
        on conflict do nothing
        """
    }
}
