import Console
import HTML
import Templates

/// The audit actions of payment providers.
extension AuditAction {
    package static let subscriptionReported = AuditAction("subscription.told", Strings.audit_subscription_told)
    package static let subscriptionReplaced = AuditAction("subscription.replaced", Strings.audit_subscription_replaced)
    package static let paymentReceived = AuditAction("payment.received", Strings.audit_payment_received)
    package static let paymentReturned = AuditAction("payment.returned", Strings.audit_payment_returned)
    package static let refundReversed = AuditAction("payment.refund_reversed", Strings.audit_refund_reversed)
    package static let paymentDisputed = AuditAction("payment.disputed", Strings.audit_payment_disputed)
    package static let disputeReturned = AuditAction("payment.dispute_returned", Strings.audit_dispute_returned)
    package static let providerEventMatched = AuditAction(
        "provider_event.matched", Strings.audit_provider_event_matched)
    package static let checkoutStarted = AuditAction("checkout.begun", Strings.audit_checkout_begun)
    package static let checkoutDeclined = AuditAction("checkout.declined", Strings.audit_checkout_declined)
    package static let sandboxTurned = AuditAction("sandbox.turned", Strings.audit_sandbox_turned)
    package static let providerChanged = AuditAction("provider.changed", Strings.audit_provider_changed)

    /// All of these actions, as the feature declares them.
    package static let ofProvider: [AuditAction] = [
        .subscriptionReported, .subscriptionReplaced, .paymentReceived, .paymentReturned, .refundReversed,
        .paymentDisputed, .disputeReturned,
        .providerEventMatched, .checkoutStarted, .checkoutDeclined, .sandboxTurned, .providerChanged,
    ]
}
