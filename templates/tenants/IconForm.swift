import HTML

/// The tenant's icon as it is, and the ways to another or to none.
package struct IconForm: Sendable {
    package var mark: Mark
    package var field: FileField
    package var action: Link
    package var removal: Link
    package var csrf: String

    package init(mark: Mark, field: FileField, action: Link, removal: Link, csrf: String) {
        self.mark = mark
        self.field = field
        self.action = action
        self.removal = removal
        self.csrf = csrf
    }

    package var hasIcon: Bool { mark.icon != nil }

    package static func sample(icon: Link?, error: LocalText? = nil) -> IconForm {
        IconForm(
            mark: Mark(name: "RoosterMe", accentClass: "accent-1", icon: icon),
            field: FileField(
                "icon", label: LocalText(Strings.icon_field), accept: "image/png,image/jpeg,image/webp,image/svg+xml",
                isRequired: true,
                hint: Strings.icon_hint(max: Formatted.bytes(4_000_000)), error: error),
            action: "/t/rooster-me/settings/icon", removal: "/t/rooster-me/settings/icon/removal", csrf: "sample")
    }
}
