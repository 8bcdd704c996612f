import HTML
import Postgres
import Templates
import Web

/// What nobody has used for so long that it can be taken away.
enum AccessReview {
    static let days = 90
    /// More rows than this of a kind are not shown at once: after some were taken away, the next come up.
    static let most = 200

    static func cutoff(_ now: Timestamp) -> Timestamp { now.adding(seconds: -Int64(days) * 86400) }

    /// A form that stands on the review comes back to it.
    static let hidden = HiddenValue("from", "review")

    static func isOrigin(_ request: WebRequest) -> Bool { request.form["from"] == "review" }

    static func link(_ actor: Actor) -> Link {
        actor.tenant.isInstallation ? "/access-review" : actor.link("access-review")
    }
}

extension Permission {
    /// What the trail has when this was used. None for what only shows something, which isn't recorded for lists, and
    /// for what happens once in a tenant's life: nobody is said not to need those.
    var actions: [AuditAction] {
        switch self {
        case .seeHome, .seeUsers, .seeAnswers, .seeCatalogue, .seeFinance, .seeAudit, .seeKeys, .seeAdmins,
            .archiveTenant:
            []
        case .addUsers: [.userAdded]
        case .editUsers: [.userChanged]
        case .noteUsers: [.userNoted]
        case .suspendUsers: [.userSuspended, .userReinstated]
        case .deleteUsers: [.userDeleted, .userRestored]
        case .exportUsers: [.usersExported]
        case .importUsers: [.importUploaded, .importStarted]
        // The trail tells lists apart by a value, not by the action: whoever takes out another
        // list is taken to need this as well.
        case .exportAnswers: [.listExported]
        case .manageSubscriptions:
            [
                .subscriptionGranted, .subscriptionExtended, .subscriptionCancelled, .subscriptionResumed,
                .subscriptionRefunded,
                .planMoveStarted,
            ]
        case .shareViews: [.viewSaved]
        case .manageSegments: [.segmentAdded, .segmentChanged, .segmentDeleted]
        case .editCatalogue:
            [
                .entryAdded, .entryDraftSaved, .entryDraftDiscarded, .entrySentToReview, .entryReviewEnded,
                .entryDeleted, .entryMoved,
            ]
        case .publishCatalogue:
            [.entryPublished, .entryScheduled, .entryUnscheduled, .entryReturned, .entryRetired, .entryRestored]
        case .manageKeys: [.keyCreated, .keyDisabled, .keyEnabled, .keyRotated, .keyDeleted]
        case .manageAdmins:
            [.adminInvited, .adminInvitationWithdrawn, .adminLinkMade, .membershipGranted, .membershipEnded]
        case .manageRoles: [.roleAdded, .roleChanged, .roleDeleted]
        case .manageTenant: [.tenantChanged, .tenantIconChanged, .tenantServiceSwitched, .jobRetried, .jobDiscarded]
        }
    }

    /// Those whose use is recorded.
    static var recorded: Set<Permission> { Set(allCases.filter { !$0.actions.isEmpty }) }

    static var recordedActions: [String] { allCases.flatMap(\.actions).map(\.rawValue) }
}

extension Set<Permission> {
    /// Those of them that leave something in the trail, and of which none of `actions` is a trace.
    func unused(_ actions: [String]) -> [Permission] {
        let seen = Set<String>(actions)
        return Permission.allCases.filter { one in
            contains(one) && !one.actions.isEmpty && !one.actions.contains { seen.contains($0.rawValue) }
        }
    }
}
