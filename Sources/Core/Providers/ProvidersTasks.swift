import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ProvidersFeature {
    package var tasks: [GuideTask] { [Self.provider, Self.match, Self.sandbox] }

    private static var provider: GuideTask {
        GuideTask(
            "provider", Strings.tasks_providers_provider,
            steps: Strings.tasks_providers_provider_steps(
                providers: Strings.providers_title, provider_use: Strings.provider_use, save: Strings.form_save,
                provider_hook: Strings.provider_hook), acts: ["POST providers/:provider", "GET providers"],
            recorded: [.providerChanged],
            undo: Strings.tasks_providers_provider_undo(provider_use: Strings.provider_use),
            mistake: LocalText(Strings.tasks_providers_provider_mistake))
    }

    private static var match: GuideTask {
        GuideTask(
            "match", Strings.tasks_providers_match,
            steps: Strings.tasks_providers_match_steps(
                providers: Strings.providers_title, provider_events: Strings.provider_events_title,
                unmatched: Strings.provider_events_unmatched, match_now: Strings.provider_events_match_now),
            acts: ["POST provider-events/:event/match"], recorded: [.providerEventMatched],
            mistake: LocalText(Strings.tasks_providers_match_mistake))
    }

    private static var sandbox: GuideTask {
        GuideTask(
            "sandbox", Strings.tasks_providers_sandbox,
            steps: Strings.tasks_providers_sandbox_steps(
                sandbox: Strings.provider_sandbox, subscription_open: Strings.subscription_open,
                sandbox_title: Strings.sandbox_title, sandbox_do: Strings.sandbox_do),
            acts: ["POST users/:user/subscription/sandbox"], recorded: [.sandboxTurned])
    }
}
