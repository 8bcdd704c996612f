import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension PrivacyRequestsFeature {
    package var tasks: [GuideTask] {
        [Self.request, Self.copy, Self.erase, Self.eraseMany, Self.answer, Self.hold, Self.retention]
    }

    private static var request: GuideTask {
        GuideTask(
            "request", Strings.tasks_privacy_requests_request,
            steps: Strings.tasks_privacy_requests_request_steps(
                privacy: Strings.privacy_title, privacy_add: Strings.privacy_add), acts: ["POST users/:user/privacy"],
            recorded: [.privacyRequested], undo: LocalText(Strings.tasks_privacy_requests_request_undo))
    }

    private static var copy: GuideTask {
        GuideTask(
            "copy", Strings.tasks_privacy_requests_copy,
            steps: Strings.tasks_privacy_requests_copy_steps(
                privacy: Strings.privacy_title, archive_make: Strings.privacy_archive_make,
                link_make: Strings.privacy_link_make),
            acts: ["POST privacy/:privacyrequest/archive", "POST privacy/:privacyrequest/link"],
            recorded: [.archiveStarted, .archiveMade, .archiveLinked],
            undo: LocalText(Strings.tasks_privacy_requests_copy_undo),
            mistake: LocalText(Strings.tasks_privacy_requests_copy_mistake))
    }

    private static var erase: GuideTask {
        GuideTask(
            "erase", Strings.tasks_privacy_requests_erase,
            steps: Strings.tasks_privacy_requests_erase_steps(
                privacy: Strings.privacy_title, privacy_plan: Strings.privacy_plan, privacy_erase: Strings.privacy_erase
            ), acts: ["POST privacy/:privacyrequest/erasure"], recorded: [.erasureStarted, .userErased],
            undo: LocalText(Strings.tasks_privacy_requests_erase_undo),
            mistake: LocalText(Strings.tasks_privacy_requests_erase_mistake))
    }

    private static var eraseMany: GuideTask {
        GuideTask(
            "erase-many", Strings.tasks_privacy_requests_erase_many,
            steps: Strings.tasks_privacy_requests_erase_many_steps(
                privacy: Strings.privacy_title, privacy_many: Strings.privacy_many, privacy_erase: Strings.privacy_erase
            ), acts: ["POST privacy/erasures", "GET privacy/erasures"], recorded: [.erasuresStarted],
            undo: LocalText(Strings.tasks_privacy_requests_erase_many_undo))
    }

    private static var answer: GuideTask {
        GuideTask(
            "answer", Strings.tasks_privacy_requests_answer,
            steps: Strings.tasks_privacy_requests_answer_steps(
                privacy: Strings.privacy_title, privacy_extend: Strings.privacy_extend,
                privacy_refuse: Strings.privacy_refuse),
            acts: ["POST privacy/:privacyrequest/refusal", "POST privacy/:privacyrequest/extension"],
            recorded: [.privacyExtended, .privacyRefused], undo: LocalText(Strings.tasks_privacy_requests_answer_undo))
    }

    private static var hold: GuideTask {
        GuideTask(
            "hold", Strings.tasks_privacy_requests_hold,
            steps: Strings.tasks_privacy_requests_hold_steps(
                privacy: Strings.privacy_title, hold_set: Strings.privacy_hold_set),
            acts: ["POST users/:user/hold", "POST privacy/holds/:hold/end"], recorded: [.holdSet, .holdEnded],
            undo: Strings.tasks_privacy_requests_hold_undo(hold_end: Strings.privacy_hold_end))
    }

    private static var retention: GuideTask {
        GuideTask(
            "retention", Strings.tasks_privacy_requests_retention,
            steps: Strings.tasks_privacy_requests_retention_steps(
                retention: Strings.retention_title, retention_preview: Strings.retention_preview,
                retention_save: Strings.retention_save), acts: ["POST privacy/retention", "GET privacy/retention"],
            recorded: [.retentionChanged], undo: LocalText(Strings.tasks_privacy_requests_retention_undo))
    }
}
