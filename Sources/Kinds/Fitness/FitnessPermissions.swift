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

    /// All of them, as the feature declares them.
    package static let ofFitness: [Permission] = [.seeFitness, .editFitness]
}

/// What a key may do about goals, on behalf of users.
extension Scope {
    package static let readFitness = Scope("fitness.read", Strings.fitness_scope_read)
    package static let writeFitness = Scope("fitness.write", Strings.fitness_scope_write)

    /// All of them, as the feature declares them.
    package static let ofFitness: [Scope] = [.readFitness, .writeFitness]
}
