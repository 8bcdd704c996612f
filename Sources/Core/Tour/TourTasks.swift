import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension TourFeature {
    package var tasks: [GuideTask] { [Self.steps] }

    private static var steps: GuideTask {
        GuideTask(
            "steps", Strings.tasks_tour_steps,
            steps: Strings.tasks_tour_steps_steps(
                home: Strings.menu_home, tour: Strings.tour_title, tour_dismiss: Strings.tour_dismiss,
                tour_close: Strings.tour_close), acts: ["POST tour/end"], recorded: [.tourEnded],
            mistake: Strings.tasks_tour_steps_mistake(help: Strings.guide_help))
    }
}
