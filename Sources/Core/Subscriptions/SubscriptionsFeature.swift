import Console
import HTML
import Templates
import Web

/// Subscriptions: listing them, granting and changing them by hand, moving many to a plan's newest version, and
/// entitlements for apps.
package struct SubscriptionsFeature: Feature {
    package init() {}

    package var guide: GuideTopic? {
        GuideTopic("subscriptions", Strings.subscriptions_title, about: Strings.guide_about_subscriptions)
    }
    package var place: Place { .people }
    package var permissions: [Permission] { Permission.ofSubscription }
    package var scopes: [Scope] { Scope.ofEntitlement }
    package var auditActions: [AuditAction] { AuditAction.ofSubscription }
    package var userCards: [any UserCard.Type] { [UserSubscriptionCard.self] }
    package var lists: [ListDeclaration] { [SubscriptionList.list] }
    package var menu: [MenuEntry] {
        [
            MenuEntry(
                .money, Strings.subscriptions_title, icon: "users", path: SubscriptionList.list.path, needs: .seeFinance
            )
        ]
    }
    package var userReferences: [UserReference] {
        [UserReference(Strings.users_by_subscription) { SubscriptionQueries.referred(by: $0) }]
    }
    package var personalData: [PersonalTable] {
        [
            PersonalTable(
                "subscriptions", Strings.subscription_title,
                columns: [
                    "plan", "version", "state", "period", "currency", "price", "provider", "reference", "started_at",
                    "paid_from", "ends_at", "extended_until", "ended_at", "refunded_at", "changed_at",
                ], sums: PersonalSums(["price"]), erased: .kept(.bookkeeping), kept: .bookkeeping),
            PersonalTable(
                "entitlement_uses", Strings.personal_entitlement_uses, columns: ["entitlement", "used", "changed_at"],
                erased: .deleted),
            PersonalTable("trials", Strings.personal_trials, columns: ["family", "given_at"], erased: .deleted),
            PersonalTable(
                "trial_claims", Strings.personal_trial_claims,
                columns: ["provider", "reference", "family", "method", "given_at", "is_test"],
                erased: .deleted),
        ]
    }
    package var demo: (any DemoRows.Type)? { SubscriptionDemo.self }
    package var jobs: [any Job.Type] { [MoveWork.self] }
    package var timers: [HouseTimer] {
        [
            HouseTimer("subscriptions that ended", every: 60) { services, _ in
                try await services.database.perform(.background) { connection in
                    _ = try EndSubscriptionsAcrossTenants(services: services).sweep(on: connection, now: .now)
                }
            }
        ]
    }
    package var auditFields: [AuditField] {
        [
            AuditField("subscription", Strings.subscription_title) {
                SubscriptionState(rawValue: $0)?.badge.text.resolve(in: $1) ?? $0
            },
            AuditField("plan_version", Strings.catalogue_version),
            AuditField("until", Strings.subscription_until),
            AuditField("trial", Strings.plans_trial) { value, language in
                value == "taken" ? LocalText(Strings.subscription_trial_taken).resolve(in: language) : value
            },
            AuditField("amount", Strings.payment_amount),
            AuditField("price", Strings.subscription_price),
            AuditField("entitlement", Strings.audit_field_entitlement),
            AuditField("used", Strings.audit_field_used),
            AuditField("subscribers", Strings.subscribers_title),
            AuditField("moved_count", Strings.move_moved),
            AuditField("kept_count", Strings.move_kept),
        ]
    }

    package var routes: [Route] {
        Route.list(SubscriptionList.self, needs: .seeFinance) + [
            .get("users/:user/subscription", needs: .seeUsers, ShowSubscription.self),
            .post("users/:user/subscription", needs: .manageSubscriptions, GrantSubscription.self),
            .post("users/:user/subscription/extension", needs: .manageSubscriptions, ExtendSubscription.self),
            .post("users/:user/subscription/cancellation", needs: .manageSubscriptions, CancelSubscription.self),
            .post("users/:user/subscription/cancellation/end", needs: .manageSubscriptions, ResumeSubscription.self),
            .post("users/:user/subscription/refund", needs: .manageSubscriptions, RefundSubscription.self).stepUp,
            .post("users/:user/subscription/tests/removal", needs: .manageSubscriptions, RemoveTestPurchases.self)
                .stepUp,
            .get("plans/:entry/subscribers", needs: .seeFinance, ShowSubscribers.self),
            .post("plans/:entry/moves", needs: .manageSubscriptions, MoveSubscribers.self).stepUp,
            .get("plans/:entry/moves/:move", needs: .seeFinance, ShowMove.self),
            .service(.post, "users/:user/uses", scope: .scope(.useEntitlements), UseEntitlement.self),
            .service(.get, "users/:user/entitlements", scope: .scope(.readEntitlements), ReadEntitlements.self),
        ]
    }
}
