import HTML
import Templates

/// What can be done. The raw value is stored in the trail for ever: cases are added, never renamed.
package enum AuditAction: String, CaseIterable, Sendable {
    case adminSignedIn = "admin.signed_in"
    case adminSignInFailed = "admin.sign_in_failed"
    case adminSignedOut = "admin.signed_out"
    case adminConfirmed = "admin.proved"
    case adminConfirmationFailed = "admin.proof_failed"
    case adminCreated = "admin.created"
    case adminEnrolled = "admin.enrolled"
    case adminLinkMade = "admin.link_made"
    case adminPasswordChanged = "admin.password_changed"
    case adminSecondStepChanged = "admin.second_step_changed"
    case adminRecoveryCodesMade = "admin.recovery_codes_made"
    case adminRecoveryCodeUsed = "admin.recovery_code_used"
    case adminPasskeyStarted = "admin.passkey_begun"
    case adminPasskeyAdded = "admin.passkey_added"
    case adminPasskeyRemoved = "admin.passkey_removed"
    case adminPasskeySuspected = "admin.passkey_suspected"
    case adminSessionEnded = "admin.session_ended"
    case adminSessionsEnded = "admin.sessions_ended"
    case adminPreferencesChanged = "admin.preferences_changed"
    case membershipGranted = "membership.given"
    case membershipEnded = "membership.ended"
    case roleAdded = "role.added"
    case roleChanged = "role.changed"
    case roleDeleted = "role.deleted"
    case adminInvited = "admin.invited"
    case adminInvitationWithdrawn = "admin.invitation_withdrawn"
    case adminDisabled = "admin.disabled"
    case adminEnabled = "admin.enabled"
    case adminSecondStepReset = "admin.second_step_reset"
    case adminMadeOperator = "admin.made_operator"
    case noticeSeen = "notice.seen"
    case tenantCreated = "tenant.created"
    case tenantChanged = "tenant.changed"
    case tenantServiceSwitched = "tenant.service_switched"
    case tenantIconChanged = "tenant.icon_changed"
    case approvalPolicySwitched = "tenant.four_eyes_switched"
    case approvalRequested = "approval.asked"
    case approvalRefused = "approval.refused"
    case approvalWithdrawn = "approval.withdrawn"
    case tenantArchived = "tenant.archived"
    case tenantRestored = "tenant.restored"
    case tenantDeletionRequested = "tenant.deletion_asked"
    case tenantDeletionWithdrawn = "tenant.deletion_withdrawn"
    case tenantDeleted = "tenant.deleted"
    case tenantExported = "tenant.exported"
    case tenantImported = "tenant.imported"
    case userViewed = "user.viewed"
    case userAdded = "user.added"
    case userChanged = "user.changed"
    case userSuspended = "user.suspended"
    case userReinstated = "user.reinstated"
    case userDeleted = "user.deleted"
    case userRestored = "user.restored"
    case userNoted = "user.noted"
    case answersSubmitted = "answers.given"
    case subscriptionGranted = "subscription.granted"
    case subscriptionExtended = "subscription.extended"
    case subscriptionCancelled = "subscription.cancelled"
    case subscriptionResumed = "subscription.resumed"
    case subscriptionRefunded = "subscription.refunded"
    case subscriptionEnded = "subscription.ended"
    case subscriptionReported = "subscription.told"
    case subscriptionReplaced = "subscription.replaced"
    case paymentReceived = "payment.received"
    case paymentReturned = "payment.returned"
    case entitlementUsed = "entitlement.used"
    case checkoutStarted = "checkout.begun"
    case checkoutDeclined = "checkout.declined"
    case sandboxTurned = "sandbox.turned"
    case providerChanged = "provider.changed"
    case planMoveStarted = "plan.move_begun"
    case planMoved = "plan.moved"
    case planMoveFinished = "plan.move_finished"
    case planMoveStopped = "plan.move_stopped"
    case usersListed = "users.listed"
    case usersExported = "users.exported"
    case usersExportFinished = "users.export_finished"
    case usersExportBrokenOff = "users.export_broken_off"
    case entryAdded = "entry.added"
    case entryDraftSaved = "entry.draft_saved"
    case entryDraftDiscarded = "entry.draft_discarded"
    case entrySentToReview = "entry.sent_to_review"
    case entryReviewEnded = "entry.review_ended"
    case entryPublished = "entry.published"
    case entryScheduled = "entry.scheduled"
    case entryUnscheduled = "entry.unscheduled"
    case entryReturned = "entry.returned"
    case entryRetired = "entry.retired"
    case entryRestored = "entry.restored"
    case entryMoved = "entry.moved"
    case entryDeleted = "entry.deleted"
    case listExported = "list.exported"
    case listExportFinished = "list.export_finished"
    case listExportBrokenOff = "list.export_broken_off"
    case auditExported = "audit.exported"
    case auditExportFinished = "audit.export_finished"
    case auditExportBrokenOff = "audit.export_broken_off"
    case auditArchived = "audit.archived"
    case auditArchiveRead = "audit.archive_read"
    case viewSaved = "view.saved"
    case viewDeleted = "view.deleted"
    case segmentAdded = "segment.added"
    case segmentChanged = "segment.changed"
    case segmentDeleted = "segment.deleted"
    case masterKeyRotated = "installation.master_key_rotated"
    case keyCreated = "key.created"
    case keyDisabled = "key.disabled"
    case keyEnabled = "key.enabled"
    case keyRotated = "key.rotated"
    case keyDeleted = "key.deleted"
    case jobRetried = "job.retried"
    case jobDiscarded = "job.discarded"
    case importUploaded = "import.brought"
    case importMatched = "import.matched"
    case importStarted = "import.started"
    case importStopped = "import.stopped"
    case importFinished = "import.finished"
    case importUndoStarted = "import.undo_begun"
    case importUndone = "import.undone"
    case importDeleted = "import.deleted"
    case exportFetched = "export.fetched"
    case exportFailed = "export.failed"
    case exportDeleted = "export.deleted"
    case reportMailAdded = "report_mail.added"
    case reportMailEnded = "report_mail.ended"
    case bulkPrepared = "bulk.prepared"
    case bulkStarted = "bulk.started"
    case bulkStopped = "bulk.stopped"
    case bulkLost = "bulk.lost"
    case bulkFinished = "bulk.finished"
    case bulkUndoStarted = "bulk.undo_begun"
    case bulkUndone = "bulk.undone"
    case demoLoaded = "demo.loaded"

    /// The verb phrase behind the actor's name: "suspended the user".
    package var phrase: StringKey {
        switch self {
        case .adminSignedIn: Strings.audit_admin_signed_in
        case .adminSignInFailed: Strings.audit_admin_sign_in_failed
        case .adminSignedOut: Strings.audit_admin_signed_out
        case .adminConfirmed: Strings.audit_admin_proved
        case .adminConfirmationFailed: Strings.audit_admin_proof_failed
        case .adminCreated: Strings.audit_admin_created
        case .adminEnrolled: Strings.audit_admin_enrolled
        case .adminLinkMade: Strings.audit_admin_link_made
        case .adminPasswordChanged: Strings.audit_admin_password_changed
        case .adminSecondStepChanged: Strings.audit_admin_second_step_changed
        case .adminRecoveryCodesMade: Strings.audit_admin_recovery_codes_made
        case .adminRecoveryCodeUsed: Strings.audit_admin_recovery_code_used
        case .adminPasskeyStarted: Strings.audit_admin_passkey_begun
        case .adminPasskeyAdded: Strings.audit_admin_passkey_added
        case .adminPasskeyRemoved: Strings.audit_admin_passkey_removed
        case .adminPasskeySuspected: Strings.audit_admin_passkey_suspected
        case .adminSessionEnded: Strings.audit_admin_session_ended
        case .adminSessionsEnded: Strings.audit_admin_sessions_ended
        case .adminPreferencesChanged: Strings.audit_admin_preferences_changed
        case .membershipGranted: Strings.audit_membership_given
        case .membershipEnded: Strings.audit_membership_ended
        case .roleAdded: Strings.audit_role_added
        case .roleChanged: Strings.audit_role_changed
        case .roleDeleted: Strings.audit_role_deleted
        case .adminInvited: Strings.audit_admin_invited
        case .adminInvitationWithdrawn: Strings.audit_admin_invitation_withdrawn
        case .adminDisabled: Strings.audit_admin_disabled
        case .adminEnabled: Strings.audit_admin_enabled
        case .adminSecondStepReset: Strings.audit_admin_second_step_reset
        case .adminMadeOperator: Strings.audit_admin_made_operator
        case .noticeSeen: Strings.audit_notice_seen
        case .tenantCreated: Strings.audit_tenant_created
        case .tenantChanged: Strings.audit_tenant_changed
        case .tenantServiceSwitched: Strings.audit_tenant_service_switched
        case .tenantIconChanged: Strings.audit_tenant_icon_changed
        case .approvalPolicySwitched: Strings.audit_four_eyes_switched
        case .approvalRequested: Strings.audit_approval_asked
        case .approvalRefused: Strings.audit_approval_refused
        case .approvalWithdrawn: Strings.audit_approval_withdrawn
        case .tenantArchived: Strings.audit_tenant_archived
        case .tenantRestored: Strings.audit_tenant_restored
        case .tenantDeletionRequested: Strings.audit_tenant_deletion_asked
        case .tenantDeletionWithdrawn: Strings.audit_tenant_deletion_withdrawn
        case .tenantDeleted: Strings.audit_tenant_deleted
        case .tenantExported: Strings.audit_tenant_exported
        case .tenantImported: Strings.audit_tenant_imported
        case .userViewed: Strings.audit_user_viewed
        case .userAdded: Strings.audit_user_added
        case .userChanged: Strings.audit_user_changed
        case .userSuspended: Strings.audit_user_suspended
        case .userReinstated: Strings.audit_user_reinstated
        case .userDeleted: Strings.audit_user_deleted
        case .userRestored: Strings.audit_user_restored
        case .userNoted: Strings.audit_user_noted
        case .answersSubmitted: Strings.audit_answers_given
        case .subscriptionGranted: Strings.audit_subscription_granted
        case .subscriptionExtended: Strings.audit_subscription_extended
        case .subscriptionCancelled: Strings.audit_subscription_cancelled
        case .subscriptionResumed: Strings.audit_subscription_resumed
        case .subscriptionRefunded: Strings.audit_subscription_refunded
        case .subscriptionEnded: Strings.audit_subscription_ended
        case .subscriptionReported: Strings.audit_subscription_told
        case .subscriptionReplaced: Strings.audit_subscription_replaced
        case .paymentReceived: Strings.audit_payment_received
        case .paymentReturned: Strings.audit_payment_returned
        case .entitlementUsed: Strings.audit_entitlement_used
        case .checkoutStarted: Strings.audit_checkout_begun
        case .checkoutDeclined: Strings.audit_checkout_declined
        case .sandboxTurned: Strings.audit_sandbox_turned
        case .providerChanged: Strings.audit_provider_changed
        case .planMoveStarted: Strings.audit_plan_move_begun
        case .planMoved: Strings.audit_plan_moved
        case .planMoveFinished: Strings.audit_plan_move_finished
        case .planMoveStopped: Strings.audit_plan_move_stopped
        case .usersListed: Strings.audit_users_listed
        case .usersExported: Strings.audit_users_exported
        case .usersExportFinished: Strings.audit_users_export_finished
        case .usersExportBrokenOff: Strings.audit_users_export_broken_off
        case .entryAdded: Strings.audit_entry_added
        case .entryDraftSaved: Strings.audit_entry_draft_saved
        case .entryDraftDiscarded: Strings.audit_entry_draft_discarded
        case .entrySentToReview: Strings.audit_entry_sent_to_review
        case .entryReviewEnded: Strings.audit_entry_review_ended
        case .entryPublished: Strings.audit_entry_published
        case .entryScheduled: Strings.audit_entry_scheduled
        case .entryUnscheduled: Strings.audit_entry_unscheduled
        case .entryReturned: Strings.audit_entry_returned
        case .entryRetired: Strings.audit_entry_retired
        case .entryRestored: Strings.audit_entry_restored
        case .entryMoved: Strings.audit_entry_moved
        case .entryDeleted: Strings.audit_entry_deleted
        case .listExported: Strings.audit_list_exported
        case .listExportFinished: Strings.audit_list_export_finished
        case .listExportBrokenOff: Strings.audit_list_export_broken_off
        case .auditExported: Strings.audit_audit_exported
        case .auditExportFinished: Strings.audit_audit_export_finished
        case .auditExportBrokenOff: Strings.audit_audit_export_broken_off
        case .auditArchived: Strings.audit_audit_archived
        case .auditArchiveRead: Strings.audit_audit_archive_read
        case .viewSaved: Strings.audit_view_saved
        case .viewDeleted: Strings.audit_view_deleted
        case .segmentAdded: Strings.audit_segment_added
        case .segmentChanged: Strings.audit_segment_changed
        case .segmentDeleted: Strings.audit_segment_deleted
        case .masterKeyRotated: Strings.audit_master_key_rotated
        case .keyCreated: Strings.audit_key_created
        case .keyDisabled: Strings.audit_key_disabled
        case .keyEnabled: Strings.audit_key_enabled
        case .keyRotated: Strings.audit_key_rotated
        case .keyDeleted: Strings.audit_key_deleted
        case .jobRetried: Strings.audit_job_retried
        case .jobDiscarded: Strings.audit_job_discarded
        case .importUploaded: Strings.audit_import_brought
        case .importMatched: Strings.audit_import_matched
        case .importStarted: Strings.audit_import_started
        case .importStopped: Strings.audit_import_stopped
        case .importFinished: Strings.audit_import_finished
        case .importUndoStarted: Strings.audit_import_undo_begun
        case .importUndone: Strings.audit_import_undone
        case .importDeleted: Strings.audit_import_deleted
        case .exportFetched: Strings.audit_export_fetched
        case .exportFailed: Strings.audit_export_failed
        case .exportDeleted: Strings.audit_export_deleted
        case .reportMailAdded: Strings.audit_report_mail_added
        case .reportMailEnded: Strings.audit_report_mail_ended
        case .bulkPrepared: Strings.audit_bulk_prepared
        case .bulkStarted: Strings.audit_bulk_started
        case .bulkStopped: Strings.audit_bulk_stopped
        case .bulkLost: Strings.audit_bulk_lost
        case .bulkFinished: Strings.audit_bulk_finished
        case .bulkUndoStarted: Strings.audit_bulk_undo_begun
        case .bulkUndone: Strings.audit_bulk_undone
        case .demoLoaded: Strings.audit_demo_loaded
        }
    }
}
