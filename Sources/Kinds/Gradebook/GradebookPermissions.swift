import Console
import HTML
import Templates

/// The permissions for classes. Without `seeAllClasses` an admin sees only the classes that they teach:
/// `GradebookFeature.walls`.
extension Permission {
    package static let seeClasses = Permission(
        "classes.see", Strings.gradebook_permission_see, in: .people,
        roles: [.manager, .editor, .support, .analyst, .auditor])
    package static let editClasses = Permission(
        "classes.edit", Strings.gradebook_permission_edit, in: .people, roles: [.manager, .editor], needs: .seeClasses,
        recordedAs: AuditAction.ofGradebook.filter {
            ![.phoneBound, .teacherLinked, .classReadByKey, .studentRemoved, .studentErased].contains($0)
        })
    package static let seeAllClasses = Permission(
        "classes.all", Strings.gradebook_permission_all, in: .people, roles: [.manager, .analyst, .auditor],
        needs: .seeClasses)

    /// The register belongs to the whole school: an admin who imports or exports it sees every class. The audit trail
    /// records imports of students and of users under the same actions: either counts as a use.
    package static let importStudents = Permission(
        "students.import", Strings.gradebook_permission_import, in: .people, roles: [.manager], needs: .seeAllClasses,
        recordedAs: [.importUploaded, .importStarted])

    /// A key reads what its teacher sees, so the admin who binds it must have permission to see every class.
    package static let bindPhones = Permission(
        "classes.phones", Strings.gradebook_permission_phones, in: .people, roles: [.manager], needs: .seeAllClasses,
        recordedAs: [.phoneBound, .teacherLinked])

    /// All of these permissions, as the feature declares them.
    package static let ofGradebook: [Permission] = [
        .seeClasses, .editClasses, .seeAllClasses, .importStudents, .bindPhones,
    ]
}
