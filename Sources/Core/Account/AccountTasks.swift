import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension AccountFeature {
    package var tasks: [GuideTask] { [Self.password, Self.codes, Self.stepUp, Self.sessions] }

    private static var password: GuideTask {
        GuideTask(
            "password", Strings.tasks_account_password,
            steps: Strings.tasks_account_password_steps(
                account_title: Strings.account_title, password: Strings.account_password,
                change_password: Strings.account_change_password), acts: ["GET /account"],
            recorded: [.adminPasswordChanged])
    }

    private static var codes: GuideTask {
        GuideTask(
            "codes", Strings.tasks_account_codes,
            steps: Strings.tasks_account_codes_steps(
                account_title: Strings.account_title, second_step_new: Strings.account_second_step_new,
                codes_new: Strings.account_codes_new),
            acts: ["POST /account/recovery-codes", "POST /account/second-step"],
            recorded: [.adminRecoveryCodesMade, .adminSecondStepChanged],
            undo: LocalText(Strings.tasks_account_codes_undo), mistake: LocalText(Strings.tasks_account_codes_mistake))
    }

    private static var stepUp: GuideTask {
        GuideTask(
            "step-up", Strings.tasks_account_step_up,
            steps: Strings.tasks_account_step_up_steps(
                stepup: Strings.stepup_title, continue_button: Strings.sign_in_continue), acts: ["POST /step-up"],
            recorded: [.adminConfirmed], undo: Strings.tasks_account_step_up_undo(cancel: Strings.form_cancel),
            mistake: LocalText(Strings.tasks_account_step_up_mistake))
    }

    private static var sessions: GuideTask {
        GuideTask(
            "sessions", Strings.tasks_account_sessions,
            steps: Strings.tasks_account_sessions_steps(
                account_title: Strings.account_title, sessions: Strings.account_sessions,
                session_end_own: Strings.account_end, end_others: Strings.account_end_others,
                preferences: Strings.account_preferences, save: Strings.form_save, sign_out: Strings.frame_sign_out),
            acts: [
                "POST /account/sessions/:session/end", "POST /account/sessions/end-others", "POST /account/preferences",
                "POST /sign-out",
            ], recorded: [.adminSessionEnded, .adminSessionsEnded, .adminPreferencesChanged, .adminSignedOut])
    }
}
