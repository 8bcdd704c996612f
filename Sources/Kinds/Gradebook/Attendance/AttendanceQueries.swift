import Console
import Postgres

/// All SQL on attendance. Row-level security adds the tenant, and restricts a teacher to their own classes.
enum AttendanceQueries {
    /// Returns the days with marks, the newest first, as days since 1970.
    static func days(of schoolClass: ID, limit: Int) -> SQL {
        """
        select distinct (gradebook_attendance.day - date '1970-01-01')::bigint as day_number, gradebook_attendance.day
        from gradebook_attendance where gradebook_attendance.class_id = \(schoolClass) and gradebook_attendance.state <> ''
        order by gradebook_attendance.day desc limit \(limit)
        """
    }

    /// Returns whether a day has marks.
    static func hasMarks(_ schoolClass: ID, on day: String) -> SQL {
        """
        select exists (select from gradebook_attendance where gradebook_attendance.class_id = \(schoolClass)
            and gradebook_attendance.day = \(day)::text::date and gradebook_attendance.state <> '') as is_marked
        """
    }

    static func marks(of schoolClass: ID, from: String, until: String) -> SQL {
        """
        select gradebook_attendance.id, gradebook_attendance.student_id, gradebook_attendance.state,
            (gradebook_attendance.day - date '1970-01-01')::bigint as day_number, gradebook_attendance.version
        from gradebook_attendance
        where gradebook_attendance.class_id = \(schoolClass)
            and gradebook_attendance.day between \(from)::text::date and \(until)::text::date
        """
    }

    /// Returns the cells of the given pairs of student and day; pairs that were never marked are absent.
    static func cells(of schoolClass: ID, students: [ID], days: [String]) -> SQL {
        """
        select gradebook_attendance.id, gradebook_attendance.student_id, gradebook_attendance.day::text as day,
            gradebook_attendance.state, gradebook_attendance.version, gradebook_attendance.changed_by,
            gradebook_attendance.changed_by_id,
            gradebook_attendance.changed_at, gradebook_attendance.revision,
            gradebook_attendance.changed_at at time zone (select tenants.zone from tenants where tenants.id = current_tenant())
                as changed
        from unnest(\(students), \(days)) as wanted (student_id, day)
        join gradebook_attendance on gradebook_attendance.class_id = \(schoolClass)
            and gradebook_attendance.student_id = wanted.student_id and gradebook_attendance.day = wanted.day::date
        """
    }

    /// Returns a mark with the names of its student and its day, also if the student has left the class.
    static func mark(_ id: ID, of student: ID, in schoolClass: ID) -> SQL {
        """
        select gradebook_students.name, (gradebook_attendance.day - date '1970-01-01')::bigint as day_number,
            gradebook_attendance.state, gradebook_attendance.version, gradebook_enrolments.left_at is null as is_here
        from gradebook_attendance join gradebook_students on gradebook_students.id = gradebook_attendance.student_id
        join gradebook_enrolments on gradebook_enrolments.class_id = gradebook_attendance.class_id
            and gradebook_enrolments.student_id = gradebook_attendance.student_id
        where gradebook_attendance.id = \(id) and gradebook_attendance.class_id = \(schoolClass)
            and gradebook_attendance.student_id = \(student)
        """
    }

    /// Returns all days with marks, the newest first, with the mark of one student.
    static func days(of schoolClass: ID, student: ID, limit: Int) -> SQL {
        """
        select (days.day - date '1970-01-01')::bigint as day_number, own.id, own.state, own.version
        from (
            select distinct gradebook_attendance.day from gradebook_attendance
            where gradebook_attendance.class_id = \(schoolClass) and gradebook_attendance.state <> ''
        ) as days
        left join gradebook_attendance as own on own.class_id = \(schoolClass) and own.student_id = \(student)
            and own.day = days.day
        order by days.day desc limit \(limit)
        """
    }

    /// Counts each student's marks by state; removed marks do not count, nor do those of days to come.
    static func rates(of schoolClass: ID, _ period: AttendancePeriod = AttendancePeriod()) -> SQL {
        """
        select gradebook_attendance.student_id,
            count(*) filter (where gradebook_attendance.state = 'present') as present,
            count(*) filter (where gradebook_attendance.state = 'absent') as absent,
            count(*) filter (where gradebook_attendance.state = 'excused') as excused
        from gradebook_attendance where gradebook_attendance.class_id = \(schoolClass) and gradebook_attendance.state <> ''
            and gradebook_attendance.day >= coalesce(\(period.from)::text::date, '-infinity')
            and gradebook_attendance.day <= coalesce(\(period.until)::text::date, 'infinity')
            and gradebook_attendance.day <= \(SchoolQueries.today)
        group by gradebook_attendance.student_id
        """
    }

    /// Rows for a file: one per student, with a line for each mark: day and state separated by a tab.
    static func table(of schoolClass: ID) -> SQL {
        """
        select gradebook_students.name, gradebook_students.number,
            (select string_agg(gradebook_attendance.day::text || chr(9) || gradebook_attendance.state, chr(10))
                from gradebook_attendance where gradebook_attendance.class_id = \(schoolClass)
                    and gradebook_attendance.student_id = gradebook_students.id and gradebook_attendance.state <> '') as marks
        from gradebook_enrolments join gradebook_students on gradebook_students.id = gradebook_enrolments.student_id
        where gradebook_enrolments.class_id = \(schoolClass) and gradebook_enrolments.left_at is null
        order by gradebook_students.name collate "und-x-icu", gradebook_students.id
        """
    }

    /// Overwrites stored marks, so the class must be locked.
    static func save(_ cells: [WrittenCell<AttendanceCell>], of schoolClass: ID, tenant: ID, by actor: Actor) -> SQL {
        """
        insert into gradebook_attendance (tenant_id, id, class_id, student_id, day, state, changed_at, changed_by,
            changed_by_id)
        select \(tenant), given.id, \(schoolClass), given.student_id, given.day::date, given.state, \(actor.now),
            \(actor.name), \(actor.id)
        from unnest(\(cells.map(\.id)), \(cells.map(\.student)), \(cells.map(\.column)),
            \(cells.map { $0.value?.rawValue ?? "" })) as given (id, student_id, day, state)
        on conflict (tenant_id, class_id, student_id, day) do update
            set state = excluded.state, version = gradebook_attendance.version + 1, changed_at = excluded.changed_at,
                changed_by = excluded.changed_by, changed_by_id = excluded.changed_by_id
        """
    }
}
