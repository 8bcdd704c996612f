import HTML
import Templates

/// The permissions for saved views.
extension Permission {
    package static let shareViews = Permission(
        "views.share", Strings.permission_views_share, in: .people, roles: [.manager, .editor, .support, .analyst],
        recordedAs: [.viewSaved])

    /// All of these permissions, as the feature declares them.
    package static let ofView: [Permission] = [
        .shareViews
    ]
}
