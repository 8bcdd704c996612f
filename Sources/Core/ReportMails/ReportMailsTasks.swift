import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ReportMailsFeature {
    package var tasks: [GuideTask] { [Self.mail] }

    private static var mail: GuideTask {
        GuideTask(
            "mail", Strings.tasks_report_mails_mail,
            steps: Strings.tasks_report_mails_mail_steps(
                by_mail: Strings.report_mail_button, report_begin: Strings.report_mail_begin),
            acts: ["POST */mail", "POST reports/mails/:mail/deletion"], recorded: [.reportMailAdded, .reportMailEnded],
            undo: Strings.tasks_report_mails_mail_undo(
                report_mails: Strings.report_mail_list, report_stop: Strings.report_mail_stop),
            mistake: LocalText(Strings.tasks_report_mails_mail_mistake))
    }
}
