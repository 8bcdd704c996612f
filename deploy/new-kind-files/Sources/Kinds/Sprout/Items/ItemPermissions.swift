import Console
import HTML
import Templates

extension Permission {
    package static let seeItems = Permission(
        "sprout.see", Strings.sprout_permission_see, in: .content,
        roles: [.manager, .editor, .support, .analyst, .auditor])
    package static let editItems = Permission(
        "sprout.edit", Strings.sprout_permission_edit, in: .content, roles: [.manager, .editor], needs: .seeItems,
        recordedAs: AuditAction.ofItems)

    /// All of them, as the feature declares them.
    package static let ofItems: [Permission] = [.seeItems, .editItems]
}

/// What a key may do about items.
extension Scope {
    package static let readItems = Scope("sprout.read", Strings.sprout_scope_read)
}
