import Console
import HTML
import Templates

/// What the guide answers to "how do I …?".
extension AuditFeature {
    package var tasks: [GuideTask] { [Self.search, Self.export] }

    private static var search: GuideTask {
        GuideTask(
            "search", Strings.tasks_audit_search,
            steps: Strings.tasks_audit_search_steps(
                audit: Strings.menu_audit, filter_actor: Strings.audit_filter_actor,
                filter_action: Strings.audit_filter_action, filter_kind: Strings.audit_filter_kind,
                filter_reads: Strings.audit_filter_reads), acts: ["GET audit"],
            mistake: LocalText(Strings.tasks_audit_search_mistake))
    }

    private static var export: GuideTask {
        GuideTask(
            "export", Strings.tasks_audit_export,
            steps: Strings.tasks_audit_export_steps(audit: Strings.menu_audit, export: Strings.list_export),
            acts: ["GET audit/export"], recorded: [.auditExported, .auditExportFinished])
    }
}
