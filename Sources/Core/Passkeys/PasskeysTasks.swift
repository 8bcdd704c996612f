import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension PasskeysFeature {
    package var tasks: [GuideTask] { [Self.passkey] }

    private static var passkey: GuideTask {
        GuideTask(
            "passkey", Strings.tasks_passkeys_passkey,
            steps: Strings.tasks_passkeys_passkey_steps(
                account_title: Strings.account_title, passkeys: Strings.passkeys_title,
                passkeys_add: Strings.passkeys_add, passkeys_create: Strings.passkeys_create),
            acts: ["POST /account/passkeys", "POST /account/passkeys/new", "POST /account/passkeys/:passkey/deletion"],
            recorded: [.adminPasskeyAdded, .adminPasskeyRemoved],
            undo: Strings.tasks_passkeys_passkey_undo(
                passkeys_remove: Strings.passkeys_remove, passkeys_remove_now: Strings.passkeys_remove_now))
    }
}
