import Console
import HTML
import Postgres

/// A published lesson with the names that the public sees.
struct PublicLesson: Sendable {
    let id: ID
    let content: LessonContent
    let subject: String
    let fullName: String
    let room: String
    /// When it was published, or when an exception of it was last ended. In seconds since 1970.
    let changed: Int

    init(_ row: Row) throws {
        id = try row.id("lesson_id")
        content = try LessonContent(row)
        subject = try row.text("subject")
        fullName = try row.text("full_name")
        room = try row.text("room")
        changed = try row.int("changed")
    }
}

extension PublicLesson: PlannedLesson {}

/// The published lessons of a group, a teacher or a room in a term, with their exceptions on single days.
typealias PublicSchedule = Schedule<PublicLesson>

extension Schedule where L == PublicLesson {
    init(_ owner: PublicOwner, _ term: Term, in tx: borrowing TenantTransaction) throws {
        try self.init(
            (owner.kind, owner.id), term,
            lessons: tx.rows(PublicQueries.lessons(of: owner, term: term.id)).map { try PublicLesson($0) }, in: tx
        ) { ids in
            try tx.rows(PublicQueries.lessons(ids, term: term.id)).map { try PublicLesson($0) }
        }
    }
}

/// The names of the groups, teachers and rooms that lessons refer to.
struct PublicNames {
    var groups: [ID: PublicOwner] = [:]
    var teachers: [ID: PublicOwner] = [:]

    init(_ schedules: [PublicSchedule], in tx: borrowing TenantTransaction) throws {
        var (groupIDs, teacherIDs): (Set<ID>, Set<ID>) = ([], [])
        for schedule in schedules {
            for lesson in schedule.lessons + schedule.visiting {
                groupIDs.formUnion(lesson.content.groups)
                teacherIDs.formUnion(lesson.content.teachers)
                for exception in schedule.exceptions(of: lesson) { teacherIDs.formUnion(exception.teachers) }
            }
        }
        if !groupIDs.isEmpty {
            for row in try tx.rows(PublicQueries.groups(Array(groupIDs))) {
                let group = try PublicOwner(group: row)
                groups[group.id] = group
            }
        }
        if !teacherIDs.isEmpty {
            for row in try tx.rows(PublicQueries.teachers(Array(teacherIDs))) {
                let teacher = try PublicOwner(teacher: row)
                teachers[teacher.id] = teacher
            }
        }
    }

    func groupNames(_ ids: [ID]) -> [String] { ids.compactMap { groups[$0]?.name }.sorted() }
    func teacherNames(_ ids: [ID]) -> [String] { ids.compactMap { teachers[$0]?.name } }
}
