import HTML

/// What users are told when something happens.
package struct TriggersPage: Sendable {
    package struct Trigger: Sendable {
        package var label: LocalText
        package var audience: LocalText
        package var ways: [LocalText]
        package var key: String
        /// To the text; nil while there is none.
        package var link: Link?
        package var state: StatusBadge
        package var placeholders: String

        package init(
            label: LocalText, audience: LocalText, ways: [LocalText], key: String, link: Link?, state: StatusBadge,
            placeholders: String
        ) {
            self.label = label
            self.audience = audience
            self.ways = ways
            self.key = key
            self.link = link
            self.state = state
            self.placeholders = placeholders
        }
    }

    package var frame: Frame
    package var triggers: [Trigger]
    package var add: Link?

    package init(frame: Frame, triggers: [Trigger], add: Link?) {
        self.frame = frame
        self.triggers = triggers
        self.add = add
    }

    package static var sample: TriggersPage {
        TriggersPage(
            frame: .sample("Automatic messages", at: "bell"),
            triggers: [
                Trigger(
                    label: LocalText(Strings.messages_triggers), audience: LocalText(Strings.menu_users),
                    ways: [LocalText(Strings.messages_way_feed), LocalText(Strings.messages_way_mail)],
                    key: "message.<goal>", link: "/t/fitpact/texts/1",
                    state: StatusBadge(LocalText(Strings.messages_text_own), tone: .good), placeholders: "{name} {goal}"
                ),
                Trigger(
                    label: LocalText(Strings.messages_triggers), audience: LocalText(Strings.menu_users), ways: [],
                    key: "message.other", link: nil,
                    state: StatusBadge(LocalText(Strings.messages_text_none), tone: .off), placeholders: ""),
            ], add: "/t/fitpact/texts/new")
    }

    package static var sampleEmpty: TriggersPage {
        TriggersPage(frame: .sample("Automatic messages", at: "bell"), triggers: [], add: nil)
    }
}
