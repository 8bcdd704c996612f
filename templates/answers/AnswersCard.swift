import HTML

/// On a user's page: the questionnaires that they answered.
package struct AnswersCard: Sendable {
    package struct Row: Sendable {
        package var name: String
        package var version: String
        package var when: String
        package var link: Link

        package init(name: String, version: String, when: String, link: Link) {
            self.name = name
            self.version = version
            self.when = when
            self.link = link
        }
    }

    package var rows: [Row]

    package init(rows: [Row]) { self.rows = rows }

    package static var sample: AnswersCard {
        AnswersCard(rows: [
            Row(
                name: "How do you sleep? <&>", version: "3", when: "20 Nov 2026, 09:14", link: "/t/rooster-me/answers/1"
            ),
            Row(name: "خوابت چطور است؟", version: "1", when: "1 Nov 2026, 22:01", link: "/t/rooster-me/answers/2"),
        ])
    }
}
