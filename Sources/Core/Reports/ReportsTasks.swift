import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ReportsFeature {
    package var tasks: [GuideTask] { [Self.report] }

    private static var report: GuideTask {
        GuideTask(
            "report", Strings.tasks_reports_report,
            steps: Strings.tasks_reports_report_steps(
                reports: Strings.menu_reports, show: Strings.finance_show, report_export: Strings.finance_export),
            acts: ["GET reports/catalogue"])
    }
}
