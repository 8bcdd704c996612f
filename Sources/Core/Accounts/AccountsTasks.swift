import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension AccountsFeature {
    package var tasks: [GuideTask] { [Self.app, Self.secret, Self.issuer, Self.signOut] }

    private static var app: GuideTask {
        GuideTask(
            "app", Strings.tasks_accounts_app,
            steps: Strings.tasks_accounts_app_steps(
                apps: Strings.menu_apps, apps_add: Strings.apps_add, save: Strings.form_save,
                apps_facts: Strings.apps_facts), acts: ["POST apps", "GET apps/new", "POST apps/:app"],
            recorded: [.appAdded, .appChanged], undo: LocalText(Strings.tasks_accounts_app_undo),
            mistake: LocalText(Strings.tasks_accounts_app_mistake))
    }

    private static var secret: GuideTask {
        GuideTask(
            "secret", Strings.tasks_accounts_secret,
            steps: Strings.tasks_accounts_secret_steps(
                apps: Strings.menu_apps, apps_renew: Strings.apps_renew, apps_renew_now: Strings.apps_renew_now,
                apps_delete: Strings.apps_delete, apps_delete_now: Strings.apps_delete_now),
            acts: ["POST apps/:app/secret", "POST apps/:app/deletion"], recorded: [.appSecretMade, .appDeleted],
            undo: LocalText(Strings.tasks_accounts_secret_undo))
    }

    private static var issuer: GuideTask {
        GuideTask(
            "issuer", Strings.tasks_accounts_issuer,
            steps: Strings.tasks_accounts_issuer_steps(
                identity: Strings.identity_title, identity_callback: Strings.identity_callback,
                identity_use: Strings.identity_use, save: Strings.form_save), acts: ["POST identity-providers/:issuer"],
            recorded: [.identityProviderChanged],
            undo: Strings.tasks_accounts_issuer_undo(identity_use: Strings.identity_use))
    }

    private static var signOut: GuideTask {
        GuideTask(
            "sign-out", Strings.tasks_accounts_sign_out,
            steps: Strings.tasks_accounts_sign_out_steps(
                account: Strings.user_account, session_end: Strings.user_session_end,
                sessions_end: Strings.user_sessions_end, devices: Strings.user_devices,
                device_remove: Strings.user_device_remove),
            acts: [
                "POST users/:user/sessions/end", "POST users/:user/sessions/:usersession/end",
                "POST users/:user/devices/:device/deletion", "POST users/:user/identities/:useridentity/end",
            ], recorded: [.accountSessionsEnded, .accountDeviceRemoved, .identityUnlinked],
            undo: LocalText(Strings.tasks_accounts_sign_out_undo),
            mistake: Strings.tasks_accounts_sign_out_mistake(unlink: Strings.identity_unlink))
    }
}
