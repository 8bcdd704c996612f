import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension CycleFeature {
    package var tasks: [GuideTask] { [Self.content, Self.rules, Self.bundle] }

    private static var content: GuideTask {
        GuideTask(
            "content", Strings.cycle_task_content,
            steps: Strings.cycle_task_content_steps(
                articles: Strings.cycle_articles, disclaimers: Strings.cycle_disclaimers,
                releases: Strings.cycle_releases, article_add: Strings.cycle_article_add,
                save_and_check: Strings.catalogue_save_and_check, save_draft: Strings.catalogue_save_draft,
                see_changes: Strings.catalogue_see_changes),
            acts: ["POST cycle-articles", "POST cycle-disclaimers", "POST cycle-releases"], recorded: [.entryAdded],
            undo: LocalText(Strings.cycle_task_content_undo), mistake: LocalText(Strings.cycle_task_content_mistake))
    }

    private static var rules: GuideTask {
        GuideTask(
            "rules", Strings.cycle_task_rules,
            steps: Strings.cycle_task_rules_steps(
                rules: Strings.cycle_rules, rules_add: Strings.cycle_rules_add, edit: Strings.user_edit,
                save_draft: Strings.catalogue_save_draft, simulator: Strings.cycle_simulator,
                show_month: Strings.cycle_show_month), acts: ["POST cycle-rules", "POST cycle-simulator"],
            recorded: [.entryAdded], undo: LocalText(Strings.cycle_task_rules_undo),
            mistake: LocalText(Strings.cycle_task_rules_mistake))
    }

    private static var bundle: GuideTask {
        GuideTask(
            "bundle", Strings.cycle_task_bundle,
            steps: Strings.cycle_task_bundle_steps(
                bundles: Strings.cycle_bundles, bundle_publish: Strings.cycle_bundle_publish),
            acts: ["POST cycle-bundles/:rules"], recorded: [.bundlePublished],
            undo: LocalText(Strings.cycle_task_bundle_undo))
    }
}
