import HTML
import Templates

/// The permissions for catalogues.
extension Permission {
    package static let seeCatalogue = Permission(
        "catalogue.see", Strings.permission_catalogue_see, in: .content,
        roles: [.manager, .editor, .support, .analyst, .auditor])
    package static let editCatalogue = Permission(
        "catalogue.edit", Strings.permission_catalogue_edit, in: .content, roles: [.manager, .editor],
        needs: .seeCatalogue,
        recordedAs: [
            .entryAdded, .entryDraftSaved, .entryDraftDiscarded, .entrySentToReview, .entryReviewEnded, .entryDeleted,
            .entryMoved,
        ])
    package static let publishCatalogue = Permission(
        "catalogue.publish", Strings.permission_catalogue_publish, in: .content, roles: [.manager, .editor],
        needs: .seeCatalogue,
        recordedAs: [
            .entryPublished, .entryScheduled, .entryUnscheduled, .entryReturned, .entryWithdrawn, .entryRetired,
            .entryRestored,
        ])

    /// All of these permissions, as the feature declares them.
    package static let ofCatalogue: [Permission] = [
        .seeCatalogue, .editCatalogue, .publishCatalogue,
    ]
}
