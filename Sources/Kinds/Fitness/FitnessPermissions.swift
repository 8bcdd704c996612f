import Console
import HTML
import Templates

/// What admins may do about goals and sponsors.
extension Permission {
    package static let seeFitness = Permission(
        "fitness.see", Strings.fitness_permission_see, in: .people,
        roles: [.manager, .editor, .support, .analyst, .auditor], needs: .seeUsers)
    package static let editFitness = Permission(
        "fitness.edit", Strings.fitness_permission_edit, in: .people, roles: [.manager, .editor], needs: .seeFitness,
        recordedAs: AuditAction.ofFitness)
    /// The lists' files name people, as a file of users does.
    package static let exportFitness = Permission(
        "fitness.export", Strings.fitness_permission_export, in: .people, roles: [.manager, .analyst],
        needs: .seeFitness, recordedAs: [.listExported])

    /// All of them, as the feature declares them.
    package static let ofFitness: [Permission] = [.seeFitness, .editFitness, .exportFitness]
}
