import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ListsFeature {
    package var tasks: [GuideTask] { [Self.view] }

    private static var view: GuideTask {
        GuideTask(
            "view", Strings.tasks_lists_view,
            steps: Strings.tasks_lists_view_steps(
                views: Strings.views_menu, views_save: Strings.views_save, views_share: Strings.views_share,
                views_button: Strings.views_button), acts: ["POST */views", "POST */views/:view/deletion"],
            recorded: [.viewSaved, .viewDeleted],
            undo: Strings.tasks_lists_view_undo(views_delete: Strings.views_delete),
            mistake: LocalText(Strings.tasks_lists_view_mistake))
    }
}
