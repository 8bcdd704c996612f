import Console
import Postgres

/// All SQL on users who teach, on API keys that act for a teacher, and on the operations of their phones. Row-level security adds the
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

    /// The same for the user on whose behalf the transaction runs.
    static func wallOfPerson(nobody: String) -> SQL {
        """
        select set_config('roost.teacher',
            coalesce((select person.id::text from gradebook_person_teacher() as person), \(nobody)), true)
        """
    }

    static func teacherAndRole(of caller: ServiceCaller) -> SQL {
        caller.user == nil
            ? teacherAndRole(of: caller.keyID)
            : "select person.id, person.name, person.role, person.role_permissions from gradebook_person_teacher() as person"
    }

    private static func teacherAndRole(of key: ID) -> SQL {
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

    /// Returns the cells of those who are in the class, in assignments that are: the others are not shown anywhere.
    static func grades(of schoolClass: ID, after revision: Int) -> SQL {
        """
        select gradebook_grades.student_id, gradebook_grades.assignment_id,
            (gradebook_grades.points * 1000)::bigint as thousandths, gradebook_grades.mark, gradebook_grades.version,
            gradebook_grades.revision, gradebook_grades.changed_by, gradebook_grades.changed_at
        from gradebook_grades
        join gradebook_enrolments on gradebook_enrolments.class_id = gradebook_grades.class_id
            and gradebook_enrolments.student_id = gradebook_grades.student_id and gradebook_enrolments.left_at is null
        join gradebook_assignments on gradebook_assignments.id = gradebook_grades.assignment_id
            and gradebook_assignments.removed_at is null
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
        join gradebook_enrolments on gradebook_enrolments.class_id = gradebook_attendance.class_id
            and gradebook_enrolments.student_id = gradebook_attendance.student_id
            and gradebook_enrolments.left_at is null
        where gradebook_attendance.class_id = \(schoolClass) and gradebook_attendance.revision > \(revision)
        order by gradebook_attendance.revision, gradebook_attendance.id
        """
    }

    // MARK: Operations of phones

    /// The number of days for which an operation is remembered: a phone that was offline for longer starts anew.
    private static let days: Int64 = 60

    /// Operations of keys and those of users lie in two tables.
    private static func own(_ caller: ServiceCaller) -> (table: SQL, owner: SQL) {
        caller.user == nil ? ("gradebook_operations", "key_id") : ("gradebook_person_operations", "user_id")
    }

    static func done(_ operations: [ID], by caller: ServiceCaller) -> SQL {
        let (table, owner) = own(caller)
        return """
            select done.id, done.version from \(table) as done
            where done.\(owner) = \(caller.keyID) and done.id = any (\(operations))
            """
    }

    /// Returns what the caller itself has written into these cells of a class, by the version that was seen before. Of a user that is what
    /// was written on the same device: each has a session of its own, and has not seen what waited in the queue of another.
    static func own(_ students: [ID], _ places: [String], of schoolClass: ID, by caller: ServiceCaller) -> SQL {
        let (table, owner) = own(caller)
        var isOfDevice: SQL = "true"
        if let user = caller.user { isOfDevice = "done.session_id = \(user.session)" }
        return """
            select done.student_id, done.place, done.seen, max(done.version) as version
            from unnest(\(students), \(places)) as wanted (student_id, place)
            join \(table) as done on done.student_id = wanted.student_id and done.class_id = \(schoolClass)
                and done.place = wanted.place
            where done.\(owner) = \(caller.keyID) and done.seen is not null and \(isOfDevice)
            group by done.student_id, done.place, done.seen
            """
    }

    static func forget(by caller: ServiceCaller, now: Timestamp) -> SQL {
        let (table, owner) = own(caller)
        return """
            delete from \(table) as done
            where done.\(owner) = \(caller.keyID) and done.done_at < \(now.adding(seconds: -days * 86_400))
            """
    }

    /// - Parameter operations: `seen` is -1 where the phone had not seen what stands there.
    static func remember(
        _ operations: [PhoneOperation.Done], of schoolClass: ID, by caller: ServiceCaller, tenant: ID, now: Timestamp
    ) -> SQL {
        let (table, owner) = own(caller)
        var (column, session): (SQL, SQL) = ("", "")
        if let user = caller.user { (column, session) = (", session_id", ", \(user.session)") }
        return """
            insert into \(table) (tenant_id, \(owner), id, class_id, version, done_at, student_id, place, seen\(column))
            select \(tenant), \(caller.keyID), given.id, \(schoolClass), given.version, \(now), given.student_id,
                given.place, nullif(given.seen, -1)\(session)
            from unnest(\(operations.map(\.id)), \(operations.map { Int64($0.version) }),
                \(operations.map(\.student)), \(operations.map(\.place)), \(operations.map { Int64($0.seen) }))
                as given (id, version, student_id, place, seen)
            on conflict do nothing
            """
    }

    // MARK: Users who teach

    /// The teacher of a user, with the user's role; no row for a user who is not there.
    static func person(_ user: ID) -> SQL {
        """
        select users.role, gradebook_people.admin_id, admins.name
        from users left join gradebook_people on gradebook_people.user_id = users.id
        left join admins on admins.id = gradebook_people.admin_id
        where users.id = \(user)
        """
    }

    static func link(_ user: ID, to admin: ID, tenant: ID, now: Timestamp) -> SQL {
        """
        insert into gradebook_people (tenant_id, user_id, admin_id, linked_at)
        values (\(tenant), \(user), \(admin), \(now))
        on conflict (tenant_id, user_id) do update set admin_id = excluded.admin_id, linked_at = excluded.linked_at
        """
    }

    static func unlink(_ user: ID) -> SQL { "delete from gradebook_people where gradebook_people.user_id = \(user)" }
}
