import HTML

/// One topic of the guide.
package struct GuideEntry: Sendable {
    package struct Place: Sendable {
        package var label: LocalText
        package var link: Link

        package init(label: LocalText, link: Link) {
            self.label = label
            self.link = link
        }
    }

    package struct Right: Sendable {
        package var label: LocalText
        /// Who has it, in words.
        package var roles: String
        package var isYours: Bool

        package init(label: LocalText, roles: String, isYours: Bool) {
            self.label = label
            self.roles = roles
            self.isYours = isYours
        }
    }

    package struct Act: Sendable {
        /// As the audit log has it.
        package var phrase: LocalText
        package var permission: LocalText?
        package var note: LocalText?

        package init(phrase: LocalText, permission: LocalText?, note: LocalText?) {
            self.phrase = phrase
            self.permission = permission
            self.note = note
        }
    }

    package var id: String
    package var title: LocalText
    package var about: LocalText
    package var link: Link
    package var pages: [Place]
    package var tasks: [GuideTaskPart]
    package var permissions: [Right]
    package var acts: [Act]

    package init(
        id: String, title: LocalText, about: LocalText, link: Link, pages: [Place], tasks: [GuideTaskPart],
        permissions: [Right], acts: [Act]
    ) {
        self.id = id
        self.title = title
        self.about = about
        self.link = link
        self.pages = pages
        self.tasks = tasks
        self.permissions = permissions
        self.acts = acts
    }

    /// Everything that is said besides the tasks, to be searched.
    package func allText(_ language: Language) -> String {
        ([title, about] + pages.map(\.label) + permissions.map(\.label) + acts.map(\.phrase))
            .map { $0.resolve(in: language) }.joined(separator: " ")
    }

    package static var sample: GuideEntry {
        GuideEntry(
            id: "users", title: LocalText(Strings.menu_users), about: LocalText(Strings.guide_about_users),
            link: "/t/rooster-me/guide/users",
            pages: [.init(label: LocalText(Strings.menu_users), link: "/t/rooster-me/users")],
            tasks: [.sample],
            permissions: [
                .init(label: LocalText(Strings.permission_home_see), roles: "Owner, <Support>", isYours: true)
            ],
            acts: [
                .init(
                    phrase: LocalText(Strings.audit_user_suspended),
                    permission: LocalText(Strings.permission_home_see), note: LocalText(Strings.guide_guarded)),
                .init(phrase: LocalText(Strings.audit_user_changed), permission: nil, note: nil),
            ])
    }
}
