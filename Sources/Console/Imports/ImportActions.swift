import HTML
import Templates

/// The audit actions of imports.
extension AuditAction {
    package static let importUploaded = AuditAction("import.brought", Strings.audit_import_brought)
    package static let importMatched = AuditAction("import.matched", Strings.audit_import_matched)
    package static let importStarted = AuditAction("import.started", Strings.audit_import_started)
    package static let importStopped = AuditAction("import.stopped", Strings.audit_import_stopped)
    package static let importFinished = AuditAction("import.finished", Strings.audit_import_finished)
    package static let importUndoStarted = AuditAction(
        "import.undo_begun", Strings.audit_import_undo_begun, intent: Strings.intent_import_undo_begun,
        guardedBy: .declared)
    package static let importUndone = AuditAction("import.undone", Strings.audit_import_undone)
    package static let importDeleted = AuditAction("import.deleted", Strings.audit_import_deleted)

    /// All of these actions, as the feature declares them.
    package static let ofImport: [AuditAction] = [
        .importUploaded, .importMatched, .importStarted, .importStopped, .importFinished, .importUndoStarted,
        .importUndone, .importDeleted,
    ]
}

extension ObjectKind {
    package static let `import` = ObjectKind("import", Strings.import_one)
}
