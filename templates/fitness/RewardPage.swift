import HTML

/// What a sponsor owes a recipient, or gave.
package struct RewardPage: Sendable {
    package struct ActForm: Sendable {
        package var action: Link
        package var note: Field
        package var acts: [Act]

        package init(action: Link, note: Field, acts: [Act]) {
            self.action = action
            self.note = note
            self.acts = acts
        }
    }

    package struct Act: Sendable {
        package var action: Link
        package var label: LocalText

        package init(action: Link, label: LocalText) {
            self.action = action
            self.label = label
        }
    }

    package var frame: Frame
    package var title: LocalText
    package var state: StatusBadge
    package var facts: [Fact]
    package var goal: Link
    package var sponsor: Link
    package var statement: Link
    package var form: ActForm?
    package var refused: LocalText?

    package init(
        frame: Frame, title: LocalText, state: StatusBadge, facts: [Fact], goal: Link, sponsor: Link, statement: Link,
        form: ActForm?, refused: LocalText?
    ) {
        self.frame = frame
        self.title = title
        self.state = state
        self.facts = facts
        self.goal = goal
        self.sponsor = sponsor
        self.statement = statement
        self.form = form
        self.refused = refused
    }

    package var errors: ErrorSummary? { ErrorSummary([form?.note.problem]) }

    package static var sample: RewardPage {
        RewardPage(
            frame: .sample("Reward", at: "tag"),
            title: Strings.fitness_reward_of(sponsor: "Игорь <b>", recipient: "Анна \"<Соколова>\""),
            state: StatusBadge(LocalText(Strings.fitness_reward_disputed), tone: .bad),
            facts: [Fact(LocalText(Strings.fitness_reward), "Shoes <new> · 5,000.00 RUB")],
            goal: "/t/fitpact/fitness-goals/1", sponsor: "/t/fitpact/fitness-sponsors/2",
            statement: "/t/fitpact/fitness-rewards?sponsor=2",
            form: ActForm(
                action: "/t/fitpact/fitness-rewards/1/gift",
                note: Field(
                    "note", label: LocalText(Strings.fitness_note), value: "<late>",
                    error: Strings.error_too_long(max: 1000)),
                acts: [
                    Act(action: "/t/fitpact/fitness-rewards/1/gift", label: LocalText(Strings.fitness_reward_give)),
                    Act(
                        action: "/t/fitpact/fitness-rewards/1/reopening",
                        label: LocalText(Strings.fitness_reward_reopen)),
                ]), refused: Strings.fitness_refused_reward(state: Strings.fitness_reward_given))
    }

    package static var sampleBare: RewardPage {
        var page = sample
        (page.form, page.refused) = (nil, nil)
        return page
    }
}
