import Postgres

/// All SQL on exceptions on single days. Row-level security adds the tenant.
enum ExceptionQueries {
    static func of(_ lesson: ID) -> SQL { all(of: lesson) + " order by timetable_exceptions.day limit 200" }

    static func on(_ day: Int, of lesson: ID) -> SQL {
        all(of: lesson) + " and timetable_exceptions.day = \(day.sqlDay)"
    }

    static func one(_ id: ID) -> SQL { ofLesson + " where timetable_exceptions.id = \(id)" }

    private static func all(of lesson: ID) -> SQL { ofLesson + " where timetable_exceptions.lesson_id = \(lesson)" }

    private static let columns: SQL = """
        select timetable_exceptions.id, timetable_exceptions.lesson_id,
            (timetable_exceptions.day - date '1970-01-01')::bigint as day, timetable_exceptions.kind,
            (timetable_exceptions.new_day - date '1970-01-01')::bigint as new_day, timetable_exceptions.starts,
            timetable_exceptions.ends, timetable_exceptions.note, coalesce(timetable_rooms.name, '') as room,
            timetable_exceptions.room_id, timetable_exceptions.teacher_ids,
            md5(row(timetable_exceptions.kind, timetable_exceptions.new_day, timetable_exceptions.starts,
                timetable_exceptions.room_id, timetable_exceptions.teacher_ids, timetable_exceptions.note)::text) as state
        """

    private static let tables: SQL = """
         from timetable_exceptions left join timetable_rooms on timetable_rooms.tenant_id = timetable_exceptions.tenant_id
            and timetable_rooms.id = timetable_exceptions.room_id
        """

    /// With the teachers' names.
    private static let ofLesson: SQL =
        columns + """
            , array(select timetable_teachers.name from timetable_teachers
                where timetable_teachers.id = any (timetable_exceptions.teacher_ids)
                order by timetable_teachers.name collate "und-x-icu") as teachers
            """ + tables

    // MARK: Of schedules

    private static let ofSchedules: SQL =
        columns + """
            , extract(epoch from timetable_exceptions.changed_at)::bigint as changed
            """ + tables + " where"

    static func of(_ lessons: [ID]) -> SQL {
        ofSchedules + " timetable_exceptions.lesson_id = any (\(lessons)) order by timetable_exceptions.day"
    }

    /// Returns single days on which a teacher takes over a lesson that is otherwise another teacher's, or a room gets
    /// one from another room.
    static func taken(by owner: (kind: WeekOwner, id: ID), _ days: ClosedRange<Int>) -> SQL {
        let isTheirs: SQL =
            owner.kind == .room
            ? "timetable_exceptions.room_id = \(owner.id)"
            : "timetable_exceptions.teacher_ids @> array[\(owner.id)::uuid]"
        return ofSchedules + """
             \(isTheirs) and timetable_exceptions.day between \(days.lowerBound.sqlDay) and \(days.upperBound.sqlDay)
            order by timetable_exceptions.day
            """
    }

    // MARK: Of a lesson

    /// Returns the exception that was written last.
    static func last(of lesson: ID) -> SQL {
        all(of: lesson) + " order by timetable_exceptions.changed_at desc, timetable_exceptions.day desc limit 1"
    }

    struct Added {
        var id: ID
        var lesson: ID
        var day: Int
        var kind: ExceptionKind
        /// Only for a moved lesson.
        var moved: (day: Int, time: Range<Int>)?
        var room: ID?
        var teachers: [ID]
        var note: String
        var now: Timestamp
    }

    /// Replaces an earlier exception of that day.
    static func add(_ added: Added, tenant: ID) -> SQL {
        let newDay: SQL = added.moved.map { $0.day.sqlDay } ?? "null"
        return """
            insert into timetable_exceptions (tenant_id, id, lesson_id, day, kind, new_day, starts, ends, room_id, teacher_ids, note,
                changed_at)
            values (\(tenant), \(added.id), \(added.lesson), \(added.day.sqlDay), \(added.kind.rawValue), \(newDay),
                \(added.moved?.time.lowerBound)::integer, \(added.moved?.time.upperBound)::integer, \(added.room), \(added.teachers),
                \(added.note), \(added.now))
            on conflict (tenant_id, lesson_id, day) do update set kind = excluded.kind, new_day = excluded.new_day,
                starts = excluded.starts, ends = excluded.ends, room_id = excluded.room_id, teacher_ids = excluded.teacher_ids,
                note = excluded.note, changed_at = excluded.changed_at
            """
    }

    /// Gives the exceptions on those days to another lesson as well: which of the two has the day is decided when the
    /// draft is published.
    static func copy(to lesson: ID, from old: ID, days: [Int]) -> SQL {
        """
        insert into timetable_exceptions (tenant_id, id, lesson_id, day, kind, new_day, starts, ends, room_id, teacher_ids, note,
            changed_at)
        select timetable_exceptions.tenant_id, gen_random_uuid(), \(lesson), timetable_exceptions.day, timetable_exceptions.kind,
            timetable_exceptions.new_day, timetable_exceptions.starts, timetable_exceptions.ends, timetable_exceptions.room_id,
            timetable_exceptions.teacher_ids, timetable_exceptions.note, timetable_exceptions.changed_at
        from timetable_exceptions
        where timetable_exceptions.lesson_id = \(old)
            and (timetable_exceptions.day - date '1970-01-01')::bigint = any (\(days.map { Int64($0) }))
        """
    }

    /// Returns the day to which a lesson is moved; no row if it is not moved.
    static func newDay(of lesson: ID, _ day: Int) -> SQL {
        """
        select (timetable_exceptions.new_day - date '1970-01-01')::bigint as new_day from timetable_exceptions
        where timetable_exceptions.lesson_id = \(lesson) and timetable_exceptions.day = \(day.sqlDay)
            and timetable_exceptions.new_day is not null
        """
    }

    /// True if the exception is on a day of its lesson, as `lesson` has them: the draft's or a published one. After a lesson
    /// is split or moved, the exception on a day that it no longer has changes nothing.
    static func isOnOwnDay(_ exception: SQL, _ lesson: SQL) -> SQL {
        """
        (case when \(lesson).first_day = \(lesson).last_day then \(exception).day = \(lesson).first_day
            else \(exception).day between \(lesson).first_day and \(lesson).last_day
                and exists (select from timetable_days as own
                    where own.term_id = \(lesson).term_id and own.day = \(exception).day and own.weekday = \(lesson).weekday
                        and \(lesson).weeks & (1 << (own.week - 1)) <> 0)
            end)
        """
    }

    /// Returns who or what is taken by another lesson of the draft at the time to which an exception puts a lesson. What
    /// is cancelled or moved away on that day is free; what others are moved to or take over is taken. The lesson itself takes
    /// them as well on its other days. Another room than usual may have too few seats.
    static func clashes(of lesson: ID, _ day: Int) -> SQL {
        """
        with put as (
            select timetable_lessons.id, timetable_lessons.term_id, timetable_lessons.subgroup,
                timetable_exceptions.day as own_day, timetable_exceptions.room_id as other_room, timetable_lessons.group_ids,
                coalesce(timetable_exceptions.new_day, timetable_exceptions.day) as day,
                coalesce(timetable_exceptions.starts, timetable_lessons.starts) as starts,
                coalesce(timetable_exceptions.ends, timetable_lessons.ends) as ends,
                timetable_lessons.group_ids
                    || case when timetable_exceptions.teacher_ids = '{}' then timetable_lessons.teacher_ids
                        else timetable_exceptions.teacher_ids end
                    || coalesce(timetable_exceptions.room_id, timetable_lessons.room_id) as objects
            from timetable_exceptions
            join timetable_lessons on timetable_lessons.id = timetable_exceptions.lesson_id
            where timetable_exceptions.lesson_id = \(lesson) and timetable_exceptions.day = \(day.sqlDay)
                and timetable_exceptions.kind <> 'cancelled'
        ), held as (
            select timetable_claims.lesson_id, timetable_claims.kind, timetable_claims.object_id
            from put
            left join timetable_days on timetable_days.term_id = put.term_id and timetable_days.day = put.day
            join timetable_claims on timetable_claims.term_id = put.term_id
                and timetable_claims.object_id = any (put.objects)
                and (timetable_claims.lesson_id <> put.id or put.day <> put.own_day)
                -- What repeats is held on the days of the term alone; what is held once, on its day, be it a holiday.
                and (timetable_claims.first_day = timetable_claims.last_day
                    or timetable_claims.weekday = timetable_days.weekday
                        and timetable_claims.weeks & (1 << (timetable_days.week - 1)) <> 0)
                and put.day between timetable_claims.first_day and timetable_claims.last_day
                and timetable_claims.starts < put.ends and timetable_claims.ends > put.starts
            where (timetable_claims.kind <> 'group' or timetable_claims.subgroup = 0 or put.subgroup = 0
                    or timetable_claims.subgroup = put.subgroup)
                and not exists (select from timetable_exceptions as free
                    where free.lesson_id = timetable_claims.lesson_id and free.day = put.day
                        and (free.kind in ('cancelled', 'moved')
                            or timetable_claims.kind = 'room' and free.room_id is not null
                            or timetable_claims.kind = 'teacher' and free.teacher_ids <> '{}'))
            union
            select other.id, claimed.kind, claimed.object_id
            from put
            join timetable_exceptions as also on coalesce(also.new_day, also.day) = put.day and also.kind <> 'cancelled'
            join timetable_lessons as other on other.id = also.lesson_id
                and (other.id <> put.id or also.day <> put.own_day)
                and other.term_id = put.term_id and not other.is_removed and \(isOnOwnDay("also", "other"))
                and coalesce(also.starts, other.starts) < put.ends and coalesce(also.ends, other.ends) > put.starts
            cross join lateral (
                select 'group' as kind, unnest(other.group_ids) as object_id
                where other.subgroup = 0 or put.subgroup = 0 or other.subgroup = put.subgroup
                union all select 'teacher',
                    unnest(case when also.teacher_ids = '{}' then other.teacher_ids else also.teacher_ids end)
                union all select 'room', coalesce(also.room_id, other.room_id)) as claimed
            where claimed.object_id = any (put.objects)
            union
            select put.id, 'capacity', timetable_rooms.id
            from put
            join timetable_rooms on timetable_rooms.id = put.other_room and timetable_rooms.capacity > 0
            cross join lateral (
                select sum(case when put.subgroup = 0 or timetable_groups.subgroups < 2 then timetable_groups.students
                    else (timetable_groups.students + timetable_groups.subgroups - 1) / timetable_groups.subgroups end)
                    as students
                from timetable_groups where timetable_groups.id = any (put.group_ids)) as come
            where timetable_rooms.capacity < come.students
        )
        select held.kind, coalesce(timetable_groups.name, timetable_teachers.name, timetable_rooms.name, '') as object,
            timetable_subjects.name as subject,
            array(select named.name from timetable_groups as named where named.id = any (other.group_ids)
                order by named.name collate "und-x-icu") as groups
        from held
        join timetable_lessons as other on other.id = held.lesson_id
        join timetable_subjects on timetable_subjects.id = other.subject_id
        left join timetable_groups on timetable_groups.id = held.object_id
        left join timetable_teachers on timetable_teachers.id = held.object_id
        left join timetable_rooms on timetable_rooms.id = held.object_id
        order by held.kind, object, subject limit 20
        """
    }

    /// Notes on the published lesson that an exception was ended.
    static func noteEnd(of lesson: ID, now: Timestamp) -> SQL {
        """
        update timetable_published set days_changed_at = \(now)
        where timetable_published.lesson_id = \(lesson) and timetable_published.until_version is null
        """
    }

    /// Returns the lesson of an exception, which is locked before the exception is read.
    static func lesson(of id: ID) -> SQL {
        "select timetable_exceptions.lesson_id from timetable_exceptions where timetable_exceptions.id = \(id)"
    }

    static func end(_ id: ID) -> SQL {
        "delete from timetable_exceptions where timetable_exceptions.id = \(id)"
    }
}
