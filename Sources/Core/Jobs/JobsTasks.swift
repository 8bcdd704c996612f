import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension JobsFeature {
    package var tasks: [GuideTask] { [Self.retry] }

    private static var retry: GuideTask {
        GuideTask(
            "retry", Strings.tasks_jobs_retry,
            steps: Strings.tasks_jobs_retry_steps(
                jobs: Strings.jobs_title, jobs_retry: Strings.jobs_retry, jobs_discard: Strings.jobs_discard),
            acts: ["POST jobs/:job/retry", "POST jobs/:job/discard"], recorded: [.jobRetried, .jobDiscarded],
            undo: LocalText(Strings.tasks_jobs_retry_undo))
    }
}
