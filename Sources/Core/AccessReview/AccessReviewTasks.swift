import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension AccessReviewFeature {
    package var tasks: [GuideTask] { [Self.review] }

    private static var review: GuideTask {
        GuideTask(
            "review", Strings.tasks_access_review_review,
            steps: Strings.tasks_access_review_review_steps(
                review: Strings.review_title, review_permissions: Strings.review_permissions,
                uses_title: Strings.review_uses_title), acts: ["GET access-review", "GET access-review/:admin"],
            undo: Strings.tasks_access_review_review_undo(undo: Strings.frame_undo),
            mistake: LocalText(Strings.tasks_access_review_review_mistake))
    }
}
