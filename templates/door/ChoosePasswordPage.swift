import HTML

/// Where a one-time link leads: choose a password. The link itself is in the form's address.
package struct ChoosePasswordPage: Sendable {
    package var door: Door
    package var csrf: String
    package var action: Link
    package var email: String
    package var name: String
    package var password: Field

    package init(door: Door, csrf: String, action: Link, email: String, name: String, password: Field) {
        self.door = door
        self.csrf = csrf
        self.action = action
        self.email = email
        self.name = name
        self.password = password
    }

    package static let sample = ChoosePasswordPage(
        door: .sample(Strings.door_choose_password_title, here: "/enrol/link"), csrf: "sample", action: "/enrol/link",
        email: "maryam.pourmand@example.ir", name: "مریم پورمند",
        password: Field(
            "password", label: LocalText(Strings.door_new_password), type: "password",
            hint: Strings.door_password_hint(min: 12), error: Strings.error_too_short(min: 12),
            autocomplete: "new-password", isRequired: true, hasFocus: true, isLatin: true))
}
