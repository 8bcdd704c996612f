import Postgres

/// All SQL on lessons from files, many at once. Row-level security adds the tenant.
enum LessonImportQueries {
    /// Locks all terms, so that until the end of the transaction nobody changes or publishes a draft: what was
    /// checked is what is written.
    static let lockTerms: SQL = """
        select from timetable_terms order by timetable_terms.id for no key update
        """

    private static let columns: SQL = """
        select timetable_lessons.id, timetable_lessons.term_id, timetable_lessons.subject_id, timetable_lessons.kind,
            timetable_lessons.group_ids, timetable_lessons.subgroup, timetable_lessons.teacher_ids, timetable_lessons.room_id,
            timetable_lessons.weekday, timetable_lessons.starts, timetable_lessons.ends, timetable_lessons.weeks,
            (timetable_lessons.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_lessons.last_day - date '1970-01-01')::bigint as last_day, timetable_lessons.note,
            timetable_lessons.is_removed, timetable_lessons.version
        """

    static func stored(_ ids: [ID]) -> SQL {
        columns + " from timetable_lessons where timetable_lessons.id = any (\(ids))"
    }

    /// Returns lessons with those marks. Of a university thousands have one subject at one time; few have one mark.
    static func with(_ marks: Set<LessonBatch.Mark>) -> SQL {
        let marks = Array(marks)
        return columns + """
             from unnest(\(marks.map(\.term)), \(marks.map(\.subject)), \(marks.map(\.kind.rawValue)),
                \(marks.map { ids(Array($0.groups)) }), \(marks.map { Int64($0.subgroup) }), \(marks.map { Int64($0.weekday) }),
                \(marks.map { Int64($0.starts) }), \(marks.map { Int64($0.weeks.mask) }),
                \(marks.map { Int64($0.days.lowerBound) }), \(marks.map { Int64($0.days.upperBound) }))
                as wanted (term_id, subject_id, kind, group_ids, subgroup, weekday, starts, weeks, first_day, last_day)
            cross join lateral (
                select lesson.id, lesson.term_id, lesson.subject_id, lesson.kind, lesson.group_ids, lesson.subgroup,
                    lesson.teacher_ids, lesson.room_id, lesson.weekday, lesson.starts, lesson.ends, lesson.weeks,
                    lesson.first_day, lesson.last_day, lesson.note, lesson.is_removed, lesson.version
                from timetable_lessons as lesson
                where lesson.subject_id = wanted.subject_id and lesson.weekday = wanted.weekday
                    and lesson.starts = wanted.starts and lesson.term_id = wanted.term_id and lesson.kind = wanted.kind
                    and lesson.subgroup = wanted.subgroup
                    and lesson.first_day = date '1970-01-01' + wanted.first_day::integer
                    and lesson.last_day = date '1970-01-01' + wanted.last_day::integer
                    and (lesson.weeks = wanted.weeks or lesson.first_day = lesson.last_day)
                    and lesson.group_ids @> wanted.group_ids::uuid[] and lesson.group_ids <@ wanted.group_ids::uuid[]
                offset 0) as timetable_lessons
            order by timetable_lessons.is_removed, timetable_lessons.id
            """
    }

    /// Returns the lessons of a term that came from a source and are of one of these groups or teachers.
    static func sourced(_ objects: [ID], term: ID) -> SQL {
        columns + """
             from timetable_lessons where timetable_lessons.term_id = \(term) and not timetable_lessons.is_removed
                and timetable_lessons.from_source
                and timetable_lessons.id in (select timetable_claims.lesson_id from timetable_claims
                    where timetable_claims.object_id = any (\(objects)) and timetable_claims.term_id = \(term))
            order by timetable_lessons.id
            """
    }

    static func names(_ ids: [ID]) -> SQL {
        SQL.joined(
            [SubjectData.table, GroupData.table, TeacherData.table, RoomData.table].map { table in
                "select \(table).id, \(table).name from \(table) where \(table).id = any (\(ids))"
            }, by: " union all ")
    }

    // MARK: Writing

    struct Written {
        var id: ID
        var term: ID
        var content: LessonContent
        var isRemoved = false
    }

    private static func ids(_ ids: [ID]) -> String { "{\(ids.map(\.description).joined(separator: ","))}" }

    /// Returns rows `new`, with the columns of a lesson.
    private static func new(_ lessons: [Written]) -> SQL {
        let contents = lessons.map(\.content)
        return """
            unnest(\(lessons.map(\.id)), \(lessons.map(\.term)), \(contents.map(\.subject)), \(contents.map(\.kind.rawValue)),
                \(contents.map { ids($0.groups) }), \(contents.map { Int64($0.subgroup) }), \(contents.map { ids($0.teachers) }),
                \(contents.map { $0.room?.description ?? "" }), \(contents.map { Int64($0.weekday) }),
                \(contents.map { Int64($0.time.lowerBound) }), \(contents.map { Int64($0.time.upperBound) }),
                \(contents.map { Int64($0.weeks.mask) }), \(contents.map { Int64($0.days.lowerBound) }),
                \(contents.map { Int64($0.days.upperBound) }), \(contents.map(\.note)),
                \(lessons.map { $0.isRemoved ? "yes" : "" }))
                as new (id, term_id, subject_id, kind, group_ids, subgroup, teacher_ids, room_id, weekday, starts, ends, weeks,
                    first_day, last_day, note, is_removed)
            """
    }

    static func add(_ lessons: [Written], isFromSource: Bool, tenant: ID, by name: String, now: Timestamp) -> SQL {
        """
        insert into timetable_lessons (tenant_id, id, term_id, subject_id, kind, group_ids, subgroup, teacher_ids, room_id,
            weekday, starts, ends, weeks, first_day, last_day, note, from_source, changed_at, changed_by)
        select \(tenant), new.id, new.term_id, new.subject_id, new.kind, new.group_ids::uuid[], new.subgroup::integer,
            new.teacher_ids::uuid[], nullif(new.room_id, '')::uuid, new.weekday::integer, new.starts::integer, new.ends::integer,
            new.weeks::integer, date '1970-01-01' + new.first_day::integer, date '1970-01-01' + new.last_day::integer, new.note,
            \(isFromSource), \(now), \(name)
        from \(new(lessons))
        """
    }

    static func save(_ lessons: [Written], isFromSource: Bool, by name: String, now: Timestamp) -> SQL {
        """
        update timetable_lessons set subject_id = new.subject_id, kind = new.kind, group_ids = new.group_ids::uuid[],
            subgroup = new.subgroup::integer, teacher_ids = new.teacher_ids::uuid[], room_id = nullif(new.room_id, '')::uuid,
            weekday = new.weekday::integer, starts = new.starts::integer, ends = new.ends::integer,
            weeks = new.weeks::integer, first_day = date '1970-01-01' + new.first_day::integer,
            last_day = date '1970-01-01' + new.last_day::integer, note = new.note, is_removed = new.is_removed = 'yes',
            from_source = timetable_lessons.from_source or \(isFromSource), changed_at = \(now), changed_by = \(name),
            version = timetable_lessons.version + 1
        from \(new(lessons)) where timetable_lessons.id = new.id
        """
    }

    static func addSubjects(_ ids: [ID], _ names: [String], fullNames: [String], tenant: ID) -> SQL {
        """
        insert into timetable_subjects (tenant_id, id, name, full_name)
        select \(tenant), new.id, new.name, new.full_name from unnest(\(ids), \(names), \(fullNames)) as new (id, name, full_name)
        """
    }

    /// The groups with those names, with all that an import can say of them.
    static func groups(_ names: [String]) -> SQL {
        """
        select timetable_groups.id, timetable_groups.name, lower(timetable_groups.name) as known, timetable_groups.students,
            timetable_groups.subgroups, timetable_groups.course, timetable_groups.speciality, coalesce(timetable_faculties.name, '') as faculty,
            coalesce(timetable_faculties.short_name, '') as faculty_short
        from timetable_groups left join timetable_faculties on timetable_faculties.tenant_id = timetable_groups.tenant_id
            and timetable_faculties.id = timetable_groups.faculty_id
        where lower(timetable_groups.name) in (\(LessonQueries.wanted(names)))
        """
    }

    static func subgroups(of groups: [ID]) -> SQL {
        """
        select timetable_groups.id, timetable_groups.subgroups from timetable_groups where timetable_groups.id = any (\(groups))
        """
    }

    static func addGroups(
        _ ids: [ID], _ names: [String], _ details: [GroupDetail], faculties: [ID?], tenant: ID
    ) -> SQL {
        """
        insert into timetable_groups (tenant_id, id, name, faculty_id, speciality, course, students, subgroups)
        select \(tenant), new.id, new.name, nullif(new.faculty, '')::uuid, new.speciality, new.course::integer,
            new.students::integer, \(NamedObjects.usualSubgroups)
        from unnest(\(ids), \(names), \(faculties.map { $0?.description ?? "" }), \(details.map { $0.speciality ?? "" }),
            \(details.map { Int64($0.course ?? 1) }), \(details.map { Int64($0.students ?? 0) }))
            as new (id, name, faculty, speciality, course, students)
        """
    }

    static func describeGroups(_ ids: [ID], _ details: [GroupDetail], faculties: [ID?]) -> SQL {
        """
        update timetable_groups set faculty_id = nullif(new.faculty, '')::uuid, speciality = new.speciality,
            course = new.course::integer, students = new.students::integer, version = timetable_groups.version + 1
        from unnest(\(ids), \(faculties.map { $0?.description ?? "" }), \(details.map { $0.speciality ?? "" }),
            \(details.map { Int64($0.course ?? 1) }), \(details.map { Int64($0.students ?? 0) }))
            as new (id, faculty, speciality, course, students)
        where timetable_groups.id = new.id
        """
    }

    static func addFaculties(_ ids: [ID], _ names: [String], shortNames: [String], tenant: ID) -> SQL {
        """
        insert into timetable_faculties (tenant_id, id, name, short_name)
        select \(tenant), new.id, new.name, new.short_name
        from unnest(\(ids), \(names), \(shortNames)) as new (id, name, short_name)
        """
    }

    static func addRooms(_ ids: [ID], _ names: [String], seats: [Int64], tenant: ID) -> SQL {
        """
        insert into timetable_rooms (tenant_id, id, name, building, capacity, purpose)
        select \(tenant), new.id, new.name, '', new.seats::integer, 'any'
        from unnest(\(ids), \(names), \(seats)) as new (id, name, seats)
        """
    }

    static func addTeachers(_ ids: [ID], _ names: [String], addresses: [String], tenant: ID) -> SQL {
        """
        insert into timetable_teachers (tenant_id, id, name, address, degree)
        select \(tenant), new.id, new.name, new.address, '' from unnest(\(ids), \(names), \(addresses)) as new (id, name, address)
        """
    }

    /// Returns the addresses that are taken, among these and among those derived from them.
    static func addresses(like wanted: [String]) -> SQL {
        """
        select coalesce(array_agg(timetable_teachers.address), '{}') as taken from timetable_teachers
        where timetable_teachers.address = any (\(wanted))
            or regexp_replace(timetable_teachers.address, '-[0-9]+$', '') = any (\(wanted))
        """
    }
}
