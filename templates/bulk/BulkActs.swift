import HTML

/// What can be done to many, each with its button.
package struct BulkActs: Sendable {
    package struct Act: Sendable {
        package var label: LocalText
        package var link: Link
        /// What they get, where that is chosen.
        package var choice: Choice?
        package var isDanger: Bool

        package init(label: LocalText, link: Link, choice: Choice? = nil, isDanger: Bool = false) {
            self.label = label
            self.link = link
            self.choice = choice
            self.isDanger = isDanger
        }
    }

    /// At least one.
    package var acts: [Act]

    package init(acts: [Act]) { self.acts = acts }

    package static var sample: BulkActs {
        BulkActs(
            acts: [
                Act(label: LocalText(Strings.user_suspend), link: "/t/rooster-me/users/bulk/suspension"),
                Act(label: LocalText(Strings.user_delete), link: "/t/rooster-me/users/bulk/deletion", isDanger: true),
                Act(
                    label: LocalText(Strings.bulk_plan), link: "/t/rooster-me/users/bulk/plan",
                    choice: Choice(
                        "to-plan", label: LocalText(Strings.user_plan),
                        options: [
                            .init(value: "free", label: "Free", isSelected: false),
                            .init(value: "\"<b>\"", label: "\"<b>\"", isSelected: true),
                        ])),
            ])
    }
}
