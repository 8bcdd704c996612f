import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension FinanceFeature {
    package var tasks: [GuideTask] { [Self.why, Self.payment] }

    private static var why: GuideTask {
        GuideTask(
            "why", Strings.tasks_finance_why,
            steps: Strings.tasks_finance_why_steps(
                finance: Strings.finance_title, show: Strings.finance_show, finance_why: Strings.finance_why),
            acts: ["GET finance"], mistake: LocalText(Strings.tasks_finance_why_mistake))
    }

    private static var payment: GuideTask {
        GuideTask(
            "payment", Strings.tasks_finance_payment,
            steps: Strings.tasks_finance_payment_steps(payments: Strings.payments_title), acts: ["GET payments"])
    }
}
