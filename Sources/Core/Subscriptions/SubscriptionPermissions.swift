import Console
import HTML
import Templates

/// The permissions for subscriptions.
extension Permission {
    package static let manageSubscriptions = Permission(
        "subscriptions.manage", Strings.permission_subscriptions_manage, in: .people, roles: [.manager],
        needs: .seeUsers,
        recordedAs: [
            .subscriptionGranted, .subscriptionExtended, .subscriptionCancelled, .subscriptionResumed,
            .subscriptionRefunded, .planMoveStarted,
        ])

    /// All of these permissions, as the feature declares them.
    package static let ofSubscription: [Permission] = [
        .manageSubscriptions
    ]
}
