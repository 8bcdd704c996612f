import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension MessagesFeature {
    package var tasks: [GuideTask] { [Self.words] }

    private static var words: GuideTask {
        GuideTask(
            "words", Strings.tasks_messages_words,
            steps: Strings.tasks_messages_words_steps(
                triggers: Strings.messages_triggers, texts: Strings.texts_title, texts_add: Strings.texts_add,
                save_draft: Strings.catalogue_save_draft, see_changes: Strings.catalogue_see_changes),
            acts: ["GET message-triggers"], undo: LocalText(Strings.tasks_messages_words_undo))
    }
}
