import Console
import HTML
import Templates

/// The permissions for submissions.
extension Permission {
    package static let seeAnswers = Permission(
        "answers.see", Strings.permission_answers_see, in: .people,
        roles: [.manager, .editor, .support, .analyst, .auditor], needs: .seeUsers)
    package static let exportAnswers = Permission(
        "answers.export", Strings.permission_answers_export, in: .people, roles: [.manager, .analyst],
        needs: .seeAnswers,
        recordedAs: [.listExported])

    /// All of these permissions, as the feature declares them.
    package static let ofAnswer: [Permission] = [
        .seeAnswers, .exportAnswers,
    ]
}
