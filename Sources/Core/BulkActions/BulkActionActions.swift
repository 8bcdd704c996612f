import Console
import HTML
import Templates

/// The audit actions of bulk actions.
extension AuditAction {
    package static let bulkPrepared = AuditAction("bulk.prepared", Strings.audit_bulk_prepared)
    package static let bulkStarted = AuditAction(
        "bulk.started", Strings.audit_bulk_started, intent: Strings.intent_bulk_started, guardedBy: .userDeletion)
    package static let bulkStopped = AuditAction("bulk.stopped", Strings.audit_bulk_stopped)
    package static let bulkLost = AuditAction("bulk.lost", Strings.audit_bulk_lost)
    package static let bulkFinished = AuditAction("bulk.finished", Strings.audit_bulk_finished)
    package static let bulkUndoStarted = AuditAction(
        "bulk.undo_begun", Strings.audit_bulk_undo_begun, intent: Strings.intent_bulk_undo_begun,
        guardedBy: .userDeletion)
    package static let bulkUndone = AuditAction("bulk.undone", Strings.audit_bulk_undone)

    /// All of these actions, as the feature declares them.
    package static let ofBulkAction: [AuditAction] = [
        .bulkPrepared, .bulkStarted, .bulkStopped, .bulkLost, .bulkFinished, .bulkUndoStarted, .bulkUndone,
    ]
}

extension ObjectKind {
    package static let bulk = ObjectKind("bulk", Strings.bulk_one)
}
