import HTML

/// A group of users: who is meant, and what is meant for them.
package struct SegmentPage: Sendable {
    package struct Use: Sendable {
        package var name: String
        /// nil for who may not see it.
        package var link: Link?

        package init(name: String, link: Link?) {
            self.name = name
            self.link = link
        }
    }

    package var frame: Frame
    package var name: String
    package var about: String
    package var size: LocalText
    package var key: String
    /// In words.
    package var filter: [String]
    package var users: Link
    package var edit: Link?
    package var deletion: Link?
    package var uses: [Use]
    package var changed: LocalText
    package var trail: TrailCard?

    package init(
        frame: Frame, name: String, about: String, size: LocalText, key: String, filter: [String], users: Link,
        edit: Link?, deletion: Link?,
        uses: [Use], changed: LocalText, trail: TrailCard?
    ) {
        self.frame = frame
        self.name = name
        self.about = about
        self.size = size
        self.key = key
        self.filter = filter
        self.users = users
        self.edit = edit
        self.deletion = deletion
        self.uses = uses
        self.changed = changed
        self.trail = trail
    }

    package var show: PageButton {
        PageButton(LocalText(Strings.segments_show), icon: frame.icon("users"), link: users)
    }

    package var deletionMenu: ConfirmMenu? {
        deletion.map {
            ConfirmMenu(
                Strings.segments_delete, advice: Strings.segments_delete_advice,
                confirm: Strings.segments_delete_now, action: $0, in: frame)
        }
    }

    package static var sample: SegmentPage {
        SegmentPage(
            frame: .sample("Premium in \"<Spain>\"", at: "tag"), name: "Premium in \"<Spain>\"",
            about: "Who gets the offer of <b>spring</b>, see ticket 8841",
            size: Strings.segments_about_users(count: 1204), key: "premium_spain",
            filter: ["Plan: Premium", "Country: ES", "Last seen: Last 30 days <&>"],
            users: "/t/rooster-me/users?plan=premium&country=ES",
            edit: "/t/rooster-me/segments/1/edit", deletion: "/t/rooster-me/segments/1/deletion",
            uses: [
                Use(name: "Warm your shoulders \"first\"", link: "/t/rooster-me/recommendations/1"),
                Use(name: "شانه‌ها <x>", link: nil),
            ],
            changed: Strings.merge_by(name: "علی رضایی", time: "20 Nov 2026, 23:40"), trail: .sample)
    }

    package static var sampleBare: SegmentPage {
        var page = sample
        (page.about, page.edit, page.deletion, page.uses, page.trail) = ("", nil, nil, [], nil)
        page.size = Strings.segments_more_users(count: 10_000)
        return page
    }
}
