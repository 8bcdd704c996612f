import HTML

/// A link that was used, ran out, or never was; and other things said before somebody is in.
package struct DoorMessagePage: Sendable {
    package var door: Door
    package var message: LocalText
    package var link: Link
    package var linkLabel: LocalText

    package init(door: Door, message: LocalText, link: Link, linkLabel: LocalText) {
        self.door = door
        self.message = message
        self.link = link
        self.linkLabel = linkLabel
    }

    package static let sample = DoorMessagePage(
        door: .sample(Strings.door_message_title, here: "/enrol/link"), message: LocalText(Strings.door_link_invalid),
        link: "/sign-in", linkLabel: LocalText(Strings.door_to_sign_in))
}
