import Postgres

/// All SQL on exceptions on single days. Row-level security adds the tenant.
enum ExceptionQueries {
    static func of(_ lesson: ID) -> SQL {
        """
        select timetable_exceptions.id, (timetable_exceptions.day - date '1970-01-01')::bigint as day, timetable_exceptions.kind,
            (timetable_exceptions.new_day - date '1970-01-01')::bigint as new_day, timetable_exceptions.starts,
            timetable_exceptions.ends, timetable_exceptions.note, coalesce(timetable_rooms.name, '') as room,
            array(select timetable_teachers.name from timetable_teachers
                where timetable_teachers.id = any (timetable_exceptions.teacher_ids)
                order by lower(timetable_teachers.name)) as teachers
        from timetable_exceptions left join timetable_rooms on timetable_rooms.tenant_id = timetable_exceptions.tenant_id
            and timetable_rooms.id = timetable_exceptions.room_id
        where timetable_exceptions.lesson_id = \(lesson) order by timetable_exceptions.day limit 200
        """
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

    /// Deletes an exception, and returns its lesson and its day.
    static func end(_ id: ID) -> SQL {
        """
        delete from timetable_exceptions where timetable_exceptions.id = \(id)
        returning timetable_exceptions.lesson_id, (timetable_exceptions.day - date '1970-01-01')::bigint as day, timetable_exceptions.kind
        """
    }
}
