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

    private static func teachers(_ ids: SQL, naming teacher: SQL = "timetable_teachers.name") -> SQL {
        """
        array(select \(teacher) from timetable_teachers where timetable_teachers.id = any (\(ids))
            order by timetable_teachers.name collate "und-x-icu", timetable_teachers.address)
        """
    }

    /// With the teachers' names, those by which a form finds them again, and what the lesson itself has: as it is published, else as
    /// the draft has it.
    private static let ofLesson: SQL =
        columns + """
            , \(teachers("timetable_exceptions.teacher_ids")) as teachers,
            \(teachers("timetable_exceptions.teacher_ids", naming: LessonQueries.teacherLabel)) as labels,
            usual.starts as usual_starts, usual.ends as usual_ends,
            coalesce((select usual_room.name from timetable_rooms as usual_room where usual_room.id = usual.room_id), '') as usual_room,
            \(teachers("usual.teacher_ids")) as usual_teachers
            """ + tables + """
             cross join lateral (
                select found.starts, found.ends, found.room_id, found.teacher_ids
                from \(lessons("timetable_exceptions.lesson_id")) as found
                order by found.is_public desc limit 1) as usual
            """

    /// A lesson in the draft and, with `is_public`, as it is published: a row for each that there is. Of a lesson that the draft has
    /// no longer and nothing publishes there is the draft's last row.
    private static func lessons(_ id: SQL, ofDraft: SQL = "true") -> SQL {
        let columns: SQL = """
            lesson.term_id, lesson.subgroup, lesson.group_ids, lesson.teacher_ids, lesson.room_id, lesson.weekday, lesson.starts,
            lesson.ends, lesson.weeks, lesson.first_day, lesson.last_day
            """
        return """
            (select false as is_public, lesson.id, \(columns)
            from timetable_lessons as lesson where lesson.id = \(id) and \(ofDraft)
            union all
            select true, lesson.lesson_id, \(columns)
            from timetable_published as lesson where lesson.lesson_id = \(id) and lesson.until_version is null)
            """
    }

    /// When a lesson with that exception begins and ends: what is not said follows the lesson.
    static func starts(_ exception: SQL, _ lesson: SQL) -> SQL { "coalesce(\(exception).starts, \(lesson).starts)" }

    static func ends(_ exception: SQL, _ lesson: SQL) -> SQL {
        """
        case when \(exception).ends is not null then \(exception).ends
            when \(exception).starts is not null then least(1440, \(exception).starts + \(lesson).ends - \(lesson).starts)
            else \(lesson).ends end
        """
    }

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
        /// Only for a moved lesson. Without a time it is held when it is held on other days, whenever that is.
        var moved: (day: Int, starts: Int?)?
        /// nil: the lesson's own, as it is or will be published; so do no teachers.
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
                \(added.moved?.starts)::integer, null, \(added.room), \(added.teachers), \(added.note), \(added.now))
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

    /// The exception of a lesson on one day as it is stored, for `clashes`.
    static func stored(of lesson: ID, _ day: Int) -> SQL {
        """
        select timetable_exceptions.lesson_id, timetable_exceptions.day, timetable_exceptions.kind, timetable_exceptions.new_day,
            timetable_exceptions.starts, timetable_exceptions.ends, timetable_exceptions.room_id, timetable_exceptions.teacher_ids
        from timetable_exceptions
        where timetable_exceptions.lesson_id = \(lesson) and timetable_exceptions.day = \(day.sqlDay)
        """
    }

    /// The same of one that is not stored yet.
    static func typed(_ added: Added) -> SQL {
        let newDay: SQL = added.moved.map { $0.day.sqlDay } ?? "null::date"
        return """
            select \(added.lesson)::uuid as lesson_id, \(added.day.sqlDay) as day, \(added.kind.rawValue)::text as kind,
                \(newDay) as new_day, \(added.moved?.starts)::integer as starts, null::integer as ends,
                \(added.room)::uuid as room_id, \(added.teachers)::uuid[] as teacher_ids
            """
    }

    /// Returns who or what is taken by another lesson at the time to which an exception puts a lesson. What is cancelled or moved away
    /// on that day is free; what others are moved to or take over is taken. The lesson itself takes them as well on its other days.
    /// Another room than usual may have too few seats.
    ///
    /// Students see the published lessons, and will see the draft's: the lesson is compared with both, each with its own kind.
    /// `is_public` and `is_drafted` say where the two meet.
    static func clashes(of exception: SQL) -> SQL {
        """
        with typed as (\(exception)), put as (
            select plan.is_public, plan.id, plan.term_id, plan.subgroup, typed.day as own_day, plan.group_ids,
                case when typed.room_id is distinct from plan.room_id then typed.room_id end as other_room,
                coalesce(typed.new_day, typed.day) as day,
                \(starts("typed", "plan")) as starts, \(ends("typed", "plan")) as ends,
                plan.group_ids || case when typed.teacher_ids = '{}' then plan.teacher_ids else typed.teacher_ids end
                    || coalesce(typed.room_id, plan.room_id) as objects
            from typed
            cross join lateral \(lessons("typed.lesson_id", ofDraft: "not lesson.is_removed")) as plan
            where typed.kind <> 'cancelled' and \(isOnOwnDay("typed", "plan"))
        ), held as (
            select put.is_public, claimed.lesson_id, claimed.kind, claimed.object_id
            from put
            left join timetable_days on timetable_days.term_id = put.term_id and timetable_days.day = put.day
            cross join lateral (
                select timetable_claims.lesson_id, timetable_claims.kind, timetable_claims.object_id, timetable_claims.subgroup,
                    timetable_claims.weekday, timetable_claims.starts, timetable_claims.ends, timetable_claims.weeks,
                    timetable_claims.first_day, timetable_claims.last_day
                from timetable_claims
                where not put.is_public and timetable_claims.term_id = put.term_id
                    and timetable_claims.object_id = any (put.objects)
                union all
                select lesson.lesson_id, of_lesson.kind, of_lesson.object_id, lesson.subgroup, lesson.weekday, lesson.starts,
                    lesson.ends, lesson.weeks, lesson.first_day, lesson.last_day
                from (
                    select owned.lesson_id from timetable_published_owners as owned
                    where owned.object_id = any (put.objects) and owned.term_id = put.term_id
                    union
                    select placed.lesson_id from timetable_published as placed
                    where placed.room_id = any (put.objects) and placed.term_id = put.term_id and placed.until_version is null
                ) as near
                join timetable_published as lesson on lesson.lesson_id = near.lesson_id and lesson.until_version is null
                cross join lateral (
                    select 'group' as kind, unnest(lesson.group_ids) as object_id
                    union all select 'teacher', unnest(lesson.teacher_ids)
                    union all select 'room', lesson.room_id) as of_lesson
                where put.is_public and of_lesson.object_id = any (put.objects)) as claimed
            where (claimed.lesson_id <> put.id or put.day <> put.own_day)
                -- What repeats is held on the days of the term alone; what is held once, on its day, be it a holiday.
                and (claimed.first_day = claimed.last_day
                    or claimed.weekday = timetable_days.weekday and claimed.weeks & (1 << (timetable_days.week - 1)) <> 0)
                and put.day between claimed.first_day and claimed.last_day
                and claimed.starts < put.ends and claimed.ends > put.starts
                and (claimed.kind <> 'group' or claimed.subgroup = 0 or put.subgroup = 0 or claimed.subgroup = put.subgroup)
                and not exists (select from timetable_exceptions as free
                    where free.lesson_id = claimed.lesson_id and free.day = put.day
                        and (free.kind in ('cancelled', 'moved')
                            or claimed.kind = 'room' and free.room_id is not null
                            or claimed.kind = 'teacher' and free.teacher_ids <> '{}'))
            union
            select put.is_public, other.id, claimed.kind, claimed.object_id
            from put
            join timetable_exceptions as also on coalesce(also.new_day, also.day) = put.day and also.kind <> 'cancelled'
                and (also.lesson_id <> put.id or also.day <> put.own_day)
            cross join lateral \(lessons("also.lesson_id", ofDraft: "not lesson.is_removed")) as other
            cross join lateral (
                select 'group' as kind, unnest(other.group_ids) as object_id
                where other.subgroup = 0 or put.subgroup = 0 or other.subgroup = put.subgroup
                union all select 'teacher',
                    unnest(case when also.teacher_ids = '{}' then other.teacher_ids else also.teacher_ids end)
                union all select 'room', coalesce(also.room_id, other.room_id)) as claimed
            where other.is_public = put.is_public and other.term_id = put.term_id and \(isOnOwnDay("also", "other"))
                and \(starts("also", "other")) < put.ends and \(ends("also", "other")) > put.starts
                and claimed.object_id = any (put.objects)
            union
            select put.is_public, put.id, 'capacity', timetable_rooms.id
            from put
            join timetable_rooms on timetable_rooms.id = put.other_room and timetable_rooms.capacity > 0
            cross join lateral (
                select sum(case when put.subgroup = 0 or timetable_groups.subgroups < 2 then timetable_groups.students
                    else (timetable_groups.students + timetable_groups.subgroups - 1) / timetable_groups.subgroups end)
                    as students
                from timetable_groups where timetable_groups.id = any (put.group_ids)) as come
            where timetable_rooms.capacity < come.students
        ), found as (
            select held.kind, held.object_id, held.lesson_id, bool_or(held.is_public) as is_public,
                bool_or(not held.is_public) as is_drafted
            from held group by held.kind, held.object_id, held.lesson_id
        )
        select found.kind, coalesce(timetable_groups.name, timetable_teachers.name, timetable_rooms.name, '') as object,
            timetable_subjects.name as subject, found.is_public, found.is_drafted,
            array(select named.name from timetable_groups as named where named.id = any (other.group_ids)
                order by named.name collate "und-x-icu") as groups
        from found
        join timetable_lessons as other on other.id = found.lesson_id
        join timetable_subjects on timetable_subjects.id = other.subject_id
        left join timetable_groups on timetable_groups.id = found.object_id
        left join timetable_teachers on timetable_teachers.id = found.object_id
        left join timetable_rooms on timetable_rooms.id = found.object_id
        order by found.kind, object, subject limit 20
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
