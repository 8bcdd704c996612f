import Console
import HTML
import Templates

/// What admins may do about classes. Who may not see every class sees those that they teach: `GradebookFeature.walls`.
extension Permission {
    package static let seeClasses = Permission(
        "classes.see", Strings.gradebook_permission_see, in: .people,
        roles: [.manager, .editor, .support, .analyst, .auditor])
    package static let editClasses = Permission(
        "classes.edit", Strings.gradebook_permission_edit, in: .people, roles: [.manager, .editor], needs: .seeClasses,
        recordedAs: AuditAction.ofGradebook.filter { ![.phoneBound, .classReadByKey, .studentRemoved].contains($0) })
    package static let seeAllClasses = Permission(
        "classes.all", Strings.gradebook_permission_all, in: .people, roles: [.manager, .analyst, .auditor],
        needs: .seeClasses)

    /// The register is the school's: whoever fills it from a file, or takes it out as one, sees every class.
    package static let importStudents = Permission(
        "students.import", Strings.gradebook_permission_import, in: .people, roles: [.manager], needs: .seeAllClasses,
        recordedAs: [.importUploaded, .importStarted, .studentRemoved])

    /// A key opens what its teacher sees, so whoever binds it must be let see every class.
    package static let bindPhones = Permission(
        "classes.phones", Strings.gradebook_permission_phones, in: .people, roles: [.manager], needs: .seeAllClasses,
        recordedAs: [.phoneBound])

    /// All of them, as the feature declares them.
    package static let ofGradebook: [Permission] = [
        .seeClasses, .editClasses, .seeAllClasses, .importStudents, .bindPhones,
    ]
}
