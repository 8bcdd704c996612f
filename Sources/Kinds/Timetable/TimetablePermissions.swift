import Console
import HTML
import Templates

/// The permissions for the timetable.
extension Permission {
    static let seeTimetable = Permission(
        "timetable.see", Strings.timetable_permission_see, in: .content,
        roles: [.manager, .editor, .support, .analyst, .auditor])
    static let editTimetable = Permission(
        "timetable.edit", Strings.timetable_permission_edit, in: .content, roles: [.manager, .editor],
        needs: .seeTimetable,
        recordedAs: [
            .timetableDataAdded, .timetableDataChanged, .timetableDataDeleted, .lessonAdded, .lessonChanged,
            .lessonRemoved,
            .lessonException, .lessonExceptionEnded, .timetableSourceChanged, .timetableFetched,
        ])
    static let publishTimetable = Permission(
        "timetable.publish", Strings.timetable_permission_publish, in: .content, roles: [.manager],
        needs: .editTimetable,
        recordedAs: [.timetablePublished, .timetableReturned])

    /// All of these permissions, as the feature declares them.
    static let ofTimetable: [Permission] = [.seeTimetable, .editTimetable, .publishTimetable]
}
