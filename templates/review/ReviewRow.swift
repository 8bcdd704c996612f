import HTML

/// Somebody or something that was not used.
package struct ReviewRow: Sendable {
    package var name: String
    /// An e-mail, the part of a key that may be shown, how many have a role.
    package var small: String
    package var isMono: Bool
    package var link: Link?
    package var isYou: Bool
    package var state: StatusBadge?
    package var text: String
    /// What of it is not used; empty where the whole is not.
    package var tags: [LocalText]
    package var when: String
    package var act: ReviewAct?
    /// Why nothing can be done.
    package var note: LocalText?
    /// The page with what was used and how often, and how much of it was not.
    package var uses: ReviewUses?

    package init(
        name: String, small: String, isMono: Bool = false, link: Link? = nil, isYou: Bool = false,
        state: StatusBadge? = nil, text: String = "",
        tags: [LocalText] = [], when: String = "", act: ReviewAct? = nil, note: LocalText? = nil,
        uses: ReviewUses? = nil
    ) {
        self.name = name
        self.small = small
        self.isMono = isMono
        self.link = link
        self.isYou = isYou
        self.state = state
        self.text = text
        self.tags = tags
        self.when = when
        self.act = act
        self.note = note
        self.uses = uses
    }

    private static func act(_ label: StringKey, _ name: LocalText) -> ReviewAct {
        ReviewAct(
            action: "/t/rooster-me/admins/1/membership/end", hidden: HiddenValue("from", "review"), csrf: "sample",
            label: LocalText(label), name: name,
            isDangerous: true)
    }

    package static var samples: [ReviewRow] {
        [
            ReviewRow(
                name: "Sara \"<b>\" Lind", small: "sara.lind@example.org", link: "/t/rooster-me/admins/1",
                state: StatusBadge(LocalText(Strings.admins_active), tone: .good), text: "Owner", when: "4 months ago",
                note: LocalText(Strings.review_last_owner)),
            ReviewRow(
                name: String(repeating: "W", count: 80), small: String(repeating: "w", count: 60) + "@example.org",
                link: "/t/rooster-me/admins/2",
                state: StatusBadge(LocalText(Strings.admins_invited), tone: .warn), text: "Night <shift>",
                when: "Never",
                act: act(Strings.admins_take_out, Strings.review_take_out_one(name: "W"))),
        ]
    }

    package static var samplesOfPermissions: [ReviewRow] {
        [
            ReviewRow(
                name: "علی رضایی", small: "ali.rezaei@example.ir", link: "/t/rooster-me/admins/3", text: "Support",
                tags: [Strings.permission_users_add, Strings.permission_users_note, Strings.permission_views_share].map
                { LocalText($0) },
                act: act(Strings.admins_take_out, Strings.review_make_one(name: "علی رضایی", role: "Editor")),
                uses: ReviewUses(
                    link: "/t/rooster-me/access-review/3", words: Strings.review_unused_of(unused: 3, all: 12)))
        ]
    }
}

/// One click that takes something away.
package struct ReviewAct: Sendable {
    package var action: Link
    package var hidden: HiddenValue
    package var csrf: String
    package var label: LocalText
    /// The label with what it is about, for who does not see the line.
    package var name: LocalText
    package var isDangerous: Bool

    package init(action: Link, hidden: HiddenValue, csrf: String, label: LocalText, name: LocalText, isDangerous: Bool)
    {
        self.action = action
        self.hidden = hidden
        self.csrf = csrf
        self.label = label
        self.name = name
        self.isDangerous = isDangerous
    }
}

package struct ReviewUses: Sendable {
    package var link: Link
    package var words: LocalText

    package init(link: Link, words: LocalText) {
        self.link = link
        self.words = words
    }
}
