import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension SubscriptionsFeature {
    package var tasks: [GuideTask] { [Self.grant, Self.extend, Self.cancel, Self.refundEnd, Self.tests, Self.move] }

    private static var grant: GuideTask {
        GuideTask(
            "grant", Strings.tasks_subscriptions_grant,
            steps: Strings.tasks_subscriptions_grant_steps(
                subscription_open: Strings.subscription_open, subscription_grant: Strings.subscription_grant),
            acts: ["POST users/:user/subscription"], recorded: [.subscriptionGranted],
            undo: Strings.tasks_subscriptions_grant_undo(
                subscription_cancel_now: Strings.subscription_cancel_now,
                subscription_cancel: Strings.subscription_cancel),
            mistake: LocalText(Strings.tasks_subscriptions_grant_mistake))
    }

    private static var extend: GuideTask {
        GuideTask(
            "extend", Strings.tasks_subscriptions_extend,
            steps: Strings.tasks_subscriptions_extend_steps(
                subscription_open: Strings.subscription_open, subscription_extend: Strings.subscription_extend),
            acts: ["POST users/:user/subscription/extension"], recorded: [.subscriptionExtended])
    }

    private static var cancel: GuideTask {
        GuideTask(
            "cancel", Strings.tasks_subscriptions_cancel,
            steps: Strings.tasks_subscriptions_cancel_steps(
                subscription_open: Strings.subscription_open, subscription_cancel: Strings.subscription_cancel,
                subscription_cancel_now: Strings.subscription_cancel_now),
            acts: ["POST users/:user/subscription/cancellation", "POST users/:user/subscription/cancellation/end"],
            recorded: [.subscriptionCancelled, .subscriptionResumed],
            undo: Strings.tasks_subscriptions_cancel_undo(subscription_resume: Strings.subscription_resume),
            mistake: LocalText(Strings.tasks_subscriptions_cancel_mistake))
    }

    private static var refundEnd: GuideTask {
        GuideTask(
            "refund-end", Strings.tasks_subscriptions_refund_end,
            steps: Strings.tasks_subscriptions_refund_end_steps(
                subscription_open: Strings.subscription_open, subscription_refund: Strings.subscription_refund,
                subscription_refund_now: Strings.subscription_refund_now),
            acts: ["POST users/:user/subscription/refund"], recorded: [.subscriptionRefunded],
            mistake: Strings.tasks_subscriptions_refund_end_mistake(refund_open: Strings.refund_open))
    }

    private static var tests: GuideTask {
        GuideTask(
            "tests", Strings.tasks_subscriptions_tests,
            steps: Strings.tasks_subscriptions_tests_steps(
                subscription_open: Strings.subscription_open,
                subscription_remove_tests: Strings.subscription_remove_tests),
            acts: ["POST users/:user/subscription/tests/removal"], recorded: [.testPurchasesRemoved])
    }

    private static var move: GuideTask {
        GuideTask(
            "move", Strings.tasks_subscriptions_move,
            steps: Strings.tasks_subscriptions_move_steps(
                subscribers: Strings.subscribers_title, move_now: Strings.move_now), acts: ["POST plans/:entry/moves"],
            recorded: [.planMoveStarted, .planMoveFinished],
            mistake: LocalText(Strings.tasks_subscriptions_move_mistake))
    }
}
