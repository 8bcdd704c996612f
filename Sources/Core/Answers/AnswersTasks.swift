import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension AnswersFeature {
    package var tasks: [GuideTask] { [Self.read] }

    private static var read: GuideTask {
        GuideTask(
            "read", Strings.tasks_answers_read,
            steps: Strings.tasks_answers_read_steps(
                answers: Strings.answers_title, survey: Strings.answers_questionnaire, export: Strings.list_export,
                surveys: Strings.questionnaires_title, summary: Strings.answers_in_numbers), acts: ["GET answers"],
            mistake: LocalText(Strings.tasks_answers_read_mistake))
    }
}
