import Console
import HTML
import Postgres
import Templates

/// All clashes in one list.
enum ClashList: DeclaredList {
    private static let kinds: [(LessonClash, StringKey)] = [
        (.group, Strings.timetable_group), (.teacher, Strings.timetable_teacher), (.room, Strings.timetable_room),
        (.capacity, Strings.timetable_clash_seats),
    ]

    static let list = ListDeclaration(
        "timetable-clashes", title: Strings.timetable_clashes, icon: "warn",
        from: """
            timetable_clashes
            join timetable_lessons as one on one.tenant_id = timetable_clashes.tenant_id and one.id = timetable_clashes.lesson_id
            join timetable_lessons as other on other.tenant_id = timetable_clashes.tenant_id
                and other.id = timetable_clashes.other_id
            join timetable_terms on timetable_terms.tenant_id = timetable_clashes.tenant_id
                and timetable_terms.id = timetable_clashes.term_id
            """,
        // A clash has both of its lessons and their term: to count clashes nothing is joined.
        countedFrom: "timetable_clashes", key: "timetable_clashes.id",
        select: """
            timetable_clashes.kind, timetable_clashes.object_id, timetable_clashes.lesson_id, one.weekday, one.starts, one.ends,
            one.weeks & other.weeks as weeks, timetable_terms.name as term,
            (greatest(one.first_day, other.first_day) - date '1970-01-01')::bigint as first_day,
            (least(one.last_day, other.last_day) - date '1970-01-01')::bigint as last_day,
            coalesce((select timetable_groups.name from timetable_groups where timetable_groups.id = timetable_clashes.object_id),
                (select timetable_teachers.name from timetable_teachers where timetable_teachers.id = timetable_clashes.object_id),
                (select timetable_rooms.name from timetable_rooms where timetable_rooms.id = timetable_clashes.object_id), '') as object,
            (select timetable_subjects.name from timetable_subjects where timetable_subjects.id = one.subject_id) as subject,
            (select timetable_subjects.name from timetable_subjects where timetable_subjects.id = other.subject_id) as other_subject,
            array(select timetable_groups.name from timetable_groups where timetable_groups.id = any (one.group_ids)
                order by timetable_groups.name collate "und-x-icu" limit 3) as groups,
            array(select timetable_groups.name from timetable_groups where timetable_groups.id = any (other.group_ids)
                order by timetable_groups.name collate "und-x-icu" limit 3) as other_groups
            """,
        head: .head("object", Strings.timetable_clash, sort: "timetable_clashes.id"),
        columns: [
            ListColumn("kind", Strings.timetable_clash_kind) { row, actor in
                let kind = LessonClash(rawValue: try row.text("kind"))
                return .badge(
                    StatusBadge(LocalText(kinds.first { $0.0 == kind }?.1 ?? Strings.timetable_clash), tone: .bad))
            },
            ListColumn("when", Strings.timetable_when) { row, actor in
                let time = "\(Bells.words(try row.int("starts")))–\(Bells.words(try row.int("ends")))"
                let first = try row.int("first_day")
                if try row.int("last_day") == first {
                    return .text("\(CalendarDay(number: first).words(actor.language)) \(time)")
                }
                let day = LessonFields.weekday(try row.int("weekday"), actor.language)
                let weeks = Weeks(mask: try row.int("weeks")) ?? .all
                return .text(["\(day) \(time)", weeks.phrase.resolve(in: actor.language)].listed(in: actor.language))
            },
            ListColumn("term", Strings.timetable_term, isLess: true) { row, _ in .text(try row.text("term")) },
        ],
        filters: [
            ListFilter("kind", Strings.timetable_clash_kind) { actor in
                kinds.map { ($0.0.rawValue, LocalText($0.1).resolve(in: actor.language)) }
            } condition: { value, _ in
                LessonClash(rawValue: value).map { "timetable_clashes.kind = \($0.rawValue)" }
            },
            ListFilter(
                "term", Strings.timetable_term,
                found: """
                    select timetable_terms.id::text as value, timetable_terms.name as words from timetable_terms
                    order by timetable_terms.first_day desc limit 50
                    """
            ) { value, _ in ID(value).map { "timetable_clashes.term_id = \($0)" } },
        ],
        sort: "object", empty: (Strings.timetable_clashes_empty, Strings.timetable_clashes_empty_advice),
        isPersonal: false
    ) { row, actor, base in
        let kind = LessonClash(rawValue: try row.text("kind")) ?? .room
        let other = ([try row.text("other_subject")] + (try row.texts("other_groups"))).listed(in: actor.language)
        let one = ([try row.text("subject")] + (try row.texts("groups"))).listed(in: actor.language)
        let lesson = Link("\(actor.link(to: LessonList.list))/\(try row.id("lesson_id"))")
        return ListRow(
            name: try row.text("object"), link: actor.may(.editTimetable) ? lesson.with(back: actor.page) : nil,
            detail: kind == .capacity ? one : [one, other].joined(in: actor.language))
    }
}
