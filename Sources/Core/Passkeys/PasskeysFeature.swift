import Console
import Templates
import Web

/// Passkeys as a second step beside the six digits: added and removed on the account page, used on the sign-in page.
package struct PasskeysFeature: Feature {
    package init() {}

    package var guide: GuideTopic? { .account }
    package var place: Place { .installation }
    package var auditActions: [AuditAction] { AuditAction.ofPasskey }
    package var auditFields: [AuditField] {
        [
            AuditField("passkey", Strings.passkeys_one)
        ]
    }

    package var routes: [Route] {
        [
            .post(signedIn: "/account/passkeys/new", BeginPasskey.self),
            .post(signedIn: "/account/passkeys", AddPasskey.self),
            .post(signedIn: "/account/passkeys/:passkey/deletion", RemovePasskey.self),
            .open(.post, "/sign-in/passkey", SignInPasskey.submit),
        ]
    }
}
