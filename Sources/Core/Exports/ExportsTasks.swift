import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension ExportsFeature {
    package var tasks: [GuideTask] { [Self.export] }

    private static var export: GuideTask {
        GuideTask(
            "export", Strings.tasks_exports_export,
            steps: Strings.tasks_exports_export_steps(
                export: Strings.list_export, create_file: Strings.export_background, my_exports: Strings.export_list),
            acts: ["GET users/export", "POST */export", "POST exports/:export/deletion"],
            recorded: [.usersExported, .listExported, .exportFetched, .exportDeleted],
            undo: Strings.tasks_exports_export_undo(
                my_exports: Strings.export_list, export_delete: Strings.export_delete),
            mistake: LocalText(Strings.tasks_exports_export_mistake))
    }
}
