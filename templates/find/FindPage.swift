import HTML

/// Everything one can reach, found by its words.
package struct FindPage: Sendable {
    package var frame: Frame
    package var search: String
    package var groups: [FindGroup]

    package init(frame: Frame, search: String, groups: [FindGroup]) {
        self.frame = frame
        self.search = search
        self.groups = groups
    }

    package static var sample: FindPage {
        FindPage(
            frame: .sample("Find anything"), search: "o'b <\"",
            groups: [
                FindGroup(
                    LocalText(Strings.find_users),
                    UserRow.samples.prefix(5).map {
                        FindItem($0.title, hint: $0.email, icon: "person", link: "/t/rooster-me/users/\($0.id)")
                    }),
                FindGroup(
                    LocalText(Strings.find_tenants),
                    [
                        FindItem(
                            "O'Brien \"<&>\"", hint: "Alarm", icon: "tenants", link: "/t/obrien",
                            image: "/t/obrien/images/1")
                    ]),
                FindGroup(
                    LocalText(Strings.find_actions),
                    [FindItem("Add user", hint: "", icon: "plus", link: "/t/rooster-me/users/new")]),
            ])
    }

    package static var sampleWithoutMatch: FindPage {
        FindPage(frame: .sample("Find anything"), search: "zzz", groups: [])
    }
}

/// Matches of one sort.
package struct FindGroup: Sendable {
    package var title: LocalText
    package var items: [FindItem]

    package init(_ title: LocalText, _ items: [FindItem]) {
        self.title = title
        self.items = items
    }
}

package struct FindItem: Sendable {
    package var label: String
    /// What tells two of the same name apart; may be empty.
    package var hint: String
    /// A symbol's id in public/icons.svg.
    package var icon: String
    package var link: Link
    /// In place of the symbol.
    package var image: Link?

    package init(_ label: String, hint: String, icon: String, link: Link, image: Link? = nil) {
        self.label = label
        self.hint = hint
        self.icon = icon
        self.link = link
        self.image = image
    }

    package var hasHint: Bool { !hint.isEmpty }
}
