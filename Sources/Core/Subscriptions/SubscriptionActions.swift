import Console
import HTML
import Templates

/// The audit actions of subscriptions and moves between plans.
extension AuditAction {
    package static let subscriptionGranted = AuditAction("subscription.granted", Strings.audit_subscription_granted)
    package static let subscriptionExtended = AuditAction("subscription.extended", Strings.audit_subscription_extended)
    package static let subscriptionCancelled = AuditAction(
        "subscription.cancelled", Strings.audit_subscription_cancelled)
    package static let subscriptionResumed = AuditAction("subscription.resumed", Strings.audit_subscription_resumed)
    package static let subscriptionRefunded = AuditAction("subscription.refunded", Strings.audit_subscription_refunded)
    package static let subscriptionEnded = AuditAction("subscription.ended", Strings.audit_subscription_ended)
    package static let testPurchasesRemoved = AuditAction("subscription.tests_removed", Strings.audit_tests_removed)
    package static let entitlementUsed = AuditAction("entitlement.used", Strings.audit_entitlement_used)
    package static let planMoveStarted = AuditAction(
        "plan.move_begun", Strings.audit_plan_move_begun, intent: Strings.intent_plan_move_begun, guardedBy: .prices)
    package static let planMoved = AuditAction("plan.moved", Strings.audit_plan_moved)
    package static let planMoveFinished = AuditAction("plan.move_finished", Strings.audit_plan_move_finished)
    package static let planMoveStopped = AuditAction("plan.move_stopped", Strings.audit_plan_move_stopped)

    /// All of these actions, as the feature declares them.
    package static let ofSubscription: [AuditAction] = [
        .subscriptionGranted, .subscriptionExtended, .subscriptionCancelled, .subscriptionResumed,
        .subscriptionRefunded, .subscriptionEnded, .testPurchasesRemoved, .entitlementUsed, .planMoveStarted,
        .planMoved, .planMoveFinished, .planMoveStopped,
    ]
}
