import Console
import HTML
import Postgres
import Templates

/// All lessons of the draft.
enum LessonList: DeclaredList {
    static let list = ListDeclaration(
        "timetable-lessons", title: Strings.timetable_lessons, icon: "clock",
        from: """
            timetable_lessons join timetable_subjects on timetable_subjects.tenant_id = timetable_lessons.tenant_id
                and timetable_subjects.id = timetable_lessons.subject_id
            """,
        key: "timetable_lessons.id",
        select: """
            timetable_lessons.id, timetable_subjects.name as subject, timetable_lessons.kind, timetable_lessons.weekday,
            timetable_lessons.starts, timetable_lessons.ends, timetable_lessons.weeks, timetable_lessons.subgroup,
            (timetable_lessons.first_day - date '1970-01-01')::bigint as first_day,
            (timetable_lessons.last_day - date '1970-01-01')::bigint as last_day,
            array(select timetable_groups.name from timetable_groups where timetable_groups.id = any (timetable_lessons.group_ids)
                order by timetable_groups.name collate "und-x-icu") as groups,
            array(select timetable_teachers.name from timetable_teachers
                where timetable_teachers.id = any (timetable_lessons.teacher_ids) order by timetable_teachers.name collate "und-x-icu") as teachers,
            coalesce((select timetable_rooms.name from timetable_rooms where timetable_rooms.id = timetable_lessons.room_id), '') as room
            """,
        always: ["not timetable_lessons.is_removed"],
        search: .init(Strings.timetable_search_name) { text in
            let pattern = LikePattern.anywhere(text)
            return """
                (timetable_lessons.subject_id in (select found.id from timetable_subjects as found
                    where lower(found.name || ' ' || found.full_name) like \(pattern))
                or timetable_lessons.id in (select timetable_claims.lesson_id from timetable_claims
                    where timetable_claims.object_id in (
                        select found.id from timetable_groups as found where lower(found.name) like \(pattern)
                        union all select found.id from timetable_teachers as found where lower(found.name) like \(pattern)
                        union all select found.id from timetable_rooms as found where lower(found.name) like \(pattern))))
                """
        },
        head: .head("subject", Strings.timetable_subject, sort: "timetable_subjects.name collate \"und-x-icu\""),
        columns: [
            ListColumn("kind", Strings.timetable_type) { row, actor in
                .text(
                    LocalText((LessonKind(rawValue: try row.text("kind")) ?? .other).label).resolve(in: actor.language))
            },
            ListColumn("groups", Strings.timetable_groups) { row, actor in
                .text(try row.texts("groups").listed(in: actor.language))
            },
            ListColumn(
                "when", Strings.timetable_when,
                sort: "(timetable_lessons.weekday * 10000 + timetable_lessons.starts)"
            ) { row, actor in
                let time = "\(Bells.words(try row.int("starts")))–\(Bells.words(try row.int("ends")))"
                let first = try row.int("first_day")
                if try row.int("last_day") == first {
                    return .text("\(CalendarDay(number: first).words(actor.language)) \(time)")
                }
                let weeks = Weeks(mask: try row.int("weeks")) ?? .all
                let day = LessonFields.weekday(try row.int("weekday"), actor.language)
                return .text(["\(day) \(time)", weeks.phrase.resolve(in: actor.language)].listed(in: actor.language))
            },
            ListColumn("room", Strings.timetable_room) { row, _ in .text(try row.text("room")) },
            ListColumn("teachers", Strings.timetable_teachers, isLess: true) { row, actor in
                .text(try row.texts("teachers").listed(in: actor.language))
            },
        ],
        filters: [
            ListFilter("kind", Strings.timetable_type) { actor in
                LessonKind.allCases.map { ($0.rawValue, LocalText($0.label).resolve(in: actor.language)) }
            } condition: { value, _ in
                LessonKind(rawValue: value).map { "timetable_lessons.kind = \($0.rawValue)" }
            },
            ListFilter("weekday", Strings.timetable_weekday) { actor in
                LessonFields.weekdays.map { ($0.value, LocalText($0.words).resolve(in: actor.language)) }
            } condition: { value, _ in
                Int(value).map { "timetable_lessons.weekday = \($0)" }
            },
            ListFilter(
                "term", Strings.timetable_term,
                found: """
                    select timetable_terms.id::text as value, timetable_terms.name as words from timetable_terms
                    order by timetable_terms.first_day desc limit 50
                    """
            ) { value, _ in ID(value).map { "timetable_lessons.term_id = \($0)" } },
        ],
        sort: "when", add: .init(Strings.timetable_lesson_add, needs: .editTimetable),
        importing: .init(Strings.import_button, path: "import", needs: .editTimetable),
        empty: (Strings.timetable_lessons_empty, Strings.timetable_lessons_empty_advice),
        file: [
            .uuid("id", Strings.list_column_id, "timetable_lessons.id"),
            .text("subject", Strings.timetable_subject, "timetable_subjects.name"),
            .text("kind", Strings.timetable_type, "timetable_lessons.kind"),
            .text(
                "groups", Strings.timetable_groups,
                """
                array_to_string(array(select timetable_groups.name from timetable_groups
                    where timetable_groups.id = any (timetable_lessons.group_ids) order by timetable_groups.name collate "und-x-icu"), ', ')
                """),
            .integer("subgroup", Strings.timetable_subgroup, "timetable_lessons.subgroup::bigint"),
            .text(
                "teachers", Strings.timetable_teachers,
                """
                array_to_string(array(select timetable_teachers.name from timetable_teachers
                    where timetable_teachers.id = any (timetable_lessons.teacher_ids) order by timetable_teachers.name collate "und-x-icu"), ', ')
                """),
            .text(
                "room", Strings.timetable_room,
                """
                coalesce((select timetable_rooms.name from timetable_rooms where timetable_rooms.id = timetable_lessons.room_id), '')
                """),
            .integer("weekday", Strings.timetable_weekday, "timetable_lessons.weekday::bigint"),
            .text(
                "starts", Strings.timetable_starts,
                "to_char(make_interval(mins => timetable_lessons.starts), 'HH24:MI')"),
            .text("ends", Strings.timetable_ends, "to_char(make_interval(mins => timetable_lessons.ends), 'HH24:MI')"),
            .text(
                "weeks", Strings.timetable_weeks,
                """
                array_to_string(array(select number from generate_series(1, 4) as number
                    where timetable_lessons.weeks & (1 << (number - 1)) <> 0), ',')
                """),
            .text("first_day", Strings.timetable_lesson_first_day, "timetable_lessons.first_day::text"),
            .text("last_day", Strings.timetable_lesson_last_day, "timetable_lessons.last_day::text"),
            .text("note", Strings.timetable_note, "timetable_lessons.note"),
        ], isPersonal: false
    ) { row, actor, base in
        let page = Link("\(base)/\(try row.id("id"))").with(back: actor.page)
        return ListRow(name: try row.text("subject"), link: actor.may(.editTimetable) ? page : nil)
    }
}
