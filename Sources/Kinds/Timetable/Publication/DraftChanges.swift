import Console
import HTML
import Postgres
import Templates

/// The changes that publishing the draft would make, in numbers and in words.
struct DraftChanges {
    static let most = 200

    let lessons: Int
    let added: Int
    let changed: Int
    let removed: Int
    let groups: Int
    let clashes: Int
    /// Changes with every change of the draft: what somebody has seen is what they publish.
    let mark: String

    init(_ term: Term, in tx: borrowing TenantTransaction) throws {
        let row = try tx.first(PublicationQueries.size(term.id))
        lessons = try row?.int("lessons") ?? 0
        added = try row?.int("added") ?? 0
        changed = try row?.int("changed") ?? 0
        removed = try row?.int("removed") ?? 0
        groups = try row?.int("groups") ?? 0
        mark = try row?.text("mark") ?? ""
        clashes = try tx.first(ClashQueries.count(term.id))?.int("n") ?? 0
    }

    /// "37 lessons change for 12 groups."
    var summary: LocalText {
        Strings.timetable_summary(
            lessons: Strings.timetable_lessons_change(count: lessons),
            groups: Strings.timetable_for_groups(count: groups))
    }

    /// The same of a version: "37 lessons changed for 12 groups."
    static func summary(lessons: Int, groups: Int) -> LocalText {
        Strings.timetable_summary(
            lessons: Strings.timetable_lessons_changed(count: lessons),
            groups: Strings.timetable_for_groups(count: groups))
    }

    /// The changes by lesson, changed lessons first, each with its page.
    static func lines(_ term: Term, in tx: borrowing TenantTransaction, by actor: Actor) throws -> [PublicationPage
        .Change]
    {
        let (language, list) = (actor.language, actor.link(to: LessonList.list))
        var order: [(id: ID, isRemoved: Bool, isNew: Bool)] = []
        for row in try tx.rows(PublicationQueries.changes(term.id, limit: most)) {
            order.append((try row.id("id"), try row.bool("is_removed"), try row.bool("is_new")))
        }
        func byID(_ rows: Rows) throws -> [ID: Lesson] {
            Dictionary(try rows.map { try Lesson($0) }.map { ($0.id, $0) }) { first, _ in first }
        }
        let draft = try byID(try tx.rows(LessonQueries.some(order.map(\.id))))
        let published = try byID(try tx.rows(PublicationQueries.published(order.map(\.id))))
        return order.compactMap { one in
            guard let new = draft[one.id] else { return nil }
            let old = one.isNew ? nil : published[one.id]
            let change = LessonChange(old: old, new: one.isRemoved ? nil : new, version: 0)
            return PublicationPage.Change(
                name: new.name(in: language), when: new.phrase(language), lines: change.lines(language),
                link: "\(list)/\(one.id)")
        }
    }
}

extension LessonDiff {
    var label: StringKey {
        switch self {
        case .time: Strings.timetable_when
        case .room: Strings.timetable_room
        case .teachers: Strings.timetable_teachers
        case .groups: Strings.timetable_groups
        case .subject: Strings.timetable_subject
        case .kind: Strings.timetable_type
        case .weeks: Strings.timetable_weeks
        case .days: Strings.timetable_lesson_first_day
        case .note: Strings.timetable_note
        }
    }

    func words(_ lesson: Lesson, _ language: Language) -> String {
        let content = lesson.content
        let text: String =
            switch self {
            case .time: lesson.summary(language)
            case .room: lesson.room
            case .teachers: lesson.teachers.listed(in: language)
            case .groups:
                (lesson.groups
                    + (content.subgroup > 0
                        ? [Strings.timetable_of_subgroup(number: content.subgroup).resolve(in: language)] : []))
                    .listed(in: language)
            case .subject: lesson.subject
            case .kind: LocalText(content.kind.label).resolve(in: language)
            case .weeks: content.weeks.words
            case .days:
                content.isOnce
                    ? CalendarDay(number: content.days.lowerBound).words(language)
                    : "\(CalendarDay(number: content.days.lowerBound).words(language)) – \(CalendarDay(number: content.days.upperBound).words(language))"
            case .note: content.note
            }
        return text.isEmpty ? "—" : text
    }
}
