import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension NoticesFeature {
    package var tasks: [GuideTask] { [Self.notice] }

    private static var notice: GuideTask {
        GuideTask(
            "notice", Strings.tasks_notices_notice,
            steps: Strings.tasks_notices_notice_steps(notice_seen: Strings.notice_seen),
            acts: ["POST /notices/:notice/seen"], recorded: [.noticeSeen])
    }
}
