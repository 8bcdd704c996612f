import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension TimetableFeature {
    package var tasks: [GuideTask] { [Self.lesson, Self.move, Self.day, Self.publish, Self.basics, Self.source] }

    private static var lesson: GuideTask {
        GuideTask(
            "lesson", Strings.timetable_task_lesson,
            steps: Strings.timetable_task_lesson_steps(
                timetable: Strings.timetable_title, lesson_add: Strings.timetable_lesson_add, save: Strings.form_save,
                split_button: Strings.timetable_split_button, split: Strings.timetable_split,
                tt_remove: Strings.timetable_remove),
            acts: [
                "POST timetable-terms/:term/lessons", "POST timetable-lessons/:lesson",
                "POST timetable-lessons/:lesson/removal", "POST timetable-lessons/:lesson/split",
            ], recorded: [.lessonAdded, .lessonChanged, .lessonRemoved],
            undo: LocalText(Strings.timetable_task_lesson_undo),
            mistake: Strings.timetable_task_lesson_mistake(see_changes_tt: Strings.timetable_publish_see))
    }

    private static var move: GuideTask {
        GuideTask(
            "move", Strings.timetable_task_move,
            steps: Strings.timetable_task_move_steps(
                timetable: Strings.timetable_title, tt_move: Strings.timetable_move, places: Strings.timetable_places,
                move_here: Strings.timetable_move_here),
            acts: ["POST timetable-lessons/:lesson/move", "POST timetable-lessons/:lesson/copy"],
            recorded: [.lessonChanged, .lessonAdded], undo: LocalText(Strings.timetable_task_move_undo))
    }

    private static var day: GuideTask {
        GuideTask(
            "day", Strings.timetable_task_day,
            steps: Strings.timetable_task_day_steps(
                single_days: Strings.timetable_days, exception_save: Strings.timetable_exception_save),
            acts: ["POST timetable-lessons/:lesson/exceptions", "POST timetable-exceptions/:exception/end"],
            recorded: [.lessonException],
            undo: Strings.timetable_task_day_undo(
                exception_end: Strings.timetable_exception_end, exception_change: Strings.timetable_exception_change),
            mistake: LocalText(Strings.timetable_task_day_mistake))
    }

    private static var publish: GuideTask {
        GuideTask(
            "publish", Strings.timetable_task_publish,
            steps: Strings.timetable_task_publish_steps(
                timetable: Strings.timetable_title, see_changes_tt: Strings.timetable_publish_see,
                tt_publish: Strings.timetable_publish),
            acts: ["POST timetable-terms/:term/publication", "POST timetable-terms/:term/publication/return"],
            recorded: [.timetablePublished, .timetableReturned],
            undo: Strings.timetable_task_publish_undo(
                tt_versions: Strings.timetable_versions, tt_return: Strings.timetable_return))
    }

    private static var basics: GuideTask {
        GuideTask(
            "basics", Strings.timetable_task_basics,
            steps: Strings.timetable_task_basics_steps(
                terms: Strings.timetable_terms, term_add: Strings.timetable_term_add,
                holidays: Strings.timetable_holidays, groups: Strings.timetable_groups,
                teachers: Strings.timetable_teachers, rooms: Strings.timetable_rooms),
            acts: [
                "POST timetable-groups", "POST timetable-groups/:group", "POST timetable-groups/:group/deletion",
                "POST timetable-teachers", "POST timetable-teachers/:teacher",
                "POST timetable-teachers/:teacher/deletion", "POST timetable-rooms", "POST timetable-rooms/:room",
                "POST timetable-rooms/:room/deletion", "POST timetable-subjects", "POST timetable-subjects/:subject",
                "POST timetable-subjects/:subject/deletion", "POST timetable-faculties",
                "POST timetable-faculties/:faculty", "POST timetable-faculties/:faculty/deletion",
                "POST timetable-terms", "POST timetable-terms/:term", "POST timetable-terms/:term/deletion",
                "POST timetable-holidays", "POST timetable-holidays/:holiday",
                "POST timetable-holidays/:holiday/deletion",
            ], recorded: [.timetableDataAdded, .timetableDataChanged, .timetableDataDeleted],
            undo: Strings.timetable_task_basics_undo(tt_delete: Strings.timetable_delete))
    }

    private static var source: GuideTask {
        GuideTask(
            "source", Strings.timetable_task_source,
            steps: Strings.timetable_task_source_steps(
                source: Strings.timetable_source, save: Strings.form_save, source_fetch: Strings.timetable_source_fetch),
            acts: ["POST timetable-source", "POST timetable-source/:source/fetch"],
            recorded: [.timetableSourceChanged, .timetableFetched], undo: LocalText(Strings.timetable_task_source_undo))
    }
}
