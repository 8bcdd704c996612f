import HTML
import Templates

/// What admins may do about saved views.
extension Permission {
    package static let shareViews = Permission(
        "views.share", Strings.permission_views_share, in: .people, roles: [.manager, .editor, .support, .analyst],
        recordedAs: [.viewSaved])

    /// All of them, as the feature declares them.
    package static let ofView: [Permission] = [
        .shareViews
    ]
}
