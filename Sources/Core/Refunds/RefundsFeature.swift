import Console
import HTML
import Templates
import Web

/// Refunds of single payments, within limits; and the reasons that a tenant's admins use often.
package struct RefundsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("refunds", Strings.guide_topic_refunds, about: Strings.guide_about_refunds)
    }
    package var place: Place { .people }
    package var permissions: [Permission] { Permission.ofRefund }
    package var auditActions: [AuditAction] { AuditAction.ofRefund }
    package var jobs: [any Job.Type] { [SendRefund.self] }
    package var auditFields: [AuditField] {
        [
            AuditField("refund_each", Strings.refund_each), AuditField("refund_day", Strings.refund_day),
            AuditField("provider", Strings.payment_provider) { value, language in
                PaymentWords.provider(value, language)
            },
            // A part refunded does not make a subscription a refunded one: it ends.
            AuditField("ends_subscription", Strings.refund_ends) { LocalText(Strings.form_yes).resolve(in: $1) },
            AuditField("answer", Strings.refund_answer) { Refund.words($0, $1) ?? $0 },
            AuditField("reasons", Strings.reasons_title),
            AuditField("reasons_of", Strings.reasons_act) { value, language in
                ReasonPresets.Act(rawValue: value).map { LocalText($0.label).resolve(in: language) } ?? value
            },
        ]
    }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "refunds", Strings.guide_topic_refunds,
                columns: [
                    "provider", "currency", "amount", "ends_subscription", "state", "answer", "ending",
                    "ending_answer", "reason", "asked_name", "asked_at",
                ],
                sums: PersonalSums(["amount"]),
                // The sums belong to the payments, which the law requires to be kept; the reasons are in an admin's own
                // words.
                erased: .emptied([("reason", "''")]), kept: .bookkeeping)
        ]
    }

    package var shortcuts: [Shortcut] {
        [
            Shortcut(Strings.refund_limits, icon: "plan", .tenant("refund-limits", needs: .refundAnything)),
            Shortcut(Strings.reasons_title, icon: "note", .tenant("reasons", needs: .manageTenant)),
        ]
    }

    package var routes: [Route] {
        [
            .get("users/:user/payments/:payment/refund", needs: .refundPayments, ShowRefund.self),
            .post("users/:user/payments/:payment/refund", needs: .refundPayments, RefundPayment.self).stepUp,
            .get("refund-limits", needs: .refundAnything, ShowRefundLimits.self),
            .post("refund-limits", needs: .refundAnything, ChangeRefundLimits.self),
            .get("reasons", needs: .manageTenant, ShowReasons.self),
            .post("reasons", needs: .manageTenant, ChangeReasons.self),
        ]
    }
}
