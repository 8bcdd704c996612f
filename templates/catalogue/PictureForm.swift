import HTML

/// The picture that an entry's draft has, and the ways to another or to none.
package struct PictureForm: Sendable {
    package var picture: Link?
    package var field: FileField
    package var action: Link
    package var removal: Link
    package var csrf: String

    package init(picture: Link?, field: FileField, action: Link, removal: Link, csrf: String) {
        self.picture = picture
        self.field = field
        self.action = action
        self.removal = removal
        self.csrf = csrf
    }

    package var hasPicture: Bool { picture != nil }

    package static func sample(_ picture: Link?, error: LocalText? = nil) -> PictureForm {
        PictureForm(
            picture: picture,
            field: FileField(
                "icon", label: LocalText(Strings.icon_field), accept: "image/png,image/jpeg,image/webp,image/svg+xml",
                isRequired: true,
                hint: Strings.catalogue_picture_hint(max: Formatted.bytes(4_000_000)), error: error),
            action: "/t/rooster-me/goals/1/picture", removal: "/t/rooster-me/goals/1/picture/removal", csrf: "sample")
    }
}
