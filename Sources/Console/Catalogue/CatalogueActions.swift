import HTML
import Templates

/// The audit actions of a catalogue's entries.
extension AuditAction {
    package static let entryAdded = AuditAction("entry.added", Strings.audit_entry_added)
    package static let entryDraftSaved = AuditAction("entry.draft_saved", Strings.audit_entry_draft_saved)
    package static let entryDraftDiscarded = AuditAction("entry.draft_discarded", Strings.audit_entry_draft_discarded)
    package static let entrySentToReview = AuditAction("entry.sent_to_review", Strings.audit_entry_sent_to_review)
    package static let entryReviewEnded = AuditAction("entry.review_ended", Strings.audit_entry_review_ended)
    package static let entryPublished = AuditAction(
        "entry.published", Strings.audit_entry_published, intent: Strings.intent_entry_published, guardedBy: .declared)
    package static let entryScheduled = AuditAction(
        "entry.scheduled", Strings.audit_entry_scheduled, intent: Strings.intent_entry_scheduled, guardedBy: .declared)
    package static let entryUnscheduled = AuditAction(
        "entry.unscheduled", Strings.audit_entry_unscheduled, intent: Strings.intent_entry_unscheduled,
        guardedBy: .declared)
    package static let entryReturned = AuditAction(
        "entry.returned", Strings.audit_entry_returned, intent: Strings.intent_entry_returned, guardedBy: .declared)
    package static let entryWithdrawn = AuditAction(
        "entry.withdrawn", Strings.audit_entry_withdrawn, intent: Strings.intent_entry_withdrawn, guardedBy: .declared)
    package static let entryRetired = AuditAction(
        "entry.retired", Strings.audit_entry_retired, intent: Strings.intent_entry_retired, guardedBy: .declared)
    package static let entryRestored = AuditAction(
        "entry.restored", Strings.audit_entry_restored, intent: Strings.intent_entry_restored, guardedBy: .declared)
    package static let entryMoved = AuditAction("entry.moved", Strings.audit_entry_moved)
    package static let entryDeleted = AuditAction("entry.deleted", Strings.audit_entry_deleted)

    /// All of these actions, as the feature declares them.
    package static let ofCatalogue: [AuditAction] = [
        .entryAdded, .entryDraftSaved, .entryDraftDiscarded, .entrySentToReview, .entryReviewEnded, .entryPublished,
        .entryScheduled, .entryUnscheduled, .entryReturned, .entryWithdrawn, .entryRetired, .entryRestored, .entryMoved,
        .entryDeleted,
    ]
}

extension GuardedAct {
    /// Publishing content that the same admin wrote.
    package static let ownContent = GuardedAct(
        "own-content", Strings.approval_policy_own_content, Strings.approval_policy_own_content_what)
}

extension ObjectKind {
    package static let entry = ObjectKind("entry", Strings.audit_kind_entry)
}
