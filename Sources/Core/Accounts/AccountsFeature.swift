import Console
import HTML
import Templates
import Web

/// Users' own accounts: the apps that they sign in to, the pages on which they sign in, and the tokens that the apps
/// get.
package struct AccountsFeature: Feature {
    package init() {}

    package var place: Place { .people }
    package var guide: GuideTopic? {
        GuideTopic("apps", Strings.menu_apps, about: Strings.guide_about_apps)
    }
    package var permissions: [Permission] { Permission.ofAccounts }
    package var auditActions: [AuditAction] { AuditAction.ofAccounts }
    package var objectKinds: [ObjectKind] { [.app] }
    package var auditFields: [AuditField] {
        [
            AuditField("redirect_uris", Strings.apps_addresses, of: .app),
            AuditField("id_tokens", Strings.apps_id_tokens, of: .app),
            AuditField("app_type", Strings.apps_type, of: .app, value: AppForm.AppType.words),
            AuditField("app", Strings.audit_kind_app), AuditField("from", Strings.audit_field_from),
            AuditField("token", Strings.audit_field_token), AuditField("device", Strings.device_model),
            AuditField("identity_provider", Strings.identity_column, value: IdentityProvider.words),
            AuditField("identity_email", Strings.identity_email), AuditField("identity_on", Strings.identity_use),
        ] + identityFields
    }
    package var jobs: [any Job.Type] {
        [AccountLinkMail.self, AccountNoticeMail<AddressChanged>.self, AccountNoticeMail<SignInsChanged>.self]
    }
    package var timers: [HouseTimer] {
        [HouseTimer("keys and leftovers of accounts", every: 3600, run: SigningKeysAcrossTenants.maintain)]
    }
    package var userCards: [any UserCard.Type] { [UserSessionsCard.self] }
    package var appEvents: [AppEvents] {
        [AppEvents(Strings.user_activity_signed_in, needs: .seeUsers) { UserAccountQueries.lastSignIns($0) }]
    }
    package var lists: [ListDeclaration] { [AppList.list] }
    package var personalData: [PersonalTable] { PersonalTable.ofAccounts }
    package var personalRemains: [PersonalRemains] { PersonalRemains.ofAccounts }

    package var menu: [MenuEntry] {
        [
            MenuEntry(.safety, Strings.menu_apps, icon: "phone", path: "apps", needs: .seeApps),
            MenuEntry(.safety, Strings.identity_title, icon: "key", path: "identity-providers", needs: .manageApps),
        ]
    }

    /// The fields of all providers' settings, each once.
    private var identityFields: [AuditField] {
        var seen: Set<String> = []
        return IdentityProvider.allCases.flatMap(\.fields).filter { seen.insert($0.name).inserted }.map {
            AuditField($0.name, $0.label)
        }
    }

    package var routes: [Route] {
        Route.list(AppList.self, needs: .seeApps) + [
            .get("apps/new", needs: .manageApps, ShowNewApp.self),
            .post("apps", needs: .manageApps, AddApp.self).stepUp,
            .get("apps/words", needs: .editCatalogue, PreviewHostedWords.self),
            .get("apps/:app", needs: .seeApps, ShowApp.self),
            .get("apps/:app/edit", needs: .manageApps, ShowAppEdit.self),
            .post("apps/:app", needs: .manageApps, EditApp.self).stepUp,
            .post("apps/:app/secret", needs: .manageApps, RenewAppSecret.self).stepUp,
            .post("apps/:app/deletion", needs: .manageApps, DeleteApp.self).stepUp,

            .get("identity-providers", needs: .manageApps, ShowIdentityProviders.self),
            .post("identity-providers/:issuer", needs: .manageApps, ChangeIdentityProvider.self).stepUp,
            .post("users/:user/identities/:useridentity/end", needs: .suspendUsers, UnlinkIdentity.self),

            .post("users/:user/devices/:device/deletion", needs: .suspendUsers, RemoveUserDevice.self),
            .post("users/:user/sessions/end", needs: .suspendUsers, EndUserSessions.self),
            .post("users/:user/sessions/:usersession/end", needs: .suspendUsers, EndUserSession.self),

            .service(.get, "me/profile", for: .user, ReadMyProfile.self),
            .service(.patch, "me/profile", for: .user, ChangeMyProfile.self).aDay(50),
            .service(.get, "me/sessions", for: .user, ReadMySessions.self),
            .service(.delete, "me/sessions", for: .user, EndMySessions.self),
            .service(.delete, "me/sessions/:usersession", for: .user, EndMySession.self),
            .service(.get, "me/devices", for: .user, ReadMyDevices.self),
            .service(.put, "me/devices/:device", for: .user, SaveMyDevice.self),
            .service(.delete, "me/devices/:device", for: .user, RemoveMyDevice.self),
            .service(.get, "me/identities", for: .user, ReadMyIdentities.self),
            .service(.post, "me/identity-links", for: .user, LinkMyIdentity.self),
            .service(.delete, "me/identities/:useridentity", for: .user, UnlinkMyIdentity.self),
            .service(.post, "me/deletion", for: .user, RequestMyDeletion.self),

            .hosted(.get, ".well-known/openid-configuration", Discovery.document),
            .hosted(.get, ".well-known/oauth-authorization-server", Discovery.document),
            .hosted(.get, "keys", Discovery.keys),
            .hosted(.get, "icon/:image", HostedIcon.show),
            .hosted(.get, "authorize", HostedSignIn.show),
            .hosted(.post, "authorize", HostedSignIn.submit),
            .hosted(.post, "token", TokenEndpoint.answer),
            .hosted(.post, "revocation", RevocationEndpoint.answer),
            .hosted(.get, "userinfo", UserInfoEndpoint.answer),
            .hosted(.post, "userinfo", UserInfoEndpoint.answer),
            .hosted(.options, ".well-known/openid-configuration", CrossOrigin.preflight),
            .hosted(.options, ".well-known/oauth-authorization-server", CrossOrigin.preflight),
            .hosted(.options, "keys", CrossOrigin.preflight),
            .hosted(.options, "token", CrossOrigin.preflight),
            .hosted(.options, "revocation", CrossOrigin.preflight),
            .hosted(.options, "userinfo", CrossOrigin.preflight),
            .hosted(.get, "sign-up", AskForLink.showSignUp),
            .hosted(.post, "sign-up", AskForLink.submitSignUp),
            .hosted(.get, "password", AskForLink.showPassword),
            .hosted(.post, "password", AskForLink.submitPassword),
            .hosted(.get, "address", ChangeAddress.show),
            .hosted(.post, "address", ChangeAddress.submit),
            .hosted(.get, "data", AskForData.show),
            .hosted(.post, "data", AskForData.submit),
            .hosted(.get, "identities/:issuer", BeginIdentity.show),
            .hosted(.post, "identities/:issuer", BeginIdentity.submit),
            .hosted(.get, "identities/:issuer/callback", IdentityCallback.take),
            .hosted(.post, "identities/:issuer/callback", IdentityCallback.forward),
            .hosted(.get, "identity", FinishIdentity.show),
            .hosted(.post, "identity", FinishIdentity.submit),
            .hosted(.get, "links/:link", MailedLink.show),
            .hosted(.post, "links/:link", MailedLink.submit),
        ]
    }
}
