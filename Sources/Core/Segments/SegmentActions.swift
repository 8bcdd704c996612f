import Console
import HTML
import Templates

/// The audit actions of segments.
extension AuditAction {
    package static let segmentAdded = AuditAction("segment.added", Strings.audit_segment_added)
    package static let segmentChanged = AuditAction("segment.changed", Strings.audit_segment_changed)
    package static let segmentDeleted = AuditAction("segment.deleted", Strings.audit_segment_deleted)

    /// All of these actions, as the feature declares them.
    package static let ofSegment: [AuditAction] = [
        .segmentAdded, .segmentChanged, .segmentDeleted,
    ]
}

extension ObjectKind {
    package static let segment = ObjectKind("segment", Strings.segments_one)
}
