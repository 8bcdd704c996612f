import Console
import Postgres

/// All SQL on lessons of the draft. Row-level security adds the tenant.
enum LessonQueries {
    /// The columns of a lesson, with the names of what it refers to.
    private static let columns = columns(naming: "timetable_teachers.name")

    /// `teacher` says how each teacher is named.
    private static func columns(naming teacher: SQL) -> SQL {
        """
        select timetable_lessons.id, timetable_lessons.term_id, timetable_lessons.subject_id, timetable_lessons.kind,
            timetable_lessons.group_ids, timetable_lessons.subgroup, timetable_lessons.teacher_ids, timetable_lessons.room_id,
            timetable_lessons.weekday, timetable_lessons.starts, timetable_lessons.ends, timetable_lessons.weeks,
            (timetable_lessons.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_lessons.last_day - date '1970-01-01')::bigint as last_day, timetable_lessons.note,
            timetable_lessons.is_removed, timetable_lessons.version,
            timetable_subjects.name as subject, coalesce(timetable_rooms.name, '') as room,
            array(select timetable_groups.name from timetable_groups
                where timetable_groups.id = any (timetable_lessons.group_ids) order by timetable_groups.name collate "und-x-icu") as groups,
            array(select \(teacher) from timetable_teachers
                where timetable_teachers.id = any (timetable_lessons.teacher_ids)
                order by timetable_teachers.name collate "und-x-icu", timetable_teachers.address) as teachers
        from timetable_lessons
        join timetable_subjects on timetable_subjects.tenant_id = timetable_lessons.tenant_id
            and timetable_subjects.id = timetable_lessons.subject_id
        left join timetable_rooms on timetable_rooms.tenant_id = timetable_lessons.tenant_id
            and timetable_rooms.id = timetable_lessons.room_id
        """
    }

    /// A teacher as a form names them, so that the same one is found again: with the page address where others have the same name,
    /// and by the address alone where a list of names would be split within the name.
    static let teacherLabel: SQL = """
        case when timetable_teachers.name ~ '[,;،]' then timetable_teachers.address
            when exists (select from timetable_teachers as namesake
                where lower(namesake.name) = lower(timetable_teachers.name) and namesake.id <> timetable_teachers.id)
            then timetable_teachers.name || ' (' || timetable_teachers.address || ')' else timetable_teachers.name end
        """

    /// With teachers as the form names them.
    static func one(_ id: ID) -> SQL {
        columns(naming: teacherLabel) + " where timetable_lessons.id = \(id) and not timetable_lessons.is_removed"
    }

    static func some(_ ids: [ID]) -> SQL { columns + " where timetable_lessons.id = any (\(ids))" }

    /// Returns those that are in the draft of the term.
    static func some(_ ids: [ID], of term: ID) -> SQL {
        some(ids) + " and timetable_lessons.term_id = \(term) and not timetable_lessons.is_removed"
    }

    /// Locks the lesson until the end of the transaction.
    static func lock(_ id: ID) -> SQL {
        "select from timetable_lessons where timetable_lessons.id = \(id) for no key update"
    }

    /// All lessons of a group, a teacher or a room.
    static func of(_ object: ID, term: ID) -> SQL {
        columns + """
             where timetable_lessons.id in (select timetable_claims.lesson_id from timetable_claims
                where timetable_claims.object_id = \(object) and timetable_claims.term_id = \(term))
            order by timetable_lessons.weekday, timetable_lessons.starts, timetable_lessons.subgroup, timetable_lessons.id
            """
    }

    static func add(_ id: ID, tenant: ID, term: ID, _ lesson: LessonContent, by name: String, now: Timestamp) -> SQL {
        """
        insert into timetable_lessons (tenant_id, id, term_id, subject_id, kind, group_ids, subgroup, teacher_ids, room_id,
            weekday, starts, ends, weeks, first_day, last_day, note, changed_at, changed_by)
        values (\(tenant), \(id), \(term), \(lesson.subject), \(lesson.kind.rawValue), \(lesson.groups), \(lesson.subgroup),
            \(lesson.teachers), \(lesson.room), \(lesson.weekday), \(lesson.time.lowerBound), \(lesson.time.upperBound),
            \(lesson.weeks.mask), \(lesson.days.lowerBound.sqlDay), \(lesson.days.upperBound.sqlDay), \(lesson.note), \(now),
            \(name))
        """
    }

    static func save(_ id: ID, _ lesson: LessonContent, by name: String, now: Timestamp) -> SQL {
        """
        update timetable_lessons set subject_id = \(lesson.subject), kind = \(lesson.kind.rawValue), group_ids = \(lesson.groups),
            subgroup = \(lesson.subgroup), teacher_ids = \(lesson.teachers), room_id = \(lesson.room),
            weekday = \(lesson.weekday), starts = \(lesson.time.lowerBound), ends = \(lesson.time.upperBound),
            weeks = \(lesson.weeks.mask), first_day = \(lesson.days.lowerBound.sqlDay), last_day = \(lesson.days.upperBound.sqlDay),
            note = \(lesson.note), changed_at = \(now), changed_by = \(name), version = timetable_lessons.version + 1
        where timetable_lessons.id = \(id)
        """
    }

    /// Moves the ends of some lessons that repeat from the term's earlier first and last day to the new ones.
    static func follow(
        _ term: ID, from old: ClosedRange<Int>, to new: ClosedRange<Int>, most: Int, by name: String, now: Timestamp
    ) -> SQL {
        """
        update timetable_lessons set first_day = follows.new_first, last_day = follows.new_last, changed_at = \(now),
            changed_by = \(name), version = timetable_lessons.version + 1
        from (
            select found.id, found.new_first, found.new_last from (
                select lesson.id, lesson.first_day, lesson.last_day,
                    case when lesson.first_day = \(old.lowerBound.sqlDay) then \(new.lowerBound.sqlDay) else lesson.first_day end
                        as new_first,
                    case when lesson.last_day = \(old.upperBound.sqlDay) then \(new.upperBound.sqlDay) else lesson.last_day end
                        as new_last
                from timetable_lessons as lesson
                where lesson.term_id = \(term) and lesson.first_day < lesson.last_day and not lesson.is_removed
            ) as found
            where (found.new_first, found.new_last) <> (found.first_day, found.last_day) and found.new_first < found.new_last
            order by found.id limit \(most)
        ) as follows
        where timetable_lessons.id = follows.id
        """
    }

    static func wasPublished(_ id: ID) -> SQL {
        """
        select exists (select from timetable_published where timetable_published.lesson_id = \(id)
            and timetable_published.until_version is null) as there
        """
    }

    static func delete(_ id: ID) -> SQL { "delete from timetable_lessons where timetable_lessons.id = \(id)" }

    static func remove(_ id: ID, by name: String, now: Timestamp) -> SQL {
        """
        update timetable_lessons set is_removed = true, changed_at = \(now), changed_by = \(name),
            version = timetable_lessons.version + 1
        where timetable_lessons.id = \(id)
        """
    }

    // MARK: Names

    /// A file has a thousand names at once: compared with each object one after another they take longer than all else.
    static func wanted(_ names: [String]) -> SQL {
        "select wanted.name from unnest(\(names.map { $0.lowercased() })) as wanted (name)"
    }

    /// For each typed name returns the object that has it, compared like the unique index.
    static func subjects(_ names: [String]) -> SQL { named(names, in: SubjectData.table) }
    static func groups(_ names: [String]) -> SQL { named(names, in: GroupData.table) }
    static func rooms(_ names: [String]) -> SQL { named(names, in: RoomData.table) }

    /// By name or, if two teachers share it, by address or by both, as forms offer them.
    static func teachers(_ names: [String]) -> SQL {
        let either: SQL = """
            \(named(names, in: TeacherData.table))
            union all
            select timetable_teachers.id, timetable_teachers.name, timetable_teachers.address from timetable_teachers
            where timetable_teachers.address in (\(wanted(names)))
            """
        let addresses = names.compactMap { name -> String? in
            guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return nil }
            return String(name[name.index(after: open)...].dropLast())
        }
        guard !addresses.isEmpty else { return either }
        return either + """
             union all
            select timetable_teachers.id, timetable_teachers.name,
                lower(timetable_teachers.name) || ' (' || timetable_teachers.address || ')'
            from timetable_teachers where timetable_teachers.address in (\(wanted(addresses)))
            """
    }

    private static func named(_ names: [String], in table: SQL) -> SQL {
        """
        select \(table).id, \(table).name, lower(\(table).name) as known from \(table)
        where lower(\(table).name) in (\(wanted(names)))
        """
    }

    /// What is offered while a field of a lesson's form is typed, by its key.
    static let offered: [String: SQL] = [
        "subject": choices(of: SubjectData.table, words: "timetable_subjects.full_name"),
        "groups": choices(of: GroupData.table, words: "timetable_groups.speciality"),
        "teachers": choices(of: TeacherData.table, label: teacherLabel, words: "timetable_teachers.degree"),
        "room": choices(of: RoomData.table, words: "timetable_rooms.building"),
    ]

    /// `words` tell apart what has nearly the same name.
    private static func choices(of table: SQL, label: SQL? = nil, words: SQL) -> SQL {
        let name = label ?? "\(table).name"
        return """
            select \(name) as name, \(words) as words from \(table)
            order by \(table).name collate "und-x-icu", \(table).id limit 1000
            """
    }

    /// Returns the name by which a lesson's form finds a group, a teacher or a room.
    static func label(_ id: ID, of kind: WeekOwner) -> SQL {
        let label: SQL = kind == .teacher ? teacherLabel : "\(kind.table).name"
        return "select \(label) as name from \(kind.table) where \(kind.table).id = \(id)"
    }

    // MARK: The grid of a group, a teacher or a room

    static func name(_ id: ID, of kind: WeekOwner) -> SQL {
        "select \(kind.table).name from \(kind.table) where \(kind.table).id = \(id)"
    }

    static func first(of kind: WeekOwner) -> SQL {
        "select \(kind.table).id from \(kind.table) order by \(kind.table).name collate \"und-x-icu\", \(kind.table).id limit 1"
    }

    /// Returns the closest match of the typed text: the shortest name that has it.
    static func search(_ text: String, of kind: WeekOwner) -> SQL {
        """
        select \(kind.table).id from \(kind.table) where lower(\(kind.table).name) like \(LikePattern.anywhere(text))
        order by length(\(kind.table).name), \(kind.table).name collate "und-x-icu", \(kind.table).id limit 1
        """
    }

    // MARK: Clashes of a lesson that is not stored

    /// Returns lessons of one of the objects at that time of that weekday: it may be in other weeks.
    static func near(_ lesson: LessonContent, _ objects: [ID], except: ID?, term: ID) -> SQL {
        columns + """
             where timetable_lessons.id in (select timetable_claims.lesson_id from timetable_claims
                where timetable_claims.object_id = any (\(objects)) and timetable_claims.term_id = \(term)
                    and timetable_claims.weekday = \(lesson.weekday)
                    and timetable_claims.starts < \(lesson.time.upperBound) and timetable_claims.ends > \(lesson.time.lowerBound)
                    and timetable_claims.lesson_id is distinct from \(except)::uuid)
            order by timetable_lessons.starts, timetable_lessons.id limit 100
            """
    }

    static func seats(_ room: ID) -> SQL {
        "select timetable_rooms.capacity from timetable_rooms where timetable_rooms.id = \(room)"
    }

    // MARK: Free places

    static func taken(term: ID, by objects: [ID]) -> SQL {
        """
        select timetable_claims.lesson_id, timetable_claims.object_id, timetable_claims.subgroup, timetable_claims.weekday,
            timetable_claims.starts, timetable_claims.ends, timetable_claims.weeks,
            (timetable_claims.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_claims.last_day - date '1970-01-01')::bigint as last_day
        from timetable_claims
        where timetable_claims.term_id = \(term)
            and (timetable_claims.object_id = any (\(objects)) or timetable_claims.kind = 'room')
        """
    }

    static let rooms: SQL = """
        select timetable_rooms.id, timetable_rooms.name, timetable_rooms.capacity, timetable_rooms.purpose from timetable_rooms
        order by timetable_rooms.capacity, timetable_rooms.name collate "und-x-icu" limit 5000
        """

    static func sizes(_ groups: [ID]) -> SQL {
        """
        select timetable_groups.students, timetable_groups.subgroups from timetable_groups
        where timetable_groups.id = any (\(groups))
        """
    }
}
