import HTML

/// What one user answered to a questionnaire, under the version that it was given, and what they answered before.
package struct SubmissionPage: Sendable {
    /// One of the same user's submissions, with what it changed.
    package struct Earlier: Sendable {
        package var when: String
        package var version: LocalText
        /// nil for the one that is shown.
        package var link: Link?
        package var changes: [TrailEntry.FieldChange]

        package var diff: Diff? { Diff(changes) }

        package init(when: String, version: LocalText, link: Link?, changes: [TrailEntry.FieldChange]) {
            self.when = when
            self.version = version
            self.link = link
            self.changes = changes
        }
    }

    package var frame: Frame
    package var name: String
    package var state: StatusBadge
    package var user: String
    package var userLink: Link
    package var facts: [Fact]
    /// nil for who may not see it.
    package var questionnaire: Link?
    package var answers: [Fact]
    /// All of them, the newest first.
    package var earlier: [Earlier]

    package init(
        frame: Frame, name: String, state: StatusBadge, user: String, userLink: Link, facts: [Fact],
        questionnaire: Link?, answers: [Fact],
        earlier: [Earlier]
    ) {
        self.frame = frame
        self.name = name
        self.state = state
        self.user = user
        self.userLink = userLink
        self.facts = facts
        self.questionnaire = questionnaire
        self.answers = answers
        self.earlier = earlier
    }

    package var hasEarlier: Bool { earlier.count > 1 }
    package var questionnaireButton: PageButton? {
        questionnaire.map { PageButton(LocalText(Strings.answers_questionnaire), icon: frame.icon("note"), link: $0) }
    }

    package static var sample: SubmissionPage {
        SubmissionPage(
            frame: .sample("How do you sleep? <&>", at: "note"), name: "How do you sleep? <&>",
            state: StatusBadge(LocalText(Strings.answers_is_last), tone: .good), user: "Zoë “Quill” O'Brien",
            userLink: "/t/rooster-me/users/1",
            facts: [
                Fact(LocalText(Strings.answers_given), "20 Nov 2026, 09:14"),
                Fact(LocalText(Strings.catalogue_version), "3"),
                Fact(LocalText(Strings.catalogue_key), "sleep", isCode: true),
            ],
            questionnaire: "/t/rooster-me/questionnaires/1",
            answers: [
                Fact(Strings.catalogue_named(name: "Hours a night"), "7.5 h"),
                Fact(Strings.catalogue_named(name: "What wakes you? <b>"), "Light · \"Noise\""),
                Fact(Strings.catalogue_named(name: "چیز دیگری هست؟"), String(repeating: "a long answer ", count: 20)),
                Fact(Strings.catalogue_named(name: "Since when?"), ""),
            ],
            earlier: [
                Earlier(
                    when: "20 Nov 2026, 09:14", version: Strings.answers_under(version: 3), link: nil,
                    changes: [.init(label: "Hours a night", old: "6 h", new: "7.5 h")]),
                Earlier(
                    when: "1 Nov 2026, 22:01", version: Strings.answers_under(version: 2),
                    link: "/t/rooster-me/answers/2", changes: []),
            ])
    }

    /// The only one, under a version that asks nothing of who answers so.
    package static var sampleBare: SubmissionPage {
        var page = sample
        (page.answers, page.earlier, page.questionnaire) = ([], [], nil)
        page.state = StatusBadge(LocalText(Strings.answers_is_replaced), tone: .off)
        return page
    }
}
