import HTML

/// What people do on the topic's pages: the steps, who may take them, what is recorded, what can be undone.
package struct GuideTaskPart: Sendable {
    package var anchor: String
    package var title: LocalText
    package var link: Link
    package var steps: [String]
    /// The permission, or whoever needs none.
    package var who: LocalText
    /// The roles that have the permission.
    package var roles: String?
    package var isYours: Bool
    /// What asks for more than a permission: a code again, a second admin.
    package var checks: [LocalText]
    package var recorded: String?
    package var undo: LocalText?
    package var mistake: LocalText?

    package init(
        anchor: String, title: LocalText, link: Link, steps: [String], who: LocalText, roles: String?, isYours: Bool,
        checks: [LocalText], recorded: String?, undo: LocalText?, mistake: LocalText?
    ) {
        self.anchor = anchor
        self.title = title
        self.link = link
        self.steps = steps
        self.who = who
        self.roles = roles
        self.isYours = isYours
        self.checks = checks
        self.recorded = recorded
        self.undo = undo
        self.mistake = mistake
    }

    /// What is said about the task itself, to be searched: the permission is about others too.
    package func allText(_ language: Language) -> String {
        ([title] + [undo, mistake].compactMap { $0 }).map { $0.resolve(in: language) }.joined(separator: " ") + " "
            + steps.joined(separator: " ") + " " + (recorded ?? "")
    }

    package static var sample: GuideTaskPart {
        GuideTaskPart(
            anchor: "users-suspend", title: LocalText(Strings.menu_users),
            link: "/t/rooster-me/guide/users#users-suspend",
            steps: ["Open <“Users”>.", "Press “\(String(repeating: "W", count: 60))”."],
            who: LocalText(Strings.permission_home_see), roles: "Owner, <Support>", isYours: true,
            checks: [LocalText(Strings.stepup_title), LocalText(Strings.guide_guarded)],
            recorded: "suspended <the user>",
            undo: LocalText(Strings.guide_about_guide), mistake: LocalText(Strings.guide_about_guide))
    }
}
