import Console
import HTML
import Templates
import Web

/// The account pages of an admin, for everybody who is signed in.
package struct AccountFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .account }
    package var place: Place { .installation }
    package var auditActions: [AuditAction] { AuditAction.ofAccount }
    package var auditFields: [AuditField] {
        [
            AuditField("sessions", Strings.audit_field_sessions),
            AuditField(
                "theme", Strings.account_theme,
                values: AccountPageMaker.themes.map { (value: $0.0, words: $0.1) }),
        ]
    }

    package var shortcuts: [Shortcut] { [Shortcut(Strings.account_title, icon: "person", .signedIn("/account"))] }

    package var routes: [Route] {
        [
            .get(signedIn: "/account", ShowAccount.self),
            .post(signedIn: "/account/preferences", SavePreferences.self),
            .post(signedIn: "/account/recovery-codes", MakeRecoveryCodes.self),
            .post(signedIn: "/account/second-step", ReplaceSecondStep.self),
            .post(signedIn: "/step-up", ConfirmIdentity.self),
            .post(signedIn: "/account/sessions/:session/end", EndSession.self),
            .post(signedIn: "/account/sessions/end-others", EndOtherSessions.self),
            .open(.post, "/account/password", ChangePassword.submit),
        ]
    }
}
