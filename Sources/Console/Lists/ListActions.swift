import HTML
import Templates

/// The audit actions of files of lists.
extension AuditAction {
    package static let listExported = AuditAction("list.exported", Strings.audit_list_exported)
    package static let listExportFinished = AuditAction("list.export_finished", Strings.audit_list_export_finished)
    package static let listExportBrokenOff = AuditAction("list.export_broken_off", Strings.audit_list_export_broken_off)

    /// All of these actions, as the feature declares them.
    package static let ofList: [AuditAction] = [
        .listExported, .listExportFinished, .listExportBrokenOff,
    ]
}

extension ObjectKind {
    package static let list = ObjectKind("list", Strings.audit_kind_list)
}
