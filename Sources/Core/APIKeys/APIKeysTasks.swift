import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension APIKeysFeature {
    package var tasks: [GuideTask] { [Self.create, Self.rotate, Self.stop] }

    private static var create: GuideTask {
        GuideTask(
            "create", Strings.tasks_keys_create,
            steps: Strings.tasks_keys_create_steps(
                keys: Strings.menu_keys, keys_add: Strings.keys_add, key_done: Strings.key_shown_done),
            acts: ["POST keys", "GET keys/new"], recorded: [.keyCreated],
            undo: LocalText(Strings.tasks_keys_create_undo), mistake: LocalText(Strings.tasks_keys_create_mistake))
    }

    private static var rotate: GuideTask {
        GuideTask(
            "rotate", Strings.tasks_keys_rotate,
            steps: Strings.tasks_keys_rotate_steps(
                keys: Strings.menu_keys, key_rotate: Strings.key_rotate, rotate_now: Strings.key_rotate_now),
            acts: ["POST keys/:key/rotation"], recorded: [.keyRotated],
            mistake: LocalText(Strings.tasks_keys_rotate_mistake))
    }

    private static var stop: GuideTask {
        GuideTask(
            "stop", Strings.tasks_keys_stop,
            steps: Strings.tasks_keys_stop_steps(
                keys: Strings.menu_keys, key_disable: Strings.key_disable, key_disable_now: Strings.key_disable_now,
                key_delete: Strings.key_delete, key_delete_now: Strings.key_delete_now),
            acts: ["POST keys/:key/suspension", "POST keys/:key/suspension/end", "POST keys/:key/deletion"],
            recorded: [.keyDisabled, .keyEnabled, .keyDeleted],
            undo: Strings.tasks_keys_stop_undo(key_enable: Strings.key_enable))
    }
}
