import HTML

/// On a user's page: the goals that they set themselves.
package struct UserGoalsPart: Sendable {
    package struct Goal: Sendable {
        package var type: String
        package var link: Link
        package var state: StatusBadge
        package var percent: String

        package init(type: String, link: Link, state: StatusBadge, percent: String) {
            self.type = type
            self.link = link
            self.state = state
            self.percent = percent
        }
    }

    package var goals: [Goal]

    package init(goals: [Goal]) {
        self.goals = goals
    }

    package static var sample: UserGoalsPart {
        UserGoalsPart(goals: [
            Goal(
                type: "Marathon <42 km>", link: "/t/fitpact/fitness-goals/1",
                state: StatusBadge(LocalText(Strings.fitness_state_done), tone: .good), percent: "100 %")
        ])
    }
}
