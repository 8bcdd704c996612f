import Console
import HTML
import Templates

/// The audit actions of refunds of single payments.
extension AuditAction {
    package static let refundAsked = AuditAction(
        "payment.refund_asked", Strings.audit_refund_asked, intent: Strings.intent_refund)
    package static let refundRecorded = AuditAction(
        "payment.refund_recorded", Strings.audit_refund_recorded, intent: Strings.intent_refund)
    package static let refundSent = AuditAction("payment.refund_sent", Strings.audit_refund_sent)
    package static let refundFailed = AuditAction("payment.refund_failed", Strings.audit_refund_failed)
    package static let refundUnknown = AuditAction("payment.refund_unknown", Strings.audit_refund_unknown)
    package static let refundKeptSubscription = AuditAction(
        "payment.refund_kept_subscription", Strings.audit_refund_kept_subscription)
    package static let refundLimitsChanged = AuditAction("refund_limits.changed", Strings.audit_refund_limits_changed)
    package static let reasonsChanged = AuditAction("reasons.changed", Strings.audit_reasons_changed)

    /// All of these actions, as the feature declares them.
    package static let ofRefund: [AuditAction] = [
        .refundAsked, .refundRecorded, .refundSent, .refundFailed, .refundUnknown, .refundKeptSubscription,
        .refundLimitsChanged, .reasonsChanged,
    ]
}

/// The permissions for refunds.
extension Permission {
    package static let refundPayments = Permission(
        "payments.refund", Strings.permission_payments_refund, in: .people, roles: [.manager, .support],
        needs: .seeUsers, recordedAs: [.refundAsked, .refundRecorded])
    /// For refunds above the tenant's limits, and for approving those of other admins.
    package static let refundAnything = Permission(
        "payments.refund_any", Strings.permission_payments_refund_any, in: .people, roles: [.manager],
        needs: .refundPayments, recordedAs: [.refundLimitsChanged])

    /// All of these permissions, as the feature declares them.
    package static let ofRefund: [Permission] = [.refundPayments, .refundAnything]
}
