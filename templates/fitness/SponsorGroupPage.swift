import HTML

/// A group of sponsors with its members.
package struct SponsorGroupPage: Sendable {
    package struct Member: Sendable {
        package var name: String
        package var link: Link
        package var removal: Link?

        package init(name: String, link: Link, removal: Link?) {
            self.name = name
            self.link = link
            self.removal = removal
        }
    }

    package struct AddForm: Sendable {
        package var action: Link
        package var email: Field
        /// Says which group the sponsor leaves, once that was asked.
        package var leaving: HiddenValue?
        package var button: LocalText

        package init(action: Link, email: Field, leaving: HiddenValue? = nil, button: LocalText) {
            self.action = action
            self.email = email
            self.leaving = leaving
            self.button = button
        }
    }

    package var frame: Frame
    package var name: String
    package var picture: Link?
    /// Where its name, its icon and its place in the order are changed.
    package var catalogue: Link?
    package var add: AddForm?
    package var members: [Member]
    package var all: Link

    package init(
        frame: Frame, name: String, picture: Link?, catalogue: Link?, add: AddForm?, members: [Member], all: Link
    ) {
        self.frame = frame
        self.name = name
        self.picture = picture
        self.catalogue = catalogue
        self.add = add
        self.members = members
        self.all = all
    }

    package var errors: ErrorSummary? { ErrorSummary([add?.email.problem]) }

    package static var sample: SponsorGroupPage {
        SponsorGroupPage(
            frame: .sample("Family <&>", at: "tag"), name: "Family <&>", picture: "/t/fitpact/images/1",
            catalogue: "/t/fitpact/categories/1",
            add: AddForm(
                action: "/t/fitpact/fitness-groups/1/members",
                email: Field(
                    "email", label: LocalText(Strings.fitness_member_email), value: "x", type: "email",
                    error: LocalText(Strings.fitness_member_unknown), isRequired: true, isLatin: true),
                leaving: HiddenValue("leaving", "family"), button: LocalText(Strings.fitness_member_move)),
            members: [
                Member(
                    name: "Игорь <b>", link: "/t/fitpact/fitness-sponsors/2",
                    removal: "/t/fitpact/fitness-groups/1/members/2/removal")
            ], all: "/t/fitpact/fitness-sponsors?group=family")
    }

    package static var sampleBare: SponsorGroupPage {
        var page = sample
        (page.picture, page.catalogue, page.add, page.members) = (nil, nil, nil, [])
        return page
    }
}
