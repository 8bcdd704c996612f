import HTML

/// One sponsor, with the goals that they were asked to back.
package struct SponsorPage: Sendable {
    package struct Goal: Sendable {
        package var name: String
        package var link: Link
        package var state: StatusBadge
        package var percent: String
        package var answer: StatusBadge
        package var promise: String
        package var reward: StatusBadge

        package init(
            name: String, link: Link, state: StatusBadge, percent: String, answer: StatusBadge, promise: String,
            reward: StatusBadge
        ) {
            self.name = name
            self.link = link
            self.state = state
            self.percent = percent
            self.answer = answer
            self.promise = promise
            self.reward = reward
        }
    }

    package struct GroupForm: Sendable {
        package var action: Link
        /// The choice that the page shows as stored; nil where nothing is.
        package var was: HiddenValue?
        package var choice: Choice

        package init(action: Link, was: HiddenValue? = nil, choice: Choice) {
            self.action = action
            self.was = was
            self.choice = choice
        }
    }

    package var frame: Frame
    package var name: String
    package var userLink: Link?
    package var facts: [Fact]
    package var group: GroupForm?
    package var goals: [Goal]
    package var all: Link
    package var statement: Link
    /// Mails it; nil where no mail is sent.
    package var mailing: GroupForm?
    /// What another admin has chosen since the form was opened.
    package var conflict: Conflict?
    package var trail: TrailCard?

    package init(
        frame: Frame, name: String, userLink: Link?, facts: [Fact], group: GroupForm?, goals: [Goal], all: Link,
        statement: Link, mailing: GroupForm?
    ) {
        self.frame = frame
        self.name = name
        self.userLink = userLink
        self.facts = facts
        self.group = group
        self.goals = goals
        self.all = all
        self.statement = statement
        self.mailing = mailing
    }

    package static var sample: SponsorPage {
        var page = SponsorPage(
            frame: .sample("Игорь <b>", at: "users"), name: "Игорь <b>", userLink: "/t/fitpact/users/2",
            facts: [Fact(LocalText(Strings.user_email), "igor@example.org")],
            group: GroupForm(
                action: "/t/fitpact/fitness-sponsors/2/group", was: HiddenValue("was_group", "1"),
                choice: Choice(
                    "group", label: LocalText(Strings.fitness_group),
                    options: [.init(value: "1", label: "Family <&>", isSelected: true)])),
            goals: [
                Goal(
                    name: "Анна <Соколова>", link: "/t/fitpact/fitness-goals/1",
                    state: StatusBadge(LocalText(Strings.fitness_state_done), tone: .good), percent: "100 %",
                    answer: StatusBadge(LocalText(Strings.fitness_answer_accepted), tone: .good),
                    promise: "Shoes <new>", reward: StatusBadge(LocalText(Strings.fitness_reward_due), tone: .warn))
            ], all: "/t/fitpact/fitness-goals?sponsor=2",
            statement: "/t/fitpact/fitness-rewards?sponsor=2",
            mailing: GroupForm(
                action: "/t/fitpact/fitness-sponsors/2/statement",
                choice: Choice(
                    "period", label: LocalText(Strings.fitness_period),
                    options: [.init(value: "2026-11-01..2026-11-30", label: "Nov 2026 <&>", isSelected: true)])))
        page.conflict = .sample(Strings.fitness_group_changed)
        return page
    }

    package static var sampleBare: SponsorPage {
        var page = sample
        (page.userLink, page.group, page.goals, page.mailing, page.conflict) = (nil, nil, [], nil, nil)
        return page
    }
}
