import Console
import HTML
import Templates

/// The audit actions of privacy requests.
extension AuditAction {
    package static let privacyRequested = AuditAction("privacy.requested", Strings.audit_privacy_requested)
    package static let privacyExtended = AuditAction("privacy.extended", Strings.audit_privacy_extended)
    package static let privacyRefused = AuditAction("privacy.refused", Strings.audit_privacy_refused)
    package static let archiveStarted = AuditAction("privacy.archive_started", Strings.audit_privacy_archive_started)
    package static let archiveMade = AuditAction("privacy.archive_made", Strings.audit_privacy_archive_made)
    package static let archiveLinked = AuditAction("privacy.archive_linked", Strings.audit_privacy_archive_linked)
    package static let archiveFetched = AuditAction("privacy.archive_fetched", Strings.audit_privacy_archive_fetched)
    package static let erasureStarted = AuditAction(
        "privacy.erasure_started", Strings.audit_privacy_erasure_started, intent: Strings.intent_privacy_erasure,
        guardedBy: .userErasure)
    /// Erasing many users always requires approval, whatever the tenant has chosen.
    package static let erasuresStarted = AuditAction(
        "privacy.erasures_started", Strings.audit_privacy_erasures_started, intent: Strings.intent_privacy_erasures,
        guardedBy: .always)
    package static let erasureHeld = AuditAction("privacy.erasure_held", Strings.audit_privacy_erasure_held)
    package static let privacyWorkLost = AuditAction("privacy.work_lost", Strings.audit_privacy_work_lost)
    package static let userErased = AuditAction("user.erased", Strings.audit_user_erased)
    package static let holdSet = AuditAction("privacy.hold_set", Strings.audit_privacy_hold_set)
    package static let holdEnded = AuditAction("privacy.hold_ended", Strings.audit_privacy_hold_ended)

    package static let retentionChanged = AuditAction("retention.changed", Strings.audit_retention_changed)
    package static let retentionSwept = AuditAction("retention.swept", Strings.audit_retention_swept)
    package static let consentGiven = AuditAction("consent.given", Strings.audit_consent_given)
    package static let consentWithdrawn = AuditAction("consent.withdrawn", Strings.audit_consent_withdrawn)
    package static let privacyLevelChanged = AuditAction(
        "user.privacy_level_changed", Strings.audit_privacy_level_changed)

    /// All of these actions, as the feature declares them.
    package static let ofPrivacy: [AuditAction] = [
        .privacyRequested, .privacyExtended, .privacyRefused, .archiveStarted, .archiveMade, .archiveLinked,
        .archiveFetched, .erasureStarted, .erasuresStarted, .erasureHeld, .privacyWorkLost, .userErased, .holdSet,
        .holdEnded, .retentionChanged, .retentionSwept, .consentGiven, .consentWithdrawn, .privacyLevelChanged,
    ]
}

extension ObjectKind {
    package static let privacyRequest = ObjectKind("privacy_request", Strings.privacy_request)
}

extension GuardedAct {
    package static let userErasure = GuardedAct(
        "user-erasure", Strings.approval_policy_user_erasure, Strings.approval_policy_user_erasure_what)
}

/// The permissions for privacy requests.
extension Permission {
    package static let seePrivacy = Permission(
        "privacy.see", Strings.permission_privacy_see, in: .people, roles: [.manager, .support, .auditor],
        needs: .seeUsers)
    package static let handlePrivacy = Permission(
        "privacy.handle", Strings.permission_privacy_handle, in: .people, roles: [.manager], needs: .seePrivacy,
        recordedAs: [
            .privacyRequested, .privacyExtended, .privacyRefused, .archiveStarted, .archiveLinked, .erasureStarted,
            .erasuresStarted, .holdSet, .holdEnded, .retentionChanged,
        ])

    package static let ofPrivacy: [Permission] = [.seePrivacy, .handlePrivacy]
}

/// The API key scopes for privacy.
extension Scope {
    package static let readPrivacy = Scope("privacy.read", Strings.scope_privacy_read)
    package static let writePrivacy = Scope("privacy.write", Strings.scope_privacy_write)

    package static let ofPrivacy: [Scope] = [.readPrivacy, .writePrivacy]
}
