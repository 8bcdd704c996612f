import HTML
import Templates
import Web

/// Who has which plan: seeing it, giving and changing it by hand, moving many to a plan's newest version, telling apps.
package struct SubscriptionsFeature: Feature {
    package init() {}

    package var routes: [Route] {
        [
            .get("users/:user/subscription", needs: .seeUsers, recorded: ShowSubscription.self),
            .post("users/:user/subscription", needs: .manageSubscriptions, GrantSubscription.self),
            .post("users/:user/subscription/extension", needs: .manageSubscriptions, ExtendSubscription.self),
            .post("users/:user/subscription/cancellation", needs: .manageSubscriptions, CancelSubscription.self),
            .post("users/:user/subscription/cancellation/end", needs: .manageSubscriptions, ResumeSubscription.self),
            .post("users/:user/subscription/refund", needs: .manageSubscriptions, RefundSubscription.self).stepUp,
            .get("plans/:entry/subscribers", needs: .seeFinance, ShowSubscribers.self),
            .post("plans/:entry/moves", needs: .manageSubscriptions, MoveSubscribers.self).stepUp,
            .get("plans/:entry/moves/:move", needs: .seeFinance, ShowMove.self),
            .service(.post, "users/:user/uses", scope: .scope(.useEntitlements), writes: UseEntitlement.self),
            .service(.get, "users/:user/entitlements", scope: .scope(.readEntitlements), ReadEntitlements.self),
        ]
    }
}
