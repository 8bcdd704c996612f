import Console
import HTML
import Templates

/// The audit actions of admins and their memberships.
extension AuditAction {
    package static let adminCreated = AuditAction("admin.created", Strings.audit_admin_created)
    package static let adminLinkMade = AuditAction("admin.link_made", Strings.audit_admin_link_made)
    package static let membershipGranted = AuditAction(
        "membership.given", Strings.audit_membership_given, intent: Strings.intent_membership_given, guardedBy: .roles)
    package static let membershipEnded = AuditAction("membership.ended", Strings.audit_membership_ended)
    package static let membershipAccepted = AuditAction("membership.accepted", Strings.audit_membership_accepted)
    package static let membershipDeclined = AuditAction("membership.declined", Strings.audit_membership_declined)
    package static let adminInvited = AuditAction(
        "admin.invited", Strings.audit_admin_invited, intent: Strings.intent_admin_invited, guardedBy: .roles)
    package static let adminInvitationWithdrawn = AuditAction(
        "admin.invitation_withdrawn", Strings.audit_admin_invitation_withdrawn)
    package static let adminDisabled = AuditAction("admin.disabled", Strings.audit_admin_disabled)
    package static let adminEnabled = AuditAction("admin.enabled", Strings.audit_admin_enabled)
    package static let adminSecondStepReset = AuditAction(
        "admin.second_step_reset", Strings.audit_admin_second_step_reset)
    package static let adminMadeOperator = AuditAction("admin.made_operator", Strings.audit_admin_made_operator)

    /// All of these actions, as the feature declares them.
    package static let ofAdmin: [AuditAction] = [
        .adminCreated, .adminLinkMade, .membershipGranted, .membershipEnded, .membershipAccepted,
        .membershipDeclined, .adminInvited, .adminInvitationWithdrawn, .adminDisabled, .adminEnabled,
        .adminSecondStepReset, .adminMadeOperator,
    ]
}

extension ObjectKind {
    package static let membership = ObjectKind("membership", Strings.audit_kind_membership)
}
