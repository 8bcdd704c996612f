import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension RefundsFeature {
    package var tasks: [GuideTask] { [Self.refund, Self.limits, Self.reasons] }

    private static var refund: GuideTask {
        GuideTask(
            "refund", Strings.tasks_refunds_refund,
            steps: Strings.tasks_refunds_refund_steps(refund_open: Strings.refund_open),
            acts: ["POST users/:user/payments/:payment/refund", "GET users/:user/payments/:payment/refund"],
            recorded: [.refundAsked, .refundRecorded], undo: LocalText(Strings.tasks_refunds_refund_undo),
            mistake: LocalText(Strings.tasks_refunds_refund_mistake))
    }

    private static var limits: GuideTask {
        GuideTask(
            "limits", Strings.tasks_refunds_limits,
            steps: Strings.tasks_refunds_limits_steps(
                refund_limits: Strings.refund_limits, refund_each: Strings.refund_each, refund_day: Strings.refund_day,
                save: Strings.form_save), acts: ["POST refund-limits", "GET refund-limits"],
            recorded: [.refundLimitsChanged], undo: LocalText(Strings.tasks_refunds_limits_undo),
            mistake: LocalText(Strings.tasks_refunds_limits_mistake))
    }

    private static var reasons: GuideTask {
        GuideTask(
            "reasons", Strings.tasks_refunds_reasons,
            steps: Strings.tasks_refunds_reasons_steps(reasons: Strings.reasons_title, save: Strings.form_save),
            acts: ["POST reasons", "GET reasons"], recorded: [.reasonsChanged],
            undo: LocalText(Strings.tasks_refunds_reasons_undo))
    }
}
