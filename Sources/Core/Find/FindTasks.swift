import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension FindFeature {
    package var tasks: [GuideTask] { [Self.anything] }

    private static var anything: GuideTask {
        GuideTask(
            "anything", Strings.tasks_find_anything, steps: Strings.tasks_find_anything_steps(find: Strings.find_title),
            acts: ["GET find"], mistake: LocalText(Strings.tasks_find_anything_mistake))
    }
}
