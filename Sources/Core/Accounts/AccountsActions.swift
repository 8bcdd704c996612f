import Console
import HTML
import Postgres
import Templates

/// The audit actions of users' accounts and the apps that they sign in to.
extension AuditAction {
    package static let accountSignedUp = AuditAction("account.signed_up", Strings.audit_account_signed_up)
    package static let accountSignedIn = AuditAction("account.signed_in", Strings.audit_account_signed_in)
    package static let accountSignInFailed = AuditAction("account.sign_in_failed", Strings.audit_account_sign_in_failed)
    package static let accountSignedOut = AuditAction("account.signed_out", Strings.audit_account_signed_out)
    package static let accountPasswordChanged = AuditAction(
        "account.password_changed", Strings.audit_account_password_changed)
    package static let accountAddressChanged = AuditAction(
        "account.address_changed", Strings.audit_account_address_changed)
    package static let accountDeletionRequested = AuditAction(
        "account.deletion_requested", Strings.audit_account_deletion_requested)
    package static let accountSessionsEnded = AuditAction(
        "account.sessions_ended", Strings.audit_account_sessions_ended)
    package static let accountDeviceRemoved = AuditAction(
        "account.device_removed", Strings.audit_account_device_removed)
    package static let accountTokenReused = AuditAction("account.token_reused", Strings.audit_account_token_reused)
    package static let identityLinked = AuditAction("account.identity_linked", Strings.audit_account_identity_linked)
    package static let identityUnlinked = AuditAction(
        "account.identity_unlinked", Strings.audit_account_identity_unlinked)
    package static let identityProviderChanged = AuditAction(
        "identity_provider.changed", Strings.audit_identity_provider_changed)
    package static let appAdded = AuditAction("app.added", Strings.audit_app_added)
    package static let appChanged = AuditAction("app.changed", Strings.audit_app_changed)
    package static let appSecretMade = AuditAction("app.secret_made", Strings.audit_app_secret_made)
    package static let appDeleted = AuditAction("app.deleted", Strings.audit_app_deleted)

    /// All of these actions, as the feature declares them.
    static let ofAccounts: [AuditAction] = [
        .accountSignedUp, .accountSignedIn, .accountSignInFailed, .accountSignedOut, .accountPasswordChanged,
        .accountAddressChanged, .accountDeletionRequested, .accountSessionsEnded, .accountDeviceRemoved,
        .accountTokenReused, .appAdded, .appChanged, .appSecretMade, .appDeleted, .identityLinked, .identityUnlinked,
        .identityProviderChanged,
    ]
}

extension ObjectKind {
    package static let app = ObjectKind("app", Strings.audit_kind_app)
}

extension AuditEvent {
    /// The network address is the user's own, so it is sealed with the other personal values.
    static func signedIn(_ user: ID, to app: String, from address: String) -> AuditEvent {
        AuditEvent(
            .accountSignedIn, on: .user, user, subject: user,
            changes: [.init("app", new: app), .init("from", new: address, isPersonal: true)])
    }

    static func signedOut(_ user: ID, of app: String) -> AuditEvent {
        AuditEvent(.accountSignedOut, on: .user, user, subject: user, changes: [.init("app", old: app)])
    }

    /// Records that a code or refresh token was used twice, so a second party had it.
    static func tokenReused(of user: ID, _ what: String) -> AuditEvent {
        AuditEvent(.accountTokenReused, on: .user, user, subject: user, changes: [.init("token", new: what)])
    }
}
