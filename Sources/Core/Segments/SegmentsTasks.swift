import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension SegmentsFeature {
    package var tasks: [GuideTask] { [Self.segment, Self.delete] }

    private static var segment: GuideTask {
        GuideTask(
            "segment", Strings.tasks_segments_segment,
            steps: Strings.tasks_segments_segment_steps(
                users: Strings.menu_users, segments: Strings.segments_title, segments_save: Strings.segments_save_as,
                save: Strings.form_save), acts: ["POST segments", "POST segments/:segment", "GET segments/new"],
            recorded: [.segmentAdded, .segmentChanged],
            undo: Strings.tasks_segments_segment_undo(
                edit: Strings.user_edit, segments_delete: Strings.segments_delete),
            mistake: LocalText(Strings.tasks_segments_segment_mistake))
    }

    private static var delete: GuideTask {
        GuideTask(
            "delete", Strings.tasks_segments_delete,
            steps: Strings.tasks_segments_delete_steps(
                segments: Strings.segments_title, segments_delete: Strings.segments_delete,
                segments_delete_now: Strings.segments_delete_now), acts: ["POST segments/:segment/deletion"],
            recorded: [.segmentDeleted], undo: LocalText(Strings.tasks_segments_delete_undo))
    }
}
