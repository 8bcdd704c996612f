import Console
import HTML
import Templates

/// The audit actions of the timetable.
extension AuditAction {
    static let timetableDataAdded = AuditAction("timetable.data_added", Strings.timetable_audit_added)
    static let timetableDataChanged = AuditAction("timetable.data_changed", Strings.timetable_audit_changed)
    static let timetableDataDeleted = AuditAction("timetable.data_deleted", Strings.timetable_audit_deleted)
    static let lessonAdded = AuditAction("timetable.lesson_added", Strings.timetable_audit_added)
    static let lessonChanged = AuditAction("timetable.lesson_changed", Strings.timetable_audit_changed)
    static let lessonRemoved = AuditAction("timetable.lesson_removed", Strings.timetable_audit_removed)
    static let lessonException = AuditAction("timetable.lesson_exception", Strings.timetable_audit_exception)
    static let lessonExceptionEnded = AuditAction(
        "timetable.lesson_exception_ended", Strings.timetable_audit_exception_ended)
    static let timetablePublished = AuditAction("timetable.published", Strings.timetable_audit_published)
    static let timetableReturned = AuditAction("timetable.returned", Strings.timetable_audit_returned)

    static let timetableSourceChanged = AuditAction("timetable.source_changed", Strings.timetable_audit_source)
    static let timetableFetched = AuditAction("timetable.fetched", Strings.timetable_audit_fetch)

    /// All of these actions, as the feature declares them.
    static let ofTimetable: [AuditAction] = [
        .timetableDataAdded, .timetableDataChanged, .timetableDataDeleted, .lessonAdded, .lessonChanged, .lessonRemoved,
        .lessonException, .lessonExceptionEnded, .timetablePublished, .timetableReturned,
        .timetableSourceChanged, .timetableFetched,
    ]
}

extension ObjectKind {
    static let timetableFaculty = ObjectKind("timetable_faculty", Strings.timetable_faculty)
    static let timetableGroup = ObjectKind("timetable_group", Strings.timetable_group)
    static let timetableTeacher = ObjectKind("timetable_teacher", Strings.timetable_teacher)
    static let timetableRoom = ObjectKind("timetable_room", Strings.timetable_room)
    static let timetableSubject = ObjectKind("timetable_subject", Strings.timetable_subject)
    static let timetableTerm = ObjectKind("timetable_term", Strings.timetable_term)
    static let timetableHoliday = ObjectKind("timetable_holiday", Strings.timetable_holiday)
    static let lesson = ObjectKind("timetable_lesson", Strings.timetable_lesson)

    static let timetableSource = ObjectKind("timetable_source", Strings.timetable_source)

    static let ofTimetable: [ObjectKind] = [
        .timetableFaculty, .timetableGroup, .timetableTeacher, .timetableRoom, .timetableSubject, .timetableTerm,
        .timetableHoliday, .lesson, .timetableSource,
    ]
}
