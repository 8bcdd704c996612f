import Console
import HTML
import Templates

/// What admins may do about subscriptions.
extension Permission {
    package static let manageSubscriptions = Permission(
        "subscriptions.manage", Strings.permission_subscriptions_manage, in: .people, roles: [.manager],
        needs: .seeUsers,
        recordedAs: [
            .subscriptionGranted, .subscriptionExtended, .subscriptionCancelled, .subscriptionResumed,
            .subscriptionRefunded, .planMoveStarted,
        ])

    /// All of them, as the feature declares them.
    package static let ofSubscription: [Permission] = [
        .manageSubscriptions
    ]
}
