import Console
import HTML
import Templates

/// The permissions for segments.
extension Permission {
    package static let manageSegments = Permission(
        "segments.manage", Strings.permission_segments_manage, in: .people, roles: [.manager, .editor],
        needs: .seeUsers,
        recordedAs: [.segmentAdded, .segmentChanged, .segmentDeleted])

    /// All of these permissions, as the feature declares them.
    package static let ofSegment: [Permission] = [
        .manageSegments
    ]
}
