import HTML

/// The groups of sponsors, in the order in which apps show them.
package struct SponsorGroupsPage: Sendable {
    package struct Group: Sendable {
        package var name: String
        package var picture: Link?
        package var members: LocalText
        package var link: Link

        package init(name: String, picture: Link?, members: LocalText, link: Link) {
            self.name = name
            self.picture = picture
            self.members = members
            self.link = link
        }
    }

    package var frame: Frame
    package var groups: [Group]
    package var add: Link?

    package init(frame: Frame, groups: [Group], add: Link?) {
        self.frame = frame
        self.groups = groups
        self.add = add
    }

    package static var sample: SponsorGroupsPage {
        SponsorGroupsPage(
            frame: .sample("Groups", at: "tag"),
            groups: [
                Group(
                    name: "Family <&>", picture: "/t/fitpact/images/1", members: Strings.fitness_members(count: 3),
                    link: "/t/fitpact/fitness-groups/1"),
                Group(
                    name: "بیمه", picture: nil, members: Strings.fitness_members(count: 0),
                    link: "/t/fitpact/fitness-groups/2"),
            ], add: "/t/fitpact/categories/new")
    }

    package static var sampleEmpty: SponsorGroupsPage {
        SponsorGroupsPage(frame: .sample("Groups", at: "tag"), groups: [], add: nil)
    }
}
