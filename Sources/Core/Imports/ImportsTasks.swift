import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ImportsFeature {
    package var tasks: [GuideTask] { [Self.`import`] }

    private static var `import`: GuideTask {
        GuideTask(
            "import", Strings.tasks_imports_import,
            steps: Strings.tasks_imports_import_steps(
                import_button: Strings.import_button, go_on: Strings.import_go_on, import_check: Strings.import_check,
                wrong_rows: Strings.import_wrong_rows, import_run: Strings.import_run),
            acts: [
                "POST */import", "POST */:import/matching", "POST */:import/encoding", "POST */:import/run",
                "POST */:import/undo", "POST */:import/deletion",
            ],
            recorded: [
                .importUploaded, .importMatched, .importStarted, .importFinished, .importUndone, .importDeleted,
            ], undo: Strings.tasks_imports_import_undo(import_undo: Strings.import_undo),
            mistake: LocalText(Strings.tasks_imports_import_mistake))
    }
}
